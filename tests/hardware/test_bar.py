"""The sensor bar's copper does what its netlist says, and the netlist what the program reads."""

import re
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical import copper, netlist, silk
from hardware.electrical.bar import FIDUCIALS, HOLE, board
from hardware.electrical.board import drills
from hardware.electrical.gerber import board_files
from hardware.generate.layout import Layout
from hardware.generate.sizes import SizesError, read_sizes
from hardware.mechanical.plates import bar_plate

from pearlboard.sensing.wiring import reference_wiring
from support.pads import overlapping

pytestmark = pytest.mark.slow

HARDWARE = Path(__file__).parents[2] / "hardware"


@pytest.fixture(scope="module")
def made():
    return board(read_sizes())


@pytest.fixture(scope="module")
def files(made):
    return board_files(made)


def shifted_out(bar, inputs):
    """What a 74HC165 pair hands out, by the data sheet: D7 first, the far chip behind the near one."""
    return [
        inputs[(bar, chip, netlist.SHIFT_PINS[f"D{7 - turn}"])]
        for chip in (netlist.NEAR, netlist.FAR)
        for turn in range(8)
    ]


def test_every_pin_is_on_exactly_one_net():
    """No pin is forgotten, none is on two nets, no net has a single pin."""
    netlist.circuit().check()


def test_a_forgotten_and_a_doubled_pin_are_faults(monkeypatch):
    """The check can fail: without the frame bit's net, and with a pin on two nets."""
    nets = netlist.nets()
    monkeypatch.setattr(netlist, "nets", lambda: {name: pins for name, pins in nets.items() if name != "FRAME"})
    with pytest.raises(SizesError, match="U17 pin 11 is on 0 nets"):
        netlist.circuit().check()
    monkeypatch.setattr(netlist, "nets", lambda: nets | {"S0": (*nets["S0"], ("U16", "5"))})
    with pytest.raises(SizesError, match="U16 pin 5 is on 2 nets"):
        netlist.circuit().check()


def test_nine_bars_shift_out_the_reference_wiring():
    """Shifted out bar by bar, the places come in the order in which the program reads them, the frame bit last."""
    nets = {pin: net for net, pins in netlist.nets().items() for pin in pins}
    for number, bar in enumerate(reference_wiring().chain):
        read = [nets[pin] for pin in (netlist.shift_input(place) for place in range(16))]
        assert read == [*(f"S{place}" for place in range(15)), "FRAME"]
        inputs = {
            (number, chip, pin): nets[chip, pin]
            for chip in (netlist.NEAR, netlist.FAR)
            for pin in map(str, range(1, 17))
            if (chip, pin) in nets
        }
        assert shifted_out(number, inputs) == read
        assert bar[15] == number % 2


def test_the_serial_path_goes_from_the_next_bar_through_both_chips_to_the_controller():
    """J2 to DS of the far chip, its Q7 to DS of the near one, and its Q7 through the resistor to J1."""
    nets = netlist.nets()
    assert set(nets["DATA_IN"]) == {("J2", "5"), ("U17", "10"), ("R17", "1")}
    assert set(nets["LINK"]) == {("U17", "9"), ("U16", "10")}
    assert set(nets["Q"]) == {("U16", "9"), ("R16", "1")}
    assert set(nets["DATA_OUT"]) == {("R16", "2"), ("J1", "5")}


def test_sensors_have_supply_and_output_on_one_side_and_ground_on_the_other(made):
    """SOT-23 seen from the parts' side: 1 VCC at the left, 2 OUT at the right, 3 GND opposite; OUT has its pull-up."""
    nets = netlist.nets()
    for place in range(15):
        sensor = f"U{place + 1}"
        x, y, _ = made.centres[sensor]
        lands = {pad.pin: (round(pad.x - x, 6), round(pad.y - y, 6)) for pad in made.pads if pad.part == sensor}
        assert lands == {"1": (-0.95, -1.05), "2": (0.95, -1.05), "3": (0.0, 1.05)}
        assert x == pytest.approx((place + 1) * 1000 / 60)
        assert (sensor, "1") in nets["3V3"]
        assert (sensor, "3") in nets["GND"]
        assert {(sensor, "2"), (f"R{place + 1}", "2")} <= set(nets[f"S{place}"])
        assert (f"R{place + 1}", "1") in nets["3V3"]


