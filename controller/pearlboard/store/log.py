"""The database: one connection, which writes and reads. Blocking; the event loop talks to `store.writer`.

Every fact carries a hash over itself and the fact before it, so that a row that was changed, lost or cut off by a
damaged file is noticed at start rather than silently missing from a game. Of a game that was deleted the hashes stay
(`store.tombstones`). A database is made under another name and
renamed when it is whole, so an empty file is never a new database.

What can be wrong at start has three names, since each asks for something else:
`StoreUnavailable` (the disk), `StoreDamaged` (the file), `WrongStore` (not this program's, or a newer one's).
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pearlboard.errors import BadInput, PearlboardError
from pearlboard.session.facts import Entry, GameAgreed, GameDeleted, GameEnded, SeatHandedOver
from pearlboard.store.codec import NAMES, decode, encode, names_of_acts, names_of_ends
from pearlboard.store.tombstones import Contents, Reader, Row, buried, bury

APPLICATION_ID: Final = 0x50_45_52_4C
"""«PERL», in the header of every database of this program."""
SCHEMA: Final = 3
"""1: actions had names of their own, and only one game was stored. 2: no game had a title or could be deleted. What was
written then is still read as it is."""
HEADER_BYTES: Final = 100
"""A file that is shorter is no database, and to SQLite an empty one."""

OUTLINE: Final = tuple(NAMES[kind] for kind in (GameAgreed, SeatHandedOver, GameEnded))
"""Facts that tell who has played, and how it ended."""

TABLE: Final = """
CREATE TABLE fact (
    version INTEGER PRIMARY KEY,   -- of the session, from 1 without gaps
    game    INTEGER NOT NULL,      -- the version at which its game was agreed; 0 before the first
    at      TEXT NOT NULL,         -- UTC, ISO 8601; for people only, nothing is ordered by it
    name    TEXT NOT NULL,
    form    INTEGER NOT NULL,
    body    TEXT NOT NULL,         -- JSON; may hold secrets
    command TEXT,
    chain   BLOB NOT NULL
) STRICT;
CREATE INDEX fact_of_game ON fact (game, version);
"""


class StoreUnavailable(PearlboardError, OSError):
    """The database can be neither opened nor made."""


class StoreDamaged(PearlboardError, ValueError):
    """The database can be opened and is not what was written. It is left as it is."""


class WrongStore(PearlboardError, ValueError):
    """The database is another program's, a newer version's, or in use."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in the archive: its number, when it ended (or its last fact was written), all its entries, its title."""

    number: int
    at: str
    entries: tuple[Entry, ...]
    title: str = ""


class FactLog:
    """An open database. Not for two threads at a time, but for `contents`, which is replaced and never changed."""

    def __init__(self, path: Path) -> None:
        """Open, or make, the database at `path`, and verify it whole."""
        self.path = path
        self._connection = _open(path)
        self._game, self._chain = 0, b""
        self.contents = Contents()
        try:
            reader = Reader()
            for row in self._rows("ORDER BY version"):
                self._verify(row)
                reader.read(row)
            self.contents = reader.contents()
        except (sqlite3.DatabaseError, UnicodeError, BadInput) as error:
            self._connection.close()
            raise StoreDamaged(f"{path}: the log of the games is damaged ({error})") from error
        try:
            _raise_schema(self._connection, path)
        except (OSError, sqlite3.OperationalError) as error:
            self._connection.close()
            raise StoreUnavailable(
                f"{path}: no copy can be kept of what an older version has written ({error}); is the disk full?"
            ) from error

    def close(self) -> None:
        """Write the WAL back and let go of the file."""
        self._connection.close()

    def append(self, entries: Iterable[Entry], at: str) -> None:
        """Write entries, all or none; they are on disk when this returns. `sqlite3.Error` if they are not.

        With the fact that a game was deleted, the bodies of its rows go.
        """
        game, chain, written = self._game, self._chain, tuple(entries)
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for entry in written:
                game = entry.version if isinstance(entry.fact, GameAgreed) else game
                name, form, body = encode(entry.fact)
                if isinstance(entry.fact, GameDeleted):
                    body = bury(self._connection, entry.fact.number)
                chain = _link(chain, entry.version, game, at, name, form, body, entry.command)
                row = (entry.version, game, at, name, form, body, entry.command, chain)
                self._connection.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.contents = self.contents_after(written)
        self._game, self._chain = game, chain

    def contents_after(self, entries: Iterable[Entry]) -> Contents:
        """What the archive will hold once these are written."""
        return self.contents.after(self._game, entries)

    def write_back(self) -> None:
        """Bring all that was appended from the `-wal` file into the database itself; `sqlite3.Error` if that fails.

        Nothing depends on it: what was appended is on disk in either. But whoever copies or saves the one file has all.
        """
        busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("the database is busy")

    def last_game(self) -> tuple[Entry, ...]:
        """The entries of the newest game, which may not be over; with those that came before any game, if none."""
        return _entries(self._rows("WHERE game = ? ORDER BY version", self._game))

    def to_resume(self) -> tuple[Entry, ...]:
        """The newest game, from the newest on that has begun: its pieces may lie there until the next one begins."""
        names = names_of_acts()
        [[begun]] = self._connection.execute(f"SELECT MAX(game) FROM fact WHERE name IN ({_marks(names)})", names)  # noqa: S608 - our own names
        if begun is None:
            return self.last_game()
        return _entries(self._rows("WHERE game >= ? ORDER BY version", begun))

    def game(self, number: int) -> StoredGame | None:
        """A game by its number; None if there is none, or none any more."""
        if not 0 < number <= self._game or number in self.contents.deleted:
            return None
        rows = list(self._rows("WHERE game = ? ORDER BY version", number))
        if not rows:
            return None
        ends = names_of_ends()
        at = next((row[2] for row in rows if row[3] in ends), rows[-1][2])
        return StoredGame(number, at, _entries(rows), self.contents.titles.get(number, ""))

    def finished_games(self, most: int) -> tuple[StoredGame, ...]:
        """The newest games that have ended, newest first."""
        games = (self.game(number) for number in sorted(self.contents.finished, reverse=True)[:most])
        return tuple(game for game in games if game is not None)

    def outlines(self, numbers: Iterable[int]) -> tuple[StoredGame, ...]:
        """Of these games what was agreed on, who else has played a seat, and how they ended, without all between."""
        rows: dict[int, list[Row]] = {number: [] for number in numbers}
        for row in self._rows(f"WHERE name IN ({_marks(OUTLINE)}) ORDER BY version", *OUTLINE):
            if row[1] in rows and buried(row) is None:
                rows[row[1]].append(row)
        return tuple(StoredGame(number, told[-1][2], _entries(told)) for number, told in rows.items() if told)

    def _rows(self, which: str, *values: object) -> Iterator[Row]:
        query = f"SELECT version, game, at, name, form, body, command, chain FROM fact {which}"  # noqa: S608 - our own
        yield from self._connection.execute(query, values)

    def _verify(self, row: Row) -> None:
        if row[7] != _link(self._chain, *row[:7]) and buried(row) is None:
            raise BadInput(f"fact {row[0]}", "it, or one before it, is not what was written")
        self._game, self._chain = row[1], row[7]


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" for _ in values)


