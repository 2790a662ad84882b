"""Perladöra's rules as the table asks for them: the functions of this package behind the names of `games.api.Rules`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pearlboard.games.api import (
    TABLE,
    Actor,
    Asides,
    Course,
    GameDeal,
    IllegalAction,
    Json,
    Outcome,
    Rules,
    Seat,
    Undo,
    Viewer,
)
from pearlboard.games.perladora.rules import declared_values, notation, reveal, setup, stages, view
from pearlboard.games.perladora.rules.legality import judge
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.scoring import Score, score
from pearlboard.games.perladora.rules.state import Clan, Setup, Stage, State, View
from pearlboard.games.perladora.rules.steps import (
    TOGETHER,
    Action,
    Elders,
    ExtraDiver,
    PlaceDiver,
    Power,
    SayValue,
    Step,
    TellValue,
    Turn,
)
from pearlboard.texts import say

COLOURS: Final[Mapping[Clan, int]] = {Clan.FISHERMEN: 1, Clan.FORAGERS: 2, Clan.CHILDREN: 3, Clan.ELDERS: 4}
"""The clans' colours, by number in the table's palette."""


class PerladoraRules(Rules):
    """The game of Divers and Pontoons."""

    def opening(self, agreed: Setup, first: Seat, deal: GameDeal) -> State:
        return setup.opening(agreed, first, Stage.PEARLS)

    def stage(self, seen: View) -> str:
        return seen.public.stage.value

    def active(self, state: State) -> frozenset[Actor]:
        match state.public.stage:
            case Stage.PLAYING:
                return frozenset({state.public.to_move})
            case Stage.OVER:
                return frozenset()
            case _:
                return frozenset({TABLE})

    def apply(self, state: State, actor: Actor, action: Action | ExtraDiver) -> State:
        if isinstance(action, TellValue):
            return declared_values.tell(state, int(actor), action)
        return stages.apply(state, action)

    def may(self, seen: View, actor: Actor, action: Action) -> None:
        if not isinstance(action, (*TOGETHER, TellValue)):
            judge(seen.public, seen.hand, action)

    def legal(self, seen: View) -> Iterable[Action]:
        if seen.viewer == TABLE:
            together = stages.next_together(seen.public)
            return () if together is None else (together,)
        if seen.public.stage is not Stage.PLAYING or seen.viewer != seen.public.to_move:
            return ()
        return (step for kind in steps(seen).values() for step in kind)

    def sample(self, seen: View, rng: Random) -> Action | None:
        """Each kind of step as likely as the others."""
        if seen.viewer == TABLE or seen.public.stage is not Stage.PLAYING or seen.viewer != seen.public.to_move:
            return super().sample(seen, rng)
        kinds = steps(seen)
        return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None

    def go_on(self, seen: View) -> Action | None:
        return stages.next_together(seen.public)

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def undo(self, state: State, action: Action) -> Undo:
        if isinstance(action, TOGETHER):
            return Undo.NEVER
        return Undo.AGREED if isinstance(action, Elders) else Undo.ALONE

    def outcome(self, state: State) -> Outcome | None:
        if state.public.stage is not Stage.OVER:
            return None
        agreed, counted = state.public.setup, counted_at(state)
        rank = {side: (counted.pearls[side], counted.clusters[side]) for side in agreed.sides}
        place = {side: 1 + sum(rank[other] > rank[side] for other in agreed.sides) for side in agreed.sides}
        return Outcome(
            {seat: place[agreed.side(seat)] for seat in agreed.seats},
            {seat: counted.pearls[agreed.side(seat)] for seat in agreed.seats},
        )

    def ends_turn(self, action: Action) -> bool:
        """A Power is followed by a main action of the same seat."""
        return not isinstance(action, (Power, *TOGETHER))

    def encode(self, action: Action) -> object:
        return notation.action_to_json(action)

    def decode(self, document: object) -> Action:
        return notation.action_from_json(document)

    def record(self, course: Course) -> Json:
        """Divers whose value was only said at the reveal get it from the end."""
        played = [(int(act.actor), known(course.end, act.action)) for act in course.acts if act.actor != TABLE]
        start = setup.opening(course.setup, course.start.public.to_move)
        return notation.record_to_json(start, tuple(_turns(played)))


def public(action: Action) -> Action:
    """The public part of an action: everything except a Diver's value."""
    return replace(action, value=None) if isinstance(action, PlaceDiver) else action


def common(state: State, seat: Seat) -> View:
    """The seat's view, but for the values that it has declared."""
    return view.view(reveal.without_declared(state), seat)


def hindsight(state: State, end: State, seat: Seat) -> View:
    """The view of a finished game, with the values of all Divers on the board, also of those said only at the end."""
    known = {space: end.values[space] for space in state.public.divers}
    values = {space: value for space, value in known.items() if value is not None}
    return replace(view.view(state, seat), values=values)


def as_known(end: State, action: Action) -> Action:
    """The action with a value that was only said later."""
    return action if isinstance(action, (*TOGETHER, TellValue)) else known(end, action)


def _telling(seen: View) -> Iterable[Action]:
    if seen.viewer == TABLE or seen.public.stage is not Stage.PLAYING:
        return ()
    return declared_values.telling(seen)


def _speaks_for(state: State, action: Action) -> tuple[Seat, IllegalAction] | None:
    """The value that a computer's Diver counts as, whatever tile people have put there for it."""
    if not isinstance(action, SayValue) or (diver := state.public.divers.get(action.space)) is None:
        return None
    if state.values[action.space] is None:
        return None
    sentence = say("computers_diver", seat=diver.seat, space=action.space)
    return diver.seat, IllegalAction(sentence, frozenset({action.space}), rule="computers_diver")


ASIDES: Final = Asides(lambda action: isinstance(action, TellValue), _telling, _speaks_for)
"""The aside of telling the value of a Diver that was laid without a word."""


def known(end: State, step: Step) -> Step:
    """The step with its Diver's value."""
    return replace(step, value=end.values[step.space]) if isinstance(step, PlaceDiver) else step


def counted_at(state: State) -> Score:
    """The score, where all values are known."""
    return score(state.public, {space: value for space, value in state.values.items() if value is not None})


def _turns(played: Sequence[tuple[Seat, Step]]) -> list[Turn]:
    """Steps as whole turns: a Power belongs to the main action after it."""
    turns: list[Turn] = []
    power: Power | None = None
    for seat, step in played:
        if isinstance(step, Power):
            power = step
            continue
        turns.append(Turn(seat, power, step))
        power = None
    return turns
