"""The line to the hub of a house: the table calls, tells what the hub has not yet, and how it is.

The table never waits for the hub. What the hub says is bounded: a cursor or a farewell, what of a file it has, and what
its owner asks for, which the operator answers.
"""

import asyncio
import contextlib
import logging
import re
import sqlite3
import ssl
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar
from urllib.parse import urlsplit

from websockets.asyncio import client
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from pearlboard import __version__
from pearlboard.club.documents import LONGEST_NAME, Malformed
from pearlboard.club.messages import (
    PATH,
    PORT,
    Ask,
    Cursor,
    Farewell,
    Hello,
    Leave,
    Message,
    Rows,
    Status,
    Taken,
    Why,
    packed,
    unpacked,
)
from pearlboard.club.rows import Row
from pearlboard.reporting.asked import Pack, Wishes
from pearlboard.reporting.outbox import Forked, Outbox
from pearlboard.settings import Club
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.log import FactLog
from pearlboard.texts import Sentence, say

_log: Final = logging.getLogger("pearlboard.reporting")
FIRST_REST_S, LONGEST_REST_S = 0.5, 30.0
"""The pauses between two calls, doubled each time."""
ANSWER_S: Final = 30.0
CALL_S: Final = 10.0
CLOSE_S: Final = 1.0
STATUS_S: Final = 10.0
"""The least time between two looks at how the table is, which read the disk; after `LOOK_S` it is looked at anyway."""
LOOK_S: Final = 60.0
REPEAT_S: Final = 900.0
"""The most time after which how the table is is told again, with numbers of what is well and the table's time."""
LONGEST_ANSWER: Final = 1_024
"""In bytes: a hub says numbers and hashes, and no more."""
AWAY: Final = (OSError, sqlite3.Error, StoreUnavailable, TimeoutError)
STRANGE: Final = (ConnectionClosed, InvalidHandshake, InvalidURI, Malformed, ValueError)
LOST: Final = (*AWAY, *STRANGE)
"""The errors of a line that is called again: nobody is there, or somebody who speaks otherwise."""
T = TypeVar("T")


class Asks(Protocol):
    """The way to the store's thread: `store.writer.Writer.ask`."""

    async def __call__(self, question: Callable[[FactLog], T], within_s: float = ANSWER_S) -> T: ...


class Ended(Exception):
    """The line has ended. `said`: why; `good`: for good, until the operator says otherwise."""

    def __init__(self, said: Sentence, *, good: bool) -> None:
        super().__init__(said.name)
        self.said, self.good = said, good


