"""Entries, matches and results of a competition, and what a match is worth.

Law: everybody gets two points for each person of a match who ended behind, and one for each who ended equal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, TypeAlias

AHEAD: Final = 2
LEVEL: Final = 1
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 4
MOST_ENTRIES: Final = 64
MOST_ROUNDS: Final = 99

Places: TypeAlias = tuple[int | None, ...]
"""The places of the people of a match, in the order of its seats; None: was not there."""


class System(StrEnum):
    """The way in which a competition decides who meets whom."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who takes part, known by a number from 1. `absent`: the rounds for which they are excused; `left`: the
    last round in which they take part, None: they stay.
    """

    number: int
    absent: frozenset[int] = frozenset()
    left: int | None = None

    def takes_part(self, at: int) -> bool:
        """Whether they take part in the round with that number."""
        return at not in self.absent and (self.left is None or at <= self.left)


@dataclass(frozen=True, slots=True)
class Match:
    """The numbers of the people of a match, in the order of its seats; `places` None: there is no result yet."""

    seats: tuple[int, ...]
    places: Places | None = None

    @property
    def there(self) -> tuple[int, ...]:
        """The players who were there, once there is a result; nobody before."""
        return tuple(one for one, place in zip(self.seats, self.places or (), strict=False) if place is not None)

    def points(self) -> Mapping[int, int]:
        """The points of each, by number; empty without a result."""
        got = dict(zip(self.seats, self.places or (), strict=False))
        return {one: _points(one, got) for one in got}

    def meetings(self) -> Iterator[tuple[int, int]]:
        """Each two who met, the lower number first."""
        return combinations(sorted(self.there), 2)


Round: TypeAlias = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Competition:
    """A league or a tournament as far as it has come. `seats`: of a match; `rounds`: how many there will be; `drawn`:
    the rounds that are drawn, the first one first.
    """

    system: System
    seats: int
    rounds: int
    entries: tuple[Entry, ...]
    drawn: tuple[Round, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether results of the last round are missing."""
        return bool(self.drawn) and any(match.places is None for match in self.drawn[-1])

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return len(self.drawn) >= self.rounds and not self.waits

    @property
    def bye(self) -> int:
        """The points of a bye: in a Swiss of two seats a win, as usual; otherwise as much as being equal with all."""
        win = self.system == System.SWISS and self.seats == FEWEST_SEATS
        return (AHEAD if win else LEVEL) * (self.seats - 1)

    def field(self, at: int) -> list[int]:
        """The numbers of those who take part in a round."""
        return [entry.number for entry in self.entries if entry.takes_part(at)]

    def resting(self, at: int) -> list[int]:
        """The numbers of those who have a bye in a round that is drawn."""
        seated = {one for match in self.drawn[at - 1] for one in match.seats}
        return [one for one in self.field(at) if one not in seated]

    def byes(self) -> Counter[int]:
        """How many byes each has had, by number."""
        return Counter(one for at in range(1, len(self.drawn) + 1) for one in self.resting(at))

    def matches(self) -> Iterator[Match]:
        """All matches that are drawn."""
        return (match for each in self.drawn for match in each)

    def meetings(self) -> Counter[tuple[int, int]]:
        """How often each two have met, the lower number first."""
        return Counter(pair for match in self.matches() for pair in match.meetings())

    def points(self) -> Counter[int]:
        """The points of each, byes included, by number."""
        found = Counter(dict.fromkeys((entry.number for entry in self.entries), 0))
        for match in self.matches():
            found.update(match.points())
        for one, byes in self.byes().items():
            found[one] += self.bye * byes
        return found

    def seatings(self) -> Counter[tuple[int, int]]:
        """How often each sat on each seat: (number, seat from 0)."""
        return Counter((one, seat) for match in self.matches() for seat, one in enumerate(match.seats))


def valid(places: Sequence[int | None], seats: int) -> bool:
    """Whether these can be the places of a match with so many seats."""
    return len(places) == seats and all(place is None or 1 <= place <= seats for place in places)


def normal(places: Sequence[int | None]) -> Places:
    """The places with the first as 1, equal ones equal, and none left out without a reason: 1, 1, 3."""
    there = [place for place in places if place is not None]
    return tuple(None if place is None else 1 + sum(other < place for other in there) for place in places)


def _points(one: int, got: Mapping[int, int | None]) -> int:
    mine = got[one]
    if mine is None:
        return 0
    others = [place for other, place in got.items() if other != one]
    behind = sum(place is None or place > mine for place in others)
    return AHEAD * behind + LEVEL * others.count(mine)
