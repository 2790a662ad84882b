"""Sensing as a whole, from a simulated board's bits: what is sensed, unknown, frozen, or noisy."""

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.protocols import Connected, Lost
from pearlboard.geometry import site
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.senses import FRAME_MS, Senses
from pearlboard.sensing.wiring import reference_wiring
from support.faulty_board import FaultyBoard
from support.script import perform

PLACE_MS, LIFT_MS = 120, 200


class Ears:
    """A board, senses that listen to it, and every reading that differs from the one before."""

    def __init__(self):
        self.clock = SteppedClock()
        self.board = FaultyBoard(reference_wiring(), self.clock)
        self.senses = Senses(self.board.wiring, PLACE_MS, LIFT_MS)
        self.readings = []
        self.wake = lambda: None
        self.board.start(self.hear)

    def hear(self, event):
        if isinstance(event, Scan):
            self.note(self.senses.feed(event))
        elif isinstance(event, Lost | Connected):
            self.senses.forget()
            self.note(self.senses.tick(self.clock()))

    def note(self, reading):
        if not self.readings or self.readings[-1] != reading:
            self.readings.append(reading)
        self.wake()
        if (due := self.senses.due_ms) is not None:
            self.wake = self.clock.call_at(due, lambda: self.note(self.senses.tick(self.clock())))

    def do(self, script):
        perform(script, self.board, self.clock)
        return self

    @property
    def now(self):
        return self.readings[-1]

    @property
    def sensed(self):
        return [
            reading.sites if reading.sites is None else {str(place) for place in reading.sites}
            for reading in self.readings
        ]


@pytest.fixture
def ears():
    return Ears().do("wait 500")


def sites(*names):
    return frozenset(map(site, names))


def test_a_board_is_unknown_before_it_is_empty(ears):
    """The first reading is unknown, the next one empty."""
    assert ears.sensed == [None, set()]


def test_pieces_are_sensed_as_sites(ears):
    """Spaces and edges, once each."""
    ears.do("c4 wait 300 a1-b1 wait 300 -c4 wait 300")
    assert ears.sensed[1:] == [set(), {"c4"}, {"c4", "a1-b1"}, {"a1-b1"}]


def test_a_piece_that_slides_is_sensed_where_it_stops(ears):
    """The places that the piece passed do not settle."""
    ears.do("c4 wait 300 c4>g4 wait 300")
    assert ears.sensed[1:] == [set(), {"c4"}, set(), {"g4"}]


def test_a_bouncing_piece_is_sensed_once(ears):
    """Laid and lifted, with contacts that chatter."""
    ears.do("~c4 wait 300 ~c4 wait 300")
    assert ears.sensed[1:] == [set(), {"c4"}, set()]


def test_a_lost_board_is_unknown_and_not_empty(ears):
    """From `Lost` until new scans have settled no site is known; then pieces laid meanwhile are there."""
    ears.do("c4 wait 300 unplug wait 1000 d4 plug wait 300")
    assert ears.sensed[1:] == [set(), {"c4"}, None, {"c4", "d4"}]


def test_a_wrong_frame_bit_freezes_what_is_sensed(ears):
    """Nothing settles while the chain is shifted, and the first wrong bar is reported after a while."""
    ears.do("c4 wait 300 shift 1 d4 wait 5000")
    assert ears.now.sites == sites("c4")
    assert ears.now.wrong_bar == 0
    ears.do("shift 0 wait 300")
    assert ears.now.wrong_bar is None
    assert ears.now.sites == sites("c4", "d4")


def test_a_single_torn_scan_is_left_out_without_a_word(ears):
    """A chain that is wrong for less than `FRAME_MS` is not reported."""
    ears.do(f"c4 wait 300 shift 1 wait {FRAME_MS - 1} shift 0 wait 1000")
    assert all(reading.wrong_bar is None for reading in ears.readings)
    assert ears.sensed[1:] == [set(), {"c4"}]


