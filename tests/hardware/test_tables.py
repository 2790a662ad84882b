"""Tables for the bench say what the drivers use and what the program computes."""

import csv
import io
import re
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))   # `hardware` is no installed package

from hardware.generate import bom, tables
from hardware.generate.layout import Layout
from hardware.generate.netlist import SHIFT_PINS
from hardware.generate.pictures import pictures
from hardware.generate.power import power_page
from hardware.generate.sizes import read_sizes

from pearlboard.drivers.pins import LEDS_PWM, POWER, SIGNALS
from pearlboard.geometry import GRID
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import Settings

OUT = Path(__file__).parents[2] / "hardware" / "out"


@pytest.fixture(scope="module")
def layout():
    return Layout(read_sizes())


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_committed_pin_table_is_that_of_the_drivers():
    """Every signal's GPIO and position on both controllers, read back from the page."""
    found = {}
    shape = re.compile(r"\| ([a-z ]+?)(?: \(optional\))? \| GPIO(\d+), pin (\d+) \| GP(\d+), pin (\d+) \|.*")
    for line in (OUT / "tables/pins.md").read_text(encoding="utf-8").splitlines():
        if cells := shape.fullmatch(line):
            found[cells[1].replace(" ", "_")] = tuple(map(int, cells.groups()[1:]))
    assert found == {name: (signal.pi.gpio, signal.pi.position, signal.pico.gpio, signal.pico.position)
                     for name, signal in SIGNALS.items()}
    assert f"GPIO{LEDS_PWM.gpio}, pin {LEDS_PWM.position}" in (OUT / "tables/pins.md").read_text(encoding="utf-8")


def test_no_pin_of_the_table_is_used_twice():
    """Neither a GPIO nor a position on either header, the supply's included."""
    for side, power in (("pi", 0), ("pico", 1)):
        pins = [getattr(signal, side) for signal in SIGNALS.values()]
        supply = [position for positions in POWER.values() for position in positions[power]]
        assert len({pin.gpio for pin in pins}) == len(pins)
        assert len({*(pin.position for pin in pins), *supply}) == len(pins) + len(supply)


def test_the_harness_pictures_show_the_drivers_pins(layout):
    """Both pictures name every signal's GPIO with its position."""
    drawn = pictures(layout)
    for name, side, kind in (("harness-pi.svg", "pi", "GPIO"), ("harness-pico.svg", "pico", "GP")):
        for signal in SIGNALS.values():
            pin = getattr(signal, side)
            assert f">{kind}{pin.gpio}, pin {pin.position}<" in drawn[name]


def test_every_site_has_exactly_one_sensor_and_one_led(layout):
    """107 lines, each with its own bit and its own LED, as the reference wiring has them."""
    found = rows(tables.sites_csv(layout))
    wiring = reference_wiring()
    assert [row["site"] for row in found] == [str(site) for site in GRID.sites]
    bits = {row["site"]: int(row["bit (from 0)"]) for row in found}
    assert bits == {str(site): bit for site, bit in wiring.bit_of.items()}
    assert len({row["bit (from 0)"] for row in found}) == 107
    assert len({row["LED (from 0)"] for row in found}) == 107
    assert len({(row["bar (1 to 9)"], row["chip"], row["pin"]) for row in found}) == 107
    assert all(int(row["LED (from 0)"]) == wiring.led_of[GRID.light(row["site"])] for row in found)


def test_the_wiring_by_hand_is_one_the_program_reads(layout):
    """14 chips, 112 bits, every site once, five frame bits of both levels at the far end."""
    wiring = Wiring.from_mapping(tomllib.loads(tables.by_hand(layout).to_toml()))
    assert [len(chip) for chip in wiring.chain] == [8] * 14
    assert set(wiring.bit_of) == set(GRID.sites)
    assert wiring.places[-5:] == (1, 0, 1, 0, 1)
    assert wiring.wrong_bar(wiring.as_read(())) is None
    assert wiring.wrong_bar(0) == wiring.wrong_bar((1 << 112) - 1) == 13


def test_the_wire_table_by_hand_solders_every_pin_of_every_chip_once(layout):
    """14 chips of 16 pins; every sensor's output goes to the input at which the program expects it."""
    found = rows(tables.wires_by_hand(layout))
    assert len(found) == 14 * 16
    assert len({(row["chip"], row["pin"]) for row in found}) == 14 * 16
    wiring = tables.by_hand(layout)
    for row in found:
        if row["goes to"].startswith("output of the sensor at "):
            turn = 7 - int(row["name"].removeprefix("D"))
            assert str(wiring.chain[int(row["chip"]) - 1][turn]) == row["goes to"].rpartition(" ")[2]
            assert SHIFT_PINS[row["name"]] == row["pin"]
    assert 450 <= tables.joints_by_hand(layout) <= 550


def test_the_wires_from_bar_to_bar_join_like_with_like(layout):
    """Five wires to the first bar and five from each to the next, the pins being the drivers'."""
    found = rows(tables.wires_bars(layout))
    assert len(found) == 9 * 5
    first = {row["signal"]: (row["Raspberry Pi pin"], row["Pico pin"]) for row in found if row["from"] == "controller"}
    for signal, name in tables.BAR_SIGNALS.items():
        assert first[signal] == (str(SIGNALS[name].pi.position), str(SIGNALS[name].pico.position))
    for row in found[5:]:
        assert row["from"].rpartition(".")[2] == row["to"].rpartition(".")[2]
        assert int(row["to"].split()[1]) == int(row["from"].split()[1]) + 1


def test_the_parts_list_orders_enough_for_both_ways(layout):
    """Sensors, chips, LEDs and magnets cover what the board has; the sensors, magnets and LEDs have two sources."""
    ordered = {line.part: line for line in bom.lines(layout)}
    hall = [line for part, line in ordered.items() if part.startswith("Hall")]
    assert sum(line.hand for line in hall) >= 107
    assert sum(line.bars for line in hall) >= 135
    chips = [line for part, line in ordered.items() if part.startswith("shift register")]
    assert sum(line.hand for line in chips) >= 14
    assert sum(line.bars for line in chips) >= 18
    magnets = [line for part, line in ordered.items() if part.startswith("neodymium")]
    assert sorted(line.bars for line in magnets) >= [33, 35]
    for line in ordered.values():
        assert line.first
        if line.part.startswith(("Hall", "neodymium", "shift register", "LED strip", "supply", "circuit board")):
            assert line.second, line.part
    total = rows(bom.bom_csv(layout))
    assert sum(row["group"] == "total" for row in total) == 2


def test_the_power_budget_follows_the_programs_rule(layout):
    """0.5 A dark, 8.1 A more when white, the default cap, and a fuse that the cap stays under."""
    page = power_page(layout)
    assert "| 135 LEDs, dark | 500 |" in page
    assert "| 135 LEDs, all white, uncapped | 8600 |" in page
    assert f"| cap, `lights.cap_ma` | {Settings().lights.cap_ma} |" in page
    assert Settings().lights.cap_ma < 4000 - 500
