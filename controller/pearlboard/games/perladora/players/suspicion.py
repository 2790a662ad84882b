"""What the Divers that lie face down are probably worth, by when and where they lie.

A Diver that came early, or beside many Pearls, is more often a big one. How much more was learned from games of the
computers among themselves: `suspicion.toml` has the weights and how they were made (`make train`). They are integers,
sixteenths of a doubling, so that every machine has the same suspicion. Only what everybody sees is asked.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

from pearlboard.games.perladora.rules.state import FARMS, Diver, Public
from pearlboard.games.perladora.rules.territories import empty_spaces, open_edges
from pearlboard.geometry import GRID, Bits, Space

Bins: TypeAlias = tuple[int, ...]
"""The bin of each of `MARKS` that a Diver falls into."""
Likings: TypeAlias = tuple[int, int, int, int, int]
"""How much more readily than another value, relative to one another, a Diver of 1 to 5 lies there."""
Weights: TypeAlias = tuple[tuple[tuple[int, int, int, int], ...], ...]
"""By mark, bin and value from 2 to 5: sixteenths of a doubling relative to a Diver of 1."""

FINENESS: Final = 16
_EVEN: Final = 12
"""A Diver of 1 has the liking 2 to the power of this."""
_MOST: Final = 10 * FINENESS
_STEPS: Final = tuple(round(1024 * 2 ** (step / FINENESS)) for step in range(FINENESS))
_BESIDE: Final[Mapping[Space, tuple[Space, ...]]] = {
    space: tuple(
        farm
        for farm in FARMS
        if max(
            abs(GRID.index(farm) // GRID.columns - GRID.index(space) // GRID.columns),
            abs(GRID.index(farm) % GRID.columns - GRID.index(space) % GRID.columns),
        )
        <= 1
    )
    for space in GRID.spaces
}
"""The Farms around each space, across corners too."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What everybody sees of a Diver on the board.

    turn, laid     which of its seat's Divers it is, from 0, and how many of them lie on the board
    beside         Pearls of the Farms around it
    pearls, size, room  of its territory: Pearls, spaces, and spaces for a Diver
    own, rivals    Divers there: others of its side, and the most of one other side
    """

    diver: Diver
    turn: int
    laid: int
    beside: int
    pearls: int
    size: int
    room: int
    own: int
    rivals: int


def _reached(number: int, *limits: int) -> int:
    return sum(number >= limit for limit in limits)


MARKS: Final[tuple[tuple[Callable[[Circumstances], int], int], ...]] = (
    (lambda c: 6 * min(c.turn, 9) + min((c.laid - 1) // 2, 5), 60),
    (lambda c: _reached(c.beside, 4, 6, 8, 10, 12), 6),
    (lambda c: 4 * _reached(c.pearls, 1, 3, 5, 7, 9, 12, 16, 21) + _reached(c.room, 1, 3, 8), 36),
    (lambda c: _reached(c.size, 5, 7, 10, 16, 26, 40), 7),
    (lambda c: 4 * min(c.rivals, 3) + min(c.own, 3), 16),
    (lambda c: 2 * min(c.diver.necklaces, 2) + c.diver.backup, 6),
)
"""How a Diver is marked, and how many bins there are."""


def circumstances(public: Public) -> dict[Space, Circumstances]:
    """Those of every Diver on the board, in the order in which they were laid."""
    setup, edges, empty = public.setup, open_edges(public), empty_spaces(public)
    part_of: dict[Space, Bits] = {}
    sides: dict[Bits, Counter[int]] = {}
    for part in GRID.regions(edges):
        inside = GRID.spaces_in(part)
        part_of.update(dict.fromkeys(inside, part))
        sides[part] = Counter(setup.side(public.divers[space].seat) for space in inside if space in public.divers)
    laid = Counter(diver.seat for diver in public.divers.values())
    turns: Counter[int] = Counter()
    found = {}
    for space, diver in public.divers.items():
        part = part_of[space]
        side = setup.side(diver.seat)
        found[space] = Circumstances(
            diver=diver,
            turn=turns[diver.seat],
            laid=laid[diver.seat],
            beside=sum(setup.farms[farm] for farm in _BESIDE[space]),
            pearls=sum(setup.farms[farm] for farm in FARMS if GRID.bit[farm] & part),
            size=part.bit_count(),
            room=(part & empty).bit_count(),
            own=sides[part][side] - 1,
            rivals=max((count for other, count in sides[part].items() if other != side), default=0),
        )
        turns[diver.seat] += 1
    return found


def bins(seen: Circumstances) -> Bins:
    """The bins of a Diver, one for each of `MARKS`."""
    return tuple(mark(seen) for mark, _ in MARKS)


def likings(public: Public) -> dict[Space, Likings]:
    """How readily each value is laid as each Diver on the board: 2 to the power of 2 to 22, a 1 always of 12."""
    weights = learned(public.setup.players)
    return {space: _likings(weights, bins(seen)) for space, seen in circumstances(public).items()}


def _likings(weights: Weights, found: Bins) -> Likings:
    sums = [sum(weights[mark][at][value] for mark, at in enumerate(found)) for value in range(4)]
    two, three, four, five = (_power(max(-_MOST, min(_MOST, each))) for each in sums)
    return 1 << _EVEN, two, three, four, five


def _power(sixteenths: int) -> int:
    whole, step = divmod(sixteenths, FINENESS)
    return _STEPS[step] << (_EVEN + whole) >> 10


@cache
def learned(players: int) -> Weights:
    """The weights for games of so many."""
    kept = tomllib.loads(files(__package__).joinpath("suspicion.toml").read_text(encoding="utf-8"))
    weights: Weights = kept["weights"][str(players)]
    return weights
