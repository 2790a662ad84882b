"""Light signals that do not depend on the game: marks on shapes, and the table's own scenes.

A piece hides the light under it, so a mark about a piece is beside the piece.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeAlias

from pearlboard.geometry import GRID, Light, Site
from pearlboard.lights.scene import Cue, Mark, Role, Scene
from pearlboard.lights.shapes import LIGHT_AT, RIM_CORNERS, RIM_SPACES, SIDES, WIDTH, around, sign

Marks: TypeAlias = dict[Light, Mark]

OUTERMOST: Final = tuple(
    corner
    for corner in GRID.corners
    if corner.space.row in {0, GRID.rows - 2} and corner.space.column in {0, GRID.columns - 2}
)
"""The four corners of the rim, each at the end of two sides: no other mark is on them alone."""
_MIDDLE_LEFT: Final = 6
_MIDDLE_TOP: Final = 2
_BOTTOM: Final = 8
FOUR: Final = 4
"""The number of digits shown side by side."""
FOUR_MS: Final = 4_000


def lit(lights: Iterable[Light], role: str, seat: int | None = None) -> Marks:
    """Mark all of these lights alike, with a role and perhaps a seat."""
    return dict.fromkeys(lights, Mark(role, seat))


def corners(sites: Iterable[Site]) -> frozenset[Light]:
    """The corners of these sites."""
    return frozenset(corner for site in sites for corner in GRID.corners_of[site])


def beside(sites: Iterable[Site], covered: frozenset[Site], role: str, seat: int | None = None) -> Marks:
    """Marks that point at the pieces on these sites."""
    return {light: Mark(role, seat) for site in sites for light in around(site, covered)}


def on(site: Site, covered: frozenset[Site], role: str, seat: int | None = None) -> Marks:
    """Marks beside a site, and on the site itself while it is empty."""
    return beside([site], covered, role, seat) | lit({site} - covered, role, seat)


def where(sites: Iterable[Site], role: str, seat_of: Callable[[Site], int | None]) -> Marks:
    """Marks on the empty sites themselves: a piece of that seat belongs there."""
    return {site: Mark(role, seat_of(site)) for site in sites}


def rim(place: str, role: str, seat: int | None = None) -> Marks:
    """Marks on a player's side: its spaces and corners."""
    return lit((*RIM_SPACES[place], *RIM_CORNERS[place]), role, seat)


def ring(role: str) -> Marks:
    """Marks on all four sides."""
    return lit({light for rims in (RIM_CORNERS, RIM_SPACES) for side in SIDES for light in rims[side]}, role)


def late(scene: Scene) -> Scene:
    """The scene, with the rim of a player who has exceeded the turn's time."""
    lights = {
        light: replace(mark, role=Role.LATE) if mark.role == Role.TURN else mark for light, mark in scene.lights.items()
    }
    return replace(scene, lights=lights)


def unsaved(scene: Scene) -> Scene:
    """The scene, with a warning on the four corners of the board that the game is not being saved."""
    return replace(scene, lights={**scene.lights, **lit(OUTERMOST, Role.UNSAVED)})


# --- scenes ------------------------------------------------------------------------------------------------------


def clear_the_board(sites: Iterable[Site], *, known: bool = False) -> Scene:
    """Ask people to lift these pieces. `known`: the game before has left them, so there is no alarm."""
    covered = frozenset(sites)
    if known:
        return Scene(beside(covered, covered, Role.LIFT))
    return Scene(beside(covered, covered, Role.FOREIGN), Cue.FOREIGN if covered else None)


def question() -> Scene:
    """Ask whether to go on with the current game although the board is empty, or to begin a new one."""
    return Scene(ring(Role.ASK) | lit(sign("?", _MIDDLE_LEFT, _MIDDLE_TOP), Role.ASK), Cue.ASK)


def paused() -> Scene:
    """Show that nobody is to act."""
    return Scene(ring(Role.WAITING))


def at_work() -> Scene:
    """Show that another release is being installed and that the power must stay on."""
    return Scene(ring(Role.THINKING))


def counting() -> Scene:
    """Show that the points are being counted, without revealing the winner."""
    return Scene(ring(Role.REVEALED))


def figures(text: str, at_ms: int) -> Scene:
    """Show a text four digits at a time; dots below count the groups, and a rest follows the last one."""
    fours = [text[begin : begin + FOUR] for begin in range(0, len(text), FOUR)]
    turn = at_ms // FOUR_MS % (len(fours) + 1)
    if turn == len(fours):
        return Scene()
    signs = (sign(figure, place * (WIDTH + 1), _MIDDLE_TOP) for place, figure in enumerate(fours[turn]))
    dots = (LIGHT_AT[2 * place, _BOTTOM] for place in range(turn + 1))
    return Scene(lit((light for shape in (*signs, dots) for light in shape), Role.FIGURE))


def frozen() -> Scene:
    """Show that the sensors cannot be trusted and input is frozen."""
    return Scene(lit(GRID.corners, Role.FROZEN), Cue.FROZEN)
