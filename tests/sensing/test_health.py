"""Diagnoses from the sensors' own behaviour: dropouts, and contacts that come to rest slowly."""

import random

import pytest

from pearlboard.geometry import site
from pearlboard.sensing.health import DROP_MS, SLOW_MS, Ailment, Flicker
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring

WIRING = reference_wiring()
A1, C4, EDGE = site("a1"), site("c4"), site("a1-b1")


class Board:
    """Sensors with a clock of their own."""

    def __init__(self, *expected):
        self.senses = Senses(WIRING, 120, 200)
        self.senses.expect(frozenset(expected))
        self.lying, self.at_ms = set(expected), 1_000
        self.reading = self.senses.feed(Scan(WIRING.as_read(self.lying), self.at_ms))
        self.wait(1_000)

    def wait(self, ms):
        self.at_ms += ms
        self.reading = self.senses.tick(self.at_ms)
        return self

    def turn(self, place, ms):
        """Change a reading, and let `ms` pass."""
        self.lying ^= {place}
        self.reading = self.senses.feed(Scan(WIRING.as_read(self.lying), self.at_ms))
        return self.wait(ms)

    def chatter(self, place, times, every_ms):
        for _ in range(times):
            self.turn(place, every_ms)
        return self.wait(5_000)


@pytest.mark.parametrize("gone_ms", [20, 150, 400, DROP_MS])
def test_a_piece_that_is_gone_for_a_moment_again_and_again_has_a_loose_sensor(gone_ms):
    """The third dropout is reported, whether or not the dropouts were long enough to settle."""
    board = Board(C4, EDGE)
    for _ in range(2):
        board.turn(C4, gone_ms).turn(C4, 10_000)
    assert board.reading.ailing == {}
    board.turn(C4, gone_ms).turn(C4, 10_000)
    assert board.reading.ailing == {C4: Ailment.INTERMITTENT}


def test_looking_at_a_tile_repeatedly_makes_no_sensor_suspected():
    """A hand is slower than a loose contact."""
    board = Board(C4)
    for _ in range(12):
        board.turn(C4, DROP_MS + 1).turn(C4, 1_500)
    assert board.reading.ailing == {}


def test_dropouts_that_are_far_apart_are_accidents():
    """One an hour is a table that was bumped."""
    board = Board(C4)
    for _ in range(12):
        board.turn(C4, 50).turn(C4, 61_000)
    assert board.reading.ailing == {}


def test_hands_over_free_places_say_nothing_about_their_sensors():
    """A passing magnet is no fault, because no piece was expected there."""
    board = Board(C4)
    for _ in range(12):
        board.turn(EDGE, 60).turn(EDGE, 3_000)
    assert board.reading.ailing == {}


def test_a_place_where_nothing_should_lie_any_more_is_free():
    """Once the piece was taken away, hands may pass over the place."""
    board = Board(C4)
    board.senses.expect(frozenset())
    for _ in range(3):
        board.turn(C4, 60).turn(C4, 3_000)
    assert board.reading.ailing == {}


@pytest.mark.parametrize("place", [A1, C4])
def test_a_piece_that_is_laid_as_soon_as_the_board_is_there_was_not_gone(place):
    """Although expected, the piece had not been sensed before: two dropouts afterwards are only two."""
    board = Board(place)
    board.senses.forget()
    for _ in range(1 + 2):
        board.turn(place, 50).turn(place, 1_000)
    assert board.reading.ailing == {}


