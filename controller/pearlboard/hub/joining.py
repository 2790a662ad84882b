"""How a table comes in, and goes: with a code at first, then with its token, of which the hub has the digest alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Final

from psycopg.types.json import Jsonb

from pearlboard.club.messages import CODE, PLAIN_PROTOCOL, PROTOCOL, Cursor, Hello, Status, Why
from pearlboard.club.rows import Row
from pearlboard.hub import database
from pearlboard.hub.access import digest_of, new_key
from pearlboard.hub.fold import plain
from pearlboard.hub.ingest import position, put_aside

VALID: Final = timedelta(hours=1)

FIND: Final = "SELECT id, left_at IS NOT NULL FROM house_table WHERE digest = %s FOR UPDATE"
USE: Final = "UPDATE code SET used = now() WHERE digest = %s AND used IS NULL AND until > now() RETURNING 1"
ENTER: Final = "INSERT INTO house_table (name, digest, log, program) VALUES (%s, %s, %s, %s) RETURNING id"
RETURN: Final = "UPDATE house_table SET log = %s, program = %s, seen = now(), left_at = NULL WHERE id = %s"
HEARD: Final = "UPDATE house_table SET seen = now() WHERE id = ANY(%s)"
STATUS: Final = (
    "UPDATE house_table SET needs = %s, health = %s, checks = %s, told_at = now(), "
    "clock_off = CASE WHEN %s > 0 THEN %s - extract(epoch FROM clock_timestamp()) END, seen = now() WHERE id = %s"
)
GO: Final = "UPDATE house_table SET left_at = now(), needs = '' WHERE id = %s AND left_at IS NULL RETURNING 1"


@dataclass(frozen=True, slots=True)
class Known:
    """A table that may speak, and what the hub has of its log. `joined`: it has come in by a code just now."""

    table: int
    log: bytes
    cursor: Cursor
    joined: bool = False


async def new_code(cursor: database.Cursor) -> str:
    """A code for one table, in groups for people; old ones are forgotten."""
    code = new_key(CODE)
    await cursor.execute("DELETE FROM code WHERE until < now() - %s", (VALID,))
    await cursor.execute("INSERT INTO code (digest, until) VALUES (%s, now() + %s)", (digest_of(code), VALID))
    return code


async def come(cursor: database.Cursor, hello: Hello) -> Known | Why:
    """Let a table in, or say why not.

    A token that has left needs a new code. A code beside a token that is known is not used up: the answer was lost.
    """
    if not PLAIN_PROTOCOL <= hello.protocol <= PROTOCOL:
        return Why.PROTOCOL
    digest, program = sha256(hello.token).digest(), plain(hello.program)
    await cursor.execute(FIND, (digest,))
    found = await cursor.fetchone()
    joins = found is None or bool(found[1])
    if joins:
        if not hello.code:
            return Why.UNKNOWN if found is None else Why.LEFT
        await cursor.execute(USE, (digest_of(hello.code),))
        if await cursor.fetchone() is None:
            return Why.CODE
    if found is None:
        await cursor.execute(ENTER, (plain(hello.name), digest, hello.log, program))
        found = await cursor.fetchone()
    else:
        await cursor.execute(RETURN, (hello.log, program, found[0]))
    table = int(found[0]) if found is not None else 0
    await database.tell(cursor, table)
    at = await position(cursor, table, hello.log)
    if hello.last < at.number:
        await put_aside(cursor, table, hello.log, [Row(hello.last + 1, "", None, b"")])
        return Why.FORK
    return Known(table, hello.log, at, joins)


async def report(cursor: database.Cursor, table: int, status: Status) -> None:
    """Keep how a table is."""
    health = {plain(name): plain(value) for name, value in status.health.items()}
    checks = [(plain(each.name), each.well, plain(each.said)) for each in status.checks]
    await cursor.execute(STATUS, (plain(status.needs), Jsonb(health), Jsonb(checks), status.at, status.at, table))
    await database.tell(cursor, table)


async def heard(cursor: database.Cursor, tables: Sequence[int]) -> None:
    """Note that these tables are there now."""
    await cursor.execute(HEARD, (list(tables),))


async def go(cursor: database.Cursor, table: int) -> bool:
    """Let a table leave, or send it away; whether it was there."""
    await cursor.execute(GO, (table,))
    left = await cursor.fetchone() is not None
    await database.tell(cursor, table)
    return left
