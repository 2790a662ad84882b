"""Broadcasts: a snapshot first, then numbered changes, key by key, and the frames of the lights.

Most of a screen is the game's, and little of it changes at a time, so it is sent by the keys inside `game`. In a change
these stand beside `screen`, whose own `game` is always complete, so that no key of an earlier game remains.

A watcher that does not read is cut: its queue holds at most `BACKLOG` messages and one frame. After reconnecting it
gets a snapshot, so nothing is ever missing.

There is at most one broadcast a turn of the event loop. Screens are shared by all watchers that are shown the same, and
each message is encoded once. Limits are for strangers: whoever is known to the table (`VisitorsPort.knows`) finds a
place in a full house.

A watcher that finds a gap in the numbers asks for a snapshot.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from pearlboard.session.principal import Principal
from pearlboard.web.port import Screen, TablePort
from pearlboard.web.work_budget import OPERATOR, Payer, WorkBudget, clocked

BACKLOG: Final = 100
MOST_WATCHERS: Final = 200
MOST_FROM_ONE: Final = 48
"""Limits for strangers, in all and from one address: nobody alone shuts all others out, nor exhausts connections."""
MOST_OF_ONE: Final = 8
"""The number of screens of one seat, guest or host: the oldest is closed."""
REST: Final = 8
"""After a broadcast the next one waits this many times its duration, unless somebody known waits for a reply."""
SCREEN_S: Final = 0.1
"""How long a screen is shared with newcomers; a change makes a new one at once."""


def changes(known: Screen, screen: Screen) -> dict[str, Any]:
    """The difference of two screens: `screen`, by its keys, and `game`, by its keys while those stay the same."""
    changed = {key: value for key, value in screen.items() if key not in known or known[key] != value}
    before, after = known.get("game"), changed.get("game")
    if not changed:
        return {}
    if not isinstance(before, Mapping) or not isinstance(after, Mapping) or before.keys() != after.keys():
        return {"screen": changed}
    del changed["game"]
    return {"screen": changed, "game": {key: value for key, value in after.items() if before[key] != value}}


class SharedScreen:
    """A screen and its messages, encoded once however many watchers get them."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._snapshot: str | None = None
        self._since: tuple[Screen, str | None] | None = None

    def snapshot(self) -> str:
        """The message with the whole screen, but for its number."""
        if self._snapshot is None:
            self._snapshot = _encoded({"type": "snapshot", "screen": dict(self.screen)})
        return self._snapshot

    def since(self, known: Screen) -> str | None:
        """The message with the changes since `known`; None if there are none."""
        if self._since is None or self._since[0] is not known:
            news = changes(known, self.screen)
            self._since = known, _encoded({"type": "change", **news}) if news else None
        return self._since[1]


def _encoded(message: Screen) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Watcher:
    """The outbox of one connection. `next` returns what to send: text, a frame, or None when it was cut.

    A sender may hang in the middle of a message to one that does not read: `cut` lets others see that.
    """

    def __init__(self, language: str, principal: Principal, address: str) -> None:
        self.language = language
        self.address = address
        self.principal = principal
        self.known = False
        self.refused = False
        self._sequence = 0
        self._known: Screen | None = None
        self._texts: deque[str] = deque()
        self._frame: bytes | None = None
        self._last = False
        self.cut = asyncio.Event()
        self._more = asyncio.Event()

    def become(self, principal: Principal, *, known: bool) -> None:
        """Set the principal of this screen, and whether the table knows them."""
        self.principal, self.known = principal, known

    @property
    def payer(self) -> Payer:
        """The account that is charged for the work for this watcher."""
        return Payer(self.address, OPERATOR if self.principal.operator else self.principal.key if self.known else None)

    def show(self, shared: SharedScreen) -> None:
        """Queue the changes of a screen."""
        if self._known is None:
            self._number(shared.snapshot())
        elif (news := shared.since(self._known)) is not None:
            self._number(news)
        self._known = shared.screen

    def resync(self, shared: SharedScreen) -> None:
        """Queue a whole screen."""
        self._known = None
        self.show(shared)

    def _number(self, encoded: str) -> None:
        self._sequence += 1
        self._queue(f'{encoded[:-1]},"seq":{self._sequence}}}')

    def tell(self, message: Screen) -> None:
        """Queue any other message; beyond the limit the watcher is cut, and its queue dropped."""
        self._queue(_encoded(message))

    def _queue(self, text: str) -> None:
        if self.cut.is_set() or self._last:
            return
        self._texts.append(text)
        if len(self._texts) > BACKLOG:
            self.end()
        self._more.set()

    def end(self) -> None:
        """Stop sending, and drop the queue."""
        self._texts.clear()
        self._frame = None
        self.cut.set()
        self._more.set()

    def refuse(self, error: str) -> None:
        """Send a last message: the token is no longer valid."""
        self.refused = True
        self._texts.clear()
        self.tell({"type": "refused", "error": error})
        self._last = True

    def light(self, frame: bytes) -> None:
        """Queue a frame, in place of one that was not sent yet."""
        self._frame = frame
        self._more.set()

    async def next(self) -> str | bytes | None:
        """Wait for the next item to send."""
        while not (self.cut.is_set() or self._texts or self._frame or self._last):
            self._more.clear()
            await self._more.wait()
        if self.cut.is_set():
            return None
        if self._texts:
            return self._texts.popleft()
        if self._last:
            self.end()
            return None
        frame, self._frame = self._frame, None
        return frame


