"""Rating: how strong people are, by the games they have played, at one table or at all of a house. Pure.

openskill's Plackett-Luce model knows any number of sides, sides of several people, and shared places. All are rated by
their strengths from before the game; the order of sides and of seats decides nothing.

Whoever has several seats is moved by what each of them moved, and gets no surer than by the one that told least. Of
somebody who sits on every side a game says nothing.

A game with a handicap counts for what it is: its side is expected to do as well as one that is weaker by what the
handicap costs. Were it left out, whoever always plays with one would never hear that it has become too heavy.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE: Final = 25.0
WIDEST: Final = MIDDLE / 3
CHANCE: Final = MIDDLE / 6
"""How differently somebody of a known strength plays from game to game (one standard deviation)."""
EXACT: Final = 9
"""Decimals that are kept: those behind them depend on the order in which numbers are added."""

Who = TypeVar("Who", bound=Hashable)
Side: TypeAlias = tuple[Sequence[Who], int]
"""The players of a side, once for each seat, and the side's place."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating: its mean, and how unsure that is (one standard deviation)."""

    mean: float = MIDDLE
    unsure: float = WIDEST

    @property
    def margin(self) -> float:
        """The half width of the interval around the mean in which the true strength nearly always lies."""
        return 3 * self.unsure

    @property
    def sure(self) -> float:
        """The strength that is nearly certain; people are ordered by it."""
        return self.mean - self.margin


BEGINNER: Final = Strength()


def spread(strengths: Iterable[Strength]) -> float:
    """How many points of strength make somebody e times as likely to be ahead, where these play."""
    return sqrt(sum(CHANCE**2 + each.unsure**2 for each in strengths))


def chance(more: float, spread: float) -> float:
    """The chance (0 to 1) of a side to be ahead of one whose strengths together are so much less."""
    return 1 / (1 + exp(-more / spread))


def points_of(elo: float, spread: float) -> float:
    """The difference in strength that is as good as so many Elo points."""
    return elo * log(10) / 400 * spread


def rated(
    sides: Sequence[Side[Who]], before: Mapping[Who, Strength], costs: Sequence[float] = ()
) -> dict[Who, Strength]:
    """The strengths after a game, of those of whom it says something; who is not in `before` begins.

    `costs`: what the handicaps of each side cost it, in Elo points; empty: there were none.
    """
    if len(sides) < 2:
        return {}
    model = _model()
    was = [[before.get(who, BEGINNER) for who in people] for people, _ in sides]
    lower = _lowered(was, costs)
    teams = [
        [model.rating(each.mean - less, each.unsure) for each, less in zip(side, lowered, strict=True)]
        for side, lowered in zip(was, lower, strict=True)
    ]
    told = model.rate(teams, ranks=[float(place) for _, place in sides])
    found: dict[Who, Strength] = {}
    for (people, _), side, team, lowered in zip(sides, was, told, lower, strict=True):
        for who, old, seat, less in zip(people, side, team, lowered, strict=True):
            mean, unsure = seat.mu + less, seat.sigma
            if (other := found.get(who)) is not None:
                mean, unsure = other.mean + mean - old.mean, max(other.unsure, unsure)
            found[who] = Strength(round(mean, EXACT), round(unsure, EXACT))
    for who in set.intersection(*(set(people) for people, _ in sides)):
        del found[who]
    return found


def _lowered(sides: Sequence[Sequence[Strength]], costs: Sequence[float]) -> list[list[float]]:
    """By how much the strength of each seat is lowered by handicaps: that of a side's first by all of the side's."""
    wide = spread(each for side in sides for each in side)
    by_side = zip(sides, costs or [0.0] * len(sides), strict=True)
    return [[points_of(cost, wide), *[0.0] * (len(side) - 1)] for side, cost in by_side]


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415 - a table whose ranking nobody looks at does without

    return PlackettLuce(mu=MIDDLE, sigma=WIDEST, beta=CHANCE)
