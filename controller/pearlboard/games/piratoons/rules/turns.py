"""The results of an action. Nothing is judged here: what comes in is legal (`judging`)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from pearlboard.games.piratoons.rules import auction, plunder, ships, stowing
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
from pearlboard.games.piratoons.rules.plunder import Told
from pearlboard.games.piratoons.rules.state import Current, Round, Sold, Stage, State, Where, nothing_put
from pearlboard.games.piratoons.rules.tiles import EQUIPMENT, PLACES, Tile, box
from pearlboard.games.values import TABLE, Actor, Seat


def after(state: State, actor: Actor, action: Action) -> State:
    """The state after a legal action. With a new stage the others wait anew."""
    new = _AFTER[type(action)](state, actor, action)
    return new if new.stage is state.stage else _now(new, waited=False)


def sand_out(state: State) -> State:
    """The sand has run out: from now on anybody may say stop (7)."""
    return _now(state, sand_out=True)


def hands_open(state: State) -> State:
    """Three, two, one: what they held is to be said."""
    return _now(state, opened=True)


def waited(state: State) -> State:
    """The state in which all may go on without those who have not answered."""
    return _now(state, waited=True)


def _now(state: State, **changed: Any) -> State:  # noqa: ANN401 - fields of `Current`
    return replace(state, now=replace(state.now, **changed))


# --- plunder -----------------------------------------------------------------------------------------------------


def _open(state: State, _: Actor, __: Open) -> State:
    """Six tiles of a stack and three Boats lie open."""
    now = _rush(state, (*state.stacks[0], *state.boats[0]))
    return replace(state, stage=Stage.PLUNDER, now=now, stacks=state.stacks[1:], boats=state.boats[1:])


def _practise(state: State, _: Actor, __: Practise) -> State:
    """Practise: nothing is drawn from the stacks."""
    now = replace(_rush(state, (None,) * PLACES), practice=True)
    return replace(state, stage=Stage.PLUNDER, now=now)


def _rush(state: State, chest: tuple[Tile | None, ...]) -> Current:
    """All place; without sand stop may be said at once, or when in turn nobody places any more."""
    players = state.setup.players
    return Current(
        chest=chest,
        put=nothing_put(players),
        turn=state.captain if state.setup.in_turn else None,
        sand_out=not state.setup.sand_ms and not state.setup.in_turn,
        spoilt=(0,) * players,
        said=(None,) * players,
        won=((),) * players,
    )


def _next(state: State) -> State:
    """The turn of the next who can and may want to place; without one, stop may be said."""
    now, seats = state.now, state.setup.players
    if now.turn is None:
        return state
    left = {
        seat
        for seat in state.setup.seats
        if seat not in now.holding | now.out and plunder.placed(now.put, seat) < box().crew
    }
    after = ((now.turn + step) % seats + 1 for step in range(seats))
    following = next((seat for seat in after if seat in left), None)
    return _now(state, turn=following, sand_out=following is None)


def _put(state: State, actor: Seat, put: Put) -> State:
    """The others may think again about holding back."""
    row = state.now.put[put.place - 1]
    crew = (*state.now.put[: put.place - 1], _with(row, actor, row[actor - 1] + 1), *state.now.put[put.place :])
    return _next(_now(state, put=crew, holding=state.now.holding & {actor}))


def _hold(state: State, actor: Seat, _: Hold) -> State:
    return _next(_now(state, holding=state.now.holding | {actor}))


def _stop(state: State, _: Actor, stop: Stop) -> State:
    """Stop. Of pieces placed by screens all is known; of those on the board, only who lies where."""
    if state.setup.plunder is Where.SCREEN:
        told = [_by_screen(state, seat) for seat in state.setup.seats]
        return _plundered(state, TABLE, agreed(told, state.now.out))
    return replace(_now(state, seen=frozenset(stop.seen), holding=frozenset()), stage=Stage.COUNT)


def agreed(told: list[Told], out: frozenset[Seat]) -> Plundered:
    """The agreement if nobody says anything else."""
    crew = tuple(zip(*(each.crew for each in told), strict=True))
    return Plundered(crew, tuple(each.spoiled for each in told), tuple(sorted(out)))


def _by_screen(state: State, seat: Seat) -> Told:
    return Told(tuple(row[seat - 1] for row in state.now.put), state.now.spoilt[seat - 1])


def _out(state: State, _: Actor, out: Out) -> State:
    new = _now(state, out=state.now.out | {out.seat} if out.out else state.now.out - {out.seat})
    return _next(new) if out.out and out.seat == state.now.turn else new


def _spoil(state: State, _: Actor, spoil: Spoil) -> State:
    """Report a spoiled piece; a seat that has counted already counts again."""
    said = tuple(
        replace(told, spoiled=spoil.pieces) if told is not None and seat == spoil.seat else told
        for seat, told in enumerate(state.now.said, 1)
    )
    return _now(state, spoilt=_with(state.now.spoilt, spoil.seat, spoil.pieces), said=said)


def _count(state: State, actor: Seat, count: Count) -> State:
    said = (*state.now.said[: actor - 1], Told(count.crew, count.spoiled), *state.now.said[actor:])
    return _now(state, said=said)


def _plundered(state: State, _: Actor, told: Plundered) -> State:
    """Pay comes before loot (10); what nobody takes is for sale, with the sea (14)."""
    if state.now.practice:
        return _practised(state, told)
    pay = plunder.due(told.crew, told.spoiled, told.out, box().crew)
    doubloons, halvings = plunder.paid(state.doubloons, pay, box().doubloons)
    loot = plunder.loot(told.crew, told.out)
    chest = state.now.chest
    won = tuple(
        tuple(tile for tile, taker in zip(chest, loot, strict=True) if taker == seat and tile is not None)
        for seat in state.setup.seats
    )
    left = tuple(None if taker else tile for tile, taker in zip(chest, loot, strict=True))
    sale = _on_sale(left, state.sea)
    stage = Stage.BIDS if sale else Stage.SHIPS
    after_plunder = replace(state, stage=stage, doubloons=doubloons)
    players = state.setup.players
    return _now(
        after_plunder,
        chest=left,
        out=frozenset(told.out),
        crew=told.crew,
        spoiled=told.spoiled,
        loot=loot,
        pay=pay,
        halvings=halvings,
        sale=sale,
        bids=(None,) * players if sale else (),
        won=won,
        laid=(None,) * players,
        threw=(0,) * players,
    )


def _practised(state: State, told: Plundered) -> State:
    """The result of a practice: who would have taken which tile, and nothing else."""
    empty = replace(_rush(state, (None,) * PLACES), practice=True, turn=None, sand_out=False)
    loot = plunder.loot(told.crew, told.out)
    return replace(state, stage=Stage.CLOSED, now=replace(empty, crew=told.crew, loot=loot))


def _with(numbers: tuple[int, ...], seat: Seat, number: int) -> tuple[int, ...]:
    return (*numbers[: seat - 1], number, *numbers[seat:])


# --- auction -----------------------------------------------------------------------------------------------------


def _bid(state: State, actor: Seat, bid: Bid | Rebid) -> State:
    """The last one opens them all."""
    bids = (*state.now.bids[: actor - 1], bid.doubloons, *state.now.bids[actor:])
    return _opened(_now(state, bids=bids))


def _close(state: State, _: Actor, __: Close) -> State:
    return _now(state, closed=True)


def _fists(state: State, _: Actor, fists: Fists) -> State:
    bids = tuple(
        sealed if sealed is not None else held for sealed, held in zip(state.now.bids, fists.bids, strict=True)
    )
    return _opened(_now(state, bids=bids))


def _opened(state: State) -> State:
    bids = [bid for bid in state.now.bids if bid is not None]
    if len(bids) < state.setup.players:
        return state
    buyers = auction.buyers(bids, len(state.now.sale))
    return replace(_now(state, buyers=buyers), stage=Stage.CHOICE if buyers else Stage.SHIPS)


def _choose(state: State, actor: Seat, choose: Choose) -> State:
    """The bid goes to the bank."""
    now = state.now
    price = now.bids[actor - 1] or 0
    chest, sea = _without(now.chest, state.sea, choose)
    buyers = now.buyers[1:]
    bought = replace(
        state,
        stage=Stage.CHOICE if buyers else Stage.SHIPS,
        doubloons=_with(state.doubloons, actor, state.doubloons[actor - 1] - price),
        sea=sea,
    )
    return _now(
        bought,
        chest=chest,
        sale=_on_sale(chest, sea),
        buyers=buyers,
        sold=(*now.sold, Sold(actor, choose.tile, price)),
        won=(*now.won[: actor - 1], (*now.won[actor - 1], choose.tile), *now.won[actor:]),
    )


def _on_sale(chest: tuple[Tile | None, ...], sea: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles for sale: the rest of the nine, and the sea (14)."""
    return tuple(sorted((*(tile for tile in chest if tile is not None), *sea)))