def test_settling_starts_over_after_a_fault_of_the_chain(ears):
    """A piece seen only before a lasting fault settles neither during the fault nor immediately after it."""
    ears.do(f"c4 wait 60 shift 1 wait {FRAME_MS + 100} shift 0 wait 60")
    assert ears.now.sites == frozenset()
    ears.do("wait 140")
    assert ears.now.sites == sites("c4")


def test_occasional_torn_scans_cost_no_piece_and_are_reported(ears):
    """One wrong scan in five keeps nothing from settling; ten in ten seconds report the bar."""
    ears.do("c4 " + "wait 80 shift 1 wait 20 shift 0 " * 12)
    assert ears.now.sites == sites("c4")
    assert ears.now.wrong_bar is None
    assert ears.now.torn_bar is not None
    ears.do("wait 20000 e2 wait 300")
    assert ears.now.torn_bar is None


@pytest.mark.slow
def test_a_flickering_place_is_named_and_yields_no_piece(ears):
    """Ten minutes at 20 Hz: the place is ignored, and no piece was ever sensed there."""
    ears.do("c4 wait 300 e4*20*600000")
    assert ears.now.noisy == sites("e4")
    assert ears.now.unsensed == sites("e4")
    assert all(reading.sites in (None, frozenset(), sites("c4")) for reading in ears.readings)


def test_a_noisy_place_is_read_again_after_a_calm_time(ears):
    """After half a minute without a change."""
    ears.do("e4*20*2000 wait 29000")
    assert ears.now.noisy == sites("e4")
    ears.do("wait 1100 e4 wait 300")
    assert ears.now.noisy == frozenset()
    assert ears.now.sites == sites("e4")


def test_a_hand_that_hesitates_is_no_noise(ears):
    """A place where a piece is laid and lifted five times in two seconds stays trusted."""
    ears.do("c4 wait 200 -c4 wait 200 " * 5)
    assert all(reading.noisy == frozenset() for reading in ears.readings)


def test_old_torn_scans_are_no_longer_reported(ears):
    """Ten in ten seconds are reported; ten in twelve are not, nor those before the board was disconnected."""
    ears.do("wait 1180 shift 1 wait 20 shift 0 " * 12)
    assert all(reading.torn_bar is None for reading in ears.readings)
    ears.do("wait 80 shift 1 wait 20 shift 0 " * 12)
    assert ears.now.torn_bar is not None


def test_faults_of_a_chain_are_forgotten_with_the_board(ears):
    """A board that comes back is not frozen by what its cable did before."""
    ears.do("shift 1 wait 1000")
    assert ears.now.wrong_bar is not None
    ears.senses.forget()
    assert ears.senses.tick(ears.clock()).wrong_bar is None


def test_torn_scans_before_a_disconnection_are_forgotten(ears):
    """The first torn scan after the board came back is not counted as the eleventh."""
    ears.do("wait 80 shift 1 wait 20 shift 0 " * 10)
    assert ears.now.torn_bar is not None
    ears.senses.forget()
    ears.do("wait 80 shift 1 wait 20 shift 0")
    assert ears.now.torn_bar is None


def test_a_hand_is_on_the_board_while_a_trusted_sensor_has_not_settled(ears):
    """From the first scan with a piece until it has settled, also on the first place of the chain."""
    for place in ("a1", "c4", "g3"):
        assert not ears.senses.settling
        ears.do(f"{place} wait 20")
        assert ears.senses.settling
        ears.do("wait 300")
    assert not ears.senses.settling


def test_torn_scans_are_reported_while_the_tenth_last_is_recent(ears):
    """At 9,999 ms after it they are reported, at ten seconds they are not."""
    ears.do("wait 80 shift 1 wait 20 shift 0 " * 10)
    first_ms = ears.senses._torn_ms[0]
    assert ears.senses.tick(first_ms + 9_999).torn_bar is not None
    assert ears.senses.tick(first_ms + 10_000).torn_bar is None


def test_the_due_time_is_the_earliest(ears):
    """A piece settles within a fifth of a second, although another place is noisy for half a minute."""
    ears.do("e4*20*2000")
    assert ears.senses.due_ms > ears.clock() + 20_000
    ears.do("c4")
    assert ears.senses.due_ms <= ears.clock() + 200
