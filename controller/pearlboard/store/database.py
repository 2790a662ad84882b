"""The database as a file: creating, opening, checking, and migrating it to today's schema.

Besides the facts there are tables that can be made again from them: the seals (`store.seals`), what is kept of finished
games (`store.games`), and rankings (`store.log`).

A database is created under another name and renamed when it is complete, so an empty file is never a new database.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from pearlboard.store.chain import Row, is_identity
from pearlboard.store.errors import NewerStore, StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.files import moved, opened, sync_data
from pearlboard.store.games import make_table
from pearlboard.store.tombstones import DELETED, TITLED, bury, deletion_in, follows_there

APPLICATION_ID: Final = 0x50_45_52_4C
"""The letters PERL in ASCII, in the header of every database of this program."""
SCHEMA: Final = 5
"""The first tagged version wrote 4; no table ever ran an older schema."""
STEP_PAGES: Final = 32
"""Pages of 4 kB that are copied in one step."""
SYNCED_PAGES: Final = 512
"""The number of pages after which they are synced, so that no step finds the system's memory full of unwritten ones."""
BUSY_S: Final = 0.005
"""The pause if somebody is writing at the moment."""
Step: TypeAlias = Callable[[int, int], None]
"""Called with how much is done, and of how much."""
HEADER_BYTES: Final = 100
"""SQLite's header. A shorter file is no database, although SQLite takes it for an empty one."""

FACTS: Final = """
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
"""
IDENTITY: Final = "CREATE TABLE identity (id TEXT NOT NULL) STRICT;"
"""One row: the identity that only the database and its journal share."""
BESIDE_FACTS: Final = (
    """CREATE TABLE seal (
    last    INTEGER PRIMARY KEY,   -- version of its last fact
    weight  INTEGER NOT NULL,
    games   BLOB NOT NULL,
    sensors TEXT NOT NULL,
    facts   BLOB NOT NULL,
    digest  BLOB NOT NULL
) STRICT""",
    """CREATE TABLE game (
    number  INTEGER PRIMARY KEY,   -- of a game that was finished, or deleted
    at      TEXT NOT NULL,
    title   TEXT NOT NULL,
    about   TEXT NOT NULL,
    words   TEXT NOT NULL,
    said    TEXT NOT NULL,
    remains TEXT NOT NULL,
    digest  BLOB NOT NULL
) STRICT""",
    """CREATE TABLE ranking (
    number  INTEGER PRIMARY KEY,   -- of the last game that is in it
    said    TEXT NOT NULL,
    digest  BLOB NOT NULL
) STRICT""",
    f"CREATE INDEX fact_titled ON fact (body) WHERE name = '{TITLED}'",
    "CREATE INDEX game_deleted ON game (number) WHERE remains <> ''",
)
SCHEMAS: Final[Mapping[int, str]] = {
    4: f"{FACTS} CREATE INDEX fact_of_game ON fact (game, version); {IDENTITY}",
    SCHEMA: f"{FACTS} {IDENTITY} {'; '.join(BESIDE_FACTS)};",
}
"""The statements that make an empty database, for every schema that can be read."""
RAISED: Final[Mapping[int, tuple[str, ...]]] = {4: ("DROP INDEX fact_of_game", *BESIDE_FACTS)}
"""The migrations: for every older schema that can be read, the SQL that turns it into the next one."""
CHECKED_BYTES: Final = 4 << 20
"""SQLite checks a database of this size at every start. A larger one would take too long; every row has a hash."""


def open_database(path: Path) -> sqlite3.Connection:
    """Open the only connection, locking other programs out. `StoreUnavailable`, `StoreDamaged`, `WrongStore`."""
    try:
        if path.is_file() and (size := path.stat().st_size) < HEADER_BYTES:
            what = "empty" if size == 0 else f"cut off after {size} bytes"
            raise StoreDamaged(f"{path}: the database is {what}, though it once was not; keep it and restore a copy")
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
            raise NewerStore(
                f"{path}: was written by a newer version of pearlboard (schema {schema}, this one knows "
                f"{SCHEMA}); update the program, or give another path with --store"
            )
        if not is_read(schema):
            raise WrongStore(
                f"{path}: was written by a pearlboard that was never released (schema {schema}); "
                "give another path with --store"
            )
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise StoreUnavailable(f"{path}: this disk cannot hold a write-ahead log; give another place with --store")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted secrets on the disk
        small = path.stat().st_size <= CHECKED_BYTES or doubted(path)
        wrong = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] if small else "ok"
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