def _without(
    chest: tuple[Tile | None, ...], sea: tuple[Tile, ...], choose: Choose
) -> tuple[tuple[Tile | None, ...], tuple[Tile, ...]]:
    """Chest and sea without the tile that was chosen."""
    if not choose.place and choose.tile in sea:
        at = sea.index(choose.tile)
        return chest, (*sea[:at], *sea[at + 1 :])
    at = choose.place - 1 if choose.place else chest.index(choose.tile)
    return (*chest[:at], None, *chest[at + 1 :]), sea


# --- ships -------------------------------------------------------------------------------------------------------


def _lay(state: State, actor: Seat, lay: Lay) -> State:
    """Lay a ship. With the last one the round is over: thrown and unsold tiles float in the sea (17, 22)."""
    return _ready(state, actor, lay.ship)


def _built(state: State, actor: Seat, built: Built) -> State:
    """Report a real ship, of which only what its seat has won and thrown is known."""
    return _ready(_now(state, threw=_with(state.now.threw, actor, built.overboard)), actor, ships.START)


def _ready(state: State, actor: Seat, ship: ships.Ship) -> State:
    laid = (*state.now.laid[: actor - 1], ship, *state.now.laid[actor:])
    state = _now(state, laid=laid)
    fleet = tuple(ship for ship in laid if ship is not None)
    return _ended(state, fleet) if len(fleet) == state.setup.players else state


