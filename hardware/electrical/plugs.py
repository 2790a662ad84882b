"""The wiring of each plug of the controller's board, as a picture and a table: wires side by side, none crosses.

The far end stands in the order of the plug's pins, wherever it is: so a wire that would have to cross cannot be drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.electrical.circuit import cell
from hardware.electrical.controller import PLUGS
from hardware.electrical.tables import COLOURS
from hardware.generate.picture import Picture
from hardware.generate.strokes import Point

INKS: Final = {
    "black": "#111111",
    "yellow": "#c9a400",
    "orange": "#e07b00",
    "green": "#1c8a2f",
    "blue": "#1f5fd0",
    "red": "#d01818",
    "violet": "#8a2fb0",
    "white": "#9a9a9a",
}
"""Colours of wires as they are drawn; white is grey on paper."""
WIRES: Final[Mapping[str, str]] = {
    "GND": COLOURS["GND"],
    "CLK_OUT": COLOURS["CLK"],
    "3V3": COLOURS["3V3"],
    "LOAD_OUT": COLOURS["LOAD"],
    "DATA_IN": COLOURS["DATA"],
    "5V": "red",
    "DIN": "violet",
    "END_KEY": "white",
    "HINT_KEY": "white",
    "BACK_KEY": "white",
    "LAMP_LOW": "green",
    "PIEZO_OUT": "white",
}
ENDS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "J2": ("bar 1, J1", ("1 GND", "2 CLK", "3 3V3", "4 LOAD", "5 DATA")),
    "J4": ("strip 1, at a1, 30 cm at most", ("5V", "DIN", "GND")),
    "J5": ("strip 5, at its left end", ("5V", "GND")),
    "J6": ("strip 9, at its right end", ("5V", "GND")),
    "J7": ("end turn: button with a lamp", ("button", "button", "lamp -", "lamp +")),
    "J8": ("hint: button", ("button", "button")),
    "J9": ("take back: button", ("button", "button")),
    "J10": ("piezo, passive", ("piezo", "-", "piezo")),
}
"""By plug: what is at the other end, and its contact for each pin, in the pins' order."""
HOUSINGS: Final = {"XH": "XHP-{}", "VH": "VHR-{}N"}
LEFT, LONG, STEP, TOP = 210.0, 330.0, 24.0, 96.0


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: plug and pin, net, colour, its other end, and where it is drawn."""

    plug: str
    pin: int
    net: str
    colour: str
    end: str
    drawn: tuple[Point, Point]


def wires() -> tuple[Wire, ...]:
    """All of them, plug by plug."""
    found, y = [], TOP
    for plug, (_, _, nets) in PLUGS.items():
        _, ends = ENDS[plug]
        for pin, (net, end) in enumerate(zip(nets, ends, strict=True), 1):
            if net != "open":
                found.append(Wire(plug, pin, net, WIRES[net], end, ((LEFT, y), (LEFT + LONG, y))))
            y += STEP
        y += 2 * STEP
    return tuple(found)


def plugs_csv() -> str:
    """A line a wire."""
    lines = ["plug,housing,pin,net,colour,to,contact"]
    for wire in wires():
        use, _ = ENDS[wire.plug]
        row = (wire.plug, housing(wire.plug), str(wire.pin), wire.net, wire.colour, use, wire.end)
        lines.append(",".join(map(cell, row)))
    return "\n".join([*lines, ""])


def housing(plug: str) -> str:
    """The housing that is crimped on."""
    _, kind, nets = PLUGS[plug]
    return HOUSINGS[kind[:2]].format(len(nets))


def plugs_picture() -> str:
    """Plug, wires, other end; a row a pin."""
    rows = sum(len(nets) + 2 for _, _, nets in PLUGS.values())
    picture = Picture(900, round(TOP + STEP * rows), "Wires to each plug of the controller's board")
    picture.text(450, 30, "Wires to each plug of the controller's board", size=18, bold=True)
    picture.text(
        450,
        52,
        "Pin 1 is at the dot. J8 and J9 fit each other's socket, and so do J5 and J6: label them. Generated, not yet built.",
    )
    y = TOP
    for plug, (use, kind, nets) in PLUGS.items():
        goal, ends = ENDS[plug]
        high = STEP * len(nets)
        picture.text(
            LEFT - 140, y - STEP * 0.85, f"{plug}: {use} (JST {kind}; {housing(plug)})", anchor="start", bold=True
        )
        picture.box(LEFT - 140, y - STEP / 2, 140, high, (), "#f4f4f4")
        picture.box(LEFT + LONG, y - STEP / 2, 300, high, (), "#eef3ee")
        picture.text(LEFT + LONG + 290, y - STEP * 0.85, goal, anchor="end")
        picture.disc(LEFT - 150, y, 4, "#222222")
        for row, (net, end) in enumerate(zip(nets, ends, strict=True)):
            at = y + STEP * row + 4
            told = net.removesuffix("_OUT").removesuffix("_IN").replace("_", " ")
            picture.text(LEFT - 130, at, str(row + 1), anchor="start", size=12, bold=True)
            picture.text(LEFT - 105, at, told, anchor="start", size=12)
            if net != "open":
                picture.text(LEFT + LONG + 12, at, end, anchor="start", size=12)
        y += STEP * (len(nets) + 2)
    for wire in wires():
        picture.wire(wire.drawn, INKS[wire.colour], 3)
        (x, at), _ = wire.drawn
        picture.text(x + LONG / 2, at - 5, wire.colour, size=11)
    return picture.svg()
