"""The values of Divers as they are told to the program: what may be said, what is noted, and what beats a note.

A value that was noted in private may be wrong, and nobody may learn of it: nothing is refused because of one. A tile
that lies face up is right, so what was noted against it is taken back.
"""

from collections.abc import Iterator
from dataclasses import replace

from pearlboard.games.perladora.rules.play import declare
from pearlboard.games.perladora.rules.refusals import LiesFaceUp, NoSuchDiver
from pearlboard.games.perladora.rules.state import Public, Stage, State, View
from pearlboard.games.perladora.rules.steps import Children, ExtraDiver, PlaceDiver, Step, TellValue
from pearlboard.games.refusals import refusal
from pearlboard.games.values import Seat
from pearlboard.geometry import Space


def open_values(public: Public) -> tuple[int, ...]:
    """The values that a Diver of the seat to move may have by public knowledge: the values left are secret."""
    face_up = [diver.shown for diver in public.divers.values() if diver.seat == public.to_move]
    whole = public.setup.divers(public.to_move)
    return tuple(value for value, count in enumerate(whole, 1) if count > face_up.count(value))


def noted(own: View, step: Step | ExtraDiver, value: int | None) -> Step | ExtraDiver:
    """`step` with the value that its seat, whose own view this is, has said.

    A Diver that lies face down takes only one that is left in the hand: another is as if nothing had been said.
    """
    if value is None or value not in open_values(own.public):
        return step
    match step:
        case ExtraDiver(space):
            return Children(space, value)
        case PlaceDiver() if own.hand is not None and own.hand[value - 1]:
            return replace(step, value=value)
        case _:
            return step


def tell(state: State, seat: Seat, word: TellValue) -> State:
    """The state in which the program knows what this seat has said of a Diver that lies there face down.

    Nobody else learns of it, so it may be refused because of the seat's own hand.
    """
    diver = state.public.divers.get(word.space)
    if state.public.stage is not Stage.PLAYING:
        raise refusal("not_now")
    if diver is None or diver.seat != seat:
        raise refusal("not_your_diver", {word.space}, space=word.space)
    if diver.shown is not None:
        raise LiesFaceUp(word.space, diver.shown)
    try:
        return declare(state, word.space, word.value)
    except NoSuchDiver:
        raise refusal("value_not_left", {word.space}, space=word.space, value=word.value) from None


def in_hand(own: View) -> tuple[int, ...]:
    """The values of which the viewer's hand still counts a Diver: the possible ones of one laid without a word."""
    return tuple(value for value, count in enumerate(own.hand or (), 1) if count)


def untold(own: View) -> tuple[Space, ...]:
    """The viewer's face-down Divers whose values have not been said."""
    divers = own.public.divers
    return tuple(
        space
        for space in sorted(divers)
        if divers[space].seat == own.viewer and divers[space].shown is None and space not in own.values
    )


def telling(own: View) -> Iterator[TellValue]:
    """The values that the viewer may tell of its face-down Divers; telling is never taken back."""
    left = in_hand(own)
    for space, diver in sorted(own.public.divers.items()):
        if diver.seat == own.viewer and diver.shown is None:
            yield from (TellValue(space, value) for value in (None, *left))


def without_what_it_beats(state: State, step: Step) -> State:
    """The state in which a Diver can be laid face up: what its seat has noted as that Diver, wrongly, is forgotten.

    Of several such notes nobody can know which is wrong, so all of them are.
    """
    seat = state.public.to_move
    if not isinstance(step, Children) or step.value not in open_values(state.public):
        return state
    if state.hands[seat - 1][step.value - 1]:
        return state
    for space, diver in state.public.divers.items():
        if diver.seat == seat and diver.shown is None and state.values[space] == step.value:
            state = declare(state, space, None)
    return state
