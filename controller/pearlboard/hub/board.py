"""The board of a competition: its standings and rounds with people's names, as values for pages and sheets.

Law: it is made from entries and results alone; of who was deleted it says `nobody`, and the numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pearlboard.hub.competition.standings import Standing, standings
from pearlboard.hub.records import Held, HeldMatch


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at a match: their place, None before there is a result or if they were not there; points for it."""

    number: int
    name: str
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A match as pages show it."""

    held: HeldMatch
    seats: tuple[Seat, ...]

    @property
    def open(self) -> bool:
        """Whether there is no result yet."""
        return self.held.match.places is None


@dataclass(frozen=True, slots=True)
class Round:
    """A round as pages show it; names of those who have a bye, and of those who are excused."""

    number: int
    matches: tuple[Played, ...]
    resting: tuple[str, ...]
    excused: tuple[str, ...]

    @property
    def open(self) -> int:
        """The number of results that are missing."""
        return sum(match.open for match in self.matches)


@dataclass(frozen=True, slots=True)
class Board:
    """A competition as pages show it; rounds the latest first."""

    held: Held
    standings: tuple[tuple[Standing, str], ...]
    rounds: tuple[Round, ...]


def board(held: Held, nobody: str) -> Board:
    """A competition as pages show it; `nobody`: what somebody is called who was deleted."""
    names = {number: name or nobody for number, name in held.names.items()}
    shown = tuple((each, names[each.number]) for each in standings(held.values))
    rounds = tuple(_round(held, at, names) for at in range(len(held.rounds), 0, -1))
    return Board(held, shown, rounds)


def _round(held: Held, at: int, names: dict[int, str]) -> Round:
    values = held.values
    excused = [each.number for each in values.entries if at in each.absent and (each.left is None or at <= each.left)]
    matches = tuple(Played(each, tuple(_seats(each, names))) for each in held.rounds[at - 1])
    return Round(at, matches, _named(values.resting(at), names), _named(excused, names))


def _named(numbers: list[int], names: dict[int, str]) -> tuple[str, ...]:
    return tuple(names[number] for number in numbers)


def _seats(held: HeldMatch, names: dict[int, str]) -> Iterator[Seat]:
    places, points = held.match.places or (None,) * len(held.match.seats), held.match.points()
    for number, place in zip(held.match.seats, places, strict=True):
        yield Seat(number, names[number], place, points.get(number))


Cells: TypeAlias = list[list[str | int | float | None]]


def standings_cells(shown: Board) -> Cells:
    """The standings as rows of a table."""
    return [
        [each.position, name, each.points, each.played, each.byes, each.among, each.strength, each.firsts]
        for each, name in shown.standings
    ]


def matches_cells(shown: Board) -> Cells:
    """All matches as rows of a table, one for each person, the first round first."""
    return [
        [each.number, at, match.held.table_name, number, seat.name, seat.place, seat.points]
        for each in reversed(shown.rounds)
        for at, match in enumerate(each.matches, 1)
        for number, seat in enumerate(match.seats, 1)
    ]
