"""A ship: a row of parts from bow to stern, with what lies on each; what fits, and what may not lie so (18, 19, 21)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Final, TypeAlias

from pearlboard.games.piratoons.rules.tiles import BOW, SETS, STERN, Hull, Tile, box, is_boat, kind_of


@dataclass(frozen=True, slots=True)
class Part:
    """A Boat tile, the bow or the stern; `on`: the Equipment that lies there, sorted."""

    tile: str
    on: tuple[Tile, ...] = ()

    @property
    def hull(self) -> Hull:
        return box().hulls[self.tile]

    def number(self, kind: str) -> int:
        """How many tiles of a kind lie there."""
        return sum(kind_of(tile) == kind for tile in self.on)

    def fits(self, kind: str) -> bool:
        """Whether one more tile of the kind could be laid with nothing moved: a top takes one Deck or Sails (19)."""
        if kind == "d" and self.number("s"):
            return False
        if kind == "s" and self.number("d"):
            return False
        return self.number(kind) < self.hull.spaces[kind]

    def with_tile(self, tile: Tile) -> "Part":
        return Part(self.tile, tuple(sorted((*self.on, tile))))

    def without(self, tile: Tile) -> "Part":
        """The part once a tile that lies there is taken off."""
        at = self.on.index(tile)
        return Part(self.tile, (*self.on[:at], *self.on[at + 1 :]))

    @property
    def fault(self) -> str | None:
        """The first rule that this part is against; None if it may lie so."""
        sails, hull = self.number("s"), self.hull
        if sails and not hull.spaces["s"]:
            return "no_mast"
        if sails and self.number("d"):
            return "sail_and_deck"
        if sails > hull.spaces["s"]:
            return "too_many_sails"
        if any(self.number(kind) > hull.spaces[kind] for kind in SETS):
            return "no_space"
        return None


Ship: TypeAlias = tuple[Part, ...]
START: Final[Ship] = (Part(BOW), Part(STERN))


def boats(ship: Ship) -> tuple[Tile, ...]:
    """Its Boat tiles, from bow to stern."""
    return tuple(part.tile for part in ship if is_boat(part.tile))


def equipment(ship: Ship) -> tuple[Tile, ...]:
    """The Equipment on a ship."""
    return tuple(tile for part in ship for tile in part.on)


def tiles(ship: Ship) -> tuple[Tile, ...]:
    """Everything of it that was won: Boat tiles and Equipment."""
    return (*boats(ship), *equipment(ship))


def open_parts(ship: Ship, kind: str) -> tuple[str, ...]:
    """The parts on which one more tile of the kind could be laid, from bow to stern."""
    return tuple(part.tile for part in ship if part.fits(kind))


def framed(ship: Ship) -> bool:
    """Whether the bow is first, the stern last, and neither anywhere else."""
    ends = [index for index, part in enumerate(ship) if not is_boat(part.tile)]
    return len(ship) >= 2 and ends == [0, len(ship) - 1] and (ship[0].tile, ship[-1].tile) == (BOW, STERN)


def overboard(ship: Ship, owned: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that a seat owns and has not placed, sorted."""
    return tuple(sorted((Counter(owned) - Counter(tiles(ship))).elements()))


def empty(ship: Ship) -> dict[str, int]:
    """Empty spaces by kind: a Sail fills its deck space (25)."""
    found = {kind: sum(part.hull.spaces[kind] - part.number(kind) for part in ship) for kind in SETS}
    found["d"] -= sum(bool(part.hull.spaces["d"]) and part.number("s") > 0 for part in ship)
    return found


def barrels(ship: Ship) -> int:
    return sum(part.hull.barrels for part in ship)


# --- in how many ways the equipment can lie ----------------------------------------------------------------------


def arrangements(ship: Ship) -> int:
    """The number of ways to place all of it on these parts in this order; copies of a design are alike.

    Rooms of a kind take nothing else, so each kind is counted on its own; tops take Decks or Sails, so those together.
    """
    lying = Counter(equipment(ship))
    hulls = [part.hull for part in ship]
    rooms = (_ways(_designs(lying, kind), [list(_loads(hull.spaces[kind])) for hull in hulls]) for kind in "gpq")
    tops = _ways((lying["s"], *_designs(lying, "d")), [list(_tops(hull)) for hull in hulls])
    return prod(rooms) * tops


def _designs(lying: Counter[Tile], kind: str) -> tuple[int, ...]:
    return tuple(lying[f"{kind}{number}"] for number in (1, 2, 3))


def _ways(wanted: tuple[int, ...], loads: list[list[tuple[int, ...]]]) -> int:
    """The number of ways in which each part bears one of its loads so that together they are `wanted`."""
    ways = {wanted: 1}
    for possible in loads:
        following: Counter[tuple[int, ...]] = Counter()
        for left, count in ways.items():
            for load in possible:
                rest = tuple(has - takes for has, takes in zip(left, load, strict=True))
                if min(rest) >= 0:
                    following[rest] += count
        ways = dict(following)
    return ways.get((0,) * len(wanted), 0)


def _loads(capacity: int) -> Iterator[tuple[int, int, int]]:
    """The loads of rooms of one kind: copies of each of three designs."""
    for first in range(capacity + 1):
        for second in range(capacity + 1 - first):
            for third in range(capacity + 1 - first - second):
                yield first, second, third


def _tops(hull: Hull) -> Iterator[tuple[int, int, int, int]]:
    """The loads of a top: Sails, or Deck tiles."""
    for sails in range(1, hull.spaces["s"] + 1):
        yield sails, 0, 0, 0
    for load in _loads(hull.spaces["d"]):
        yield 0, *load
