"""Sensors that people chose not to have read are the board's: no restart, and no other game, brings them back."""

import pytest

from pearlboard.geometry import space
from pearlboard.session.state import Refused
from support.tabling import TestTable


@pytest.fixture
def table():
    return TestTable().begin()


def test_a_sensor_that_was_left_out_stays_so_after_a_restart(table):
    """A stuck sensor lays no piece under a program that has just started; and what was laid there still lies there."""
    table.do("e2 wait 3500").ask("leave_out", site="c4").ask("leave_out", site="e2").do("e2=0 wait 500")
    after = table.reboot().do("c4=1 e2=0 wait 20000")
    assert after.tabletop.left_out == {space("c4"), space("e2")}
    assert after.facts == ["Acted", "SensorLeftOut", "SensorLeftOut"]
    assert (after.screen()["lift"], after.screen()["put"]) == ([], [])


def test_a_sensor_that_is_trusted_again_is_read_after_a_restart(table):
    """The newest word counts."""
    table.ask("leave_out", site="c4").ask("trust", site="c4")
    after = table.reboot().do("c4 wait 3500")
    assert not after.tabletop.left_out
    assert after.facts == ["SensorLeftOut", "SensorTrusted", "Acted"]


def test_what_is_said_twice_is_one_fact(table):
    """A repeated word says again that the place is as it should be, and nothing else."""
    for _ in range(2):
        table.ask("leave_out", site="c4")
        table.ask("put", site="c4")
    assert table.screen()["lift"] == []
    table.ask("leave_out", site="c4")
    assert table.screen()["verdict"] == "unfinished"
    table.ask("trust", site="c4").ask("trust", site="c4")
    assert table.facts == ["SensorLeftOut", "SensorTrusted"]


def test_masks_outlive_games_and_ends(table):
    """Given up, and agreed on anew: the board is the same."""
    table.ask("leave_out", site="c4").ask("abandon")
    assert table.tabletop.left_out == {space("c4")}
    table.begin()
    assert table.reboot().tabletop.left_out == {space("c4")}


def test_a_sensor_can_be_left_out_while_the_game_is_paused_and_makes_nobody_too_late(table):
    """It is about the board: whoever has looked before may still act."""
    seen = table.screen()["version"]
    table.ask("pause", version=seen).ask("leave_out", site="c4", version=0)
    table.ask("resume", version=table.screen()["version"] - 1)
    assert table.facts == ["GamePaused", "SensorLeftOut", "GameResumed"]


def test_a_board_that_is_only_drawn_has_no_sensors_to_leave_out():
    """Nothing becomes a fact; and what was left out of a real board hides nothing of one that is drawn."""
    table = TestTable(on_screen=True).begin()
    with pytest.raises(Refused, match="no_sensors"):
        table.ask("leave_out", site="c4")
    real = TestTable()
    real.ask("leave_out", site="c4", command_id="said-on-a-real-board")
    drawn = TestTable(real.log, on_screen=True).begin().ask("put", site="c4")
    assert [piece["site"] for piece in drawn.screen()["pieces"]] == ["c4"]
    assert not drawn.tabletop.left_out
    drawn.ask("imitate", hardware=True)
    assert drawn.tabletop.left_out == {space("c4")}


def test_leaving_a_sensor_out_ends_no_lesson():
    """Whoever learns on a board with a dead sensor goes on learning."""
    table = TestTable().ask("begin_lesson", game="perladora")
    assert table.ask("leave_out", site="c4").screen()["lesson"] is not None
