"""A game of Pearls at one moment, with every secret. What anybody may know of it is for `view` to list."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NoReturn, TypeAlias

from pearlboard.games.pearls.rules.actions import Action
from pearlboard.games.pearls.rules.cards import NECKLACES, Cards, Colour
from pearlboard.games.values import Seat

PLAYERS: Final = range(2, 7)
HAND: Final = 6
"""The number of cards dealt to each seat."""
LIMIT: Final = 10
"""The limit of a hand (ruling 9)."""
SLOTS: Final = 6
"""Places of the display."""

Display: TypeAlias = tuple[Colour | None, ...]
"""The slots from the left; None is a gap."""


class Hands(StrEnum):
    """The viewers of a hand: its seat alone, or everybody (ruling 23)."""

    HIDDEN = "hidden"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreement.

    all_cards    two or three players leave no colour in the box
    necklaces    the ten values, ascending
    open_scores  placed cards lie open (a house rule, ruling 14)
    """

    players: int
    all_cards: bool = False
    necklaces: tuple[int, ...] = NECKLACES
    hands: Hands = Hands.HIDDEN
    open_scores: bool = False

    @property
    def seats(self) -> range:
        """All seats, in turn order."""
        return range(1, self.players + 1)


@dataclass(frozen=True, slots=True)
class Deal:
    """The shuffled cards in play, the first to be dealt first."""

    deck: tuple[Colour, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Last:
    """The last turn: all of it was seen by all.

    cards     how many were taken, or placed of the colour
    dealt     the slots, from 0, that were filled anew by it
    necklace  the value of the one that was taken by it
    """

    seat: Seat
    action: Action
    cards: int = 0
    dealt: tuple[int, ...] = ()
    necklace: int | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that was ever shown, by seat, as in a perfect memory (ruling 14). It follows from public events.

    placed   all cards that were placed
    known    cards that must be in the hand, since all saw them taken
    unknown  the number of dealt, never seen cards that are still in the hand
    """

    placed: tuple[Cards, ...]
    known: tuple[Cards, ...]
    unknown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The whole game; it prints nothing of what was dealt, and is never stored or sent.

    last_turns  None until the end is triggered, then how many seats of the last round are still to come, from `to_move`
                to the trigger's, those that will be skipped included; 0: over, and `to_move` means nothing
    necklaces   those that still lie, ascending; `won`: those of each seat, likewise
    draw        the pile, top first
    """

    setup: Setup
    to_move: Seat
    necklaces: tuple[int, ...]
    draw: tuple[Colour, ...] = field(repr=False)
    display: Display = field(repr=False)
    hands: tuple[Cards, ...] = field(repr=False)
    won: tuple[tuple[int, ...], ...]
    memory: Memory
    last_turns: int | None = None
    last: Last | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.last_turns == 0

    @property
    def placed(self) -> tuple[Cards, ...]:
        """The cards of each pile: all of them were shown when they were placed."""
        return self.memory.placed

    def __reduce__(self) -> NoReturn:
        """Neither `pickle` nor `copy` gets it, nor what copies a dataclass that holds it."""
        raise TypeError("a state is secret: show a view of it")

    __getstate__ = __reduce__
