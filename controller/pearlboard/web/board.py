"""The geometry of the drawn board: windows of the mask, and touch targets.

`templates/board.html` draws it. A space is 100 units wide; the middle of `a1` is at 50, 50. Every space and edge is a
button, and the buttons lie side by side: a point belongs to an edge when it is within `REACH` of it and nearer to it
than to the next edge.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from pearlboard.games.drawing import PITCH, middle, upright
from pearlboard.geometry import GRID, Corner, Edge, Light, Site, Space
from pearlboard.web.water import water

RIM: Final = 64
"""The width of the sand around the water, for coordinates and name plates."""
REACH: Final = 24
POCKET: Final = 64
SLOT: Final = (78, 18)

WIDTH: Final = GRID.columns * PITCH
HEIGHT: Final = GRID.rows * PITCH

PLATES: Final = {
    "south": (WIDTH // 2, HEIGHT + 49, 0),
    "west": (-49, HEIGHT // 2, -90),
    "north": (WIDTH // 2, -49, 0),
    "east": (WIDTH + 49, HEIGHT // 2, 90),
    "south-west": (WIDTH // 4, HEIGHT + 49, 0),
    "south-east": (3 * WIDTH // 4, HEIGHT + 49, 0),
    "north-west": (WIDTH // 4, -49, 0),
    "north-east": (3 * WIDTH // 4, -49, 0),
}
"""The positions and rotations of name plates, by `games.values.SEATINGS`."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rounded rectangle; `x` and `y` are its upper left corner."""

    x: int
    y: int
    width: int
    height: int
    radius: int

    @classmethod
    def around(cls, at: tuple[int, int], width: int, height: int, radius: int) -> "Box":
        """The box with its centre at a point."""
        return cls(at[0] - width // 2, at[1] - height // 2, width, height, radius)


@dataclass(frozen=True, slots=True)
class Window:
    """A window of the mask: a `pocket` for a tile, a `slot` for a stick, a `hole` (no box) at corners."""

    kind: str
    x: int
    y: int
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A touch target: a `space`, or an `edge` between two `ends`. `reach` is an SVG path, `ring` shows the focus."""

    name: str
    kind: str
    ends: tuple[str, ...]
    reach: str
    ring: Box


@dataclass(frozen=True, slots=True)
class Drawing:
    """The drawing of a board. `coordinates` and `plates` have their positions; plates their rotation, too.

    `rows`: the buttons by row and column of the spaces. A cell has its space first, then the lines that begin there, so
    the numbers that a screen reader says of a grid are those of the names.
    """

    rim: int
    width: int
    height: int
    whole_width: int
    whole_height: int
    water: str
    windows: tuple[Window, ...]
    coordinates: tuple[tuple[int, int, str], ...]
    rows: tuple[tuple[tuple[Button, ...], ...], ...]
    plates: Mapping[str, tuple[int, int, int]]


@cache
def drawing() -> Drawing:
    """The empty board."""
    return Drawing(
        rim=RIM,
        width=WIDTH,
        height=HEIGHT,
        whole_width=WIDTH + 2 * RIM,
        whole_height=HEIGHT + 2 * RIM,
        water=water(WIDTH, HEIGHT),
        windows=tuple(_window(light) for light in GRID.lights),
        coordinates=tuple(_coordinates()),
        rows=tuple(tuple(_cell(space) for space in GRID.spaces if space.row == row) for row in range(GRID.rows)),
        plates=PLATES,
    )


def _window(light: Light) -> Window:
    at = middle(light)
    if isinstance(light, Corner):
        return Window("hole", *at)
    if isinstance(light, Space):
        return Window("pocket", *at, Box.around(at, POCKET, POCKET, 12))
    long, thin = SLOT
    return Window("slot", *at, Box.around(at, *((thin, long) if upright(light) else (long, thin)), 7))


def _coordinates() -> Iterator[tuple[int, int, str]]:
    """Letters below and above, numbers on both sides."""
    for space in GRID.spaces[: GRID.columns]:
        for y in (-18, HEIGHT + 28):
            yield middle(space)[0], y, str(space)[0]
    for space in GRID.spaces[:: GRID.columns]:
        for x in (-23, WIDTH + 23):
            yield x, middle(space)[1] + 5, str(space)[1:]


def _cell(space: Space) -> tuple[Button, ...]:
    return (_button(space), *(_button(edge) for edge in GRID.edges if edge.first == space))


def _button(site: Site) -> Button:
    if isinstance(site, Space):
        ring = Box.around(middle(site), POCKET + 8, POCKET + 8, 15)
        return Button(str(site), "space", (), _reach_of_space(site), ring)
    long, thin = SLOT[0] + 8, SLOT[1] + 8
    ring = Box.around(middle(site), *((thin, long) if upright(site) else (long, thin)), 10)
    return Button(str(site), "edge", (str(site.first), str(site.second)), _reach_of_edge(site), ring)


def _reach_of_edge(edge: Edge) -> str:
    x, y = middle(edge)
    half, inner = PITCH // 2, PITCH // 2 - REACH
    corners = [(0, -half), (REACH, -inner), (REACH, inner), (0, half), (-REACH, inner), (-REACH, -inner)]
    return _outline([(x + dx, y + dy) if upright(edge) else (x + dy, y + dx) for dx, dy in corners])


def _reach_of_space(space: Space) -> str:
    """A square without the reach of its edges, but up to the border where there is no edge."""
    x, y = middle(space)
    half, inner = PITCH // 2, PITCH // 2 - REACH
    left, right = (half if outer else inner for outer in (space.column == 0, space.column == GRID.columns - 1))
    above, below = (half if outer else inner for outer in (space.row == 0, space.row == GRID.rows - 1))
    return _outline([(x - left, y - above), (x + right, y - above), (x + right, y + below), (x - left, y + below)])


def _outline(points: list[tuple[int, int]]) -> str:
    return f"M{'L'.join(f'{x} {y}' for x, y in points)}Z"
