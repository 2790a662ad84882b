"""What people, buttons or the clock ask of a session. Each becomes facts, or is refused by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.games.values import NOWHERE, Actor, GameAction, GameDeal, Seat
from pearlboard.geometry import Site
from pearlboard.session.facts import Agreement


@dataclass(frozen=True, slots=True)
class AgreeOnGame:
    """Set up a game. Chance has spoken already: `deal` is what it decided in secret, None where it did not.

    `host`: the digest of the host's key, if any. `screens`: seats and the digests of the tokens of their own screens;
    None: when the same people play again on the same seats, theirs stay theirs. `acts`: what was done in another game,
    from which this one begins.
    """

    agreement: Agreement
    host: str | None = field(default=None, repr=False)
    deal: GameDeal = field(default=None, repr=False)
    screens: Mapping[Seat, str] | None = field(default=None, repr=False)
    acts: tuple[tuple[Actor, GameAction], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Act:
    """Play this action, complete with its secret part. `by_hand`: somebody has said so; it did not count by itself."""

    actor: Actor
    action: GameAction = field(repr=False)
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Say what this seat alone knows, whoever is to act."""

    seat: Seat
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class RunOut:
    """The time of that name is up."""

    name: str


@dataclass(frozen=True, slots=True)
class TimeTurn:
    """The turn that is on has used so much of its time."""

    used_ms: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last action of a person back, with what computers have played since.

    `agreed`: by all people, so it may be long ago. `doubted`: where it had counted by itself, so that sensors may have
    made it up.
    """

    agreed: bool = False
    doubted: frozenset[Site] = NOWHERE


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was taken back last."""


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


@dataclass(frozen=True, slots=True)
class TitleGame:
    """Call a finished game so; nothing: as its players."""

    number: int
    title: str


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Take a finished game out of the archive, for good."""

    number: int


@dataclass(frozen=True, slots=True)
class LeaveOutSensor:
    """This sensor is not to be read."""

    site: Site


@dataclass(frozen=True, slots=True)
class TrustSensor:
    """It is to be read again."""

    site: Site


Intent: TypeAlias = (
    AgreeOnGame
    | Act
    | Note
    | RunOut
    | TimeTurn
    | TakeBack
    | Redo
    | TakeSeat
    | FreeSeat
    | HandOver
    | NameHost
    | Pause
    | Resume
    | Abandon
    | Close
    | TitleGame
    | DeleteGame
    | LeaveOutSensor
    | TrustSensor
)


@dataclass(frozen=True, slots=True)
class Command:
    """An intent with the version that its sender saw, and an id by which a repetition is known."""

    id: str
    version: int
    intent: Intent