def test_the_copper_is_what_the_netlist_says_with_room_to_spare(made):
    """Every net one piece, 0.2 mm between nets, 0.3 mm to the edge, a ring of 0.15 mm around every hole."""
    figures = copper.check_copper(made)
    assert figures["between nets"] >= 0.2 - 1e-9
    assert figures["to the edge"] >= 0.3 - 1e-9
    assert overlapping(made) == []


def test_every_single_track_and_via_is_needed_or_its_loss_is_found(made):
    """Taking any one track or via away tears a net."""
    for place in range(len(made.tracks)):
        torn = replace(made, tracks=made.tracks[:place] + made.tracks[place + 1 :])
        with pytest.raises(SizesError, match="is not one piece of copper"):
            copper.check_copper(torn)
    for place in range(len(made.vias)):
        torn = replace(made, vias=made.vias[:place] + made.vias[place + 1 :])
        with pytest.raises(SizesError, match="is not one piece of copper"):
            copper.check_copper(torn)


def test_a_track_too_near_and_a_short_are_found(made):
    """A wider lane, and a lane moved onto its neighbour."""
    lane = next(place for place, track in enumerate(made.tracks) if track.net == "CLK" and track.layer == "bottom")
    track = made.tracks[lane]
    for changed in (replace(track, width=0.7), replace(track, points=tuple((x, y - 0.6) for x, y in track.points))):
        with pytest.raises(SizesError, match=r"CLK.*LOAD.* mm apart"):
            copper.check_copper(replace(made, tracks=(*made.tracks[:lane], changed, *made.tracks[lane + 1 :])))


def test_copper_over_the_edge_or_in_the_screw_is_found(made):
    """A narrower board, and a pad in the hole."""
    left, low, right, high = made.outline
    with pytest.raises(SizesError, match="from the edge"):
        copper.check_copper(replace(made, outline=(left, low + 0.4, right, high)))
    stray = replace(made.vias[0], x=HOLE[0], y=HOLE[1])
    with pytest.raises(SizesError, match=r"from a hole|not one piece"):
        copper.check_copper(replace(made, vias=(*made.vias, stray)))


def test_a_pad_on_the_wrong_net_is_found(made):
    """Pads are compared with the netlist by part and pin."""
    place = next(place for place, pad in enumerate(made.pads) if pad.net.startswith("open "))
    wrong = replace(made.pads[place], net="NOWHERE")
    with pytest.raises(SizesError, match="pads and netlist differ"):
        copper.check_copper(replace(made, pads=(*made.pads[:place], wrong, *made.pads[place + 1 :])))


def test_the_bar_fits_its_plate(made):
    """Every part hangs in a window or over the wires' opening; the screw's hole is where the plate has one."""
    layout = Layout(read_sizes())
    margin, plate = layout.sizes.plate.margin, bar_plate(layout)
    openings = [shape for _, shape in plate.shapes if hasattr(shape, "width") and shape.width < 250 and shape.width > 5]
    row = margin + layout.sizes.pitch / 2
    for pad in made.pads:
        x, y = margin + pad.x, row + pad.y
        assert any(
            abs(x - hole.x) + pad.width / 2 <= hole.width / 2 and abs(y - hole.y) + pad.height / 2 <= hole.height / 2
            for hole in openings
        ), (pad.part, pad.pin)
    assert any(getattr(shape, "diameter", 0) == HOLE[2] and shape.x == margin + HOLE[0] for _, shape in plate.shapes)


def test_the_bridge_has_gaps_that_want_measuring_and_connectors_keep_off_the_strip(made):
    """0.3 mm between JP1's pads, as the guide says; 1.5 mm from a connector's pads to where the LED strip begins."""
    bridge = sorted((pad for pad in made.pads if pad.part == "JP1"), key=lambda pad: pad.y)
    gaps = [upper.y - lower.y - (upper.height + lower.height) / 2 for lower, upper in pairwise(bridge)]
    assert gaps == [pytest.approx(0.3)] * 2
    strip = read_sizes().pitch / 4
    reach = max(pad.x + pad.width / 2 for pad in made.pads if pad.part in ("J1", "J2"))
    assert strip - reach == pytest.approx(1.5, abs=0.05)
    guide = (HARDWARE / "docs/bars.md").read_text(encoding="utf-8")
    assert "Its gaps are 0.3 mm" in guide
    assert "lie 1.5 mm from DATA at J1 and J2" in guide
    assert guide.index("Measure 3V3 to GND") < guide.index("Bridge JP1") < guide.index("measure again")


