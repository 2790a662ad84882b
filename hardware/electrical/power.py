"""The power budget, computed by the same rule that caps the LEDs while the board runs."""

from typing import Final

from hardware.electrical.tables import Q7_OHM, by_hand
from hardware.generate.layout import Layout, sensors
from pearlboard.games.perladora.rules.state import PONTOONS
from pearlboard.lights.power import estimate_ma
from pearlboard.settings import RESERVE_MA, Settings

SUPPLY_MA: Final = 3_000
FUSES_MA: Final = (1_600, 2_000, 2_500, 3_150, 4_000, 5_000)
"""As slow ones of 5 x 20 mm are sold."""
SPARE: Final = 1.25
"""Times the cap a fuse lasts for years."""
TVS: Final = "SMBJ5.0A"
COPPER_OHM_MM2_M: Final = 0.0175
FEED_MM2, FEED_M = 0.75, 1.0
DRV5032_MA: Final = 0.0016
AH3372_MA: Final = 4.0
"""An assumption of a few milliamperes for a switch that never sleeps: read it in the data sheet of the part you buy."""
SHIFT_MA: Final = 0.5
"""A 74HC165 read 50 times a second draws far less; this leaves room for 1 kHz."""
PULL_UP_MA: Final = 0.33
DIVERS_LYING: Final = 32
HIGH_V, DIODE_V = 3.3, 0.6
REGULATED_FROM_V: Final = 5.0
USUAL_OHM: Final = 100
"""In CLK and LOAD at the controller."""
DATA_OHM, LINES_OHM = 1_000, 330
"""At the controller: in DATA always, and with AH3372 in CLK and LOAD."""
CLOCK_PF: Final = 100
"""From CLK to GND at the controller, behind its resistor: without it the clock rings at the far bars (`hardware/spice`)."""
BIT_NS: Final = 1_000
CABLE_PF_M, CABLE_M = 100, 0.5
PIN_PF, CHIP_PF, TRACK_PF_M = 10, 5, 100
CHIP_NS: Final = 75
"""From a 74HC165's clock to its output at 3.3 V, between its data sheet's figures for 2 V and 4.5 V."""
SETTLED: Final = 1.2
"""The part of its time constant that an edge needs to 70 % of the supply."""


