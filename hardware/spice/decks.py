"""Circuits as decks of ngspice: the clock to nine bars, LOAD beside it, DATA into a controller, data to the LED strip.

Resistors are those of the parts list, lengths those of the bar. What no data sheet of ours says (a pin's resistance,
its edge, the capacitance between two lanes) is an estimate, on the side that makes things worse: inputs have no diodes
that would clip what overshoots, edges are fast, lanes couple more than they should.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from hardware.electrical.bar import LANES_BELOW, board
from hardware.electrical.controller import STRIP_OHM
from hardware.electrical.netlist import FAR, NEAR
from hardware.electrical.power import CABLE_M, CABLE_PF_M, CHIP_PF, CLOCK_PF, DATA_OHM, HIGH_V, PIN_PF, USUAL_OHM
from hardware.electrical.tables import Q7_OHM
from hardware.generate.drawing import number
from hardware.generate.layout import Layout
from hardware.spice.deck import into_pin, ohm, run
from hardware.spice.supply import Inlet, supply_decks
from pearlboard.drivers.light_timing import LONGEST_NS, SHORTEST_NS
from pearlboard.settings import Wires as Settings

PIN_OHM: Final = 40
"""A controller's output: 3.3 V at 8 to 16 mA."""
CHIP_OHM: Final = 50
"""A 74HC165's output at 3.3 V."""
EDGE_NS: Final = 2.0
CABLE_OHM, CABLE_NS_M = 110, 5.0
LANE_OHM, LANE_NS_M, LANE_PF_M = 120, 6.0, 100
HOP_NH, HOP_PF = 25, 3
"""From one bar to the next: 16 mm of track, 20 mm of wire."""
BESIDE_PF_M: Final = 40
"""Between the lanes of CLK and LOAD: 28 by the formula for two strips 0.4 mm apart, and some for the rest."""
RIBBON_PF: Final = 5
"""Between CLK and LOAD in the cable, with 3V3 between them."""
GATE_OHM, GATE_NS = 25, 3.0
"""A 74AHCT125's output at 5 V, and its edge."""
STRIP_V: Final = 5.0
STRIP_M: Final = 0.3
"""From the controller's board to the first LED: the longest that the guide allows."""
DIN_PF: Final = 15
"""A WS2812B's input at most, by its data sheet."""
HIGH_NS, BIT_NS = 667, 1250
"""A one as the firmware sends it: its edges' middles, and the whole bit."""
SPI_BIT_NS: Final = 8 * LONGEST_NS
SPI: Final = Settings()
"""How many of eight bits are high for a zero and a one of the lights."""
STARTS_NS: Final = 20
"""When whatever switches does so for the first time."""


@dataclass(frozen=True, slots=True)
class Wires:
    """The values that a fault may change: ohm in CLK, LOAD, DATA and to the strip; picofarad of CLK and of lanes; and
    what a Pi sends by SPI, at the rate that makes it worse; and the lights' supply.
    """

    clock: float = USUAL_OHM
    slowed: float = CLOCK_PF
    load: float = USUAL_OHM
    r16: float = Q7_OHM
    data: float = DATA_OHM
    strip: float = STRIP_OHM
    beside: float = BESIDE_PF_M
    chain_v: float = HIGH_V
    pi_v: float = 0.0
    zero_ns: float = SPI.zero_bits * LONGEST_NS
    one_ns: float = SPI.one_bits * SHORTEST_NS
    inlet: Inlet = field(default_factory=Inlet)


@dataclass(frozen=True, slots=True)
class Lengths:
    """Millimetres along a lane: from the connector to the near chip, and from there to the far one."""

    bars: int
    near: float
    between: float


def lengths(layout: Layout) -> Lengths:
    """The lengths on the committed bar."""
    made = board(layout.sizes)
    start = min(track.points[0][0] for track in made.tracks if track.net in LANES_BELOW and track.layer == "bottom")
    near, far = made.centres[NEAR][0], made.centres[FAR][0]
    return Lengths(len(layout.wiring.chain), near - start, far - near)


def decks(layout: Layout, wires: Wires | None = None) -> dict[str, str]:
    """File name -> text."""
    wires = wires or Wires()
    along = lengths(layout)
    return {
        "clock.cir": clock(along, wires),
        "load.cir": load(along, wires),
        "data.cir": data(wires),
        "data-5v.cir": data(replace(wires, chain_v=5.0, pi_v=HIGH_V), "5 V by mistake, into a Pi that is on"),
        "settling.cir": settling(wires),
        "strip.cir": strip(wires, HIGH_NS, BIT_NS, "a one from a Pico"),
        "strip-spi-zero.cir": strip(wires, wires.zero_ns, SPI_BIT_NS, "a zero from a Pi, by SPI"),
        "strip-spi-one.cir": strip(wires, wires.one_ns, SPI_BIT_NS, "a one from a Pi, by SPI"),
        "strip-dead.cir": strip_dead(wires),
        **supply_decks(wires.inlet),
    }


