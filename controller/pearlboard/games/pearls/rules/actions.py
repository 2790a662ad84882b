"""The actions of a turn: exactly one of these (rulings 8 and 11)."""

from dataclasses import dataclass
from typing import TypeAlias

from pearlboard.games.pearls.rules.cards import Colour


@dataclass(frozen=True, slots=True)
class Take:
    """Take all cards of a colour from the display into the hand."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Place:
    """Place `cards` of a colour and `wilds` with them; `necklace`: take a necklace of that length."""

    colour: Colour
    cards: int
    wilds: int = 0
    necklace: bool = False

    @property
    def length(self) -> int:
        """The number of cards placed, which is the length of the necklace."""
        return self.cards + self.wilds


Action: TypeAlias = Take | Place
