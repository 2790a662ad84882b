"""What is fought for: how many Pearls each side may expect of a territory, by rule of thumb, from one seat's view.

A *stake* is Pearls that go to one place: all Farms of a territory that nobody can divide any more, or one Farm of a
territory that may still be cut, where a Diver counts the less the farther it lies from the Farm. Chances use nothing
but + - * / and the square root, so every machine finds the same ones.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from pearlboard.games.perladora.rules.state import TERRITORY_MIN, Diver, Public, Setup, View
from pearlboard.games.perladora.rules.territories import empty_spaces
from pearlboard.games.values import Seat, Side
from pearlboard.geometry import GRID, Bits, Space

NEARER: Final = 0.75
"""How much a Diver counts for a Farm against one that is a space nearer."""
BACKUP_BONUS: Final = 1.5
"""A point, and the better half of a tie."""
ROOM_DOUBT: Final = 4.0
"""Variance of a lead for each empty space that counts whole."""
LAST_WORD: Final = 0.7
"""The discount of a lead where the others will fill the last space."""


Reach: TypeAlias = tuple[tuple[Bits, float], ...]


@dataclass(frozen=True, slots=True)
class Objective:
    """Pearls, and the fight for them.

    reach    spaces, and how much a Diver there counts, from 0 to 1
    points   of each side; `doubt`: the variance of that, from values that are not known
    present  the sides with a Diver in the territory
    room     empty spaces, by how much they count; `spaces`: how many there are in the territory
    """

    pearls: int
    reach: Reach
    points: tuple[float, ...]
    doubt: tuple[float, ...]
    present: frozenset[Side]
    room: float
    spaces: int

    def weight(self, space: Space) -> float:
        """How much a Diver on `space` counts."""
        bit = GRID.bit[space]
        for ring, weight in self.reach:
            if ring & bit:
                return weight
        return 0.0


@dataclass(frozen=True, slots=True)
class Guess:
    """A Diver's value as far as it is known: mean and variance."""

    points: float
    doubt: float = 0.0


@dataclass(frozen=True, slots=True)
class Pile:
    """Divers of a side that are worth the same, as far as one knows."""

    side: Side
    guess: Guess
    spaces: Bits


def guesses(knowledge: View) -> Mapping[Space, Guess]:
    """Every Diver on the board: what it is worth, or may be, by what its seat must still have somewhere."""
    public = knowledge.public
    pools = {seat: _pool(knowledge, seat) for seat in public.setup.seats}
    return {
        space: _guess(diver, knowledge.values.get(space), pools[diver.seat]) for space, diver in public.divers.items()
    }


def _pool(knowledge: View, seat: Seat) -> tuple[int, ...]:
    """The values that are not known to lie anywhere, one for each Diver."""
    pool = [value for value, count in enumerate(knowledge.public.setup.divers(seat), 1) for _ in range(count)]
    for space, value in knowledge.values.items():
        if knowledge.public.divers[space].seat == seat:
            pool.remove(value)
    return tuple(pool)


def _guess(diver: Diver, value: int | None, pool: tuple[int, ...]) -> Guess:
    extra = diver.backup * BACKUP_BONUS - diver.necklaces
    if value is not None:
        return Guess(value + extra)
    mean = sum(pool) / len(pool)
    return Guess(mean + extra, sum((value - mean) * (value - mean) for value in pool) / len(pool))


def piles(public: Public, guessed: Mapping[Space, Guess]) -> tuple[Pile, ...]:
    """The Divers on the board, equal ones together."""
    alike: dict[tuple[Side, Guess], Bits] = {}
    for space, diver in public.divers.items():
        key = public.setup.side(diver.seat), guessed[space]
        alike[key] = alike.get(key, 0) | GRID.bit[space]
    return tuple(Pile(side, guess, bits) for (side, guess), bits in alike.items())


def objectives(public: Public, lying: tuple[Pile, ...], part: Bits, open_edges: Bits) -> tuple[Objective, ...]:
    """The objectives of the territory `part`, given `open_edges`; `lying`: all Divers on the board."""
    farms = [farm for farm in public.setup.farms if GRID.bit[farm] & part]
    if not farms:
        return ()
    empty = empty_spaces(public)
    if part.bit_count() < 2 * TERRITORY_MIN or not public.pontoons_left:
        return (_stake(sum(public.setup.farms[farm] for farm in farms), ((part, 1.0),), lying, empty, public.setup),)
    inside = open_edges & (part | part << GRID.size)
    return tuple(
        _stake(public.setup.farms[farm], _reach(GRID.bit[farm], inside), lying, empty, public.setup) for farm in farms
    )


