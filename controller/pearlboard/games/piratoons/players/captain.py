"""The player that weighs: what a tile means for its lead, what a piece changes on each tile, what the others may bid.

Levels differ by noise on what they feel, never by what they see.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from pearlboard.games.bots import NothingToPlay, Thought, patiently
from pearlboard.games.piratoons.players.pace import after_ms
from pearlboard.games.piratoons.players.prospects import FELT, Table, Tuning, lead, table_of
from pearlboard.games.piratoons.rules import auction, options, plunder, ships, stowing
from pearlboard.games.piratoons.rules.actions import Action, Bid, Choose, Hold, Lay, Put
from pearlboard.games.piratoons.rules.judging import may_put, owned
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import Tile, box
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import Seat

SAMPLES: Final = 40
"""The number of simulated bids of the others."""
SHARE: Final = 2 / 3
"""The part of a tile's worth that others are assumed to bid."""
POINT: Final = 1.0
"""Doubloons that a point is worth to others, roughly."""
LOST: Final = 0.1
"""How likely a lead of one piece is lost again while others have pieces left."""
MOST_AT_ONCE: Final = 4
EVEN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Captain:
    """See the head of the file.

    noise   on what a tile is worth, in points
    slow    how much longer it takes for a piece
    slack   what a piece must bring at least, in points
    """

    noise: float = 0.0
    slow: float = 1.0
    slack: float = 0.05
    felt: Tuning = FELT

    def think(self, knowledge: View, seed: int, simulations: int = 0, go_on: Callable[[], bool] = patiently) -> Thought:
        """See `Bot`."""
        del simulations, go_on
        seat, rng = knowledge.viewer, Random(seed)
        if not isinstance(seat, int) or seat not in options.active(knowledge):
            raise NothingToPlay("this seat has nothing to play")
        action = self._choice(knowledge, seat, rng)
        return Thought(
            action,
            EVEN,
            lead(table_of(knowledge), seat, self.felt),
            after_ms=after_ms(action, rng, knowledge, self.slow),
        )

    def _choice(self, seen: View, seat: Seat, rng: Random) -> Action:
        match seen.stage:
            case Stage.PLUNDER:
                return self._plunder(seen, seat, rng)
            case Stage.BIDS:
                return Bid(self._bid(seen, seat, rng))
            case Stage.CHOICE:
                return self._chosen(seen, seat, rng)
            case Stage.SHIPS:
                return Lay(self._ship(seen, seat))
        return next(iter(options.open_to(seen, seat)))

    def _felt(self, table: Table, seat: Seat, rng: Random) -> float:
        return lead(table, seat, self.felt) + (rng.gauss(0, self.noise) if self.noise else 0.0)

    # --- plunder -------------------------------------------------------------------------------------------------

    def _plunder(self, seen: View, seat: Seat, rng: Random) -> Action:
        """A piece where the next few would change most a piece; none if a doubloon is better."""
        loot = plunder.loot(seen.put, seen.out)
        table = table_of(seen)
        for taker, tile in zip(loot, seen.chest, strict=True):
            if taker is not None and tile is not None:
                table = table.given(taker, tile)
        piece = self._piece(table, seat)
        best, most = 0, self.slack
        for place, tile in enumerate(seen.chest, 1):
            if tile is not None:
                gain = self._gain(seen, seat, place, self._worths(table, seat, loot[place - 1], tile, rng)) - piece
                if gain > most:
                    best, most = place, gain
        return Put(best) if best else Hold()

    def _piece(self, table: Table, seat: Seat) -> float:
        """The worth of the doubloon that is paid for a piece in stock."""
        return lead(table.paid(seat, 1), seat, self.felt) - lead(table, seat, self.felt)

    def _worths(self, table: Table, seat: Seat, taker: Seat | None, tile: Tile, rng: Random) -> Mapping[Seat, float]:
        """The effect on the own lead if a given seat gets the tile; `table` says who takes it now."""
        if taker is not None:
            own = list(table.tiles[taker - 1])
            own.remove(tile)
            table = Table((*table.tiles[: taker - 1], tuple(own), *table.tiles[taker:]), table.doubloons, table.left)
        nobody = lead(table, seat, self.felt)
        seats = range(1, len(table.tiles) + 1)
        return {each: self._felt(table.given(each, tile), seat, rng) - nobody for each in seats}

    def _gain(self, seen: View, seat: Seat, place: int, worths: Mapping[Seat, float]) -> float:
        """The most that one piece or a few bring, a piece."""
        row = seen.put[place - 1]
        rivals = max(
            (seen.stock[each - 1] for each in seen.setup.seats if each != seat and may_put(seen, each)), default=0
        )
        now = _expected(row, seen, worths, rivals)
        found = []
        for number in range(1, min(MOST_AT_ONCE, seen.stock[seat - 1]) + 1):
            more = (*row[: seat - 1], row[seat - 1] + number, *row[seat:])
            found.append((_expected(more, seen, worths, rivals) - now) / number)
        return max(found)

    # --- auction -------------------------------------------------------------------------------------------------

    def _bid(self, seen: View, seat: Seat, rng: Random) -> int:
        """The bid that does best against what the others may bid."""
        table = table_of(seen)
        wishes = {each: self.wishes(table, each, seen, rng) for each in seen.setup.seats}
        others = [self.others(seen, seat, wishes, rng) for _ in range(SAMPLES)]
        fortune = seen.doubloons[seat - 1]
        own = dict(wishes[seat])
        costs = [lead(table.paid(seat, -bid), seat, self.felt) for bid in range(fortune + 1)]
        return max(range(fortune + 1), key=lambda bid: self._hope(seen, seat, bid, others, wishes, own, costs))

    def wishes(self, table: Table, seat: Seat, seen: View, rng: Random) -> list[tuple[Tile, float]]:
        """The worth of each tile for sale to a seat, best first."""
        nothing = lead(table, seat, self.felt)
        found = [(tile, self._felt(table.given(seat, tile), seat, rng) - nothing) for tile in dict.fromkeys(seen.sale)]
        return sorted(found, key=lambda wish: -wish[1])

    def others(
        self, seen: View, seat: Seat, wishes: Mapping[Seat, list[tuple[Tile, float]]], rng: Random
    ) -> dict[Seat, int]:
        """Random bids of the others: about what the best tile is worth to them."""
        bids = {}
        for each in seen.setup.seats:
            if each != seat:
                wanted = SHARE * POINT * wishes[each][0][1] + rng.uniform(-1.5, 1.5)
                bids[each] = max(0, min(seen.doubloons[each - 1], round(wanted)))
        return bids

    def _hope(
        self,
        seen: View,
        seat: Seat,
        bid: int,
        others: list[dict[Seat, int]],
        wishes: Mapping[Seat, list[tuple[Tile, float]]],
        own: Mapping[Tile, float],
        costs: list[float],
    ) -> float:
        """The mean of what comes of it; those who bid more choose first."""
        if not bid:
            return 0.0
        hope = 0.0
        for sample in others:
            bids = [bid if each == seat else sample[each] for each in seen.setup.seats]
            buyers = auction.buyers(bids, len(seen.sale))
            if seat not in buyers:
                continue
            left = list(seen.sale)
            for buyer in buyers[: buyers.index(seat)]:
                left.remove(next(tile for tile, _ in wishes[buyer] if tile in left))
            hope += max(own[tile] for tile in left) + costs[bid] - costs[0]
        return hope / len(others)

    def _chosen(self, seen: View, seat: Seat, rng: Random) -> Action:
        table = table_of(seen)
        offers = [action for action in options.open_to(seen, seat) if isinstance(action, Choose)]
        return max(offers, key=lambda offer: self._felt(table.given(seat, offer.tile), seat, rng))

    # --- ships ---------------------------------------------------------------------------------------------------

    def _ship(self, seen: View, seat: Seat) -> ships.Ship:
        """At the end the ship that counts most against the others as they lie; before, the best by itself."""
        old, tiles = seen.ships[seat - 1], owned(seen, seat)
        if seen.round < box().rounds:
            return stowing.stowed(old, tiles)
        return max(stowing.ways(old, tiles), key=lambda ship: _margin(seen, seat, ship))


def _expected(row: tuple[int, ...], seen: View, worths: Mapping[Seat, float], rivals: int) -> float:
    """The expected worth of a tile, given its crews, if the leader may lose it to rivals with pieces left."""
    [taker] = plunder.loot((row,), seen.out)
    if taker is None:
        return 0.0
    others = [pieces for each, pieces in enumerate(row, 1) if each != taker]
    ahead = max(1, row[taker - 1] - max(others))
    kept = 1 - LOST**ahead if rivals >= ahead else 1.0
    return kept * worths[taker]


def _margin(seen: View, seat: Seat, ship: ships.Ship) -> int:
    fleet = (*seen.lies[: seat - 1], ship, *seen.lies[seat:])
    counted = scores(fleet, seen.doubloons)
    return counted[seat].points.total - max(score.points.total for other, score in counted.items() if other != seat)
