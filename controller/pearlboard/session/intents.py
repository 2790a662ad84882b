"""Intents: what people, buttons or the clock ask of a session. Each becomes facts, or is refused by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pearlboard.games.values import NOWHERE, Actor, GameAction, GameDeal, Seat
from pearlboard.geometry import Site
from pearlboard.session.facts import Agreement


@dataclass(frozen=True, slots=True)
class AgreeOnGame:
    """Set up a game. Chance has already decided: `deal` is its secret result, None if there is none.

    `host`: the digest of the host's key, if any. `screens`: seats and the digests of the tokens of their own screens;
    None: if the same people play again on the same seats, they keep their screens. `acts`: the actions of another game,
    from which this one begins.
    """

    agreement: Agreement
    host: str | None = field(default=None, repr=False)
    deal: GameDeal = field(default=None, repr=False)
    screens: Mapping[Seat, str] | None = field(default=None, repr=False)
    acts: tuple[tuple[Actor, GameAction], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Act:
    """Play an action, complete with its secret part. `by_hand`: somebody confirmed it; it did not confirm itself."""

    actor: Actor
    action: GameAction = field(repr=False)
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Note something that this seat alone knows, whoever is to act."""

    seat: Seat
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class RunOut:
    """End the game's timer of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class TimeTurn:
    """Record how much of its time the current turn has used."""

    used_ms: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last action of a person, with what computers have played since.

    `agreed`: everybody agreed, so the action may be long ago. `doubted`: the sites of steps that confirmed themselves,
    so that sensors may have invented them.
    """

    agreed: bool = False
    doubted: frozenset[Site] = NOWHERE


@dataclass(frozen=True, slots=True)
class Redo:
    """Repeat the actions that were taken back last."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Give a seat to a screen; `key` is the digest of its token."""

    seat: Seat
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Take a seat away from its own screen."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandOver:
    """Hand a seat over to the computer at this level; None: to a person."""

    seat: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class NameHost:
    """Make a device the host; `key` is the digest of the device's key."""

    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the game."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume the game."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the result, after it was seen."""


@dataclass(frozen=True, slots=True)
class TitleGame:
    """Give a finished game a title; an empty title means its players' names."""

    number: int
    title: str


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Delete a finished game from the archive, for good."""

    number: int


@dataclass(frozen=True, slots=True)
class LeaveOutSensor:
    """Mask a sensor: stop reading it."""

    site: Site


@dataclass(frozen=True, slots=True)
class TrustSensor:
    """Read a sensor again, and stop suspecting it."""

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
    """An intent with the public number that its sender saw, and an id that marks repetitions."""

    id: str
    version: int
    intent: Intent
