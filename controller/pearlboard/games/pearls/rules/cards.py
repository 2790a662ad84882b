"""The box: seven colours of pearl cards, how many there are of each, and what they are worth (rulings 1 to 5)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias


class Colour(StrEnum):
    """A colour is a colour and not a value: yellow and red are both worth 1 and never mix (ruling 3)."""

    WILD = "wild"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    TURQUOISE = "turquoise"
    PURPLE = "purple"


COLOURS: Final = tuple(Colour)
INDEX: Final[Mapping[Colour, int]] = {colour: number for number, colour in enumerate(COLOURS)}
WILD: Final = INDEX[Colour.WILD]

Cards: TypeAlias = tuple[int, int, int, int, int, int, int]
"""How many cards of each colour, in the order of `Colour`."""

NO_CARDS: Final[Cards] = (0, 0, 0, 0, 0, 0, 0)
BOX: Final[Cards] = (16, 24, 20, 16, 12, 8, 4)
VALUES: Final[Cards] = (0, 1, 1, 2, 2, 3, 5)

LEFT_OUT: Final[Mapping[int, tuple[Colour, ...]]] = {2: (Colour.YELLOW, Colour.GREEN), 3: (Colour.RED,)}
"""Colours that stay in the box with so many players, unless they want all cards (ruling 2)."""
NECKLACES: Final = (4, 4, 5, 5, 6, 6, 7, 7, 8, 9)
"""The necklaces of the box (ruling 4): each asks for so many cards, and is worth as many points."""
SHORTEST: Final = 4
LONGEST: Final = 9
"""How long a necklace may be."""


def in_play(players: int, *, all_cards: bool) -> Cards:
    """How many cards of each colour are shuffled."""
    left_out = () if all_cards else LEFT_OUT.get(players, ())
    return cards_of({colour: BOX[INDEX[colour]] for colour in COLOURS if colour not in left_out})


def cards_of(counts: Mapping[Colour, int]) -> Cards:
    """Numbers of cards from a mapping; colours that it lacks have none."""
    wild, yellow, red, green, blue, turquoise, purple = (counts.get(colour, 0) for colour in COLOURS)
    return wild, yellow, red, green, blue, turquoise, purple


def counted(cards: Iterable[Colour | None]) -> Cards:
    """Single cards, or slots in which none may lie, by colour."""
    return cards_of(Counter(card for card in cards if card is not None))


def changed(cards: Cards, colour: Colour, by: int) -> Cards:
    """The cards with `by` more, or fewer, of one colour."""
    counts = list(cards)
    counts[INDEX[colour]] += by
    wild, yellow, red, green, blue, turquoise, purple = counts
    return wild, yellow, red, green, blue, turquoise, purple


def number_of(cards: Cards, colour: Colour) -> int:
    """How many of that colour."""
    return cards[INDEX[colour]]


def worth(cards: Cards) -> int:
    """Their points: wilds are worth nothing, wherever they lie (ruling 5)."""
    return sum(count * value for count, value in zip(cards, VALUES, strict=True))
