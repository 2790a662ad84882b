"""The board's milliseconds in the host's time: whatever came quickest was least late.

A board says when it sent a Snapshot; what lies between that and its arrival is how far the two clocks are apart, and
how long the Snapshot was on its way. The least of it in the last ten to twenty seconds is taken for the difference of
the clocks: crystals part by a millisecond meanwhile. What the board saw in order stays in order here, and nothing was
seen later than it was told.
"""

from typing import Final

WINDOW_MS: Final = 10_000
_WRAP: Final = 1 << 32


class BoardClock:
    """The clock of one board, as far as its Snapshots have told it."""

    def __init__(self) -> None:
        self._board_ms: int | None = None
        self._apart: int | None = None
        self._apart_before: int | None = None
        self._since_ms = 0
        self._last: tuple[int, int] | None = None

    def feed(self, board_ms: int, at_ms: int) -> None:
        """What was sent at `board_ms`, of 32 bits, has come at `at_ms`."""
        apart = at_ms - self._unwrapped(board_ms)
        if self._apart is None or at_ms - self._since_ms >= WINDOW_MS:
            self._apart_before, self._apart, self._since_ms = self._apart, apart, at_ms
        self._apart = min(self._apart, apart)

    def host_ms(self, board_ms: int, at_ms: int) -> int:
        """When the board saw what has come at `at_ms`; it is told in the order in which it was seen."""
        seen = self._unwrapped(board_ms)
        known = [apart for apart in (self._apart, self._apart_before) if apart is not None]
        host = min(at_ms, seen + min(known)) if known else at_ms
        if self._last is not None:
            last_seen, last_host = self._last
            host = max(host, last_host + 1) if seen > last_seen else last_host
            seen = max(seen, last_seen)
        self._last = seen, host
        return host

    def _unwrapped(self, board_ms: int) -> int:
        """Beyond the 49 days after which the board's counter begins anew."""
        if self._board_ms is None:
            self._board_ms = board_ms
        else:
            self._board_ms += (board_ms - self._board_ms + _WRAP // 2) % _WRAP - _WRAP // 2
        return self._board_ms
