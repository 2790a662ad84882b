"""A simpler board that is not drawn, and why not: two alike, 4 x 5 spaces each, with LEDs and sensors on one side.

Its sensor lies beside its LED, not under it. What that costs is computed here; prices are estimates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

from hardware.generate.drawing import number
from hardware.generate.layout import Layout, sensors
from hardware.generate.sizes import Sizes
from hardware.magnetics.cylinder import Magnet
from hardware.magnetics.pieces import OPERATES_MT, disc, own_rod, rod
from hardware.magnetics.worst import loosest
from hardware.paper.line import OUTSIDE
from hardware.paper.order import lines
from pearlboard.geometry import GRID, Site, Space

ELEMENT: Final = 0.65
"""From the board up to the Hall element of a SOT-23 that lies on it; an estimate."""
HIGH: Final = 0.85
"""The height of an LED of size 2020 (mm)."""
ASIDE: Final = (0.0, 1.5, 2.0, 2.5, 3.0, 4.0)
DEPTHS: Final = (3.0, 5.0, 5.5)
FACTOR: Final = 2.0
"""How many times the field that a sensor needs at the worst a design should have."""
GAP: Final = 0.2
"""Between two lands."""
HALL: Final = 1.7
"""From a SOT-23's middle to the end of its lands, across."""
LEDS: Final = {"2020": (1.05, 0.10), "5050": (2.75, 0.08)}
"""From an LED's middle to the end of its lands, and an estimate for one in euros."""
BARE, ASSEMBLY = 40.0, 75.0
"""Estimates in euros: five circuit boards of that size, of which two are assembled; and the assembly with its stencil."""
BARS_ASSEMBLY: Final = 80.0
"""For ten bars: the middle of what the parts list says."""
SENSOR, REGISTER, SMALL = "Hall switch DRV5032DU, SOT-23", "shift register 74HC165, SOIC-16", "capacitor 100 nF 0603"


@dataclass(frozen=True, slots=True)
class Half:
    """The load of one of the two boards. On the seam each carries what its own half of the rows has."""

    spaces: int
    edges: int
    corners: int

    @property
    def sensors(self) -> int:
        """One for each space and edge."""
        return self.spaces + self.edges

    @property
    def leds(self) -> int:
        """One for each space, edge and corner."""
        return self.spaces + self.edges + self.corners


