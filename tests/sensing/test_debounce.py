"""The debouncer: what settles, when, and what never does."""

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.sensing.debounce import BURST_MS, MOVING_MS, Debouncer
from pearlboard.sensing.scan import Scan

PLACE_MS, LIFT_MS = 120, 200
QUICK_MS, PATIENT_MS = 72, 180
"""The debounce times of a piece that comes to rest at once, and of one that arrives while others move."""


def known(bits=0):
    """A debouncer that has known the board since `LIFT_MS`, with pieces where `bits` are 1."""
    debouncer = Debouncer(PLACE_MS, LIFT_MS)
    debouncer.feed(Scan(bits, 0))
    assert debouncer.tick(LIFT_MS) == bits
    return debouncer


def changes(debouncer, scans, end_ms):
    """How often the settled bits change, with ticks whenever they are due."""
    count, settled = 0, debouncer.settled
    for scan in [*scans, None]:
        until = end_ms if scan is None else scan.at_ms
        while debouncer.due_ms is not None and debouncer.due_ms <= until:
            debouncer.tick(debouncer.due_ms)
            count, settled = count + (debouncer.settled != settled), debouncer.settled
        if scan is not None:
            debouncer.feed(scan)
            count, settled = count + (debouncer.settled != settled), debouncer.settled
    return count


def test_nothing_is_known_until_the_longer_time_has_passed():
    """A board that has just answered is unknown, not empty."""
    debouncer = Debouncer(PLACE_MS, LIFT_MS)
    assert debouncer.settled is None
    assert debouncer.feed(Scan(0b101, 1000)) is None
    assert debouncer.tick(1000 + LIFT_MS - 1) is None
    assert debouncer.due_ms == 1000 + LIFT_MS
    assert debouncer.tick(1000 + LIFT_MS) == 0b101


def test_a_piece_settles_without_another_scan():
    """The tick at `due_ms` is enough; one millisecond before it is not."""
    debouncer = known()
    debouncer.feed(Scan(1, 1000))
    assert debouncer.due_ms == 1000 + QUICK_MS
    assert debouncer.tick(1000 + QUICK_MS - 1) == 0
    assert debouncer.tick(1000 + QUICK_MS) == 1
    assert debouncer.due_ms is None


