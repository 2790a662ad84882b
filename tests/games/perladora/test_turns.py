"""The move generator: known counts, and the count against trying everything that can be said."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games.perladora.rules.notation import position_from_json
from pearlboard.games.perladora.rules.play import apply, play
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Turn,
)
from pearlboard.games.perladora.rules.turns import count_turns, perft, turns
from pearlboard.geometry import GRID
from support.lengths import at_length
from support.perladora_boards import (
    ALL_FULL,
    FULL_CORNER,
    comb,
    document,
    few_left,
    position,
    random_opening,
    random_turn,
    whole_set,
)

MAINS = [
    Pass(),
    LayPontoons(()),
    *(LayPontoons((edge,)) for edge in GRID.edges),
    *(LayPontoons(pair) for pair in combinations(GRID.edges, 2)),
    *(PlaceBackup(space) for space in GRID.spaces),
    *(PlaceDiver(space, value) for space in GRID.spaces for value in range(7)),
]
POWERS = {
    Clan.FISHERMEN: [Fishermen(edge) for edge in GRID.edges],
    Clan.FORAGERS: [Foragers(space) for space in GRID.spaces],
    Clan.CHILDREN: [Children(space, value) for space in GRID.spaces for value in range(3)],
    Clan.ELDERS: [Elders(space) for space in GRID.spaces],
}


def legal(state, turn):
    try:
        play(state, turn)
    except IllegalStep:
        return False
    return True


def may_begin(state, power):
    """Whether a turn may begin so: the judge looks at a Power before it looks at what follows."""
    try:
        apply(state, power)
    except IllegalStep:
        return False
    return True


def everything_legal(state):
    """Every turn that can be said, tried against the judge; of those with a Power, if it may be played at all."""
    seat = state.public.to_move
    for power in (None, *POWERS[state.public.setup.clans[seat - 1]]):
        if power is None or may_begin(state, power):
            yield from (turn for turn in (Turn(seat, power, main) for main in MAINS) if legal(state, turn))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "one", "two"), [(2, 2434, 5581452), (3, 2402, 5426988), (4, 2402, 5426988)])
def test_perft_of_the_standard_opening(players, one, two):
    """The proof of the move generator, recorded; the first row is also in the conformance sample."""
    start = position(players=players)
    assert perft(start, 0) == 1
    assert perft(start, 1) == one == count_turns(start)
    assert perft(start, 2) == two


def test_no_turns_can_be_played_in_one_way():
    """The count of a depth of nothing."""
    assert perft(position(), 0) == 1


@pytest.mark.parametrize(
    ("clans", "edition", "count"),
    [
        (("fishermen", "elders"), "en", 160425),
        (("foragers", "elders"), "en", 2434),
        (("elders", "children"), "fr", 2435),
    ],
)
def test_turns_of_the_advanced_opening(clans, edition, count):
    """Only the Fishermen have a target then; a French pass is one turn more."""
    assert count_turns(position(advanced=True, clans=clans, edition=edition)) == count


@pytest.mark.slow
def test_a_deeper_count_is_the_sum_over_every_turn():
    """Perft against playing each listed turn by the judged way, on a board with little left."""
    drawing = ALL_FULL.replace("1 2 1 P 1 2 1 2", ". 2 . P 1 2 1 2")
    values = whole_set(drawing)
    start = few_left(
        1,
        drawing=drawing,
        values=values,
        advanced=True,
        clans=("children", "fishermen"),
        hands=[{"4": 1, "5": 1}, {}],
        edition="fr",
    )
    after = [play(start, turn) for turn in turns(start)]
    assert perft(start, 2) == sum(count_turns(state) for state in after) > 0
    assert perft(start, 3) == sum(perft(state, 2) for state in after) > 0


def test_a_deeper_count_goes_on_after_turns_with_a_power_and_without():
    """On a full board with one Pontoon left, which may be the extra one of the Fishermen."""
    start = few_left(
        1, drawing=ALL_FULL, values=whole_set(ALL_FULL), advanced=True, clans=("fishermen", "foragers"), powers=[1, 0]
    )
    listed = list(turns(start))
    assert {turn.power is None for turn in listed} == {True, False}
    assert perft(start, 2) == sum(count_turns(play(start, turn)) for turn in listed) > 0


SMALL = [
    pytest.param(few_left(3, advanced=True, clans=("fishermen", "elders"), hands=[{"1": 1}, {"1": 1}]), id="three"),
    pytest.param(few_left(2, advanced=True, clans=("fishermen", "elders"), hands=[{"1": 1}, {"1": 1}]), id="two"),
    pytest.param(few_left(1, advanced=True, clans=("fishermen", "elders"), hands=[{}, {"1": 1}]), id="one left"),
    pytest.param(
        few_left(2, advanced=True, clans=("foragers", "elders"), edition="fr", drawing=FULL_CORNER), id="foragers"
    ),
    pytest.param(few_left(1, advanced=True, clans=("children", "elders"), hands=[{"1": 1}, {}]), id="last diver"),
    pytest.param(
        few_left(1, advanced=True, clans=("elders", "foragers"), edition="fr", drawing=FULL_CORNER, elders_own=True),
        id="elders",
    ),
]
# With two Pontoons left there is everything that there is with three or one.
SMALL = at_length(SMALL, [each for each in SMALL if each.id not in ("three", "one left", "last diver")])


@pytest.mark.slow
@pytest.mark.parametrize("start", SMALL)
def test_listed_turns_are_exactly_the_legal_ones(start):
    """Nothing that the judge allows is missing from the list, and nothing else is in it."""
    expected = set(everything_legal(start))
    listed = list(turns(start))
    assert set(listed) == expected
    assert len(listed) == len(expected) == count_turns(start)


@pytest.mark.slow
@settings(max_examples=at_length(25, 6), deadline=None)
@given(st.integers(0, 2**32), st.integers(30, 55))
def test_count_and_list_agree_late_in_random_games(seed, played):
    """The bulk count never differs from the list, Powers included."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(played):
        if not state.public.over:
            _, state = random_turn(state, rng)
    if count_turns(state) < 4000:
        listed = list(turns(state))
        assert len(listed) == len(set(listed)) == count_turns(state)
        assert all(legal(state, turn) for turn in listed)


