"""Sensors that cannot be trusted, judged by what was expected of them and what they read over time.

    noisy         changes again and again: a hesitating hand makes a handful of changes, a loose wire dozens
    intermittent  an expected piece vanishes for a moment, again and again: no hand is so quick
    slow          takes a second to come to rest, repeatedly
    dead, stuck   reads 0 under an expected piece, or 1 where none may lie, although people were asked to correct it

A noisy sensor is ignored while it is noisy. The others are read, but their pieces count only when somebody confirms.
"""

from collections import deque
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pearlboard.sensing.debounce import ones
from pearlboard.sensing.scan import Scan

DROP_MS: Final = 700
"""A piece that is back within this time was not lifted by a hand."""
DROPS: Final = 3
DROPS_MS: Final = 120_000
"""Dropouts (`DROPS`): this many within this window are no accident."""
SLOW_MS: Final = 1_000
REST_MS: Final = 200
"""A sensor without changes for this long has come to rest."""
SLOW_TIMES: Final = 2
"""A sensor is reported as slow from this many slow settlings on."""


class Ailment(StrEnum):
    """A diagnosis of a sensor; the value is the name of the sentence for people."""

    DEAD = "sensor_dead"
    STUCK = "sensor_stuck"
    SLOW = "sensor_slow"
    INTERMITTENT = "sensor_intermittent"
    NOISY = "sensor_noisy"


class Flicker:
    """Counts changes by bit: noisy from the `limit`-th within `window_ms` until `calm_ms` after the last change."""

    def __init__(self, limit: int = 16, window_ms: int = 2_000, calm_ms: int = 30_000) -> None:
        self.limit = limit
        self.window_ms = window_ms
        self.calm_ms = calm_ms
        self._latest: int | None = None
        self._changes: dict[int, deque[int]] = {}
        self._noisy: set[int] = set()

    def feed(self, scan: Scan) -> None:
        """Take a scan of upright bits."""
        self._noisy = self._restless(scan.at_ms)
        if self._latest is not None:
            for bit in ones(self._latest ^ scan.bits):
                changes = self._changes.setdefault(bit, deque(maxlen=self.limit))
                changes.append(scan.at_ms)
                if len(changes) == self.limit and scan.at_ms - changes[0] <= self.window_ms:
                    self._noisy.add(bit)
        self._latest = scan.bits

    def noisy(self, at_ms: int) -> int:
        """The bits that are noisy at that time."""
        return sum(1 << bit for bit in self._restless(at_ms))

    def _restless(self, at_ms: int) -> set[int]:
        return {bit for bit in self._noisy if at_ms - self._changes[bit][-1] < self.calm_ms}

    def calm_at(self, at_ms: int) -> int | None:
        """When the next noisy bit becomes trusted again, if it stays still; None if none is noisy."""
        return min((self._changes[bit][-1] + self.calm_ms for bit in self._restless(at_ms)), default=None)

    def forget(self) -> None:
        """Start over: the board was disconnected."""
        self._latest = None
        self._changes.clear()
        self._noisy.clear()


class Dropouts:
    """Detects expected pieces that vanish for a moment; `bits` are intermittent from the `DROPS`-th dropout on."""

    def __init__(self) -> None:
        self._latest = 0
        self._gone_ms: dict[int, int] = {}
        self._drops: dict[int, deque[int]] = {}
        self.bits = 0

    def feed(self, scan: Scan, expected: int) -> None:
        """Take a scan of upright bits, and the bits of expected pieces."""
        for bit in ones((self._latest ^ scan.bits) & expected):
            if self._latest >> bit & 1:
                self._gone_ms[bit] = scan.at_ms
            elif bit in self._gone_ms and scan.at_ms - self._gone_ms.pop(bit) <= DROP_MS:
                self._note(bit, scan.at_ms)
        self._latest = scan.bits

    def acquit(self, bit: int) -> None:
        """Clear the history of a bit."""
        self._drops.pop(bit, None)
        self.bits &= ~(1 << bit)

    def _note(self, bit: int, at_ms: int) -> None:
        drops = self._drops.setdefault(bit, deque(maxlen=DROPS))
        drops.append(at_ms)
        if len(drops) == DROPS and at_ms - drops[0] <= DROPS_MS:
            self.bits |= 1 << bit


class Slowness:
    """Detects bits that bounce for long before they come to rest; `bits` are slow from the `SLOW_TIMES`-th time on."""

    def __init__(self) -> None:
        self._latest: int | None = None
        self._burst_ms: dict[int, tuple[int, int]] = {}
        self._times: dict[int, int] = {}
        self.bits = 0

    def feed(self, scan: Scan) -> None:
        """Take a scan of upright bits."""
        changed = 0 if self._latest is None else self._latest ^ scan.bits
        self._latest = scan.bits
        for bit in ones(changed):
            began, last = self._burst_ms.get(bit, (scan.at_ms, scan.at_ms))
            began = began if scan.at_ms - last <= REST_MS else scan.at_ms
            self._burst_ms[bit] = began, scan.at_ms
            if last - began < SLOW_MS <= scan.at_ms - began:
                self._times[bit] = self._times.get(bit, 0) + 1
                if self._times[bit] >= SLOW_TIMES:
                    self.bits |= 1 << bit

    def acquit(self, bit: int) -> None:
        """Clear the history of a bit."""
        self._times.pop(bit, None)
        self.bits &= ~(1 << bit)


class Health:
    """The health of a board's sensors, by bit."""

    def __init__(self) -> None:
        self.flicker = Flicker()
        self._expected = 0
        self.forget()

    def forget(self) -> None:
        """Start over: the board was disconnected."""
        self.flicker.forget()
        self._dropouts, self._slowness = Dropouts(), Slowness()

    def expect(self, bits: int) -> None:
        """Set the bits of the expected pieces."""
        self._expected = bits

    def acquit(self, bit: int) -> None:
        """Clear the history of a bit, because people say that it was repaired. Noise ends by itself."""
        self._dropouts.acquit(bit)
        self._slowness.acquit(bit)

    def feed(self, scan: Scan) -> None:
        """Take a scan of upright bits."""
        self.flicker.feed(scan)
        self._dropouts.feed(scan, self._expected)
        self._slowness.feed(scan)

    def ailing(self, at_ms: int) -> Mapping[int, Ailment]:
        """The diagnosis of each suspicious bit; the worst one if there are several."""
        found = (
            (Ailment.SLOW, self._slowness.bits),
            (Ailment.INTERMITTENT, self._dropouts.bits),
            (Ailment.NOISY, self.flicker.noisy(at_ms)),
        )
        return {bit: ailment for ailment, bits in found for bit in ones(bits)}
