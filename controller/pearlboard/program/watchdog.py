"""The sign of life for systemd: given only by a loop that has just seen that everything it lives on is well.

Alive is a table whose board answered lately, or that knows why it does not; whose store answered, be it with an error;
and whose loop comes round in time. Whatever hangs ends the sign, and systemd starts the table anew; what the loop has
seen hanging for long it tells, so that systemd does not wait for as long again. The protocol is that of sd_notify(3);
without a `NOTIFY_SOCKET` nothing is sent.
"""

import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from pearlboard.drivers.protocols import Clock

SCAN_MS: Final = 4_000
STORE_MS: Final = 6_000
LAG_MS: Final = 1_000
HUNG_MS: Final = 8_000
"""A driver or a store that was silent for so long is not waited for any more."""
BEAT_MS: Final = 2_000
"""How often life is looked for, unless systemd wants to hear of it more often."""


@dataclass(frozen=True, slots=True)
class Health:
    """What is known at `at_ms`. `lost`: why the board does not answer is known; `lag_ms`: how late the loop came."""

    at_ms: int
    scanned_ms: int
    stored_ms: int
    lag_ms: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """What is not well, in words for the journal: `component` has been `what` for `ms`.

    `hung`: so long that nothing but a new start is left.
    """

    component: str
    what: str
    ms: int
    hung: bool = False

    def __str__(self) -> str:
        return f"{self.component} {self.what} {self.ms} ms"


def find_fault(health: Health) -> Fault | None:
    """What is not well, if anything is."""
    if health.lag_ms > LAG_MS:
        return Fault("the loop", "came late by", health.lag_ms)
    if not health.lost and (ms := health.at_ms - health.scanned_ms) > SCAN_MS:
        return Fault("the board's driver", "has been silent for", ms, ms >= HUNG_MS)
    if (ms := health.at_ms - health.stored_ms) > STORE_MS:
        return Fault("the store", "has not answered for", ms, ms >= HUNG_MS)
    return None


class Notifier:
    """Tells systemd, if it asked to be told."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        microseconds = environment.get("WATCHDOG_USEC", "")
        self.watchdog_ms = int(microseconds) // 1000 if microseconds.isdigit() else None

    @property
    def asked(self) -> bool:
        """Whether systemd looks after this program."""
        return bool(self._address)

    def tell(self, *lines: str) -> None:
        """Send lines such as `READY=1` as one message; `OSError` if systemd asked for them and cannot be reached."""
        if self._address:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.connect(self._address)
                sender.sendall("\n".join(lines).encode())


class Source(Protocol):
    """Where the vitals of a running table come from."""

    @property
    def seen_ms(self) -> int | None:
        """When the board last answered; None if it is lost."""

    @property
    def lost(self) -> bool:
        """Whether it is known why the board does not answer."""

    def ask_store(self, answered: Callable[[], None]) -> None:
        """Have the store's thread call back, on the loop, when it comes round to it."""


class Watchdog:
    """Beats while the table is well, and says what is the matter when it is not."""

    def __init__(
        self, clock: Clock, source: Source | None, notifier: Notifier, complain: Callable[[str], None]
    ) -> None:
        """Look after `source`; without one, a table that cannot run and knows why, only after the loop."""
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
        """Look, tell, and come back."""
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
        """Whether systemd can be reached or not, the next beat tries again."""
        try:
            self._notifier.tell(*lines)
        except OSError as error:
            self._complain(f"systemd cannot be told ({error})")

    def stop(self) -> None:
        """Beat no more."""
        self._cancel()

    def _hear(self) -> None:
        """When the board was last heard. One that is lost for a reason is not waited for."""
        if self._source is None:
            return
        if self._source.lost:
            self._scanned_ms = self._clock()
        elif self._source.seen_ms is not None:
            self._scanned_ms = self._source.seen_ms

    def _ask_store(self) -> None:
        """Have it answer, unless it still owes an answer."""
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
