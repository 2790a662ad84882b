"""The reveal: what each Diver is worth, by what was said of it and by what its player can have.

Until the tiles are turned up nobody is told what lies face down. Then nobody types thirty numbers: of all players'
Divers only twelve are not worth 1. So a Diver nobody spoke of is taken for a 1 as long as its player has a 1 left for
it; where only one value is left at all, it is that one for certain. A player may still hold Divers (three players, or
after a pass), and then some of what is left lies behind the screen.
"""

from collections.abc import Iterator
from dataclasses import replace

from pearlboard.games.perladora.rules import play as rules
from pearlboard.games.perladora.rules.refusals import LiesFaceUp, NoSuchDiver, ValueTaken
from pearlboard.games.perladora.rules.state import DiverReading, Reckoning, State
from pearlboard.games.values import Seat
from pearlboard.geometry import Space
from pearlboard.texts import Sentence, say


def reckon(state: State) -> Reckoning:
    """Read every Diver on the board, in order of its space."""
    seats = state.public.setup.seats
    readings = [reading for seat in seats for reading in _readings(state, seat)]
    problems = tuple(problem for seat in seats for problem in _problems(state, seat))
    setup = state.public.setup
    values = {seat: tuple(value for value, count in enumerate(setup.divers(seat), 1) if count) for seat in seats}
    return Reckoning(tuple(sorted(readings, key=lambda reading: reading.space)), problems, values)


def covered(state: State) -> Reckoning:
    """The same as long as the tiles are not turned up: what lies face down has no value, and nothing is amiss yet."""
    read, divers = reckon(state), state.public.divers
    shown = [(reading, divers[reading.space].shown) for reading in read.readings]
    return replace(
        read,
        problems=(),
        readings=tuple(
            replace(reading, value=value, said=value is not None, certain=value is not None) for reading, value in shown
        ),
    )


def settle(state: State) -> State:
    """Every Diver gets the value it was taken for."""
    for reading in reckon(state).readings:
        if not reading.said:
            state = rules.declare(state, reading.space, reading.value)
    return state


def declare(state: State, space: Space, value: int | None) -> State:
    """A Diver's value, said or unsaid at the reveal; `ValueTaken` names the Divers that have it already."""
    diver = state.public.divers.get(space)
    if diver is not None and diver.shown not in (None, value):
        raise LiesFaceUp(space, diver.shown)
    try:
        return rules.declare(state, space, value)
    except NoSuchDiver as refusal:
        seat = state.public.divers[space].seat
        if value is None:
            raise
        said = frozenset(
            other
            for other, diver in state.public.divers.items()
            if diver.seat == seat and other != space and state.values[other] == value
        )
        raise ValueTaken(seat, value, said) from refusal


def without_declared(state: State) -> State:
    """The same position as if nobody had said any value of a Diver that lies face down."""
    for space, diver in state.public.divers.items():
        if diver.shown is None:
            state = rules.declare(state, space, None)
    return state.changed(looks=dict.fromkeys(state.looks))


def _readings(state: State, seat: Seat) -> Iterator[DiverReading]:
    hand = state.hands[seat - 1]
    unsaid = _unsaid(state, seat)
    kinds = [value for value, count in enumerate(hand, 1) if count]
    certain = len(kinds) == 1
    taken_for = kinds[0] if certain else 1 if hand[0] else None
    for space, diver in state.public.divers.items():
        if diver.seat == seat and space not in unsaid:
            yield DiverReading(space, seat, state.values[space], said=True, certain=True)
    for space in unsaid:
        yield DiverReading(space, seat, taken_for, said=False, certain=certain)


def _unsaid(state: State, seat: Seat) -> list[Space]:
    return [space for space, diver in state.public.divers.items() if diver.seat == seat and state.values[space] is None]


def _problems(state: State, seat: Seat) -> Iterator[Sentence]:
    """The questions to answer before the readings of a player can be agreed on."""
    hand = state.hands[seat - 1]
    unsaid = len(_unsaid(state, seat))
    kinds = [value for value, count in enumerate(hand, 1) if count]
    others = [value for value, count in enumerate(hand[1:], 2) for _ in range(count)]
    if not unsaid or len(kinds) == 1:
        return
    if state.public.left[seat - 1] == 0:
        yield say("still_to_say", seat=seat, values=tuple(others), count=len(others))
    elif (more := unsaid - hand[0]) > 0:
        yield say("still_to_say_some", seat=seat, values=tuple(sorted(set(others))), count=more)
