"""Converts a board's milliseconds to the host's time, from the snapshot with the least delay.

Every Snapshot carries the time at which it was sent; the difference between arrival and that time is the offset of the
two clocks plus the delay on the way. The least difference of the last ten to twenty seconds is taken for the offset;
the crystals drift by about a millisecond in that time. Converted times keep the board's order, and never lie after the
arrival.
"""

from typing import Final

WINDOW_MS: Final = 10_000
_WRAP: Final = 1 << 32


class BoardClock:
    """The clock of one board, estimated from its Snapshots."""

    def __init__(self) -> None:
        self._board_ms: int | None = None
        self._apart: int | None = None
        self._apart_before: int | None = None
        self._since_ms = 0
        self._last: tuple[int, int] | None = None

    def feed(self, board_ms: int, at_ms: int) -> None:
        """Take a Snapshot sent at `board_ms` (32 bits) that arrived at `at_ms`."""
        apart = at_ms - self._unwrapped(board_ms)
        if self._apart is None or at_ms - self._since_ms >= WINDOW_MS:
            self._apart_before, self._apart, self._since_ms = self._apart, apart, at_ms
        self._apart = min(self._apart, apart)

    def host_ms(self, board_ms: int, at_ms: int) -> int:
        """The host's time of a reading that arrived at `at_ms`; successive results increase as the readings do."""
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
        """Extend the board's counter, which wraps around after 49 days."""
        if self._board_ms is None:
            self._board_ms = board_ms
        else:
            self._board_ms += (board_ms - self._board_ms + _WRAP // 2) % _WRAP - _WRAP // 2
        return self._board_ms
