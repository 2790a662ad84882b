"""What every trial of the bench can do: it takes scans, time and answers, and says what to do and what it has found.

A trial knows no clock, no file and no screen; the terminal and the operator's page run the same ones. It ends with one
line: may the build go on, and what is to be looked at if not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from pearlboard.errors import BadInput
from pearlboard.lights.power import limited
from pearlboard.lights.theme import Colour
from pearlboard.sensing.debounce import ones
from pearlboard.sensing.scan import Scan
from pearlboard.texts import Sentence, say

WHITE: Final[Colour] = (200, 200, 200)
GREEN: Final[Colour] = (0, 200, 0)
RED: Final[Colour] = (200, 0, 0)
BLUE: Final[Colour] = (0, 0, 200)
SHOWN_MS: Final = 1_000
"""How often the lights of a trial are sent, changed or not: a board that was reset shows them again."""
STABLE_MS: Final = 300
"""How long bits must keep still to be believed: six samples of a Hall switch that samples at 20 Hz."""
UNREADABLE: Final = (
    "nothing can be read just now: see that the board is plugged in and that the trial frame passes, then answer again"
)


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The end of a trial: whether the build may go on, and one line that says it."""

    ok: bool
    sentence: Sentence


class Trial(Protocol):
    """One trial under way."""

    def feed(self, scan: Scan) -> None:
        """Take a scan, as read; a scan that equals the last one need not be fed."""

    def disconnect(self, at_ms: int) -> None:
        """The board is away: what was read before counts no more."""

    def tick(self, at_ms: int) -> None:
        """Let time pass."""

    def answer(self, word: str) -> None:
        """Take what the person types or taps: a light's name, yes, no, skip, back, done; `BadInput` if it is none."""

    @property
    def due_ms(self) -> int | None:
        """When the next tick can change something; None if only a scan or an answer can."""

    @property
    def asks(self) -> Sentence:
        """What the person is to do now."""

    @property
    def lit(self) -> Mapping[int, Colour]:
        """The LEDs that shine, by their number in the chain."""

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """What is wrong so far, each with where to look."""

    @property
    def verdict(self) -> TrialResult | None:
        """None while it is under way."""


def lit_frame(trial: Trial, leds: int, cap_ma: int) -> bytes:
    """The lights of a trial for a chain of so many LEDs, R, G and B of each, within the limit."""
    frame = bytearray(3 * leds)
    for led, colour in trial.lit.items():
        frame[3 * led : 3 * led + 3] = bytes(colour)
    return limited(bytes(frame), cap_ma)


def understood(word: str, *words: str) -> str:
    """One of `words`, from what was typed; `BadInput` tells which there are."""
    plain = word.strip().lower()
    if plain not in words:
        raise BadInput("", f"{word.strip()!r} was not understood; answer {', '.join(words)}")
    return plain


class Watch:
    """The bits as they were read last, since when they have kept still, and how often each has changed."""

    def __init__(self) -> None:
        self.bits: int | None = None
        self.now = 0
        self.still_since = 0
        self.changes: dict[int, int] = {}

    def feed(self, scan: Scan, ignored: int = 0) -> None:
        """Take a scan; a change of `ignored` bits disturbs nothing."""
        before = scan.bits if self.bits is None else self.bits
        if self.bits is None or (before ^ scan.bits) & ~ignored:
            self.still_since = scan.at_ms
        for bit in ones(before ^ scan.bits):
            self.changes[bit] = self.changes.get(bit, 0) + 1
        self.bits = scan.bits
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Nothing can be read: the board is away, or the frame bits are wrong."""
        self.bits = None
        self.tick(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self.now = max(self.now, at_ms)

    def restart(self) -> None:
        """Count from now on."""
        self.changes.clear()
        self.still_since = self.now

    @property
    def stable(self) -> bool:
        """Whether what was read may be believed."""
        return self.bits is not None and self.now - self.still_since >= STABLE_MS

    @property
    def settled(self) -> int:
        """What may be believed; `BadInput` if nothing can be read, or the bits do not keep still."""
        if self.bits is None:
            raise BadInput("", UNREADABLE)
        if not self.stable:
            raise BadInput("", "the sensors do not keep still; wait a moment, then answer done")
        return self.bits

    @property
    def due_ms(self) -> int | None:
        """When what was read may be believed; None if it is, or nothing was."""
        return None if self.bits is None or self.stable else self.still_since + STABLE_MS


class Away:
    """How often the board went away. One that has not come yet cannot go."""

    def __init__(self) -> None:
        self.count = 0
        self._here = False

    def come(self) -> None:
        """A scan was read."""
        self._here = True

    def go(self) -> None:
        """The board is away; said again, it is still."""
        self.count += self._here
        self._here = False

    def forget(self) -> None:
        """What was before does not count; whether it is here stays."""
        self.count = 0

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """How often, if it ever was."""
        return (say("bench_away", count=self.count),) if self.count else ()
