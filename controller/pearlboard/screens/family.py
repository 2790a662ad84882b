"""The family's ranking: who has played, who has won, and how strong everybody seems to be. Pure: results in, rows out.

People are identified by name, ignoring case, accents and spaces; computers by game and level, whatever they were
called. A team's win is a win for each member.

How strong everybody is, `rating` says. Players without a name count as new players each time: they play with a
beginner's strength, and have no row.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.rating import Strength, rated
from pearlboard.session.player_names import known_by

Who: TypeAlias = tuple[str, ...]
"""An identity: `("person", name)` or `("computer", game, level)`."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat at the end of a game: its player, side and place.

    level  of a computer; `cost`: what its handicap costs the seat, in Elo points
    """

    name: str
    side: int
    place: int
    level: str | None = None
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: its number, which game it was, and its seats."""

    number: int
    game: str
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the ranking. `streak`: games won in a row until now; `best`: the longest streak ever."""

    name: str
    level: str | None
    game: str
    played: int
    won: int
    streak: int
    best: int
    rating: Strength


@dataclass(slots=True)
class Tally:
    """A player's counts until now."""

    name: str
    level: str | None
    game: str
    played: int = 0
    won: int = 0
    streak: int = 0
    best: int = 0
    rating: Strength = field(default_factory=Strength)

    def count(self, *, won: bool) -> None:
        self.played += 1
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.best = max(self.best, self.streak)


class Ranking:
    """All who have played, counted game by game: of each game by itself, and of all (None).

    `last`: the number of the last game that was counted.
    """

    def __init__(self) -> None:
        self.last = 0
        self.tallies: dict[str | None, dict[Who, Tally]] = {None: {}}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have been played."""
        return tuple(game for game in self.tallies if game is not None)

    def count(self, results: Iterable[tuple[int, Result | None]], unnamed: Collection[str]) -> None:
        """Count more games, oldest first, by their numbers; None: a game that does not count.

        `unnamed`: the names of people who gave none, in the form of `player_names.known_by`.
        """
        for number, result in results:
            if result is not None:
                _count(result, [self.tallies.setdefault(scope, {}) for scope in (None, result.game)], unnamed)
            self.last = number

    def rows(self, game: str | None) -> tuple[Row, ...]:
        """All who have played this game, or (None) any game; the most surely strong first."""
        rows = [
            Row(each.name, each.level, each.game, each.played, each.won, each.streak, each.best, each.rating)
            for each in self.tallies.get(game, {}).values()
        ]
        return tuple(sorted(rows, key=lambda row: (-row.rating.sure, known_by(row.name))))


def family(results: Iterable[Result], game: str | None = None, unnamed: Collection[str] = ()) -> tuple[Row, ...]:
    """All who have played this game, or (None) any game, after these results in any order."""
    ranking = Ranking()
    ranking.count(((each.number, each) for each in sorted(results, key=lambda each: each.number)), unnamed)
    return ranking.rows(game)


def who(seated: Seated, game: str) -> Who:
    """The identity that a seat counts for."""
    return ("person", known_by(seated.name)) if seated.level is None else ("computer", game, seated.level)


def _count(result: Result, scopes: Iterable[dict[Who, Tally]], unnamed: Collection[str]) -> None:
    there: dict[Who, list[Seated]] = {}
    sides: dict[int, tuple[list[Who], int]] = {}
    costs: dict[int, int] = {}
    for seated in result.seats:
        each = who(seated, result.game)
        there.setdefault(each, []).append(seated)
        sides.setdefault(seated.side, ([], seated.place))[0].append(each)
        costs[seated.side] = costs.get(seated.side, 0) + seated.cost
    for tallies in scopes:
        before = {each: tallies[each].rating for each in there if each in tallies}
        after = rated(tuple(sides.values()), before, tuple(costs.values()))
        for each, seats in there.items():
            if each[0] == "person" and each[1] in unnamed:
                continue
            tally = tallies.setdefault(each, Tally(seats[-1].name, seats[-1].level, result.game))
            tally.name = seats[-1].name
            tally.count(won=any(seated.place == 1 for seated in seats))
            tally.rating = after.get(each, tally.rating)
