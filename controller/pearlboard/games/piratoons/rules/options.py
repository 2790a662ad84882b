"""The open actions for a viewer; of bids, counts and ships, which are many, a useful or a random selection."""

from collections.abc import Iterator
from random import Random
from typing import Final

from pearlboard.games.piratoons.rules import stowing
from pearlboard.games.piratoons.rules.actions import (
    Action,
    Bid,
    Built,
    Choose,
    Count,
    Fists,
    Hold,
    Lay,
    Open,
    Practise,
    Proceed,
    Put,
    Stop,
    Tally,
)
from pearlboard.games.piratoons.rules.judging import may_put, owned
from pearlboard.games.piratoons.rules.plunder import Told, at_least, told_of
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import EQUIPMENT, PLACES, box
from pearlboard.games.piratoons.rules.turns import agreed
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.values import TABLE, Actor, Seat

HELD: Final = 0.25
"""How often a player by chance holds a piece back."""

TOGETHER: Final = (Stage.PLUNDER, Stage.COUNT, Stage.BIDS, Stage.TALLY)
"""When all do something together; and whenever somebody was waited for."""


def active(seen: View) -> frozenset[Actor]:
    """The actors who may act, by public knowledge."""
    together: frozenset[Actor] = frozenset({TABLE}) if seen.stage in TOGETHER or seen.waited else frozenset()
    return frozenset(seat for seat in seen.setup.seats if _has_to_act(seen, seat)) | together


def _has_to_act(seen: View, seat: Seat) -> bool:
    match seen.stage:
        case Stage.CLOSED:
            return seat == seen.captain
        case Stage.PLUNDER:
            return may_put(seen, seat) and seat not in seen.holding and seen.turn in (None, seat)
        case Stage.CHOICE:
            return seat == seen.buyers[0]
        case Stage.BIDS if seen.closed:
            return False
    return seat in seen.awaited


def known(seen: View) -> tuple[Told | None, ...]:
    """The known pieces of each seat after the stop; None: it has still to say."""
    return tuple(told_of(seen, seat) for seat in seen.setup.seats)


def together(seen: View) -> Action | None:
    """The action of the table's button: stop once it may be said, and agree once all have counted."""
    if seen.stage is Stage.PLUNDER and seen.sand_out:
        return Stop()
    if seen.stage is Stage.COUNT:
        told = [each for each in known(seen) if each is not None]
        return agreed(told, seen.out) if len(told) == seen.setup.players else None
    return None


def legal(seen: View) -> Iterator[Action]:
    """The legal actions; of counts and ships only the default ones."""
    return open_to(seen, seen.viewer)


def open_to(seen: View, actor: Actor) -> Iterator[Action]:
    """The public options of somebody: bids, too, since fortunes are public."""
    if actor not in active(seen):
        return
    if not isinstance(actor, int):
        action = together(seen)
        if action is not None:
            yield action
        if seen.waited and seen.awaited:
            yield Proceed()
        return
    yield from _of_seat(seen, actor)


def _openings(seen: View) -> tuple[Action, ...]:
    return (Open(), Practise()) if seen.round == 1 else (Open(),)


def _of_seat(seen: View, seat: Seat) -> Iterator[Action]:
    match seen.stage:
        case Stage.CLOSED:
            yield from _openings(seen)
        case Stage.PLUNDER:
            yield from (Put(place) for place in range(1, PLACES + 1))
            yield Hold()
        case Stage.COUNT:
            yield _at_least(seen, seat)
        case Stage.BIDS:
            yield from (Bid(doubloons) for doubloons in range(seen.doubloons[seat - 1] + 1))
        case Stage.CHOICE:
            yield from (Choose(tile, place) for place, tile in enumerate(seen.chest, 1) if tile is not None)
            yield from (Choose(tile) for tile in dict.fromkeys(seen.sea))
        case Stage.SHIPS:
            yield _at_best(seen, seat)


def _at_best(seen: View, seat: Seat) -> Action:
    """Everything on board, as well as it goes."""
    return Built(0) if seen.setup.boxed else Lay(stowing.stowed(seen.ships[seat - 1], owned(seen, seat)))


def _at_least(seen: View, seat: Seat) -> Count:
    told = at_least(seen, seat, box().crew)
    return Count(told.crew, told.spoiled)


def sample(seen: View, rng: Random) -> Action | None:
    """Any of what is open, by chance."""
    if seen.viewer not in active(seen):
        return None
    if not isinstance(seen.viewer, int):
        return _sample_together(seen, rng)
    seat = seen.viewer
    if seen.stage is Stage.CLOSED:
        return Open()
    if seen.stage is Stage.PLUNDER and rng.random() < HELD:
        return Hold()
    if seen.stage is Stage.COUNT:
        return _sample_count(seen, seat, rng)
    if seen.stage is Stage.SHIPS:
        if seen.setup.boxed:
            return Built(rng.randint(0, owned(seen, seat).count(EQUIPMENT)))
        return Lay(stowing.at_random(seen.ships[seat - 1], owned(seen, seat), rng))
    return rng.choice(list(_of_seat(seen, seat)))


def _sample_together(seen: View, rng: Random) -> Action | None:
    if seen.stage is Stage.BIDS and seen.awaited:
        return Fists(
            tuple(
                None if seat in seen.sealed else rng.randint(0, fortune)
                for seat, fortune in enumerate(seen.doubloons, 1)
            )
        )
    if seen.stage is Stage.TALLY:
        return Tally(tuple(rng.randint(-10, 60) for _ in seen.setup.seats))
    return together(seen)


def _sample_count(seen: View, seat: Seat, rng: Random) -> Count:
    crew = list(_at_least(seen, seat).crew)
    left = box().crew - sum(crew)
    places = [place for place, pieces in enumerate(crew) if pieces]
    for _ in range(rng.randint(0, left) if places else 0):
        crew[rng.choice(places)] += 1
    return Count(tuple(crew), rng.randint(0, box().crew - sum(crew)))
