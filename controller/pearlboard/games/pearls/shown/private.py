"""A seat's own screen of Pearls beyond what everybody sees: its hand, from its own view alone."""

from pearlboard.games.api import Json
from pearlboard.games.pearls.rules.cards import NO_CARDS
from pearlboard.games.pearls.rules.view import View
from pearlboard.games.pearls.shown.screen import hand


def private(own: View) -> Json:
    """The game's part of the key `you`."""
    cards = own.hands[int(own.viewer) - 1] or NO_CARDS
    return {"hand": hand(cards), "to_move": not own.over and own.to_move == own.viewer}
