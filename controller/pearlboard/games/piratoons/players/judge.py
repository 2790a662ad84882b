"""Finished games: how a position stood, and which of some decisions was better, for every seat in the same way.

What everybody may expect in points is what the players feel (`prospects`), and how far that was from the end of games
that computers played with each other: a round that is left brings about `GROWTH` points to everybody, and parts them
by `SPREAD` times the square root of the rounds. So chances are those of such draws; no draw knows a stack, and all
moments of a game are looked at with the same ones, so that a curve shows no chance of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from pearlboard.games.bots import Candidate, Chances, Outlook, Thought, patiently
from pearlboard.games.piratoons.players.captain import Captain
from pearlboard.games.piratoons.players.prospects import Table, expected, table_of
from pearlboard.games.piratoons.rules import auction, ships, stowing
from pearlboard.games.piratoons.rules.actions import Action, Bid, Choose, Lay
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import Tile
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import Seat

GROWTH: Final = 1.45
SPREAD: Final = 3.3
"""Points, a round; measured over 450 seats in 150 games of two to four computers."""
TO_COME: Final[Mapping[Stage, float]] = {
    Stage.CLOSED: 1.0,
    Stage.PLUNDER: 1.0,
    Stage.COUNT: 1.0,
    Stage.BIDS: 0.3,
    Stage.CHOICE: 0.2,
}
"""How much of a round is still to come at a stage."""
SLICE: Final = 50
EVEN: Final = 0.5
DRAWS: Final = 20_000

FELT: Final = Captain()
"""The player whose estimates of tiles and bids are used."""

Points = tuple[float, ...]
Decision: TypeAlias = Bid | Choose | Lay
"""The actions that can be compared."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """See `games.bots.Judge`."""

    def outlook(self, knowledge: View, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Outlook:
        """Each seat's share of the victories, and the points that it may expect."""
        del seed
        left, points = left_of(knowledge), _points(knowledge)
        wins, done = [0.0] * len(points), 0
        draws = _draws(len(points), left)
        while done < max(1, simulations) and (done == 0 or done % SLICE or go_on()):
            for seat, share in enumerate(_shares(points, next(draws))):
                wins[seat] += share
            done += 1
        chances = {
            seat: Chances(wins[seat - 1] / done, points[seat - 1] + GROWTH * left) for seat in knowledge.setup.seats
        }
        return Outlook(chances, cut=done < simulations)

    def weigh(
        self,
        knowledge: View,
        actions: Sequence[Action],
        seed: int,
        simulations: int,
        go_on: Callable[[], bool] = patiently,
    ) -> Thought:
        """Bids, choices and ships can be compared; what is done in a rush is not weighed."""
        found = [
            self._weighed(knowledge, action, seed, max(1, simulations), go_on)
            for action in actions
            if isinstance(action, Decision)
        ]
        if not found:
            return Thought(actions[0], EVEN, 0.0)
        found.sort(key=lambda each: -each.result)
        done = sum(each.visits for each in found)
        cut = done < max(1, simulations) * len(found)
        return Thought(found[0].action, found[0].result, found[0].points, done, cut, tuple(found))

    def _weighed(self, seen: View, action: Decision, seed: int, most: int, go_on: Callable[[], bool]) -> Candidate:
        """The same others' bids and the same draws for every action."""
        seat, rng = _seat(seen), Random(seed)
        left = seen_left(seen)
        draws, follows = _draws(seen.setup.players, left), self._following(seen, seat, action)
        won, points, done = 0.0, 0.0, 0
        while done < most and (done == 0 or done % SLICE or go_on()):
            expects = follows(rng)
            won += _shares(expects, next(draws))[seat - 1]
            points += expects[seat - 1] + GROWTH * left
            done += 1
        return Candidate(action, done, won / done, points / done)

    def _following(self, seen: View, seat: Seat, action: Decision) -> Callable[[Random], Points]:
        """The expectations of everybody after an action."""
        if isinstance(action, Bid):
            return self._after_bid(seen, seat, action.doubloons)
        if isinstance(action, Choose):
            table = table_of(seen).given(seat, action.tile).paid(seat, -_price(seen))
            done = expected(replace(table, left=seen_left(seen)))
        else:
            done = _after_ship(seen, seat, action.ship)
        return lambda _: done

    def _after_bid(self, seen: View, seat: Seat, bid: int) -> Callable[[Random], Points]:
        table = table_of(seen)
        wishes = {each: FELT.wishes(table, each, seen, Random(0)) for each in seen.setup.seats}
        known: dict[tuple[int, ...], Points] = {}

        def follows(rng: Random) -> Points:
            others = FELT.others(seen, seat, wishes, rng)
            bids = tuple(bid if each == seat else others[each] for each in seen.setup.seats)
            if bids not in known:
                known[bids] = expected(replace(_bought(table, seen, bids, wishes), left=seen_left(seen)))
            return known[bids]

        return follows


