"""The facts of the log: each was true when it was written, and is never changed.

A fact names a decision, not its consequences: whose turn comes next is for the rules of the game. The results of chance
are inside the facts, so a replay rolls nothing. Only the game itself reads its own values (set-up, deal, action).

Who holds a seat's screen and which device is the host's are facts, so both survive a restart of the program. An
invitation is no fact: an invitation ends with the program, and with its game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pearlboard.games.values import TABLE, Actor, GameAction, GameDeal, GameSetup, Outcome, Seat
from pearlboard.geometry import Site


class HintMode(StrEnum):
    """When the table shows the legal placements."""

    OFF = "off"
    REQUEST = "request"
    ALWAYS = "always"


MOST_PLACES: Final = 2
"""The number of boards that a game may have."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of the people at the table before a game. Names are in seat order.

    computers  the level of each computer's seat, None for a person's; empty: only people play
    deals      chance decides something in secret before the game begins; a `GameDealt` follows
    clock      minutes that a turn may take before the table says so, kindly; 0: no clock
    began_from the finished game (its number) and how many of its steps this one begins with; None: from the beginning
    explains   the table explains the game as it goes on, and answers "why?"
    places     the number of the board at which each seat sits, 0 for the table's own; empty: all sit there
    helped     seats that are always shown where they may play, whatever `hints` says for the others
    follows    the computers' levels follow people's results from game to game
    """

    game: str
    names: tuple[str, ...]
    setup: GameSetup
    first: Seat
    hints: HintMode = HintMode.REQUEST
    confirms_itself: bool = True
    computers: tuple[str | None, ...] = ()
    deals: bool = False
    clock: int = 0
    began_from: tuple[int, int] | None = None
    explains: bool = False
    places: tuple[int, ...] = ()
    helped: tuple[Seat, ...] = ()
    follows: bool = False

    def hints_of(self, seat: Seat | None) -> HintMode:
        """When this seat is shown the legal placements; None: when several are to act, or nobody is."""
        return HintMode.ALWAYS if seat in self.helped else self.hints

    @property
    def boards(self) -> int:
        """The number of boards of the game: the table's own, and those where anybody else sits."""
        return 1 + max(self.places, default=0)

    def place(self, seat: Seat) -> int:
        """The number of the board at which this seat sits; the table's own for a seat that the game does not have."""
        return self.places[seat - 1] if 1 <= seat <= len(self.places) else 0

    def computer(self, seat: Seat | None) -> str | None:
        """The level at which the computer plays this seat; None: a person plays it, or there is no such seat."""
        return self.computers[seat - 1] if seat is not None and 1 <= seat <= len(self.computers) else None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(1, len(self.names) + 1) if self.computer(seat) is None)


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored value of a game whose package cannot be used: kept as it was stored, and read by nobody."""

    stored: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameAgreed:
    """A new game was agreed on."""

    agreement: Agreement


@dataclass(frozen=True, slots=True)
class GameDealt:
    """The secret result of chance. It must never leave the store except through a view."""

    game: str
    deal: GameDeal = field(repr=False)


@dataclass(frozen=True, slots=True)
class BegunFrom:
    """The game begins with the actions of another game, secrets included. They must never leave the store except by a
    view.

    The actions are copied, so the log of this game needs no other game, and the other may be deleted. The agreement
    names that game and the step (`began_from`); ratings leave such a game out.
    """

    game: str
    acts: tuple[tuple[Actor, GameAction], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat, or the TABLE, has acted. The action may be secret, and must leave the store only through a view."""

    game: str
    actor: Actor
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class Noted:
    """A seat has noted something for itself. Nobody else may know that the note exists; only a view may show it.

    A note is no step: notes are kept in `Session.notes`, make no screen stale, and are applied again after a take-back.
    """

    game: str
    actor: Actor
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A timer of the game has expired."""

    name: str


@dataclass(frozen=True, slots=True)
class TurnTimed:
    """The time that the current turn has used so far. It has no consequence in the game."""

    used_ms: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game was taken back to its state after `to_version`."""

    to_version: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. The archive can show the outcome even where the game is no longer installed."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A screen has taken a seat; `key` is the digest of its token. An earlier screen of the seat loses the seat."""

    seat: Seat
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat has given up its own screen."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """The computer plays the seat from now on, at this level; None: a person does."""

    seat: Seat
    level: str | None


@dataclass(frozen=True, slots=True)
class HostNamed:
    """A device has become the host; `key` is the digest of the device's key."""

    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The game was paused: nobody is to lay anything until it is resumed."""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The game was resumed."""


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game was given up."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The result was seen; the table is free for another game."""


