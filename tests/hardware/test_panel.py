"""The coupon of gate 3 is a piece of a bar that answers by itself; the panel holds its boards and lets go of them."""

import csv
import io
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical import copper, silk
from hardware.electrical.bar import board
from hardware.electrical.board import drills
from hardware.electrical.coupon import coupon
from hardware.electrical.panel import panel, panel_board, panel_files
from hardware.generate.sizes import SizesError, read_sizes

from hardware import readback

pytestmark = pytest.mark.slow

SIZES = read_sizes()


@pytest.fixture(scope="module")
def made():
    return panel(SIZES, board(SIZES), coupon(SIZES))


@pytest.fixture(scope="module")
def files(made):
    return panel_files(made)


# --- the coupon ------------------------------------------------------------------------------------------------------


def test_a_coupons_places_are_a_bars():
    """The same sensor, capacitor and pull-up on the same lands, as thick and as wide, in the strip's pitch."""
    bar, small = board(SIZES), coupon(SIZES)
    assert small.thickness == bar.thickness
    assert small.outline[3] - small.outline[1] == bar.outline[3] - bar.outline[1]
    for number in (1, 2, 3):
        there, here = bar.centres[f"U{number}"][0], small.centres[f"U{number}"][0]
        assert here == pytest.approx((number - 0.5) * SIZES.pitch / 2, abs=1e-3)
        for part in (f"U{number}", f"C{number}", f"R{number}"):
            wanted = {(pad.pin, round(pad.x - there, 3), round(pad.y, 3)) for pad in bar.pads if pad.part == part}
            found = {(pad.pin, round(pad.x - here, 3), round(pad.y, 3)) for pad in small.pads if pad.part == part}
            assert found == wanted, part


def test_a_coupons_light_is_on_while_its_sensor_answers():
    """A sensor that answers pulls its output low: from 3V3 through the light and 680 ohm into it, some 2 mA."""
    circuit = coupon(SIZES).circuit
    circuit.check()
    nets = circuit.net_of()
    for place in range(3):
        light, dim = f"D{place + 1}", f"R{place + 4}"
        assert nets[light, "2"] == "3V3"
        assert nets[light, "1"] == nets[dim, "1"] == f"L{place}"
        assert nets[dim, "2"] == nets[f"U{place + 1}", "2"] == nets["J1", str(place + 3)] == f"S{place}"
    assert (3.3 - 1.8) / 680 < 0.0025


def test_nothing_with_legs_is_where_the_strip_is_glued():
    """The lights and the plug are in the tail, beyond the third LED's end of strip."""
    small = coupon(SIZES)
    assert min(pad.x - pad.width / 2 for pad in small.pads if pad.drill) > 3 * SIZES.pitch / 2 + 1


def test_the_coupons_copper_and_print_are_judged_as_the_bars():
    """And a sensor's way taken away is found."""
    small = coupon(SIZES)
    copper.check_copper(small)
    silk.check_silk(small)
    silk.check_courtyards(small)
    place = next(place for place, track in enumerate(small.tracks) if track.net == "S1")
    with pytest.raises(SizesError, match="S1 is not one piece of copper"):
        copper.check_copper(replace(small, tracks=small.tracks[:place] + small.tracks[place + 1 :]))


# --- the panel -------------------------------------------------------------------------------------------------------


def inside(polygon, x, y):
    """By how often a ray to the right crosses the outline."""
    crossed = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


def around(item, off):
    """Points beside a board's edge, all round."""
    left, low, right, high = item.box()
    steps = int((right - left) / 0.5)
    yield from (
        (left + (right - left) * (step + 0.5) / steps, y) for step in range(steps) for y in (low - off, high + off)
    )
    yield from ((x, low + 0.5 * step) for step in range(int((high - low) / 0.5)) for x in (left - off, right + off))


def free_of_tabs(made, slots):
    """Points beside boards that are neither routed nor in a tab."""
    for item in made.items:
        for x, y in around(item, SIZES.panel.gap / 2 - 0.1):
            routed = any(inside(slot, x, y) for slot in slots)
            held = any(0 <= x - left <= SIZES.panel.tab and 0 <= y - low <= SIZES.panel.gap for left, low in made.tabs)
            if routed is held:
                yield item.before, round(x, 2), round(y, 2)


def test_every_board_is_free_all_round_but_at_its_tabs(made):
    """Half a gap outside a board's edge everything is routed, except where a tab is; a slot left out is found."""
    assert list(free_of_tabs(made, made.slots)) == []
    for place in range(len(made.slots)):
        assert list(free_of_tabs(made, made.slots[:place] + made.slots[place + 1 :])), place


