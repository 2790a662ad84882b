"""The lands of all parts: the figures of KiCad's library, or of a maker's drawing where that is nearer to the part."""

import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical.boards import boards
from hardware.electrical.circuit import UNSOLDERED
from hardware.electrical.lands import FOOTPRINTS, Land
from hardware.electrical.library import LIKE
from hardware.electrical.panel import panel
from hardware.generate.sizes import read_sizes

from hardware import kicad_lands

pytestmark = pytest.mark.slow

KICAD = "KiCad's library 9.0.2: "


@dataclass(frozen=True)
class Figures:
    """Where the figures are from, pins with their x and y (y upwards), a land's width and height, its hole."""

    source: str
    pins: dict[str, tuple[float, float]]
    size: tuple[float, float]
    hole: float = 0.0
    sizes: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Of pins whose land is of another size."""


def row(*at):
    return {str(pin): place for pin, place in enumerate(at, 1)}


FIGURES = {
    "0603": Figures(KICAD + "Capacitor_SMD:C_0603_1608Metric", row((-0.775, 0), (0.775, 0)), (0.9, 0.95)),
    "0805": Figures(KICAD + "Capacitor_SMD:C_0805_2012Metric", row((-0.95, 0), (0.95, 0)), (1.0, 1.45)),
    "SMB": Figures(KICAD + "Diode_SMD:D_SMB, its cathode is 1", row((-2.15, 0), (2.15, 0)), (2.5, 2.3)),
    "SOT-23": Figures(
        "Texas Instruments' example for DBZ0003A, 4214838/F: 0.6 x 1.3 mm, 2.1 mm from row to row",
        row((-1.05, 0.95), (-1.05, -0.95), (1.05, 0)),
        (1.3, 0.6),
    ),
    "SOIC-14": Figures(
        KICAD + "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm",
        {"1": (-2.475, 3.81), "7": (-2.475, -3.81), "8": (2.475, -3.81), "14": (2.475, 3.81)},
        (1.95, 0.6),
    ),
    "SOIC-16": Figures(
        KICAD + "Package_SO:SOIC-16_3.9x9.9mm_P1.27mm",
        {"1": (-2.475, 4.445), "8": (-2.475, -4.445), "9": (2.475, -4.445), "16": (2.475, 4.445)},
        (1.95, 0.6),
    ),
    "LED, 3 mm": Figures(KICAD + "LED_THT:LED_D3.0mm, its cathode is 1", row((0, 0), (2.54, 0)), (1.8, 1.8), 0.9),
    "radial, 10 mm": Figures(
        KICAD + "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm, its plus is 1", row((0, 0), (5.0, 0)), (2.0, 2.0), 1.0
    ),
    "holder, 5 x 20 mm": Figures(
        KICAD + "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open",
        row((0, 0), (22.5, 0)),
        (3.0, 3.0),
        1.3,
    ),
    "USB-C, power": Figures(
        KICAD + "Connector_USB:USB_C_Receptacle_GCT_USB4135-GF-A_6P_TopMnt_Horizontal",
        {
            **{name: (x, 3.0325) for name, x in {"A12": 2.75, "A9": 1.52, "A5": -0.5}.items()},
            **{name: (x, 3.0325) for name, x in {"B12": -2.75, "B9": -1.52, "B5": 0.5}.items()},
            "S1": (5.125, -0.6025),
        },
        (0.7, 1.2),
        sizes={"A9": (0.76, 1.2), "B9": (0.76, 1.2), "A12": (0.8, 1.2), "B12": (0.8, 1.2), "S1": (1.8, 1.5)},
    ),
    "test pad": Figures("the project's own", row((0, 0)), (1.5, 1.5)),
    "1x2, 2.54 mm": Figures(
        KICAD + "Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical", row((0, 0), (0, -2.54)), (1.7, 1.7), 1.0
    ),
    "1x5, 2.54 mm": Figures(
        KICAD + "Connector_PinHeader_2.54mm:PinHeader_1x05_P2.54mm_Vertical",
        {"1": (0, 0), "2": (0, -2.54), "5": (0, -10.16)},
        (1.7, 1.7),
        1.0,
    ),
    "solder bridge": Figures("the project's own: gaps of 0.3 mm", row((-1.3, 0), (0, 0), (1.3, 0)), (1.0, 1.5)),
    "XH, 2": Figures(
        KICAD + "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical, round", row((0, 0), (2.5, 0)), (1.7, 1.7), 1.0
    ),
    **{
        f"XH, {count}": Figures(
            f"{KICAD}Connector_JST:JST_XH_B{count}B-XH-A_1x{count:02}_P2.50mm_Vertical, round",
            {"1": (0, 0), "2": (2.5, 0), str(count): (2.5 * (count - 1), 0)},
            (1.7, 1.7),
            0.95,
        )
        for count in (3, 4, 5)
    },
    **{
        f"VH, {count}": Figures(
            f"{KICAD}Connector_JST:JST_VH_B{count}P-VH_1x{count:02}_P3.96mm_Vertical",
            {"1": (0, 0), str(count): (3.96 * (count - 1), 0)},
            (2.7, 2.7),
            1.7,
        )
        for count in (2, 3)
    },
    "Pico, 2 x 1x20": Figures(
        KICAD + "Module:RaspberryPi_Pico_Common_THT, with the rings of its sockets (PinSocket_1x20_P2.54mm_Vertical)",
        {"1": (0, 0), "2": (0, -2.54), "20": (0, -48.26), "21": (17.78, -48.26), "40": (17.78, 0)},
        (1.7, 1.7),
        1.0,
    ),
    "box header, 2x20": Figures(
        KICAD + "Connector_IDC:IDC-Header_2x20_P2.54mm_Vertical",
        {"1": (0, 0), "2": (2.54, 0), "3": (0, -2.54), "39": (0, -48.26), "40": (2.54, -48.26)},
        (1.7, 1.7),
        1.0,
    ),
}


def test_every_package_has_its_figures_and_their_source():
    """A land that nobody compared with anything cannot be added."""
    used = {part.package for each in boards(read_sizes()).values() for part in each.board.circuit.parts}
    assert used == set(FOOTPRINTS) == set(FIGURES)
    assert all(figures.source for figures in FIGURES.values())


@pytest.mark.parametrize("package", FOOTPRINTS)
def test_a_land_is_that_of_its_source(package):
    """To a hundredth of a millimetre, holes too."""
    figures, lands = FIGURES[package], {land.pin: land for land in FOOTPRINTS[package].lands}
    for pin, (x, y) in figures.pins.items():
        assert (lands[pin].x, lands[pin].y) == pytest.approx((x, y), abs=0.01), pin
    for pin, land in lands.items():
        size = figures.sizes.get(pin, figures.size)
        assert (land.width, land.height, land.drill) == pytest.approx((*size, figures.hole), abs=0.01), pin


@pytest.mark.parametrize("name", ["bar", "controller", "coupon"])
def test_a_placements_angle_turns_the_librarys_part_onto_its_lands(name):
    """Anticlockwise from IPC-7351's zero: each pad lies where the figures come to by it, whoever drew the board."""
    board = boards(read_sizes())[name].board
    quarter = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    for part in board.circuit.parts:
        x, y, turned = board.centres[part.name]
        cos, sin = quarter[turned]
        pads = {pad.pin: (pad.x, pad.y) for pad in board.pads if pad.part == part.name}
        for pin, (across, up) in FIGURES[part.package].pins.items():
            wanted = (x + across * cos - up * sin, y + across * sin + up * cos)
            assert pads[pin] == pytest.approx(wanted, abs=0.011), (part.name, pin)


