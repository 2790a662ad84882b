"""Standings of a competition. Those with equal points are told apart by, one after another:

1. the points that they made against each other, if each of them has met every other,
2. the strength of their opponents: the points of everybody whom they met, added up,
3. how often they were first in a match.

Who is equal in all of these shares a position.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TypeAlias

from pearlboard.hub.competition.values import AHEAD, LEVEL, Competition, Match


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands: `position` from 1; `played` matches; `among`: points against those with equal points, None
    where that tells nothing; `strength` of the opponents; `firsts`: how often they were first.
    """

    position: int
    number: int
    points: int
    played: int
    byes: int
    among: int | None
    strength: int
    firsts: int


_Key: TypeAlias = tuple[int, int, int, int]


def standings(competition: Competition) -> list[Standing]:
    """The standings as they are now, the best first, then by number; open matches count nothing."""
    points, byes = competition.points(), competition.byes()
    among = dict(_among(competition, points))
    strength, firsts, played = _opponents(competition, points), Counter[int](), Counter[int]()
    for match in competition.matches():
        played.update(match.there)
        firsts.update(_first(match))

    def key(number: int) -> _Key:
        return -points[number], -among.get(number, 0), -strength[number], -firsts[number]

    found = []
    for position, number in _placed([entry.number for entry in competition.entries], key):
        counted = played[number], byes[number], among.get(number), strength[number], firsts[number]
        found.append(Standing(position, number, points[number], *counted))
    return found


def ranked(competition: Competition) -> list[int]:
    """The numbers of all, the best first."""
    return [each.number for each in standings(competition)]


def _placed(numbers: Sequence[int], key: Callable[[int], _Key]) -> Iterator[tuple[int, int]]:
    position = 1
    for _, equal in groupby(sorted(numbers, key=lambda one: (key(one), one)), key):
        shared = list(equal)
        yield from ((position, number) for number in shared)
        position += len(shared)


def _among(competition: Competition, points: Counter[int]) -> Iterator[tuple[int, int]]:
    """The points that those with equal points made against each other, where all of them have met."""
    met = competition.meetings()
    for _, equal in groupby(sorted(points, key=lambda one: (-points[one], one)), lambda one: points[one]):
        tied = list(equal)
        if len(tied) > 1 and all(met[pair] for pair in combinations(tied, 2)):
            made = Counter(dict.fromkeys(tied, 0))
            for match in competition.matches():
                made.update(_between(match, frozenset(tied)))
            yield from made.items()


def _between(match: Match, tied: frozenset[int]) -> Counter[int]:
    """The points that these made against each other in a match."""
    made = Counter[int]()
    there = [(one, place) for one, place in zip(match.seats, match.places or (), strict=False) if place and one in tied]
    for (one, ones), (other, others) in combinations(there, 2):
        made[one] += AHEAD * (ones < others) + LEVEL * (ones == others)
        made[other] += AHEAD * (others < ones) + LEVEL * (ones == others)
    return made


def _opponents(competition: Competition, points: Counter[int]) -> Counter[int]:
    strength = Counter[int]()
    for (one, other), times in competition.meetings().items():
        strength[one] += times * points[other]
        strength[other] += times * points[one]
    return strength


def _first(match: Match) -> list[int]:
    """The players who were first among several."""
    there = match.there
    best = min((place for place in match.places or () if place is not None), default=0)
    places = dict(zip(match.seats, match.places or (), strict=False))
    return [one for one in there if len(match.seats) > 1 and places[one] == best]
