"""The chain's wires as circuits: every wire is within its limits, and every limit is seen to fail."""

import os
import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.power import LINES_OHM
from hardware.generate.layout import Layout
from hardware.generate.sizes import read_sizes
from hardware.spice import __main__ as program
from hardware.spice import judging
from hardware.spice.deck import WAVES
from hardware.spice.decks import Wires, decks, lengths
from hardware.spice.judging import LIMITS, NgspiceError, judged, measured, ngspice, read, turned_back
from hardware.spice.supply import Inlet

pytestmark = pytest.mark.slow

computed = pytest.mark.skipif(ngspice() is None, reason="ngspice is missing, which computes the decks")
broken_on_purpose = pytest.mark.skipif(
    "PLANT_FAULTS" not in os.environ, reason="faults are planted by make check-hardware"
)
FAULTS = (
    (Wires(clock=0), {"CLK, the most at any chip", "CLK, the least at any chip", "LOAD, the least while CLK runs"}),
    (Wires(slowed=0), {"CLK, how far it turns back on its way"}),
    (Wires(beside=400), {"LOAD, the least while CLK runs"}),
    (Wires(r16=100), {"DATA, into a Pi that is off", "DATA, from a chain at 5 V into a Pi that is on"}),
    (Wires(data=0), {"DATA, into a Pi that is off", "DATA, from a chain at 5 V into a Pi that is on"}),
    (Wires(data=22_000), {"DATA, from clock to next bit"}),
    (
        Wires(strip=0),
        {"strip, the most at its first LED", "strip, the least at its first LED", "strip, into one without its supply"},
    ),
    (Wires(strip=3_300), {"strip, how long a one stays a one"}),
    (Wires(inlet=Inlet(unasked_v=12.0)), {"5 V at the lights, the most, whichever way the plug is turned"}),
    (Wires(inlet=Inlet(unasked_v=-5.0)), {"5 V at the lights, the least at 2.5 A"}),
    (Wires(inlet=Inlet(cc=1e9)), {"5 V at the lights, the least at 2.5 A"}),
    (Wires(inlet=Inlet(cc=510)), {"5 V at the lights, the least at 2.5 A"}),
    (Wires(inlet=Inlet(off_after_ms=90.0)), {"fuse, what a short gives it before the source is off"}),
    (Wires(inlet=Inlet(upper=47_000)), {"supply's input, the least while 5 V just do"}),
    (Wires(inlet=Inlet(upper=100_000, lower=100_000)), {"supply's input, the most without 5 V or pulled down"}),
    (Wires(inlet=Inlet(upper=470, lower=470, guard=0)), {"supply's input, into a controller that is off"}),
    (Wires(one_ns=4 * 160), {"strip, how long a one by SPI stays a one"}),
    (Wires(zero_ns=3 * 170), {"strip, how long a zero by SPI is no zero"}),
)
"""What is wired wrong, and what must then be out of its limits."""


@pytest.fixture(scope="module")
def layout():
    return Layout(read_sizes())


@cache
def waves(name, text):
    """A deck that no fault has changed is computed once."""
    return measured({name: text})[name]


def verdicts(layout, wires):
    return judged({name: waves(name, text) for name, text in decks(layout, wires).items()})


def test_a_deck_has_a_clock_at_every_chip_of_every_bar(layout):
    """Nine bars with two lanes each, as long as on the bar: 77 mm to the near chip, 133 more to the far one."""
    text = decks(layout)["clock.cir"]
    assert text.count("\nTN") == text.count("\nTF") == lengths(layout).bars == 9
    assert (round(lengths(layout).near), round(lengths(layout).between)) == (77, 133)
    assert all(f"v({chip}{bar})" in text for chip in ("near", "far") for bar in range(1, 10))


def test_without_ngspice_nothing_is_said_to_be_right(monkeypatch, capsys):
    """The check fails, and says what is missing and how to get it."""
    monkeypatch.setattr(judging.shutil, "which", lambda _: None)
    assert program.main() == 2
    said = capsys.readouterr()
    assert "ngspice is missing" in said.err
    assert "apt install ngspice" in said.err
    assert said.out == ""