def test_a_contact_that_keeps_bouncing_takes_its_full_time():
    """Bouncing for up to sixty milliseconds is a piece that comes to rest; longer bouncing may be no piece."""
    for chatter_ms, needed_ms in ((BURST_MS, QUICK_MS), (BURST_MS + 2, PLACE_MS)):
        debouncer = known()
        for at_ms, bits in ((1000, 1), (1000 + chatter_ms // 2, 0), (1000 + chatter_ms, 1)):
            debouncer.feed(Scan(bits, at_ms))
        assert debouncer.due_ms == 1000 + chatter_ms + needed_ms


@pytest.mark.parametrize(("pause_ms", "needed_ms"), [(BURST_MS, PLACE_MS), (BURST_MS + 1, QUICK_MS)])
def test_bouncing_starts_over_after_a_long_enough_pause(pause_ms, needed_ms):
    """Bouncing before a pause of more than sixty milliseconds does not count."""
    debouncer = known()
    for number, bits in enumerate((1, 0, 1)):
        debouncer.feed(Scan(bits, 1000 + number * pause_ms))
    assert debouncer.due_ms == 1000 + 2 * pause_ms + needed_ms


def test_a_piece_that_arrives_during_movement_takes_longer():
    """Movement before, after, or away: a hand is still at work."""
    for first, later_ms, needed_ms in ((0b10, MOVING_MS - 1, PATIENT_MS), (0b10, MOVING_MS, QUICK_MS)):
        debouncer = known()
        debouncer.feed(Scan(first, 1000))
        debouncer.feed(Scan(first | 1, 1000 + later_ms))
        assert debouncer.tick(1000 + later_ms + needed_ms - 1) & 1 == 0
        assert debouncer.tick(1000 + later_ms + needed_ms) & 1
    debouncer = known(bits=0b10)
    debouncer.feed(Scan(0b11, 1000))
    debouncer.feed(Scan(0b01, 1000 + QUICK_MS - 1))
    assert debouncer.tick(1000 + PATIENT_MS - 1) & 1 == 0
    assert debouncer.tick(1000 + PATIENT_MS) & 1


def test_lifting_takes_its_own_time():
    """A piece is gone only after `lift_ms`."""
    debouncer = known(bits=1)
    debouncer.feed(Scan(0, 1000))
    assert debouncer.due_ms == 1000 + LIFT_MS
    assert debouncer.tick(1000 + LIFT_MS - 1) == 1
    assert debouncer.tick(1000 + LIFT_MS) == 0


def test_a_scan_long_after_lets_what_lay_before_it_settle_first():
    """Between two scans, a bit keeps the value of the first."""
    debouncer = known()
    debouncer.feed(Scan(1, 1000))
    assert debouncer.feed(Scan(0, 5000)) == 1
    assert debouncer.tick(5000 + LIFT_MS) == 0


def test_every_bit_has_its_own_time():
    """A piece laid later settles later."""
    debouncer = known()
    debouncer.feed(Scan(0b01, 1000))
    debouncer.feed(Scan(0b11, 1050))
    assert debouncer.due_ms == 1000 + PATIENT_MS
    assert debouncer.tick(1000 + PATIENT_MS) == 0b01
    assert debouncer.due_ms == 1050 + PATIENT_MS
    assert debouncer.tick(1050 + PATIENT_MS) == 0b11


def test_time_that_runs_backwards_counts_as_standing_still():
    """A tick in the past changes nothing."""
    debouncer = known()
    debouncer.feed(Scan(1, 1000))
    assert debouncer.tick(500) == 0
    assert debouncer.due_ms == 1000 + QUICK_MS


def test_dropped_changes_start_over():
    """After `drop_changes` only what a new scan says can settle."""
    debouncer = known()
    debouncer.feed(Scan(1, 1000))
    debouncer.drop_changes()
    assert debouncer.tick(9000) == 0
    debouncer.feed(Scan(1, 9000))
    assert debouncer.tick(9000 + PLACE_MS) == 1


def test_a_forgotten_board_is_unknown_again():
    """After `forget` nothing is settled until the board has been seen for a while."""
    debouncer = known(bits=1)
    debouncer.forget()
    assert debouncer.tick(9000) is None
    debouncer.feed(Scan(1, 9000))
    assert debouncer.tick(9000 + LIFT_MS) == 1


def flicker(half_ms, minutes, scan_ms=1, offset_ms=0):
    """Scans every `scan_ms` of a bit that changes every `half_ms`."""
    return [Scan(at_ms // half_ms % 2, at_ms) for at_ms in range(LIFT_MS + offset_ms, minutes * 60_000, scan_ms)]


@pytest.mark.slow
def test_ten_minutes_of_flicker_at_20_hz_settle_nothing():
    """Twenty changes a second or twenty periods, however they are scanned: no piece appears, and none vanishes."""
    for lying in (0, 1):
        for scans in (flicker(25, 10, 5), flicker(25, 10, 20, 7), flicker(50, 10, 20), flicker(50, 10, 20, 13)):
            assert changes(known(bits=lying), scans, 10 * 60_000) == 0


def test_a_sensor_that_flickers_from_the_start_is_no_piece():
    """A sensor that never rests counts as 0."""
    debouncer = Debouncer(PLACE_MS, LIFT_MS)
    for scan in flicker(25, 1, 5):
        debouncer.feed(scan)
    assert debouncer.settled == 0


@pytest.mark.slow
def test_ten_thousand_bouncing_placements_are_neither_doubled_nor_lost():
    """Contacts that bounce for up to 60 ms settle exactly once, laying and lifting."""
    rng = random.Random(1)
    debouncer, at_ms = known(), 1000
    for _ in range(10_000):
        for value in (1, 0):
            times = sorted(rng.sample(range(60), 2 * rng.randrange(4) + 1))
            scans = [Scan(value ^ (number % 2), at_ms + time) for number, time in enumerate(times)]
            assert changes(debouncer, scans, at_ms + 500) == 1
            assert debouncer.settled == value
            at_ms += 500


# --- latency from laying to sensing -----------------------------------------------------------------------------------

HALL_MS = (0, 50)
"""A Hall switch samples at 20 Hz, so it reports a magnet up to 50 ms late."""
LINK_MS = 7
"""The median delay from the chip to the host, in emulation (`docs/link.md`)."""
SEEN_MS = 150
TRACES = 10_000


def trace(rng):
    """Changes of two bits, the first under the piece, in ms after the piece first touched."""
    kind = rng.choices(
        ["at rest at once", "chattering", "hesitating", "pushed in", "beside another"], [50, 25, 10, 10, 5]
    )[0]
    if kind == "at rest at once":
        return [(0, 0)]
    if kind == "chattering":
        times = sorted(rng.sample(range(1, 25), 2 * rng.randint(1, 3)))
        return [(0, 0), *((time, 0) for time in times)]
    if kind == "hesitating":
        touched, away = rng.randint(15, 65), rng.randint(30, 180)
        return [(0, 0), (touched, 0), (touched + away, 0)]
    if kind == "pushed in":
        before = rng.randint(30, 90)
        return [(0, 0), (-before, 1), (rng.randint(-20, 20), 1)]
    return [(0, 0), (rng.choice([-1, 1]) * rng.randint(20, 400), 1)]


def test_ten_thousand_pieces_are_seen_soon_and_once(record_property):
    """The median latency, Hall switch and line included, is at most 150 ms; no piece is sensed twice or missed."""
    rng, waited = random.Random(5), []
    for _ in range(TRACES):
        debouncer, start = known(), 5_000
        late = LINK_MS + rng.randint(*HALL_MS)
        steps = sorted((start + at_ms, bit) for at_ms, bit in trace(rng))
        seen, bits, came = [], 0, 0
        for at_ms, bit in [*steps, (steps[-1][0] + 2_000, None)]:
            while debouncer.due_ms is not None and debouncer.due_ms <= at_ms:
                due = debouncer.due_ms
                if debouncer.tick(due) & 1 and not came:
                    seen.append(due)
                came = debouncer.settled & 1
            if bit is not None:
                bits ^= 1 << bit
                debouncer.feed(Scan(bits, at_ms))
        assert (len(seen), came) == (1, 1), steps
        waited.append(late + seen[0] - max(start, *(at_ms for at_ms, bit in steps if bit == 0)))
    assert statistics.median(waited) <= SEEN_MS, statistics.median(waited)
    record_property("reached", f"{TRACES} seen once, after {statistics.median(waited):.0f} ms in the median")


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 7)), max_size=30))
def test_repeated_scans_change_nothing(script):
    """Boards that scan continuously and boards that send only changes settle alike."""
    sparse, dense = Debouncer(PLACE_MS, LIFT_MS), Debouncer(PLACE_MS, LIFT_MS)
    at_ms = bits = 0
    for debouncer in (sparse, dense):
        debouncer.feed(Scan(0, 0))
    for pause_ms, new in script:
        for time in range(at_ms, at_ms + pause_ms, 7):
            dense.feed(Scan(bits, time))
        at_ms, bits = at_ms + pause_ms, new
        assert sparse.feed(Scan(bits, at_ms)) == dense.feed(Scan(bits, at_ms))
        assert sparse.due_ms == dense.due_ms


