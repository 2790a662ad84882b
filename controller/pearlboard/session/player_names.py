"""The names of players: in one line, nothing in them that cannot be seen, and counted as people count letters.

What looks like one sign may be written as many: a family is people and the joiners between them. A joiner stays where
it joins something and is taken out elsewhere, or two names that look the same could differ by it.
"""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
"""In letters, as they are seen."""
MOST_IN_A_LETTER: Final = 8
"""What is written with more than this counts as more letters: marks can be piled up without end."""

JOINER: Final = "\N{ZERO WIDTH JOINER}"
NON_JOINER: Final = "\N{ZERO WIDTH NON-JOINER}"
FLAG: Final = "\N{WAVING BLACK FLAG}"
TAGS: Final = range(0xE0020, 0xE0080)
"""Those that follow a black flag say whose flag it is."""
SKINS: Final = range(0x1F3FB, 0x1F400)
REGIONAL: Final = range(0x1F1E6, 0x1F200)
"""A pair of these is a flag."""
PICTURE: Final = "\N{VARIATION SELECTOR-16}"
ARROW: Final = "\N{LEFT RIGHT ARROW}"
"""A sign of mathematics otherwise."""
VIRAMA: Final = 9
"""The combining class of the signs that join two consonants in the scripts of India."""


def cleaned(name: str) -> str:
    """A name in one line, without characters that cannot be seen, such as those that turn the writing around."""
    while (shown := " ".join(_seen(name).split())) != name:  # what a sign belonged to may be gone
        name = shown
    return name


def letters(name: str) -> int:
    """How many letters people see in a name."""
    composed = unicodedata.normalize("NFC", name)
    seen = flags = 0
    for at, sign in enumerate(composed):
        flags = flags + 1 if ord(sign) in REGIONAL else 0
        seen += not (_continues(sign, composed[at - 1] if at else "") or (flags and flags % 2 == 0))
    return max(seen, -(-len(composed) // MOST_IN_A_LETTER))


def is_name(name: str) -> bool:
    """Whether somebody could be called so; what only a newer Python knows to be a letter counts as one."""
    known = "".join("x" if unicodedata.category(sign) == "Cn" else sign for sign in name)
    return bool(name) and cleaned(known) == known and letters(name) <= LONGEST_NAME


def _seen(name: str) -> str:
    kept = ""
    for at, sign in enumerate(name):
        kept += _shown(kept[-1:], sign, name[at + 1 : at + 2])
    return kept


def _shown(before: str, sign: str, after: str) -> str:
    if sign.isprintable() or (sign in (JOINER, NON_JOINER) and _joins(sign, before, after)):
        return sign
    return sign if ord(sign) in TAGS and _of_a_flag(before) else " "


def _joins(joiner: str, before: str, after: str) -> bool:
    """As in RFC 5892, appendix A, and between pictures."""
    if not before or not after:
        return False
    if joiner == JOINER and _is_picture(before) and _is_picture(after):
        return True
    arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return unicodedata.combining(before) == VIRAMA or (joiner == NON_JOINER and arabic)


def _is_picture(sign: str) -> bool:
    return sign in (PICTURE, ARROW) or ord(sign) in SKINS or unicodedata.category(sign) == "So"


def _of_a_flag(before: str) -> bool:
    return bool(before) and (before == FLAG or ord(before) in TAGS)


def _continues(sign: str, before: str) -> bool:
    """Whether a sign belongs to the letter before it."""
    if not before:
        return False
    marks = unicodedata.category(sign).startswith("M") or ord(sign) in SKINS or ord(sign) in TAGS
    return marks or sign in (JOINER, NON_JOINER) or before == JOINER or unicodedata.combining(before) == VIRAMA
