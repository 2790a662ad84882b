"""What a viewer may know: two worlds that differ only in others' secrets look the same."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.rules.play import apply, declare
from pearlboard.games.perladora.rules.steps import Elders, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.values import TABLE
from pearlboard.geometry import space
from support.perladora_boards import ONE_OF_EACH, position, random_opening, random_turn
from support.worlds import another_world


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(5, 40))
def test_two_worlds_that_differ_only_in_others_secrets_look_the_same(seed, played):
    """To the last byte, for every seat and for the table."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(played):
        if not state.public.over:
            _, state = random_turn(state, rng)
    for viewer in (*state.public.setup.seats, TABLE):
        other = another_world(state, viewer, rng)
        assert view(state, viewer) == view(other, viewer)
        assert repr(view(state, viewer)) == repr(view(other, viewer))


def test_the_other_world_is_another_one():
    """The test above would notice a leak."""
    rng = random.Random(3)
    start = position(ONE_OF_EACH.replace("1 2 .", "1 2 2"), values={"b1": 5})
    assert any(another_world(start, 1, rng).values != start.values for _ in range(20))


def test_a_seat_knows_its_hand_and_what_it_laid():
    """And nothing of the other's."""
    seen = view(position(ONE_OF_EACH, values={"a1": 3, "b1": 5}), 1)
    assert seen.values == {space("a1"): 3}
    assert seen.hand == (10, 3, 0, 1, 1)


def test_what_lies_face_up_is_known_to_all_and_what_was_looked_at_to_the_elders():
    """As long as the Diver lies there; whoever did not look knows no more than before."""
    state = position(
        ONE_OF_EACH.replace("1 2 .", "1 2 2"),
        values={"b1": 5, "c1": 2},
        face_up=["c1"],
        advanced=True,
        clans=("elders", "children"),
    )
    assert view(state, TABLE).values == {space("c1"): 2}
    assert view(state, TABLE).hand is None
    assert view(state, 1).values == {space("a1"): 1, space("c1"): 2}
    looked = apply(state, Elders(space("b1")))
    later = apply(apply(looked, PlaceDiver(space("e1"), 3)), PlaceDiver(space("f1"), 2))
    for after in (looked, later):
        assert {space("a1"): 1, space("b1"): 5, space("c1"): 2}.items() <= view(after, 1).values.items()
        assert view(after, TABLE).values == {space("c1"): 2}
    assert view(later, 1).values == {space("a1"): 1, space("b1"): 5, space("c1"): 2, space("e1"): 3}
    assert space("e1") not in view(later, 2).values


def test_where_an_elder_looks_is_public_until_the_turn_is_over():
    """Everybody sees the tile lifted, nobody else what is under it."""
    state = position(ONE_OF_EACH, advanced=True, clans=("elders", "children"))
    looked = apply(state, Elders(space("b1")))
    assert looked.public.looked == space("b1")
    assert apply(looked, PlaceDiver(space("e1"), 1)).public.looked is None


def test_partners_see_no_more_than_others():
    """Ruling 20."""
    state = position(ONE_OF_EACH.replace("1 2 .", "1 2 3"), players=4)
    assert view(state, 1).values == {space("a1"): 1}


def test_a_value_not_yet_said_is_not_known():
    """Not even to its player's view: the program does not know it."""
    state = declare(position(ONE_OF_EACH), space("a1"), None)
    assert view(state, 1).values == {}
