"""What is printed on the bar, and the room each part takes: names that can be read, and no ink where solder goes.

Every part has its name beside it, since a resistor of 470 ohm and one of 100 k look alike; letters are 1 mm high, the
least that makers print well. On the side of the LED strip it says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from hardware.generate.bar import (
    BRIDGE_X,
    CONNECTOR_PITCH,
    CONNECTOR_X,
    CONNECTOR_Y,
    FIDUCIALS,
    FREE,
    HOLE,
    Board,
    Pad,
    Point,
)
from hardware.generate.copper import Piece, distance
from hardware.generate.netlist import CONNECTOR, FAR, NEAR, PLACES, parts
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import strokes

Drawn: TypeAlias = tuple[float, tuple[Point, ...]]

INK: Final = 0.15
HEIGHT: Final = 1.0
"""The least, with lines of 0.15 mm."""
OFF_PADS: Final = 0.1
"""Between ink and what is free of mask."""
MASK_GROWN: Final = 0.05
REACH: Final = 3.0
"""A pad whose middle is farther along the bar than this has no part in a word's gaps."""
COURTYARD: Final = 0.2
"""Around body and pads of each part. IPC's usual 0.25 would let four neighbours of the chips overlap by 0.05."""
BODIES: Final = {"SOT-23": (3.04, 1.4), "SOIC-16": (10.0, 4.0), "0603": (1.6, 0.8), "0805": (2.0, 1.25)}
"""Length and width of what is not all pads; along x if it is not turned by 90 or 270 degrees, but for the first two."""
SHORT: Final = {"LOAD": "LD", "DATA": "DAT"}


@dataclass(frozen=True, slots=True)
class Word:
    """A text about its middle, y upwards. `below`: on the strip's side, seen from there."""

    text: str
    x: float
    y: float
    height: float = HEIGHT
    below: bool = False

    def lines(self) -> tuple[tuple[Point, ...], ...]:
        """Its strokes, on the board's own x and y."""
        turned = -1 if self.below else 1
        drawn = strokes(self.text, 0.0, 0.0, self.height)
        return tuple(tuple((self.x + turned * x, self.y - down) for x, down in line) for line in drawn)

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top, with the ink's width."""
        points = [point for line in self.lines() for point in line]
        across, along = zip(*points, strict=True)
        return min(across) - INK / 2, min(along) - INK / 2, max(across) + INK / 2, max(along) + INK / 2


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
    yield Word("JP1", BRIDGE_X + 2.7, 0.0)


def _told(board: Board) -> Iterator[Word]:
    middle = board.centres["C18"][0] + 0.4
    for pin, signal in enumerate(CONNECTOR):
        x, away = CONNECTOR_X + CONNECTOR_PITCH * pin, 3.4 if pin % 2 else 4.7
        left = 0.3 if signal == "LOAD" else 0.0  # of R16's pad
        yield from (Word(SHORT.get(signal, signal), x - left, y) for y in (-away, away))
    yield Word("J1 IN", 11.0, -CONNECTOR_Y, 1.2)
    yield Word("J2 OUT", 11.5, CONNECTOR_Y, 1.2)
    yield Word("BRIDGE", BRIDGE_X + 0.5, 6.7)
    yield Word("BAR 1 3 5 7 9", BRIDGE_X, 5.1)
    yield Word("BAR 2 4 6 8", BRIDGE_X, -4.4)
    yield Word("PEARLBOARD BAR 2", middle, 5.6, 1.2)
    yield Word("CERN-OHL-P-2.0", middle, -4.6)
    yield Word("THIS SIDE DOWN", middle, -6.4, 1.2)
    yield Word("LED STRIP ON THIS SIDE", 130.0, 0.0, 2.0, below=True)
    yield Word("COLUMN A", 24.0, 0.0, 1.5, below=True)
    yield Word("COLUMN H", 240.0, 0.0, 1.5, below=True)


def ink(board: Board, *, below: bool) -> Iterator[Drawn]:
    """The words of one side, as lines."""
    for word in words(board):
        if word.below is below:
            yield from ((INK, line) for line in word.lines())


