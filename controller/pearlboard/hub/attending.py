"""The WebSocket of a table: who it is first, within a time; then its rows and how it is, one message after another.

A table has one line: a newer one takes the place of the older, which may be dead without anybody knowing. Whoever says
more than tables do is not read for a while. Wrong codes are few a minute, from an address and in all.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec import structs
from starlette.websockets import WebSocket, WebSocketDisconnect

from pearlboard.club.documents import Malformed
from pearlboard.club.messages import (
    Farewell,
    Hello,
    Leave,
    Message,
    NotNow,
    Piece,
    Rows,
    Status,
    Taken,
    Why,
    packed,
    unpacked,
)
from pearlboard.hub import files, joining
from pearlboard.hub.audit import record_table
from pearlboard.hub.database import Away, Database
from pearlboard.hub.ingest import take
from pearlboard.hub.joining import Known
from pearlboard.hub.records import settle
from pearlboard.web.guard import address_of
from pearlboard.web.rate_limiter import RateLimiter, WrongTries

LOG: Final = logging.getLogger("pearlboard.hub")
HELLO_S: Final = 5.0
A_SECOND: Final = 10
BURST: Final = 40
"""The messages of a table at once: what it has to tell after a week without the hub comes in pieces, each answered."""
PAUSE_S: Final = 0.2
LAST_WORD_S: Final = 2.0
BEAT_S: Final = 60.0
"""How often it is noted which tables are there, for a hub that ends without a word."""
REFUSED: Final = 1008
DONE: Final = 1000


class Gone(Exception):
    """The line is over."""


class Line:
    """The line of a table. `address`: where it comes from."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.address = address_of(socket)
        self._limit = RateLimiter(asyncio.get_running_loop().time(), A_SECOND, BURST)

    async def read(self) -> Message:
        """The next message; `Malformed`, `Gone`."""
        while not self._limit.admit(asyncio.get_running_loop().time()):  # noqa: ASYNC110 - only time changes that
            await asyncio.sleep(PAUSE_S)
        try:
            return unpacked(await self._socket.receive_bytes())
        except WebSocketDisconnect as error:
            raise Gone from error
        except (KeyError, TypeError) as error:
            raise Malformed("this is text, and no message") from error
        except RuntimeError as error:  # closed from this side meanwhile
            raise Gone from error

    async def say(self, message: Message) -> None:
        """Send a message; `Gone`."""
        try:
            await self._socket.send_bytes(packed(message))
        except (WebSocketDisconnect, RuntimeError, OSError) as error:
            raise Gone from error

    async def end(self, farewell: Farewell | None = None) -> None:
        """Say why it ends, if the table still hears it, and close."""
        with suppress(Gone, WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(LAST_WORD_S):
                if farewell is not None:
                    await self.say(farewell)
                await self._socket.close(DONE)


class Attendance:
    """The lines of all tables. `changed` is told which table has come or gone."""

    def __init__(self, base: Database, changed: Callable[[int | None], None]) -> None:
        self._base = base
        self._changed = changed
        self._lines: dict[int, Line] = {}
        self._tries = WrongTries()

    @property
    def here(self) -> frozenset[int]:
        """The tables that are connected."""
        return frozenset(self._lines)

    async def attend(self, socket: WebSocket) -> None:
        """Serve one line, from its first message to its end."""
        if "origin" in socket.headers:  # a page in a browser is no table
            await socket.close(REFUSED)
            return
        await socket.accept()
        line = Line(socket)
        try:
            await self._serve(line)
        except Gone:
            return
        except Malformed:
            await line.end(Farewell(Why.BROKEN))
        except (Away, TimeoutError):
            await line.end(Farewell(Why.BUSY))

    async def dismiss(self, table: int, why: Why) -> None:
        """End the line of a table, if it has one."""
        line = self._lines.pop(table, None)
        if line is not None:
            self._changed(table)
            await line.end(Farewell(why))

    async def put_questions(self, table: int) -> None:
        """Ask a table for what its owner wants of it, if it is there."""
        line = self._lines.get(table)
        if line is not None:
            with suppress(Gone):
                await self._ask(line, table)

    async def beat(self) -> None:
        """Note for ever which tables are there."""
        while True:
            await asyncio.sleep(BEAT_S)
            with suppress(Away):
                async with self._base.transaction() as cursor:
                    await joining.heard(cursor, sorted(self._lines))
            self._changed(None)  # at midnight a time becomes a date

    async def _serve(self, line: Line) -> None:
        async with asyncio.timeout(HELLO_S):
            hello = await line.read()
        if not isinstance(hello, Hello):
            raise Malformed("the first message says who it is")
        known = await self._let_in(hello, line.address)
        if isinstance(known, Why):
            LOG.info("Somebody at %s was not let in: %s", line.address, known)
            await line.end(Farewell(known, hello.last + 1 if known == Why.FORK else 0))
            return
        before, self._lines[known.table] = self._lines.get(known.table), line
        self._changed(known.table)
        LOG.info("Table %d is here, with %d rows", known.table, known.cursor.number)
        try:
            if before is not None:
                await before.end(Farewell(Why.BUSY))
            await line.say(known.cursor)
            await self._ask(line, known.table)
            while await self._heard(line, known):
                pass
        finally:
            await self._note_end(line, known.table)

    async def _ask(self, line: Line, table: int) -> None:
        async with self._base.transaction() as cursor:
            asks = await files.asks(cursor, table)
        for each in asks:
            await line.say(each)

    async def _let_in(self, hello: Hello, address: str) -> Known | Why:
        """The table, if it may come in. After wrong codes no code is looked at; a token that is known needs none."""
        now = asyncio.get_running_loop().time()
        waits = bool(hello.code) and not self._tries.allows(address, now)
        async with self._base.transaction() as cursor:
            known = await joining.come(cursor, structs.replace(hello, code="") if waits else hello)
            if isinstance(known, Known) and known.joined:
                await record_table(cursor, known.table, address, "table_joined")
        if known == Why.CODE:
            self._tries.failed(address, now)
        return Why.BUSY if waits and known in (Why.UNKNOWN, Why.LEFT) else known

    async def _heard(self, line: Line, known: Known) -> bool:
        """Take one message, and say whether there may be more."""
        message = await line.read()
        match message:
            case Rows(rows):
                async with self._base.transaction() as cursor:
                    answer = await take(cursor, known.table, known.log, rows)
                    await settle(cursor, known.table)
                if isinstance(answer, Farewell):
                    LOG.warning("Table %d is sent away: %s, row %d", known.table, answer.why, answer.number)
                    await line.end(answer)
                    return False
                await line.say(answer)
            case Status():
                async with self._base.transaction() as cursor:
                    await joining.report(cursor, known.table, message)
            case NotNow(number):
                async with self._base.transaction() as cursor:
                    await files.refused(cursor, known.table, number, line.address)
            case Piece():
                await line.say(await self._take(line, known.table, message))
            case Leave():
                async with self._base.transaction() as cursor:
                    if await joining.go(cursor, known.table):
                        await record_table(cursor, known.table, line.address, "table_left")
                await line.end(Farewell(Why.LEFT))
                return False
            case _:
                raise Malformed("no table says that")
        return True

    async def _take(self, line: Line, table: int, piece: Piece) -> Taken:
        """Keep a piece of a file; once it is whole, look whether it is what was asked for."""
        async with self._base.transaction() as cursor:
            taken = await files.take(cursor, table, piece)
            whole = taken.wanted and taken.at == piece.size
            found = await files.body_of(cursor, piece.number) if whole else None
        if found is None:
            return taken
        question, body = found
        right = await asyncio.to_thread(files.is_right, question.file, body, piece.digest)
        async with self._base.transaction() as cursor:
            if await files.settle(cursor, piece.number, files.State.HERE if right else files.State.BAD):
                await record_table(cursor, table, line.address, "table_sent" if right else "table_sent_bad")
        return Taken(piece.number, taken.at, wanted=right)

    async def _note_end(self, line: Line, table: int) -> None:
        """Forget the line, unless a newer one has taken its place, and keep when the table was here last."""
        if self._lines.get(table) is not line:
            return
        del self._lines[table]
        LOG.info("Table %d has gone", table)
        self._changed(table)
        with suppress(Away):
            async with self._base.transaction() as cursor:
                await joining.heard(cursor, [table])
        self._changed(table)
