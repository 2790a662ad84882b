"""What a seat may expect of the game, in points more than the others: titles and losses that are still open in part.

A lead of one Sail means little with six rounds to come and all in the last one, so titles are weighed by how likely
they are to be kept; when no round is left, they are counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Final

from pearlboard.games.piratoons.players.holdings import Holding, holding, with_tiles
from pearlboard.games.piratoons.rules import ships
from pearlboard.games.piratoons.rules.scoring import EMPTY, MOST, SECOND
from pearlboard.games.piratoons.rules.tiles import Tile, box
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import Seat

PROMISE: Final = 0.6
"""How much of what one more tile would bring is counted, a round that is left."""
PURSE: Final = 10
"""More doubloons than that buy nothing more."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Estimates that are not counted.

    spread  of a lead in tiles, a round that is left; `purse`: of a lead in doubloons
    coin    the points that a doubloon buys while rounds are left
    """

    spread: float = 0.45
    purse: float = 3.0
    coin: float = 0.05


FELT: Final = Tuning()


@dataclass(frozen=True, slots=True)
class Table:
    """The evaluated state: everybody's tiles and doubloons, and the number of rounds (or parts of one) after this
    one.
    """

    tiles: tuple[tuple[Tile, ...], ...]
    doubloons: tuple[int, ...]
    left: float

    def given(self, seat: Seat, *tiles: Tile) -> "Table":
        """The same with more tiles for a seat."""
        own = with_tiles(self.tiles[seat - 1], *tiles)
        return replace(self, tiles=(*self.tiles[: seat - 1], own, *self.tiles[seat:]))

    def paid(self, seat: Seat, doubloons: int) -> "Table":
        """The same with more doubloons for a seat, or fewer."""
        own = self.doubloons[seat - 1] + doubloons
        return replace(self, doubloons=(*self.doubloons[: seat - 1], own, *self.doubloons[seat:]))


def table_of(seen: View) -> Table:
    """The public state; tiles that were won and are not laid yet belong to their seats."""
    won = seen.won or ((),) * seen.setup.players
    tiles = tuple(with_tiles(ships.tiles(ship), *more) for ship, more in zip(seen.ships, won, strict=True))
    return Table(tiles, seen.doubloons, box().rounds - seen.round)


def lead(table: Table, seat: Seat, felt: Tuning = FELT) -> float:
    """The expectation of the seat, less the mean of the others."""
    points = list(expected(table, felt))
    own = points.pop(seat - 1)
    return own - sum(points) / len(points)


def expected(table: Table, felt: Tuning = FELT) -> tuple[float, ...]:
    """The expectation of each seat."""
    held = [holding(tiles) for tiles in table.tiles]
    return tuple(_points(table, held, index, felt) for index in range(len(held)))


def _points(table: Table, held: Sequence[Holding], index: int, felt: Tuning) -> float:
    own, left = held[index], table.left
    spread = 0.2 + felt.spread * left if left else 0.0
    purse = 0.4 + felt.purse * left if left else 0.0
    points = own.connections + own.sets + PROMISE * left * own.promise
    points += _title([each.sails for each in held], index, spread)
    points += _title(table.doubloons, index, purse)
    points += _title([each.barrels for each in held], index, 2 * spread)
    for kind in range(len(own.empty)):
        points += EMPTY * _most([each.empty[kind] for each in held], index, spread)
    points += EMPTY * _most([sum(each.empty) for each in held], index, 2 * spread)
    return points + (felt.coin * min(table.doubloons[index], PURSE) if left else 0.0)


def _title(counts: Sequence[int], index: int, spread: float) -> float:
    own = counts[index]
    if not spread:
        ranks = sorted({count for count in counts if count}, reverse=True)
        return MOST if ranks[:1] == [own] else SECOND if ranks[1:2] == [own] else 0
    ahead = [_ahead(own - other, spread) for at, other in enumerate(counts) if at != index]
    first = 1.0
    for chance in ahead:
        first *= chance
    second = sum(first / chance * (1 - chance) for chance in ahead)
    return MOST * first + SECOND * second


def _most(counts: Sequence[int], index: int, spread: float) -> float:
    """How likely the seat is to be among those who have most."""
    own = counts[index]
    if not spread:
        return float(own > 0 and own == max(counts))
    chance = 1.0
    for at, other in enumerate(counts):
        if at != index:
            chance *= _ahead(own - other + 0.3, spread)
    return chance


def _ahead(difference: float, spread: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference / spread))))
