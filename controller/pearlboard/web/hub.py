"""Everybody who watches: a snapshot first, then numbered changes, key by key, and the frames of the lights.

What a game shows is most of a screen, and little of it changes at a time: it is told by the keys inside `game`. These
stand beside `screen` in a change, whose own `game` is always the whole of it, so that no key is left over when another
game comes.

A watcher that does not read is cut: it holds at most `BACKLOG` messages and one frame. The next time it connects it
gets a snapshot, so nothing is ever missing.
"""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from pearlboard.session.principal import Principal
from pearlboard.web.port import Screen, TablePort

BACKLOG: Final = 100
MOST_WATCHERS: Final = 200
MOST_FROM_ONE: Final = 48
"""From one address: nobody alone can shut all others out, and there is still a connection left to fetch a page by."""


def changes(known: Screen, screen: Screen) -> dict[str, Any]:
    """What is different: `screen`, by its keys, and `game`, by those inside it as long as they stay the same ones."""
    changed = {key: value for key, value in screen.items() if key not in known or known[key] != value}
    before, after = known.get("game"), changed.get("game")
    if not changed:
        return {}
    if not isinstance(before, Mapping) or not isinstance(after, Mapping) or before.keys() != after.keys():
        return {"screen": changed}
    del changed["game"]
    return {"screen": changed, "game": {key: value for key, value in after.items() if before[key] != value}}


class Watcher:
    """One connection's outbox. `next` gives what to send: text, a frame, or None when it was cut.

    Whoever sends may hang in the middle of a message to one that does not read: `cut` is set for others to see.
    """

    def __init__(self, language: str, principal: Principal, address: str) -> None:
        self.language = language
        self.address = address
        self.principal = principal
        self.refused = False
        self._sequence = 0
        self._known: dict[str, Any] | None = None
        self._texts: deque[str] = deque()
        self._frame: bytes | None = None
        self._last = False
        self.cut = asyncio.Event()
        self._more = asyncio.Event()

    def become(self, principal: Principal) -> None:
        """Now it is known whose it is."""
        self.principal = principal

    def show(self, screen: Screen) -> None:
        """Queue what is new of a screen."""
        if self._known is None:
            self._number({"type": "snapshot", "screen": dict(screen)})
        elif news := changes(self._known, screen):
            self._number({"type": "change", **news})
        self._known = dict(screen)

    def resync(self, screen: Screen) -> None:
        """Queue all of a screen."""
        self._known = None
        self.show(screen)

    def _number(self, message: dict[str, Any]) -> None:
        self._sequence += 1
        self.tell({**message, "seq": self._sequence})

    def tell(self, message: Screen) -> None:
        """Queue any other message; with too many it is cut, and keeps none of them."""
        if self.cut.is_set() or self._last:
            return
        self._texts.append(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        if len(self._texts) > BACKLOG:
            self._texts.clear()
            self.end()
        self._more.set()

    def end(self) -> None:
        """Send nothing more."""
        self.cut.set()
        self._more.set()

    def refuse(self, error: str) -> None:
        """Its token is not good any more: that is the last it hears."""
        self.refused = True
        self._texts.clear()
        self.tell({"type": "refused", "error": error})
        self._last = True

    def light(self, frame: bytes) -> None:
        """Show this frame; one that was not sent yet is left out."""
        self._frame = frame
        self._more.set()

    async def next(self) -> str | bytes | None:
        """What is to be sent next; waits for it."""
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
    """Brings every change to every watcher, once a turn of the event loop however much has changed."""

    def __init__(self, table: TablePort) -> None:
        self._table = table
        self._watchers: set[Watcher] = set()
        self._present: set[Watcher] = set()
        self._pending = False
        self.ended = False

    def end(self) -> None:
        """The program ends: let go of everybody."""
        self.ended = True
        for watcher in self._watchers:
            watcher.end()

    def full(self, address: str) -> bool:
        """Whether nobody else may watch from there."""
        from_there = sum(watcher.address == address for watcher in self._watchers)
        return len(self._watchers) >= MOST_WATCHERS or from_there >= MOST_FROM_ONE

    def watched_from(self, network: str) -> bool:
        """Whether anybody watches from an address that begins so."""
        return any(watcher.address.startswith(network) for watcher in self._watchers)

    def join(self, language: str, principal: Principal, *, lights: bool, address: str = "") -> Watcher:
        """A new watcher, with a snapshot in its outbox."""
        watcher = Watcher(language, principal, address)
        self._table.arrive(principal)
        watcher.show(self._table.screen(language, principal))
        if lights:
            watcher.light(self._table.frame())
        self._watchers.add(watcher)
        self._present.add(watcher)
        return watcher

    def greet(self, watcher: Watcher, principal: Principal) -> None:
        """It has said whose page it is."""
        self._table.arrive(principal)
        self._table.depart(watcher.principal)
        watcher.become(principal)
        self.resync(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Send it nothing more."""
        self._watchers.discard(watcher)
        if watcher in self._present:
            self._present.remove(watcher)
            self._table.depart(watcher.principal)

    def changed(self) -> None:
        """Something may have changed: tell everybody soon."""
        if not self._pending and self._watchers:
            self._pending = True
            asyncio.get_running_loop().call_soon(self.tell_now)

    def tell_now(self) -> None:
        """Tell everybody at once, if there is something to tell."""
        if not self._pending:
            return
        self._pending = False
        screens: dict[tuple[str, Principal], Screen] = {}
        for watcher in self._watchers:
            if (who := self._table.by_now(watcher.principal)) != watcher.principal:
                self.greet(watcher, who)
            key = watcher.language, watcher.principal
            if not self._table.still_there(watcher.principal):
                watcher.refuse("revoked")
                continue
            if key not in screens:
                screens[key] = self._table.screen(*key)
            watcher.show(screens[key])
        self._watchers = {watcher for watcher in self._watchers if not (watcher.cut.is_set() or watcher.refused)}

    def light(self, frame: bytes) -> None:
        """The lights show something else now."""
        for watcher in self._watchers:
            watcher.light(frame)

    def resync(self, watcher: Watcher) -> None:
        """Send everything again."""
        watcher.resync(self._table.screen(watcher.language, watcher.principal))
