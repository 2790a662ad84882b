"""The rules of Perladöra, standard and advanced, both editions: is this legal, and what comes of it.

`judge` needs only what lies open and the mover's own hand, so whoever holds a view can ask it. `apply` judges, then
changes. A Power leaves its seat to move with `power_used` set; a main action ends the turn and hands over to the next
seat that can still play.
"""

from pearlboard.games.perladora.rules.effects import hand_without, skip_done, state_after
from pearlboard.games.perladora.rules.legality import judge
from pearlboard.games.perladora.rules.refusals import NoSuchDiver, NoTarget, NotYourTurn
from pearlboard.games.perladora.rules.state import State
from pearlboard.games.perladora.rules.steps import Step, Turn
from pearlboard.games.perladora.rules.targets import has_turn, legal_edges
from pearlboard.games.perladora.rules.territories import empty_spaces
from pearlboard.geometry import Space

__all__ = ["apply", "declare", "empty_spaces", "has_turn", "judge", "legal_edges", "play"]


def apply(state: State, step: Step) -> State:
    """The state after `step` by the seat to move; `IllegalStep` if the rules forbid it."""
    public = state.public
    judge(public, state.hands[public.to_move - 1], step)
    return state_after(state, step)


def play(state: State, turn: Turn) -> State:
    """The state after a whole turn; `IllegalStep` if the rules forbid it or it is another seat's.

    Between turns a position may hold a seat to move that cannot play: it is done as soon as another seat's turn
    comes (ruling 7).
    """
    if turn.seat != state.public.to_move:
        state = state.changed(public=skip_done(state.public))
    if not state.public.over and turn.seat != state.public.to_move:
        raise NotYourTurn(turn.seat, state.public.to_move)
    if turn.power is not None:
        state = apply(state, turn.power)
    return apply(state, turn.main)


def declare(state: State, space: Space, value: int | None) -> State:
    """Say, correct or (None) take back the value of a Diver that lies on `space`.

    `NoSuchDiver` if its seat cannot have that Diver any more or everybody sees another value; `NoTarget` if no Diver
    lies there.
    """
    diver = state.public.divers.get(space)
    if diver is None:
        raise NoTarget(space)
    if diver.shown not in (None, value):
        raise NoSuchDiver(space, value)
    hands = hand_without(state.hands, diver.seat, state.values[space], -1)
    hand = hands[diver.seat - 1]
    if value is not None and not (1 <= value <= len(hand) and hand[value - 1]):
        raise NoSuchDiver(space, value)
    return state.changed(values={**state.values, space: value}, hands=hand_without(hands, diver.seat, value))
