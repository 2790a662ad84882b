"""Reading stored rows from the database, by the columns of `chain.Row`."""

import sqlite3
from collections.abc import Iterator
from typing import Final

from pearlboard.store.chain import START, Row

COLUMNS: Final = "version, game, at, name, form, body, command, chain"
AFTER: Final = (
    "SELECT COALESCE((SELECT version FROM fact WHERE version > ?1 AND game <> ?1 ORDER BY version LIMIT 1), 1 << 62)"
)
"""The version behind the last fact of game ?1: a game's facts lie together, so no index is needed to find them."""
OF_GAME: Final = f"version >= ?1 AND version < ({AFTER}) AND game = ?1"
"""The rows of game ?1."""

AT_ONCE: Final = 64
"""Facts that are read, or written, in one step."""
UNREADABLE: Final = (sqlite3.DatabaseError, ValueError, TypeError)
"""The errors of reading rows that are damaged."""


def rows_of(connection: sqlite3.Connection, which: str, *values: object) -> Iterator[Row]:
    """Select the rows matching `which`, an SQL clause."""
    return connection.execute(f"SELECT {COLUMNS} FROM fact {which}", values)  # noqa: S608 - never user input


def rows_between(connection: sqlite3.Connection, first: int, last: int) -> Iterator[Row]:
    """Select the rows with these versions, a few at a time, so that others may write in between."""
    for start in range(first, last + 1, AT_ONCE):
        yield from list(
            rows_of(connection, "WHERE version BETWEEN ? AND ? ORDER BY version", start, min(last, start + AT_ONCE - 1))
        )


def hash_at(connection: sqlite3.Connection, version: int) -> bytes:
    """The hash of the fact with this number; `START` if there is none."""
    found: tuple[bytes] | None = connection.execute("SELECT chain FROM fact WHERE version = ?", (version,)).fetchone()
    return START if found is None else found[0]


def names(of: tuple[str, ...]) -> str:
    """A list of stored names, for SQL's IN."""
    return ", ".join(f"'{name}'" for name in of)
