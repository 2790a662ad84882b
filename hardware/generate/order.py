"""What to order, part by part: quantities from the same data as the drawings, prices as estimates."""

from dataclasses import dataclass
from typing import Final

from hardware.generate.crew import SEATS, crew_pieces
from hardware.generate.drawing import number
from hardware.generate.layout import Layout, sensors
from hardware.generate.netlist import PLACES
from hardware.generate.pieces import PUCKS, STICKS, TILES
from hardware.generate.power import TVS, fuse_ma
from hardware.generate.tables import by_hand, held_high
from pearlboard.games.piratoons.rules.tiles import box
from pearlboard.settings import Settings

SECOND: Final = "only with AH3372"
"""What nobody needs who has the first source of sensor; in no total."""
CREW: Final = "only for Piratoons"
"""The pieces of that game; in no total."""
EXTRA: Final = "only with the controller's board"
"""Instead of stripboard, level shifter, fuse holder and sockets of one's own; in no total."""
TRIED_SENSORS, TRIED_CHIPS = 10, 2
"""For the breadboard of the first weekend, whichever way the board is built later."""
SCREWS: Final = (10, 12, 16, 20, 25, 30)
TURNS: Final = 4.0
"""Millimetres of thread that hold."""
SAW: Final = 3.0
"""What a cut takes of a rod, in millimetres, and the sanding after it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to order; quantities include spares. `euros`: an estimate for one; `parcel`: which of the three."""

    group: str
    part: str
    bars: int
    hand: int
    euros: float
    first: str
    second: str = ""
    note: str = ""
    parcel: str = "2"


