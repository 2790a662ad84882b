"""The controller's board as parts and nets: what stripboard and loose wires do otherwise, for a Pico or a Pi.

One of the two is plugged, never both: they share the wires. 5 V meets neither header. A plug fits only where it
belongs: sockets of one kind carry the same, or what does no harm to the other. 5 V come by USB-C: two resistors ask the
supply for them, no supply gives another voltage unasked, and whichever way the plug is turned plus is plus.
"""

from collections.abc import Mapping
from typing import Final

from hardware.electrical.circuit import PINS, Circuit, Part, Pin, bought
from hardware.electrical.netlist import CONNECTOR
from hardware.electrical.power import CLOCK_PF, DATA_OHM, TVS, USUAL_OHM, fuse_ma
from pearlboard.drivers.pins import POWER, SIGNALS
from pearlboard.settings import Settings

PICO, PI = "J11", "J12"
PI_GROUNDS: Final = (9, 14, 20, 25, 30, 34)
"""Not 6 and 39: a ribbon that is plugged two pins aside, or turned round, would lead the Pi's 5 V there."""
PICO_GROUNDS: Final = (3, 8, 13, 18, 23, 28, 33, 38)
PI_3V3: Final = POWER["3V3"][0][-1]
"""Pin 17, which has no 5 V beside it."""
PICO_3V3: Final = POWER["3V3"][1][-1]
STRIP_OHM: Final = 330
BUTTON_OHM: Final = 1_000
"""Between a button and its pin: a static shock, or a pin that is an output by mistake, ends here."""
BASE_OHM: Final = 1_000
CC_OHM: Final = 5_100
"""From each CC contact to GND: by it a USB-C supply knows that somebody wants 5 V."""
SENSE_OHM: Final = 10_000
"""Resistors that halve 5 V for the controller's input; U2 pulls it down below 4.4 V, and without 5 V it is low by itself."""
LIGHT_OHM: Final = 1_000
"""Resistor of D2, which is lit behind the fuse."""
TESTED: Final = {
    "TP1": "5V",
    "TP2": "GND",
    "TP3": "3V3",
    "TP4": "CLK_OUT",
    "TP5": "LOAD_OUT",
    "TP6": "DATA_IN",
    "TP7": "DIN",
    "TP8": "WATCH",
}
"""Pads for a probe, by name."""
NETS: Final[Mapping[str, str]] = {
    "chain_clock": "CLK",
    "chain_data": "DATA",
    "chain_load": "LOAD",
    "leds": "LED",
    "end_turn": "END",
    "hint": "HINT",
    "take_back": "BACK",
    "piezo": "PIEZO",
    "lamp": "LAMP",
    "supply_ok": "SENSE",
}
"""The net of each of the drivers' signals at the controller's pin."""
PLUGS: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "J2": ("bars", "XH, 5", ("GND", "CLK_OUT", "3V3", "LOAD_OUT", "DATA_IN")),
    "J4": ("strip 1, with data", "VH, 3", ("5V", "DIN", "GND")),
    "J5": ("strip 5, feed", "VH, 2", ("5V", "GND")),
    "J6": ("strip 9, feed", "VH, 2", ("5V", "GND")),
    "J7": ("end turn, with lamp", "XH, 4", ("END_KEY", "GND", "LAMP_LOW", "5V")),
    "J8": ("hint", "XH, 2", ("HINT_KEY", "GND")),
    "J9": ("take back", "XH, 2", ("BACK_KEY", "GND")),
    "J10": ("piezo", "XH, 3", ("PIEZO_OUT", "open", "GND")),
}
"""By name: what it is for, its kind, its nets from pin 1."""


def parts() -> tuple[Part, ...]:
    """The parts on the controller's board."""
    return bought(
        Part("U1", "74AHCT125", "SOIC-14"),
        Part("Q1", "MMBT3904", "SOT-23"),
        Part("D1", TVS, "SMB"),
        Part("F1", f"{fuse_ma(Settings().lights.cap_ma) / 1000:g} A slow", "holder, 5 x 20 mm"),
        Part("C1", "1000 uF 10 V", "radial, 10 mm"),
        *(Part(name, _ohm(ohm), "0805") for name, ohm in RESISTORS.items()),
        Part("C2", "100 nF", "0805"),
        Part("C3", f"{CLOCK_PF} pF", "0805"),
        Part("C4", "10 uF 25 V", "0805"),
        Part("U2", "MCP120-450", "SOT-23"),
        Part("C5", "100 nF", "0805"),
        Part("D2", "red, 2 mA", "LED, 3 mm"),
        Part("J1", "5 V, USB-C", "USB-C, power"),
        *(Part(name, net, "test pad") for name, net in TESTED.items()),
        *(Part(name, use, kind) for name, (use, kind, _) in PLUGS.items()),
        Part(PICO, "Raspberry Pi Pico", "Pico, 2 x 1x20"),
        Part(PI, "Raspberry Pi, by ribbon", "box header, 2x20"),
        Part("JP1", "3V3 to the chain", "1x2, 2.54 mm"),
    )