@dataclass(frozen=True, slots=True)
class GameTitled:
    """A finished game was given a title; an empty title means its players' names."""

    number: int
    title: str


@dataclass(frozen=True, slots=True)
class GameDeleted:
    """A finished game was deleted from the archive. The store erases its facts; its number is never used again."""

    number: int


@dataclass(frozen=True, slots=True)
class SensorLeftOut:
    """People masked a sensor. The mask belongs to the board and outlives games, deletions and restarts."""

    site: Site


@dataclass(frozen=True, slots=True)
class SensorSuspected:
    """A sensor may have invented a turn that was taken back: in every game, a piece there waits for the button."""

    site: Site


@dataclass(frozen=True, slots=True)
class SensorTrusted:
    """A sensor is read again, and no longer suspected."""

    site: Site


OF_SENSORS: Final = (SensorLeftOut, SensorSuspected, SensorTrusted)
"""Facts about the board's sensors; they belong to no game."""
UNSEEN: Final = (Noted,)
"""Facts whose very existence only their own seat may know.

A counter is a message. So pages, replies, `/health`, the black box and the check for stale screens count by
`Session.public`, which skips these facts; `Session.version` numbers the chain and never leaves the table. Computers
think about a `Session.position`, which is public as well, or a note would make them think again.
"""

Fact: TypeAlias = (
    GameAgreed
    | GameDealt
    | BegunFrom
    | Acted
    | Noted
    | TimeUp
    | TurnTimed
    | TakenBack
    | GameEnded
    | SeatTaken
    | SeatFreed
    | SeatHandedOver
    | HostNamed
    | GamePaused
    | GameResumed
    | GameAbandoned
    | GameClosed
    | GameTitled
    | GameDeleted
    | SensorLeftOut
    | SensorSuspected
    | SensorTrusted
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact in the log, numbered from 1, with the id of its command (None: the table acted by itself)."""

    version: int
    fact: Fact
    command: str | None = None


OF_A_SET_UP: Final = (
    GameDealt,
    BegunFrom,
    HostNamed,
    SeatTaken,
    SeatFreed,
    SeatHandedOver,
    GamePaused,
    GameResumed,
    GameAbandoned,
    TurnTimed,
)
"""Facts that a game may have before anybody begins to play; beside them, actions of the TABLE, such as drawing a board.
"""


def not_begun(written: Sequence[Fact]) -> bool:
    """Whether these facts set a game up, and no more."""
    rest = written[1:] if written and isinstance(written[0], GameClosed) else written
    agreed = bool(rest) and isinstance(rest[0], GameAgreed)
    return agreed and only_sets_up(rest[1:])


def set_ups_apart(entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], ...]:
    """Split the entries so that each set-up begins a part, together with a `GameClosed` just before it.

    One batch may hold a set-up behind facts of another game, and a set-up that replaces another.
    """
    starts = [
        place - (place > 0 and isinstance(entries[place - 1].fact, GameClosed))
        for place, entry in enumerate(entries)
        if isinstance(entry.fact, GameAgreed)
    ]
    cuts = sorted({0, *starts, len(entries)})
    return tuple(entries[begin:end] for begin, end in pairwise(cuts))


def only_sets_up(written: Iterable[Fact]) -> bool:
    """Whether all of these facts may belong to a game that nobody has begun."""
    return all(isinstance(fact, OF_A_SET_UP) or (isinstance(fact, Acted) and fact.actor == TABLE) for fact in written)
