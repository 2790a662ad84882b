"""What lights say at any table, whatever is played: marks on shapes, and the scenes that no game has to make.

A piece hides the light under it, so what is asked of a piece stands beside it.
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
"""The four corners of the rim, one at each end of two sides: no other sign stands on them alone."""
_MIDDLE_LEFT: Final = 6
_MIDDLE_TOP: Final = 2
_BOTTOM: Final = 8
FOUR: Final = 4
"""So many figures stand beside each other."""
FOUR_MS: Final = 4_000


def lit(lights: Iterable[Light], role: str, seat: int | None = None) -> Marks:
    """The same mark on all of these."""
    return dict.fromkeys(lights, Mark(role, seat))


def corners(sites: Iterable[Site]) -> frozenset[Light]:
    """The corners of these sites."""
    return frozenset(corner for site in sites for corner in GRID.corners_of[site])


def beside(sites: Iterable[Site], covered: frozenset[Site], role: str, seat: int | None = None) -> Marks:
    """What shows that the pieces on these sites are meant."""
    return {light: Mark(role, seat) for site in sites for light in around(site, covered)}


def on(site: Site, covered: frozenset[Site], role: str, seat: int | None = None) -> Marks:
    """Beside a site, and on it as long as it is empty."""
    return beside([site], covered, role, seat) | lit({site} - covered, role, seat)


def where(sites: Iterable[Site], role: str, seat_of: Callable[[Site], int | None]) -> Marks:
    """On the empty sites themselves: here a piece of that seat belongs."""
    return {site: Mark(role, seat_of(site)) for site in sites}


def rim(place: str, role: str, seat: int | None = None) -> Marks:
    """The side on which somebody sits: its spaces and corners."""
    return lit((*RIM_SPACES[place], *RIM_CORNERS[place]), role, seat)


def ring(role: str) -> Marks:
    """All four sides at once."""
    return lit({light for rims in (RIM_CORNERS, RIM_SPACES) for side in SIDES for light in rims[side]}, role)


def late(scene: Scene) -> Scene:
    """The same, with the rim of a player who has used all the time of the turn."""
    lights = {
        light: replace(mark, role=Role.LATE) if mark.role == Role.TURN else mark for light, mark in scene.lights.items()
    }
    return replace(scene, lights=lights)


def unsaved(scene: Scene) -> Scene:
    """The same, but that the four corners of the board warn: it goes on, and nothing of it is on disk."""
    return replace(scene, lights={**scene.lights, **lit(OUTERMOST, Role.UNSAVED)})


# --- scenes ------------------------------------------------------------------------------------------------------


def clear_the_board(sites: Iterable[Site], *, known: bool = False) -> Scene:
    """No piece may lie there: lift these. `known`: the game before has left them, which is no alarm."""
    covered = frozenset(sites)
    if known:
        return Scene(beside(covered, covered, Role.LIFT))
    return Scene(beside(covered, covered, Role.FOREIGN), Cue.FOREIGN if covered else None)


def question() -> Scene:
    """A game is on and the board is empty: go on with it, or begin a new one?"""
    return Scene(ring(Role.ASK) | lit(sign("?", _MIDDLE_LEFT, _MIDDLE_TOP), Role.ASK), Cue.ASK)


def paused() -> Scene:
    """Nothing is awaited from anybody."""
    return Scene(ring(Role.WAITING))


def at_work() -> Scene:
    """The table's program is being replaced by another release: leave it its supply."""
    return Scene(ring(Role.THINKING))


def counting() -> Scene:
    """The points are counted in sight; nothing tells yet whose are the most."""
    return Scene(ring(Role.REVEALED))


def figures(text: str, at_ms: int) -> Scene:
    """Four figures at a time, to be written down; dots below count the fours, and after the last there is a rest."""
    fours = [text[begin : begin + FOUR] for begin in range(0, len(text), FOUR)]
    turn = at_ms // FOUR_MS % (len(fours) + 1)
    if turn == len(fours):
        return Scene()
    signs = (sign(figure, place * (WIDTH + 1), _MIDDLE_TOP) for place, figure in enumerate(fours[turn]))
    dots = (LIGHT_AT[2 * place, _BOTTOM] for place in range(turn + 1))
    return Scene(lit((light for shape in (*signs, dots) for light in shape), Role.FIGURE))


def frozen() -> Scene:
    """The sensors cannot be trusted, nothing is read."""
    return Scene(lit(GRID.corners, Role.FROZEN), Cue.FROZEN)
