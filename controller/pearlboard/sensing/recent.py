"""What a moment's last scan had: a pure function of scans and one time.

Scans come a little after they were made, so what lay there at a moment is known only a moment later. The scans of the
last seconds are kept for that; of what was before them, only what lay there and since when.

What lay on the board at a stop (`OnBoard.freezes`) is asked in this way. How late a scan may come, the board itself
says (`late_ms`).
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from pearlboard.sensing.debounce import ones
from pearlboard.sensing.scan import Scan

KEPT_MS: Final = 2_000


def lying(before: Mapping[int, int], scans: Iterable[Scan], at_ms: int) -> dict[int, int]:
    """The bits that are set in the last of these scans that was not made after `at_ms`, and since when each.

    `before`: the same of what was before the first of them.
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
    """The scans of the last `KEPT_MS`, upright, in the order of their times."""

    def __init__(self) -> None:
        self._before: dict[int, int] = {}
        self._scans: deque[Scan] = deque()

    def feed(self, scan: Scan) -> None:
        """Take a scan; what has become too old is remembered only as what it left behind."""
        self._scans.append(scan)
        old = []
        while len(self._scans) > 1 and self._scans[1].at_ms < scan.at_ms - KEPT_MS:
            old.append(self._scans.popleft())
        if old:
            self._before = lying(self._before, old, scan.at_ms)

    def lying_at(self, at_ms: int) -> dict[int, int]:
        """What the last scan by that time had, and since when."""
        return lying(self._before, self._scans, at_ms)

    def forget(self) -> None:
        """The board was away."""
        self._before = {}
        self._scans.clear()
