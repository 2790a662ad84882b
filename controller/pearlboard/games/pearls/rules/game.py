"""The rules of Pearls as the table asks for them: the functions of this package behind the names of `api.Rules`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pearlboard.games.api import TABLE, Actor, Course, Dealt, Json, Outcome, Rules, Seat, Undo, Viewer
from pearlboard.games.pearls.rules import notation, options, scoring, setup, turns, view
from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.notation import Turn
from pearlboard.games.pearls.rules.state import Deal, Hands, Setup, State
from pearlboard.games.pearls.rules.view import View


class PearlsRules(Rules):
    """The game of pearl cards and necklaces."""

    def opening(self, agreed: Setup, first: Seat, deal: Deal) -> State:
        return setup.opening(agreed, first, deal)

    def stage(self, seen: View) -> str:
        """The stage: in the last turns nothing is taken any more."""
        return "playing" if seen.last_turns is None else "last_turns"

    def active(self, state: State) -> frozenset[Actor]:
        return frozenset() if state.over else frozenset({state.to_move})

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        options.judge(view.view(state, actor), actor, action)
        return turns.after(state, action)

    def may(self, seen: View, actor: Actor, action: Action) -> None:
        options.judge(seen, actor, action)

    def legal(self, seen: View) -> Iterable[Action]:
        return options.turns(seen) if seen.viewer == seen.to_move else ()

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def undo(self, state: State, action: Action) -> Undo:
        """A take turns up cards that everybody sees (ruling 24)."""
        return Undo.AGREED if isinstance(action, Take) else Undo.ALONE

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(scoring.scores(state)) if state.over else None

    def encode(self, action: Action) -> object:
        return notation.action_to_json(action)

    def decode(self, document: object) -> Action:
        return notation.action_from_json(document)

    def record(self, course: Course) -> Json:
        played = [Turn(int(act.actor), act.action) for act in course.acts]
        return notation.record_to_json(course.start, played)


DEALT: Final = Dealt(setup.shuffled, encode=notation.deal_to_json, decode=notation.deal_from_json)


def common(state: State, seat: Seat) -> View:
    """The common view for a seat's move: its hand as far as all have seen it."""
    return replace(view.view(state, TABLE), viewer=seat)


def hangs_on_secret(seen: View, action: Action) -> bool:
    """Whether a placement may be played lies open only where the hands do."""
    return isinstance(action, Place) and seen.setup.hands is not Hands.OPEN


def hindsight(state: State, end: State, seat: Seat) -> View:
    """The view of a finished game, with all hands known."""
    return replace(view.view(state, seat), hands=state.hands)
