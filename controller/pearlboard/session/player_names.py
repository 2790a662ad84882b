"""Players' names: on one line, without invisible characters, and counted in letters as people count.

One visible character may consist of many code points: a family emoji is people and the joiners between them. A joiner
is kept where it joins something and removed elsewhere, or two names that look the same could differ.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

LONGEST_NAME: Final = 24
"""In letters as people see them (graphemes)."""
MOST_IN_A_LETTER: Final = 8
"""Code points per letter; what has more counts as more letters, because marks can be stacked without end."""

JOINER: Final = "\N{ZERO WIDTH JOINER}"
NON_JOINER: Final = "\N{ZERO WIDTH NON-JOINER}"
FLAG: Final = "\N{WAVING BLACK FLAG}"
TAGS: Final = range(0xE0020, 0xE0080)
"""The code points after a black flag; they say whose flag it is."""
SKINS: Final = range(0x1F3FB, 0x1F400)
REGIONAL: Final = range(0x1F1E6, 0x1F200)
"""A pair of these is a flag."""
PICTURE: Final = "\N{VARIATION SELECTOR-16}"
ARROW: Final = "\N{LEFT RIGHT ARROW}"
"""A mathematical symbol, unless a variation selector follows."""
VIRAMA: Final = 9
"""The combining class of the signs that join two consonants in Indic scripts."""


def cleaned(name: str) -> str:
    """A name on one line, without invisible characters such as those that change the direction of writing."""
    while (shown := " ".join(_seen(name).split())) != name:  # removing one character may orphan another
        name = shown
    return name


def letters(name: str) -> int:
    """The number of letters that people see in a name."""
    return max(len(apart(name)), -(-len(unicodedata.normalize("NFC", name)) // MOST_IN_A_LETTER))


def apart(name: str) -> list[str]:
    """The letters that people see in a name, one by one."""
    found: list[str] = []
    flags = 0
    for sign in unicodedata.normalize("NFC", name):
        flags = flags + 1 if ord(sign) in REGIONAL else 0
        if found and (_continues(sign, found[-1][-1]) or (flags and flags % 2 == 0)):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def initials(names: Sequence[str]) -> list[str]:
    """Marks that tell the players apart beside their colours, in the order of their names, short enough for a piece.

    It is the first letter; where others begin alike, with the first letter that no other of them has there: the `2` of
    "Spieler 2". Where there is none, with the seat's number, which alone stands for whoever has no name.
    """
    spelt = [apart(name) for name in names]
    found = [_initials(seat, letters, spelt) for seat, letters in enumerate(spelt, 1)]
    alike = len({known_by(each) for each in found}) < len(found)
    return [str(seat) for seat in range(1, len(found) + 1)] if alike else found


def _initials(seat: int, own: list[str], all_of_them: list[list[str]]) -> str:
    if not own:
        return str(seat)
    others = [each for at, each in enumerate(all_of_them, 1) if at != seat and each and _same(each[0], own[0])]
    return own[0] + (next(_alone(own, others), str(seat)) if others else "")


def _alone(own: list[str], others: Sequence[list[str]]) -> Iterator[str]:
    """Letters of a name at which none of the others has the same."""
    for at, letter in enumerate(own[1:], 1):
        if not letter.isspace() and not any(_same(letter, each[at]) for each in others if at < len(each)):
            yield letter


def _same(one: str, other: str) -> bool:
    return (known_by(one) or one) == (known_by(other) or other)


def is_name(name: str) -> bool:
    """Whether this may be a player's name; a code point that this Python does not know yet counts as a letter."""
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
    """Whether a joiner joins its neighbours: as in RFC 5892, appendix A, or between emoji."""
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
    """Whether a code point belongs to the letter before it."""
    if not before:
        return False
    marks = unicodedata.category(sign).startswith("M") or ord(sign) in SKINS or ord(sign) in TAGS
    return marks or sign in (JOINER, NON_JOINER) or before == JOINER or unicodedata.combining(before) == VIRAMA


def known_by(text: str) -> str:
    """Normalise a name or a title, to compare or to search it: ignore case, accents and superfluous spaces."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(unicodedata.normalize("NFKC", plain).split())
