"""What a seat's tiles make of a ship that lies as well as it goes, in numbers: fast, for it is asked very often."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pearlboard.games.piratoons.rules import sets
from pearlboard.games.piratoons.rules.connections import POINTS, best_right
from pearlboard.games.piratoons.rules.stowing import FILLED, SAIL
from pearlboard.games.piratoons.rules.tiles import BOW, SETS, STERN, Hull, Tile, box, is_boat

KEPT: Final = 100_000


@dataclass(frozen=True, slots=True)
class Holding:
    """A ship in numbers.

    connections  points of the best order; `sets`: of the best partition of what finds space
    empty        spaces by kind; `promise`: what one more tile of each kind would bring, on the average of its designs
    """

    sails: int
    barrels: int
    connections: int
    empty: tuple[int, ...]
    sets: int
    promise: float


@lru_cache(KEPT)
def holding(tiles: tuple[Tile, ...]) -> Holding:
    """The holding of these tiles, Boats and Equipment, which come sorted."""
    boats, lying = _sorted(tiles)
    hulls = [box().hulls[name] for name in (BOW, STERN, *boats)]
    decks, sails, bare = _tops(_masts(hulls), _designs(lying, "d"), lying["s"])
    kept, empty = {"d": decks}, {"d": bare}
    for kind in "gpq":
        room = sum(hull.spaces[kind] for hull in hulls)
        kept[kind] = _kept(_designs(lying, kind), room)
        empty[kind] = room - sum(kept[kind])
    return Holding(
        sails=sails,
        barrels=sum(hull.barrels for hull in hulls),
        connections=POINTS * (2 * best_right(boats) - len(boats) - 1),
        empty=tuple(empty[kind] for kind in SETS),
        sets=sum(sets.best(*counts) for counts in kept.values()),
        promise=sum(_promise(kept[kind]) for kind in SETS if empty[kind]),
    )


def _sorted(tiles: Iterable[Tile]) -> tuple[list[Tile], Counter[Tile]]:
    """Boats, and how much Equipment there is of each design."""
    boats = [tile for tile in tiles if is_boat(tile)]
    return boats, Counter(tile for tile in tiles if not is_boat(tile))


def _masts(hulls: Iterable[Hull]) -> tuple[int, ...]:
    """The load of the mast of each top, least first."""
    return tuple(sorted(hull.spaces["s"] for hull in hulls if hull.spaces["d"]))


def with_tiles(tiles: Iterable[Tile], *more: Tile) -> tuple[Tile, ...]:
    """The tiles with further ones, sorted."""
    return tuple(sorted((*tiles, *more)))


def _designs(lying: Counter[Tile], kind: str) -> tuple[int, int, int]:
    return lying[f"{kind}1"], lying[f"{kind}2"], lying[f"{kind}3"]


@lru_cache(KEPT)
def _kept(counts: tuple[int, int, int], room: int) -> tuple[int, int, int]:
    """The numbers kept, within the room, that make the best sets."""
    wanted = min(room, sum(counts))
    ways = (
        (first, second, wanted - first - second)
        for first in range(counts[0] + 1)
        for second in range(counts[1] + 1)
        if 0 <= wanted - first - second <= counts[2]
    )
    return max(ways, key=lambda kept: sets.best(*kept))


@lru_cache(KEPT)
def _tops(masts: tuple[int, ...], decks: tuple[int, int, int], sails: int) -> tuple[tuple[int, int, int], int, int]:
    """Which Deck tiles lie on tops, how many Sails, and how many tops are empty; Decks lie where masts bear least."""
    best, most = ((0, 0, 0), 0, len(masts)), float("-inf")
    for number in range(min(len(masts), sum(decks)) + 1):
        free = masts[number:]
        hoisted = min(sails, sum(free))
        filled = number + min(hoisted, sum(mast > 0 for mast in free))
        kept = _kept(decks, number)
        worth = sets.best(*kept) + SAIL * hoisted + FILLED * filled
        if worth > most:
            best, most = (kept, hoisted, len(masts) - filled), worth
    return best


@lru_cache(KEPT)
def _promise(counts: Sequence[int]) -> float:
    """The mean gain of one more tile of the kind over its designs."""
    first, second, third = counts
    now = sets.best(first, second, third)
    more = (
        sets.best(first + 1, second, third),
        sets.best(first, second + 1, third),
        sets.best(first, second, third + 1),
    )
    return sum(more) / 3 - now