def test_a_seat_that_can_do_nothing_has_no_turn_and_is_done_when_another_plays():
    """Ruling 7: such a position may be given; perft and inspect say 0, and replay goes on with the next seat."""
    start = few_left(0, hands=[{}, {"1": 1}])
    assert list(turns(start)) == []
    assert count_turns(start) == perft(start, 1) == perft(start, 2) == 0
    after = play(start, Turn(2, None, PlaceDiver(GRID.space("a1"), 1)))
    assert after.public.over


def test_nobody_passes_who_can_do_nothing():
    """Even where a pass is voluntary: done is not a choice then."""
    start = few_left(0, hands=[{}, {"1": 1}], edition="fr")
    assert count_turns(start) == 0
    assert not legal(start, Turn(1, None, Pass()))


def test_nobody_can_move_when_the_game_is_over():
    """Neither counted nor listed."""
    start = position(done=[True, True])
    assert count_turns(start) == 0
    assert list(turns(start)) == []


def test_a_full_board_goes_on_while_pontoons_can_be_laid():
    """Ruling 7."""
    told = document(ALL_FULL, values=whole_set(ALL_FULL))
    told["pontoons"] = comb(1)
    start = position_from_json(told)
    assert count_turns(start) > 0
    after = play(start, Turn(1, None, LayPontoons((GRID.edge("e3-f3"),))))
    assert after.public.over


def test_after_a_power_only_main_actions_are_left():
    """Half a turn is played: no second Power, no pass."""
    start = position(FULL_CORNER, advanced=True, clans=("elders", "foragers"), edition="fr")
    looked = apply(start, Elders(GRID.space("b1")))
    assert {turn.power for turn in turns(looked)} == {None}
    assert Turn(1, None, Pass()) not in set(turns(looked))
    assert count_turns(looked) == len(list(turns(looked))) == len(list(turns(start))) // 2