def lines(layout: Layout) -> tuple[Line, ...]:
    """Everything but tools, and what stands in a household."""
    sizes, wiring = layout.sizes, layout.wiring
    bars, chips, sites = len(wiring.chain), len(by_hand(layout).chain), len(sensors(layout))
    magnets = sizes.magnets
    disc = f"{number(magnets.diver_diameter)} x {number(magnets.diver_thickness)} mm"
    rod = f"{number(magnets.pontoon_diameter)} x {number(magnets.pontoon_thickness)} mm"
    plate = f"{layout.width:.1f} x {layout.height:.1f} mm"
    plates = "a laser service or makerspace: out/plates/"
    return (
        Line(
            "first tests",
            "breadboard, 830 points",
            1,
            1,
            5.00,
            "Reichelt / any",
            "",
            "two 74HC165, and the level shifter until it is soldered",
            "1",
        ),
        Line(
            "first tests",
            "jumper wires, 20 male to male, 20 male to female",
            1,
            1,
            5.00,
            "Reichelt / any",
            "",
            "the female ends go on the controller's pins; later cut in two as the chain's plug",
            "1",
        ),
        Line(
            "first tests",
            f"opal acrylic {number(sizes.plate.opal_thickness)} mm, a sample of 100 x 100 mm",
            1,
            1,
            3.00,
            "the maker of the opal plate",
            "tracing paper tells less",
            "for the one cell",
            "1",
        ),
        Line(
            "first tests",
            "black card, A4",
            1,
            1,
            1.00,
            "any",
            "",
            "for the one cell, and a strip for eight sensors",
            "1",
        ),
        Line("first tests", "paint pen", 1, 1, 3.00, "any", "", "for the magnets' undersides", "1"),
        Line(
            "sensing",
            "Hall switch DRV5032DU, SOT-23 (DRV5032DUDBZR)",
            bars * PLACES + 5,
            0,
            0.45,
            "Mouser / DigiKey / LCSC: DRV5032DUDBZR",
            "AH3372-SA-7 (SOT23, same land, fit R1-R15; not the SC59 type, whose poles are reversed)",
            "DU only: FA, FB, FC and AJ answer to both poles, FD needs a stronger field",
        ),
        Line(
            "sensing",
            "Hall switch DRV5032DU, TO-92 (DRV5032DULPG)",
            TRIED_SENSORS,
            sites + 5,
            0.75,
            "Mouser / DigiKey: DRV5032DULPG",
            "AH3372-P-B (SIP-3, same pins, open drain: 10 k to 3V3 each)",
            "DU only, as above; with bars for the breadboard",
            f"{TRIED_SENSORS} in 1, rest in 2",
        ),
        Line(
            "sensing",
            "shift register 74HC165, SOIC-16",
            2 * bars + 2,
            0,
            0.35,
            "LCSC / Mouser: 74HC165D",
            "Texas Instruments SN74HCS165DR (Schmitt-trigger inputs: take it if it is to be had), SN74HC165DR",
            "HC or HCS, not HCT or LS: it runs on 3.3 V",
        ),
        Line(
            "sensing",
            "shift register 74HC165, DIP-16",
            TRIED_CHIPS,
            chips + 1,
            0.60,
            "Reichelt / Mouser: SN74HC165N",
            "Nexperia or ST 74HC165 in DIP-16",
            "HC, not HCT or LS; with bars for the breadboard",
            f"{TRIED_CHIPS} in 1, rest in 2",
        ),
        Line("sensing", "socket DIP-16", 0, chips, 0.15, "Reichelt / LCSC: DIP-16 socket"),
        Line(
            "sensing",
            "circuit board of the bar, 2 layers, 0.8 mm, 272 x 16 mm",
            10,
            0,
            3.50,
            "JLCPCB: out/bar/, order 10",
            "PCBWay, Aisler",
            "without assembly; assembly adds about 60 to 100 euros",
        ),
        Line("sensing", "capacitor 100 nF 0603", 17 * bars + 7, 0, 0.01, "LCSC / Mouser: any X7R 16 V"),
        Line(
            "sensing",
            "capacitor 100 nF, leaded",
            5,
            chips + bars + 3,
            0.05,
            "Reichelt: X7R 2.5 mm",
            "",
            "one a chip, one at the level shifter; by hand one at the far end of each line of sensors",
            "1",
        ),
        Line("sensing", "capacitor 10 uF 0805", bars + 1, 0, 0.05, "LCSC / Mouser: X5R or X7R, 10 V or more"),
        Line(
            "sensing",
            "capacitor 10 uF, leaded",
            0,
            2,
            0.10,
            "Reichelt: any 10 V",
            "",
            "where the sensors' supply rails are joined",
        ),
        Line("sensing", "resistor 470 ohm 0603", bars + 1, 0, 0.02, "LCSC / Mouser", "", "R16 of every bar"),
        Line(
            "sensing",
            "resistor 100 ohm, leaded",
            6,
            6,
            0.02,
            "any",
            "",
            "in CLK and LOAD at the controller, and at the piezo",
            "1",
        ),
        Line("sensing", "resistor 470 ohm, leaded", 2, 2, 0.02, "any", "", "in Q7 of the first chip in a DIP", "1"),
        Line(
            "sensing", "capacitor 100 pF, leaded", 2, 2, 0.05, "Reichelt: C0G", "", "CLK to GND at the controller", "1"
        ),
        Line("sensing", "resistor 100 k 0603", bars + 1, 0, 0.02, "LCSC / Mouser", "", "R17 of every bar"),
        Line(
            "sensing",
            "resistor 100 k, leaded",
            1,
            len(held_high(chips)) + 1,
            0.02,
            "any",
            "",
            "serial input (DS) of every second chip, and of the last on the breadboard",
            "1",
        ),
        Line(
            "sensing",
            "stripboard 100 x 160 mm",
            1,
            2,
            4.00,
            "Reichelt",
            "",
            "the controller's end; by hand the chips, too",
        ),
        Line(
            "sensing",
            "wire 0.14 mm2, 10 colours of 10 m",
            1,
            3,
            9.00,
            "Reichelt",
            "ribbon cable, split",
            "by hand about 60 m",
            "1 in 1, rest in 2",
        ),
        Line(
            "lights",
            "LED strip WS2812B, 5 V, 60 LED/m, 10 mm, IP30, 5 m",
            1,
            1,
            25.00,
            "BTF-Lighting WS2812B 60/m IP30",
            "SK6812 RGB (not RGBW) 60/m IP30",
            f"{wiring.leds} LEDs in {len(wiring.strips)} strips, and nine for the one cell; cut only at the marks",
            "1",
        ),
        Line(
            "lights",
            "level shifter 74AHCT125, DIP-14",
            1,
            1,
            0.80,
            "Mouser / Reichelt: SN74AHCT125N",
            "",
            "AHCT: an HC or AHC does not lift 3.3 V, and an HCT feeds the strips through its input while they are off",
            "1",
        ),
        Line("lights", "resistor 330 ohm", 2, 2, 0.02, "any leaded one", parcel="1"),
        Line("lights", "capacitor 1000 uF 10 V", 1, 1, 0.60, "any electrolytic", parcel="1"),
        Line(
            "power",
            "supply 5 V 4 A, safety-approved, barrel plug 5.5 x 2.1 mm, centre positive",
            1,
            1,
            16.00,
            "Mean Well GST25E05-P1J",
            "any approved 5 V 4 A supply",
            "no mains wiring in this project; 9 and 12 V have the same plug: read the label",
            "1",
        ),
        Line("power", "barrel socket 5.5 x 2.1 mm, 5 A", 1, 1, 1.50, "Reichelt / Conrad", parcel="1"),
        Line(
            "power",
            f"fuse holder, and fuses 5 x 20 mm of {fuse_ma(Settings().lights.cap_ma) / 1000:g} A slow",
            1,
            1,
            3.00,
            "Reichelt / Conrad",
            "",
            "three fuses; with another cap another one: out/power.md",
            "1",
        ),
        Line(
            "power",
            f"suppressor diode {TVS}",
            2,
            2,
            0.30,
            "Mouser / LCSC",
            "SA5.0A or P6KE6.8A, with leads",
            "behind the fuse, its stripe at 5 V",
            "1",
        ),
        Line("power", "wire 0.75 mm2, red and black, 2 m each", 1, 1, 4.00, "Reichelt / Conrad", parcel="1"),
        Line(
            "controller",
            "Raspberry Pi 4 (2 GB), Zero 2 W, 3 or 5, card, supply",
            1,
            1,
            75.00,
            "any approved reseller",
            "a Linux PC, with a Pico",
            "prices of memory change: ask; a Zero 2 W with its header soldered (WH)",
            "1",
        ),
        Line(
            "controller",
            "Raspberry Pi Pico with headers, USB cable",
            1,
            1,
            8.00,
            "any approved reseller",
            "",
            "only for the Pico variant",
            "1",
        ),
        Line(
            "controller",
            "push button 16 to 30 mm (end turn); two more are optional",
            1,
            1,
            3.00,
            "any arcade button",
            "",
            "with a 5 V lamp in it, if you want one",
            "1",
        ),
        Line(
            "controller",
            "transistor 2N3904",
            1,
            1,
            0.10,
            "Reichelt / any",
            "BC547 (its leads lie the other way round)",
            "for the button's lamp",
            "1",
        ),
        Line("controller", "resistor 1 k, leaded", 3, 3, 0.02, "any", "", "in DATA, and at the transistor's base", "1"),
        Line("controller", "piezo, passive", 1, 1, 0.80, "Reichelt", "", "optional", "1"),
        Line(
            "pieces",
            f"neodymium disc {disc}, N35, axial",
            PUCKS + 7,
            PUCKS + 7,
            0.22,
            "supermagnete",
            "first4magnets; same size, same grade",
            f"with magnets in tiles {TILES + 6}: one goes into each of {TILES}; N35 is enough; no larger diameter: it "
            "pushes its neighbours",
            "5 in 1, rest in 3",
        ),
        Line(
            "pieces",
            f"neodymium rod {rod}, N35, axial",
            STICKS + 5,
            STICKS + 5,
            0.25,
            "supermagnete",
            "first4magnets; or 4 x 3 mm with sticks 24 x 6 x 4 mm of your own",
            "",
            "5 in 1, rest in 3",
        ),
        Line(
            "pieces",
            f"pucks: clear acrylic {number(sizes.pieces.puck_thickness)} mm, A4, laser cut",
            1,
            1,
            14.00,
            "a laser service or makerspace: out/pieces/pucks.dxf",
            "Formulor, Laserboost",
            "not with magnets in tiles: then out/pieces/tile-backs.dxf and tile-jig.dxf",
            "3",
        ),
        Line(
            "pieces",
            f"clear film {number(sizes.magnets.diver_floor)} mm, self-adhesive or with glue, A4",
            1,
            1,
            4.00,
            "any",
            "",
            "under the pucks",
            "3",
        ),
        Line("pieces", "two-part epoxy", 1, 1, 7.00, "any", parcel="3"),
        Line(
            "plates",
            f"mask {number(sizes.mask.thickness)} mm, opaque, {plate}, laser cut",
            1,
            1,
            18.00,
            f"{plates}mask-pucks.dxf, or mask-tiles.dxf",
            "Formulor, Laserboost",
            "HDF, plywood or acrylic",
        ),
        Line(
            "plates",
            f"opal acrylic {number(sizes.plate.opal_thickness)} mm, {plate}",
            1,
            1,
            14.00,
            "the same: out/plates/opal-plate.dxf",
            "",
            "30 to 50 % light, as the sample that pleased you",
        ),
        Line(
            "plates",
            f"base {number(sizes.plate.base_thickness)} mm plywood, {plate}",
            1,
            1,
            10.00,
            "the same: out/plates/bar-plate.dxf, or sensor-plate.dxf by hand (can be drilled)",
        ),
        Line(
            "plates",
            f"rim {number(sizes.plate.rim_bars)} mm with bars, {number(sizes.plate.rim_by_hand)} mm by hand, laser cut",
            1,
            1,
            8.00,
            "the same: out/plates/rim.dxf",
            "strips of wood",
        ),
        Line(
            "plates",
            f"M3 screws {screw_length(layout)} mm, threaded spacers M3 x {number(sizes.plate.below)} mm, feet: "
            f"{len(layout.screws())} of each; M2 x 8 nylon: 9",
            1,
            1,
            9.00,
            "any",
        ),
        Line("plates", "double-sided tape 4 mm, hot glue", 1, 1, 5.00, "any"),
        Line(
            SECOND,
            "regulator LD1117V33, TO-220, small heat sink",
            1,
            1,
            1.50,
            "Reichelt / Mouser",
            "any of 3.3 V and 800 mA",
            "see out/power.md",
        ),
        Line(SECOND, "capacitor 10 uF, leaded", 2, 2, 0.10, "any of 10 V", "", "at both sides of the regulator"),
        Line(SECOND, "resistor 10 k 0603", bars * PLACES + 5, 0, 0.01, "LCSC / Mouser", "", "R1 to R15 of every bar"),
        Line(
            SECOND,
            "resistor 10 k, leaded",
            TRIED_SENSORS,
            sites + 5,
            0.02,
            "any",
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
            "any",
            "",
            "in CLK and LOAD at the controller: see out/power.md",
            "1",
        ),
        *_crew(layout),
        *_controller(layout),
    )


