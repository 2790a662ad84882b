"""Ships lay themselves: the best order of Boats, and Equipment as it makes most of sets, Sails and full spaces.

It is an offer. What it leaves over fits nowhere on the ship as it then lies, so it may always be taken as it is (21).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Final

from pearlboard.games.piratoons.rules import sets, ships
from pearlboard.games.piratoons.rules.connections import best_order
from pearlboard.games.piratoons.rules.ships import Part, Ship
from pearlboard.games.piratoons.rules.tiles import BOW, STERN, Tile, is_boat, kind_of

SAIL: Final = 1.5
"""The rough worth of a Sail, which counts only against other ships."""
FILLED: Final = 0.75
"""The rough worth of a filled space."""


def stowed(ship: Ship, owned: Iterable[Tile]) -> Ship:
    """The ship with all that it owns now as well as it goes."""
    return max(ways(ship, owned), key=_worth)


def ways(ship: Ship, owned: Iterable[Tile]) -> Iterator[Ship]:
    """The same with each number of Deck tiles on tops that leaves nothing over which would fit."""
    owned = list(owned)
    order = best_order((*ships.boats(ship), *_joining(ship, owned)))
    bare = tuple(Part(name) for name in (BOW, *order, STERN))
    lying = Counter(tile for tile in owned if not is_boat(tile))
    for kind in "gpq":
        bare = _roomed(bare, _chosen(lying, kind, _capacity(bare, kind)))
    return _tops(bare, lying)


def at_random(ship: Ship, owned: Iterable[Tile], rng: Random) -> Ship:
    """Any legal ship: Boats in any order, each tile in turn somewhere where it fits."""
    owned = list(owned)
    order = [*ships.boats(ship), *_joining(ship, owned)]
    tiles = [tile for tile in owned if not is_boat(tile)]
    rng.shuffle(order)
    rng.shuffle(tiles)
    parts = [Part(name) for name in (BOW, *order, STERN)]
    for tile in tiles:
        free = [at for at, part in enumerate(parts) if part.fits(kind_of(tile))]
        if free:
            at = rng.choice(free)
            parts[at] = parts[at].with_tile(tile)
    return tuple(parts)


def _joining(ship: Ship, owned: Iterable[Tile]) -> list[Tile]:
    """Boats that were won and do not lie in the ship yet."""
    return [tile for tile in owned if is_boat(tile) and tile not in ships.boats(ship)]


def _capacity(ship: Ship, kind: str) -> int:
    return sum(part.hull.spaces[kind] for part in ship)


def _chosen(lying: Counter[Tile], kind: str, room: int) -> list[Tile]:
    """Tiles of a kind, within the room, that make the best sets."""
    designs = [f"{kind}{number}" for number in (1, 2, 3)]
    wanted = min(room, sum(lying[design] for design in designs))
    choices = product(*(range(lying[design] + 1) for design in designs))
    best = max((counts for counts in choices if sum(counts) == wanted), key=lambda counts: sets.best(*counts))
    return [design for design, count in zip(designs, best, strict=True) for _ in range(count)]


def _roomed(ship: Ship, tiles: list[Tile]) -> Ship:
    """Each into the first space of its kind, from bow to stern."""
    parts = list(ship)
    for tile in tiles:
        at = next(at for at, part in enumerate(parts) if part.fits(kind_of(tile)))
        parts[at] = parts[at].with_tile(tile)
    return tuple(parts)


def _worth(ship: Ship) -> float:
    tiles = ships.equipment(ship)
    filled = -sum(ships.empty(ship).values())
    return sum(sets.points(tiles).values()) + SAIL * sets.number(tiles, "s") + FILLED * filled


def _tops(ship: Ship, lying: Counter[Tile]) -> Iterator[Ship]:
    """Ways to fill the tops: Decks where masts bear least, Sails on every other mast before any has a second.

    Of these only those may be that leave nothing over which would fit.
    """
    tops = sorted((at for at, part in enumerate(ship) if part.hull.spaces["d"]), key=lambda at: _mast(ship, at))
    for number in range(len(tops) + 1):
        decks = _chosen(lying, "d", number)
        if len(decks) < number:
            return
        parts = list(ship)
        for at, tile in zip(tops, decks, strict=False):
            parts[at] = parts[at].with_tile(tile)
        left_decks = sum(lying[f"d{each}"] for each in (1, 2, 3)) - number
        _hoist(parts, lying["s"])
        laid = tuple(parts)
        if not (left_decks and ships.open_parts(laid, "d")):
            yield laid


def _mast(ship: Ship, at: int) -> int:
    return ship[at].hull.spaces["s"]


def _hoist(parts: list[Part], sails: int) -> None:
    """Lay Sails where masts have fewest of them, until none is left or no more would fit."""
    for _ in range(sails):
        free = [at for at, part in enumerate(parts) if part.fits("s")]
        if not free:
            break
        at = min(free, key=lambda at: parts[at].number("s"))
        parts[at] = parts[at].with_tile("s")


def reordered(ship: Ship, order: Iterable[Tile]) -> Ship:
    """The ship with its Boats, and what lies on them, in another order."""
    parts = {part.tile: part for part in ship}
    return tuple(parts[name] for name in (BOW, *order, STERN))
