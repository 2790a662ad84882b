"""The stop, exactly: what the last scan before it had and still lies there counts, however late a scan arrives."""

import pytest

from other_games.tables import GameTable
from pearlboard.drivers.protocols import Button
from pearlboard.games.piratoons.rules.actions import Stop
from pearlboard.geometry import space

SAND = 15_000
APART_MS = 20
LATE_MS = 45
"""How long everything that the board tells is on its way."""


@pytest.fixture
def rush():
    """The sand is out, and a puck lies on tile 1; what the board tells comes late."""
    table = GameTable().set_up("piratoons", 2)
    assert table.wish("act", action=["open"], actor=1) is None
    table.do(f"a1 wait {SAND}")
    table.board.late_ms = LATE_MS
    return table


def said(rush):
    """What counted."""
    rush.clock.step(700)
    return rush.session.acts[-1].action


def press(rush):
    rush.board.press(Button.END_TURN)


def say(rush):
    assert rush.wish("act", action=["stop", []], actor="table") is None


@pytest.mark.parametrize("stop", [press, say], ids=["the board's button", "a page"])
def test_a_puck_that_was_there_before_the_stop_counts(rush, stop):
    """Though its scan comes after a page's stop, and its sensor has not settled yet."""
    rush.board.put(space("e1"))
    rush.clock.step(APART_MS)
    stop(rush)
    assert said(rush) == Stop(((1, 1), (2, 1)))


@pytest.mark.parametrize("stop", [press, say], ids=["the board's button", "a page"])
def test_a_puck_that_came_after_the_stop_does_not(rush, stop):
    """Though the stop of the board's button comes late itself; and it must be lifted."""
    stop(rush)
    rush.clock.step(APART_MS)
    rush.board.put(space("e1"))
    assert said(rush) == Stop(((1, 1),))
    assert rush.page()["lift"] == ["e1"]


@pytest.mark.parametrize("stop", [press, say], ids=["the board's button", "a page"])
def test_a_puck_that_is_lifted_before_the_stop_does_not_count(rush, stop):
    """Though its sensor has settled only after it."""
    rush.board.lift(space("a1"))
    rush.clock.step(APART_MS)
    stop(rush)
    assert said(rush) == Stop(())


@pytest.mark.parametrize("stop", [press, say], ids=["the board's button", "a page"])
def test_a_puck_that_is_lifted_after_the_stop_is_missing(rush, stop):
    """It was seen at the stop: until all have counted it must lie there."""
    stop(rush)
    rush.clock.step(APART_MS)
    rush.board.lift(space("a1"))
    assert said(rush) == Stop(((1, 1),))
    assert rush.page()["put"] == ["a1"]


@pytest.mark.parametrize("stop", [press, say], ids=["the board's button", "a page"])
def test_a_puck_that_is_away_in_the_moment_of_the_stop_does_not_count(rush, stop):
    """It lay there before and lies there after; what counts is the last scan before the stop."""
    rush.clock.step(1_000)
    rush.board.lift(space("a1"))
    rush.clock.step(APART_MS)
    stop(rush)
    rush.clock.step(APART_MS)
    rush.board.put(space("a1"))
    assert said(rush) == Stop(())


def test_a_puck_in_the_scan_of_the_stop_counts(rush):
    """What both ends tell of one scan comes in the order chain, buttons."""
    rush.board.put(space("e1"))
    press(rush)
    assert said(rush) == Stop(((1, 1), (2, 1)))
