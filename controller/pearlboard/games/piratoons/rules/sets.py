"""Sets of Equipment (26): three alike 5, three of different designs 4, two alike 2; each tile in one set."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final

from pearlboard.games.piratoons.rules.tiles import SETS, Tile, kind_of

ALIKE: Final = 5
DIFFERENT: Final = 4
PAIR: Final = 2


@cache
def best(first: int, second: int, third: int) -> int:
    """The points of the best partition of so many tiles of the three designs of a kind."""
    most = min(first, second, third)
    return max(
        DIFFERENT * mixed + sum(map(_alike, (first - mixed, second - mixed, third - mixed)))
        for mixed in range(most + 1)
    )


def _alike(count: int) -> int:
    """The points of equal designs: threes are worth more a tile than pairs, which are made of the rest."""
    threes, left = divmod(count, 3)
    return ALIKE * threes + (PAIR if left == 2 else 0)


def points(tiles: Iterable[Tile]) -> dict[str, int]:
    """The points by kind, for all kinds that make sets."""
    counted = Counter(tiles)
    return {kind: of_kind(counted, kind) for kind in SETS}


def of_kind(counted: Counter[Tile], kind: str) -> int:
    return best(counted[f"{kind}1"], counted[f"{kind}2"], counted[f"{kind}3"])


def number(tiles: Iterable[Tile], kind: str) -> int:
    """How many are of that kind."""
    return sum(kind_of(tile) == kind for tile in tiles)
