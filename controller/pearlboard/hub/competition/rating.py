"""How strong people are, by all their linked games in order: a fold, which is made anew whenever somebody looks.

openskill's Plackett-Luce knows matches of any number of people, and says how sure it is.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

SURE: Final = 5
"""The number of games below which nobody says where somebody stands."""

Who = TypeVar("Who", bound=Hashable)
Result: TypeAlias = tuple[tuple[Who, ...], tuple[int, ...]]
"""The people of a match, and their places."""


@dataclass(frozen=True, slots=True)
class Rating(Generic[Who]):
    """How strong somebody is: the mean, how unsure that is, and what is sure: the mean less three times that.

    `position` among those of whom enough is known, from 1; None: not sure yet.
    """

    who: Who
    games: int
    mean: float
    unsure: float
    position: int | None = None

    @property
    def sure(self) -> float:
        """The strength that is nearly certain."""
        return self.mean - 3 * self.unsure


def ratings(results: Iterable[Result[Who]], shown: Callable[[Who], bool] = lambda _: True) -> list[Rating[Who]]:
    """The ratings of those who are shown, the strongest first, then those not sure yet; results come in their order."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - takes as long to load as all else together

    model = PlackettLuce()
    known: dict[Who, Any] = {}
    games = Counter[Who]()
    for people, places in results:
        for who in people:
            known.setdefault(who, model.rating())
        teams = [[known[who]] for who in people]
        rated = model.rate(teams, ranks=[float(place) for place in places])
        known.update({who: team[0] for who, team in zip(people, rated, strict=True)})
        games.update(people)
    found = [Rating(who, games[who], each.mu, each.sigma) for who, each in known.items() if shown(who)]
    found.sort(key=lambda each: (each.games < SURE, -each.sure))
    certain = [each.sure for each in found if each.games >= SURE]
    return [replace(each, position=1 + certain.index(each.sure)) if each.games >= SURE else each for each in found]
