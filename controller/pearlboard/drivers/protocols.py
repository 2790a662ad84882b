"""What every board can do: the protocols that drivers implement, and the events they hand over.

The laws, kept by `tests/drivers/conformance.py`:
- events reach the listener on the event loop's thread, in order; a driver that blocks hides its one thread behind
  `clock.post_to_loop`;
- the first event is `Connected` or `Lost`; no scan and no button comes while the board is lost, and after every
  `Connected` comes a scan of the whole chain: lost is *unknown*, never "all lifted";
- a scan and a button carry the time at which the board first read them so, in the time of the table's clock. They are
  handed over later, scans in the order of these times; a button may come after a scan that was made after it;
- a scan is handed over when the chain has changed, and once after every `Connected`; that an unchanged chain is still
  being read shows in `seen_ms`;
- `show`, `lamp` and `play` return at once and never raise because the board is away; of frames the latest wins;
- after `close` nothing comes any more, and the lights are dark.

A driver knows how long the chains are (`Chains`), not what their bits mean: only `Wiring` turns bits into places. So
the wizard can run on a board whose wiring nobody knows yet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from pearlboard.geometry import Site
from pearlboard.sensing.scan import Scan
from pearlboard.texts import Sentence

Tone: TypeAlias = tuple[int, int]
"""A frequency in Hz, 0 for a rest, and a duration in ms."""


class Clock(Protocol):
    """Calling it tells the time."""

    def __call__(self) -> int:
        """Milliseconds since some moment in the past; never less than before."""

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back at that time, or as soon as may be after it. Calling what is returned prevents it."""


class Button(StrEnum):
    """The buttons a board may have."""

    END_TURN = "end_turn"
    HINT = "hint"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down."""

    button: Button
    at_ms: int


@dataclass(frozen=True, slots=True)
class Released:
    """A button came up."""

    button: Button
    at_ms: int


@dataclass(frozen=True, slots=True)
class Connected:
    """The board answers; `about` says which one, for people who look after it."""

    about: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The board does not answer. What lies on it is unknown until it does."""

    reason: Sentence
    at_ms: int


Event: TypeAlias = Scan | Pressed | Released | Connected | Lost
Listener: TypeAlias = Callable[[Event], None]


class SensorSource(Protocol):
    """Reads the chain and the buttons."""

    @property
    def seen_ms(self) -> int | None:
        """When the board last answered, with the chain or with anything else; None while it is lost."""

    @property
    def late_ms(self) -> int:
        """By how much later than it was read a scan is handed over, at most."""

    def start(self, listener: Listener) -> None:
        """Begin to hand over events; called once, on the event loop's thread."""

    def close(self) -> None:
        """Stop, lights dark, and let go of the hardware."""


class Lights(Protocol):
    """The strip, and the end-turn button's lamp."""

    def show(self, frame: bytes) -> None:
        """Show R, G and B of every LED, in the order of the chain; `ValueError` for another length."""

    def lamp(self, *, on: bool) -> None:
        """Light the end-turn button, or not. A board without a lamp ignores it."""


class Sound(Protocol):
    """A piezo, if there is one."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Play these tones in place of any that still sound. A board without a piezo ignores it."""


class Board(SensorSource, Lights, Sound, Protocol):
    """All of it: what the table is wired to."""


class Simulated(Board, Protocol):
    """A board that exists only here, with what hands do to it; `ImpossibleMove` for what they cannot do."""

    pieces: set[Site]

    def put(self, site: Site) -> None:
        """Lay a piece."""

    def lift(self, site: Site) -> None:
        """Take a piece away."""

    def press(self, button: Button, ms: int = 100) -> int:
        """Press a button and release it after `ms`; returns the ms it takes."""

    def arrange(self, pieces: frozenset[Site]) -> None:
        """Lay and lift until exactly these pieces lie there."""
