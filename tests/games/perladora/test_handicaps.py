"""Divers that a seat leaves in the box by agreement: everybody counts with them, in rules, in thought and on paper."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.package import PACKAGE, players
from pearlboard.games.perladora.players.dealing import _known_pool as known_pool
from pearlboard.games.perladora.players.evaluation import guesses
from pearlboard.games.perladora.rules.consistency import check_position
from pearlboard.games.perladora.rules.declared_values import open_values
from pearlboard.games.perladora.rules.form import OPTIONS
from pearlboard.games.perladora.rules.handicaps import COSTS, HANDICAPS
from pearlboard.games.perladora.rules.notation import position_from_json, position_to_json
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.reveal import reckon
from pearlboard.games.perladora.rules.setup import WrongDivers, check, opening
from pearlboard.games.perladora.rules.standing import standing
from pearlboard.games.perladora.rules.state import DIVERS
from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.refusals import BadOptions
from pearlboard.games.values import TABLE, Player
from pearlboard.geometry import GRID, space
from support.finished import finished
from support.tabling import TestTable

PEOPLE = [Player("Anna", None), Player("Ben", None)]
FORM = {"handicaps": ["53", ""]}
AGREED = OPTIONS.agree(FORM, PEOPLE, random.Random(1))
C4, C5 = space("c4"), space("d4")


def laid():
    """Anna, who plays without her 5 and 3, and Ben have each laid a Diver, face down."""
    state = opening(AGREED, 1)
    return apply(apply(state, PlaceDiver(C4, 4)), PlaceDiver(C5, 2))


@pytest.mark.parametrize("many", sorted(COSTS))
def test_every_step_of_the_ladder_leaves_divers_that_a_seat_has_and_heavier_ones_cost_more(many):
    """By the number of players, each in its own words."""
    ladder = HANDICAPS.ladder(many)
    assert [step.costs for step in ladder] == sorted({step.costs for step in ladder})
    for step in ladder:
        setup = replace(AGREED, players=many, without=(tuple(map(int, step.name)), *((),) * (many - 1)))
        assert min(setup.divers(1)) >= 0
        assert sum(setup.divers(1)) == sum(DIVERS[many]) - len(step.name)
        assert setup.divers(2) == DIVERS[many]
    assert len({repr(step.said) for step in ladder}) == len(ladder)


def test_a_seat_begins_without_them_and_all_others_as_ever():
    """How many are left lies open, and which are in the hand only its seat knows."""
    state = opening(AGREED, 1)
    assert state.hands == ((10, 3, 0, 1, 0), DIVERS[2])
    assert state.public.left == (14, 16)
    assert PACKAGE.shown.seat(AGREED, None, 1)["divers"] == 14
    assert next(said.name for said in OPTIONS.said(AGREED)) == "rule_without"


def test_whoever_looks_counts_with_the_divers_that_each_seat_has():
    """What may lie under a tile, what a seat may say, and who is surely ahead: no 5 and no 3 of Anna's."""
    state = laid()
    seen = view(state, TABLE)
    bounds = standing(seen, GRID.region(GRID.bit[C4], (1 << 200) - 1)).bounds
    assert (bounds[1].most, bounds[2].most) == (4, 5)
    assert open_values(state.public) == (1, 2, 4)
    assert reckon(state).values == {1: (1, 2, 4), 2: (1, 2, 3, 4, 5)}


def test_other_players_computers_infer_from_the_right_pools():
    """Ben's searches and rules of thumb never guess a Diver of Anna's that stays in the box."""
    ben = view(laid(), 2)
    assert known_pool(ben, 1) == (10, 3, 0, 1, 0)
    assert known_pool(ben, 2) == (10, 2, 1, 1, 1)
    assert guesses(ben)[C4].points == pytest.approx((10 + 6 + 4) / 14)


@pytest.mark.parametrize("name", ["easy", "greedy"])
def test_computers_play_such_a_game_to_its_end(name):
    """Every step is legal, and no Diver is laid that is in the box."""
    state, bot, number = opening(AGREED, 1), players()[name].bot, 0
    while not state.public.over:
        number += 1
        seat = state.public.to_move
        state = apply(state, bot.think(view(state, seat), number, 5).action)
    worth = [state.values[each] for each, diver in state.public.divers.items() if diver.seat == 1]
    assert not {3, 5} & set(worth)
    check_position(state, "")


def test_documents_carry_it_and_those_without_are_as_before():
    """A position, and the agreement as it is stored."""
    state = laid()
    document = position_to_json(state)
    assert document["without"] == [[5, 3], []]
    assert position_from_json(document).public.setup.without == AGREED.without
    assert OPTIONS.decode(OPTIONS.encode(AGREED)) == AGREED
    plain = replace(AGREED, without=())
    assert "without" not in OPTIONS.encode(plain)
    assert "without" not in position_to_json(opening(plain, 1))


@pytest.mark.parametrize("without", [((5, 5), ()), ((6,), ()), ((0,), ()), ((5,),)])
def test_divers_that_a_seat_does_not_have_cannot_stay_in_the_box(without):
    """However such an agreement came."""
    with pytest.raises(WrongDivers):
        check(replace(AGREED, without=without))


@pytest.mark.parametrize("steps", [["6", ""], ["5", "", "5"], ["35", ""]])
def test_a_step_that_is_not_on_the_ladder_is_refused_by_the_forms_label(steps):
    """As the form refuses any choice that it does not offer."""
    with pytest.raises(BadOptions) as refused:
        OPTIONS.agree({"handicaps": steps}, PEOPLE, random.Random(1))
    assert refused.value.sentence.name == "choose_again"


def test_it_is_agreed_on_shown_and_kept_over_a_restart_a_take_back_and_a_rematch():
    """The table says it among the rules, and how many Divers there are beside the name."""
    table = TestTable().begin(**FORM).do("c1 wait 3200").ask("take_back")
    again = TestTable(table.log)
    for screen in (table.screen(), again.screen()):
        assert screen["match"]["rules"][0] == "Anna leaves Divers in the box, as a handicap: the 5 and 3."
        assert [each["divers_left"] for each in screen["match"]["players"]] == [14, 16]
    table.do("-c1 wait 400").ask("abandon")
    assert table.screen()["last"]["handicaps"] == ["53", ""]
    assert "handicaps" not in table.screen()["last"]["options"]


def test_a_replay_begins_by_saying_it():
    """To whoever looks at the game later."""
    session = finished(3, players=2)
    setup = replace(session.course.setup, without=((), (5,)))
    start = session.start.changed(public=replace(session.start.public, setup=setup))
    first = next(iter(PACKAGE.frames(replace(session.course, setup=setup, start=start))))
    assert [said.name for said in first.said] == ["told_beginning", "rule_without"]
