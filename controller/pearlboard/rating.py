"""Rating: how strong people are, by the games they have played, at one table or at all of a house. Pure.

openskill's Plackett-Luce model knows any number of sides, sides of several people, and shared places. All are rated by
their strengths from before the game; the order of sides and of seats decides nothing.

Whoever has several seats is moved by what each of them moved, and gets no surer than by the one that told least. Of
somebody who sits on every side a game says nothing.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE: Final = 25.0
WIDEST: Final = MIDDLE / 3
EXACT: Final = 9
"""Decimals that are kept: those behind them depend on the order in which numbers are added."""

Who = TypeVar("Who", bound=Hashable)
Side: TypeAlias = tuple[Sequence[Who], int]
"""Who sits on a side, once for each seat, and the side's place."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating: its mean, and how unsure that is (one standard deviation)."""

    mean: float = MIDDLE
    unsure: float = WIDEST

    @property
    def margin(self) -> float:
        """What is added to the mean and taken from it, so that the true strength nearly always lies between."""
        return 3 * self.unsure

    @property
    def sure(self) -> float:
        """The strength that is nearly certain; people are ordered by it."""
        return self.mean - self.margin


BEGINNER: Final = Strength()


def rated(sides: Sequence[Side[Who]], before: Mapping[Who, Strength]) -> dict[Who, Strength]:
    """The strengths after a game, of those of whom it says something; who is not in `before` begins."""
    if len(sides) < 2:
        return {}
    model = _model()
    was = [[before.get(who, BEGINNER) for who in people] for people, _ in sides]
    teams = [[model.rating(each.mean, each.unsure) for each in side] for side in was]
    told = model.rate(teams, ranks=[float(place) for _, place in sides])
    found: dict[Who, Strength] = {}
    for (people, _), side, team in zip(sides, was, told, strict=True):
        for who, old, seat in zip(people, side, team, strict=True):
            mean, unsure = seat.mu, seat.sigma
            if (other := found.get(who)) is not None:
                mean, unsure = other.mean + mean - old.mean, max(other.unsure, unsure)
            found[who] = Strength(round(mean, EXACT), round(unsure, EXACT))
    for who in set.intersection(*(set(people) for people, _ in sides)):
        del found[who]
    return found


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415 - a table whose ranking nobody looks at does without

    return PlackettLuce(mu=MIDDLE, sigma=WIDEST)
