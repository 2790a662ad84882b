"""A bit that is stuck cannot be told from a piece: what it lays is undone in one press, and does not come again."""

from dataclasses import replace

import pytest

from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.geometry import space
from pearlboard.session import intents
from pearlboard.session.decide import decide
from support.tabling import TestTable


@pytest.fixture
def table():
    return TestTable().begin()


def sensors(table):
    return table.screen()["sensors"]


def test_a_turn_that_nobody_laid_is_undone_in_one_press_and_its_sensor_named(table):
    """At once, with what it seems to have; nothing needs to be waited for."""
    table.do("c4=1 wait 3500 press take_back")
    assert table.facts == ["Acted", "TakenBack", "SensorSuspected"]
    assert sensors(table)["suspected"] == ["c4"]
    assert "does not belong there" in sensors(table)["why"]["c4"]


def test_a_sensor_that_comes_and_goes_lays_no_second_turn(table):
    """Its place waits for the button from then on, however often it lights up."""
    table.do("c4=1 wait 3500 press take_back")
    for _ in range(3):
        table.do("c4= wait 5000 c4=1 wait 20000")
    assert table.facts == ["Acted", "TakenBack", "SensorSuspected"]
    assert "may be wrong" in table.screen()["sentence"]
    table.do("c4= wait 500 e2 wait 3300")
    assert table.facts == ["Acted", "TakenBack", "SensorSuspected", "Acted"]


def test_two_pontoons_that_were_taken_back_are_both_suspected(table):
    """One may have been real; nobody can know which."""
    table.do("b1-c1=1 wait 700 a1-b1 wait 5000 press take_back wait 300 -a1-b1 wait 300 a1-b1 wait 9000")
    assert table.facts == ["Acted", "TakenBack", "SensorSuspected", "SensorSuspected"]


def test_whoever_confirms_by_hand_says_that_the_sensor_is_right(table):
    """Afterwards the place counts by itself again, as any other."""
    table.do("c4 wait 3500 press take_back wait 300 -c4 wait 500 c4 wait 500 press end_turn")
    first = ["Acted", "TakenBack", "SensorSuspected", "Acted", "SensorTrusted"]
    assert table.facts == first
    table.do("press take_back wait 300 -c4 wait 500 c4 wait 3500")
    assert table.facts == [*first, "TakenBack", "Acted"]


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
    assert table.facts == ["Acted", "TakenBack", "SensorSuspected", "SensorLeftOut", "SensorTrusted", "Acted"]


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


# --- across a restart --------------------------------------------------------------------------------------------


def test_what_is_suspected_stays_so_after_a_restart(table):
    """A stuck sensor lays no second turn under a program that has just started, or in another game."""
    table.do("c4=1 wait 3500 press take_back wait 300 c4= wait 500")
    another = table.reboot()
    another.asked = 100  # these commands are not those of before
    for again in (table.reboot(), another.ask("abandon").begin().reboot()):
        before = again.facts
        assert again.tabletop.session.suspected == {space("c4")}
        assert again.do("e2 wait 300 -e2 wait 300 c4=1 wait 20000").facts == before
        assert "may be wrong" in again.screen()["sentence"]


def test_what_was_confirmed_by_hand_is_trusted_after_a_restart(table):
    """The newest word counts."""
    table.do("c4 wait 3500 press take_back wait 300 -c4 wait 500 c4 wait 500 press end_turn")
    assert not table.reboot().tabletop.session.suspected


def test_a_turn_that_nobody_laid_is_suspected_though_the_program_has_started_anew_since(table):
    """No screen had asked for it, so it may have counted by itself."""
    after = table.do("c4=1 wait 3500").reboot().do("c4=1 wait 500 press take_back")
    assert after.tabletop.session.suspected == {space("c4")}


def test_what_a_screen_had_asked_for_is_not_suspected_after_a_restart(table):
    """Somebody has said that a piece lies there; nor is anything where all agreed that nothing counts by itself."""
    by_hand = table.do("c4 wait 500").ask("confirm", command_id="by-hand").reboot().do("press take_back")
    assert by_hand.facts == ["Acted", "TakenBack"]
    slow = TestTable().begin(confirm="button").do("c4 wait 500 press end_turn").reboot().do("press take_back")
    assert slow.facts == ["Acted", "TakenBack"]


def test_a_suspected_sensor_can_be_trusted_by_a_word(table):
    """Whoever has put it right need not lay anything."""
    table.do("c4=1 wait 3500 press take_back c4= wait 500").ask("trust", site="c4").do("c4 wait 3500")
    assert table.facts[-2:] == ["SensorTrusted", "Acted"]


def test_a_computers_piece_makes_no_sensor_trusted():
    """It is asked for and laid where the board said it; nobody has confirmed that the sensor is right."""
    session = TestTable().begin().tabletop.session
    suspicious = replace(session, suspected=frozenset({space("c4")}))
    by_computer = replace(suspicious, agreement=replace(suspicious.agreement, computers=("easy", None)))
    act = intents.Act(1, PlaceDiver(space("c4"), 1), by_hand=True)
    assert [type(fact).__name__ for fact in decide(suspicious, act)] == ["Acted", "SensorTrusted"]
    assert [type(fact).__name__ for fact in decide(by_computer, act)] == ["Acted"]
