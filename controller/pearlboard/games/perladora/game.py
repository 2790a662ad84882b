"""Perladöra as the table knows it: the functions of this package behind the names of `games.api.Game`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pearlboard.games.api import Choice, Draft, Reckoning, Seat, Table, Viewer
from pearlboard.games.perladora import draft, notation, reveal, rules, setup, view
from pearlboard.games.perladora.state import FARMS, Setup, State, View
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

    def record(self, start: State, played: Sequence[tuple[Seat, Step]]) -> Mapping[str, object]:
        return notation.record_to_json(start, tuple(_turns(played)))

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

    def with_choice(self, step: Step, choice: Choice) -> Step:
        return replace(step, value=choice.value) if isinstance(step, PlaceDiver) else step

    def say(self, state: State, space: Space, value: int | None) -> State:
        return rules.declare(state, space, value)

    def reckon(self, state: State) -> Reckoning:
        return reveal.reckon(state)

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
