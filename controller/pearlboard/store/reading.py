"""Reading a log from one fact to the last: every row is verified, and what the archive holds is collected."""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from pearlboard.errors import BadInput
from pearlboard.store.chain import START, Row
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.rows import AT_ONCE, UNREADABLE, rows_of
from pearlboard.store.sealed import sealed_contents
from pearlboard.store.seals import Seal
from pearlboard.store.tombstones import AGREED, Contents, Reader, follows

Result = TypeVar("Result")
MARK: Final = 8
"""The length of a mark, in bytes: that much of each hash is remembered to compare two logs."""


@dataclass(slots=True)
class Found:
    """The contents of a database, read to its last fact.

    `facts`: the number of its last fact; `marks`: the first bytes of each hash that was read; `deletes` and
    `ended`: the games that were deleted or that ended by facts that were read.
    """

    facts: int = 0
    game: int = 0
    chain: bytes = START
    contents: Contents = field(default_factory=Contents)
    marks: bytearray = field(default_factory=bytearray)
    deletes: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()

    def mark(self, version: int) -> bytes:
        """The first bytes of a fact's hash, in a log that was read whole."""
        return bytes(self.marks[MARK * (version - 1) : MARK * version])


def read(path: Path, rows: Iterable[Row], told: Callable[[int], None] = lambda _: None) -> Found:
    """Read and verify all rows of a database; `StoreDamaged` if any row is not as written. `told`: how far that is."""
    return drained(reading(path, rows, Found(), None, told))


def read_from(path: Path, connection: sqlite3.Connection, seals: Sequence[Seal]) -> Found:
    """Read the database from the last seal on; `BadInput` if what it keeps of a deletion is damaged, `StoreDamaged`."""
    before = sealed_contents(connection, seals)
    rows = rows_of(connection, "WHERE version > ? ORDER BY version", seals[-1].last if seals else 0)
    if not seals:
        return read(path, rows)
    last = seals[-1]
    found = Found(last.last, last.last_game, last.chain, before)
    return drained(reading(path, rows, found, connection))


def reading(
    path: Path,
    rows: Iterable[Row],
    before: Found,
    connection: sqlite3.Connection | None,
    told: Callable[[int], None] = lambda _: None,
) -> Generator[None, None, Found]:
    """Read, in steps, rows behind those that `before` says of, and return what was found.

    `connection`: the database that has the rows before. `told`: how far that is.
    """
    found, reader = replace(before, marks=bytearray()), Reader(before.contents)
    try:
        for row in rows:
            _verify(row, found)
            reader.read(row)
            found.facts, found.game, found.chain = row[0], row[1], row[7]
            found.marks += row[7][:MARK]
            if row[0] % AT_ONCE == 0:
                told(row[0])
                yield
        found.contents = reader.contents(connection, -1 if connection is None else before.game)
        found.deletes, found.ended = tuple(reader.deletes), tuple(reader.ended)
    except UNREADABLE as error:
        raise StoreDamaged(f"{path}: the log of the games is damaged ({error})") from error
    return found


def _verify(row: Row, before: Found) -> None:
    version, game, _, name, *_ = row
    right = version == before.facts + 1 and game == (version if name == AGREED else before.game)
    if not right or not follows(row, before.chain):
        raise BadInput(f"fact {version}", "it, or one before it, is not what was written")


def drained(steps: Generator[object, None, Result]) -> Result:
    """Take all steps at once, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
