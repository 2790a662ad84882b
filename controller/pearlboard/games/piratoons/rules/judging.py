"""Why an action is refused, from what a viewer knows: the first of the rules that is against it."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from pearlboard.games.piratoons.rules import ships
from pearlboard.games.piratoons.rules.actions import (
    Action,
    Bid,
    Built,
    Choose,
    Close,
    Count,
    Fists,
    Hold,
    Lay,
    Open,
    Out,
    Plundered,
    Practise,
    Proceed,
    Put,
    Rebid,
    Spoil,
    Stop,
    Tally,
)
from pearlboard.games.piratoons.rules.plunder import placed
from pearlboard.games.piratoons.rules.refusals import IllegalStep
from pearlboard.games.piratoons.rules.state import Stage, Where
from pearlboard.games.piratoons.rules.tiles import EQUIPMENT, Tile, box, is_boat, kind_of
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import TABLE, Actor, Seat

STAGES: Final[Mapping[type, tuple[Stage, ...]]] = {
    Open: (Stage.CLOSED,),
    Practise: (Stage.CLOSED,),
    Put: (Stage.PLUNDER,),
    Hold: (Stage.PLUNDER,),
    Stop: (Stage.PLUNDER,),
    Out: (Stage.PLUNDER, Stage.COUNT),
    Spoil: (Stage.PLUNDER, Stage.COUNT),
    Count: (Stage.COUNT,),
    Plundered: (Stage.COUNT,),
    Bid: (Stage.BIDS,),
    Rebid: (Stage.BIDS,),
    Close: (Stage.BIDS,),
    Fists: (Stage.BIDS,),
    Choose: (Stage.CHOICE,),
    Lay: (Stage.SHIPS,),
    Built: (Stage.SHIPS,),
    Tally: (Stage.TALLY,),
    Proceed: (Stage.COUNT, Stage.BIDS, Stage.SHIPS),
}
"""When each of them can be done."""
TOGETHER: Final = (Stop, Out, Spoil, Plundered, Close, Fists, Tally, Proceed)
"""The actions of all together."""
LEAST: Final = -100
MOST: Final = 200
"""No ship has fewer points or more: what is outside was mistyped."""


def judge(seen: View, actor: Actor, action: Action) -> None:
    """Raise the first refusal that stands against it."""
    if seen.over:
        raise IllegalStep("game_over")
    if seen.stage not in STAGES[type(action)]:
        raise IllegalStep("not_at_this_stage")
    if (actor == TABLE) != isinstance(action, TOGETHER):
        raise IllegalStep("not_your_turn")
    if actor != TABLE and actor not in seen.setup.seats:
        raise IllegalStep("no_such_seat")
    JUDGES[type(action)](seen, actor, action)


def may_put(seen: View, seat: Seat) -> bool:
    """Whether a seat has a piece left to place by a screen."""
    return seen.stage is Stage.PLUNDER and seat not in seen.out and seen.stock[seat - 1] > 0


# --- plunder -----------------------------------------------------------------------------------------------------


def _open(seen: View, actor: Actor, _: Open) -> None:
    if actor != seen.captain:
        raise IllegalStep("not_your_turn")


def _practise(seen: View, actor: Actor, _: Practise) -> None:
    if actor != seen.captain:
        raise IllegalStep("not_your_turn")
    if seen.round > 1:
        raise IllegalStep("practised_before_the_first")


def _put(seen: View, actor: Seat, _: Put | Hold) -> None:
    if actor in seen.out:
        raise IllegalStep("seat_is_out", actor)
    if not may_put(seen, actor):
        raise IllegalStep("no_crew_left", actor)
    if seen.setup.in_turn and actor != seen.turn:
        raise IllegalStep("not_your_turn")


def _stop(seen: View, _: Actor, stop: Stop) -> None:
    if not seen.sand_out:
        raise IllegalStep("too_early" if seen.setup.sand_ms else "turns_left", seen.turn)
    for _place, seat in stop.seen:
        _seat(seen, seat)


def _out(seen: View, _: Actor, out: Out) -> None:
    _seat(seen, out.seat)


def _spoil(seen: View, _: Actor, spoil: Spoil) -> None:
    _seat(seen, spoil.seat)
    _few(spoil.seat, spoil.pieces + placed(seen.put, spoil.seat))


def _count(seen: View, actor: Seat, count: Count) -> None:
    if seen.setup.plunder is Where.SCREEN or seen.said[actor - 1] is not None:
        raise IllegalStep("not_your_turn")
    _few(actor, sum(count.crew) + count.spoiled)


def _plundered(seen: View, _: Actor, told: Plundered) -> None:
    players = seen.setup.players
    if len(told.spoiled) != players or any(len(place) != players for place in told.crew):
        raise IllegalStep("no_such_seat")
    for seat in told.out:
        _seat(seen, seat)
    for seat in seen.setup.seats:
        _few(seat, placed(told.crew, seat) + told.spoiled[seat - 1])


def _seat(seen: View, seat: Seat) -> None:
    if seat not in seen.setup.seats:
        raise IllegalStep("no_such_seat")


def _few(seat: Seat, pieces: int) -> None:
    if pieces > box().crew:
        raise IllegalStep("too_many_crew", seat, count=pieces, most=box().crew)


# --- auction -----------------------------------------------------------------------------------------------------


def _bid(seen: View, actor: Seat, bid: Bid) -> None:
    if actor in seen.sealed:
        raise IllegalStep("sealed_already", actor)
    _hands_free(seen, actor)
    _affordable(seen, actor, bid.doubloons)


def _rebid(seen: View, actor: Seat, bid: Rebid) -> None:
    if actor not in seen.sealed:
        raise IllegalStep("nothing_sealed", actor)
    _hands_free(seen, actor)
    _affordable(seen, actor, bid.doubloons)


def _hands_free(seen: View, actor: Seat) -> None:
    """Once hands are closed, nobody changes a bid: some may be open before others are told of."""
    if seen.closed:
        raise IllegalStep("hands_closed", actor)


def _close(seen: View, _: Actor, __: Close) -> None:
    if seen.closed:
        raise IllegalStep("hands_closed")


def _fists(seen: View, _: Actor, fists: Fists) -> None:
    if len(fists.bids) != seen.setup.players:
        raise IllegalStep("no_such_seat")
    for seat, bid in enumerate(fists.bids, 1):
        if seat in seen.sealed and bid is not None:
            raise IllegalStep("sealed_already", seat)
        if seat not in seen.sealed and bid is None:
            raise IllegalStep("bids_missing")
        if bid is not None:
            _affordable(seen, seat, bid)


def _affordable(seen: View, seat: Seat, bid: int) -> None:
    fortune = seen.doubloons[seat - 1]
    if bid > fortune:
        raise IllegalStep("bid_too_high", seat, count=fortune)


def _choose(seen: View, actor: Seat, choose: Choose) -> None:
    if actor != seen.buyers[0]:
        raise IllegalStep("not_your_turn")
    anywhere = seen.sea if seen.setup.boxed else seen.sale  # tiles of a box are told apart by their place alone
    lies = anywhere if not choose.place else (seen.chest[choose.place - 1],)
    if choose.tile not in lies:
        raise IllegalStep("no_such_tile", actor)


# --- ships -------------------------------------------------------------------------------------------------------


def owned(seen: View, seat: Seat) -> tuple[Tile, ...]:
    """The tiles of a seat: on its ship, and won in this round."""
    if seen.setup.boxed:
        return (*seen.cargo[seat - 1], *(seen.won[seat - 1] if seen.won else ()))
    return (*ships.tiles(seen.ships[seat - 1]), *seen.won[seat - 1])


def _lay(seen: View, actor: Seat, lay: Lay) -> None:
    if seen.setup.boxed:
        raise IllegalStep("real_ships")
    if seen.laid[actor - 1] is not None:
        raise IllegalStep("laid_already", actor)
    judge_ship(actor, lay.ship, owned(seen, actor))


def _built(seen: View, actor: Seat, built: Built) -> None:
    """A Boat never leaves a ship (18)."""
    if not seen.setup.boxed:
        raise IllegalStep("not_at_this_stage")
    if seen.laid[actor - 1] is not None:
        raise IllegalStep("laid_already", actor)
    most = owned(seen, actor).count(EQUIPMENT)
    if built.overboard > most:
        raise IllegalStep("too_much_overboard", actor, count=built.overboard, most=most)


def _tally(seen: View, _: Actor, tally: Tally) -> None:
    if len(tally.points) != seen.setup.players:
        raise IllegalStep("no_such_seat")
    for seat, points in enumerate(tally.points, 1):
        if not LEAST <= points <= MOST:
            raise IllegalStep("no_such_score", seat, points=points, least=LEAST, most=MOST)


def judge_ship(seat: Seat, ship: ships.Ship, tiles: tuple[Tile, ...]) -> None:
    """A ship of a seat that owns these tiles (18, 19, 21)."""
    has, lies = Counter(tiles), Counter(ships.tiles(ship))
    if not ships.framed(ship):
        raise IllegalStep("bow_and_stern", seat)
    if sorted(ships.boats(ship)) != sorted(tile for tile in tiles if is_boat(tile)):
        raise IllegalStep("wrong_boats", seat)
    if lies - has:
        raise IllegalStep("not_own_tile", seat)
    for number, part in enumerate(ship, 1):
        if (fault := part.fault) is not None:
            raise IllegalStep(fault, seat, number=number)
    for tile in ships.overboard(ship, tiles):
        if ships.open_parts(ship, kind_of(tile)):
            raise IllegalStep("still_fits", seat)


# --- those who do not answer -------------------------------------------------------------------------------------


def _proceed(seen: View, _: Actor, __: Proceed) -> None:
    if not seen.awaited:
        raise IllegalStep("not_at_this_stage")
    if not seen.waited:
        raise IllegalStep("wait_a_little", seats=seen.awaited)


JUDGES: Final[Mapping[type, Callable[[View, Any, Any], None]]] = {
    Open: _open,
    Practise: _practise,
    Put: _put,
    Hold: _put,
    Stop: _stop,
    Out: _out,
    Spoil: _spoil,
    Count: _count,
    Plundered: _plundered,
    Bid: _bid,
    Rebid: _rebid,
    Close: _close,
    Fists: _fists,
    Choose: _choose,
    Lay: _lay,
    Built: _built,
    Tally: _tally,
    Proceed: _proceed,
}
