"""A piece that lies right and is not seen: people tap where it lies, and its sensor is left out from then on."""

import pytest

from pearlboard.geometry import space
from pearlboard.session.state import Refused
from support.tabling import TestTable


@pytest.fixture
def table():
    return TestTable().begin()


def test_a_dead_sensor_on_a_free_place_is_no_dead_end(table):
    """The button asks, the page offers, a tap says where: the piece counts, and the sensor is named and left out."""
    table.do("c4=0 c4 wait 500 press end_turn")
    assert "laid" in table.screen()["can"]
    table.ask("laid", site="c4")
    assert (table.screen()["verdict"], table.screen()["countdown"] is not None) == ("legal", True)
    assert [piece["site"] for piece in table.screen()["pieces"]] == ["c4"]
    table.do("wait 3200 e2 wait 3300")
    assert table.facts == ["SensorLeftOut", "Acted", "Acted"]
    assert table.tabletop.left_out == {space("c4")}


def test_it_is_offered_only_when_the_board_may_have_missed_a_piece(table):
    """Not before the button was pressed, and not once something lies there; nor where nothing is sensed anyway."""
    assert "laid" not in table.screen()["can"]
    table.do("press end_turn")
    assert "laid" in table.screen()["can"]
    assert "laid" not in table.do("c4").screen()["can"]
    assert "laid" not in TestTable(on_screen=True).begin().screen()["can"]


def test_a_second_pontoon_that_is_not_seen_can_be_said_after_a_while(table):
    """One lies there, the other has a dead sensor: waiting longer brings nothing."""
    table.do("b1-c1=0 a1-b1 wait 500 b1-c1 wait 5000")
    assert "laid" not in table.screen()["can"]
    assert "laid" in table.do("wait 6000").screen()["can"]
    table.ask("laid", site="b1-c1").do("wait 3200")
    assert table.facts == ["SensorLeftOut", "Acted"]
    assert len(table.tabletop.session.played[-1][1].edges) == 2


def test_what_may_not_lie_there_is_refused_and_changes_nothing(table):
    """A slip of the finger costs no sensor."""
    farm = min(table.screen()["farms"])
    table.do("press end_turn")
    with pytest.raises(Refused, match="draft_not_legal"):
        table.ask("laid", site=farm)
    with pytest.raises(Refused, match="impossible_move"):
        table.do("c4").ask("laid", site="c4")
    assert table.facts == []
    assert not table.tabletop.left_out


def test_a_phone_may_say_it_when_its_seat_is_to_move(table):
    """Nobody else's may; and what was said on it is as good as on the page."""
    anna, ben = table.phone(1), table.phone(2)
    table.do("c4=0 c4 press end_turn")
    with pytest.raises(Refused, match="not_your_turn"):
        table.ask("laid", who=ben, site="c4")
    table.ask("laid", who=anna, site="c4").ask("choose_value", who=anna, value=3).do("wait 3200")
    assert table.facts[-2:] == ["SensorLeftOut", "Acted"]


def test_a_missing_piece_that_lies_there_after_all_is_said_the_same_way(table):
    """Its sensor has died under it."""
    table.do("c4 wait 3300 c4=0 wait 6000")
    assert table.screen()["put"] == ["c4"]
    assert table.ask("laid", site="c4").screen()["put"] == []
    assert table.do("e2 wait 3300").facts == ["Acted", "SensorLeftOut", "Acted"]


def test_while_nothing_counts_nothing_can_be_said(table):
    """Neither during a pause nor without a game."""
    with pytest.raises(Refused, match="not_now"):
        table.ask("pause").ask("laid", site="c4")
    with pytest.raises(Refused, match="not_now"):
        TestTable().ask("laid", site="c4")