def test_resistors_that_look_alike_are_told_apart_in_the_guide(made):
    """What stands on R16 and R17 is the code of their values."""
    values = {part.name: part.value for part in netlist.parts()}
    assert (values["R16"], values["R17"]) == ("470 R", "100 k")
    assert "471 and 104 stand on them" in (HARDWARE / "docs/bars.md").read_text(encoding="utf-8")
    assert {"R16", "R17"} <= made.centres.keys()


def test_the_gerbers_hold_every_pad_hole_and_track(files, made):
    """Flashes, lines and holes are counted in the files as in the board; every file ends as its format wants."""
    top, bottom = files["bar-F_Cu.gtl"], files["bar-B_Cu.gbl"]
    through = sum(bool(pad.drill) for pad in made.pads)
    assert top.count("D03*") == len(made.pads) + len(made.vias) + len(FIDUCIALS)
    assert bottom.count("D03*") == through + len(made.vias)
    segments = {
        layer: sum(len(track.points) - 1 for track in made.tracks if track.layer == layer)
        for layer in ("top", "bottom")
    }
    assert (top.count("D01*"), bottom.count("D01*")) == (segments["top"], segments["bottom"])
    assert files["bar-PTH.drl"].count("\nX") == len(list(drills(made))) == through + len(made.vias)
    assert files["bar-NPTH.drl"].count("\nX") == 1
    for name, text in files.items():
        if name.endswith((".gtl", ".gbl", ".gts", ".gbs", ".gtp", ".gto", ".gbo", ".gm1")):
            assert text.endswith("M02*\n")
            assert "%FSLAX46Y46*%\n%MOMM*%" in text
            assert not re.search(r"20\d\d-\d\d", text), "no dates"


def read_gerber(text):
    """Flashes as (shape, x, y) and lines as (width, from, to) of a Gerber file, in millimetres."""
    shapes, shape, here, flashes, lines = {}, "", None, set(), set()
    for command in text.replace("%", "").split("*"):
        line = command.strip()
        if found := re.fullmatch(r"ADD(\d+)([CR]),(.+)", line):
            shapes[found[1]] = f"{found[2]},{found[3]}"
        elif found := re.fullmatch(r"D(\d\d)", line):
            shape = shapes[found[1]]
        elif found := re.fullmatch(r"X(-?\d+)Y(-?\d+)D0([123])", line):
            there = (int(found[1]) / 1e6, int(found[2]) / 1e6)
            if found[3] == "3":
                flashes.add((shape, *there))
            elif found[3] == "1":
                lines.add((float(shape.removeprefix("C,")), here, there))
            here = there
    return flashes, lines


def test_the_copper_reads_back_from_the_gerbers(files, made):
    """Read by another way than it was written, every pad, via and track is there with its size, and nothing else."""
    through = {("C,1.7", round(pad.x, 6), round(pad.y, 6)) for pad in made.pads if pad.drill}
    vias = {("C,0.6", round(via.x, 6), round(via.y, 6)) for via in made.vias}
    on_top = {
        (f"R,{pad.width:g}X{pad.height:g}", round(pad.x, 6), round(pad.y, 6)) for pad in made.pads if not pad.drill
    }
    for layer, name, wanted in (
        ("top", "bar-F_Cu.gtl", through | vias | on_top | {("C,1", x, y) for x, y in FIDUCIALS}),
        ("bottom", "bar-B_Cu.gbl", through | vias),
    ):
        flashes, lines = read_gerber(files[name])
        assert flashes == wanted
        assert lines == {
            (track.width, *(tuple(round(length, 6) for length in end) for end in ends))
            for track in made.tracks
            if track.layer == layer
            for ends in pairwise(track.points)
        }
    opened, _ = read_gerber(files["bar-F_Mask.gts"])
    assert {place[1:] for place in opened} == {place[1:] for place in through | on_top} | set(FIDUCIALS)
    drilled = {tuple(map(float, found)) for found in re.findall(r"X(\S+)Y(\S+)", files["bar-PTH.drl"])}
    assert drilled == {(round(x, 3), round(y, 3)) for _, x, y in drills(made)}


# --- what is printed, and the room of parts -------------------------------------------------------------------------


