"""Debounce: a bit changes once its new value has lasted long enough, `place_ms` for 1 and `lift_ms` for 0.

A piece that comes to rest at once, while nothing else moves, settles after three fifths of its time; while other pieces
move, or have just moved, it takes half as long again, because a hand is still at work.

Bits are upright here: 1 is a piece. Between two scans, every bit keeps the value of the last scan, so bits settle
without further scans: `tick` lets time pass, and `due_ms` is the next time that matters. A scan may arrive later than
it was made; its changes count from when it was made.

After a start nothing is known until the longer of the two times has passed, and a bit that never rests counts as 0: a
flickering sensor is no piece.
"""

from collections.abc import Iterator
from typing import Final

from pearlboard.sensing.scan import Scan

MOVING_MS: Final = 250
"""Another bit that changed within this time before or after a change means that a hand is at work."""
BURST_MS: Final = 60
"""A contact may bounce for this long and still count as having come to rest at once."""


def ones(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def at_once_ms(place_ms: int) -> int:
    """The debounce time of a piece that comes to rest at once, in milliseconds."""
    return place_ms * 3 // 5


def moving_ms(place_ms: int) -> int:
    """The debounce time of a piece while others move, in milliseconds."""
    return place_ms * 3 // 2


class Debouncer:
    """Turns scans and the passing of time into settled bits."""

    def __init__(self, place_ms: int, lift_ms: int) -> None:
        self.place_ms = place_ms
        self.lift_ms = lift_ms
        self._settled = 0
        self._latest = 0
        self._differs_since: dict[int, int] = {}
        self._bursts: dict[int, tuple[int, int]] = {}
        self._known_from: int | None = None
        self._now = 0

    def settle_within(self, place_ms: int, lift_ms: int) -> None:
        """Set new debounce times, effective at once."""
        self.place_ms, self.lift_ms = place_ms, lift_ms

    def feed(self, scan: Scan) -> int | None:
        """Take a scan; return the settled bits as of its time, or None while too little is known."""
        self._pass_time(scan.at_ms)
        if self._known_from is None:
            self._known_from = self._now + max(self.place_ms, self.lift_ms)
        changed = self._latest ^ scan.bits
        if changed:
            self._note_bursts(changed, scan.at_ms)
        for bit in ones(changed):
            if (self._settled ^ scan.bits) >> bit & 1:
                self._differs_since[bit] = scan.at_ms
            else:
                del self._differs_since[bit]
        self._latest = scan.bits
        return self.settled

    def _note_bursts(self, changed: int, at_ms: int) -> None:
        """Update, for each recently changed bit, when its burst of changes began and when it last changed."""
        horizon = at_ms - MOVING_MS - self.place_ms - self.lift_ms
        self._bursts = {bit: burst for bit, burst in self._bursts.items() if burst[1] >= horizon}
        for bit in ones(changed):
            began, last = self._bursts.get(bit, (at_ms, at_ms))
            self._bursts[bit] = (began if at_ms - last <= BURST_MS else at_ms), at_ms

    def tick(self, at_ms: int) -> int | None:
        """Let time pass without a scan; return the settled bits."""
        self._pass_time(at_ms)
        return self.settled

    def drop_changes(self) -> None:
        """Keep the settled bits, and forget changes that are still settling: the latest scans are not to be trusted."""
        self._latest = self._settled
        self._bursts.clear()
        self._differs_since.clear()

    def forget(self) -> None:
        """Forget everything: the board was disconnected."""
        self._settled = self._latest = 0
        self._differs_since.clear()
        self._bursts.clear()
        self._known_from = None

    @property
    def settled(self) -> int | None:
        """The settled bits; None while nothing is known."""
        return None if self._known_from is None or self._now < self._known_from else self._settled

    @property
    def settling(self) -> int:
        """The bits whose latest value differs from the settled one."""
        return sum(1 << bit for bit in self._differs_since)

    @property
    def due_ms(self) -> int | None:
        """When the next tick can change something; None if only a scan can."""
        due = [since + self._needed_ms(bit) for bit, since in self._differs_since.items()]
        if self._known_from is not None and self._now < self._known_from:
            due.append(self._known_from)
        return min(due, default=None)

    def _needed_ms(self, bit: int) -> int:
        if self._settled >> bit & 1:
            return self.lift_ms
        since = self._differs_since[bit]
        if any(last > since - MOVING_MS for other, (_, last) in self._bursts.items() if other != bit):
            return moving_ms(self.place_ms)
        at_once = since - self._bursts[bit][0] <= BURST_MS
        return at_once_ms(self.place_ms) if at_once else self.place_ms

    def _pass_time(self, at_ms: int) -> None:
        self._now = max(self._now, at_ms)
        settling = [bit for bit, since in self._differs_since.items() if since + self._needed_ms(bit) <= self._now]
        for bit in settling:
            self._settled ^= 1 << bit
            del self._differs_since[bit]
