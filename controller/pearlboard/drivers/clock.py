"""Time for everything that runs the table: integer milliseconds that never jump, and calls at a given one.

`LoopClock` is the event loop's own; `SteppedClock` stands still until it is told to go on, which makes every test of
the table exact and quick.
"""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Calling it tells the time."""

    def __call__(self) -> int:
        """Milliseconds since some moment in the past; never less than before."""

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back at that time, or as soon as may be after it. Calling what is returned prevents it."""


class LoopClock:
    """The time of an asyncio loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell the time of `loop`."""
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
        """Stand at `at_ms`."""
        self._now = at_ms
        self._order = itertools.count()
        self._calls: list[tuple[int, int, Callable[[], None]]] = []

    def __call__(self) -> int:
        """The millisecond it stands at."""
        return self._now

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when it is stepped to or past that time."""
        call = (max(at_ms, self._now), next(self._order), callback)
        heapq.heappush(self._calls, call)

        def prevent() -> None:
            if call in self._calls:
                self._calls.remove(call)
                heapq.heapify(self._calls)
        return prevent

    def step(self, ms: int) -> None:
        """Move on by `ms`, and make the calls that fall due on the way, each at its own time."""
        end = self._now + ms
        while self._calls and self._calls[0][0] <= end:
            self._now, _, callback = heapq.heappop(self._calls)
            callback()
        self._now = end
