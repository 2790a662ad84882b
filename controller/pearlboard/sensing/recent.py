"""The recent scans, and what the last scan at a given moment showed.

Scans arrive a little after they were made, so the pieces of one moment are known only a moment later. The scans of the
last seconds are kept for this question; older ones only as the pieces that lay there, and since when.

The pieces at a stop (`Freezing.freezes`) are looked up in this way. How late a scan may arrive is a property of the
board (`late_ms`).
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from pearlboard.sensing.debounce import ones
from pearlboard.sensing.scan import Scan

KEPT_MS: Final = 2_000


def lying(before: Mapping[int, int], scans: Iterable[Scan], at_ms: int) -> dict[int, int]:
    """The bits set in the last scan made at or before `at_ms`, and since when each has been set.

    `before`: the same for the time before the first of these scans.
    """
    since = dict(before)
    for scan in scans:
        if scan.at_ms > at_ms:
            break
        was = sum(1 << bit for bit in since)
        for bit in ones(was ^ scan.bits):
            if bit in since:
                del since[bit]
            else:
                since[bit] = scan.at_ms
    return since


class Recent:
    """The scans of the last `KEPT_MS`, upright, in order of time."""

    def __init__(self) -> None:
        self._before: dict[int, int] = {}
        self._scans: deque[Scan] = deque()

    def feed(self, scan: Scan) -> None:
        """Take a scan; reduce scans that have become too old to the bits that they left set."""
        self._scans.append(scan)
        old = []
        while len(self._scans) > 1 and self._scans[1].at_ms < scan.at_ms - KEPT_MS:
            old.append(self._scans.popleft())
        if old:
            self._before = lying(self._before, old, scan.at_ms)

    def lying_at(self, at_ms: int) -> dict[int, int]:
        """The bits set in the last scan at or before that time, and since when each."""
        return lying(self._before, self._scans, at_ms)

    def forget(self) -> None:
        """Forget everything: the board was disconnected."""
        self._before = {}
        self._scans.clear()