def test_a_contact_that_takes_a_second_to_come_to_rest_is_slow_the_second_time():
    """A single time may be a trembling hand."""
    board = Board(C4).chatter(EDGE, SLOW_MS // 150 + 2, 150)
    assert board.reading.ailing == {}
    board.chatter(EDGE, SLOW_MS // 150 + 2, 150)
    assert board.reading.ailing == {EDGE: Ailment.SLOW}


def test_a_normal_bounce_is_no_fault():
    """Laying and lifting with contacts that bounce for some fifty milliseconds is no fault."""
    rng = random.Random(3)
    board = Board()
    for _ in range(200):
        for _ in range(2 * rng.randint(0, 3) + 1):
            board.turn(C4, rng.randint(1, 15))
        board.wait(rng.randint(900, 9_000))
    assert board.reading.ailing == {}


def test_noise_is_named_before_anything_else():
    """A flickering sensor is ignored, and noise is the worst diagnosis."""
    board = Board(C4)
    for _ in range(40):
        board.turn(C4, 25)
    assert board.reading.ailing == {C4: Ailment.NOISY}


def test_a_reconnected_board_starts_over():
    """Whoever repaired the board meanwhile is not bothered with the past."""
    board = Board(C4)
    for _ in range(3):
        board.turn(C4, 50).turn(C4, 1_000)
    board.senses.forget()
    board.reading = board.senses.feed(Scan(WIRING.as_read(board.lying), board.at_ms))
    assert board.reading.ailing == {}


def test_a_sensor_that_flickered_before_the_board_was_away_is_quiet():
    """Changes start to count again."""
    board = Board(C4)
    for _ in range(16):
        board.turn(C4, 50)
    assert board.reading.noisy == {C4}
    board.senses.forget()
    assert board.turn(C4, 50).reading.noisy == frozenset()
    for _ in range(15):
        board.turn(C4, 50)
    assert board.reading.noisy == frozenset()


def test_a_repaired_sensor_starts_over():
    """The histories of other sensors are kept."""
    board = Board(C4).chatter(EDGE, SLOW_MS // 150 + 2, 150).chatter(EDGE, SLOW_MS // 150 + 2, 150)
    for _ in range(3):
        board.turn(C4, 50).turn(C4, 1_000)
    board.senses.acquit(EDGE)
    assert board.wait(100).reading.ailing == {C4: Ailment.INTERMITTENT}
    board.senses.acquit(C4)
    assert board.chatter(EDGE, SLOW_MS // 150 + 2, 150).turn(C4, 50).turn(C4, 1_000).reading.ailing == {}


@pytest.mark.parametrize("changes", [15, 16, 40])
def test_flicker_is_forgiven_half_a_minute_after_its_last_change(changes):
    """From the sixteenth change within two seconds on; the half minute runs from the last change."""
    board = Board()
    for _ in range(changes):
        board.turn(C4, 100)
    assert (C4 in board.reading.noisy) == (changes >= 16)
    if changes >= 16:
        assert C4 in board.wait(30_000 - 101).reading.noisy
        assert board.wait(1).reading.noisy == frozenset()


def test_a_board_that_comes_back_otherwise_has_not_flickered():
    """Differences between the board before and after are no changes of a sensor."""
    board = Board(C4)
    board.senses.forget()
    for _ in range(1 + 15):
        board.turn(C4, 100)
    assert board.reading.noisy == frozenset()
    assert board.turn(C4, 100).reading.noisy == {C4}


@pytest.mark.parametrize(("last_ms", "noisy"), [(100, True), (101, False)])
def test_noise_is_a_number_of_changes_within_a_window(last_ms, noisy):
    """The window includes its end; the time of forgiveness is known in advance."""
    flicker = Flicker(limit=3, window_ms=100, calm_ms=1_000)
    for bits, at_ms in ((0, 0), (1, 500), (0, 520), (1, 500 + last_ms)):
        flicker.feed(Scan(bits, at_ms))
    assert flicker.noisy(700) == noisy
    assert flicker.calm_at(700) == (500 + last_ms + 1_000 if noisy else None)
    assert flicker.noisy(500 + last_ms + 999) == noisy
    assert flicker.noisy(500 + last_ms + 1_000) == 0


def test_a_loose_sensor_is_found_late_in_the_evening_too():
    """Three dropouts close together, an hour after the start."""
    board = Board(C4).wait(3_600_000)
    for _ in range(3):
        board.turn(C4, 50).turn(C4, 1_000)
    assert board.reading.ailing == {C4: Ailment.INTERMITTENT}


def test_a_contact_that_takes_very_long_once_was_slow_once():
    """Even if a change falls on the very end of the first second, and the contact bounces on."""
    assert Board().chatter(EDGE, SLOW_MS // 100 + 3, 100).reading.ailing == {}


def test_the_first_scan_of_a_board_is_no_change_of_any_sensor():
    """The settling time is counted from the bit's own first change, also for the first bit."""
    board = Board()
    board.senses.forget()
    board.reading = board.senses.feed(Scan(WIRING.as_read(board.lying), board.at_ms))
    board.wait(150).chatter(A1, SLOW_MS // 150 + 1, 150).chatter(A1, SLOW_MS // 150 + 2, 150)
    assert board.reading.ailing == {}