def half() -> Half:
    """The left one; turned by half a turn it is the right one, and the row in the middle has its seam's edge twice."""
    middle = GRID.columns // 2
    seam = (GRID.rows + 1) // 2
    inner = [edge for edge in GRID.edges if max(edge.first.column, edge.second.column) < middle]
    corners = [corner for corner in GRID.corners if corner.space.column < middle - 1]
    return Half(middle * GRID.rows, len(inner) + seam, len(corners) + (GRID.rows - 1) // 2)


def least(layout: Layout, at: Site, magnet: Magnet, pontoon: Magnet, aside: float, depth: float) -> float:
    """The least that a sensor so far beside its place sees of its own piece, on a full board, wherever that lies in its opening."""
    sizes = layout.sizes
    play = loosest(layout, "pucks", sizes.pieces.puck) if isinstance(at, Space) else sizes.play.slot / 2
    x, y = layout.at(at)
    found = []
    for across, along in ((aside, 0.0), (0.0, aside)):
        others = sum(
            (disc(sizes) if isinstance(site, Space) else pontoon).field(hypot(a - x - across, b - y - along), depth)
            for site in GRID.sites
            for a, b in (layout.at(site),)
            if site != at
        )
        found.append(magnet.field(aside + play, depth) + others)
    return min(found)


def page(sizes: Sizes) -> str:
    """The whole page, in Markdown."""
    layout = Layout(sizes)
    made = half()
    wide, high = GRID.columns / 2 * sizes.pitch + sizes.plate.margin, layout.height
    return "\n".join(
        [
            "# A simpler board, computed and not drawn",
            "",
            "By `python -m hardware.magnetics`. Computed, nothing measured, not yet built; prices are estimates.",
            "",
            f"Two circuit boards, both alike, of {wide:.0f} x {high:.0f} mm instead of nine bars and a strip: the right one is the left one turned by",
            f"half a turn. Each has {made.spaces} spaces, {made.edges} edges and {made.corners} corners: {made.sensors} sensors and {made.leds} LEDs, all on one side, the",
            f"upper one. Together {2 * made.sensors} sensors for {len(sensors(layout))} places and {2 * made.leds} LEDs for {layout.wiring.leds} lights: the edge in the middle of the seam is there twice.",
            "Sensors look up as on the hand-wired board, so no pole is turned; 90 joints go, and the strip.",
            "",
            "## What it costs in field",
            "",
            "A sensor cannot lie under its LED: it lies beside it. Least field of its own piece in millitesla, on a full board, the piece as far",
            f"away as its opening lets it lie. {OPERATES_MT[1]} mT are needed; bold is less than {number(FACTOR)} times that.",
            "",
            "| magnet | depth mm | " + " | ".join(f"{number(aside)} mm aside" for aside in ASIDE) + " |",
            "|---|---|" + "---|" * len(ASIDE),
            *_rows(layout),
            "",
            *_apart(),
            "",
            *_lit(layout),
            "",
            *_prices(layout, made),
            *_decided(layout),
            "",
        ]
    )


def _rows(layout: Layout) -> Iterator[str]:
    sizes = layout.sizes
    for name, magnet, at, pontoon in (
        ("6 x 2 disc, Diver", disc(sizes), GRID.space("c3"), rod(sizes)),
        ("3 x 4 rod, box's Pontoon", rod(sizes), GRID.edge("c3-d3"), rod(sizes)),
        ("4 x 3 disc, own Pontoon", own_rod(), GRID.edge("c3-d3"), own_rod()),
    ):
        for depth in DEPTHS:
            cells = (_cell(least(layout, at, magnet, pontoon, aside, depth)) for aside in ASIDE)
            yield f"| {name} | {number(depth)} | {' | '.join(cells)} |"


def _cell(millitesla: float) -> str:
    told = f"{millitesla:.1f}"
    return told if millitesla >= FACTOR * OPERATES_MT[1] else f"**{told}**"


def apart(led: str) -> float:
    """From an LED's middle to a sensor's, lands as near as they may be."""
    return LEDS[led][0] + GAP + HALL


def _apart() -> list[str]:
    small, large = (apart(led) for led in LEDS)
    return [
        f"LED and sensor need {small:.1f} mm from middle to middle with LEDs of size 2020, and {large:.1f} mm with 5050 (lands {number(GAP)} mm apart). Who puts the LED off",
        f"the middle by as much as the sensor has {small / 2:.1f} and {large / 2:.1f} mm for both; who wants the LED in the middle has {small:.1f} and {large:.1f}.",
    ]


def rim(sizes: Sizes, depth: float) -> float:
    """From the board to the opal plate, for a depth."""
    return depth - sizes.plate.opal_thickness + ELEMENT


def _lit(layout: Layout) -> list[str]:
    sizes = layout.sizes
    low, usual = (rim(sizes, depth) for depth in DEPTHS[:2])
    strip = sizes.plate.rim_bars - sizes.on_base["bars"]
    others = max(disc(sizes).field(sizes.pitch / 2 - apart("2020"), depth) for depth in DEPTHS)
    return [
        f"The depth is a matter of the rim: {low:.1f} mm for {number(DEPTHS[0])} mm, {usual:.1f} for {number(DEPTHS[1])}. Even the lower one leaves {low - HIGH:.1f} mm over an LED, more than the",
        f"{strip:.1f} mm over the strip of today. A neighbour's disc takes away there, too ({others:.1f} mT at most, at {number(sizes.pitch / 2 - apart('2020'))} mm). So the field is no reason",
        f"against this board with small LEDs at {number(DEPTHS[0])} mm; it is one against LEDs of 5 mm, and against {number(DEPTHS[1])} mm.",
    ]


def cost(layout: Layout, made: Half) -> tuple[float, float, float]:
    """Euros for what differs: bars soldered by oneself, bars assembled, and the simpler board, which must be assembled."""
    ordered = [line for line in lines(layout) if line.group not in OUTSIDE]

    def price(start: str) -> tuple[float, int]:
        line = next(line for line in ordered if line.part.startswith(start))
        return line.euros, line.bars

    bars = sum(
        euros * count for euros, count in map(price, (SENSOR, REGISTER, SMALL, "circuit board of the bar", "LED strip"))
    )
    registers = 2 * -(-made.sensors // 8)
    simple = BARE + ASSEMBLY + 2 * made.leds * LEDS["2020"][1]
    simple += 2 * made.sensors * price(SENSOR)[0] + registers * price(REGISTER)[0]
    simple += 2 * (made.sensors + made.leds) * price(SMALL)[0]
    return bars, bars + BARS_ASSEMBLY, simple


def _prices(layout: Layout, made: Half) -> list[str]:
    bare, assembled, simple = cost(layout, made)
    return [
        "## What it costs in money",
        "",
        "Only what differs, in euros, by the estimates of the [parts list](../drawn/bom.md); makers sell five boards at least.",
        "",
        "| | euros | soldering |",
        "|---|---|---|",
        f"| bars, soldered by oneself, and a strip | {bare:.0f} | 1140 joints |",
        f"| bars, assembled, and a strip | {assembled:.0f} | 90 joints |",
        f"| two boards with 2020 LEDs, assembled | {simple:.0f} | 10 joints and a plug; not by hand: LEDs of 2 mm want an oven |",
        "",
    ]


def _decided(layout: Layout) -> list[str]:
    sizes = layout.sizes
    bars, shared, beside = (
        least(layout, GRID.edge("c3-d3"), rod(sizes), rod(sizes), aside, depth)
        for aside, depth in ((0.0, DEPTHS[1]), (apart("2020") / 2, DEPTHS[0]), (apart("2020"), DEPTHS[0]))
    )
    return [
        "## Decided: the bars stay, and this one waits for gate 3",
        "",
        f"By field alone it would win: the rod in the box's stick, the weakest piece, keeps {shared:.1f} mT at {number(DEPTHS[0])} mm ({beside:.1f} with the LED in the middle), and",
        f"{bars:.1f} with bars. By money it is a draw. All the same the bars are not replaced, and not both are kept:",
        "",
        "- it can only be bought assembled: whoever wants to solder has nothing, and a dead LED of 2 mm is not replaced at a kitchen table;",
        "- LEDs of 2 mm are fed with less and shine less; what the board says is read from 2 m in daylight, and nobody has compared them there;",
        "- a bar can be tried alone, for a few euros, and a fault of its drawing costs one; half a board cannot;",
        "- two designs that nobody has built are twice as much to be wrong, and every guide, test and drawing would fork.",
        "",
        "One thing would turn it round: **if gate 3 says that a sensor does not answer through the strip**, with any strip one can buy. Iron",
        "between magnet and sensor is what this board has not. Then it is drawn, and the bars go. The coupon of",
        "[gate 3](../start.md#gate-3-one-cell) asks before either is ordered.",
    ]
