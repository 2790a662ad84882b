"""Perladöra as the table knows it: the functions of this package behind the names of `games.api.Game`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pearlboard.games.api import Choice, Draft, Hints, Reckoning, Seat, Table, Token, Viewer
from pearlboard.games.perladora import announcing, draft, notation, noting, reveal, rules, setup, telling, tokens, view
from pearlboard.games.perladora.invitation import may_pass
from pearlboard.games.perladora.refusals import FaceUpUnsaid
from pearlboard.games.perladora.state import FARMS, Setup, State, View
from pearlboard.games.perladora.steps import (
    Children,
    Elders,
    ExtraDiver,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Power,
    Step,
    Turn,
)
from pearlboard.games.perladora.territories import territories
from pearlboard.geometry import GRID, Site, Space
from pearlboard.texts import Sentence


class Perladora:
    """The game of Divers and Pontoons."""

    name = "perladora"

    def opening(self, agreed: Setup, first: Seat) -> State:
        return setup.opening(agreed, first)

    def pearls(self, agreed: Setup) -> Mapping[Space, int]:
        return {farm: agreed.farms[farm] for farm in FARMS}

    def setup_to_json(self, agreed: Setup) -> Mapping[str, object]:
        return notation.setup_to_json(agreed)

    def setup_from_json(self, document: object) -> Setup:
        return notation.setup_from_json(document)

    def step_to_json(self, step: Step) -> object:
        return notation.step_to_json(step)

    def step_from_json(self, document: object) -> Step:
        return notation.step_from_json(document)

    def record(self, start: State, played: Sequence[tuple[Seat, Step]], end: State) -> Mapping[str, object]:
        """Divers whose value was only said at the reveal get it from `end`."""
        steps = [
            (seat, replace(step, value=end.values[step.space]) if isinstance(step, PlaceDiver) else step)
            for seat, step in played
        ]
        return notation.record_to_json(start, tuple(_turns(steps)))

    def apply(self, state: State, step: Step | ExtraDiver) -> State:
        if isinstance(step, ExtraDiver):
            raise FaceUpUnsaid(step.space)
        return rules.apply(noting.without_what_it_beats(state, step), step)

    def to_move(self, state: State) -> Seat | None:
        return None if state.public.over else state.public.to_move

    def expected(self, state: State) -> frozenset[Site]:
        return frozenset(state.public.divers) | frozenset(GRID.edges_in(state.public.pontoons))

    def sites(self, step: Step | ExtraDiver) -> frozenset[Site]:
        """Where pieces are laid; a Backup, a necklace and a look lay none that is sensed."""
        match step:
            case PlaceDiver(space) | Children(space) | ExtraDiver(space):
                return frozenset({space})
            case LayPontoons(edges):
                return frozenset(edges)
            case Fishermen(edge):
                return frozenset({edge})
            case PlaceBackup() | Pass() | Foragers() | Elders():
                return frozenset()

    def owner(self, state: State, space: Space) -> Seat | None:
        diver = state.public.divers.get(space)
        return None if diver is None else diver.seat

    def places(self, step: Step) -> frozenset[Site]:
        return telling.touched(step)

    def announced(self, seen: View, seat: Seat, step: Step) -> Sentence:
        return announcing.announced(seen.public, seat, step)

    def advice(self, step: Step) -> Sentence:
        return announcing.advice(step)

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def draft(self, seen: View, table: Table, choice: Choice, *, confirms_itself: bool) -> Draft:
        return draft.draft(seen, table, choice, confirms_itself=confirms_itself)

    def tokens(self, seen: View) -> tuple[Token, ...]:
        return tokens.tokens(seen.public)

    def hand(self, own: View) -> tuple[int, ...]:
        return () if own.hand is None else own.hand

    def shown(self, own: View) -> tuple[Space, int | None] | None:
        looked = own.public.looked
        return None if looked is None else (looked, own.values.get(looked))

    def laid(self, own: View) -> Mapping[Space, int]:
        divers = own.public.divers
        return {
            space: value
            for space, value in own.values.items()
            if divers[space].seat == own.viewer and divers[space].shown is None
        }

    def face_up(self, state: State) -> frozenset[Site]:
        return frozenset(space for space, diver in state.public.divers.items() if diver.shown is not None)

    def ends_turn(self, step: Step) -> bool:
        """A Power is followed by a main action of the same seat."""
        return not isinstance(step, Power)

    def tells(self, step: Step) -> bool:
        return isinstance(step, Elders)

    def hints(self, seen: View) -> Hints:
        public = seen.public
        legal = rules.legal_edges(public) if public.pontoons_left else 0
        spaces = rules.empty_spaces(public) if public.left[public.to_move - 1] else 0
        open_edges = GRID.all_edges & ~public.pontoons
        return Hints(
            frozenset(GRID.spaces_in(spaces)),
            frozenset(GRID.edges_in(legal)),
            frozenset(GRID.edges_in(open_edges & ~legal)),
        )

    def pass_step(self, seen: View) -> Step | None:
        return Pass() if may_pass(seen.public) else None

    def with_choice(self, own: View, step: Step | ExtraDiver, choice: Choice) -> Step | ExtraDiver:
        """Nothing is refused here, whatever was laid before: a refusal would tell of it."""
        return noting.noted(own, step, choice)

    def say(self, state: State, space: Space, value: int | None) -> State:
        return reveal.declare(state, space, value)

    def reckon(self, state: State) -> Reckoning:
        return reveal.reckon(state)

    def unsaid(self, state: State) -> State:
        return reveal.unsaid(state)

    def settle(self, state: State) -> State:
        return reveal.settle(state)

    def territory_count(self, state: State) -> int:
        return len(territories(state.public))


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
