"""Where everything of Piratoons is on the board: ten berths with a pocket for each seat, and the sand between them.

Each half of a row is a berth: tiles 1 to 9 as they lie in the chest, and the sea. In every berth the k-th space is the
pocket of seat k, so that presence alone tells who is on which tile.
"""

from typing import Final

from pearlboard.games.piratoons.rules.tiles import PLACES
from pearlboard.games.values import Seat
from pearlboard.geometry import GRID, Edge, Site, Space

HALF: Final = GRID.columns // 2
"""Spaces of a berth: as many as may play."""
SEA: Final = PLACES + 1
"""The last berth is no tile: what floats in the sea is chosen there."""
BERTHS: Final = range(1, SEA + 1)


def pocket(place: int, seat: Seat) -> Space:
    """The space for a seat's pieces on a tile (from 1)."""
    return Space((place - 1) // 2, (place - 1) % 2 * HALF + seat - 1)


def whose(site: Site) -> tuple[int, Seat] | None:
    """The berth and the seat of a pocket; None: no pocket is there."""
    if not isinstance(site, Space):
        return None
    return 2 * site.row + site.column // HALF + 1, site.column % HALF + 1


def bar(place: int) -> tuple[Edge, ...]:
    """The three edges inside a berth: no piece covers them."""
    return tuple(Edge(pocket(place, seat), pocket(place, seat + 1)) for seat in range(1, HALF))


HOURGLASS: Final[tuple[Edge, ...]] = tuple(Edge(Space(row, HALF - 1), Space(row, HALF)) for row in range(GRID.rows))
"""The five edges between the halves, from above: the sand."""
