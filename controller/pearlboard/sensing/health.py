"""Which sensors cannot be trusted. A place that changes again and again is noisy: it is named and takes no part.

A hand that hesitates makes a handful of changes; a loose wire makes them by the dozen.
"""

from collections import deque

from pearlboard.sensing.debounce import ones
from pearlboard.sensing.scan import Scan


class Flicker:
    """Counts the changes of every bit; noisy from the `limit`-th in `window_ms` until `calm_ms` after the last."""

    def __init__(self, limit: int = 16, window_ms: int = 2_000, calm_ms: int = 30_000) -> None:
        """Begin with every bit quiet."""
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
        """The bits that are not to be trusted at that time."""
        return sum(1 << bit for bit in self._restless(at_ms))

    def _restless(self, at_ms: int) -> set[int]:
        return {bit for bit in self._noisy if at_ms - self._changes[bit][-1] < self.calm_ms}

    def calm_at(self, at_ms: int) -> int | None:
        """When the next bit that is noisy at that time is forgiven if it keeps still; None if none is noisy."""
        return min((self._changes[bit][-1] + self.calm_ms for bit in self._restless(at_ms)), default=None)

    def forget(self) -> None:
        """Begin again: the board was away."""
        self._latest = None
        self._changes.clear()
        self._noisy.clear()