def clock(along: Lengths, wires: Wires) -> str:
    """A clock of 1 MHz into all bars: each hop a coil and a capacitor, each lane two lines with a chip at the ends."""
    lines = [
        "The chain's clock at all bars",
        f"V1 pin 0 PULSE(0 {HIGH_V} {STARTS_NS}n {EDGE_NS}n {EDGE_NS}n 498n 1000n)",
        f"R1 pin out {PIN_OHM}",
        f"R2 out head {ohm(wires.clock)}",
        *([f"C1 head 0 {number(wires.slowed)}p"] if wires.slowed else []),
        f"T1 head 0 bar1 0 Z0={CABLE_OHM} TD={number(CABLE_NS_M * CABLE_M)}n",
    ]
    for bar in range(1, along.bars + 1):
        if bar > 1:
            lines += [f"L{bar} bar{bar - 1} bar{bar} {HOP_NH}n", f"C{bar} bar{bar} 0 {HOP_PF}p"]
        lines += [
            f"TN{bar} bar{bar} 0 near{bar} 0 Z0={LANE_OHM} TD={number(along.near / 1000 * LANE_NS_M)}n",
            f"CN{bar} near{bar} 0 {CHIP_PF}p",
            f"TF{bar} near{bar} 0 far{bar} 0 Z0={LANE_OHM} TD={number(along.between / 1000 * LANE_NS_M)}n",
            f"CF{bar} far{bar} 0 {CHIP_PF}p",
        ]
    return run(lines, 1000, [f"v({chip}{bar})" for bar in range(1, along.bars + 1) for chip in ("near", "far")])


def load(along: Lengths, wires: Wires) -> str:
    """LOAD at rest while the clock beside it runs: both as lumps, a capacitor between them on every bar."""
    lane = (along.near + along.between) / 1000
    ground, between = lane * LANE_PF_M + 2 * CHIP_PF, lane * wires.beside
    lines = [
        "LOAD at rest beside a running clock",
        f"V1 cpin 0 PULSE(0 {HIGH_V} {STARTS_NS}n {EDGE_NS}n {EDGE_NS}n 498n 1000n)",
        f"R1 cpin chead {number(PIN_OHM + wires.clock)}",
        f"V2 lpin 0 {HIGH_V}",
        f"R2 lpin lhead {number(PIN_OHM + wires.load)}",
        f"C1 chead 0 {number(CABLE_M * CABLE_PF_M)}p",
        f"C2 lhead 0 {number(CABLE_M * CABLE_PF_M)}p",
        f"C3 chead lhead {RIBBON_PF}p",
    ]
    for bar in range(1, along.bars + 1):
        before = bar - 1 if bar > 1 else "head"
        lines += [f"L{name}{bar} {name}{before} {name}{bar} {HOP_NH}n" for name in ("c", "l")]
        lines += [f"C{name}{bar} {name}{bar} 0 {number(ground)}p" for name in ("c", "l")]
        lines.append(f"CX{bar} c{bar} l{bar} {number(between)}p")
    return run(lines, 2000, [f"v(l{bar})" for bar in range(1, along.bars + 1)])


def data(wires: Wires, how: str = "3.3 V of its own, into a Pi that is off") -> str:
    """The current from the first bar's output through the controller's pin into its supply."""
    return into_pin(
        [
            f"DATA from a chain that has {how}",
            f"V1 chain 0 {number(wires.chain_v)}",
            f"R1 chain q7 {CHIP_OHM}",
            f"R16 q7 wire {ohm(wires.r16)}",
            f"R2 wire pin {ohm(wires.data)}",
        ],
        "pin",
        wires.pi_v,
    )


def settling(wires: Wires) -> str:
    """How long a one takes from the first bar's output to the controller's pin."""
    return run(
        [
            "DATA rises at the controller's pin",
            f"V1 chain 0 PULSE(0 {HIGH_V} {STARTS_NS}n {EDGE_NS}n {EDGE_NS}n 498n 1000n)",
            f"R1 chain q7 {CHIP_OHM}",
            f"R16 q7 wire {ohm(wires.r16)}",
            f"C1 wire 0 {number(CABLE_M * CABLE_PF_M)}p",
            f"R2 wire pin {ohm(wires.data)}",
            f"C2 pin 0 {PIN_PF}p",
        ],
        500,
        ["v(pin)"],
    )


def strip(wires: Wires, high_ns: float, bit_ns: int, what: str) -> str:
    """One bit from the level shifter through its resistor and the cable into the first LED."""
    edge = f"{number(GATE_NS)}n"
    return run(
        [
            f"The strip's data at its first LED: {what}",
            f"V1 gate 0 PULSE(0 {number(STRIP_V)} {STARTS_NS}n {edge} {edge} {number(high_ns - GATE_NS)}n {bit_ns}n)",
            f"R1 gate out {GATE_OHM}",
            f"R4 out head {ohm(wires.strip)}",
            f"T1 head 0 din 0 Z0={CABLE_OHM} TD={number(CABLE_NS_M * STRIP_M)}n",
            f"C1 din 0 {DIN_PF}p",
        ],
        bit_ns,
        ["v(din)"],
    )


def strip_dead(wires: Wires) -> str:
    """The current through the first LED's input when the strip's 5 V are not there, and the level shifter's are."""
    return into_pin(
        [
            "Data into a strip without its supply",
            f"V1 gate 0 {number(STRIP_V)}",
            f"R1 gate out {GATE_OHM}",
            f"R4 out din {ohm(wires.strip)}",
        ],
        "din",
    )
