"""Files that the owner asks a table for: the question, its pieces as they come, and what is kept of them.

A question holds for a day. What comes belongs to the table that was asked, and is bounded in each piece and in all;
once it is whole it is unpacked within bounds, and kept only if it is what was asked for. Its name is the hub's own.
"""

import io
import tarfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from pearlboard.club.messages import MOST_ASKED_S, Ask, File, Piece, Taken
from pearlboard.hub import database
from pearlboard.hub.audit import record_table

HOLDS: Final = timedelta(seconds=MOST_ASKED_S)
KEPT: Final = timedelta(days=14)
MOST: Final = 20
"""The most files that are kept of all tables; the oldest goes first."""
REMEMBERED: Final = 200
"""The most questions of which it is known what came of them."""
UNPACKED: Final = 64 << 20
"""The most bytes of a file once it is unpacked."""
FOLDER: Final = "pearlboard-support/"
MOST_MEMBERS: Final = 32

ASK: Final = (
    "INSERT INTO asked_file (house_table, file) SELECT id, %s FROM house_table WHERE id = %s AND left_at IS NULL "
    "ON CONFLICT (house_table, file) WHERE state = 'open' DO NOTHING RETURNING id"
)
OPEN: Final = (
    "SELECT id, file, extract(epoch FROM asked + %s - now())::int FROM asked_file "
    "WHERE house_table = %s AND state = 'open' AND asked + %s > now() ORDER BY id"
)
WANTED: Final = (
    "SELECT file, size, digest FROM asked_file WHERE id = %s AND house_table = %s AND state = 'open' "
    "AND asked + %s > now() FOR UPDATE"
)
HAS: Final = "SELECT coalesce(sum(length(body)), 0) FROM file_piece WHERE asked_file = %s"
ANEW: Final = "UPDATE asked_file SET size = %s, digest = %s WHERE id = %s"
SETTLE: Final = "UPDATE asked_file SET state = %s, came = now() WHERE id = %s AND state = 'open' RETURNING house_table"
LATE: Final = "UPDATE asked_file SET state = 'late' WHERE state = 'open' AND asked + %s <= now()"
OLD: Final = "DELETE FROM asked_file WHERE asked + %s <= now() OR id <= (SELECT max(id) FROM asked_file) - %s"
EMPTY: Final = (
    "DELETE FROM file_piece p USING asked_file f WHERE f.id = p.asked_file AND f.state NOT IN ('open', 'here')"
)
CROWDED: Final = (
    "DELETE FROM asked_file WHERE state = 'here' AND id NOT IN "
    "(SELECT id FROM asked_file WHERE state = 'here' ORDER BY came DESC, id DESC LIMIT %s)"
)
QUESTIONS: Final = (
    "SELECT f.id, f.house_table, t.name, f.file, f.asked, f.state, f.size, f.came, "
    "coalesce((SELECT sum(length(body)) FROM file_piece WHERE asked_file = f.id), 0) "
    "FROM asked_file f JOIN house_table t ON t.id = f.house_table"
)
LIST: Final = f"{QUESTIONS} ORDER BY f.id DESC"
ONE: Final = f"{QUESTIONS} WHERE f.id = %s"


class State(StrEnum):
    """The state of a question. LATE: nobody answered within a day; BAD: it is not what was asked for."""

    OPEN = "open"
    HERE = "here"
    REFUSED = "refused"
    LATE = "late"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the owner sees it; `has`: the bytes that have come, of `size` once that is known."""

    number: int
    table: int
    name: str
    file: File
    asked: datetime
    state: State
    size: int | None
    came: datetime | None
    has: int


async def ask(cursor: database.Cursor, table: int, file: File) -> bool:
    """Ask a table for a file; False if it is asked for that already, or is not of this house."""
    await _tidy(cursor)
    await cursor.execute(ASK, (file, table))
    return await cursor.fetchone() is not None


async def asks(cursor: database.Cursor, table: int) -> list[Ask]:
    """The questions for a table now."""
    await cursor.execute(OPEN, (HOLDS, table, HOLDS))
    return [Ask(number, File(file), max(0, within_s)) for number, file, within_s in await cursor.fetchall()]


async def refused(cursor: database.Cursor, table: int, number: int, address: str) -> bool:
    """The table's operator does not send it; whether it was asked for."""
    await cursor.execute(WANTED, (number, table, HOLDS))
    if await cursor.fetchone() is None:
        return False
    await settle(cursor, number, State.REFUSED)
    await record_table(cursor, table, address, "table_refused")
    return True


