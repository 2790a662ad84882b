"""What can have happened. A fact is an entry of the log; it was true when it was written and is never changed.

Facts name what was decided, not what follows from it: whose turn comes next, or that a game is over, is for the rules.
Chance outcomes (the Pearls dealt) are inside the facts, so a replay rolls nothing.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from pearlboard.games.api import GameSetup, GameStep, Seat
from pearlboard.geometry import Space


class HintMode(StrEnum):
    """When the table shows what may be laid."""

    OFF = "off"
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the people at the table agreed on before a game. Names are in seat order.

    computers  the level of each seat that the computer plays, None where a person does; empty: nothing but people
    """

    game: str
    names: tuple[str, ...]
    setup: GameSetup
    first: Seat
    hints: HintMode = HintMode.REQUEST
    confirms_itself: bool = True
    peek_own: bool = False
    computers: tuple[str | None, ...] = ()

    def computer(self, seat: Seat | None) -> str | None:
        """The level at which the computer plays that seat; None: a person does, or nobody."""
        return self.computers[seat - 1] if self.computers and seat is not None else None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat in range(1, len(self.names) + 1) if self.computer(seat) is None)


@dataclass(frozen=True, slots=True)
class GameAgreed:
    """A new game; its Pearls are now to be laid."""

    agreement: Agreement


@dataclass(frozen=True, slots=True)
class PearlsLaid:
    """The cluster of one farm lies on it."""

    farm: Space


@dataclass(frozen=True, slots=True)
class GameBegun:
    """All Pearls lie there; the first turn comes."""


@dataclass(frozen=True, slots=True)
class StepPlayed:
    """A confirmed step. It may hold a secret, and so may never leave the store but through a view."""

    seat: Seat
    step: GameStep = field(repr=False)


@dataclass(frozen=True, slots=True)
class StepTakenBack:
    """The last step was taken back: before another piece landed, or because all agreed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ValueSaid:
    """The value of a laid Diver, as its player or the table says; None takes an earlier word back."""

    space: Space
    value: int | None


@dataclass(frozen=True, slots=True)
class ValuesAgreed:
    """The table agrees on every value; what nobody spoke of is what it was taken for."""


@dataclass(frozen=True, slots=True)
class TerritoryShown:
    """The reveal, or the count, has come to this territory (from 0)."""

    index: int


@dataclass(frozen=True, slots=True)
class GameCounted:
    """Every territory was counted; the game is complete."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat has a screen of its own now; `key` is the digest of its token. An earlier screen of the seat is out."""

    seat: Seat
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """The seat goes on without a screen of its own."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """From now on the computer plays the seat, at this level; None: a person does."""

    seat: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class HostNamed:
    """Whose page is the host's; `key` is the digest of the key of that device."""

    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GamePaused:
    """Nobody is to lay anything until the game is resumed."""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The game goes on."""


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game was given up."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The result was seen; the table is free for another game."""


Fact: TypeAlias = (
    GameAgreed
    | PearlsLaid
    | GameBegun
    | StepPlayed
    | StepTakenBack
    | ValueSaid
    | ValuesAgreed
    | TerritoryShown
    | GameCounted
    | SeatTaken
    | SeatFreed
    | SeatHandedOver
    | HostNamed
    | GamePaused
    | GameResumed
    | GameAbandoned
    | GameClosed
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact in the log, numbered from 1, with the id of the command it came from (None: the table's own doing)."""

    version: int
    fact: Fact
    command: str | None = None
