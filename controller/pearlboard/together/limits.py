"""Limits of what one guest may cost: work for its board and its pages, and tries of codes."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from pearlboard.drivers.protocols import Clock
from pearlboard.remote.messages import Button, NoBoard, Reading
from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.rate_limiter import RateLimiter, WrongTries
from pearlboard.web.server import FULL
from pearlboard.web.work_budget import BURST_S, SHARE, Account, clocked

OfBoard: TypeAlias = Reading | NoBoard | Button
MOST_HELD: Final = 16
"""The number of messages of a board that wait while its work has cost too much; further presses are dropped."""


class Allowance:
    """The processor time of a guest: as much as one address has. What it says of its board waits without any."""

    def __init__(self, clock: Clock, hear: Callable[[OfBoard], None]) -> None:
        """`hear` takes what is said of the board."""
        self._clock, self._hear = clock, hear
        self._account = Account(SHARE, BURST_S, clock() / 1_000)
        self._held: deque[OfBoard] = deque()
        self.stop: Callable[[], None] = lambda: None

    @property
    def wait_s(self) -> float:
        """Seconds until there is time again; 0 if there is."""
        return self._account.wait_s(self._clock() / 1_000)

    def spend(self, used_s: float) -> None:
        """Charge processor time."""
        self._account.charge(used_s, self._clock() / 1_000)

    def hold(self, message: OfBoard) -> None:
        """Have something heard, now or later: of states the last one, unless a button was pressed over it."""
        if self._held and not isinstance(message, Button) and not isinstance(self._held[-1], Button):
            self._held.pop()
        if len(self._held) < MOST_HELD:
            self._held.append(message)
        elif not isinstance(message, Button):
            self._held[-1] = message
        self._go_on()

    def _go_on(self) -> None:
        while self._held:
            if (wait_s := self.wait_s) > 0:
                self.stop()
                self.stop = self._clock.call_at(self._clock() + int(wait_s * 1_000) + 1, self._go_on)
                return
            with clocked() as spent:
                self._hear(self._held.popleft())
            self.spend(spent())


class Codes:
    """Codes that phones bring by the guest's table: at a pace, and few wrong ones a minute, as over HTTP."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pace, self._wrong = RateLimiter(clock() / 1_000), WrongTries()

    def exchanged(self, code: str, join: Callable[[str], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Exchange the code by `join`; `Refused`, which says nothing about the code if there were too many."""
        now_s, too_fast = self._clock() / 1_000, Refused("too_fast", say("too_fast"))
        if not self._pace.admit(now_s):
            raise too_fast
        try:
            return join(code)
        except Refused as refusal:
            if refusal.name != FULL:
                if not self._wrong.allows("", now_s):
                    raise too_fast from refusal
                self._wrong.failed("", now_s)
            raise
