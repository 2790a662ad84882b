"""All steps of a view: those that the rules allow, no more and no fewer."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.steps import Elders, Fishermen, LayPontoons, Pass, PlaceDiver, Turn
from pearlboard.games.perladora.rules.turns import turns
from pearlboard.games.perladora.rules.view import view
from pearlboard.geometry import space
from support.perladora_boards import ALL_FULL, few_left, position, random_opening, random_turn, whole_set

pytestmark = pytest.mark.slow


def kinds_of(state):
    return steps(view(state, state.public.to_move))


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 60))
def test_they_are_the_first_steps_of_all_turns(seed, played):
    """In games of every kind, as far as they come."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(played):
        if not state.public.over:
            _, state = random_turn(state, rng)
    if state.public.over:
        return
    found = [step for kind in kinds_of(state).values() for step in kind]
    first = {turn.main if turn.power is None else turn.power for turn in turns(state)}
    assert len(found) == len(set(found))
    assert set(found) == first


def test_after_a_power_only_a_main_action_is_left():
    """And no pass, whatever the edition."""
    state = position(advanced=True, edition="fr", clans=("fishermen", "elders"))
    after = apply(state, Fishermen(next(iter(kinds_of(state)["pontoon"])).edges[0]))
    assert set(kinds_of(after)) == {"diver", "pontoon", "pontoons"}


def test_no_kind_is_empty():
    """A board full of Divers leaves Pontoons alone."""
    assert set(kinds_of(position(ALL_FULL, values=whole_set(ALL_FULL)))) == {"pontoon", "pontoons"}


def test_the_last_pontoon_is_laid_alone():
    """There are no pairs when one is left."""
    kinds = kinds_of(few_left(1))
    assert all(len(step.edges) == 1 for step in kinds["pontoon"])
    assert "pontoons" not in kinds


def test_only_values_in_hand_are_laid():
    """Each once, however many Divers have it."""
    state = position(hands=[{"1": 3, "4": 1}, {"1": 10}])
    assert {step.value for step in kinds_of(state)["diver"]} == {1, 4}
    assert kinds_of(state)["diver"].count(PlaceDiver(space("a1"), 1)) == 1


def test_a_pass_and_a_power_are_steps_where_the_rules_have_them():
    """In the French edition, with Elders who see an opponent's Diver."""
    state = position("2" + position_rows(), advanced=True, edition="fr", clans=("elders", "children"))
    kinds = kinds_of(state)
    assert kinds["pass"] == (Pass(),)
    assert kinds["power"] == (Elders(space("a1")),)
    assert Turn(1, kinds["power"][0], LayPontoons(kinds["pontoon"][0].edges)) in set(turns(state))


def position_rows():
    """An empty board but for its first space."""
    return " . . P . . . .\n\n. P . . . P . P\n\n. . . . . . . .\n\nP . . . P . . .\n\n. . P . . . P .\n"
