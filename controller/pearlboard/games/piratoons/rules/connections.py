"""Connections: +2 where the two symbols are the same, else -2 (24); and the order of Boats that has most of them right.

A Boat tile is an arrow between two symbols. An order without a wrong connection is a walk along the arrows, so the
fewest wrong ones come of the fewest walks that use every arrow once. Bent to a ring, the ship has one arrow more, of
stern and bow: from the symbol of the stern to that of the bow.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.tiles import BOW, STERN, Tile, box

POINTS: Final = 2


@dataclass(frozen=True, slots=True)
class Connections:
    """How many of a ship fit, and how many do not."""

    right: int
    wrong: int

    @property
    def points(self) -> int:
        return POINTS * (self.right - self.wrong)


def connections(ship: Ship) -> Connections:
    """The connections of a ship, bow and stern included."""
    right = sum(one.hull.aft == other.hull.fore for one, other in pairwise(ship))
    return Connections(right, len(ship) - 1 - right)


def best_right(boats: Iterable[Tile]) -> int:
    """The most right connections of any order of these Boats; exact."""
    arrows = [_arrow(name) for name in (BOW, *boats)]
    walks = sum(max(1, _breaks(group)) for group in _joined(arrows))
    closed = walks == 1 and not _breaks(arrows)
    return len(arrows) - (0 if closed else walks)


def best_order(boats: Sequence[Tile]) -> tuple[Tile, ...]:
    """An order of these Boats with most right connections; the present one if it is as good as any."""
    if _right(boats) == best_right(boats):
        return tuple(boats)
    arrows = {name: _arrow(name) for name in (BOW, *boats)}
    walks: list[Tile | None] = []
    for group in _joined(list(arrows.values())):
        names = [name for name, arrow in arrows.items() if arrow in group]
        walks += _walks({name: arrows[name] for name in names})
    ring = [name for name in walks if name is not None]
    # A walk that is closed may be cut anywhere, and so may the ring of all walks: where the bow is.
    at = ring.index(BOW)
    return tuple(ring[at + 1 :] + ring[:at])


_Arrow = tuple[int, int]


def _arrow(name: str) -> _Arrow:
    hulls = box().hulls
    return (hulls[STERN].fore, hulls[BOW].aft) if name == BOW else (hulls[name].fore, hulls[name].aft)


def _right(boats: Sequence[Tile]) -> int:
    hulls = box().hulls
    row = [hulls[name] for name in (BOW, *boats, STERN)]
    return sum(one.aft == other.fore for one, other in pairwise(row))


def _surplus(arrows: Iterable[_Arrow]) -> Counter[int]:
    """The surplus of leaving over arriving arrows, by symbol."""
    found: Counter[int] = Counter()
    for fore, aft in arrows:
        found[fore] += 1
        found[aft] -= 1
    return found


def _breaks(arrows: Iterable[_Arrow]) -> int:
    """How many walks must begin somewhere, since more arrows leave a symbol than come to it."""
    return sum(count for count in _surplus(arrows).values() if count > 0)


def _joined(arrows: list[_Arrow]) -> list[list[_Arrow]]:
    """The arrows in groups that have no symbol in common."""
    groups: list[set[int]] = []
    for arrow in arrows:
        touching = [group for group in groups if group & set(arrow)]
        groups = [group for group in groups if group not in touching] + [set(arrow).union(*touching)]
    return [[arrow for arrow in arrows if arrow[0] in group] for group in groups]


def _walks(arrows: dict[Tile, _Arrow]) -> list[Tile | None]:
    """A round trip through a whole group; None where an added arrow mends it."""
    leaving: defaultdict[int, list[tuple[Tile | None, int]]] = defaultdict(list)
    for name, (fore, aft) in arrows.items():
        leaving[fore].append((name, aft))
    surplus = _surplus(arrows.values())
    begins = [symbol for symbol, count in sorted(surplus.items()) for _ in range(count)]
    ends = [symbol for symbol, count in sorted(surplus.items()) for _ in range(-count)]
    for end, begin in zip(ends, begins, strict=True):
        leaving[end].append((None, begin))
    return _cut(_circuit(leaving))


def _circuit(leaving: dict[int, list[tuple[Tile | None, int]]]) -> list[Tile | None]:
    """Hierholzer: walk until stuck, and put in the rounds that were left out, from the last one back."""
    start = next(iter(leaving))
    path: list[tuple[int, Tile | None]] = [(start, None)]
    found: list[Tile | None] = []
    while path:
        symbol, name = path[-1]
        if leaving[symbol]:
            taken, following = leaving[symbol].pop()
            path.append((following, taken))
        else:
            path.pop()
            if path:
                found.append(name)
    return found[::-1]


def _cut(circuit: list[Tile | None]) -> list[Tile | None]:
    """Begin where the round was mended, so that no walk is cut in two."""
    at = circuit.index(None) if None in circuit else 0
    return circuit[at:] + circuit[:at]