def test_every_part_has_its_name_in_print_that_can_be_read(made):
    """56 names of 1 mm at least; ink keeps 0.1 mm from every opening of the mask."""
    words = made.words
    printed = [word.text.split()[0] for word in words]
    assert all(printed.count(part.name) == 1 for part in netlist.parts())
    assert min(word.height for word in words) >= 1.0
    assert silk.check_silk(made) >= 0.1 - 1e-9


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda word: None if word.text == "R16" else word, "the name of R16 is not printed once"),
        (lambda word: replace(word, text="R16") if word.text == "R17" else word, "the name of R16 is not printed once"),
        (lambda word: replace(word, height=0.75) if word.text == "LD" else word, "LD is printed smaller than 1.0 mm"),
        (lambda word: replace(word, y=1.0) if word.text == "U3" else word, "U3 is printed"),
        (lambda word: replace(word, y=7.7) if word.text == "BRIDGE" else word, "BRIDGE is printed over the edge"),
        (lambda word: replace(word, x=word.x - 3.0) if word.text == "R5" else word, "C5 and R5 are printed over"),
    ],
)
def test_print_that_is_missing_small_or_on_solder_is_found(made, change, words):
    """A name left out or twice, letters too small, on a pad, over the edge, over another."""
    changed = tuple(word for word in map(change, made.words) if word is not None)
    with pytest.raises(SizesError, match=words):
        silk.check_silk(replace(made, words=changed))


def test_a_dot_on_solder_or_in_a_word_is_found(made):
    """It says which leg is the first, where ink sticks and nothing else is printed."""
    word = next(word for word in made.words if word.text == "U3")
    pad = next(pad for pad in made.pads if pad.part == "U3" and pad.pin == "1")
    for dot, told in (((0.3, pad.x, pad.y), "a dot is printed -"), ((0.3, word.x, word.y), "a dot is printed over U3")):
        with pytest.raises(SizesError, match=told):
            silk.check_silk(replace(made, dots=(*made.dots, dot)))


def test_the_side_of_the_strip_says_so_and_reads_from_there(files, made):
    """Its legend is mirrored: the first letter lies at the right, seen through from the parts' side."""
    (strip,) = [word for word in made.words if "LED STRIP" in word.text]
    assert strip.below
    first, last = strip.lines()[0], strip.lines()[-1]
    assert min(x for x, _ in first) > max(x for x, _ in last)
    flashes, lines = read_gerber(files["bar-B_Silkscreen.gbo"])
    assert not flashes
    assert len(lines) == sum(len(line) - 1 for word in made.words if word.below for line in word.lines())


def test_parts_have_room_between_them(made):
    """No courtyard enters another; as the parts once stood beside the chips, four did."""
    silk.check_courtyards(made)
    rooms = silk.courtyards(made)
    assert rooms.keys() == {part.name for part in netlist.parts()}
    beside = {"R4": 0.2, "C5": -0.2, "R12": 0.2, "C13": -0.2}
    for name, shift in beside.items():
        moved = {part: (x + (part == name) * shift, y, turned) for part, (x, y, turned) in made.centres.items()}
        pads = tuple(replace(pad, x=pad.x + shift) if pad.part == name else pad for pad in made.pads)
        with pytest.raises(SizesError, match=rf"{name} and U1[67]|U1[67] and {name}"):
            silk.check_courtyards(replace(made, centres=moved, pads=pads))


def test_a_machine_finds_the_board_by_three_dots_that_no_turn_confuses(files):
    """Three fiducials of 1 mm, free of mask for 2; turned by half they would lie elsewhere; no paste is on them."""
    assert len(FIDUCIALS) == 3
    for name, shape in (("bar-F_Cu.gtl", "C,1"), ("bar-F_Mask.gts", "C,2")):
        flashes, _ = read_gerber(files[name])
        assert {place[1:] for place in flashes if place[0] == shape} == set(FIDUCIALS)
    pasted, _ = read_gerber(files["bar-F_Paste.gtp"])
    assert not {place[1:] for place in pasted} & set(FIDUCIALS)
    assert {(2 * 130.0 - x, -y) for x, y in FIDUCIALS} != set(FIDUCIALS)


def test_the_placement_names_every_part_that_is_fitted(files):
    """Pull-ups are for the second source only, connectors and the bridge are soldered by hand."""
    placed = {line.split(",")[0] for line in files["bar-placement.csv"].splitlines()[1:]}
    assert placed == {part.name for part in netlist.parts() if part.fitted and part.name not in ("J1", "J2", "JP1")}
