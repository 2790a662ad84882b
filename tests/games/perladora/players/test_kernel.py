"""The kernel against the rules: what may be played and what it is worth, and whole games of one told to the other."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from games.perladora.players.kernel_positions import (
    any_game,
    any_setup,
    any_state,
    as_position,
    edge_number,
    listed,
    number,
)
from pearlboard.errors import PearlboardError
from pearlboard.games.perladora.players import actions
from pearlboard.games.perladora.players.kernel import Position, Rng
from pearlboard.games.perladora.rules.options import pairs, steps
from pearlboard.games.perladora.rules.play import apply, judge
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.setup import opening
from pearlboard.games.perladora.rules.state import PONTOONS, Diver
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
)
from pearlboard.games.perladora.rules.targets import has_turn
from pearlboard.games.perladora.rules.view import view
from pearlboard.geometry import GRID
from support.lengths import at_length

pytestmark = pytest.mark.slow

POSITIONS = at_length(100_000, 400)
GAMES = at_length(2_000, 10)
EDGES = {edge_number(edge): edge for edge in GRID.edges}


def as_step(action):
    """The step of one placement that this action is; None for an edge that does not exist."""
    if action < actions.DIVER:
        return LayPontoons((EDGES[action],)) if action in EDGES else None
    if action < actions.BACKUP:
        return PlaceDiver(GRID.spaces[(action - actions.DIVER) // 5], (action - actions.DIVER) % 5 + 1)
    if action < actions.NECKLACE:
        return PlaceBackup(GRID.spaces[action - actions.BACKUP])
    if action < actions.LOOK:
        return Foragers(GRID.spaces[action - actions.NECKLACE])
    if action < actions.EXTRA_DIVER:
        return Elders(GRID.spaces[action - actions.LOOK])
    if action < actions.EXTRA_EDGE:
        return Children(GRID.spaces[(action - actions.EXTRA_DIVER) // 5], (action - actions.EXTRA_DIVER) % 5 + 1)
    if action < actions.ENOUGH:
        edge = EDGES.get(action - actions.EXTRA_EDGE)
        return edge and Fishermen(edge)
    return Pass() if action == actions.PASS else None


def is_legal(state, step):
    try:
        judge(state.public, state.hands[state.public.to_move - 1], step)
    except PearlboardError:
        return False
    return True


def counted(position):
    """Pearls by side, and what each has of the win."""
    position.score()
    return [(position.pearls_of(side), position.win_of(side)) for side in range(position.sides)]


def counted_by_rules(state):
    found = score(state.public, state.values)
    return [(found.pearls[side], (side in found.winners) / len(found.winners)) for side in state.public.setup.sides]


def positions(count):
    """So many, of as many games as they need."""
    return islice((state for seed in range(count) for state in any_game(random.Random(seed))), count)


def test_the_same_is_legal_and_the_count_is_the_same():
    """In positions of random games: every number of players, standard and advanced, with all that can be agreed."""
    seen = set()
    for state in positions(POSITIONS):
        position = as_position(state)
        assert counted(position) == counted_by_rules(state)
        if not state.public.over:
            kinds = steps(view(state, state.public.to_move))
            single = {number(step) for kind, found in kinds.items() if kind != "pontoons" for step in found}
            assert listed(position) == single
            seen |= set(kinds)
    assert seen == {"diver", "pontoon", "pontoons", "backup", "power", "pass"}


def test_a_reward_counts_each_side_that_is_behind():
    """Not the win alone: of three sides the second is better off than the last."""
    seen = set()
    for state in positions(POSITIONS):
        position = as_position(state)
        position.weigh(1.0)
        position.score()
        found = score(state.public, state.values)
        ranks = {side: (found.pearls[side], found.clusters[side]) for side in found.pearls}
        for side, rank in ranks.items():
            others = [ranks[other] for other in ranks if other != side]
            ahead = sum((rank > other) + (rank == other) / 2 for other in others) / len(others)
            assert position.reward(side - 1) == ahead
            seen.add(ahead)
    assert seen == {0.0, 0.25, 0.5, 0.75, 1.0}


@pytest.mark.parametrize("seed", range(at_length(200, 12)))
def test_each_action_is_legal_where_the_rules_judge_it_so(seed):
    """Asked one by one, all of them, also where nothing of the kind is open."""
    state = any_state(seed)
    if not state.public.over:
        judged = {
            action
            for action in range(actions.PASS + 1)
            if (step := as_step(action)) is not None and is_legal(state, step)
        }
        assert listed(as_position(state)) == judged


@pytest.mark.parametrize("seed", range(at_length(400, 20)))
def test_a_second_pontoon_is_open_where_the_pair_is_a_turn(seed):
    """And there may always be enough of one; where no second is open, the turn is over."""
    state = any_state(seed)
    if state.public.over:
        return
    partners = {}
    for first, second in pairs(state.public):
        partners.setdefault(edge_number(first), set()).add(edge_number(second))
        partners.setdefault(edge_number(second), set()).add(edge_number(first))
    for first in [action for action in listed(as_position(state)) if action < actions.DIVER]:
        position = as_position(state)
        position.play(first)
        if first in partners:
            assert listed(position) == partners[first] | {actions.ENOUGH}
        else:
            assert actions.ENOUGH not in listed(position)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_of_the_kernel_is_one_of_the_rules(seed):
    """Each action it plays is told to the rules; both agree on the mover, what is open, the end and the count."""
    rng = random.Random(seed)
    state = opening(any_setup(rng), 1)
    position = as_position(state)
    taste = [rng.random() ** 2 + 0.01 for _ in range(8)]
    first = None
    while position.mover() >= 0:
        assert position.mover() == state.public.to_move - 1
        found = sorted(listed(position))
        if first is None:
            assert set(found) == listed(as_position(state))
        action = rng.choices(found, [taste[action // 100] if action < actions.PASS else 0.02 for action in found])[0]
        turn = state.public.to_move
        position.play(action)
        if action == actions.ENOUGH:
            state, first = apply(state, LayPontoons((EDGES[first],))), None
        elif first is not None:
            state, first = apply(state, LayPontoons(tuple(sorted((EDGES[first], EDGES[action]))))), None
        elif action < actions.DIVER and position.mover() == turn - 1 and actions.ENOUGH in listed(position):
            first = action
        else:
            state = apply(state, as_step(action))
    assert state.public.over
    assert counted(position) == counted_by_rules(state)
    assert position.list_actions(1) == 0


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_playout_ends_as_a_game_may(seed):
    """Nothing but what was in hand is laid, no territory is too small, and nobody can go on."""
    state = any_state(seed)
    position = as_position(state)
    position.playout(Rng(seed))
    before = state.public
    setup = before.setup
    still_open = position.open_right() | position.open_down() << 40
    assert all(GRID.region(GRID.bit[space], still_open).bit_count() >= 4 for space in GRID.spaces)
    assert still_open & before.pontoons == 0
    pontoons = GRID.all_edges & ~still_open
    owners = [position.owner_of(index) for index in range(40)]
    for seat in setup.seats:
        laid = [position.value_of(index) for index, owner in enumerate(owners) if owner == seat - 1]
        held = [diver for diver in before.divers.values() if diver.seat == seat]
        assert position.left_of(seat - 1) == before.left[seat - 1] - len(laid) + len(held) >= 0
        dealt = [
            count + sum(state.values[space] == value for space, diver in before.divers.items() if diver.seat == seat)
            for value, count in enumerate(state.hands[seat - 1], 1)
        ]
        assert all(laid.count(value) <= count for value, count in enumerate(dealt, 1))
    assert all(owner == -1 or GRID.spaces[index] not in setup.farms for index, owner in enumerate(owners))
    assert pontoons.bit_count() <= PONTOONS
    ended = replace(
        before,
        left=tuple(position.left_of(seat - 1) for seat in setup.seats),
        pontoons=pontoons,
        divers={GRID.spaces[index]: Diver(owner + 1) for index, owner in enumerate(owners) if owner >= 0},
        backups=tuple(False for _ in setup.seats),
    )
    assert not any(has_turn(replace(ended, to_move=seat)) for seat in setup.seats if not before.done[seat - 1])
    assert position.list_actions(1) == 0


def test_without_the_hand_a_diver_stands_for_all_of_its_space():
    """As whoever does not know the hand sees it: one action a space."""
    for seed in range(10):
        state = any_state(seed)
        if not state.public.over:
            by_value, by_space = (listed(as_position(state), kind) for kind in (1, 0))
            divers = range(actions.DIVER, actions.BACKUP)
            extra = range(actions.EXTRA_DIVER, actions.EXTRA_EDGE)
            assert {
                action - (action - actions.DIVER) % 5
                if action in divers
                else action - (action - actions.EXTRA_DIVER) % 5
                if action in extra
                else action
                for action in by_value
            } == by_space


def test_a_copy_is_the_same_and_independent():
    """What is played in the one does not happen in the other."""
    state = any_state(3)
    position, copy = as_position(state), Position(2, 0)
    copy.copy_from(position)
    assert (listed(copy), counted(copy)) == (listed(position), counted(position))
    copy.play(min(listed(copy)))
    assert listed(position) == listed(as_position(state))


def test_chance_is_even():
    """Each of ten numbers comes up about as often as another."""
    rng = Rng(1)
    found = [rng.below(10) for _ in range(100_000)]
    assert all(9_600 < found.count(each) < 10_400 for each in range(10))
