"""Tables for the bench say what the drivers use and what the program computes."""

import csv
import io
import re
import sys
import tomllib
from itertools import combinations, pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical import coupon, netlist, power, tables
from hardware.electrical.netlist import SHIFT_PINS
from hardware.electrical.power import power_page
from hardware.generate.layout import Layout, sensors
from hardware.generate.sizes import read_sizes
from hardware.paper import bom
from hardware.paper.line import OUTSIDE
from hardware.paper.pictures import pictures
from hardware.paper.shops import WAYS

from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.pins import LEDS_PWM, POWER, SIGNALS
from pearlboard.geometry import GRID
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import RESERVE_MA, Settings
from pearlboard.workshop.hands import Hands
from pearlboard.workshop.mapping import Mapper
from support.faulty_board import FaultyBoard

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "hardware" / "docs"
GUIDE = (DOCS.parent / "README.md", *DOCS.glob("*.md"), *DOCS.glob("drawn/*.md"))


@pytest.fixture(scope="module")
def layout():
    return Layout(read_sizes())


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_committed_pin_table_is_that_of_the_drivers():
    """Every signal's GPIO and position on both controllers, read back from the page."""
    found = {}
    shape = re.compile(r"\| ([a-z ]+?)(?: \(optional\))? \| GPIO(\d+), pin (\d+) \| GP(\d+), pin (\d+) \|.*")
    page = (DOCS / "drawn/tables/pins.md").read_text(encoding="utf-8")
    for line in page.splitlines():
        if cells := shape.fullmatch(line):
            found[cells[1].replace(" ", "_")] = tuple(map(int, cells.groups()[1:]))
    assert found == {
        name: (signal.pi.gpio, signal.pi.position, signal.pico.gpio, signal.pico.position)
        for name, signal in SIGNALS.items()
    }
    assert f"GPIO{LEDS_PWM.gpio}, pin {LEDS_PWM.position}" in page


def test_no_pin_of_the_table_is_used_twice():
    """Neither a GPIO nor a position on either header, the supply's included."""
    for side, column in (("pi", 0), ("pico", 1)):
        pins = [getattr(signal, side) for signal in SIGNALS.values()]
        supply = [position for positions in POWER.values() for position in positions[column]]
        assert len({pin.gpio for pin in pins}) == len(pins)
        assert len({*(pin.position for pin in pins), *supply}) == len(pins) + len(supply)


def test_the_harness_pictures_show_the_drivers_pins(layout):
    """Both pictures name every signal's GPIO with its position."""
    drawn = pictures(layout)
    for name, side, kind in (("harness-pi.svg", "pi", "GPIO"), ("harness-pico.svg", "pico", "GP")):
        for signal in SIGNALS.values():
            pin = getattr(signal, side)
            assert f'"{kind}{pin.gpio}, pin {pin.position}"' in drawn[name]


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


def test_the_wizard_finds_the_frame_bits_by_hand(layout):
    """Tied as the guide says, they stand in the wiring that it writes, and guard the chain."""
    wiring, clock = tables.by_hand(layout), SteppedClock()
    wizard = Mapper(wiring.chains)
    for _ in Hands(FaultyBoard(wiring, clock), clock).work(wizard):
        pass
    assert "Tie them to 3V3, GND, 3V3, GND, 3V3" in (DOCS / "by-hand.md").read_text(encoding="utf-8")
    assert wizard.wiring().places == wiring.places


