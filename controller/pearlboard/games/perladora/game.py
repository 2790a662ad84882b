"""Perladöra as the table knows it: the functions of this package behind the names of `games.api.Game`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pearlboard.games.api import Choice, Draft, Hints, Reckoning, Seat, Table, Viewer
from pearlboard.games.perladora import draft, notation, reveal, rules, setup, view
from pearlboard.games.perladora.state import DIVERS, FARMS, Setup, State, View
from pearlboard.games.perladora.steps import (
    Children,
    Elders,
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
        steps = [(seat, replace(step, value=end.values[step.space]) if isinstance(step, PlaceDiver) else step)
                 for seat, step in played]
        return notation.record_to_json(start, tuple(_turns(steps)))

    def apply(self, state: State, step: Step) -> State:
        return rules.apply(state, step)

    def to_move(self, state: State) -> Seat | None:
        return None if state.public.over else state.public.to_move

    def expected(self, state: State) -> frozenset[Site]:
        return frozenset(state.public.divers) | frozenset(GRID.edges_in(state.public.pontoons))

    def sites(self, step: Step) -> frozenset[Site]:
        """Where pieces are laid; a Backup, a necklace and a look lay none that is sensed."""
        match step:
            case PlaceDiver(space) | Children(space):
                return frozenset({space})
            case LayPontoons(edges):
                return frozenset(edges)
            case Fishermen(edge):
                return frozenset({edge})
            case PlaceBackup() | Pass() | Foragers() | Elders():
                return frozenset()

    def view(self, state: State, viewer: Viewer) -> View:
        return view.view(state, viewer)

    def draft(self, seen: View, table: Table, choice: Choice, *, confirms_itself: bool) -> Draft:
        return draft.draft(seen, table, choice, confirms_itself=confirms_itself)

    def choices(self, seen: View, drafted: Draft) -> tuple[int, ...]:
        """Every value that there is: which of them are left would tell what was laid."""
        if not isinstance(drafted.step, PlaceDiver):
            return ()
        return tuple(value for value, count in enumerate(DIVERS[seen.public.setup.players], 1) if count)

    def hints(self, seen: View) -> Hints:
        public = seen.public
        legal = rules.legal_edges(public) if public.pontoons_left else 0
        spaces = rules.empty_spaces(public) if public.left[public.to_move - 1] else 0
        open_edges = GRID.all_edges & ~public.pontoons
        return Hints(frozenset(GRID.spaces_in(spaces)), frozenset(GRID.edges_in(legal)),
                     frozenset(GRID.edges_in(open_edges & ~legal)))

    def pass_step(self, seen: View) -> Step | None:
        public = seen.public
        allowed = public.setup.voluntary_pass and public.power_used is None and not public.over
        return Pass() if allowed else None

    def with_choice(self, own: View, step: Step, choice: Choice) -> Step:
        """A value that is not left is as if nothing had been said: to refuse it would tell what was laid before."""
        if not isinstance(step, PlaceDiver) or choice.value is None or own.hand is None:
            return step
        return replace(step, value=choice.value if own.hand[choice.value - 1] else None)

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
        if isinstance(step, Fishermen | Children | Foragers | Elders):
            power = step
            continue
        turns.append(Turn(seat, power, step))
        power = None
    return turns
