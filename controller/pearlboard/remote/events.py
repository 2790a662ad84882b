"""The events that one end of a line reports: the peer, its messages, pages that were dropped, and how things stand."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from pearlboard.remote.messages import Goodbye, Hello, Kept


class Why(Enum):
    """The reason why a connection has ended. The line itself goes on with the next connection."""

    CUT = auto()
    REPLACED = auto()
    SILENT = auto()
    UNGREETED = auto()
    MALFORMED = auto()
    GAP = auto()


@dataclass(frozen=True, slots=True)
class Greeted:
    """The peer is there. `resumed`: everything said here arrives; otherwise the peer knows nothing of before, states
    are told to it again, and every page was `Dropped`.
    """

    peer: Hello
    resumed: bool


@dataclass(frozen=True, slots=True)
class Received:
    """The next message of the peer."""

    message: Kept


@dataclass(frozen=True, slots=True)
class Dropped:
    """A page's channel was closed by the line. The guest opens another one, in which the page gets a snapshot."""

    channel: int


@dataclass(frozen=True, slots=True)
class Away:
    """The connection is gone, and why."""

    why: Why


@dataclass(frozen=True, slots=True)
class Over:
    """The line has ended for good, by the peer or here, for the reason that is in the farewell."""

    goodbye: Goodbye
    by_peer: bool


Event: TypeAlias = Greeted | Received | Dropped | Away | Over


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a line. `round_trip_ms`: of the last beat; `cuts`: connections lost; `waiting`: messages not
    acknowledged; `heard_ms`: when the peer was last heard.
    """

    round_trip_ms: int | None
    cuts: int
    waiting: int
    heard_ms: int | None
