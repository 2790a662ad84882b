"""Where everything lies, from the program's own grid: x to the right and y down, from the plate's upper left corner."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import hypot
from typing import TypeAlias

from hardware.generate.drawing import Circle, Rect
from hardware.generate.sizes import Sizes, SizesError
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.geometry import GRID, Corner, Edge, Light, Site, Space
from pearlboard.sensing.wiring import Wiring, reference_wiring

Opening: TypeAlias = Circle | Rect


@dataclass(frozen=True)
class Layout:
    """The places of spaces, edges and corners on the plate."""

    sizes: Sizes

    @property
    def width(self) -> float:
        return GRID.columns * self.sizes.pitch + 2 * self.sizes.plate.margin

    @property
    def height(self) -> float:
        return GRID.rows * self.sizes.pitch + 2 * self.sizes.plate.margin

    @cached_property
    def wiring(self) -> Wiring:
        return reference_wiring()

    def at(self, light: Light) -> tuple[float, float]:
        """The centre of a space, an edge or a corner."""
        if isinstance(light, Edge):
            (ax, ay), (bx, by) = self.at(light.first), self.at(light.second)
            return (ax + bx) / 2, (ay + by) / 2
        place, shift = (light.space, 1.0) if isinstance(light, Corner) else (light, 0.5)
        pitch, margin = self.sizes.pitch, self.sizes.plate.margin
        return margin + (place.column + shift) * pitch, margin + (place.row + shift) * pitch

    def screws(self) -> tuple[Circle, ...]:
        """In the corners and in the middle of the long sides, so that no sheet bends away from the next."""
        inset, plate = self.sizes.plate.screw_inset, self.sizes.plate
        return tuple(
            Circle(x, y, plate.screw)
            for x in (inset, self.width / 2, self.width - inset)
            for y in (inset, self.height - inset)
        )

    def outline(self) -> Rect:
        return Rect(self.width / 2, self.height / 2, self.width, self.height, 3.0)

    def pocket(self, space: Space, pieces: str) -> Opening:
        """The opening over a space: round for a puck or a farm's dish, square for a tile."""
        x, y = self.at(space)
        measured, play = self.sizes.pieces, self.sizes.play.pocket
        if space in FARMS:
            return Circle(x, y, measured.farm_dish + play)
        if pieces == "pucks":
            return Circle(x, y, measured.puck + play)
        return Rect(x, y, measured.tile + play, measured.tile + play, self.sizes.mask.pocket_corner)

    def slot(self, edge: Edge) -> Rect:
        """The opening for a stick, along the line between two spaces."""
        x, y = self.at(edge)
        long = self.sizes.pieces.stick_length + self.sizes.play.slot
        wide = self.sizes.pieces.stick_width + self.sizes.play.slot
        upright = edge.first.row == edge.second.row
        return Rect(x, y, wide if upright else long, long if upright else wide, self.sizes.mask.slot_corner)

    def window(self, corner: Corner) -> Circle:
        return Circle(*self.at(corner), self.sizes.mask.corner_window)

    def openings(self, pieces: str) -> dict[Light, Opening]:
        """Every hole in the mask by what shines or lies there; a web that would break is a `SizesError`."""
        holes: dict[Light, Opening] = {space: self.pocket(space, pieces) for space in GRID.spaces}
        holes |= {edge: self.slot(edge) for edge in GRID.edges}
        holes |= {corner: self.window(corner) for corner in GRID.corners}
        (one, other), web = thinnest(holes)
        if web < self.sizes.mask.thinnest_web - 1e-9:
            raise SizesError(
                f"sizes: with {pieces}, the web between {one} and {other} would be {web:.2f} mm, thinner "
                f"than [mask] thinnest_web = {self.sizes.mask.thinnest_web:.2f} mm: {remedy(one, other)}"
            )
        return holes


def remedy(one: Light, other: Light) -> str:
    """The advice for two openings that come too close."""
    if isinstance(one, Edge) and isinstance(other, Edge):
        return "make the sticks shorter or narrower, or [play] slot smaller"
    if isinstance(one, Corner) or isinstance(other, Corner):
        return "make [mask] corner_window smaller"
    return "make the puck, tile or dish or the stick's width smaller, or the play around them"


def thinnest(holes: dict[Light, Opening]) -> tuple[tuple[Light, Light], float]:
    """The two neighbours with the least between them, and how much; the first such pair in order."""
    webs = {pair: web(holes[pair[0]], holes[pair[1]]) for pair in combinations(holes, 2)}
    pair = min(webs, key=lambda found: (round(webs[found], 6), str(found)))
    return pair, webs[pair]


def thinnest_between(holes: dict[Light, Opening], one: type, other: type) -> float:
    """The thinnest web between openings of two kinds."""
    return min(
        web(holes[a], holes[b])
        for a, b in combinations(holes, 2)
        if (isinstance(a, one) and isinstance(b, other)) or (isinstance(a, other) and isinstance(b, one))
    )


def web(one: Opening, other: Opening) -> float:
    """The web between two openings: along the axes for rectangles, straight where one is round. < 0: they meet."""
    if isinstance(one, Circle) and isinstance(other, Circle):
        return hypot(one.x - other.x, one.y - other.y) - (one.diameter + other.diameter) / 2
    if isinstance(one, Rect) and isinstance(other, Rect):
        return max(
            abs(one.x - other.x) - (one.width + other.width) / 2, abs(one.y - other.y) - (one.height + other.height) / 2
        )
    if isinstance(one, Rect) or isinstance(other, Circle):
        return web(other, one)
    round_one, square = one, other
    dx = max(abs(round_one.x - square.x) - square.width / 2, 0.0)
    dy = max(abs(round_one.y - square.y) - square.height / 2, 0.0)
    return hypot(dx, dy) - round_one.diameter / 2


def sensors(layout: Layout) -> dict[Site, tuple[int, int]]:
    """The bar and the place on it, both from 0, of every site's sensor."""
    found = {}
    for number, bar in enumerate(layout.wiring.chain):
        for place, site in enumerate(bar):
            if isinstance(site, (Space, Edge)):
                found[site] = (number, place)
    return found
