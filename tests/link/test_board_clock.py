"""The board's milliseconds in the host's time: exactly in order, and as accurate as the fastest Snapshot."""

import random

from pearlboard.link.board_clock import WINDOW_MS, BoardClock


def test_a_late_reading_has_its_own_time():
    """The fastest Snapshot gives the offset of the clocks; a late change has the time at which it was read."""
    clock = BoardClock()
    for board_ms, at_ms in ((100, 1_140), (350, 1_352), (600, 1_630)):
        clock.feed(board_ms, at_ms)
    assert clock.host_ms(700, 1_795) == 1_702


def test_nothing_is_seen_later_than_it_comes():
    """Neither before the offset is known, nor when a change is faster than every Snapshot."""
    clock = BoardClock()
    assert clock.host_ms(5, 900) == 900
    clock = BoardClock()
    clock.feed(100, 1_140)
    assert clock.host_ms(200, 1_205) == 1_205


def test_changes_stay_in_order_whatever_the_line_does():
    """A thousand pairs 20 ms apart, each message up to 60 ms late; nine of ten come out 20 ms apart, within 5."""
    rng, clock, arrived, board_ms, off = random.Random(4), BoardClock(), 0, 0, []
    clock.feed(0, 5_000)
    for _ in range(1_000):
        board_ms += rng.randrange(100, 400)
        seen = []
        for at_ms in (board_ms, board_ms + 20):
            arrived = max(arrived, at_ms + 5_000 + rng.randrange(60))
            seen.append(clock.host_ms(at_ms, arrived))
        arrived = max(arrived, board_ms + 5_021 + rng.randrange(60))
        clock.feed(board_ms + 21, arrived)
        assert seen[0] < seen[1]
        off.append(abs(seen[1] - seen[0] - 20))
    assert sum(ms > 5 for ms in off) <= 100


def test_clocks_that_part_are_followed():
    """A board that is slow by 50 ppm, for an hour: never more than 1.5 ms behind."""
    clock = BoardClock()
    for at_ms in range(0, 3_600_000, 250):
        board_ms = at_ms - at_ms * 50 // 1_000_000
        clock.feed(board_ms, at_ms + 1)
    late = 3_600_000 - clock.host_ms(3_600_000 - 180, 3_700_000)
    assert -2 <= late <= 2


def test_a_quick_message_of_long_ago_is_forgotten():
    """After at most twenty seconds; otherwise a clock that was reset would be wrong forever."""
    clock = BoardClock()
    clock.feed(1_000, 1_000)
    for board_ms in range(2_000, 2_000 + 3 * WINDOW_MS, 250):
        clock.feed(board_ms, board_ms + 40)
    assert clock.host_ms(40_000, 41_000) == 40_040


def test_the_counter_of_32_bits_may_wrap_around():
    """After the 49 days, times increase, and do not fall back by 49 days."""
    clock = BoardClock()
    clock.feed((1 << 32) - 10, 500)
    assert clock.host_ms((1 << 32) - 4, 600) == 506
    assert clock.host_ms(6, 600) == 516


def test_two_moments_of_the_board_are_two_of_the_host():
    """However the offset is corrected in between, the later moment stays later."""
    clock = BoardClock()
    clock.feed(100, 1_150)
    first = clock.host_ms(200, 1_250)
    clock.feed(210, 1_212)
    assert first < clock.host_ms(220, 1_260)
    assert clock.host_ms(220, 1_260) == clock.host_ms(220, 1_270)
