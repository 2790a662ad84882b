"""The crews on the tiles and what is known of them, taken one by one."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from pearlboard.games.piratoons.rules.actions import Count, Hold, Out, Proceed, Put, Spoil
from pearlboard.games.piratoons.rules.plunder import Told, at_least, cancelled
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import TABLE, Undo
from support.piratoons_games import RULES, opened, played


def at(stage, seed=1, **form):
    """The first state of that stage in a game of two by chance."""
    return next(state for state in played(opened(2, seed, **form), Random(seed)) if state.stage is stage)


@pytest.mark.parametrize(
    ("place", "out", "seats"),
    [((2, 2, 3), (), (1, 2)), ((1, 2, 3), (), ()), ((2, 2, 2), (3,), (1, 2)), ((2, 0, 2), (1,), ())],
)
def test_crews_of_one_size_cancel_each_other(place, out, seats):
    """And one that is alone in its size does not; who is out has none."""
    assert cancelled(place, out) == seats


def test_of_a_seat_that_has_said_nothing_only_what_was_seen_is_known():
    """A piece on each tile where it was seen, as far as its pieces go; its own spoiled ones are gone."""
    seen = frozenset({(1, 2), (3, 2), (5, 2), (2, 1)})
    now = SimpleNamespace(put=((0, 0),) * 6, seen=seen, said=(None, None), spoilt=(0, 2))
    assert at_least(now, 2, 3) == Told((1, 0, 0, 0, 0, 0), 2)
    assert at_least(now, 1, 3) == Told((0, 1, 0, 0, 0, 0), 0)


def test_when_hands_are_asked_for_it_is_too_late_to_go_on_otherwise():
    """What goes on before the bids is taken back by all; after it the bids have begun."""
    assert RULES.undo(at(Stage.BIDS), Proceed()) is Undo.NEVER
    assert RULES.undo(at(Stage.COUNT), Proceed()) is Undo.AGREED


def test_nobody_is_out_who_does_not_play():
    """The sentence says so."""
    with pytest.raises(IllegalAction) as refused:
        RULES.apply(at(Stage.COUNT), TABLE, Out(3, out=True))
    assert refused.value.rule == "no_such_seat"


def test_what_is_said_to_be_spoiled_stands_in_that_seats_count_alone():
    """Both have counted; the second's piece is spoiled."""
    state = replace(at(Stage.COUNT), now=replace(at(Stage.COUNT).now, put=((0, 0),) * 9))
    while any(told is None for told in state.now.said):
        seat = state.now.said.index(None) + 1
        state = RULES.apply(state, seat, Count((0,) * len(state.now.put), 0))
    spoiled = RULES.apply(state, TABLE, Spoil(2, 1))
    assert [told.spoiled for told in spoiled.now.said] == [0, 1]


def test_by_chance_a_seat_counts_what_it_may_have():
    """At least what was seen, and no more than there is; of tiles where it was not seen, nothing."""
    state = at(Stage.COUNT)
    asked = replace(state, now=replace(state.now, put=((0, 0),) * 9, seen=frozenset({(1, 2), (4, 2)})))
    assert RULES.active(asked) == {TABLE, 2}
    view = RULES.view(asked, 2)
    actions = [RULES.sample(view, Random(seed)) for seed in range(9)]
    for action in actions:
        assert [place for place, pieces in enumerate(action.crew, 1) if pieces] == [1, 4]
        assert RULES.may(view, 2, action) is None
    assert {sum(action.crew) for action in actions} > {2}


def test_by_chance_a_seat_counts_nothing_on_tiles_when_its_whole_crew_was_spoiled():
    """Though a piece of it was seen there."""
    state = at(Stage.COUNT)
    asked = replace(state, now=replace(state.now, put=((0, 0),) * 9, seen=frozenset({(1, 2)}), spoilt=(0, 6)))
    view = RULES.view(asked, 2)
    for seed in range(9):
        action = RULES.sample(view, Random(seed))
        assert sum(action.crew) == 0
        assert RULES.may(view, 2, action) is None


def test_by_chance_a_seat_holds_back_once_in_four_times():
    """Else it places a piece."""
    view, rng = RULES.view(at(Stage.PLUNDER), 1), Random(1)
    actions = [RULES.sample(view, rng) for _ in range(400)]
    assert {type(action) for action in actions} == {Hold, Put}
    assert 70 <= sum(isinstance(action, Hold) for action in actions) <= 130
