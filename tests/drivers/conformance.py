"""The conformance suite for boards: the laws at the head of `drivers.protocols`, one test each.

A board joins with a `Bench`: a way to create it, to put a piece on a site, to press a button, and to pull its plug.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from pearlboard.drivers.protocols import Board, Button, Connected, Event, Lost, Pressed, Released
from pearlboard.geometry import Site, edge, space
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring


@dataclass
class Bench:
    """A board under test and the hands that act on it. `settle` waits for all pending events.

    `follow` lays a piece, and presses a button `after_ms` later by the board's own clock; negative: earlier.
    """

    board: Board
    wiring: Wiring
    put: Callable[[Site], object]
    lift: Callable[[Site], object]
    press: Callable[[Button], object]
    unplug: Callable[[], object]
    plug: Callable[[], object]
    settle: Callable[[], object]
    follow: Callable[[Site, Button, int], object]
    shown: Callable[[], bytes]
    events: list[Event] = field(default_factory=list)

    def start(self):
        self.board.start(self.events.append)
        self.settle()

    def sites(self):
        scans = [event for event in self.events if isinstance(event, Scan)]
        return self.wiring.sites(self.wiring.upright(scans[-1].bits))

    def frame(self, value):
        return bytes([value]) * (3 * self.wiring.leds)


class BoardConformance:
    """Inherit, and provide the fixture `bench`."""

    def test_a_connected_board_first_sends_connected_and_then_a_scan(self, bench):
        """The first two events are `Connected` and a scan."""
        bench.start()
        assert [type(event) for event in bench.events[:2]] == [Connected, Scan]

    def test_a_board_that_is_away_at_the_start_is_lost(self, bench):
        """A board that does not answer causes only `Lost`."""
        bench.unplug()
        bench.start()
        assert [type(event) for event in bench.events] == [Lost]

    def test_every_scan_is_the_whole_chain(self, bench):
        """The latest scan shows both earlier and new pieces."""
        bench.put(space("c4"))
        bench.start()
        bench.put(edge("a1-b1"))
        bench.settle()
        assert bench.sites() == {space("c4"), edge("a1-b1")}
        bench.lift(space("c4"))
        bench.settle()
        assert bench.sites() == {edge("a1-b1")}

    def test_a_faultless_chain_has_its_frame_bits_right(self, bench):
        """No bar has a wrong frame bit."""
        bench.start()
        assert all(bench.wiring.wrong_bar(event.bits) is None for event in bench.events if isinstance(event, Scan))

    def test_time_never_runs_backwards(self, bench):
        """Events are in the order of their times."""
        bench.start()
        for name in ("a1", "b1", "c1"):
            bench.put(space(name))
            bench.settle()
        times = [event.at_ms for event in bench.events]
        assert times == sorted(times)

    @pytest.mark.parametrize("after_ms", [20, -20])
    def test_scans_and_buttons_carry_the_time_at_which_they_were_first_read(self, bench, after_ms):
        """However late they are delivered: a piece and the button 20 ms apart are told apart, in either order."""
        bench.start()
        bench.follow(space("c4"), Button.END_TURN, after_ms)
        bench.settle()
        [pressed] = [event for event in bench.events if isinstance(event, Pressed)]
        scan = [event for event in bench.events if isinstance(event, Scan)][-1]
        assert bench.wiring.sites(bench.wiring.upright(scan.bits)) == {space("c4")}
        assert abs(pressed.at_ms - scan.at_ms - after_ms) <= 2

    @pytest.mark.parametrize("button", list(Button))
    def test_a_button_is_pressed_and_released(self, bench, button):
        """Both ends of a press are events, so that long and short ones can be told apart."""
        bench.start()
        bench.press(button)
        bench.settle()
        told = [event for event in bench.events if isinstance(event, Pressed | Released)]
        assert [type(event) for event in told] == [Pressed, Released]
        assert {event.button for event in told} == {button}

    def test_a_lost_board_sends_no_events(self, bench):
        """Changes while the board is away are not delivered, and never taken for an empty board."""
        bench.put(space("c4"))
        bench.start()
        bench.unplug()
        bench.settle()
        before = len(bench.events)
        assert isinstance(bench.events[-1], Lost)
        bench.lift(space("c4"))
        bench.press(Button.HINT)
        bench.settle()
        assert bench.events[before:] == []

    def test_a_board_that_is_back_shows_the_whole_chain_again(self, bench):
        """`Connected`, and then the current pieces."""
        bench.put(space("c4"))
        bench.start()
        bench.unplug()
        bench.put(space("d4"))
        bench.plug()
        bench.settle()
        kinds = [type(event) for event in bench.events]
        assert Scan in kinds[len(kinds) - kinds[::-1].index(Connected) :]
        assert bench.sites() == {space("c4"), space("d4")}

    def test_the_latest_frame_is_shown(self, bench):
        """Of several frames at once the last one wins."""
        bench.start()
        for value in (10, 20, 30):
            bench.board.show(bench.frame(value))
        bench.settle()
        assert bench.shown() == bench.frame(30)

    def test_a_frame_of_another_length_is_refused(self, bench):
        """A frame has three bytes for each LED of the chain."""
        bench.start()
        with pytest.raises(ValueError, match=str(3 * bench.wiring.leds)):
            bench.board.show(bytes(3))

    def test_lights_and_sounds_of_a_lost_board_are_no_error(self, bench):
        """The program need not know whether the board is connected."""
        bench.start()
        bench.unplug()
        bench.board.show(bench.frame(10))
        bench.board.lamp(on=True)
        bench.board.play([(440, 100)])
        bench.plug()
        bench.settle()
        bench.board.show(bench.frame(20))
        bench.settle()
        assert bench.shown() == bench.frame(20)

    def test_a_closed_board_is_dark_and_silent(self, bench):
        """After `close` there are no events, and no light shines."""
        bench.start()
        bench.board.show(bench.frame(10))
        bench.board.close()
        bench.settle()
        before = len(bench.events)
        bench.put(space("c4"))
        bench.settle()
        assert bench.events[before:] == []
        assert bench.shown() == bench.frame(0)
