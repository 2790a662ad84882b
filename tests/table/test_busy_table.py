"""A table that needs time for what it does forgets nothing that falls due meanwhile."""

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.geometry import site
from support import tabling


class SlowClock(SteppedClock):
    """Time passes between two looks at it: the machine is at work."""

    look_ms = 0

    def __call__(self):
        self._now += self.look_ms
        return self._now


@pytest.fixture
def table(monkeypatch):
    monkeypatch.setattr(tabling, "SteppedClock", SlowClock)
    return tabling.TestTable().begin()


@pytest.mark.parametrize("apart_ms", range(1, 30))
def test_two_pieces_that_settle_one_after_the_other_are_both_seen(table, apart_ms):
    """Even when the second one settles while the first one is being read."""
    table.board.put(site("a1"))
    table.clock.step(apart_ms)
    table.board.put(site("c3"))
    table.clock.look_ms = 5
    table.clock.step(1_000)
    assert {piece["site"] for piece in table.screen()["pieces"]} == {"a1", "c3"}


@pytest.mark.parametrize("look_ms", [1, 10, 60, 150])
def test_a_piece_is_seen_however_long_the_table_takes(table, look_ms):
    """Longer than a sensor needs to settle."""
    table.clock.look_ms = look_ms
    table.do("a1 wait 2000")
    assert [piece["site"] for piece in table.screen()["pieces"]] == ["a1"]
