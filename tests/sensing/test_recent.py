"""The last scan at a given moment, as a pure function of scans and a time."""

import random

from hypothesis import given
from hypothesis import strategies as st

from pearlboard.sensing.recent import KEPT_MS, Recent, lying
from pearlboard.sensing.scan import Scan


def test_the_last_scan_that_was_not_made_later_counts():
    """With since when each bit has been set; a scan of exactly that moment counts."""
    scans = [Scan(0b01, 100), Scan(0b11, 120), Scan(0b10, 140), Scan(0b11, 160)]
    assert lying({}, scans, 99) == {}
    assert lying({}, scans, 119) == {0: 100}
    assert lying({}, scans, 120) == lying({}, scans, 139) == {0: 100, 1: 120}
    assert lying({}, scans, 150) == {1: 120}
    assert lying({}, scans, 999) == {1: 120, 0: 160}


def test_earlier_pieces_stay_until_a_scan_differs():
    """Scans that are too old count only by the bits that they left set."""
    assert lying({3: 5}, [Scan(0b1001, 100)], 50) == {3: 5}
    assert lying({3: 5}, [Scan(0b1001, 100)], 100) == {3: 5, 0: 100}


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 15)), max_size=60), st.integers(0, 1_500))
def test_recent_scans_answer_as_all_scans_would(changes, back_ms):
    """For every moment of the last two seconds."""
    recent, scans, at_ms = Recent(), [], 0
    for ms, bits in changes:
        at_ms += ms
        scans.append(Scan(bits, at_ms))
        recent.feed(scans[-1])
    assert recent.lying_at(at_ms - back_ms) == lying({}, scans, at_ms - back_ms)


def test_every_moment_of_two_seconds_is_known():
    """Including the pieces before those seconds, and since when they lay."""
    rng, recent, scans = random.Random(4), Recent(), []
    for at_ms in range(0, 6_000, 150):
        scans.append(Scan(rng.getrandbits(4), at_ms))
        recent.feed(scans[-1])
        for then_ms in range(at_ms - 2_000, at_ms + 1, 50):
            assert recent.lying_at(then_ms) == lying({}, scans, then_ms)


def test_no_more_is_kept_than_is_needed():
    """Even if a sensor trembles for an hour."""
    recent, rng = Recent(), random.Random(1)
    for at_ms in range(0, 3_600_000, 200):
        recent.feed(Scan(rng.randrange(2), at_ms))
    assert len(recent._scans) <= KEPT_MS // 200 + 2


def test_a_board_that_was_away_has_no_past():
    """Neither the pieces of that time nor how long they had lain are known."""
    recent = Recent()
    for at_ms in (100, 5_000, 10_000):
        recent.feed(Scan(1, at_ms))
    recent.forget()
    assert recent.lying_at(10_000) == {}
