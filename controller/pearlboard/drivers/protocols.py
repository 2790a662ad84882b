"""The protocols that every board driver implements, and the events that drivers deliver.

The laws, checked by `tests/drivers/conformance.py`:
- events reach the listener on the event loop's thread, in order; a driver that blocks hides its one thread behind
  `clock.post_to_loop`;
- the first event is `Connected` or `Lost`; there are no scans and no buttons while the board is lost, and every
  `Connected` is followed by a scan of the whole chain: lost is *unknown*, never "all lifted";
- scans and buttons carry the time of the first reading of their new state, by the table's clock. They are delivered
  later, scans in the order of these times; a button may be delivered after a scan with a later time;
- a scan is delivered when the chain has changed, and once after every `Connected`; `seen_ms` shows that an unchanged
  chain is still being read;
- `show`, `lamp` and `play` return at once and never raise because the board is lost; the latest frame wins;
- after `close` there are no further events, and the lights are dark.

A driver knows the lengths of the chains (`Chains`), not the meaning of their bits: only `Wiring` turns bits into sites.
So the wizard can run on a board whose wiring is not known yet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from pearlboard.geometry import Site
from pearlboard.sensing.scan import Scan
from pearlboard.texts import Sentence

Tone: TypeAlias = tuple[int, int]
"""A frequency in Hz (0: a rest) and a duration in ms."""


class Clock(Protocol):
    """A clock; calling it returns the time."""

    def __call__(self) -> int:
        """Milliseconds since some moment in the past; never decreasing."""

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Schedule a callback at that time, or as soon as possible after; call the returned function to cancel it."""


class Button(StrEnum):
    """The buttons that a board may have."""

    END_TURN = "end_turn"
    HINT = "hint"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed."""

    button: Button
    at_ms: int


@dataclass(frozen=True, slots=True)
class Released:
    """A button was released."""

    button: Button
    at_ms: int


@dataclass(frozen=True, slots=True)
class Supplied:
    """The lights' supply has its voltage again, or is too low. At first it counts as `well`."""

    well: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class Connected:
    """The board answers; `about` identifies it for maintainers."""

    about: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The board does not answer. Its pieces are unknown until it does."""

    reason: Sentence
    at_ms: int


Event: TypeAlias = Scan | Pressed | Released | Supplied | Connected | Lost
Listener: TypeAlias = Callable[[Event], None]


class SensorSource(Protocol):
    """The board's inputs: the chain and the buttons."""

    @property
    def seen_ms(self) -> int | None:
        """When the board last answered, with a scan or anything else; None while it is lost."""

    @property
    def late_ms(self) -> int:
        """The greatest delay between reading a scan and delivering it, in ms."""

    def start(self, listener: Listener) -> None:
        """Start delivering events; called once, on the event loop's thread."""

    def close(self) -> None:
        """Stop, switch the lights off, and release the hardware."""


class Lights(Protocol):
    """The strip, and the end-turn button's lamp."""

    def show(self, frame: bytes) -> None:
        """Show R, G and B of every LED, in the order of the chain; `ValueError` for another length."""

    def lamp(self, *, on: bool) -> None:
        """Switch the end-turn button's lamp. A board without a lamp ignores this."""


class Sound(Protocol):
    """A piezo, if there is one."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Play these tones, in place of any that are still sounding. A board without a piezo ignores this."""


class Board(SensorSource, Lights, Sound, Protocol):
    """All that the table is wired to."""


class Simulated(Board, Protocol):
    """A simulated board, and what hands can do to it; `ImpossibleMove` for what they cannot do."""

    pieces: set[Site]

    def put(self, site: Site) -> None:
        """Lay a piece."""

    def lift(self, site: Site) -> None:
        """Lift a piece."""

    def press(self, button: Button, ms: int = 100) -> int:
        """Press a button and release it after `ms`; return the ms that this takes."""

    def arrange(self, pieces: frozenset[Site]) -> None:
        """Lay and lift pieces until exactly these lie there."""