def _ended(state: State, fleet: tuple[ships.Ship, ...]) -> State:
    now = state.now
    thrown = _thrown(state, fleet)
    sea = tuple(sorted(Counter((*now.sale, *(tile for tiles in thrown for tile in tiles))).elements()))
    over = Round(
        crew=now.crew or (),
        spoiled=now.spoiled,
        out=tuple(sorted(now.out)),
        bids=tuple(bid for bid in now.bids if bid is not None) if now.bids else None,
        sold=now.sold,
        ships=fleet,
        loot=now.loot,
        pay=now.pay,
        halvings=now.halvings,
        thrown=thrown,
        doubloons=state.doubloons,
        sea=sea,
    )
    played = state.played + 1
    last = Stage.TALLY if state.setup.boxed else Stage.OVER
    stage = last if played == box().rounds else Stage.CLOSED
    rounds, cargo = (*state.rounds, over), _cargo(state, thrown)
    return replace(state, stage=stage, played=played, sea=sea, ships=fleet, now=Current(), rounds=rounds, cargo=cargo)


def _thrown(state: State, fleet: tuple[ships.Ship, ...]) -> tuple[tuple[Tile, ...], ...]:
    """The tiles thrown overboard, by seat."""
    now = state.now
    if state.setup.boxed:
        return tuple((EQUIPMENT,) * count for count in now.threw)
    return tuple(
        ships.overboard(new, (*ships.tiles(old), *won))
        for new, old, won in zip(fleet, state.ships, now.won, strict=True)
    )


def _cargo(state: State, thrown: tuple[tuple[Tile, ...], ...]) -> tuple[tuple[Tile, ...], ...]:
    """The tiles on real ships afterwards."""
    kept = (
        Counter((*had, *won)) - Counter(lost)
        for had, won, lost in zip(state.cargo, state.now.won, thrown, strict=False)
    )
    return tuple(tuple(sorted(each.elements())) for each in kept)


def _tally(state: State, _: Actor, tally: Tally) -> State:
    return replace(state, stage=Stage.OVER, tally=tally.points)


# --- those who do not answer -------------------------------------------------------------------------------------


def _proceed(state: State, _: Actor, __: Proceed) -> State:
    """See `actions.Proceed`."""
    match state.stage:
        case Stage.COUNT:
            told = [plunder.at_least(state.now, seat, box().crew) for seat in state.setup.seats]
            return _plundered(state, TABLE, agreed(told, state.now.out))
        case Stage.BIDS:
            return _opened(_now(state, bids=tuple(bid or 0 for bid in state.now.bids)))
    for seat in [seat for seat, ship in enumerate(state.now.laid, 1) if ship is None]:
        boxed = state.setup.boxed
        state = _built(state, seat, Built(0)) if boxed else _lay(state, seat, Lay(_offered(state, seat)))
    return state


def _offered(state: State, seat: Seat) -> ships.Ship:
    old = state.ships[seat - 1]
    return stowing.stowed(old, (*ships.tiles(old), *state.now.won[seat - 1]))


_AFTER: Final[Mapping[type, Callable[[State, Any, Any], State]]] = {
    Open: _open,
    Practise: _practise,
    Put: _put,
    Hold: _hold,
    Stop: _stop,
    Out: _out,
    Spoil: _spoil,
    Count: _count,
    Plundered: _plundered,
    Bid: _bid,
    Rebid: _bid,
    Close: _close,
    Fists: _fists,
    Choose: _choose,
    Lay: _lay,
    Built: _built,
    Tally: _tally,
    Proceed: _proceed,
}
