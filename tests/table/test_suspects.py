"""A bit that is stuck cannot be told from a piece: what it lays is undone in one press, and does not come again."""

import pytest

from tabling import TestTable


@pytest.fixture
def table():
    return TestTable().begin()


def sensors(table):
    return table.screen()["sensors"]


def test_a_turn_that_nobody_laid_is_undone_in_one_press_and_its_sensor_named(table):
    """At once, with what it seems to have; nothing needs to be waited for."""
    table.do("c4=1 wait 3500 press take_back")
    assert table.facts == ["Acted", "TakenBack"]
    assert sensors(table)["suspected"] == ["c4"]
    assert "does not belong there" in sensors(table)["why"]["c4"]


def test_a_sensor_that_comes_and_goes_lays_no_second_turn(table):
    """Its place waits for the button from then on, however often it lights up."""
    table.do("c4=1 wait 3500 press take_back")
    for _ in range(3):
        table.do("c4= wait 5000 c4=1 wait 20000")
    assert table.facts == ["Acted", "TakenBack"]
    assert "may be wrong" in table.screen()["sentence"]
    table.do("c4= wait 500 e2 wait 3300")
    assert table.facts == ["Acted", "TakenBack", "Acted"]


def test_two_pontoons_that_were_taken_back_are_both_suspected(table):
    """One may have been real; nobody can know which."""
    table.do("b1-c1=1 wait 700 a1-b1 wait 5000 press take_back wait 300 -a1-b1 wait 300 a1-b1 wait 9000")
    assert table.facts == ["Acted", "TakenBack"]


def test_whoever_confirms_by_hand_says_that_the_sensor_is_right(table):
    """Afterwards the place counts by itself again, as any other."""
    table.do("c4 wait 3500 press take_back wait 300 -c4 wait 500 c4 wait 500 press end_turn")
    assert table.facts == ["Acted", "TakenBack", "Acted"]
    table.do("press take_back wait 300 -c4 wait 500 c4 wait 3500")
    assert table.facts == ["Acted", "TakenBack", "Acted", "TakenBack", "Acted"]


def test_what_was_confirmed_by_hand_and_is_taken_back_makes_nobody_suspicious(table):
    """A change of mind: somebody has said that a piece lies there."""
    table.do("c4 wait 500 press end_turn wait 300 press take_back wait 300 -c4 wait 500 c4 wait 3500")
    assert table.facts == ["Acted", "TakenBack", "Acted"]


def test_a_piece_that_was_lifted_after_a_change_of_mind_is_not_spoken_of(table):
    """The place is read on, and waits for the button; the page names no sensor that tells of nothing."""
    table.do("c4 wait 3500 press take_back wait 300 -c4 wait 500")
    assert sensors(table)["suspected"] == []


def test_a_suspected_sensor_that_is_left_out_is_suspected_no_more(table):
    """People have said how it is with it."""
    table.do("c4=1 wait 3500 press take_back").ask("leave_out", site="c4")
    assert (sensors(table)["suspected"], sensors(table)["why"]) == ([], {})
    table.do("c4=").ask("trust", site="c4").do("c4 wait 3500")
    assert table.facts == ["Acted", "TakenBack", "SensorLeftOut", "SensorTrusted", "Acted"]


def test_where_pieces_do_not_go_together_any_of_them_may_be_the_one_that_is_not_there(table):
    """A Pontoon that nobody laid keeps a Diver from counting: after ten seconds both places can be left out."""
    table.do("c1-c2=1 wait 3500 b4 wait 11000")
    assert sensors(table)["doubtful"] == ["b4", "c1-c2"]
    assert table.ask("leave_out", site="c1-c2").do("press end_turn").facts == ["SensorLeftOut", "Acted"]


def test_what_lies_on_a_loose_sensor_waits_for_the_button(table):
    """It has lost its piece three times: the page says so, and what comes there next is asked about."""
    table.do("c4 wait 3500 " + "c4=0 wait 50 c4= wait 3000 " * 3)
    assert sensors(table)["suspected"] == ["c4"]
    assert "now and then" in sensors(table)["why"]["c4"]


def test_a_sensor_that_is_trusted_again_begins_anew(table):
    """Whoever has put a loose one right is not told for the rest of the evening that it is loose."""
    table.do("c4 wait 3500 e2 wait 3500")
    loose = "-c4 wait 300 c4 wait 2000 "
    assert sensors(table.do(loose * 3))["suspected"] == ["c4"]
    table.ask("leave_out", site="c4").ask("trust", site="c4")
    assert sensors(table.do(loose * 2))["suspected"] == []
    assert sensors(table.do(loose))["suspected"] == ["c4"]
