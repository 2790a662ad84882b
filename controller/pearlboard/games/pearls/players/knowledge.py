"""What a player may think of what it cannot see: the pile and the cards that were dealt to others.

All of it follows from the view of its seat and from what was ever shown; every way in which the unseen cards may lie is
as likely as any other.
"""

from random import Random

from pearlboard.games.pearls.players.table import Table
from pearlboard.games.pearls.rules.cards import COLOURS, Cards, counted, in_play
from pearlboard.games.pearls.rules.view import View


def own_table(seen: View) -> Table:
    """The table as a seat sees it: of the others only known cards, and no pile."""
    return Table(seen, _held(seen), [])


def _held(seen: View) -> list[Cards]:
    """Every hand, as far as it is known."""
    return [known if hand is None else hand for hand, known in zip(seen.hands, seen.memory.known, strict=True)]


class Unseen:
    """The cards whose place is not known, and what they may be dealt to."""

    def __init__(self, seen: View) -> None:
        self._hands = _held(seen)
        self._table = own_table(seen)
        self._missing = [
            0 if hand is not None else unknown for hand, unknown in zip(seen.hands, seen.memory.unknown, strict=True)
        ]
        left = list(in_play(seen.setup.players, all_cards=seen.setup.all_cards))
        for cards in (counted(seen.display), *self._hands, *seen.memory.placed):
            left = [count - gone for count, gone in zip(left, cards, strict=True)]
        self._cards = [colour for colour in range(len(COLOURS)) for _ in range(left[colour])]

    def deal(self, rng: Random) -> Table:
        """A random arrangement of the unseen cards."""
        cards = self._cards.copy()
        rng.shuffle(cards)
        hands = [list(hand) for hand in self._hands]
        for hand, missing in zip(hands, self._missing, strict=True):
            for _ in range(missing):
                hand[cards.pop()] += 1
        return self._table.again(hands, cards)
