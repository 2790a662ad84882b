"""Letters of straight lines, on a raster of 4 x 6: a laser, a plotter and a board maker draw them without a font."""

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
ADVANCE: Final = 6
"""From one letter to the next, in steps of the raster."""


def known(letter: str) -> bool:
    """Whether the letter was drawn."""
    return letter.upper() in _GLYPHS


def strokes(text: str, x: float, y: float, height: float) -> tuple[tuple[Point, ...], ...]:
    """The lines of `text`, centred on (x, y); y grows downwards. `KeyError` for a letter that was never drawn."""
    step = height / 6
    left = x - (len(text) * ADVANCE - 2) * step / 2
    top = y - height / 2
    return tuple(
        tuple((left + (ADVANCE * place + int(dot[0])) * step, top + int(dot[1]) * step) for dot in line.split())
        for place, letter in enumerate(text.upper())
        for line in _GLYPHS[letter].split(";")
        if line
    )
