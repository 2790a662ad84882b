"""A card's clock is set by a phone: forward, never where a network has, and not to any year."""

import os
from dataclasses import dataclass, field

import pytest

from pearlboard.card import clock

NOW = 1_790_000_000
DAY = 86_400


@dataclass
class Time:
    """Stands in for the module: `set` is what the clock was set to, which is noted and never done."""

    now: int = NOW
    set: list = field(default_factory=list)
    CLOCK_REALTIME = "the clock of the day"

    def time(self):
        return self.now

    def clock_settime(self, which, told):
        self.set.append((which, told))


@pytest.fixture
def card(monkeypatch, tmp_path):
    """Its clock says `NOW`, its system was made the day before."""
    program = tmp_path / "clock.py"
    program.touch()
    os.utime(program, (NOW - DAY, NOW - DAY))
    monkeypatch.setattr(clock, "__file__", str(program))
    monkeypatch.setattr(clock, "SYNCHRONISED", tmp_path / "synchronized")
    monkeypatch.setattr(clock, "time", Time())
    return clock.time


@pytest.mark.parametrize("told", [NOW + 1, NOW + 3 * DAY, NOW - DAY + clock.FARTHEST_S])
def test_it_goes_forward_to_the_second_that_was_told(card, capsys, told):
    """And says by how much."""
    assert clock.main([str(told)]) == 0
    assert card.set == [(Time.CLOCK_REALTIME, told)]
    assert capsys.readouterr().out == f"set forward by {told - NOW} s, as a phone said\n"


@pytest.mark.parametrize("told", [0, NOW - 1, NOW, NOW - DAY + clock.FARTHEST_S + 1, 999_999_999_999])
def test_it_goes_neither_back_nor_absurdly_far(card, capsys, told):
    """That is no error; why is said."""
    assert clock.main([str(told)]) == 0
    assert card.set == []
    assert capsys.readouterr().out.startswith("left as it is: ")


def test_it_is_never_set_to_a_time_before_its_system_was_made(card):
    """Though it would go forward."""
    card.now = 0
    assert clock.main([str(NOW - DAY - 1)]) == 0
    assert card.set == []
    assert clock.main([str(NOW - DAY)]) == 0
    assert len(card.set) == 1


def test_what_a_network_has_set_no_phone_sets(card, tmp_path):
    """For as long as the system runs."""
    (tmp_path / "synchronized").touch()
    assert clock.main([str(NOW + DAY)]) == 0
    assert card.set == []


@pytest.mark.parametrize(
    "words", [[], ["now"], ["-1"], ["1e9"], [f" {NOW}"], [f"{NOW}\n"], ["1" * 13], ["١٢"], ["1", "2"]]
)
def test_what_is_no_second_is_an_error(card, words):
    """Systemd tells whoever asked."""
    assert clock.main(words) == 2
    assert card.set == []