# --- KiCad's own library, which `make kicad` reads --------------------------------------------------------------------

MODULE = """(footprint "two"
  (pad "1" smd roundrect (at -0.775 0 90) (size 0.9 0.95) (layers "F.Cu" "F.Paste"))
  (pad "2" thru_hole oval
    (at 2.5 -1) (size 1.7 1.95) (drill 0.95) (layers "*.Cu"))
  (pad "" np_thru_hole circle (at 11.25 0) (size 2.7 2.7) (drill 2.7))
)"""


def test_a_footprint_of_the_librarys_is_read_with_y_upwards():
    """Pads of both kinds, and a peg's hole."""
    found = kicad_lands.read(MODULE)
    assert found.lands == (Land("1", -0.775, 0.0, 0.9, 0.95), Land("2", 2.5, 1.0, 1.7, 1.95, 0.95))
    assert found.pegs == ((11.25, 0.0, 2.7),)


def test_every_land_that_is_not_ours_alone_is_compared_and_a_fault_in_it_is_named():
    """A library that has our own figures finds nothing; one pin moved by 0.3 mm is found in each package."""
    assert set(LIKE) == set(FOOTPRINTS) - UNSOLDERED
    library = {name: FOOTPRINTS[package] for package, like in LIKE.items() for name, _ in like}
    assert list(kicad_lands.faults(library)) == []
    for package, spoilt in kicad_lands.spoilt():
        found = list(kicad_lands.faults(library, spoilt))
        assert found
        assert all(told.startswith(f"{package}: pin ") and "0.30 mm off" in told for told in found)