def test_no_slot_cuts_a_board(made):
    """A tenth of a millimetre within a board's edge nothing is routed."""
    for item in made.items:
        assert not [point for point in around(item, -0.1) if any(inside(slot, *point) for slot in made.slots)]


def test_a_tab_breaks_at_the_boards_it_holds_and_not_within_one(made):
    """Holes touch the edge of a board from outside: at both ends between boards, at one where a rail is."""
    boxes = [item.box() for item in made.items]
    for left, low in made.tabs:
        ends = sum(
            abs(edge - y) < 0.01
            for y in (low, low + SIZES.panel.gap)
            for box in boxes
            for edge in (box[1], box[3])
            if box[0] < left < box[2]
        )
        holes = [y for x, y in made.bites if 0 < x - left < SIZES.panel.tab and 0 < y - low < SIZES.panel.gap]
        assert len(holes) == 6 * ends
        assert len(set(holes)) == ends
    for x, y in made.bites:
        for left, low, right, high in boxes:
            assert not (left < x < right and low < y < high)
            if left < x < right:
                assert min(abs(low - y), abs(high - y)) >= SIZES.panel.bite / 2 - 1e-9


def test_breaking_and_routing_keep_off_copper(made):
    """No board's copper is nearer than 0.3 mm to a hole of a tab."""
    for item in made.items:
        pieces = copper.copper(item.board)
        dx, dy = item.shift
        bites = [(x - dx, y - dy) for x, y in made.bites]
        left, low, right, high = item.board.outline
        near = [(x, y) for x, y in bites if left < x < right and low - 1 < y < high + 1]
        assert near
        for at in near:
            hole = copper.Piece("", copper.BOTH, "", (at, at), SIZES.panel.bite / 2)
            assert min(copper.distance(hole, piece) for piece in pieces) >= 0.3


@pytest.mark.skipif("PLANT_FAULTS" not in os.environ, reason="faults are planted by make check-hardware")
def test_the_panels_copper_is_its_boards_copper(made):
    """Every board's nets are whole under their own names, and apart; a bar's way taken away is found."""
    whole = panel_board(made)
    copper.check_copper(whole)
    assert len(whole.circuit.nets) == sum(len(item.board.circuit.nets) for item in made.items)
    place = next(place for place, track in enumerate(whole.tracks) if track.net == "B2-LINK")
    with pytest.raises(SizesError, match="B2-LINK is not one piece of copper"):
        copper.check_copper(replace(whole, tracks=whole.tracks[:place] + whole.tracks[place + 1 :]))


def test_the_panel_has_every_boards_parts_under_their_own_names(files, made):
    """Placement and parts' list name each once; as many as the boards have."""
    placed = [line.split(",")[0] for line in files["panel-placement.csv"].splitlines()[1:]]
    assert len(placed) == len(set(placed)) == sum(len(item.board.by_machine()) for item in made.items)
    bought = list(csv.DictReader(io.StringIO(files["panel-bom.csv"])))
    names = [name for row in bought for name in row["Designator"].split(",") if row["Soldered by"] == "machine"]
    assert sorted(names) == sorted(placed)
    assert files["panel-PTH.drl"].count("\nX") == sum(len(list(drills(item.board))) for item in made.items)


def test_a_machine_cannot_take_the_panel_turned_round(made):
    """Three fiducials in the rails that lie elsewhere when it is turned by half."""
    assert len(made.fiducials) == 3
    turned = {(round(made.width - x, 3), round(made.height - y, 3)) for x, y in made.fiducials}
    assert turned != {(round(x, 3), round(y, 3)) for x, y in made.fiducials}
    assert all(y < SIZES.panel.rail or y > made.height - SIZES.panel.rail for _, y in made.fiducials)


def test_coupons_that_leave_no_slot_are_refused():
    """Sizes that cannot be routed are named."""
    wide = replace(SIZES, coupon=replace(SIZES.coupon, length=90.0))
    with pytest.raises(SizesError, match=r"\[coupon\] 3 of 90 mm leave no slot"):
        panel(wide, board(SIZES), coupon(SIZES))


def test_the_panels_files_are_its_boards_files_to_another_reader(tmp_path, made):
    """Gerbonara finds on every layer what the boards' own files have; a thing taken away is noticed."""
    pytest.importorskip("gerbonara", reason="gerbonara is missing, which reads Gerbers back")
    readback.write(tmp_path)
    assert list(readback.panel_faults(tmp_path, made)) == []
    if "PLANT_FAULTS" in os.environ:
        file = tmp_path / "panel/panel-F_Cu.gtl"
        file.write_text(file.read_text(encoding="utf-8").replace("D03*", "D02*", 1), encoding="utf-8")
        assert list(readback.panel_faults(tmp_path, made)) == ["panel, top copper: 1 things are missing, 0 too many"]
