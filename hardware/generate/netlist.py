"""The sensor bar as parts and nets; all nine are the same, and a solder bridge tells neighbours apart.

Place 0 is at the left and comes out of the chain first. A 74HC165 hands out D7 first, so place 0 is D7 of the chip that
is nearer to the controller. A Hall sensor's land takes either part, since both have supply and output on one side and
ground alone on the other; the AH3372 needs its pull-up fitted. R17 holds an open input high, so that a bar
that is cut off reads as the wrong frame bit wherever the cut is.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.generate.sizes import SizesError

Pin: TypeAlias = tuple[str, str]
"""A part's name and its pin's."""

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


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to solder; `fitted` is False for what only the second source of sensor needs."""

    name: str
    value: str
    package: str
    fitted: bool = True


def parts() -> tuple[Part, ...]:
    """What is on one bar."""
    return (
        *(Part(f"U{place + 1}", "DRV5032DU", "SOT-23") for place in range(PLACES)),
        Part(NEAR, "74HC165", "SOIC-16"),
        Part(FAR, "74HC165", "SOIC-16"),
        *(Part(f"C{number}", "100 nF", "0603") for number in range(1, 18)),
        Part("C18", "10 uF 6.3 V", "0805"),
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


def pins(part: Part) -> tuple[str, ...]:
    """The names of a part's pins."""
    return {
        "SOT-23": ("1", "2", "3"),
        "SOIC-16": tuple(map(str, range(1, 17))),
        "0603": ("1", "2"),
        "0805": ("1", "2"),
        "1x5, 2.54 mm": ("1", "2", "3", "4", "5"),
        "solder bridge": ("1", "2", "3"),
    }[part.package]


def check_netlist() -> None:
    """Every pin of every part is on exactly one net or named as unused, and no net is a loose end."""
    joined = [pin for net in nets().values() for pin in net]
    wanted = [(part.name, pin) for part in parts() for pin in pins(part)]
    for pin in wanted:
        times = joined.count(pin) + (pin in UNUSED)
        if times != 1:
            raise SizesError(f"netlist: {pin[0]} pin {pin[1]} is on {times} nets")
    loose = [name for name, net in nets().items() if len(net) < 2]
    if loose or len(joined) + len(UNUSED) != len(wanted):
        raise SizesError(f"netlist: loose ends {loose}, or pins of no part")


def netlist_csv() -> str:
    """net,part,pin,value: one line a pin."""
    check_netlist()
    values = {part.name: part.value for part in parts()}
    lines = [f"{net},{name},{pin},{values[name]}" for net, joined in nets().items() for name, pin in joined]
    unused = [f"(open),{name},{pin},{values[name]}" for name, pin in UNUSED]
    return "\n".join(["net,part,pin,value", *lines, *unused, ""])
