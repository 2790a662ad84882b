"""Parts to order only with the second source of sensor, for Piratoons, or with a board that is a choice."""

from typing import Final

from hardware.electrical.coupon import COUNT
from hardware.electrical.netlist import PLACES
from hardware.electrical.panel import BARS, COUPONS
from hardware.generate.drawing import number
from hardware.generate.layout import Layout, sensors
from hardware.mechanical.crew import SEATS, crew_pieces
from hardware.paper.line import CASE, COUPON, CREW, EXTRA, PANEL, SECOND, TRIED_SENSORS, Line
from pearlboard.games.piratoons.rules.tiles import box

SPARE: Final = 8
"""Hall switches that an assembler may lose."""
LIGHT: Final = ("LED 3 mm, red, 2 mA", 0.15, "Mouser: WP710A10LID")
HOLDER: Final = ("holder for two AA cells", 1, 0, 1.50, "Reichelt / any")
"""The parts that a hand adds to a coupon, on a panel, too."""
SAW: Final = 3.0
"""The loss of a rod at each cut, in millimetres, with the sanding after it."""


def extras(layout: Layout) -> tuple[Line, ...]:
    """In no total."""
    return (*_second(layout), *_crew(layout), *_controller(layout), *_coupons(layout), *_panels(layout), *_case(layout))


def _second(layout: Layout) -> tuple[Line, ...]:
    """The parts that an open-drain sensor needs."""
    bars, sites = len(layout.wiring.chain), len(sensors(layout))
    return (
        Line(
            SECOND,
            "regulator LD1117V33, TO-220, small heat sink",
            1,
            1,
            1.50,
            "Reichelt / Mouser",
            "any of 3.3 V and 800 mA",
            "see power.md",
        ),
        Line(
            SECOND,
            "capacitor 10 uF, leaded",
            2,
            2,
            0.10,
            "Reichelt / any of 10 V",
            "",
            "at both sides of the regulator",
        ),
        Line(SECOND, "resistor 10 k 0603", bars * PLACES + 5, 0, 0.01, "LCSC / Mouser", "", "R1 to R15 of every bar"),
        Line(
            SECOND,
            "resistor 10 k, leaded",
            TRIED_SENSORS,
            sites + 5,
            0.02,
            "Reichelt / any",
            "",
            "from OUT of every sensor to 3V3; with bars for the breadboard",
            f"{TRIED_SENSORS} in 1, rest in 2",
        ),
        Line(
            SECOND,
            "resistor 330 ohm, leaded",
            2,
            2,
            0.02,
            "Reichelt / any",
            "",
            "in CLK and LOAD at the controller: see power.md",
            "1",
        ),
    )


def _crew(layout: Layout) -> tuple[Line, ...]:
    """The parts that Piratoons alone needs."""
    sizes, count = layout.sizes, crew_pieces()
    magnets, made = sizes.magnets, sizes.crew
    side = made.cap + 3
    rod = (made.height + SAW) * count / 1000
    return (
        Line(
            CREW,
            f"neodymium disc {number(magnets.diver_diameter)} x {number(magnets.diver_thickness)} mm, N35, axial",
            count + 4,
            count + 4,
            0.22,
            "supermagnete",
            "first4magnets; same size, same grade",
            f"one in each of {count} pieces: {box().crew} for each of {SEATS} seats",
            "3",
        ),
        Line(
            CREW,
            f"rod of beech {number(made.body)} mm, 1 m",
            1,
            1,
            2.50,
            "a DIY store",
            "",
            f"{count} bodies of {number(made.height)} mm take {rod:.2f} m: pieces/crew.svg",
            "3",
        ),
        Line(
            CREW,
            f"caps: acrylic {number(made.cap_thickness)} mm, {10 + box().crew * side:.0f} x {side + 10:.0f} mm, laser cut, "
            "a strip in the colour of each seat",
            SEATS,
            SEATS,
            5.00,
            "a laser service or makerspace: out/pieces/crew-caps.dxf",
            "one white sheet, painted",
            "one row of the drawing a colour",
            "3",
        ),
    )


