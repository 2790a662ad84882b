"""How strong the people of a house are, by all linked games in their order: a fold, made whenever somebody looks."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, Generic

from pearlboard.rating import BEGINNER, Side, Strength, Who, rated

SURE: Final = 5
"""The number of games below which nobody says where somebody stands."""


@dataclass(frozen=True, slots=True)
class Result(Generic[Who]):
    """The sides of a match, and what handicaps cost each, in Elo points; no costs: there were none."""

    sides: tuple[Side[Who], ...]
    costs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rating(Generic[Who]):
    """How strong somebody is after so many games.

    `position` among those of whom enough is known, from 1; None: not sure yet.
    """

    who: Who
    games: int
    strength: Strength
    position: int | None = None


def ratings(results: Iterable[Result[Who]], shown: Callable[[Who], bool] = lambda _: True) -> list[Rating[Who]]:
    """The ratings of those who are shown, the strongest first, then those not sure yet; results come in their order."""
    known: dict[Who, Strength] = {}
    games = Counter[Who]()
    for result in results:
        people = [who for side, _ in result.sides for who in side]
        known.update({who: BEGINNER for who in people if who not in known} | rated(result.sides, known, result.costs))
        games.update(people)
    found = [Rating(who, games[who], each) for who, each in known.items() if shown(who)]
    found.sort(key=lambda each: (each.games < SURE, -each.strength.sure))
    certain = [each.strength.sure for each in found if each.games >= SURE]
    return [
        replace(each, position=1 + certain.index(each.strength.sure)) if each.games >= SURE else each for each in found
    ]