@pytest.mark.parametrize("written", ["", "time v(pin)\n0 0\n", "time v(pin)\n0 0\n1e-7 3\n", "time\n0\n5e-7\n"])
def test_a_run_that_did_not_come_to_its_end_is_an_error(layout, written):
    """No waves, half of them, or others than were asked for."""
    with pytest.raises(NgspiceError, match=r"settling\.cir: ngspice did not compute it to the end"):
        read("settling.cir", decks(layout)["settling.cir"], written)


def test_waves_are_read_by_node(layout):
    """A column for the time, and one for every node."""
    written = "time v(pin)\n 0 0.1\n 2e-7 3.2\n 5e-7 0.2\n"
    assert f"wrdata {WAVES} v(pin)" in decks(layout)["settling.cir"]
    found = read("settling.cir", decks(layout)["settling.cir"], written)
    assert found == {"time": [0.0, 2e-7, 5e-7], "v(pin)": [0.1, 3.2, 0.2]}


def test_an_edge_that_turns_back_is_seen_where_levels_are_undecided_only():
    """Half a volt back in the middle counts; the same above 2.31 V or below 0.99 V does not."""
    times = [0.0, 30e-9, 40e-9, 50e-9, 60e-9, 560e-9, 570e-9]
    assert turned_back({"time": times, "v(a)": [0.0, 1.8, 1.3, 3.0, 2.5, 0.6, 0.9]}) == pytest.approx(0.5)
    assert turned_back({"time": times, "v(a)": [0.0, 0.8, 0.3, 3.0, 2.5, 0.6, 0.9]}) == pytest.approx(0.0)
    assert turned_back({"time": times, "v(a)": [0.0, 0.8, 1.3, 3.3, 3.3, 1.1, 1.7]}) == pytest.approx(0.6)


def test_the_time_above_a_level_is_counted():
    """From the first value at or above it to the first below."""
    wave = {"time": [0.0, 1e-9, 2e-9, 5e-9, 6e-9], "v(din)": [0.0, 3.5, 5.0, 3.4, 0.0]}
    assert judging.high_for(wave, 3.5) == pytest.approx(4.0)
    assert judging.high_for({**wave, "v(other)": [0.0, 0.0, 5.0, 0.0, 0.0]}, 3.5) == pytest.approx(3.0)


@computed
@pytest.mark.parametrize(
    "wires",
    [Wires(), pytest.param(Wires(clock=LINES_OHM, load=LINES_OHM), marks=broken_on_purpose)],
    ids=["usual", "AH3372"],
)
def test_all_wires_are_within_their_limits(layout, wires):
    """CLK below 3.6 V and without a step back, LOAD above 2.5 V, DATA below 2 mA and in time."""
    assert [str(each) for each in verdicts(layout, wires) if not each.holds] == []


@computed
@broken_on_purpose
@pytest.mark.parametrize(("wires", "broken"), FAULTS)
def test_a_wire_that_is_wrong_is_found(layout, wires, broken):
    """Resistors and the capacitor left out, the old one on the bar, lanes too near: the limits that it breaks."""
    found = {each.limit.name for each in verdicts(layout, wires) if not each.holds}
    assert found >= broken


def test_every_limit_is_broken_by_some_fault():
    """None is so wide that nothing could fail it."""
    assert {limit.name for limit in LIMITS} == set().union(*(broken for _, broken in FAULTS))


@computed
@broken_on_purpose
def test_a_broken_limit_fails_the_check(layout, monkeypatch, capsys):
    """The command says which, and ends with 1."""
    monkeypatch.setattr(program, "decks", lambda _: decks(layout, Wires(r16=100)))
    assert program.main() == 1
    assert "FAULT  DATA, into a Pi that is off: 2.37 mA, at most 2.00" in capsys.readouterr().out