def test_a_forgotten_piece_does_not_lie_there_when_the_board_is_known_again():
    """Every place starts empty, the first included: an empty board that comes back is empty at once."""
    debouncer = known(bits=0b11)
    debouncer.forget()
    debouncer.feed(Scan(0, 9000))
    assert debouncer.settling == 0
    assert debouncer.tick(9000 + LIFT_MS) == 0


def test_unsettled_changes_are_dropped_when_the_board_disconnects():
    """A hand lays a piece while the cable is pulled: an empty board that comes back is empty."""
    debouncer = known()
    debouncer.feed(Scan(0b10, 1000))
    debouncer.forget()
    debouncer.feed(Scan(0, 9000))
    assert debouncer.tick(9000 + LIFT_MS) == 0


def test_no_piece_waits_for_what_moved_before_the_board_was_away():
    """However soon the board is back, movement before is forgotten."""
    debouncer = known()
    debouncer.feed(Scan(0b10, 1000))
    debouncer.forget()
    debouncer.feed(Scan(0, 1000))
    debouncer.feed(Scan(0b01, 1000 + LIFT_MS - QUICK_MS))
    assert debouncer.tick(1000 + LIFT_MS) == 0b01


def test_a_settling_bit_is_reported_as_its_own():
    """A piece on the third place is reported as settling there only."""
    debouncer = known()
    debouncer.feed(Scan(0b100, 1000))
    assert debouncer.settling == 0b100
