"""The protocol of trials: scans, time and answers in; questions, lights, findings and a verdict out.

A trial knows no clock, no file and no screen; the terminal and the operator's page run the same ones. Its verdict is
one line: whether the build may go on, and otherwise where to look.
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
"""The interval at which a trial's lights are sent again, for a board that was reset."""
STABLE_MS: Final = 300
"""How long bits must keep still to be believed: six samples of a Hall switch that samples at 20 Hz."""
UNREADABLE: Final = (
    "nothing can be read just now: see that the board is plugged in and that the trial frame passes, then answer again"
)


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The verdict of a trial: whether the build may go on, and one line."""

    ok: bool
    sentence: Sentence


class Trial(Protocol):
    """A trial in progress."""

    def feed(self, scan: Scan) -> None:
        """Take a scan; repetitions need not be fed."""

    def disconnect(self, at_ms: int) -> None:
        """Note that the board is away: earlier readings no longer count."""

    def tick(self, at_ms: int) -> None:
        """Let time pass."""

    def answer(self, word: str) -> None:
        """Take an answer: a light's name, yes, no, skip, back, done; `BadInput` for anything else."""

    @property
    def due_ms(self) -> int | None:
        """The time at which the next tick can change something; None if only a scan or an answer can."""

    @property
    def asks(self) -> Sentence:
        """The instruction to the person now."""

    @property
    def lit(self) -> Mapping[int, Colour]:
        """The colours of LEDs, by their number in the chain."""

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """Faults found so far, each with where to look."""

    @property
    def verdict(self) -> TrialResult | None:
        """The verdict; None while the trial is in progress."""


def lit_frame(trial: Trial, leds: int, cap_ma: int) -> bytes:
    """The frame of a trial's lights for a chain of `leds` LEDs, R, G and B of each, within the current limit."""
    frame = bytearray(3 * leds)
    for led, colour in trial.lit.items():
        frame[3 * led : 3 * led + 3] = bytes(colour)
    return limited(bytes(frame), cap_ma)


def understood(word: str, *words: str) -> str:
    """The one of `words` that was typed; `BadInput` lists them."""
    plain = word.strip().lower()
    if plain not in words:
        raise BadInput("", f"{word.strip()!r} was not understood; answer {', '.join(words)}")
    return plain


class Watch:
    """The last bits, since when they have kept still, and how often each has changed."""

    def __init__(self) -> None:
        self.bits: int | None = None
        self.now = 0
        self.still_since = 0
        self.changes: dict[int, int] = {}

    def feed(self, scan: Scan, ignored: int = 0) -> None:
        """Take a scan; changes of `ignored` bits are ignored."""
        before = scan.bits if self.bits is None else self.bits
        if self.bits is None or (before ^ scan.bits) & ~ignored:
            self.still_since = scan.at_ms
        for bit in ones(before ^ scan.bits):
            self.changes[bit] = self.changes.get(bit, 0) + 1
        self.bits = scan.bits
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Note that nothing can be read: the board is away, or the frame bits are wrong."""
        self.bits = None
        self.tick(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self.now = max(self.now, at_ms)

    def restart(self) -> None:
        """Restart counting."""
        self.changes.clear()
        self.still_since = self.now

    @property
    def stable(self) -> bool:
        """Whether the bits may be believed."""
        return self.bits is not None and self.now - self.still_since >= STABLE_MS

    @property
    def settled(self) -> int:
        """The bits; `BadInput` if nothing can be read, or they do not keep still."""
        if self.bits is None:
            raise BadInput("", UNREADABLE)
        if not self.stable:
            raise BadInput("", "the sensors do not keep still; wait a moment, then answer done")
        return self.bits

    @property
    def due_ms(self) -> int | None:
        """The time at which the bits may be believed; None if they are, or without any."""
        return None if self.bits is None or self.stable else self.still_since + STABLE_MS


class Away:
    """Counts how often the board went away, once it has been there."""

    def __init__(self) -> None:
        self.count = 0
        self._here = False

    def come(self) -> None:
        """Note that a scan arrived."""
        self._here = True

    def go(self) -> None:
        """Note that the board is away; repetitions do not count."""
        self.count += self._here
        self._here = False

    def forget(self) -> None:
        """Restart counting."""
        self.count = 0

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """The count in words, unless it is zero."""
        return (say("bench_away", count=self.count),) if self.count else ()
