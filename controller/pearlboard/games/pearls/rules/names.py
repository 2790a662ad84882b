"""The names of cards."""

from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.texts import Sentence, say


def cards(colour: Colour, count: int) -> Sentence:
    """A number of cards of a colour, in words."""
    return say(f"pearls_cards_{colour}", count=count)


def all_cards(colour: Colour) -> Sentence:
    """All cards of a colour on the display, in words."""
    return say(f"pearls_all_{colour}")
