"""What cards are called."""

from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.texts import Sentence, say


def cards(colour: Colour, count: int) -> Sentence:
    """So many cards of a colour."""
    return say(f"pearls_cards_{colour}", count=count)


def all_cards(colour: Colour) -> Sentence:
    """All of a colour that lie there, however many."""
    return say(f"pearls_all_{colour}")
