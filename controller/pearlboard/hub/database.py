"""The database: one connection that reads and writes, in one transaction at a time, and one that listens.

Twenty tables of people say a few rows a minute: a pool would add nothing but the question what else is going on. A
connection that is lost is made again by whoever needs it next; what was under way was rolled back, and is repeated.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeAlias

from psycopg import AsyncConnection, AsyncCursor, Error, InterfaceError, OperationalError

from pearlboard.errors import PearlboardError
from pearlboard.hub.migrating import migrate

CONNECT_S: Final = 5
PATIENT: Final = "SET statement_timeout = '20s'"
CHANNEL: Final = "pearlboard_hub"
COMPETITIONS: Final = 0
"""The number that is notified in place of a table's when people or their competitions have changed."""
AGAIN_S: Final = 2.0
"""The pause before a database that is away is asked again."""

Cursor: TypeAlias = AsyncCursor[Any]


class Away(PearlboardError, OSError):
    """The database does not answer."""


class Database:
    """The database at `address`, a connection string of PostgreSQL."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._turn = asyncio.Lock()
        self._connection: AsyncConnection[Any] | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date; `Away`, or `ConfigError` for the schema of a newer hub."""
        async with self._turn:
            connection = await self._connected()
            try:
                await migrate(connection)
            except Error as error:
                raise Away(_said(error)) from error

    async def close(self) -> None:
        """Let go of it."""
        async with self._turn:
            await self._drop()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Cursor]:
        """A transaction, committed at the end: all of it or nothing. `Away`: nothing, as far as anybody can know."""
        async with self._turn:
            connection = await self._connected()
            try:
                async with connection.transaction(), connection.cursor() as cursor:
                    yield cursor
            except (OperationalError, InterfaceError) as error:
                await self._drop()
                raise Away(_said(error)) from error
            except BaseException:
                if connection.closed or connection.broken:
                    await self._drop()
                raise

    async def changes(self) -> AsyncIterator[int | None]:
        """The tables that change, for ever; None, at once and after every break: it may be any of them."""
        while True:
            with suppress(Error, Away):
                connection = await self._connect()
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield None  # what was said while nobody listened
                    async for notice in connection.notifies():
                        yield int(notice.payload)
            yield None
            await asyncio.sleep(AGAIN_S)

    async def _connected(self) -> AsyncConnection[Any]:
        if self._connection is None or self._connection.closed or self._connection.broken:
            await self._drop()
            self._connection = await self._connect()
        return self._connection

    async def _connect(self) -> AsyncConnection[Any]:
        try:
            connection: AsyncConnection[Any] = await AsyncConnection.connect(
                self._address, autocommit=True, connect_timeout=CONNECT_S, application_name="pearlboard hub"
            )
            await connection.execute(PATIENT)
        except Error as error:
            raise Away(_said(error)) from error
        return connection

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Error, OSError):
                await connection.close()


async def tell(cursor: Cursor, table: int) -> None:
    """Let all pages know, once the transaction is committed, that something is different about a table.

    Or about `COMPETITIONS`.
    """
    await cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, str(table)))


def _said(error: Error) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"the database does not answer: {lines[0] if lines else type(error).__name__}"
