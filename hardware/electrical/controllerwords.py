"""The print on the controller's board: every part's name, every plug's use and wires, and what must not be done."""

from collections.abc import Iterator
from typing import Final

from hardware.electrical.board import Board, Word
from hardware.electrical.controller import PI, PICO, PLUGS
from hardware.electrical.silk import courtyards
from hardware.generate.strokes import Point

WIRES: Final = {
    "CLK_OUT": "CLK",
    "LOAD_OUT": "LD",
    "DATA_IN": "DAT",
    "END_KEY": "KEY",
    "HINT_KEY": "KEY",
    "BACK_KEY": "KEY",
    "LAMP_LOW": "L-",
    "PIEZO_OUT": "PZ",
}
"""Nets that are called otherwise on a plug."""
USES: Final = {
    "J2": "BARS",
    "J4": "STRIP 1",
    "J5": "FEED",
    "J6": "FEED",
    "J7": "END TURN",
    "J8": "HINT",
    "J9": "BACK",
    "J10": "PIEZO",
}
PROBED: Final = {
    "TP1": "5V",
    "TP2": "GND",
    "TP3": "3V3",
    "TP4": "CLK",
    "TP5": "LD",
    "TP6": "DAT",
    "TP7": "DIN",
    "TP8": "OK",
}
"""The words for a test pad's net."""
BESIDE: Final[dict[str, tuple[str, float, float]]] = {
    "U1": ("U1", 0.0, 5.0),
    "R9": ("R9", -2.2, 0.0),
    "Q1": ("Q1", 2.9, 0.0),
    "D1": ("D1", 0.0, 2.9),
    "C1": ("C1", 9.4, -1.9),
    "C2": ("C2", -2.9, 0.0),
    "J1": ("J1 USB-C, 5 V", -9.0, 7.4),
    "U2": ("U2", -2.9, 0.0),
    "C5": ("C5", 0.0, -1.7),
    "D2": ("D2 5 V", 1.3, -2.6),
    "R13": ("R13", 0.0, 1.6),
    "R16": ("R16", 3.2, 0.0),
    "R14": ("R14", 0.0, 1.6),
    **{name: (f"{name} {said}", 0.0, -1.7) for name, said in PROBED.items()},
    "JP1": ("JP1 LAST", 1.3, -2.2),
    PICO: (f"{PICO} PICO: USB THIS WAY <", 24.0, 8.9),
    PI: (f"{PI} RASPBERRY PI", -44.0, 4.4),
}
"""Where a name is, seen from its part's middle or first pin; that of most resistors is at their right."""


def words(board: Board) -> tuple[Word, ...]:
    """Everything that is read."""
    return (*_names(board), *_plugs(board), *_told(board))


def _names(board: Board) -> Iterator[Word]:
    for part in board.circuit.parts:
        x, y, _ = board.centres[part.name]
        if part.name in BESIDE:
            text, across, up = BESIDE[part.name]
            yield Word(text, x + across, y + up)
        elif part.name == "F1":
            yield Word(f"F1 {part.value}", x + 11.25, y + 6.0)
        elif part.name not in PLUGS:
            yield Word(part.name, x + 2.5, y)


def _plugs(board: Board) -> Iterator[Word]:
    for name, (_, kind, wires) in PLUGS.items():
        _, low, _, high = board.bodies[name]
        pins = [pad for pad in board.pads if pad.part == name]
        middle = (pins[0].x + pins[-1].x) / 2
        yield Word(f"{name} {USES[name]}", middle, pins[0].y + high + 1.1)
        for place, (pad, net) in enumerate(zip(pins, wires, strict=True)):
            if net != "open":
                lower = 1.5 * (place % 2) if kind.startswith("XH") else 0.0
                yield Word(WIRES.get(net, net), pad.x, pad.y + low - 1.0 - lower)


def _told(board: Board) -> Iterator[Word]:
    _, _, right, top = board.outline
    x, y, _ = board.centres[PICO]
    yield Word("PI OR PICO, NEVER BOTH", x + 24.0, y - 4.4, 1.8)
    x, y, _ = board.centres[PI]
    yield Word("PIN 1", x - 3.8, y + 4.4)
    x, y, _ = board.centres["C1"]
    yield Word("+", x - 3.2, y + 2.6)
    yield Word("PEARLBOARD CONTROLLER 1", 32.0, top - 3.0, 1.8)
    yield Word("CERN-OHL-P-2.0", 32.0, top - 5.6)
    yield Word("PEARLBOARD CONTROLLER 1", right / 2, top - 3.0, 1.8, below=True)


def marks(board: Board) -> Iterator[tuple[Point, ...]]:
    """Outlines of what stands high, and the stripe of the suppressor diode."""
    rooms = courtyards(board)
    for name in ("F1", "C1", PICO, PI, *PLUGS):
        left, low, right, high = (edge + side * 0.1 for edge, side in zip(rooms[name], (-1, -1, 1, 1), strict=True))
        yield ((left, low), (right, low), (right, high), (left, high), (left, low))
    left, low, _, high = rooms["D1"]
    yield from (((left - shift, low), (left - shift, high)) for shift in (0.1, 0.3))


def dots(board: Board) -> Iterator[tuple[float, float, float]]:
    """At pin 1 of both chips and of every plug."""
    first = {pad.part: pad for pad in board.pads if pad.pin == "1"}
    yield 0.5, first["U1"].x, first["U1"].y - 1.5
    yield 0.5, first["U2"].x, first["U2"].y - 1.1
    for name in PLUGS:
        left = board.bodies[name][0]
        yield 0.6, first[name].x + left - 0.7, first[name].y
    yield 0.8, first[PI].x, first[PI].y + board.bodies[PI][3] + 0.7
