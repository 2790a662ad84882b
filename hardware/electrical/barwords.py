"""The print on the bar: every part's name beside it, since a resistor of 470 ohm and one of 100 k look alike.

On the side of the LED strip it says so.
"""

from collections.abc import Iterator
from typing import Final

from hardware.electrical.board import Board, Word
from hardware.electrical.netlist import CONNECTOR, FAR, NEAR, PLACES

SHORT: Final = {"LOAD": "LD", "DATA": "DAT"}


def words(board: Board) -> tuple[Word, ...]:
    """Names of all parts, what a maker needs to know, and the licence."""
    return (*_names(board), *_told(board))


def _names(board: Board) -> Iterator[Word]:
    for place in range(PLACES):
        x, _, _ = board.centres[f"U{place + 1}"]
        yield Word(f"U{place + 1}", x, 3.7)
        yield Word(f"C{place + 1}", x - 2.0, 2.15)
        yield Word(f"R{place + 1}", x + 2.0, 2.15)
    for chip, capacitor in ((NEAR, "C16"), (FAR, "C17")):
        yield Word(chip, board.centres[chip][0] + 1.5, 4.7)
        yield Word(capacitor, board.centres[capacitor][0], 6.7)
    yield Word("C18", board.centres["C18"][0], 2.4)
    yield Word("R16", board.centres["R16"][0] - 2.1, -1.6)
    yield Word("R17", board.centres["R17"][0] + 2.1, 2.6)
    bridge, _, _ = board.centres["JP1"]
    yield Word("JP1", bridge + 2.7, 0.0)


def _told(board: Board) -> Iterator[Word]:
    middle = board.centres["C18"][0] + 0.4
    bridge, _, _ = board.centres["JP1"]
    across = {pad.pin: (pad.x, abs(pad.y)) for pad in board.pads if pad.part == "J1"}
    for pin, signal in enumerate(CONNECTOR):
        x, away = across[str(pin + 1)][0], 3.4 if pin % 2 else 4.7
        left = 0.3 if signal == "LOAD" else 0.0  # of R16's pad
        yield from (Word(SHORT.get(signal, signal), x - left, y) for y in (-away, away))
    yield Word("J1 IN", 11.0, -across["1"][1], 1.2)
    yield Word("J2 OUT", 11.5, across["1"][1], 1.2)
    yield Word("BRIDGE", bridge + 0.5, 6.7)
    yield Word("BAR 1 3 5 7 9", bridge, 5.1)
    yield Word("BAR 2 4 6 8", bridge, -4.4)
    yield Word("PEARLBOARD BAR 2", middle, 5.6, 1.2)
    yield Word("CERN-OHL-P-2.0", middle, -4.6)
    yield Word("THIS SIDE DOWN", middle, -6.4, 1.2)
    yield Word("LED STRIP ON THIS SIDE", 80.0, 0.0, 2.0, below=True)
    yield Word("COLUMN A", 24.0, 0.0, 1.5, below=True)
    yield Word("COLUMN H", 240.0, 0.0, 1.5, below=True)


def dots(board: Board) -> tuple[tuple[float, float, float], ...]:
    """A dot at pin 1 of what can be turned."""
    return tuple(
        (0.4, pad.x, pad.y - 1.35) if pad.part in {NEAR, FAR} else (0.3, pad.x - 0.65, pad.y - 0.9)
        for pad in board.pads
        if pad.part.startswith("U") and pad.pin == "1"
    )
