"""What can have happened. A fact is an entry of the log; it was true when it was written and is never changed.

Facts name what was decided, not what follows from it: whose turn comes next is for the rules of the game. What chance
decided is inside the facts, so a replay rolls nothing. What is the game's own (set-up, deal, action) only it reads.

Who holds a seat's screen and which device is the host's are facts, so both outlive the program. An invitation is no
fact: it ends with the program, and with its game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pearlboard.games.values import TABLE, Actor, GameAction, GameDeal, GameSetup, Outcome, Seat
from pearlboard.geometry import Site


class HintMode(StrEnum):
    """When the table shows what may be laid."""

    OFF = "off"
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the people at the table agreed on before a game. Names are in seat order.

    computers  the level of each seat that the computer plays, None where a person does; empty: nothing but people
    deals      chance decides something in secret before the game begins: a fact of its own tells it
    clock      minutes that a turn may take before somebody is told so, kindly; 0: there is no clock
    began_from the finished game, and how many steps of it, from which this one begins; None: it begins at the beginning
    explains   the table explains the game as it goes, and answers "why?"
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

    def computer(self, seat: Seat | None) -> str | None:
        """The level at which the computer plays that seat; None: a person does, or nobody."""
        return self.computers[seat - 1] if seat is not None and 1 <= seat <= len(self.computers) else None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat in range(1, len(self.names) + 1) if self.computer(seat) is None)


@dataclass(frozen=True, slots=True)
class Kept:
    """What the log holds of a game whose package cannot be used: as it was stored, and read by nobody."""

    stored: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameAgreed:
    """A new game."""

    agreement: Agreement


@dataclass(frozen=True, slots=True)
class GameDealt:
    """What chance decided and nobody may know yet. It may never leave the store but through a view."""

    game: str
    deal: GameDeal = field(repr=False)


@dataclass(frozen=True, slots=True)
class BegunFrom:
    """The game begins with what was done in another, secrets and all. It may never leave the store but by a view.

    The actions themselves are copied, so the log of this game needs no other game, and the other may be deleted. The
    agreement names that game and the step (`began_from`); ratings leave such a game out.
    """

    game: str
    acts: tuple[tuple[Actor, GameAction], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat, or the table, has acted. It may hold a secret, and so may never leave the store but through a view."""

    game: str
    actor: Actor
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class Noted:
    """A seat has said what it alone knows. Nobody else may know even that; it may leave the store by a view alone.

    A note is no step: kept in `Session.notes`, it makes no screen stale, and is said again when later actions are
    taken back.
    """

    game: str
    actor: Actor
    action: GameAction = field(repr=False)


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A time of the game has run out."""

    name: str


@dataclass(frozen=True, slots=True)
class TurnTimed:
    """So much of its time the turn that is on has used by now. Nothing follows from it in the game."""

    used_ms: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game stands again as it stood after that version."""

    to_version: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. The archive can tell how, even where the game itself is not installed any more."""

    outcome: Outcome


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


@dataclass(frozen=True, slots=True)
class GameTitled:
    """A finished game is called so from now on; nothing: as its players."""

    number: int
    title: str


@dataclass(frozen=True, slots=True)
class GameDeleted:
    """A finished game is in the archive no longer. The store takes what it held; its number is never used again."""

    number: int


@dataclass(frozen=True, slots=True)
class SensorLeftOut:
    """People chose not to have this sensor read: it is the board's, and outlives games, deletions and restarts."""

    site: Site


@dataclass(frozen=True, slots=True)
class SensorSuspected:
    """It may have made up a turn that was taken back: what comes there waits for the button, in every game."""

    site: Site


@dataclass(frozen=True, slots=True)
class SensorTrusted:
    """It is read again, and suspected no more."""

    site: Site


OF_SENSORS: Final = (SensorLeftOut, SensorSuspected, SensorTrusted)
"""What is said of the board's sensors, in whichever game; it is no part of any."""
UNSEEN: Final = (Noted,)
"""Facts of which nobody may know that there are any, but for the seat whose own they are.

A counter is a message. So pages, replies, `/health`, the black box and the check for stale screens count by
`Session.public`, which passes over these facts; `Session.version` numbers the chain and never leaves the table.
Computers think about a `Session.position`, which is public as well, or a note would make them think again.
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
    """A fact in the log, numbered from 1, with the id of the command it came from (None: the table's own doing)."""

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
"""Facts of a game that nobody has begun; besides, what the table does by itself, such as laying out a drawn board."""


def not_begun(written: Sequence[Fact]) -> bool:
    """Whether these facts set a game up, and no more."""
    rest = written[1:] if written and isinstance(written[0], GameClosed) else written
    agreed = bool(rest) and isinstance(rest[0], GameAgreed)
    return agreed and only_sets_up(rest[1:])


def set_ups_apart(entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], ...]:
    """The entries in parts: each set-up, with the leaving of a result before it, begins one.

    What is written at once may hold a set-up behind facts of another game, and one that takes the place of another.
    """
    starts = [
        place - (place > 0 and isinstance(entries[place - 1].fact, GameClosed))
        for place, entry in enumerate(entries)
        if isinstance(entry.fact, GameAgreed)
    ]
    cuts = sorted({0, *starts, len(entries)})
    return tuple(entries[begin:end] for begin, end in pairwise(cuts))


def only_sets_up(written: Iterable[Fact]) -> bool:
    """Whether all of these may belong to a game that nobody has begun."""
    return all(isinstance(fact, OF_A_SET_UP) or (isinstance(fact, Acted) and fact.actor == TABLE) for fact in written)