RESISTORS: Final = {
    "R1": USUAL_OHM,
    "R2": USUAL_OHM,
    "R3": DATA_OHM,
    "R4": STRIP_OHM,
    "R5": BUTTON_OHM,
    "R6": BUTTON_OHM,
    "R7": BUTTON_OHM,
    "R8": USUAL_OHM,
    "R9": 100_000,
    "R10": BASE_OHM,
    "R11": SENSE_OHM,
    "R12": SENSE_OHM,
    "R13": CC_OHM,
    "R14": CC_OHM,
    "R15": LIGHT_OHM,
    "R16": BUTTON_OHM,
}


def _ohm(ohm: int) -> str:
    return f"{ohm / 1000:g} k" if ohm >= 1000 else f"{ohm} R"


def nets() -> dict[str, tuple[Pin, ...]]:
    """Every net with the pins it joins."""
    found: dict[str, list[Pin]] = {
        "GND": [("D1", "2"), ("C1", "2"), ("C2", "2"), ("C3", "2"), ("C4", "2"), ("Q1", "2"), ("R9", "2")],
        "5V_IN": [("J1", "A9"), ("J1", "B9"), ("F1", "2")],
        "CC1": [("J1", "A5"), ("R13", "1")],
        "CC2": [("J1", "B5"), ("R14", "1")],
        "5V": [("F1", "1"), ("D1", "1"), ("C1", "1"), ("C2", "1"), ("U1", "14")],
        "3V3_IN": [(PI, str(PI_3V3)), (PICO, str(PICO_3V3)), ("JP1", "1")],
        "3V3": [("JP1", "2"), ("C4", "1")],
    }
    found["GND"] += [("U1", pin) for pin in ("1", "4", "5", "7", "9", "10", "12", "13")]
    found["GND"] += [(PI, str(pin)) for pin in PI_GROUNDS] + [(PICO, str(pin)) for pin in PICO_GROUNDS]
    for signal, net in NETS.items():
        pins = SIGNALS[signal]
        found[net] = [(PI, str(pins.pi.position)), (PICO, str(pins.pico.position))]
    for number, (one, other) in enumerate(
        (
            ("CLK", "CLK_OUT"),
            ("LOAD", "LOAD_OUT"),
            ("DATA", "DATA_IN"),
            ("STRIP", "DIN"),
            ("END", "END_KEY"),
            ("HINT", "HINT_KEY"),
            ("BACK", "BACK_KEY"),
            ("PIEZO", "PIEZO_OUT"),
        ),
        1,
    ):
        found.setdefault(one, []).append((f"R{number}", "1"))
        found.setdefault(other, []).append((f"R{number}", "2"))
    found["GND"] += [("J1", "A12"), ("J1", "B12"), ("J1", "S1")]
    found["GND"] += [("R13", "2"), ("R14", "2"), ("R12", "2"), ("U2", "3"), ("C5", "2"), ("D2", "1")]
    found["5V"] += [("R11", "1"), ("U2", "2"), ("C5", "1"), ("R15", "1")]
    found["WATCH"] = [("R11", "2"), ("R12", "1"), ("U2", "1"), ("R16", "1")]
    found["SENSE"].append(("R16", "2"))
    found["LIGHT"] = [("R15", "2"), ("D2", "2")]
    found["LED"] += [("U1", "2"), ("R9", "1")]
    found["STRIP"].append(("U1", "3"))
    found["CLK_OUT"].append(("C3", "1"))
    found["LAMP"].append(("R10", "1"))
    found["BASE"] = [("R10", "2"), ("Q1", "1")]
    found["LAMP_LOW"] = [("Q1", "3")]
    for name, (_, _, wires) in PLUGS.items():
        for pin, net in enumerate(wires, 1):
            if net != "open":
                found[net].append((name, str(pin)))
    for name, net in TESTED.items():
        found[net].append((name, "1"))
    return {name: tuple(pins) for name, pins in found.items()}


def circuit() -> Circuit:
    """The controller's board; its bars' plug is in the order of the bar's own."""
    joined = nets()
    used = {pin for pins in joined.values() for pin in pins}
    made = parts()
    unused = tuple((part.name, pin) for part in made for pin in PINS[part.package] if (part.name, pin) not in used)
    return Circuit("controller", made, joined, unused)


SIGNAL_OF: Final = {"GND": "GND", "CLK_OUT": "CLK", "3V3": "3V3", "LOAD_OUT": "LOAD", "DATA_IN": "DATA"}
"""The name on the bar of a net of the bars' plug."""
assert tuple(SIGNAL_OF[net] for net in PLUGS["J2"][2]) == CONNECTOR  # noqa: S101 - a wire to a wrong pin must not be drawn
