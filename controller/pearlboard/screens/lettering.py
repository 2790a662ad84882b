"""Fitting text into a drawing that cannot measure it, so that any name keeps to its place. Pure.

Widths are estimates, rather too wide than too narrow, in hundredths of the font size; the drawing clips what is wider
still.
"""

import unicodedata
from typing import Final

NARROW: Final = frozenset("iljtfrI.,:;'’|!()[] ·-1")
BROAD: Final = frozenset("mwMW@%&—…")
JOINING: Final = frozenset("\u200c\u200d")
"""Some scripts, and emoji families, read differently without these two characters."""
RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
ISOLATED: Final = "\u2068{}\u2069"
CUT: Final = "…"


def legible(said: str) -> str:
    """A text on one line, without invisible characters and those that change the direction of writing."""
    kept = ("".join(_seen(letter) for letter in said)).split()
    return " ".join(kept)


def _seen(letter: str) -> str:
    kind = unicodedata.category(letter)
    if letter in JOINING:
        return letter
    return " " if kind in ("Cc", "Zl", "Zp") else "" if kind in ("Cf", "Cs", "Co", "Cn") else letter


def isolated(said: str) -> str:
    """A name to be put into a sentence, isolated if it is written from right to left."""
    turns = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in said)
    return ISOLATED.format(said) if turns else said


def width(said: str, size: float) -> float:
    """The estimated width of a text, in the units of `size`."""
    return size * sum(map(_hundredths, said)) / 100


def _hundredths(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return 130
    if letter in NARROW:
        return 38
    if letter in BROAD:
        return 112
    return 76 if letter.isupper() else 64


def fitted(said: str, room: float, size: float, least: float) -> tuple[str, float]:
    """The text and the font size at which it fits: smaller if necessary, down to `least`, and then truncated."""
    if (wide := width(said, size)) <= room:
        return said, size
    smaller = max(least, size * room / wide)
    return (said if width(said, smaller) <= room * 1.001 else _cut(said, room, smaller)), smaller


def _cut(said: str, room: float, size: float) -> str:
    kept = said
    while kept and width(kept + CUT, size) > room:
        kept = kept[:-1]
    while kept and (kept[-1] in JOINING or kept[-1].isspace()):
        kept = kept[:-1]
    return kept + CUT


def lines(said: str, room: float, size: float) -> tuple[str, ...]:
    """Wrap a text into lines that fit; a word that is longer than a line is truncated."""
    found: list[str] = []
    for word in said.split():
        if found and width(f"{found[-1]} {word}", size) <= room:
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word if width(word, size) <= room else _cut(word, room, size))
    return tuple(found)