@lru_cache(maxsize=4096)
def _reach(farm: Bits, open_edges: Bits) -> Reach:
    rings: list[tuple[Bits, float]] = []
    reached, new, weight = farm, farm, 1.0
    while new:
        rings.append((new, weight))
        weight *= NEARER
        new = GRID.grow(reached, open_edges) & ~reached
        reached |= new
    return tuple(rings)


def _stake(pearls: int, reach: Reach, lying: tuple[Pile, ...], empty: Bits, setup: Setup) -> Objective:
    points, doubt = [0.0] * len(setup.sides), [0.0] * len(setup.sides)
    present: set[Side] = set()
    for pile in lying:
        for ring, weight in reach:
            if here := pile.spaces & ring:
                present.add(pile.side)
                points[pile.side - 1] += here.bit_count() * weight * pile.guess.points
                doubt[pile.side - 1] += here.bit_count() * weight * weight * pile.guess.doubt
    return Objective(
        pearls,
        reach,
        tuple(points),
        tuple(doubt),
        frozenset(present),
        sum((ring & empty).bit_count() * weight * weight for ring, weight in reach),
        sum((ring & empty).bit_count() for ring, _ in reach),
    )


def with_diver(objective: Objective, side: Side, space: Space, points: float) -> Objective:
    """When a Diver of `side` that is worth `points` lies on `space` too, which was empty."""
    weight = objective.weight(space)
    return Objective(  # made anew: `replace` takes as long as all else, and this is asked for every step there is
        objective.pearls,
        objective.reach,
        _plus(objective.points, side, weight * points),
        objective.doubt,
        objective.present | {side},
        objective.room - weight * weight,
        objective.spaces - 1,
    )


def with_points(objective: Objective, side: Side, space: Space, points: float) -> Objective:
    """When the Diver of `side` on `space` is worth so much more."""
    return replace(objective, points=_plus(objective.points, side, objective.weight(space) * points))


def _plus(points: tuple[float, ...], side: Side, more: float) -> tuple[float, ...]:
    return (*points[: side - 1], points[side - 1] + more, *points[side:])


def shares(objective: Objective, left: tuple[int, ...], mover: Side) -> tuple[float, ...]:
    """The Pearls that each side may expect, when `mover` has just played; `left`: Divers in hand, by side."""
    if not objective.spaces:
        chances = [
            _chance(objective, side, left, mover) if side in objective.present else 0.0
            for side in range(1, len(left) + 1)
        ]
    else:
        chances = [_chance(objective, side, left, mover) for side in range(1, len(left) + 1)]
    total = sum(chances)
    return tuple(objective.pearls * chance / total if total else 0.0 for chance in chances)


def _chance(objective: Objective, side: Side, left: tuple[int, ...], mover: Side) -> float:
    """The probability of being ahead of every other side."""
    chance = 1.0
    open_yet, present = objective.spaces, objective.present
    for other in range(1, len(left) + 1):
        if other != side and (open_yet or other in present):
            chance *= _ahead(objective, side, other, left, mover)
    return chance


def _ahead(objective: Objective, side: Side, other: Side, left: tuple[int, ...], mover: Side) -> float:
    lead = objective.points[side - 1] - objective.points[other - 1]
    doubt = objective.doubt[side - 1] + objective.doubt[other - 1]
    may_come = min(objective.spaces, left[side - 1] + left[other - 1])
    if may_come:
        lead += _last_word(objective, side, other, left, mover)
        doubt += ROOM_DOUBT * objective.room * may_come / objective.spaces
    return _likely(lead, doubt)


def _last_word(objective: Objective, side: Side, other: Side, left: tuple[int, ...], mover: Side) -> float:
    """The advantage of the side that alone has Divers, or fills the last space if both go on filling in turn."""
    if not left[other - 1]:
        return LAST_WORD
    if not left[side - 1]:
        return -LAST_WORD
    if objective.spaces % 2 and mover in (side, other):
        return -LAST_WORD if side == mover else LAST_WORD
    return 0.0


def _likely(lead: float, doubt: float) -> float:
    """How likely something with this mean and variance is above 0; half if it is 0 for certain."""
    if lead == 0:
        return 0.5
    return 0.5 + 0.5 * lead / math.sqrt(lead * lead + doubt)