async def take(cursor: database.Cursor, table: int, piece: Piece) -> Taken:
    """Keep a piece, and say how much of the file there is. What does not follow what is here is not kept.

    Another digest is another file: the table has begun anew, and so does this.
    """
    await cursor.execute(WANTED, (piece.number, table, HOLDS))
    found = await cursor.fetchone()
    if found is None:
        return Taken(piece.number, 0, wanted=False)
    if (found[1], found[2]) != (piece.size, piece.digest):
        await cursor.execute("DELETE FROM file_piece WHERE asked_file = %s", (piece.number,))
        await cursor.execute(ANEW, (piece.size, piece.digest, piece.number))
    await cursor.execute(HAS, (piece.number,))
    [[has]] = await cursor.fetchall()
    if piece.body and piece.at == has and has + len(piece.body) <= piece.size:
        add = "INSERT INTO file_piece (asked_file, at, body) VALUES (%s, %s, %s)"
        await cursor.execute(add, (piece.number, piece.at, piece.body))
        has += len(piece.body)
    return Taken(piece.number, int(has), wanted=True)


async def settle(cursor: database.Cursor, number: int, state: State) -> bool:
    """A question has come to its end; whether it was open."""
    await cursor.execute(SETTLE, (state, number))
    ended = await cursor.fetchone() is not None
    await cursor.execute(EMPTY)
    await cursor.execute(CROWDED, (MOST,))
    return ended


async def body_of(cursor: database.Cursor, number: int) -> tuple[Question, bytes] | None:
    """A question, and all that has come of its file."""
    await _tidy(cursor)
    await cursor.execute(ONE, (number,))
    found = await cursor.fetchone()
    if found is None:
        return None
    await cursor.execute("SELECT body FROM file_piece WHERE asked_file = %s ORDER BY at", (number,))
    return _question(found), b"".join([bytes(body) for [body] in await cursor.fetchall()])


async def questions(cursor: database.Cursor) -> list[Question]:
    """All questions that are remembered, the latest first."""
    await _tidy(cursor)
    await cursor.execute(LIST)
    return [_question(found) for found in await cursor.fetchall()]


def _question(found: Sequence[Any]) -> Question:
    number, table, name, file, asked, state, size, came, has = found
    return Question(number, table, name or f"#{table}", File(file), asked, State(state), size, came, int(has))


async def delete(cursor: database.Cursor, number: int) -> int | None:
    """Delete a question with its file, or take it back; the table that was asked, None if there is none."""
    await cursor.execute("DELETE FROM asked_file WHERE id = %s RETURNING house_table", (number,))
    found = await cursor.fetchone()
    return None if found is None else int(found[0])


async def _tidy(cursor: database.Cursor) -> None:
    await cursor.execute(LATE, (HOLDS,))
    await cursor.execute(OLD, (KEPT, REMEMBERED))
    await cursor.execute(EMPTY)


# --- what has come -------------------------------------------------------------------------------------------------


def is_right(file: File, body: bytes, digest: bytes) -> bool:
    """Whether that is the whole file which was asked for, and no more than it may be once it is unpacked. Slow."""
    if sha256(body).digest() != digest:
        return False
    text = _unpacked(body)
    if text is None:
        return False
    return _is_bundle(text) if file is File.BUNDLE else _is_black_box(text)


def _unpacked(body: bytes) -> bytes | None:
    """The bytes in one stream of gzip; None if it is none, or has more than `UNPACKED`."""
    unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        text = unpacking.decompress(body, UNPACKED)
    except zlib.error:
        return None
    return text if unpacking.eof and not unpacking.unused_data else None


def _is_bundle(text: bytes) -> bool:
    """Whether an archive has plain files in its one folder alone: nobody who unpacks it writes elsewhere."""
    try:
        with tarfile.open(fileobj=io.BytesIO(text), mode="r:") as archive:
            for number, member in enumerate(archive):
                name = member.name.removeprefix(FOLDER)
                plain = name != member.name and name.replace(".", "").isalnum() and not name.startswith(".")
                if not (member.isreg() and plain and number < MOST_MEMBERS):
                    return False
    except (tarfile.TarError, ValueError, EOFError):
        return False
    return True


def _is_black_box(text: bytes) -> bool:
    """Whether each line is an object of JSON, as far as its ends say."""
    return all(line.startswith(b"{") and line.endswith(b"}") for line in text.splitlines())
