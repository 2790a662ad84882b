"""The score of everybody (23 to 27): three titles, connections, empty spaces, sets of tiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pearlboard.games.piratoons.rules import sets, ships
from pearlboard.games.piratoons.rules.connections import Connections, connections
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.state import Setup
from pearlboard.games.values import Outcome, Seat

MOST: Final = 5
SECOND: Final = 2
EMPTY: Final = -2


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points by what they are for; those for empty spaces are not above 0."""

    fastest: int
    richest: int
    biggest: int
    connections: int
    empty: int
    sets: int

    @property
    def total(self) -> int:
        return self.fastest + self.richest + self.biggest + self.connections + self.empty + self.sets


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's ship and fortune in numbers. `empty` and `sets` are by kind; the sum of all spaces is `empty_total`."""

    sails: int
    doubloons: int
    barrels: int
    connections: Connections
    empty: Mapping[str, int]
    sets: Mapping[str, int]
    points: Points

    @property
    def empty_total(self) -> int:
        return sum(self.empty.values())


def scores(fleet: Sequence[Ship], doubloons: Sequence[int]) -> dict[Seat, Score]:
    """The score of each seat, as if the game ended now."""
    sails = [sets.number(ships.equipment(ship), "s") for ship in fleet]
    barrels = [ships.barrels(ship) for ship in fleet]
    titles = zip(*(_title(column) for column in (sails, doubloons, barrels)), strict=True)
    empty = [ships.empty(ship) for ship in fleet]
    losses = _losses(empty)
    found = {}
    for seat, (fastest, richest, biggest) in enumerate(titles, 1):
        ship = fleet[seat - 1]
        joined, by_kind = connections(ship), sets.points(ships.equipment(ship))
        points = Points(fastest, richest, biggest, joined.points, losses[seat - 1], sum(by_kind.values()))
        found[seat] = Score(
            sails[seat - 1], doubloons[seat - 1], barrels[seat - 1], joined, empty[seat - 1], by_kind, points
        )
    return found


class Ended(Protocol):
    """A game that is over, or what everybody knows of it."""

    @property
    def setup(self) -> Setup: ...
    @property
    def ships(self) -> tuple[Ship, ...]: ...
    @property
    def doubloons(self) -> tuple[int, ...]: ...
    @property
    def tally(self) -> tuple[int, ...]: ...


def totals(game: Ended) -> dict[Seat, int]:
    """The total of each seat for ships and doubloons; for real ships as people have counted."""
    if game.setup.boxed:
        return dict(enumerate(game.tally, 1))
    return {seat: score.points.total for seat, score in scores(game.ships, game.doubloons).items()}


def winners(points: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Most points; a tie is a shared victory (27)."""
    return outcome(points).winners


def outcome(points: Mapping[Seat, int]) -> Outcome:
    """Most points win; a tie is a shared victory (27)."""
    return Outcome.by_points(points)


def richest(doubloons: Sequence[int]) -> dict[Seat, int]:
    """The points of doubloons alone, by seat."""
    return dict(enumerate(_title(doubloons), 1))


def _title(counts: Sequence[int]) -> list[int]:
    """Points for the most and the second most; having none scores nothing (23)."""
    ranks = sorted({count for count in counts if count}, reverse=True)
    worth = dict(zip(ranks, (MOST, SECOND), strict=False))
    return [worth.get(count, 0) for count in counts]


def _losses(empty: Sequence[Mapping[str, int]]) -> list[int]:
    """Losses of those with the most, in each kind and in the sum; nobody loses where nobody has any (25)."""
    columns = [[seat[kind] for seat in empty] for kind in empty[0]]
    columns.append([sum(seat.values()) for seat in empty])
    return [EMPTY * sum(0 < column[seat] == max(column) for column in columns) for seat in range(len(empty))]
