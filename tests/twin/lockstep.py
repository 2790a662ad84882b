"""One time for a board, its driver's threads and the table: that of the board, which runs as far as it is told.

    Hardware   what is wired: runs up to a moment, with inputs at exact microseconds of it
    World      the one time: the hardware with what its wires do, and the threads of a driver, in turn
    WorldLoop  an event loop whose clock is the world's: where asyncio would wait, the world runs

While Python runs, the world stands still; so the table itself takes no time of the board, and a busy machine changes
nothing. A driver's threads run one at a time, and the world only runs while each of them waits for it.
"""

import asyncio
import contextlib
import selectors
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Protocol
from unittest.mock import patch

MOST_ASKED = 50
"""After so many rounds of the loop at one moment a microsecond passes: a timer may be due by rounding alone."""
MOST_TURNS = 10_000
LEAST_US = 1.0
"""The least step of time: less a chip may take for nothing, and no time would pass."""
STUCK_S = 60
"""The timeout of a driver's thread, in the computer's time, until it waits for the world again."""


class Hardware(Protocol):
    """What is wired. `step_us`: how far the world may run at a time until it asks who waits.

    `breath_s`: so long each step gives sockets and disks, which live in the computer's time, where the hardware itself
    takes next to none.
    """

    us: float
    step_us: float
    breath_s: float

    def run(self, until_us: float, inputs: list[tuple[float, int, int]]) -> None:
        """Run up to a moment; `inputs`: (moment, the chain's bits, the buttons held), in order."""


@dataclass(eq=False)
class Waiting:
    """A thread that waits: until a moment, or until something is so. `go`: it may go on."""

    until_us: float | None
    ready: Callable[[], bool]
    go: threading.Event = field(default_factory=threading.Event)


class World:
    """The one time. `inputs(from_us, to_us)`: what the board's wires do in that time."""

    def __init__(self, hardware: Hardware, inputs: Callable[[float, float], list[tuple[float, int, int]]]) -> None:
        self.hardware = hardware
        self._inputs = inputs
        self._changed = threading.Condition()
        self._running = 0
        self._waiting: list[Waiting] = []

    @property
    def us(self) -> float:
        """Microseconds since the board was first switched on."""
        return self.hardware.us

    def run(self, until_us: float) -> None:
        """Run up to that moment at most, one step; then let every thread go on that may."""
        due = [each.until_us for each in self._waiting if each.until_us is not None]
        until_us = max(self.us + LEAST_US, min([until_us, self.us + self.hardware.step_us, *due]))
        self.hardware.run(until_us, self._inputs(self.us, until_us))
        self.wake()

    # --- threads -------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let threads go on until all wait for what is not yet so."""
        for _ in range(MOST_TURNS):
            with self._changed:
                if not self._changed.wait_for(lambda: not self._running, STUCK_S):
                    raise AssertionError("a thread of the driver does not wait for the board")
                due = [each for each in self._waiting if self._is_due(each)]
                if not due:
                    return
                self._waiting.remove(due[0])
                self._running += 1
            due[0].go.set()
        raise AssertionError("a thread of the driver asks again and again, and lets no time pass")

    def _is_due(self, waiting: Waiting) -> bool:
        return waiting.ready() or (waiting.until_us is not None and self.us >= waiting.until_us)

    def wait(self, until_us: float | None, ready: Callable[[], bool]) -> None:
        """A driver's thread waits here."""
        waiting = Waiting(until_us, ready)
        with self._changed:
            self._waiting.append(waiting)
            self._running -= 1
            self._changed.notify_all()
        waiting.go.wait()

    def begin(self) -> None:
        """A thread begins; from now on the world waits for it."""
        with self._changed:
            self._running += 1

    def end(self) -> None:
        """A thread ends."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def after(self, seconds: float | None) -> float | None:
        """So many seconds from now, in microseconds."""
        return None if seconds is None else self.us + seconds * 1e6

    @contextlib.contextmanager
    def threads_of(self, *modules):
        """While drivers are made of these modules, their threads live in this world."""
        ours = SimpleNamespace(Event=self._event, Condition=self._condition, Thread=self._thread, Lock=threading.Lock)
        with contextlib.ExitStack() as stack:
            for module in modules:
                stack.enter_context(patch.object(module, "threading", ours))
            yield

    def _event(self):
        return WorldEvent(self)

    def _condition(self):
        return WorldCondition(self)

    def _thread(self, **how):
        return WorldThread(self, **how)


class WorldEvent(threading.Event):
    """An event for which a driver's thread waits in the world's time."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def wait(self, timeout: float | None = None) -> bool:
        self._world.wait(self._world.after(timeout), self.is_set)
        return self.is_set()


class WorldCondition:
    """A condition without a lock: threads of the world run one at a time."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __enter__(self) -> None:
        """Nobody else runs."""

    def __exit__(self, *_: object) -> None:
        """Likewise."""

    def notify(self) -> None:
        """Whoever waits is asked at the world's next step."""

    def wait(self, timeout: float | None = None) -> None:
        self._world.wait(self._world.after(timeout), lambda: False)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        self._world.wait(None, condition)


class WorldThread(threading.Thread):
    """A driver's thread; whoever joins it lets the world run."""

    def __init__(self, world: World, **how) -> None:
        super().__init__(**how)
        self._world = world
        self._ended = False

    def start(self) -> None:
        self._world.begin()
        super().start()

    def run(self) -> None:
        try:
            super().run()
        finally:
            self._ended = True
            self._world.end()

    def join(self, timeout: float | None = None) -> None:
        until = self._world.after(timeout)
        self._world.wake()
        while not self._ended and (until is None or self._world.us < until):
            self._world.run(self._world.us + self._world.hardware.step_us)
        if self._ended:
            super().join()


# --- the loop --------------------------------------------------------------------------------------------------------


class _Selector(selectors.SelectSelector):
    """Where asyncio would wait, the world runs. Whoever asks again and again what time it is gets on, too.

    `select` itself, since `epoll` knows whole milliseconds only.
    """

    world: World
    asked = 0

    def select(self, timeout: float | None = None):
        ready = super().select(0)
        self.asked += 1
        if self.asked % MOST_ASKED == 0:
            self.world.run(self.world.us + 1)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        self.asked = 0
        until = None if timeout is None else self.world.us + timeout * 1e6
        while not ready and (until is None or self.world.us < until):
            self.world.run(self.world.us + 1e9 if until is None else until)
            ready = super().select(self.world.hardware.breath_s)
        return ready


class WorldLoop(asyncio.SelectorEventLoop):
    """An event loop in the world's time."""

    def __init__(self, world: World) -> None:
        self._world = world
        selector = _Selector()
        selector.world = world
        super().__init__(selector)
        self._clock_resolution = 1e-9

    def time(self) -> float:
        """Seconds of the world."""
        return self._world.us / 1e6
