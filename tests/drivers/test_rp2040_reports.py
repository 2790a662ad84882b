"""The events of a board on USB, made from those of its connection, with a fake clock."""

from pearlboard.drivers.protocols import Button, Connected, Pressed, Released, Supplied
from pearlboard.drivers.rp2040_reports import CHATTER_MS, Buttons, Reports
from pearlboard.link.events import Greeted, Seen, Told
from pearlboard.link.messages import Held, Hello
from pearlboard.sensing.scan import Scan

HELLO = Hello(1, 2, 1, 0, 0, bytes(8), 77, 16, 20, 128, 1)


def fed(buttons, *levels):
    """Feed (ms, held buttons) one after the other; return the events with their times."""
    events = [event for at_ms, held in levels for event in buttons.feed(held, at_ms)]
    while (due_ms := buttons.due_ms) is not None:
        events += buttons.tick(due_ms)
    return events


def test_a_press_counts_at_once_and_its_chatter_not():
    """Five edges within a few milliseconds are one press, and likewise one release."""
    buttons = Buttons()
    told = fed(buttons, (0, 0), (100, 1), (103, 0), (105, 1), (109, 0), (111, 1), (300, 0), (302, 1), (304, 0))
    assert told == [Pressed(Button.END_TURN, 100), Released(Button.END_TURN, 300)]


def test_a_short_press_is_released_when_chatter_is_over():
    """No button is stuck because its release came early."""
    assert fed(Buttons(), (0, 0), (100, 2), (110, 0)) == [Pressed(Button.HINT, 100), Released(Button.HINT, 110)]


def test_a_debounced_change_carries_the_time_at_which_it_was_read():
    """The change counts after the debounce time, 30 ms after the press before."""
    buttons = Buttons()
    told = [*buttons.feed(0, 0), *buttons.feed(1, 100), *buttons.feed(0, 112)]
    assert (told, buttons.due_ms) == ([Pressed(Button.END_TURN, 100)], 100 + CHATTER_MS)
    assert buttons.tick(100 + CHATTER_MS) == [Released(Button.END_TURN, 112)]


def test_buttons_do_not_wait_for_each_other():
    """Two buttons at almost the same time."""
    assert fed(Buttons(), (0, 0), (100, 1), (104, 5)) == [Pressed(Button.END_TURN, 100), Pressed(Button.TAKE_BACK, 104)]


def test_a_button_held_at_connection_counts_once_released():
    """Otherwise a reconnected cable would end a turn."""
    told = fed(Buttons(), (0, 1), (500, 0), (600, 1))
    assert told == [Pressed(Button.END_TURN, 600)]


def test_the_lights_supply_is_told_when_it_changes_and_when_it_is_low_at_first():
    """Bit 3 of what is held; it is no button."""
    reports = Reports()
    assert reports.feed(Seen(5, Held.SUPPLY_LOW, 2))[2:] == [Supplied(well=False, at_ms=2)]
    assert reports.feed(Seen(5, Held.SUPPLY_LOW, 3)) == []
    assert reports.feed(Seen(5, 0, 900)) == [Supplied(well=True, at_ms=900)]
    assert reports.due_ms is None


def test_the_first_look_is_a_connection_and_a_scan_and_then_only_changes_count():
    """`Connected` identifies the board."""
    reports = Reports()
    assert reports.feed(Greeted(HELLO)) == []
    assert reports.feed(Seen(5, 0, 2)) == [
        Connected("rp2040 0000000000000000, firmware 1.0.0, link 1-2", 2),
        Scan(5, 2),
    ]
    assert reports.feed(Seen(5, 0, 3)) == []
    assert reports.feed(Told("hello")) == []
    assert reports.feed(Seen(4, 1, 5)) == [Scan(4, 5), Pressed(Button.END_TURN, 5)]
    assert reports.due_ms is None
