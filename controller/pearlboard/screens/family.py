"""The family's table: who has played, won, and how strong each seems to be. Pure: results in, rows out.

Everybody is known by name, however it is spelt: case, accents and spaces make no other person. A computer is known by
its game and level, whatever it was called. What a team has won each of it has won.

For ratings (`glicko`) each game is a period of its own. Whoever played meets each other side once: as one opponent with
the mean of that side's ratings, won, lost or shared as the places say. All ratings are those from before the game. One
who sits on several sides meets nobody there. Who said no name is somebody else each time: always met as one of whom
nothing is known, and in no row.
"""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.screens.glicko import Met, Rating, rated, together

Who: TypeAlias = tuple[str, ...]
"""Somebody: `("person", name)` or `("computer", game, level)`."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One seat at the end of a game: who sat there, for which side, in which place. `level`: a computer's."""

    name: str
    side: int
    place: int
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: its number, which game it was, and its seats."""

    number: int
    game: str
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's line. `streak`: games won in a row until now; `best`: the longest there was."""

    name: str
    level: str | None
    game: str
    played: int
    won: int
    streak: int
    best: int
    rating: Rating


@dataclass(slots=True)
class _Tally:
    name: str
    level: str | None
    game: str
    played: int = 0
    won: int = 0
    streak: int = 0
    best: int = 0
    rating: Rating = field(default_factory=Rating)

    def count(self, *, won: bool) -> None:
        self.played += 1
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.best = max(self.best, self.streak)


def family(results: Iterable[Result], game: str | None = None, unnamed: Collection[str] = ()) -> tuple[Row, ...]:
    """Everybody who has played that game, or (None) any: surely the strongest first.

    `unnamed`: what people are called who have said no name, as they are `known_by` it.
    """
    tallies: dict[Who, _Tally] = {}
    for result in sorted(results, key=lambda each: each.number):
        if game in (None, result.game):
            _count(result, tallies, unnamed)
    rows = [
        Row(each.name, each.level, each.game, each.played, each.won, each.streak, each.best, each.rating)
        for each in tallies.values()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.rating.least, known_by(row.name))))


def known_by(name: str) -> str:
    """What of a name counts: neither case, accents nor spaces around it or doubled."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def who(seated: Seated, game: str) -> Who:
    """Whom a seat counts for."""
    return ("person", known_by(seated.name)) if seated.level is None else ("computer", game, seated.level)


def _count(result: Result, tallies: dict[Who, _Tally], unnamed: Collection[str]) -> None:
    there: dict[Who, list[Seated]] = {}
    for seated in result.seats:
        there.setdefault(who(seated, result.game), []).append(seated)
    before = {each: tallies[each].rating if each in tallies else Rating() for each in there}
    for each, seats in there.items():
        if each[0] == "person" and each[1] in unnamed:
            continue
        tally = tallies.setdefault(each, _Tally(seats[-1].name, seats[-1].level, result.game))
        tally.name = seats[-1].name
        tally.count(won=any(seated.place == 1 for seated in seats))
        met = [met for seated in seats for met in _met(each, seated, result, before)]
        if met:
            tally.rating = rated(tally.rating, met)


def _met(each: Who, seated: Seated, result: Result, before: Mapping[Who, Rating]) -> Sequence[Met]:
    """Every other side, as one opponent."""
    sides: dict[int, list[Rating]] = {}
    places: dict[int, int] = {}
    for other in result.seats:
        them = who(other, result.game)
        if other.side != seated.side and them != each:
            sides.setdefault(other.side, []).append(before[them])
            places[other.side] = other.place
    return [Met(together(team), _score(seated.place, places[side])) for side, team in sides.items()]


def _score(own: int, other: int) -> float:
    return 1.0 if own < other else 0.0 if own > other else 0.5
