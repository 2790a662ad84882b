"""The sensor bar as parts and nets; all nine are the same, and a solder bridge tells neighbours apart.

Place 0 is at the left and comes out of the chain first. A 74HC165 hands out D7 first, so place 0 is D7 of the chip that
is nearer to the controller. A Hall sensor's land takes either part, since both have supply and output on one side and
ground alone on the other; the AH3372 needs its pull-up fitted. R17 holds an open input high, so that a bar
that is cut off reads as the wrong frame bit wherever the cut is.
"""

from typing import Final

from hardware.electrical.circuit import Circuit, Part, Pin, bought

PLACES: Final = 15
SHIFT_PINS: Final = {
    "LOAD": "1",
    "CLK": "2",
    "D4": "3",
    "D5": "4",
    "D6": "5",
    "D7": "6",
    "NQ7": "7",
    "GND": "8",
    "Q7": "9",
    "DS": "10",
    "D0": "11",
    "D1": "12",
    "D2": "13",
    "D3": "14",
    "CE": "15",
    "VCC": "16",
}
"""The pins of a 74HC165 by what they do."""
CONNECTOR: Final = ("GND", "CLK", "3V3", "LOAD", "DATA")
"""Pins 1 to 5 of both connectors."""
NEAR, FAR = "U16", "U17"
"""The two 74HC165: places 0 to 7, and 8 to 14 with the frame bit."""


def circuit() -> Circuit:
    """One bar."""
    return Circuit("bar", bought(*parts()), nets(), UNUSED)


def parts() -> tuple[Part, ...]:
    """The parts on one bar."""
    return (
        *(Part(f"U{place + 1}", "DRV5032DU", "SOT-23") for place in range(PLACES)),
        Part(NEAR, "74HC165", "SOIC-16"),
        Part(FAR, "74HC165", "SOIC-16"),
        *(Part(f"C{number}", "100 nF", "0603") for number in range(1, 18)),
        Part("C18", "10 uF 25 V", "0805"),
        *(Part(f"R{place + 1}", "10 k", "0603", fitted=False) for place in range(PLACES)),
        Part("R16", "470 R", "0603"),
        Part("R17", "100 k", "0603"),
        Part("J1", "to the controller", "1x5, 2.54 mm"),
        Part("J2", "to the next bar", "1x5, 2.54 mm"),
        Part("JP1", "frame bit", "solder bridge"),
    )


def nets() -> dict[str, tuple[Pin, ...]]:
    """Every net with the pins it joins."""
    found: dict[str, list[Pin]] = {"GND": [], "3V3": [], "CLK": [], "LOAD": []}
    for place in range(PLACES):
        sensor, pull_up = f"U{place + 1}", f"R{place + 1}"
        found["3V3"] += [(sensor, "1"), (pull_up, "1"), (f"C{place + 1}", "1")]
        found["GND"] += [(sensor, "3"), (f"C{place + 1}", "2")]
        found[f"S{place}"] = [(sensor, "2"), (pull_up, "2"), shift_input(place)]
    for chip, capacitor in ((NEAR, "C16"), (FAR, "C17")):
        found["3V3"] += [(chip, SHIFT_PINS["VCC"]), (capacitor, "1")]
        found["GND"] += [(chip, SHIFT_PINS["GND"]), (chip, SHIFT_PINS["CE"]), (capacitor, "2")]
        found["CLK"].append((chip, SHIFT_PINS["CLK"]))
        found["LOAD"].append((chip, SHIFT_PINS["LOAD"]))
    found["3V3"] += [("C18", "1"), ("JP1", "1")]
    found["GND"] += [("C18", "2"), ("JP1", "3")]
    found["FRAME"] = [("JP1", "2"), shift_input(PLACES)]
    for number, signal in enumerate(CONNECTOR[:4], 1):
        found[signal] += [("J1", str(number)), ("J2", str(number))]
    found["Q"] = [(NEAR, SHIFT_PINS["Q7"]), ("R16", "1")]
    found["DATA_OUT"] = [("R16", "2"), ("J1", "5")]
    found["LINK"] = [(FAR, SHIFT_PINS["Q7"]), (NEAR, SHIFT_PINS["DS"])]
    found["DATA_IN"] = [("J2", "5"), (FAR, SHIFT_PINS["DS"]), ("R17", "1")]
    found["3V3"].append(("R17", "2"))
    return {name: tuple(pins) for name, pins in found.items()}


UNUSED: Final = ((NEAR, SHIFT_PINS["NQ7"]), (FAR, SHIFT_PINS["NQ7"]))
"""Pins that stay open: the inverted outputs."""


def shift_input(place: int) -> Pin:
    """The input that reads place 0 to 14; 15 is the frame bit's."""
    return (NEAR, FAR)[place // 8], SHIFT_PINS[f"D{7 - place % 8}"]
