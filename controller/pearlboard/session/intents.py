"""What people, buttons or the clock ask of a session. Each becomes facts, or is refused by name."""

from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.games.api import GameStep, Seat
from pearlboard.geometry import Space
from pearlboard.session.facts import Agreement


@dataclass(frozen=True, slots=True)
class AgreeOnGame:
    """Set up a game. Pearls and clans are dealt already, or typed in; `host`: the digest of the host's key, if any."""

    agreement: Agreement
    host: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class LayPearls:
    """The Pearls of the lit farm are laid."""


@dataclass(frozen=True, slots=True)
class Begin:
    """All Pearls are laid: play."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Play this step, complete with its secret part."""

    step: GameStep = field(repr=False)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last step of a person back, with what computers have played since.

    `agreed`: by all people, so it may be long ago.
    """

    agreed: bool = False


@dataclass(frozen=True, slots=True)
class SayValue:
    """At the reveal: this Diver is worth that; None takes it back."""

    space: Space
    value: int | None


@dataclass(frozen=True, slots=True)
class ShowTerritory:
    """Reveal or count: come to this territory. Behind the last one the count is complete."""

    index: int


@dataclass(frozen=True, slots=True)
class AgreeOnValues:
    """The table agrees on every value."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A screen takes a seat; the digest of its token."""

    seat: Seat
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat goes on without a screen of its own."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandOver:
    """The computer is to play a seat at this level; None: a person is to."""

    seat: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class NameHost:
    """This device is the host's now."""

    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop for a while."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Close:
    """The result was seen."""


Intent: TypeAlias = (
    AgreeOnGame
    | LayPearls
    | Begin
    | Confirm
    | TakeBack
    | SayValue
    | ShowTerritory
    | AgreeOnValues
    | TakeSeat
    | FreeSeat
    | HandOver
    | NameHost
    | Pause
    | Resume
    | Abandon
    | Close
)


@dataclass(frozen=True, slots=True)
class Command:
    """An intent with the version that its sender saw, and an id by which a repetition is known."""

    id: str
    version: int
    intent: Intent