def test_bars_are_joined_by_wires_that_are_counted_and_no_plug_is_asked_for(layout):
    """Five from each bar to the next, and the first one's; in guide, order and picture; and no header anywhere."""
    bars, wires = len(layout.wiring.chain), rows(tables.wires_bars(layout))
    between = [row for row in wires if row["from"] != "controller"]
    assert len(between) == 5 * (bars - 1) == 40
    assert tables.joints(layout) == 2 * len(between) + 5
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert f"{tables.joints(layout)} joints and {bars} bridges" in readme
    (wire,) = (line for line in bom.lines(layout) if line.part.startswith("wire 0.14"))
    assert f"{len(between)} pieces of 2 cm from bar to bar" in wire.note
    assert f"{len(between)} wires of 2 cm" in pictures(layout)["bars-joined.svg"]
    assert not [line.part for line in bom.lines(layout) if re.search(r"\b(pin )?header\b", line.part)]


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
    by_hand = 3 * len(sensors(layout)) + sum(row["goes to"] != "stays open" for row in found)
    assert 450 <= by_hand <= 550


def test_a_chain_by_hand_that_ends_early_or_is_cut_goes_on_with_ones(layout):
    """The serial input of the last chip, and of whichever is the last for now, is held at 3.3 V; none is at ground."""
    serial = {int(row["chip"]): row["goes to"] for row in rows(tables.wires_by_hand(layout)) if row["name"] == "DS"}
    assert serial[14] == "100 k to 3V3"
    for chip in range(1, 14):
        assert serial[chip] == f"Q7 of chip {chip + 1}" + (", and 100 k to 3V3" if chip % 2 == 0 else "")
    wiring = tables.by_hand(layout)
    for whole in range(0, 13, 2):
        ones = wiring.as_read(()) | (1 << 112) - (1 << 8 * whole)
        assert wiring.wrong_bar(ones) == 13
        assert not wiring.sites(wiring.upright(ones))


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
    ordered = {line.part: line for line in bom.lines(layout) if line.group not in {bom.CREW, bom.COUPON, bom.PANEL}}
    hall = [line for part, line in ordered.items() if part.startswith("Hall")]
    assert sum(line.hand for line in hall) >= 107
    assert sum(line.bars for line in hall) >= 135
    chips = [line for part, line in ordered.items() if part.startswith("shift register")]
    assert sum(line.hand for line in chips) >= 14
    assert sum(line.bars for line in chips) >= 18
    magnets = [line for part, line in ordered.items() if part.startswith("neodymium")]
    assert sorted(line.bars for line in magnets) >= [33, 35]
    assert f"with magnets in tiles {64 + 6}" in next(line.note for line in magnets if "disc" in line.part)
    for line in ordered.values():
        assert line.first
        if line.part.startswith(("Hall", "neodymium", "shift register", "LED strip", "supply", "circuit board")):
            assert line.second, line.part
    total = rows(bom.bom_csv(layout))
    assert sum(row["group"] == "total" for row in total) == len(WAYS)
    assert all(None not in row and None not in row.values() for row in total[:-1])


def test_the_first_parcel_has_all_that_the_first_weekend_needs(layout):
    """Both ways: light for the one cell, a breadboard with two chips and eight sensors, magnets, a controller."""
    first = [line for line in bom.lines(layout) if "1" in line.parcel and line.bars and line.hand]
    for part in (
        "breadboard",
        "jumper wires",
        "opal acrylic 2 mm, a sample",
        "black card",
        "LED strip",
        "level shifter",
        "Hall switch DRV5032DU, TO-92",
        "shift register 74HC165, DIP-16",
        "supply",
        "USB-C socket",
        "fuse holder",
        "Raspberry Pi 4",
        "Raspberry Pi Pico",
        "neodymium disc",
        "neodymium rod",
        "paint pen",
        "resistor 100 k",
        "resistor 330",
        "capacitor 100 nF, leaded",
        "capacitor 1000 uF",
    ):
        assert any(line.part.startswith(part) for line in first), part
    tried = {line.part: line.bars for line in first if line.part.endswith(("DIP-16", "(DRV5032DULPG)"))}
    assert sorted(tried.values()) == [2, 10]


def test_plates_come_before_the_map_that_needs_them_and_pucks_after(layout):
    """Base, opal plate, mask and rim are in the second parcel; what only serves with a known wiring is in the third."""
    parcel = {line.part: line.parcel for line in bom.lines(layout)}
    for part, number in parcel.items():
        if part.startswith(("mask", "opal acrylic 2 mm, 290", "base", "rim", "circuit board", "M3")):
            assert number == "2", part
        if part.startswith(("pucks", "two-part epoxy", "clear film")):
            assert number == "3", part


