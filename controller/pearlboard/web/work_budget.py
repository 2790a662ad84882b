"""How much of the event loop somebody may use. Limits count processor time, since one message may cost as much as a
thousand others.

Whoever is known (a seat, a guest, the host, the operator) has a budget of their own. All others share what their
address may use, and all addresses of strangers together what strangers may use; so no number of strangers takes from a
player more than that. A budget may be overdrawn by one piece of work, and is paid back by waiting.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from pearlboard.web.rate_limiter import ADDRESSES

OPERATOR: Final = "operator"
"""Who pays for what is done with the operator's token."""
SHARE: Final = 0.2
"""Of the loop's time: for one address, or for somebody who is known."""
STRANGERS_SHARE: Final = 0.4
"""Of the loop's time: for all strangers together."""
BURST_S: Final = 2.0
"""Seconds of processor time that an idle payer may use at once; strangers together have twice as much."""

HOUR_S: Final = 3600.0

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays for a piece of work: an `address` (see `network_of`), or somebody who is `known` by a token's digest."""

    address: str
    known: str | None = None


@dataclass(slots=True)
class Account:
    """Credit in seconds of processor time; `share` of each second comes back, up to `burst_s`."""

    share: float
    burst_s: float
    credit_s: float
    at_s: float

    def settle(self, now_s: float) -> float:
        """Add what has come back since; return the credit."""
        self.credit_s = min(self.burst_s, self.credit_s + (now_s - self.at_s) * self.share)
        self.at_s = now_s
        return self.credit_s

    def wait_s(self, now_s: float) -> float:
        """Seconds until there is credit again; 0 if there is."""
        return max(0.0, -self.settle(now_s)) / self.share


class Refusals:
    """How much of what came from an address was refused or put off in the last hour: the operator is told."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[float, int]] = {}

    def note(self, address: str, now_s: float) -> None:
        """One more."""
        since_s, count = self._of.pop(address, (now_s, 0))
        self._of[address] = (now_s, 1) if now_s - since_s >= HOUR_S else (since_s, count + 1)
        if len(self._of) > ADDRESSES:
            del self._of[next(iter(self._of))]

    def worst(self, now_s: float) -> tuple[str, int] | None:
        """The address from which most was refused lately, and how often; None if nothing was."""
        lately = {address: count for address, (since_s, count) in self._of.items() if now_s - since_s < HOUR_S}
        return max(lately.items(), key=lambda each: each[1]) if lately else None


class WorkBudget:
    """The accounts of everybody who lets the table work. `now_s` is the loop's time."""

    def __init__(
        self, share: float = SHARE, strangers_share: float = STRANGERS_SHARE, burst_s: float = BURST_S
    ) -> None:
        self._share = share
        self._burst_s = burst_s
        self._accounts: dict[str, Account] = {}
        self.refusals = Refusals()
        self._strangers = Account(strangers_share, 2 * burst_s, 2 * burst_s, 0.0)

    def wait_s(self, payer: Payer, now_s: float) -> float:
        """How many seconds this payer has to wait before the table works for it again; the operator never has to."""
        if payer.known == OPERATOR:
            return 0.0
        own = self._account(payer, now_s).wait_s(now_s)
        return own if payer.known is not None else max(own, self._strangers.wait_s(now_s))

    def charge(self, payer: Payer, used_s: float, now_s: float) -> None:
        """Book `used_s` seconds of processor time."""
        for account in (self._account(payer, now_s), *(() if payer.known is not None else (self._strangers,))):
            account.settle(now_s)
            account.credit_s -= used_s

    def refused(self, address: str, now_s: float) -> None:
        """Remember that somebody from there wanted more than there is."""
        self.refusals.note(address, now_s)

    def _account(self, payer: Payer, now_s: float) -> Account:
        name = payer.address if payer.known is None else payer.known
        found = self._accounts.pop(name, None) or Account(self._share, self._burst_s, self._burst_s, now_s)
        self._accounts[name] = found
        if len(self._accounts) > ADDRESSES:
            del self._accounts[next(iter(self._accounts))]
        return found


# --- measuring -------------------------------------------------------------------------------------------------------

_SPEND: ContextVar[Callable[[float], None]] = ContextVar("spend", default=lambda _: None)
"""Where the request or connection that is being served books processor time."""


@contextmanager
def clocked() -> Iterator[Callable[[], float]]:
    """Measure the processor time of a block, in seconds."""
    began = time.thread_time()
    yield lambda: time.thread_time() - began


async def metered(work: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> T:
    """Run a coroutine, and book the processor time of each of its steps on the loop; waiting costs nothing."""
    _SPEND.set(spend)
    return await _Steps(work, spend)


async def beside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread beside the loop; the processor time is booked on whoever is being served."""
    spend, loop = _SPEND.get(), asyncio.get_running_loop()

    def run() -> T:
        with clocked() as spent:
            try:
                return work(*args, **kwargs)
            finally:
                loop.call_soon_threadsafe(spend, spent())

    return await asyncio.to_thread(run)


class _Steps(Awaitable[T]):
    """Drives a coroutine step by step, as a task does, and times the steps."""

    def __init__(self, work: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> None:
        self._work = work
        self._spend = spend

    def __await__(self) -> Generator[Any, Any, T]:
        step: Callable[[], Any] = partial(self._work.send, None)
        while True:
            with clocked() as spent:
                try:
                    waits_for = step()
                except StopIteration as end:
                    result: T = end.value
                    return result
                finally:
                    self._spend(spent())
            try:
                step = partial(self._work.send, (yield waits_for))
            except BaseException as error:  # noqa: BLE001 - a cancellation, too, is for the coroutine to hear of
                step = partial(self._work.throw, error)