def screw_length(layout: Layout) -> int:
    """The next that is sold which goes through all sheets and some turns into the spacer."""
    plate, mask = layout.sizes.plate, layout.sizes.mask
    sheets = plate.base_thickness + max(plate.rim_bars, plate.rim_by_hand) + plate.opal_thickness + mask.thickness
    return next(length for length in SCREWS if length >= sheets + TURNS)


def _crew(layout: Layout) -> tuple[Line, ...]:
    """What the game of Piratoons has of its own."""
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
            f"{count} bodies of {number(made.height)} mm take {rod:.2f} m: out/pieces/crew.svg",
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
            "with three fuses for F1; the sockets of Pico or Pi, as you have it; wires: out/tables/wires-plugs.csv",
            "1",
        ),
        Line(
            EXTRA,
            "plugs JST XH: one of 5, 4 and 3, two of 2; JST VH: one of 3, two of 2; with crimped wires of 30 cm",
            1,
            1,
            9.00,
            "any, as a set",
            "XHP-5, XHP-4, XHP-3, XHP-2, VHR-3N, VHR-2N and a crimping tool",
            "VH with 0.75 mm2",
            "1",
        ),
        Line(EXTRA, "ribbon cable of 40, two IDC sockets, 15 cm", 1, 1, 4.00, "any", "", "only with a Pi", "1"),
    )