def test_what_only_the_second_sensor_needs_is_listed_and_not_in_the_totals(layout):
    """Pull-ups for every sensor of either way, regulator, resistors; the totals are those of the first source."""
    only = [line for line in bom.lines(layout) if line.group == bom.SECOND]
    pull_ups = [line for line in only if line.part.startswith("resistor 10 k")]
    assert max(line.hand for line in pull_ups) >= 107
    assert max(line.bars for line in pull_ups) >= 135
    assert any(line.part.startswith("regulator") for line in only)
    assert bom.SECOND in OUTSIDE


def test_what_three_coupons_need_comes_with_the_first_parcel(layout):
    """Each kind of part that is on them, often enough, and not in the totals; a hand-wired board has none."""
    ordered = {line.part: line for line in bom.lines(layout) if line.group == bom.COUPON}
    fitted = [part for part in coupon.circuit().parts if part.fitted and part.maker]
    for maker, name in (
        ("DRV5032DUDBZR", "Hall switch DRV5032DU, SOT-23"),
        ("CL10B104KB8NNNC", "capacitor 100 nF 0603"),
        ("RC0603FR-07680RL", "resistor 680 ohm 0603"),
        ("WP710A10LID", "LED 3 mm, red"),
    ):
        needed = 3 * sum(part.maker.endswith(maker) for part in fitted)
        (line,) = (line for part, line in ordered.items() if part.startswith(name))
        assert line.bars >= needed > 0
    assert {part.maker.split()[-1] for part in fitted} == {
        "DRV5032DUDBZR",
        "CL10B104KB8NNNC",
        "RC0603FR-07680RL",
        "WP710A10LID",
    }
    assert {(line.parcel, line.hand) for line in ordered.values()} == {("1", 0)}
    assert bom.COUPON in OUTSIDE


def test_piratoons_pieces_are_listed_for_four_seats_and_not_in_the_totals(layout):
    """24 magnets and spares, a rod long enough for 24 bodies, caps in four colours."""
    ordered = {line.part: line for line in bom.lines(layout) if line.group == bom.CREW}
    magnets, rod, caps = ordered.values()
    assert magnets.bars == magnets.hand >= 24
    assert "24 bodies of 15 mm take 0.43 m" in rod.note
    assert rod.part.endswith("1 m")
    assert (caps.bars, caps.hand) == (4, 4)
    assert {line.parcel for line in ordered.values()} == {"3"}
    assert bom.CREW in OUTSIDE


def test_the_power_budget_follows_the_programs_rule(layout):
    """0.5 A dark, 8.1 A more when white, the default cap, and a fuse that the cap stays under."""
    page = power_page(layout)
    assert "| 135 LEDs, dark | 500 |" in page
    assert "| 135 LEDs, all white, uncapped | 8600 |" in page
    assert f"| cap, `lights.cap_ma` | {Settings().lights.cap_ma} |" in page
    assert Settings().lights.cap_ma <= power.SUPPLY_MA - RESERVE_MA
    assert Settings().lights.supply_ma == power.SUPPLY_MA
    assert "| fuse | 2500 | slow;" in page


def test_a_fuse_bears_the_cap_for_years_and_nothing_says_that_it_blows_at_a_short(layout):
    """A quarter above the cap at least; what a supply of 3 A gives melts it not even in an hour, and so it is told."""
    cap = Settings().lights.cap_ma
    assert power.fuse_ma(cap) == 2_500
    assert 1.25 * cap <= power.fuse_ma(cap)
    assert 1.5 * power.fuse_ma(cap) > power.SUPPLY_MA
    assert [power.fuse_ma(cap) for cap in (1_000, 2_001)] == [1_600, 3_150]
    page = power_page(layout)
    assert ("| 2500 | 3.15 |" in page, "| 3000 | 4 |" in page) == (True, False)
    assert "**does not blow at a short**" in page
    for path in GUIDE:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"centre positive|barrel socket|blown fuse|fuse blows at once", text), path.name


