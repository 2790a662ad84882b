"""Letters of straight lines, on a raster of 4 x 6: a laser, a plotter and a board maker draw them without a font.

What is engraved or printed on a board is in capitals of one width. A picture's words have small letters, too, whose tails
reach 2 steps below the line, and each letter takes as much room as it needs: so a word is as long on every screen.
"""

from functools import cache
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]

_GLYPHS: Final = {
    "A": "06 02 20 42 46;04 44",
    "B": "06 00 30 41 42 33 03;33 44 45 36 06",
    "C": "41 30 10 01 05 16 36 45",
    "D": "06 00 30 41 45 36 06",
    "E": "40 00 06 46;03 33",
    "F": "40 00 06;03 33",
    "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06;40 46;03 43",
    "I": "10 30;20 26;16 36",
    "J": "40 45 36 16 05",
    "K": "00 06;40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10",
    "Ö": "12 32 43 45 36 16 05 03 12;10 11;30 31",
    "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10;24 46",
    "R": "06 00 30 41 42 33 03;23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05",
    "T": "00 40;20 26",
    "U": "00 05 16 36 45 40",
    "V": "00 26 40",
    "W": "00 16 23 36 40",
    "X": "00 46;40 06",
    "Y": "00 23 40;23 26",
    "Z": "00 40 06 46",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "11 20 26;16 36",
    "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 13;33 44 45 36 16 05",
    "4": "36 30 04 44",
    "5": "40 00 03 33 44 45 36 16 05",
    "6": "41 30 10 01 05 16 36 45 44 33 03",
    "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "9": "05 16 36 45 41 30 10 01 02 13 43",
    ".": "25 26",
    ",": "25 16",
    "-": "13 33",
    "+": "03 43;21 25",
    "=": "02 42;04 44",
    "/": "06 40",
    ":": "21 22;25 26",
    "(": "30 21 25 36",
    ")": "10 21 25 16",
    ">": "01 43 05",
    "<": "41 03 45",
    "_": "06 46",
    " ": "",
}
_SMALL: Final = {
    "a": "02 22 33 36;34 14 05 16 26 35",
    "b": "00 06;03 12 22 33 35 26 16 05",
    "c": "33 22 12 03 05 16 26 35",
    "d": "30 36;33 22 12 03 05 16 26 35",
    "e": "04 34 33 22 12 03 05 16 26 35",
    "f": "30 20 11 16;02 22",
    "g": "32 37 28 08;33 22 12 03 05 16 26 35",
    "h": "00 06;03 12 22 33 36",
    "i": "02 06;00 00",
    "j": "12 17 08;10 10",
    "k": "00 06;32 04 36",
    "l": "00 05 16",
    "m": "02 06;03 12 23 26;23 32 43 46",
    "n": "02 06;03 12 22 33 36",
    "o": "12 22 33 35 26 16 05 03 12",
    "p": "02 08;03 12 22 33 35 26 16 05",
    "q": "32 38;33 22 12 03 05 16 26 35",
    "r": "02 06;03 12 22",
    "s": "32 12 03 14 24 35 26 06",
    "t": "10 15 26;02 22",
    "u": "02 05 16 26 35;32 36",
    "v": "02 26 42",
    "w": "02 16 23 36 42",
    "x": "02 36;32 06",
    "y": "02 05 16 26 35;32 37 28 08",
    "z": "02 32 06 36",
    "'": "00 01",
    '"': "00 01;20 21",
    ";": "11 12;15 06",
    "?": "01 10 30 41 42 24;25 26",
    "%": "06 40;00 01;45 46",
    "•": "13 22 33 24 13;23 24",
}
"""Strokes that are drawn in pictures only."""
ADVANCE: Final = 6
"""From one letter to the next, in steps of the raster."""
GAP, BLANK = 1.6, 2.0
"""In a picture: between two letters, and instead of one, in steps."""


def known(letter: str) -> bool:
    """Whether the letter was drawn."""
    return letter.upper() in _GLYPHS


def strokes(text: str, x: float, y: float, height: float) -> tuple[tuple[Point, ...], ...]:
    """The lines of `text`, centred on (x, y); y grows downwards. `KeyError` for a letter that was never drawn."""
    step = height / 6
    left = x - (len(text) * ADVANCE - 2) * step / 2
    top = y - height / 2
    return tuple(
        tuple((left + (ADVANCE * place + across) * step, top + down * step) for across, down in line)
        for place, letter in enumerate(text.upper())
        for line in _lines(_GLYPHS[letter])
    )


@cache
def _lines(glyph: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """A letter's lines as points of the raster."""
    return tuple(tuple((int(dot[0]), int(dot[1])) for dot in line.split()) for line in glyph.split(";") if line)


def written(text: str) -> tuple[str, float]:
    """A picture's words as an SVG path from the left end of their base line, and how wide they are, in steps.

    `ValueError` for a letter that was never drawn.
    """
    path, left, last = [], 0.0, (0.0, 0.0)
    for letter in text:
        lines, wide = _letter(letter)
        for line in lines:
            for place, (x, y) in enumerate(line):
                at = round(left + x, 1), y - 6
                path.append(_step("m" if place == 0 else "l", round(at[0] - last[0], 1), at[1] - last[1]))
                last = at
        left += wide + GAP
    return "".join(path), max(0.0, left - GAP)


def _step(kind: str, across: float, down: float) -> str:
    """One step of a path, as short as SVG allows."""
    if kind == "l" and not down:
        return f"h{across:g}"
    if kind == "l" and not across:
        return f"v{down:g}"
    return f"{kind}{across:g}{'' if down < 0 else ' '}{down:g}"


@cache
def _letter(letter: str) -> tuple[tuple[tuple[Point, ...], ...], float]:
    """Its lines from its left edge, y from the top of a capital, and its width."""
    if letter == " ":
        return (), BLANK
    drawn = _SMALL.get(letter) or _GLYPHS.get(letter)
    if drawn is None:
        raise ValueError(f"no letter was drawn for {letter!r}: add it to hardware/generate/strokes.py")
    lines = _lines(drawn)
    first, last = min(x for line in lines for x, _ in line), max(x for line in lines for x, _ in line)
    return tuple(tuple((float(x - first), float(y)) for x, y in line) for line in lines), float(last - first)
