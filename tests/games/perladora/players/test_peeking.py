"""No computer player peeks: what others hide never makes a difference, and nothing that thinks can hold a state."""

import ast
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pearlboard.games.perladora.players as package
from pearlboard.games.perladora.package import players
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.view import view
from support.perladora_boards import ONE_OF_EACH, position, random_opening, random_turn
from support.worlds import another_world

pytestmark = pytest.mark.slow

PLAYERS = players()
NAMES = tuple(PLAYERS)
SIMULATIONS = 25
SECRET = {"State", "apply", "play", "state_after", "declare", "turns", "opening", "position_from_json"}
"""What is a state, gives one, or needs one."""


def thought(name, knowledge, seed):
    return PLAYERS[name].bot.think(knowledge, seed, SIMULATIONS)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(data=st.data())
def test_two_worlds_that_differ_only_in_others_secrets_give_the_same_thought(name, data):
    """The same step, hopes and candidates, in every rule set, before and after a Power."""
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    state = random_opening(rng)
    for _ in range(data.draw(st.integers(2, 45))):
        turn, after = random_turn(state, rng)
        if after.public.over:
            break
        state = after
    turn, _ = random_turn(state, rng)
    if turn.power is not None and state.public.to_move == turn.seat:
        state = apply(state, turn.power)
    seat = state.public.to_move
    other = another_world(state, seat, rng)
    seed = rng.getrandbits(40)
    assert thought(name, view(state, seat), seed) == thought(name, view(other, seat), seed)


@pytest.mark.parametrize("name", NAMES)
def test_the_knowledge_alone_is_enough(name):
    """Sent to another process and back, it gives the same thought; so it drags nothing along."""
    state = position(ONE_OF_EACH.replace("1 2 .", "1 2 2"), values={"a1": 3, "b1": 5})
    knowledge = view(state, 1)
    sent = pickle.dumps(knowledge)
    assert b"State" not in sent
    assert thought(name, pickle.loads(sent), 3) == thought(name, knowledge, 3)


@pytest.mark.parametrize("name", NAMES)
def test_a_player_keeps_nothing_between_two_games(name):
    """What it thought of one position does not change what it thinks of another."""
    first, second = view(position(), 1), view(position(ONE_OF_EACH, values={"b1": 5}), 1)
    fresh = thought(name, second, 9)
    thought(name, first, 8)
    assert thought(name, second, 9) == fresh


def test_the_worlds_of_these_tests_do_differ():
    """Else no player could be caught."""
    state = position(ONE_OF_EACH, values={"b1": 5})
    assert any(another_world(state, 1, random.Random(seed)).values != state.values for seed in range(20))


def test_a_state_cannot_be_sent():
    """Not alone, and not within anything else."""
    for smuggled in (position(), {"state": position()}, [(1, position())]):
        with pytest.raises(TypeError, match="a state is secret"):
            pickle.dumps(smuggled)


@pytest.mark.parametrize("path", sorted(Path(package.__file__).parent.rglob("*.py")), ids=lambda path: path.stem)
def test_no_player_names_a_state_or_what_makes_one(path):
    """It is imported nowhere where the computer players are."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        if (node.module or "").startswith("pearlboard.games")
        for alias in node.names
    }
    whole = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not imported & SECRET
    assert not any(name.startswith("pearlboard") for name in whole)