def check_silk(board: Board) -> float:
    """Every part is named once, in letters that can be printed, nowhere on solder; else `SizesError`. The least gap."""
    found = words(board)
    named = [word.text.split()[0] for word in found]
    lost = [part.name for part in parts() if named.count(part.name) != 1]
    if lost:
        raise SizesError(f"bar: the name of {lost[0]} is not printed once")
    small = [word.text for word in found if word.height < HEIGHT]
    if small:
        raise SizesError(f"bar: {small[0]} is printed smaller than {HEIGHT} mm")
    left, bottom, right, top = board.outline
    for word in found:
        x0, y0, x1, y1 = word.box()
        if min(x0 - left, y0 - bottom, right - x1, top - y1) < OFF_PADS:
            raise SizesError(f"bar: {word.text} is printed over the edge")
    _apart(found)
    gap, word, at = min(_gaps(board, found))
    if gap < OFF_PADS - 1e-9:
        raise SizesError(f"bar: {word} is printed {gap:.2f} mm from {at}, {OFF_PADS} is wanted")
    return gap


def _apart(found: tuple[Word, ...]) -> None:
    for one, other in combinations(found, 2):
        (a0, b0, a1, b1), (c0, d0, c1, d1) = one.box(), other.box()
        if one.below is other.below and a0 < c1 and c0 < a1 and b0 < d1 and d0 < b1:
            raise SizesError(f"bar: {one.text} and {other.text} are printed over each other")


def _gaps(board: Board, found: tuple[Word, ...]) -> Iterator[tuple[float, str, str]]:
    """From every stroke to every opening of its side's mask, and to the screw."""
    side = frozenset({"ink"})
    holes = [Piece("", side, "the screw", ((HOLE[0], HOLE[1]),) * 2, HOLE[2] / 2)]
    fiducials = [Piece("", side, "a fiducial", ((x, y), (x, y)), FREE / 2) for x, y in FIDUCIALS]
    for word in found:
        left, _, right, _ = word.box()
        pads = [pad for pad in board.pads if (pad.drill or not word.below) and left - REACH < pad.x < right + REACH]
        opened = [*map(_opening, pads), *holes, *([] if word.below else fiducials)]
        for line in word.lines():
            for ends in pairwise(line):
                stroke = Piece("", side, "", ends, INK / 2)
                yield from ((distance(stroke, there), word.text, there.name) for there in opened)


def _opening(pad: Pad) -> Piece:
    """What is free of mask at a pad."""
    name, side = f"{pad.part}.{pad.pin}", frozenset({"ink"})
    if pad.drill:
        return Piece("", side, name, ((pad.x, pad.y), (pad.x, pad.y)), pad.width / 2 + MASK_GROWN)
    wide, high = pad.width / 2 + MASK_GROWN, pad.height / 2 + MASK_GROWN
    return Piece("", side, name, ((pad.x - wide, pad.y - high), (pad.x + wide, pad.y + high)), 0.0, solid=True)


# --- the room of each part -------------------------------------------------------------------------------------------


def courtyards(board: Board) -> dict[str, tuple[float, float, float, float]]:
    """By part: left, bottom, right, top of what no other part may enter."""
    found = {}
    for part in parts():
        pads = [pad for pad in board.pads if pad.part == part.name]
        reach = [
            (pad.x - pad.width / 2, pad.y - pad.height / 2, pad.x + pad.width / 2, pad.y + pad.height / 2)
            for pad in pads
        ]
        x, y, turned = board.centres.get(part.name, (0.0, 0.0, 0))
        if part.package in BODIES:
            length, width = BODIES[part.package]
            lies = part.package.startswith("SO") or turned % 180 == 0
            across, along = (length, width) if lies else (width, length)
            reach.append((x - across / 2, y - along / 2, x + across / 2, y + along / 2))
        lefts, bottoms, rights, tops = zip(*reach, strict=True)
        found[part.name] = (
            min(lefts) - COURTYARD,
            min(bottoms) - COURTYARD,
            max(rights) + COURTYARD,
            max(tops) + COURTYARD,
        )
    return found


def check_courtyards(board: Board) -> None:
    """`SizesError` names two parts whose rooms overlap."""
    for (one, a), (other, b) in combinations(courtyards(board).items(), 2):
        if a[0] < b[2] - 1e-9 and b[0] < a[2] - 1e-9 and a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9:
            raise SizesError(f"bar: {one} and {other} are less than {2 * COURTYARD:.1f} mm apart")