def test_data_has_a_resistor_at_both_ends_in_every_table_and_part(layout):
    """1 k at the controller and 470 ohm at the chain, on the bar, by hand, in the harness and in the order."""
    assert next(part for part in netlist.parts() if part.name == "R16").value == f"{tables.Q7_OHM} R"
    assert "through 470 ohm" in tables.wires_by_hand(layout)
    ordered = {line.part: line for line in bom.lines(layout)}
    assert ordered["resistor 470 ohm 0603"].bars >= 9
    assert ordered["resistor 470 ohm, leaded"].hand >= 1
    assert "in DATA" in ordered["resistor 1 k, leaded"].note
    assert ordered["capacitor 100 pF, leaded"].bars >= 1
    for name in ("harness-pi.svg", "harness-pico.svg"):
        assert '"1 k in DATA: all at the"' in pictures(layout)[name]
        assert '"100 pF from CLK to GND behind it,"' in pictures(layout)[name]


def test_no_two_wires_of_a_harness_cross_without_a_hop(layout):
    """Straight stretches of different colours never cut each other; the level shifter's ground is drawn, and wired."""
    for name in ("harness-pi.svg", "harness-pico.svg"):
        wires = re.findall(r'<polyline points="([^"]+)" fill="none" stroke="(#\w+)"', pictures(layout)[name])
        straight = []
        for points, colour in wires:
            places = [tuple(map(float, pair.split(","))) for pair in points.split()]
            straight += [
                (colour, *ends) for ends in pairwise(places) if ends[0][0] == ends[1][0] or ends[0][1] == ends[1][1]
            ]
        assert len(straight) > 40
        for (one, a, b), (other, c, d) in combinations(straight, 2):
            if one != other:
                assert not crossing(a, b, c, d), (name, one, a, b, other, c, d)
        assert "pin 7: GND" in pictures(layout)[name]


def crossing(a, b, c, d):
    """Whether an upright and a level stretch cut each other, other than at their ends."""
    if (a[0] == b[0]) == (c[0] == d[0]):
        return False
    upright, level = ((a, b), (c, d)) if a[0] == b[0] else ((c, d), (a, b))
    (x, _), (low, high) = upright[0], sorted((upright[0][1], upright[1][1]))
    y, (left, right) = level[0][1], sorted((level[0][0], level[1][0]))
    return left < x < right and low < y < high


def test_the_order_protects_against_a_wrong_plug(layout):
    """Its kind carries 5 V alone, the pull-downs that it needs are asked for, and the fuse is that of the cap."""
    ordered = [line for line in bom.lines(layout) if line.group == "power"]
    text = " ".join(line.part for line in ordered)
    assert "5 V 3 A, safety-approved, USB-C" in text
    assert "5.1 k from each CC" in text
    assert "suppressor diode SMBJ5.0A" in text
    assert "of 2.5 A slow" in text


def test_with_the_second_sensor_no_dark_pin_is_driven_hard_and_the_chain_still_settles(layout):
    """Under 10 mA into whichever side is off; data rests well before it is sampled, half a bit after the edge."""
    assert power.fed_ma(power.DATA_OHM + power.Q7_OHM) < 2
    assert power.fed_ma(power.LINES_OHM) < 10
    assert power.fed_ma(power.USUAL_OHM) > 20
    assert sum(power.settling_ns(layout)) + power.CHIP_NS < 0.8 * power.BIT_NS / 2
    page = power_page(layout)
    assert f"| DATA | {power.DATA_OHM // 1000} k, as always | 1.8 mA" in page
    assert f"| CLK, LOAD | {power.LINES_OHM} ohm each (usually 100) | 8.2 mA" in page