def _controller(layout: Layout) -> tuple[Line, ...]:
    """The controller's end as a circuit board."""
    size = layout.sizes.controller
    return (
        Line(
            EXTRA,
            f"board of the controller, 2 layers, {number(size.thickness)} mm, {number(size.width)} x {number(size.height)} mm",
            5,
            5,
            2.00,
            "JLCPCB: out/controller/, order 5",
            "PCBWay, Aisler",
            "one is needed; makers sell five",
            "1",
        ),
        Line(
            EXTRA,
            "parts of the controller's board",
            1,
            1,
            22.00,
            "Mouser / DigiKey: out/controller/controller-bom.csv",
            "LCSC",
            "with three fuses for F1; the sockets of Pico or Pi, as you have it; wires: tables/wires-plugs.csv",
            "1",
        ),
        Line(
            EXTRA,
            "plugs JST XH: one of 5, 4 and 3, two of 2; JST VH: one of 3, two of 2; with crimped wires of 30 cm",
            1,
            1,
            9.00,
            "Reichelt / any, as a set",
            "XHP-5, XHP-4, XHP-3, XHP-2, VHR-3N, VHR-2N and a crimping tool",
            "VH with 0.75 mm2",
            "1",
        ),
        Line(
            EXTRA, "ribbon cable of 40, two IDC sockets, 15 cm", 1, 1, 4.00, "Reichelt / any", "", "only with a Pi", "1"
        ),
    )


def _coupons(layout: Layout) -> tuple[Line, ...]:
    """Three of them are the one cell; makers sell five."""
    size, high, thick = layout.sizes.coupon, layout.sizes.bar.width, layout.sizes.sensor.bar_thickness
    count = COUNT * COUNT
    parts = (
        ("Hall switch DRV5032DU, SOT-23 (DRV5032DUDBZR)", 0.45, "Mouser / DigiKey: DRV5032DUDBZR"),
        ("capacitor 100 nF 0603", 0.01, "LCSC / Mouser: any X7R 16 V"),
        ("resistor 680 ohm 0603", 0.02, "LCSC / Mouser"),
        LIGHT,
    )
    board = f"board of the coupon, 2 layers, {number(thick)} mm, {number(size.length)} x {number(high)} mm"
    return (
        Line(COUPON, board, 5, 0, 2.00, "JLCPCB: out/coupon/, order 5", "PCBWay, Aisler", "three are needed", "1"),
        *(Line(COUPON, part, count + 1, 0, euros, first, parcel="1") for part, euros, first in parts),
        Line(COUPON, *HOLDER, "", "3 V at J1; or the controller's 3V3", "1"),
    )


def _panels(layout: Layout) -> tuple[Line, ...]:
    """The assembled panels: three of them are nine bars and nine coupons."""
    count = len(layout.wiring.chain) // BARS
    sensors_ = count * (BARS * PLACES + COUPONS * COUNT)
    made = (
        ("panel of three bars and three coupons, 2 layers, 0.8 mm", 5, 6.00, "JLCPCB: out/panel/, order 5"),
        (
            f"assembly of {count} panels: set-up, stencil, placing, chips and small parts",
            1,
            75.00,
            "JLCPCB, with the panels",
        ),
        (
            "Hall switch DRV5032DU, SOT-23 (DRV5032DUDBZR), ordered in by the assembler or sent to it",
            sensors_ + SPARE,
            0.45,
            "Mouser / DigiKey / LCSC: DRV5032DUDBZR",
        ),
    )
    light, euros_, sold = LIGHT
    return (
        *(Line(PANEL, part, number_, 0, euros, first, "PCBWay, Aisler") for part, number_, euros, first in made),
        Line(PANEL, light, COUPONS * COUNT + 1, 0, euros_, sold, "", "for three coupons, which come without"),
        Line(PANEL, *HOLDER, "", "for the first coupon of a panel: 3 V at J1"),
    )


def _case(layout: Layout) -> tuple[Line, ...]:
    """Floor and walls, and what stands on the floor."""
    size, count = layout.sizes.case, len(layout.screws())
    sheet = f"case: plywood {number(size.thickness)} mm, floor and four walls, laser cut"
    small = f"M3 screws 8 mm: {count}; spacers M3 x {number(size.board_spacer)} mm with a stud, nuts, M3 screws 5 mm: 4 of each"
    return (
        Line(
            CASE,
            sheet,
            1,
            1,
            18.00,
            "a laser service or makerspace: out/case/",
            "",
            "first measure the sheet, or ask for its thickness: [case] of sizes.toml",
        ),
        Line(CASE, small, 1, 1, 4.00, "any", "", "four more of M2.5 for a Pi"),
    )