class Reporting:
    """Tells one hub of one table. Nothing happens before `use` is given a hub."""

    def __init__(self, store: Path, ask: Asks, status: Callable[[], Status], pack: Pack) -> None:
        """`store`: beside it lies the outbox; `status`: how the table is now; `pack`: makes a file for the house."""
        self.wishes = Wishes(pack, time.monotonic)
        self._path, self._ask, self._status = store.with_name(store.name + ".club"), ask, status
        self._club, self._name = Club(), ""
        self._outbox: Outbox | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._waiting = 0
        self.problem: Sentence | None = None
        """Why the hub is not told; None while it is, or there is none."""

    @property
    def line(self) -> tuple[bool, Sentence] | None:
        """The line of the glance: whether all is well, and how it is; None without a hub."""
        if not self._club.hub:
            return None
        if self.problem is not None:
            return False, self.problem
        return True, say("club_waits" if self._waiting else "club_told", hub=self._club.hub, count=self._waiting)

    def use(self, club: Club, name: str) -> None:
        """Tell this hub from now on; an empty address leaves the house. `name`: what the table is called there."""
        before, self._club, self._name = self._club, club, name
        if self._task is not None:
            self._task.cancel()
        self.problem = say("club_calls", hub=club.hub) if club.hub else None
        if club.hub != before.hub:
            self.wishes.forget()
        if club.hub:
            self._task = asyncio.create_task(self._run(self._task))
        elif before.hub:
            self._task = asyncio.create_task(self._leave(before.hub, self._task))

    def notice(self) -> None:
        """Something may have changed: tell it soon. Cheap, and never waits."""
        self._changed.set()

    async def close(self) -> None:
        """End the line."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=CLOSE_S)
        await self._shut()

    async def _shut(self) -> None:
        if self._outbox is not None:
            self._outbox.close()
            self._outbox = None

    # --- calling -------------------------------------------------------------------------------------------------

    async def _run(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.gather(before, return_exceptions=True)
        rest_s = FIRST_REST_S
        while self._club.hub:
            try:
                async with _called(self._club.hub) as channel:
                    rest_s = FIRST_REST_S
                    await self._talk(channel)
            except Ended as error:
                self._say(error.said)
                if error.good:
                    return
            except Forked as error:
                self._say(say("club_fork", number=error.number))
                return
            except AWAY as error:
                self._say(say("club_away", hub=self._club.hub, problem=_words(error)))
            except STRANGE as error:
                self._say(say("club_strange", hub=self._club.hub, problem=_words(error)))
            await asyncio.sleep(rest_s)
            rest_s = min(2 * rest_s, LONGEST_REST_S)

    async def _leave(self, hub: str, before: asyncio.Task[None] | None) -> None:
        """Tell the hub that this table leaves, if it answers now; else its owner sends it away."""
        if before is not None:
            await asyncio.gather(before, return_exceptions=True)
        with contextlib.suppress(*LOST, Ended, Forked):
            async with asyncio.timeout(CALL_S), _called(hub) as channel:
                await self._answered(channel, self._hello(await self._follow()))
                await self._answered(channel, Leave())  # a hub that hears it says farewell, which is an `Ended`
        _log.info("the table has left the house of %s", hub)

    def _hello(self, outbox: Outbox) -> Hello:
        name = self._name[:LONGEST_NAME]
        return Hello(outbox.protocol, outbox.token, self._club.code, name, outbox.log, __version__, outbox.last)

    def _say(self, problem: Sentence | None) -> None:
        if problem is not None and problem != self.problem:
            _log.info("the hub is not told: %s", problem)
        self.problem = problem

    async def _talk(self, channel: client.ClientConnection) -> None:
        outbox = await self._follow()
        protocol = outbox.protocol
        cursor = await self._answered(channel, self._hello(outbox))
        self.wishes.begin()
        told, look_at_s, again_s, now_s = None, 0.0, 0.0, asyncio.get_running_loop().time
        while True:
            self._changed.clear()
            await self._follow()
            if outbox.protocol != protocol:
                return  # the hub is asked anew whether it reads what is to be told
            while rows := await self._behind(channel, outbox, cursor):
                cursor = await self._answered(channel, Rows(rows))
            self._waiting = 0
            self._say(None)
            if now_s() >= look_at_s:
                look_at_s = now_s() + STATUS_S
                status = self._status()
                if status.lasting != told or now_s() >= again_s:
                    await channel.send(packed(status))
                    told, again_s = status.lasting, now_s() + REPEAT_S
            await self._give(channel)
            await self._until_changed(channel)

    async def _behind(self, channel: client.ClientConnection, outbox: Outbox, cursor: Cursor) -> tuple[Row, ...]:
        """The rows behind the hub's cursor; `Forked`, after the hub was shown the row, so that it says so, too."""
        try:
            return await self._ask(lambda _: outbox.behind(cursor))
        except Forked:
            if (row := await self._ask(lambda _: outbox.row(cursor.number))) is not None:
                await self._answered(channel, Rows((row,)))
            raise

    async def _give(self, channel: client.ClientConnection) -> None:
        """Send what the operator has agreed to, piece by piece, until something else is to be told first."""
        for refusal in self.wishes.refusals():
            await channel.send(packed(refusal))
        while not self._changed.is_set() and (piece := self.wishes.piece()) is not None:
            await channel.send(packed(piece))
            async with asyncio.timeout(ANSWER_S):
                taken = await self._next(channel)
            if not isinstance(taken, Taken):
                raise Malformed("a hub says how much of a file it has")
            self.wishes.taken(taken)

    async def _follow(self) -> Outbox:
        """Take in what was saved; the outbox is made by the first."""

        def follow(facts: FactLog) -> tuple[Outbox, int]:
            outbox = self._outbox = self._outbox or Outbox(self._path, facts)
            outbox.follow(names=self._club.names == "on")
            return outbox, outbox.waiting

        outbox, self._waiting = await self._ask(follow)
        return outbox

    async def _answered(self, channel: client.ClientConnection, message: Message) -> Cursor:
        await channel.send(packed(message))
        async with asyncio.timeout(ANSWER_S):
            return _cursor(await self._next(channel))

    async def _next(self, channel: client.ClientConnection) -> Message:
        """The next message of the hub that is no question, and no farewell; `Ended`, `Forked`, `Malformed`."""
        while isinstance(message := _understood(await channel.recv()), Ask):
            self.wishes.hear(message)
            self._changed.set()
        return message

    async def _until_changed(self, channel: client.ClientConnection) -> None:
        """Wait for something to tell. A hub that says anything meanwhile asks for something, or says farewell."""
        changed, heard = asyncio.create_task(self._changed.wait()), asyncio.create_task(self._next(channel))
        try:
            await asyncio.wait((changed, heard), timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
            if heard.done():
                _cursor(heard.result())  # whatever that is, it was not asked for
        finally:
            for task in (changed, heard):
                task.cancel()
            await asyncio.gather(changed, heard, return_exceptions=True)


def _understood(packet: str | bytes) -> Message:
    """A message of the hub that is no farewell: after one comes `Ended`, `Forked` or, from a busy hub, `Malformed`."""
    message = unpacked(packet if isinstance(packet, bytes) else packet.encode())
    match message:
        case Farewell(why=Why.FORK, number=number):
            raise Forked(number)
        case Farewell(why=Why.BUSY):
            raise Malformed("the hub is busy")
        case Farewell(why=why):
            raise Ended(say(f"club_{why.value}"), good=why is not Why.PROTOCOL)  # an older hub may be updated
        case Cursor() | Ask() | Taken():
            return message
        case _:
            raise Malformed("a hub says no such thing")


def _cursor(message: Message) -> Cursor:
    if not isinstance(message, Cursor):
        raise Malformed("a hub says what it has")
    return message


@contextlib.asynccontextmanager
async def _called(hub: str) -> AsyncIterator[client.ClientConnection]:
    """A connection with the hub at this address: `host`, `host:port`, or a whole `ws://` or `wss://` address."""
    address = hub if "://" in hub else f"ws://{hub}" if re.search(r":\d+\Z", hub) else f"ws://{hub}:{PORT}"
    if urlsplit(address).scheme not in ("ws", "wss"):
        raise InvalidURI(hub, "it begins neither with ws:// nor with wss://")
    async with client.connect(
        address.rstrip("/") + PATH,
        ssl=ssl.create_default_context() if address.startswith("wss:") else None,
        open_timeout=CALL_S,
        close_timeout=CLOSE_S,
        max_size=LONGEST_ANSWER,
        compression=None,
        proxy=None,
        user_agent_header=None,
    ) as channel:
        yield channel


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