def _bought(table: Table, seen: View, bids: tuple[int, ...], wishes: Mapping[Seat, list[tuple[Tile, float]]]) -> Table:
    """Every buyer takes what it wishes most of what is left."""
    left = list(seen.sale)
    for buyer in auction.buyers(bids, len(left)):
        tile = next(tile for tile, _ in wishes[buyer] if tile in left)
        left.remove(tile)
        table = table.given(buyer, tile).paid(buyer, -bids[buyer - 1])
    return table


def _price(seen: View) -> int:
    return 0 if seen.bids is None else seen.bids[seen.buyers[0] - 1]


def _seat(seen: View) -> Seat:
    return seen.viewer if isinstance(seen.viewer, int) else 1


# --- how it stands -----------------------------------------------------------------------------------------------


def left_of(seen: View) -> float:
    """Rounds that are still to come, with what is left of the one that is on."""
    return 0.0 if seen.over else table_of(seen).left + TO_COME.get(seen.stage, 0.0)


def seen_left(seen: View) -> float:
    """The same after an auction: what comes then are the rounds that follow."""
    return float(table_of(seen).left)


def _points(seen: View) -> Points:
    """The expectations of everybody, without what rounds to come bring to all; pieces count once stop was said."""
    left = left_of(seen)
    if not left:
        fleet = tuple(_best(seen, seat) for seat in seen.setup.seats)
        return _scored(fleet, seen.doubloons)
    return expected(replace(table_of(seen), left=left))


def _best(seen: View, seat: Seat) -> Ship:
    """The ship that a seat has laid, or the one that it can lay."""
    laid = seen.laid[seat - 1] if seen.laid else None
    if seen.over or laid is not None:
        return laid or seen.ships[seat - 1]
    return stowing.stowed(seen.ships[seat - 1], owned(seen, seat))


def _after_ship(seen: View, seat: Seat, ship: Ship) -> Points:
    """In the last round that very ship counts; before, the best ship that its tiles can make."""
    if not seen_left(seen):
        fleet = tuple(ship if each == seat else _best(seen, each) for each in seen.setup.seats)
        return _scored(fleet, seen.doubloons)
    table = table_of(seen)
    own = tuple(sorted(ships.tiles(ship)))
    return expected(replace(table, tiles=(*table.tiles[: seat - 1], own, *table.tiles[seat:])))


def _scored(fleet: Sequence[Ship], doubloons: Sequence[int]) -> Points:
    return tuple(float(score.points.total) for score in scores(fleet, doubloons).values())


def _draws(players: int, left: float) -> "Draws":
    return Draws(players, SPREAD * sqrt(left))


class Draws:
    """The random differences of future rounds for each seat: the same, in the same order, every time."""

    def __init__(self, players: int, spread: float) -> None:
        self._rng, self._players, self._spread = Random(DRAWS), players, spread

    def __next__(self) -> Points:
        if not self._spread:
            return (0.0,) * self._players
        return tuple(self._rng.gauss(0, self._spread) for _ in range(self._players))


def _shares(points: Sequence[float], more: Sequence[float]) -> list[float]:
    """Each seat's share of one victory; equal ones share."""
    sums = [own + luck for own, luck in zip(points, more, strict=True)]
    most = max(sums)
    first = [each == most for each in sums]
    return [each / sum(first) for each in first]
