"""What a player does in a turn: exactly one of these (rulings 8 and 11)."""

from dataclasses import dataclass
from typing import TypeAlias

from pearlboard.games.pearls.rules.cards import Colour


@dataclass(frozen=True, slots=True)
class Take:
    """All cards of a colour that lie on display, into the hand."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Place:
    """So many `cards` of a colour, and `wilds` added to them; `necklace`: one of that length is taken."""

    colour: Colour
    cards: int
    wilds: int = 0
    necklace: bool = False

    @property
    def length(self) -> int:
        """All cards that are placed: so long a necklace may be taken."""
        return self.cards + self.wilds


Action: TypeAlias = Take | Place
