"""A player of rough sense, to measure others by: it looks at its own ship alone, at what a tile brings it at once.

It lays pieces where a point costs fewest, bids about two thirds of what a tile is worth, and tries fifteen ships.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from pearlboard.games.bots import NothingToPlay, Thought, patiently
from pearlboard.games.piratoons.players.holdings import holding, with_tiles
from pearlboard.games.piratoons.players.pace import after_ms
from pearlboard.games.piratoons.rules import options, ships, stowing
from pearlboard.games.piratoons.rules.actions import Action, Bid, Choose, Hold, Lay, Put
from pearlboard.games.piratoons.rules.connections import connections
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.sets import points
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import Tile
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import Seat

SAIL: Final = 1.5
BARREL: Final = 0.8
SPACE: Final = -0.3
PROMISE: Final = 1.0
PIECE: Final = 0.6
"""The points that a piece must bring: in stock it is a doubloon."""
TRIED: Final = 15
EVEN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Sensible:
    """See the head of the file. `noise` on what a tile is worth, in points; `slow`: how much longer a piece takes."""

    noise: float = 0.0
    slow: float = 1.0

    def think(self, knowledge: View, seed: int, simulations: int = 0, go_on: Callable[[], bool] = patiently) -> Thought:
        """See `Bot`."""
        del simulations, go_on
        rng = Random(seed)
        if not isinstance(knowledge.viewer, int) or knowledge.viewer not in options.active(knowledge):
            raise NothingToPlay("this seat has nothing to play")
        action = self._choice(knowledge, knowledge.viewer, rng)
        return Thought(action, EVEN, 0.0, after_ms=after_ms(action, rng, knowledge, self.slow))

    def _choice(self, seen: View, seat: Seat, rng: Random) -> Action:
        def felt(tile: Tile) -> float:
            return worth(seen, seat, tile) + (rng.gauss(0, self.noise) if self.noise else 0.0)

        match seen.stage:
            case Stage.PLUNDER:
                return _plunder(seen, seat, felt)
            case Stage.BIDS:
                wanted = round(max(map(felt, seen.sale)) * 2 / 3 + rng.uniform(-1, 1))
                return Bid(max(0, min(seen.doubloons[seat - 1], wanted)))
            case Stage.CHOICE:
                offers = [action for action in options.open_to(seen, seat) if isinstance(action, Choose)]
                return max(offers, key=lambda offer: felt(offer.tile))
            case Stage.SHIPS:
                return Lay(_ship(seen, seat, rng))
        return next(iter(options.open_to(seen, seat)))


def worth(seen: View, seat: Seat, tile: Tile) -> float:
    """The rough worth of a tile for its ship."""
    own = with_tiles(owned(seen, seat))
    return _felt(with_tiles(own, tile)) - _felt(own)


def _felt(tiles: tuple[Tile, ...]) -> float:
    held = holding(tiles)
    known = held.connections + held.sets + PROMISE * held.promise
    return known + SAIL * held.sails + BARREL * held.barrels + SPACE * sum(held.empty)


def _plunder(seen: View, seat: Seat, felt: Callable[[Tile], float]) -> Action:
    """The tile of which a point costs fewest pieces, if it is not led already."""
    best, most = 0, PIECE
    for place, tile in enumerate(seen.chest, 1):
        row = seen.put[place - 1]
        own, others = row[seat - 1], [pieces for other, pieces in enumerate(row, 1) if other != seat]
        needed = max(others) + 1 - own
        if tile is None or needed <= 0 or needed > seen.stock[seat - 1]:
            continue
        a_piece = felt(tile) / needed
        if a_piece > most:
            best, most = place, a_piece
    return Put(best) if best else Hold()


def _ship(seen: View, seat: Seat, rng: Random) -> Ship:
    """The best of some ships, with the Boats in their best order."""
    old, tiles = seen.ships[seat - 1], owned(seen, seat)
    offer = stowing.stowed(old, tiles)
    order = ships.boats(offer)
    tried = [offer, *(stowing.reordered(stowing.at_random(old, tiles, rng), order) for _ in range(TRIED - 1))]
    return max(tried, key=_counted)


def _counted(ship: Ship) -> float:
    lying = ships.equipment(ship)
    sails = sum(tile == "s" for tile in lying)
    return (
        sum(points(lying).values()) + connections(ship).points + SAIL * sails + SPACE * sum(ships.empty(ship).values())
    )
