"""What Pontoons are joined to: end to end they make walls, and a wall that comes back to itself closes a territory in.

The border is a wall from the beginning. A Pontoon that joins a wall to itself cuts a territory in two; so do two
Pontoons that join the same two walls.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from pearlboard.geometry import GRID, Bits, Corner, Edge

Wall: TypeAlias = int
_BORDER: Final[Wall] = 0
_ENDS: Final[Mapping[Edge, tuple[Corner, ...]]] = {edge: GRID.corners_of[edge] for edge in GRID.edges}
"""The inner corners that a Pontoon touches; with one only, its other end is at the border."""


def walls(pontoons: Bits) -> Mapping[Edge, frozenset[Wall]]:
    """The one or two walls that a Pontoon on each edge would touch; a corner without Pontoons is a wall of its own."""
    wall_of: dict[Corner, Wall] = {corner: number for number, corner in enumerate(GRID.corners, _BORDER + 1)}
    for edge in GRID.edges_in(pontoons):
        first, second = _ends(edge, wall_of)
        for corner in (corner for corner, wall in wall_of.items() if wall == second):
            wall_of[corner] = first
    return {edge: frozenset(_ends(edge, wall_of)) for edge in GRID.edges}


def _ends(edge: Edge, wall_of: Mapping[Corner, Wall]) -> tuple[Wall, Wall]:
    """The border first, if it is one of them."""
    found = sorted(wall_of[corner] for corner in _ENDS[edge])
    return (_BORDER, found[0]) if len(found) == 1 else (found[0], found[1])
