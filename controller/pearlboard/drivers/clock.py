"""Clocks: integer milliseconds that never jump, and timed callbacks.

`LoopClock` is the event loop's own; `SteppedClock` moves only when a test steps it, so every test of the table is exact
and quick.
"""

import asyncio
import heapq
import itertools
from collections.abc import Callable

from pearlboard.drivers.protocols import Event, Listener


class LoopClock:
    """The clock of an asyncio event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def __call__(self) -> int:
        """Milliseconds of the loop's monotonic clock."""
        return int(self._loop.time() * 1000)

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Schedule a callback on the loop; call the returned function to cancel it."""
        return self._loop.call_at(at_ms / 1000, callback).cancel


class SteppedClock:
    """A fake clock for tests, which moves only by `step`."""

    def __init__(self, at_ms: int = 0) -> None:
        self._now = at_ms
        self._order = itertools.count()
        self._times: list[tuple[int, int]] = []
        self._calls: dict[int, Callable[[], None]] = {}

    def __call__(self) -> int:
        """The current time in milliseconds."""
        return self._now

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Schedule a callback for when the clock is stepped to `at_ms` or past it; the returned function cancels it."""
        number = next(self._order)
        self._calls[number] = callback
        heapq.heappush(self._times, (max(at_ms, self._now), number))

        def prevent() -> None:
            self._calls.pop(number, None)

        return prevent

    def step(self, ms: int) -> None:
        """Advance by `ms`, and run the callbacks that fall due on the way, each at its own time."""
        end = self._now + ms
        while self._times and self._times[0][0] <= end:
            at_ms, number = heapq.heappop(self._times)
            callback = self._calls.pop(number, None)
            if callback is not None:
                self._now = at_ms
                callback()
        self._now = end


def post_to_loop(loop: asyncio.AbstractEventLoop, listener: Listener) -> Listener:
    """Wrap a listener so that other threads may call it; events after the loop has closed are dropped."""

    def listen(event: Event) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(listener, event)

    return listen