def _link(before: bytes, *parts: str | int | None) -> bytes:
    """JSON in ASCII: it reads the same under every version of Python, whatever letters are in a name."""
    return hashlib.sha256(before + json.dumps(parts).encode()).digest()


def _entries(rows: Iterable[Row]) -> tuple[Entry, ...]:
    """What rows say that still say something."""
    return tuple(_entry(row) for row in rows if buried(row) is None)


def _entry(row: Row) -> Entry:
    version, _, _, name, form, body, command, _ = row
    return Entry(version, decode(name, form, body), command)


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _must_be_new(path)
            _make(path)
        if path.is_file() and path.stat().st_size < HEADER_BYTES:
            raise StoreDamaged(f"{path}: the database is empty, though it once was not; keep it and restore a copy")
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False, timeout=1
        )
    except (OSError, sqlite3.OperationalError) as error:
        raise StoreUnavailable(f"{path}: cannot be opened or made ({error}); is the disk full or read-only?") from error
    try:
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION_ID:
            raise WrongStore(f"{path}: is a database of another program; give another path with --store")
        if schema > SCHEMA:
            raise WrongStore(
                f"{path}: was written by a newer version of pearlboard (schema {schema}, this one knows "
                f"{SCHEMA}); update the program, or give another path with --store"
            )
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise StoreUnavailable(f"{path}: this disk cannot hold a write-ahead log; give another place with --store")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten, not only forgotten
        wrong = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise WrongStore(
                f"{path}: is in use; does another pearlboard run? Stop it, or give another path with --store"
            ) from error
        raise StoreUnavailable(f"{path}: cannot be used ({error}); is the disk full or read-only?") from error
    except (sqlite3.DatabaseError, UnicodeError) as error:
        raise StoreDamaged(f"{path}: the database is damaged ({error})") from error
    if wrong != "ok":
        raise StoreDamaged(f"{path}: the database is damaged ({wrong})")


def _raise_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Keep a copy of what an older version has written; then older versions say "newer" of it, and not "damaged"."""
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    if schema == SCHEMA:
        return
    kept = path.with_name(f"{path.name}.schema-{schema}")
    if not kept.exists():
        new = kept.with_name(kept.name + ".new")
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        with closing(sqlite3.connect(new)) as copy:
            connection.backup(copy)
        _moved(new, kept)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _must_be_new(path: Path) -> None:
    """A log of changes without its database: SQLite would play it into the new one."""
    left = path.with_name(path.name + "-wal")
    if left.exists():
        raise StoreDamaged(
            f"{path}: the database is gone, but {left.name} is still there; restore a copy, "
            "or move that file away to begin anew"
        )


def _make(path: Path) -> None:
    """Make a new database beside its place, and move it there when it is on disk. For its owner only: secrets."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    with closing(sqlite3.connect(new)) as connection:
        connection.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA}; {TABLE}")
    _moved(new, path)


def _moved(new: Path, path: Path) -> None:
    """Let a whole file take its place, so that it is there after a power cut, too."""
    with new.open("rb") as file:
        os.fsync(file.fileno())
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