def test_another_hole_or_another_pin_is_named():
    """A hole of 1.3 mm where the library has 1, a capacitor of one pin."""
    package, name = "radial, 10 mm", "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm"
    library = {name: FOOTPRINTS[package] for package, like in LIKE.items() for name, _ in like}
    first, *rest = FOOTPRINTS[package].lands
    for lands, told in (
        ((replace(first, drill=1.3), *rest), f"{package}: pin 1 has a hole of 1.3 mm, not 1, unlike {name}"),
        (rest, f"{package}: other pins or pegs, unlike {name}"),
    ):
        ours = {**FOOTPRINTS, package: replace(FOOTPRINTS[package], lands=tuple(lands))}
        assert list(kicad_lands.faults(library, ours)) == [told]


# --- what the guide says of it ----------------------------------------------------------------------------------------

ORDERING = (Path(__file__).parents[2] / "hardware/docs/ordering.md").read_text(encoding="utf-8")


def test_the_guide_names_the_source_of_every_land():
    """Each footprint of the library's, or the drawing, by the name under which it is found."""
    for figures in FIGURES.values():
        name = figures.source.removeprefix(KICAD).partition(",")[0].partition(" (")[0].rpartition(":")[2]
        if figures.source.startswith(KICAD) and not name.startswith("JST_XH"):
            assert name in ORDERING, name
    assert "JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical to JST_XH_B5B-XH-A_1x05_P2.50mm_Vertical" in ORDERING
    assert "DBZ0003A" in ORDERING


def test_the_guide_says_the_angles_that_are_in_the_placements():
    """What the preview must show, part by part; no machine-placed part is left out."""
    for name, drawn in boards(read_sizes()).items():
        told = {}
        for parts, angles in re.findall(rf"^\| {name} \| ([^|]+) \| ([\d, ]+) \|", ORDERING, re.MULTILINE):
            for kind in re.findall(r"[A-Z]+", parts):
                told.setdefault(kind, set()).update(map(int, angles.split(",")))
        for part in drawn.board.by_machine():
            kind = part.rstrip("0123456789")
            if kind not in {"R", "C"}:
                assert drawn.board.centres[part][2] in told[kind], (name, part)


def test_the_guide_says_the_sizes_of_the_boards_that_are_drawn():
    """Length, height and thickness of each, and of the panel."""
    for drawn in boards(read_sizes()).values():
        left, low, right, high = drawn.board.outline
        assert (
            f"| {right - left:g} x {high - low:g} |" in ORDERING or f" {right - left:g} x {high - low:g} " in ORDERING
        )
    whole = panel(read_sizes(), boards(read_sizes())["bar"].board, boards(read_sizes())["coupon"].board)
    assert f"| {whole.width:g} x {whole.height:g} |" in ORDERING
    bold = r"\*\*([\d.]+)\*\*"
    thick = re.findall(rf"^\| thickness in mm \| {bold} \| {bold} \| {bold}", ORDERING, re.MULTILINE)
    wanted = [boards(read_sizes())[name].board.thickness for name in ("bar", "coupon", "controller")]
    assert [tuple(map(float, found)) for found in thick] == [tuple(wanted)]
