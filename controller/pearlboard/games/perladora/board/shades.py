"""The shade of each territory on the lights: none the same as a territory beside it.

Four shades are enough for any map. They differ in brightness, too, so that they can be told apart without any colour;
the darker ones are taken first, for they ask for less attention.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.games.perladora.board.roles import Own
from pearlboard.games.perladora.rules.state import Public
from pearlboard.games.perladora.rules.territories import Territory, open_edges, territories
from pearlboard.geometry import GRID, Bits, Light, Site, Space
from pearlboard.lights.shapes import RIM_CORNERS, inner_edges
from pearlboard.lights.signals import Marks, lit

SHADES: Final = (
    (Own.SHADE_1, Own.STILL_1),
    (Own.SHADE_2, Own.STILL_2),
    (Own.SHADE_3, Own.STILL_3),
    (Own.SHADE_4, Own.STILL_4),
)
"""The shades of a territory in which something can still be laid, and of a full one; darkest first."""
_RIM: Final = frozenset(corner for corners in RIM_CORNERS.values() for corner in corners)


@dataclass(frozen=True, slots=True)
class Shaded:
    """A territory, and the number of its shade."""

    territory: Territory
    shade: int


def shaded(public: Public) -> tuple[Shaded, ...]:
    """The territories with their shades; always the same for the same Pontoons."""
    parts = territories(public)
    beside = [_beside(part.bits) for part in parts]
    neighbours = [[other for other, bits in enumerate(parts) if bits.bits & near] for near in beside]
    found = _coloured(neighbours, {}) or {}
    return tuple(Shaded(part, found[number]) for number, part in enumerate(parts))


def shades(public: Public) -> Marks:
    """Every territory by the free lines and the crossings inside it. Its spaces stay dark: a lit one means "lay here".

    The outermost crossings are left out, for they say whose turn it is.
    """
    closed: frozenset[Site] = frozenset(GRID.edges_in(GRID.all_edges & ~open_edges(public)))
    marks: Marks = {}
    for part in shaded(public):
        spaces = frozenset(part.territory.spaces)
        role = SHADES[part.shade][part.territory.full]
        marks |= lit(inner_edges(spaces, closed) | _crossings(spaces, closed), role)
    return marks


def _beside(bits: Bits) -> Bits:
    """The spaces across a line from these."""
    return GRID.grow(bits, GRID.all_edges) & ~bits


def _crossings(spaces: frozenset[Space], closed: frozenset[Site]) -> frozenset[Light]:
    """The corners with nothing but this territory around them: their four spaces are its own, their lines free."""
    return frozenset(
        corner
        for corner in GRID.corners
        if corner not in _RIM and _AROUND[corner] <= spaces and not GRID.edges_at[corner] & closed
    )


def _coloured(neighbours: Sequence[Sequence[int]], done: Mapping[int, int]) -> dict[int, int] | None:
    """A shade for every territory, in their order and as dark as can be; None if these beginnings lead to none."""
    number = len(done)
    if number == len(neighbours):
        return dict(done)
    taken = {done[other] for other in neighbours[number] if other in done}
    for shade in range(len(SHADES)):
        if shade not in taken and (found := _coloured(neighbours, {**done, number: shade})) is not None:
            return found
    return None


_AROUND: Final = {
    corner: frozenset(space for space in GRID.spaces if corner in GRID.corners_of[space]) for corner in GRID.corners
}
