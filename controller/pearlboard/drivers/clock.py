"""Time for everything that runs the table: integer milliseconds that never jump, and calls at a given one.

`LoopClock` is the event loop's own; `SteppedClock` stands still until it is told to go on, which makes every test of
the table exact and quick.
"""

import asyncio
import heapq
import itertools
from collections.abc import Callable

from pearlboard.drivers.protocols import Event, Listener


class LoopClock:
    """The time of an asyncio loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def __call__(self) -> int:
        """Milliseconds of the loop's monotonic clock."""
        return int(self._loop.time() * 1000)

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back on the loop."""
        return self._loop.call_at(at_ms / 1000, callback).cancel


class SteppedClock:
    """A clock that only moves when told to."""

    def __init__(self, at_ms: int = 0) -> None:
        self._now = at_ms
        self._order = itertools.count()
        self._times: list[tuple[int, int]] = []
        self._calls: dict[int, Callable[[], None]] = {}

    def __call__(self) -> int:
        """The millisecond it stands at."""
        return self._now

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when it is stepped to or past that time."""
        number = next(self._order)
        self._calls[number] = callback
        heapq.heappush(self._times, (max(at_ms, self._now), number))

        def prevent() -> None:
            self._calls.pop(number, None)

        return prevent

    def step(self, ms: int) -> None:
        """Move on by `ms`, and make the calls that fall due on the way, each at its own time."""
        end = self._now + ms
        while self._times and self._times[0][0] <= end:
            at_ms, number = heapq.heappop(self._times)
            callback = self._calls.pop(number, None)
            if callback is not None:
                self._now = at_ms
                callback()
        self._now = end


def post_to_loop(loop: asyncio.AbstractEventLoop, listener: Listener) -> Listener:
    """A listener that may be called from another thread; what comes after the loop has closed is nobody's any more."""

    def listen(event: Event) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(listener, event)

    return listen
