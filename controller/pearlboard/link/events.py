"""Events of a connection to a board: who the board is, readings, log messages, and how the connection ended."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from pearlboard.link.messages import Hello


class Why(Enum):
    """Why a connection has ended."""

    SILENT = auto()
    STRANGER = auto()
    PROMPT = auto()
    VERSION = auto()
    SENSORS = auto()
    LEDS = auto()
    LIMITS = auto()
    STALLED = auto()
    RESTARTED = auto()


@dataclass(frozen=True, slots=True)
class Greeted:
    """A board has identified itself, whether it is suitable or not."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Seen:
    """A reading of the whole chain, bit 0 first; `held`: the bits of `messages.Held`.

    `at_ms`: since when, by the board's clock converted to the host's time; for boards without timestamps, the arrival.
    """

    bits: int
    held: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Told:
    """A log message of the board, for its maintainers."""

    text: str


@dataclass(frozen=True, slots=True)
class Left:
    """The board has acknowledged the host's farewell."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The connection has ended, and why; `hello`, if one was received."""

    why: Why
    hello: Hello | None = None


Event: TypeAlias = Greeted | Seen | Told | Left | Gone