def doubt(path: Path) -> None:
    """Let the next start read and check everything: SQLite has found damage that no row shows."""
    _doubt_of(path).touch(mode=0o600)


def doubted(path: Path) -> bool:
    """Whether everything is to be read and checked."""
    return _doubt_of(path).exists()


def trust(path: Path) -> None:
    """End the doubt, because everything was read and checked."""
    _doubt_of(path).unlink(missing_ok=True)


def _doubt_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.doubted")


def is_read(schema: int) -> bool:
    """Whether a database with this schema can be read, if necessary after a migration."""
    return schema == SCHEMA or schema in RAISED


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the database has today's schema."""
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA)


def raise_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Migrate an older schema, keeping a copy; older versions then call the database "newer", not "damaged"."""
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    kept = path.with_name(f"{path.name}.schema-{schema}")
    if not kept.exists():
        copy_database(connection, kept)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for number in range(schema, SCHEMA):
            for statement in RAISED[number]:
                connection.execute(statement)
        make_table(connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def identity_of(connection: sqlite3.Connection) -> str:
    """The identity that a database shares with its journal; `sqlite3.DatabaseError` if there is none."""
    [[identity]] = connection.execute("SELECT id FROM identity").fetchall() or [[None]]
    if identity is None or not is_identity(identity):
        raise sqlite3.DatabaseError("it does not say which journal it belongs to")
    return str(identity)


def copy_database(connection: sqlite3.Connection, path: Path, step: Step = lambda *_: None) -> None:
    """Copy all committed facts into one file for its owner only, synced when this returns, or leave no file.

    While this runs on one thread, another may go on writing: it waits for one step at most. `step` is called after
    each; it may pause, or end the copying by an error.
    """
    with _whole_file(path) as new, closing(sqlite3.connect(new)) as copy, opened(new, os.O_RDONLY) as file:
        copy.execute("PRAGMA synchronous = OFF")  # a step must not wait for the disk

        def stepped(_: int, left: int, of: int) -> None:
            if left % SYNCED_PAGES < STEP_PAGES:
                sync_data(file)
            step(of - left, of)

        connection.backup(copy, pages=STEP_PAGES, progress=stepped, sleep=BUSY_S)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy can be read on a read-only disk


def make_database(path: Path, identity: str, rows: Iterable[Row] = ()) -> None:
    """Create a database with these facts, or leave no file; whoever opens it verifies them."""
    with _whole_file(path) as new, closing(sqlite3.connect(new)) as connection:
        connection.executescript(
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA}; {SCHEMAS[SCHEMA]}"
        )
        with connection:
            connection.execute("INSERT INTO identity VALUES (?)", (identity,))
            insert(connection, rows)
            make_table(connection)


def make_temporary(connection: sqlite3.Connection) -> None:
    """Make what is kept of finished games anew beside a database that is only read, in place of its own."""
    for statement in BESIDE_FACTS:
        if statement.startswith("CREATE TABLE"):
            connection.execute(statement.replace("CREATE TABLE", "CREATE TEMP TABLE", 1))
    with connection:
        make_table(connection)


def insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Insert rows that were stored elsewhere, in the open transaction; deletions among them are carried out again.

    The table of finished games is left behind: see `games.follow` and `games.make_table`.
    """
    for row in rows:
        if row[3] == DELETED and follows_there(connection, row):
            bury(connection, deletion_in(row)[0])
        connection.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


@contextmanager
def _whole_file(path: Path) -> Iterator[Path]:
    """Yield an empty file that is renamed to `path` once it is filled, or deleted; only its owner can read it, because
    it will hold secrets.
    """
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    try:
        yield new
        moved(new, path)
    finally:
        new.unlink(missing_ok=True)
