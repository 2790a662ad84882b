"""The lights' 5 V as circuits: what comes in by USB-C, what a short does to the fuse, what the controllers see of it.

Of sources the standard's figures are taken (USB Type-C 2.0: what a source puts on CC, and between which levels it gives
5 V), of cables a long thin one. The suppressor diode is two diodes, the fuse a resistor.
"""

from dataclasses import dataclass
from typing import Final

from hardware.electrical.controller import BUTTON_OHM, CC_OHM, SENSE_OHM
from hardware.electrical.power import HIGH_V
from hardware.generate.drawing import number
from hardware.spice.deck import into_pin, ohm, run

MOST_V, USUAL_V = 5.5, 5.0
"""The highest and the usual voltage of a source of 5 V."""
CC_UA: Final = 330
"""A source of 3 A puts so much on CC."""
ATTACHED: Final = (0.2, 2.04)
"""The volts on CC between which it gives 5 V; below is a cable's own chip, above nobody."""
CABLE_OHM, FUSE_OHM = 0.1, 0.05
DARK_MA, LIGHTS_MA = 500, 2_500
"""Lights that are dark; the cap, and a quarter more."""
OFF_AFTER_MS, LIMIT_A = 10.0, 6.0
"""A source that is shorted: what it gives at most, and for how long until it switches itself off."""
PULL_OHM: Final = 50_000
"""Within a controller, to 3.3 V: the least of a Pico's and a Pi's."""
PULLS_DOWN_OHM: Final = 125
"""A supervisor's output when low: 0.4 V at 3.2 mA."""
SAGS_V: Final = 4.5
"""The highest voltage at which the supervisor may already be low."""
MS: Final = 1e6


@dataclass(frozen=True, slots=True)
class Inlet:
    """The values that a fault may change: ohm from CC to ground, a plug that gives a voltage unasked, and so on."""

    cc: float = CC_OHM
    unasked_v: float = 0.0
    off_after_ms: float = OFF_AFTER_MS
    upper: float = SENSE_OHM
    lower: float = SENSE_OHM
    guard: float = BUTTON_OHM


def supply_decks(inlet: Inlet) -> dict[str, str]:
    """The decks of the lights' supply: file name -> text."""
    return {
        "inlet.cir": _inlet(inlet, "cc1", MOST_V, DARK_MA),
        "inlet-turned.cir": _inlet(inlet, "cc2", USUAL_V, LIGHTS_MA),
        "short.cir": _short(inlet),
        "sense.cir": _sense(inlet),
        "sense-off.cir": _sense_off(inlet),
    }


def _inlet(inlet: Inlet, contact: str, volts: float, drawn_ma: float) -> str:
    """A source that gives 5 V if CC says so, through fuse and suppressor diode into the lights."""
    low, high = ATTACHED
    asked = f"V=(v({contact})>{low})*(v({contact})<{high})*{number(volts)}"
    return run(
        [
            f"5 V by USB-C, the plug's wire at {contact}",
            f"I1 0 {contact} {CC_UA}u",
            f"R1 cc1 0 {number(inlet.cc)}",
            f"R2 cc2 0 {number(inlet.cc)}",
            f"R3 {contact} open 1e6",
            "V0 open 0 5",
            f"B1 source 0 V={number(inlet.unasked_v)}" if inlet.unasked_v else f"B1 source 0 {asked}",
            f"R4 source inlet {CABLE_OHM}",
            f"R5 inlet lights {FUSE_OHM}",
            "D1 0 lights suppressor",
            ".model suppressor D(IS=1e-12 N=1 RS=0.02 BV=6.4 IBV=10m)",
            f"B2 lights 0 I=v(lights)>1 ? {drawn_ma / 1000} : 0",
        ],
        100,
        ["v(lights)"],
    )


def _short(inlet: Inlet) -> str:
    """A source's current through the fuse into a short, until it switches itself off; then it tries once more."""
    length = number(inlet.off_after_ms)
    return run(
        [
            "A short behind the fuse",
            f"I1 0 inlet PULSE(0 {LIMIT_A} 1m 10u 10u {length}m 100)",
            f"R1 inlet shorted {FUSE_OHM}",
            "V1 shorted 0 0",
        ],
        100 * MS,
        ["i(V1)"],
        step_ns=0.05 * MS,
    )


def _sense(inlet: Inlet) -> str:
    """The voltage that an input sees: 5 V that just do, none at all, and the supervisor's low."""
    lines = ["The input that tells of the lights' supply"]
    for name, volts, extra in (
        ("well", SAGS_V, []),
        ("none", 0.0, []),
        ("low", SAGS_V, [f"R9 wlow 0 {PULLS_DOWN_OHM}"]),
    ):
        lines += [
            f"V{name} s{name} 0 {number(volts)}",
            f"R1{name} s{name} w{name} {number(inlet.upper)}",
            f"R2{name} w{name} 0 {number(inlet.lower)}",
            f"R3{name} w{name} {name} {ohm(inlet.guard)}",
            f"R4{name} {name} vcc {PULL_OHM}",
            *extra,
        ]
    return run([*lines, f"V1 vcc 0 {HIGH_V}"], 10, ["v(well)", "v(none)", "v(low)"])


def _sense_off(inlet: Inlet) -> str:
    """The current into a controller that is off while the lights have their supply."""
    return into_pin(
        [
            "The same into a controller that is off",
            f"V1 lights 0 {MOST_V}",
            f"R1 lights watch {number(inlet.upper)}",
            f"R2 watch 0 {number(inlet.lower)}",
            f"R3 watch pin {ohm(inlet.guard)}",
        ],
        "pin",
    )