def power_page(layout: Layout) -> str:
    """A page in Markdown."""
    leds, cap = layout.wiring.leds, Settings().lights.cap_ma
    dark, white = estimate_ma(bytes(3 * leds)), estimate_ma(b"\xff" * (3 * leds))
    share = (cap * 1000 - dark * 1000) / (white * 1000 - dark * 1000)
    drop = 2 * COPPER_OHM_MM2_M * FEED_M / FEED_MM2 * cap / 1000
    places = sum(map(len, layout.wiring.chain)) - len(layout.wiring.chain)
    rows = [
        ("bars, DRV5032", places * DRV5032_MA + 2 * len(layout.wiring.chain) * SHIFT_MA),
        ("by hand, DRV5032", len(sensors(layout)) * DRV5032_MA + len(by_hand(layout).chain) * SHIFT_MA),
        (
            "bars, AH3372",
            places * AH3372_MA + (DIVERS_LYING + PONTOONS) * PULL_UP_MA + 2 * len(layout.wiring.chain) * SHIFT_MA,
        ),
        (
            "by hand, AH3372",
            len(sensors(layout)) * AH3372_MA
            + (DIVERS_LYING + PONTOONS) * PULL_UP_MA
            + len(by_hand(layout).chain) * SHIFT_MA,
        ),
    ]
    return "\n".join(
        [
            "# Power budget",
            "",
            "Generated. LEDs by the rule of `controller/pearlboard/lights/power.py` (20 mA a colour, 3.7 mA a dark LED):",
            "estimates, nothing measured.",
            "",
            "| 5 V | mA | |",
            "|---|---|---|",
            f"| {leds} LEDs, dark | {dark} | drawn as long as there are 5 V |",
            f"| {leds} LEDs, all white, uncapped | {white} | never: the program scales the whole frame |",
            f"| cap, `lights.cap_ma` | {cap} | {share:.0%} of white on all, or {_whites(cap, leds)} LEDs fully white |",
            f"| fuse | {fuse_ma(cap)} | slow; the next above {SPARE} times the cap; for a supply whose own limit fails |",
            f"| supply, USB-C | {SUPPLY_MA} | a cap above the supply less 500 mA is refused when the program starts |",
            "",
            f"The feed: {FEED_M:.0f} m of {FEED_MM2} mm2 there and back loses {drop * 1000:.0f} mV at the cap. A strip's",
            "own copper loses more, so 5 V and GND go in at both ends of the chain of strips and in its middle.",
            "",
            "## Why USB-C, and what the fuse is for",
            "",
            "A barrel plug of 5.5 x 2.1 mm also comes with 9 and 12 V, and with its plus outside. Neither fuse nor suppressor diode",
            f"helps there: the diode ({TVS}) holds 12 V at 6.4 to 7 V and more, a WS2812B bears 5.3, and a slow fuse of",
            f"{fuse_ma(cap) / 1000:g} A bears {1.5 * fuse_ma(cap) / 1000:g} A for an hour and takes up to half an hour at {2.1 * fuse_ma(cap) / 1000:g}: most supplies give up before.",
            "So 5 V come by **USB-C**. A resistor of 5.1 k from each CC contact to ground asks for them; a supply that can do more",
            "gives 9, 12 or 20 V only to a device that negotiates, which this board cannot; and a plug that is turned round is",
            "the same plug. The supply has 15 W or more and says **5 V 3 A**. A fuse of electronics was weighed and left: what it adds is",
            "for plugs that no longer fit, and its chips are too small for an iron.",
            "",
            "The fuse **does not blow at a short**: a sound supply switches itself off first (by computation the fuse has got 0.4 A2s",
            "then and melts at 20), goes on and off, and the light D2 behind the fuse stays dark or blinks. It is there for a supply",
            "whose limit is broken, so that no wire smoulders. The suppressor diode takes what a plug-in spark leaves. Whoever raises",
            "`lights.cap_ma` takes the fuse that goes with it, and no more than a supply of 3 A leaves:",
            "",
            "| cap mA | fuse A, slow |",
            "|---|---|",
            *(
                f"| {halves * 500} | {fuse_ma(halves * 500) / 1000:g} |"
                for halves in range(2, (SUPPLY_MA - RESERVE_MA) // 500 + 1)
            ),
            "",
            "Nobody has tried which supplies start into the 1000 uF of C1: USB asks for less. If one clicks on and off with nothing",
            "but the board on it, take another.",
            "",
            "A Raspberry Pi has its own supply (5 V 3 A; a Pi 5 its 5 A one); only grounds are joined. A Pico is fed by",
            "USB.",
            "",
            "| 3.3 V, from the controller | mA |",
            "|---|---|",
            *(f"| {name} | {round(milliamperes)} |" for name, milliamperes in rows),
            "",
            f"Of that, an AH3372 counts {AH3372_MA:.0f} mA, an assumption to be replaced by its data sheet's figure. It",
            "is more than a Pico's 3V3 (300 mA) or a Pi's should give.",
            "",
            *_with_regulator(layout, max(milliamperes for _, milliamperes in rows)),
            "",
        ]
    )


def fuse_ma(cap: int) -> int:
    """The fuse that goes with a cap."""
    return next(fuse for fuse in FUSES_MA if fuse >= SPARE * cap)


def fed_ma(ohm: float) -> float:
    """The current of an output that is high into a pin without supply, through its protection diode."""
    return (HIGH_V - DIODE_V) / ohm * 1000


def settling_ns(layout: Layout) -> tuple[float, float]:
    """With AH3372: from the controller's rising edge to the chips' clock, and from their output to the controller."""
    bars = len(layout.wiring.chain)
    cable = CABLE_PF_M * CABLE_M
    along = cable + CLOCK_PF + bars * (2 * CHIP_PF + layout.sizes.bar.length / 1000 * TRACK_PF_M)
    back = cable + PIN_PF + CHIP_PF + layout.sizes.bar.overhang / 1000 * TRACK_PF_M
    return SETTLED * LINES_OHM * along / 1000, SETTLED * (Q7_OHM + DATA_OHM) * back / 1000


def mistaken_ma() -> float:
    """The current of a chain at 5 V into a controller that is on."""
    return (REGULATED_FROM_V - HIGH_V - DIODE_V) / (DATA_OHM + Q7_OHM) * 1000


def _with_regulator(layout: Layout, chain_ma: float) -> list[str]:
    heat = (REGULATED_FROM_V - HIGH_V) * chain_ma / 1000
    clock, data = settling_ns(layout)
    return [
        "## DATA: two resistors, always",
        "",
        f"{DATA_OHM // 1000} k at the controller and {Q7_OHM} ohm at the chain's end (R16 of every bar). 3V3 and 5V are neighbours on a",
        "Pi's header, and with AH3372 the chain has a supply of its own: a chain that is fed with 5 V by mistake, or that is on",
        "while the controller is off, would drive current through the pin's protection diode. With both resistors it is",
        f"{fed_ma(DATA_OHM + Q7_OHM):.1f} mA into a dark controller ({fed_ma(100):.0f} through 100 ohm), and {mistaken_ma():.1f} mA from 5 V into one that is on.",
        f"In CLK and LOAD {USUAL_OHM} ohm at the controller, and {CLOCK_PF} pF from CLK to GND behind its resistor, or the clock rings",
        "at the far bars. `make check-hardware` computes all of these wires by ngspice.",
        "",
        "## AH3372: a regulator, and two other resistors",
        "",
        "With AH3372 the chain gets its own 3.3 V regulator (such as an LD1117V33 in TO-220, 10 uF at both sides) from",
        "the 5 V supply behind the fuse, and the controller's 3V3 stays unconnected. The regulator turns up to",
        f"{heat:.1f} W into heat: stand it free, with a small heat sink.",
        "",
        "Then one of the two, chain or controller, can be on while the other is off, and a wire that idles high feeds",
        "the dark one through its protection diodes. So at the controller's end:",
        "",
        "| wire | resistor there | into the dark side | without |",
        "|---|---|---|---|",
        _line("DATA", f"{DATA_OHM // 1000} k, as always", DATA_OHM + Q7_OHM, "the controller's pin", Q7_OHM),
        _line("CLK, LOAD", f"{LINES_OHM} ohm each (usually {USUAL_OHM})", LINES_OHM, "the chain, each", USUAL_OHM),
        "",
        "Resistors, not an enable of the regulator by the controller's 3V3: that would protect the controller only,",
        "and not the chain when the LED supply is off; resistors do both, with any regulator. They are no leave",
        "to run it so: put both supplies on one switched socket strip.",
        "",
        "1 MHz still works, by computation. From the controller's clock edge it takes at most",
        f"{clock:.0f} ns to the last chip's clock input, {CHIP_NS} ns through the chip, and {data:.0f} ns until",
        f"DATA has settled: {clock + CHIP_NS + data:.0f} of the {BIT_NS // 2} ns before it is sampled. ({CABLE_M} m of",
        f"cable at {CABLE_PF_M} pF/m, {CHIP_PF} pF an input, {PIN_PF} pF a controller's pin: estimates.)",
    ]


def _line(wires: str, resistor: str, ohm: float, into: str, without: float) -> str:
    return f"| {wires} | {resistor} | {fed_ma(ohm):.1f} mA into {into} | {fed_ma(without):.0f} mA |"


def _whites(cap: int, leds: int) -> int:
    """How many LEDs may be white while all others are dark."""
    lit = 0
    while estimate_ma(b"\xff" * (3 * (lit + 1)) + bytes(3 * (leds - lit - 1))) <= cap:
        lit += 1
    return lit