class Hub:
    """Broadcasts every change to every watcher, at most once a turn of the event loop."""

    def __init__(
        self, table: TablePort, most: int = MOST_WATCHERS, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow `most` strangers at a time; `budget` is charged for broadcasts."""
        self._table = table
        self._most = most
        self._now_s = now_s
        self.budget = WorkBudget(now_s)
        self._watchers: dict[Watcher, None] = {}
        self._present: set[Watcher] = set()
        self._screens: dict[tuple[str, Hashable], tuple[float, SharedScreen]] = {}
        self._pending: asyncio.Handle | None = None
        self._next_s = 0.0
        self._replies: list[tuple[Watcher, Screen]] = []
        self._causes: list[Payer] = []
        self.ended = False

    def end(self) -> None:
        """Disconnect everybody, as the program ends."""
        self.ended = True
        for watcher in self._watchers:
            watcher.end()

    def full(self, address: str) -> bool:
        """Whether the limit for strangers is reached, for that address or in all."""
        strangers = [watcher for watcher in self._watchers if not watcher.known]
        from_there = sum(watcher.address == address for watcher in strangers)
        return len(strangers) >= self._most or from_there >= MOST_FROM_ONE

    def watched_from(self, network: str) -> bool:
        """Whether anybody watches from an address with that prefix."""
        return any(watcher.address.startswith(network) for watcher in self._watchers)

    def join(self, language: str, principal: Principal, *, lights: bool, address: str = "") -> Watcher:
        """Add a watcher, with a snapshot in its outbox."""
        watcher = Watcher(language, principal, address)
        self._table.visitors.arrive(principal)
        self._recognise(watcher, principal)
        self._watchers[watcher] = None
        self._present.add(watcher)
        watcher.show(self._screen(watcher))
        if lights:
            watcher.light(self._table.frame(self._table.visitors.sits_at(principal)))
        return watcher

    def greet(self, watcher: Watcher, principal: Principal) -> None:
        """Set whose page a watcher is, as it has said."""
        self._table.visitors.arrive(principal)
        self._table.visitors.depart(watcher.principal)
        self._recognise(watcher, principal)
        self.resync(watcher)

    def _recognise(self, watcher: Watcher, principal: Principal) -> None:
        """Set whose page a watcher is; of somebody's many screens the oldest is closed."""
        watcher.become(principal, known=self._table.visitors.knows(principal))
        if watcher.known:
            same = [other for other in self._watchers if other is not watcher and other.principal == principal]
            for other in same[: max(0, len(same) - MOST_OF_ONE + 1)]:
                other.end()

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        watcher.end()
        self._watchers.pop(watcher, None)
        if watcher in self._present:
            self._present.remove(watcher)
            self._table.visitors.depart(watcher.principal)

    def changed(self) -> None:
        """Schedule a broadcast."""
        self._screens.clear()
        if self._pending is None and self._watchers:
            loop, rest_s = asyncio.get_running_loop(), self._next_s - self._now_s()
            self._pending = loop.call_later(rest_s, self.tell_now) if rest_s > 0 else loop.call_soon(self.tell_now)

    def tell_alone(self, concerns: Callable[[Principal], bool]) -> None:
        """Send changes to these principals alone; nobody else gets any message, not even one with the time."""
        told = [watcher for watcher in self._watchers if concerns(watcher.principal)]
        for watcher in told:
            self._screens.pop((watcher.language, self._table.visitors.shown_as(watcher.principal)), None)
        for watcher in told:
            watcher.show(self._screen(watcher))

    def answer(self, watcher: Watcher, reply: Screen) -> None:
        """Send a reply, after the broadcast of the command's consequences."""
        if self._pending is None:
            watcher.tell(reply)
            return
        self._replies.append((watcher, reply))
        self._causes.append(watcher.payer)
        if watcher.known:
            self._pending.cancel()
            self._pending = asyncio.get_running_loop().call_soon(self.tell_now)

    def tell_now(self) -> None:
        """Broadcast pending changes at once, charged to whoever caused them."""
        if self._pending is None:
            return
        self._pending.cancel()
        causes, self._causes = self._causes, []
        with clocked() as spent:
            self._pending = None
            self._broadcast()
            replies, self._replies = self._replies, []
            for watcher, reply in replies:
                watcher.tell(reply)
        used_s = spent()
        self._next_s = self._now_s() + REST * used_s
        for payer in causes:
            self.budget.charge(payer, used_s / len(causes))

    def _broadcast(self) -> None:
        for watcher in list(self._watchers):
            if (who := self._table.visitors.by_now(watcher.principal)) != watcher.principal:
                self.greet(watcher, who)
            if not self._table.visitors.still_there(watcher.principal):
                watcher.refuse("revoked")
                continue
            watcher.become(watcher.principal, known=self._table.visitors.knows(watcher.principal))
            watcher.show(self._screen(watcher))
        self._watchers = {watcher: None for watcher in self._watchers if not (watcher.cut.is_set() or watcher.refused)}

    def screen(self, language: str, principal: Principal) -> Screen:
        """The screen of a principal now, shared with all who are shown the same."""
        return self._shared(language, principal).screen

    def _screen(self, watcher: Watcher) -> SharedScreen:
        return self._shared(watcher.language, watcher.principal)

    def _shared(self, language: str, principal: Principal) -> SharedScreen:
        key, now_s = (language, self._table.visitors.shown_as(principal)), self._now_s()
        made_s, shared = self._screens.get(key, (-SCREEN_S, None))
        if shared is None or now_s - made_s >= SCREEN_S:
            shared = SharedScreen(self._table.screen(language, principal))
            self._screens[key] = now_s, shared
        return shared

    def light(self, frame: bytes, place: int = 0) -> None:
        """Send a new frame of a board's lights to those who are shown that board."""
        for watcher in self._watchers:
            if self._table.visitors.sits_at(watcher.principal) == place:
                watcher.light(frame)

    def resync(self, watcher: Watcher) -> None:
        """Send a snapshot."""
        watcher.resync(self._screen(watcher))
