"""The watchdog of systemd: signs of life are sent only while the loop sees that board, store and loop are well.

Healthy means: the board has answered lately, or its absence is explained; the store has answered, be it with an error;
and the loop runs in time. A hang ends the signs, and systemd restarts the program; a long hang is reported at once, so
that systemd need not wait. The protocol is that of sd_notify(3); without a `NOTIFY_SOCKET` nothing is sent.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from pearlboard.drivers.protocols import Clock

SCAN_MS: Final = 4_000
STORE_MS: Final = 6_000
LAG_MS: Final = 1_000
HUNG_MS: Final = 8_000
"""The timeout after which a silent driver or store counts as hung."""
BEAT_MS: Final = 2_000
"""The interval of checks, unless systemd wants more."""
ASKED_S: Final = 10.0
"""The interval at which systemd is asked to go on waiting for a start."""
PATIENCE_US: Final = 60_000_000
"""The time that systemd then waits, in microseconds."""
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Health:
    """The vital signs at `at_ms`. `lost`: the board's absence is explained; `lag_ms`: the lateness of the loop."""

    at_ms: int
    scanned_ms: int
    stored_ms: int
    lag_ms: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, in words for the journal: `component` has been `what` for `ms`.

    `hung`: so long that only a restart helps.
    """

    component: str
    what: str
    ms: int
    hung: bool = False

    def __str__(self) -> str:
        return f"{self.component} {self.what} {self.ms} ms"


def find_fault(health: Health) -> Fault | None:
    """The fault in these vital signs, if any."""
    if health.lag_ms > LAG_MS:
        return Fault("the loop", "came late by", health.lag_ms)
    if not health.lost and (ms := health.at_ms - health.scanned_ms) > SCAN_MS:
        return Fault("the board's driver", "has been silent for", ms, ms >= HUNG_MS)
    if (ms := health.at_ms - health.stored_ms) > STORE_MS:
        return Fault("the store", "has not answered for", ms, ms >= HUNG_MS)
    return None


class Notifier:
    """Notifies systemd, if systemd asked for it."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        microseconds = environment.get("WATCHDOG_USEC", "")
        self.watchdog_ms = int(microseconds) // 1000 if microseconds.isdigit() else None

    @property
    def asked(self) -> bool:
        """Whether systemd supervises this program."""
        return bool(self._address)

    def tell(self, *lines: str) -> None:
        """Send lines such as `READY=1` as one message; `OSError` if systemd asked for them and cannot be reached."""
        if self._address:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.connect(self._address)
                sender.sendall("\n".join(lines).encode())


async def patiently(doing: Awaitable[Result], notifier: Notifier, longest_s: float, every_s: float = ASKED_S) -> Result:
    """Wait for a long part of a start, such as reading all games, and meanwhile ask systemd not to give it up.

    After `longest_s` systemd is asked no more, so that a start that hangs ends.
    """
    task = asyncio.ensure_future(doing)
    for _ in range(int(longest_s / every_s)):
        await asyncio.wait({task}, timeout=every_s)
        if task.done():
            break
        notifier.tell(f"EXTEND_TIMEOUT_USEC={PATIENCE_US}")
    return await task


class Source(Protocol):
    """The source of vital signs of a running table."""

    @property
    def seen_ms(self) -> int | None:
        """When the board last answered; None if it is lost."""

    @property
    def lost(self) -> bool:
        """Whether the board's absence is explained."""

    def ask_store(self, answered: Callable[[], None]) -> None:
        """Have the store's thread call back, on the loop, when it gets to it."""


class Watchdog:
    """Sends signs of life while the table is well, and reports faults."""

    def __init__(
        self, clock: Clock, source: Source | None, notifier: Notifier, complain: Callable[[str], None]
    ) -> None:
        """Supervise `source`; None, for a table that cannot run, supervises only the loop."""
        self._clock = clock
        self._source = source
        self._notifier = notifier
        self._complain = complain
        wanted = notifier.watchdog_ms
        self._period_ms = BEAT_MS if wanted is None else max(1, min(BEAT_MS, wanted // 4))
        self._due_ms = self._scanned_ms = self._stored_ms = self._clock()
        self._asked = False
        self._fault: Fault | None = None
        self._cancel: Callable[[], None] = lambda: None

    def beat(self) -> None:
        """Check, notify, and schedule the next check."""
        self._hear()
        health = self._health()
        self._ask_store()
        self._due_ms = health.at_ms + self._period_ms
        self._cancel = self._clock.call_at(self._due_ms, self.beat)
        before, self._fault = self._fault, find_fault(health)
        lines = [] if self._fault is not None else ["WATCHDOG=1"]
        if self._fault is not None and self._fault.component != (before and before.component):
            lines.append(f"STATUS=Not well: {self._fault}")
            self._complain(str(self._fault))
        elif before is not None and self._fault is None:
            lines.append("STATUS=Well again")
        if self._fault is not None and self._fault.hung:
            lines.append("WATCHDOG=trigger")
        if lines:
            self._tell(*lines)

    def _tell(self, *lines: str) -> None:
        """Notify systemd; a failure is retried with the next beat."""
        try:
            self._notifier.tell(*lines)
        except OSError as error:
            self._complain(f"systemd cannot be told ({error})")

    def stop(self) -> None:
        """Stop the signs of life."""
        self._cancel()

    def _hear(self) -> None:
        """Update when the board last answered. A board lost for a known reason is not waited for."""
        if self._source is None:
            return
        if self._source.lost:
            self._scanned_ms = self._clock()
        elif self._source.seen_ms is not None:
            self._scanned_ms = self._source.seen_ms

    def _ask_store(self) -> None:
        """Ask the store for an answer, unless one is outstanding."""
        if self._source is not None and not self._asked:
            self._asked = True
            self._source.ask_store(self._answered)

    def _health(self) -> Health:
        at_ms = self._clock()
        late_ms = at_ms - self._due_ms
        if self._source is None:
            return Health(at_ms, at_ms, at_ms, late_ms, lost=True)
        return Health(at_ms, self._scanned_ms, self._stored_ms, late_ms, self._source.lost)

    def _answered(self) -> None:
        self._asked = False
        self._stored_ms = self._clock()
