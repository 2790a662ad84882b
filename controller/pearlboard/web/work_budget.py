"""Budgets of processor time on the event loop, since one message may cost as much as a thousand others.

Everybody known (a seat, a guest, the host, the operator) has a budget of their own. All others share that of their
address, and all strangers together that of strangers; so no number of strangers takes more from a player. A budget may
be overdrawn by one piece of work, and recovers with time.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from pearlboard.web.rate_limiter import Latest

OPERATOR: Final = "operator"
"""The payer for work with the operator's token."""
SHARE: Final = 0.2
"""The share of the loop's time for one address, or for somebody known."""
STRANGERS_SHARE: Final = 0.4
"""The share of the loop's time for all strangers together."""
BURST_S: Final = 2.0
"""Seconds of processor time that an idle payer may use at once; strangers together have twice as much."""

FACTS_AT_ONCE: Final = 1_000
FACTS_AN_HOUR: Final = 1_000
"""The facts that an address may leave on disk: the burst, and the number an hour. A game has some hundred."""
HOUR_S: Final = 3600.0

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Payer:
    """The payer for a piece of work: an `address` (see `network_of`), or somebody `known` by a token's digest."""

    address: str
    known: str | None = None


class Account:
    """A credit that recovers by `share` a second, up to `burst`, and may be overdrawn."""

    def __init__(self, share: float, burst: float, now_s: float) -> None:
        self._share = share
        self._burst = burst
        self._credit = burst
        self._at_s = now_s

    def wait_s(self, now_s: float) -> float:
        """Seconds until there is credit again; 0 if there is."""
        return max(0.0, -self._credit_at(now_s)) / self._share

    def affords(self, cost: float, now_s: float) -> bool:
        """Whether the credit covers a cost."""
        return self._credit_at(now_s) >= cost

    def _credit_at(self, now_s: float) -> float:
        self._credit = min(self._burst, self._credit + (now_s - self._at_s) * self._share)
        self._at_s = now_s
        return self._credit

    def charge(self, used: float, now_s: float) -> None:
        """Charge a cost."""
        self._credit = self._credit_at(now_s) - used


class Accounts:
    """An account by name; beyond the limit the least recently used one is forgotten."""

    def __init__(self, share: float, burst: float, now_s: Callable[[], float]) -> None:
        self._how = share, burst
        self._now_s = now_s
        self._of: Latest[Account] = Latest()

    def wait_s(self, name: str) -> float:
        """Seconds until that account has credit again; 0 if it has."""
        return self._account(name).wait_s(self._now_s())

    def affords(self, name: str, cost: float) -> bool:
        """Whether that account's credit covers a cost."""
        return self._account(name).affords(cost, self._now_s())

    def charge(self, name: str, used: float) -> None:
        """Charge a cost to an account."""
        self._account(name).charge(used, self._now_s())

    def _account(self, name: str) -> Account:
        return self._of.keep(name, self._of.get(name) or Account(*self._how, self._now_s()))


class Refusals:
    """The number of refused or delayed requests by address in the last hour, for the operator."""

    def __init__(self) -> None:
        self._of: Latest[tuple[float, int]] = Latest()

    def note(self, address: str, now_s: float) -> None:
        """Count one more."""
        since_s, count = self._of.get(address, (now_s, 0))
        self._of.keep(address, (now_s, 1) if now_s - since_s >= HOUR_S else (since_s, count + 1))

    def worst(self, now_s: float) -> tuple[str, int] | None:
        """The address with the most refusals in the last hour, and their number; None without any."""
        lately = {address: count for address, (since_s, count) in self._of.items() if now_s - since_s < HOUR_S}
        return max(lately.items(), key=lambda each: each[1]) if lately else None


class WorkBudget:
    """Budgets of processor time and of facts on disk. `now_s`: a monotonic clock."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._work = Accounts(SHARE, BURST_S, now_s)
        self._strangers = Account(STRANGERS_SHARE, 2 * BURST_S, now_s())
        self._kept = Accounts(FACTS_AN_HOUR / HOUR_S, FACTS_AT_ONCE, now_s)
        self._recorded = 0
        self._set_up_from: str | None = None
        self._refusals = Refusals()

    def wait_s(self, payer: Payer) -> float:
        """Seconds until the table works for this payer again; always 0 for the operator."""
        if payer.known == OPERATOR:
            return 0.0
        own = self._work.wait_s(payer.known or payer.address)
        return own if payer.known is not None else max(own, self._strangers.wait_s(self._now_s()))

    def charge(self, payer: Payer, used_s: float) -> None:
        """Charge `used_s` seconds of processor time."""
        self._work.charge(payer.known or payer.address, used_s)
        if payer.known is None:
            self._strangers.charge(used_s, self._now_s())

    def may_keep(self, address: str) -> bool:
        """Whether requests from there may still leave facts on the disk."""
        return self._kept.wait_s(address) == 0

    def keep_of_game(self, recorded: int) -> None:
        """Charge facts that a game has added by itself, as computers play, to the address that set it up.

        `recorded`: the number of facts so far.
        """
        self._keep(recorded, self._set_up_from)

    def keep_of_command(self, recorded: int, address: str | None, *, sets_up: bool) -> None:
        """Charge the facts of a command, and from now on those of its game if `sets_up`; None: the operator's."""
        self._keep(recorded, address)
        if sets_up:
            self._set_up_from = address

    def _keep(self, recorded: int, address: str | None) -> None:
        if address is not None:
            self._kept.charge(address, recorded - self._recorded)
        self._recorded = recorded

    def refused(self, address: str) -> None:
        """Count a refusal for lack of budget."""
        self._refusals.note(address, self._now_s())

    def worst(self) -> tuple[str, int] | None:
        """The address from which most was refused in the last hour, and how often; None if nothing was."""
        return self._refusals.worst(self._now_s())


# --- measuring -------------------------------------------------------------------------------------------------------

_SPEND: ContextVar[Callable[[float], None]] = ContextVar("spend", default=lambda _: None)
"""The function that charges processor time to the current request or connection."""


@contextmanager
def clocked() -> Iterator[Callable[[], float]]:
    """Measure the processor time of a block, in seconds."""
    began = time.thread_time()
    yield lambda: time.thread_time() - began


async def metered(work: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> T:
    """Run a coroutine, and charge the processor time of each of its steps; waiting costs nothing."""
    _SPEND.set(spend)
    return await _Steps(work, spend)


async def beside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread; the processor time is charged to whoever is being served."""
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
