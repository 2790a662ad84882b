"""The two copies of one log, and which of them counts when they differ.

At start both are read in full. They belong together by their identity, and agree up to the end of the shorter one; then
the longer one counts, and the shorter one catches up. A damaged copy is rebuilt from the intact one, and the bad file
is kept beside it. If both are damaged, or they contradict each other, nothing is touched.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.store.chain import START, Row, new_identity
from pearlboard.store.database import identity_of, insert, make_database, open_database, raise_schema, rows_of
from pearlboard.store.errors import StoreDamaged, StoreUnavailable
from pearlboard.store.files import free_name, sync
from pearlboard.store.journal import Journal, JournalDamaged, journal_of
from pearlboard.store.tombstones import AGREED, Contents, Reader, buried, follows

BESIDE: Final = ("-wal", "-shm")
"""SQLite's files beside a database."""


@dataclass(slots=True)
class Found:
    """The contents of a database, read from its first fact to its last."""

    game: int = 0
    chain: bytes = START
    chains: list[bytes] = field(default_factory=list)
    buried: set[int] = field(default_factory=set)
    contents: Contents = field(default_factory=Contents)


@dataclass(slots=True)
class Opened:
    """Both copies, with equal contents.

    repaired   repairs made to one of the copies, in words
    unburied   games whose deletion the journal does not know of yet
    caught_up  the number of facts that only the journal had, after a power cut between the two or without the `-wal`
    """

    connection: sqlite3.Connection
    journal: Journal
    found: Found
    repaired: tuple[str, ...] = ()
    unburied: frozenset[int] = frozenset()
    caught_up: int = 0


def open_both(path: Path) -> Opened:
    """Open, or create, the database at `path` and its journal. `StoreUnavailable`, `StoreDamaged`, `WrongStore`."""
    journal, repaired = Journal(journal_of(path)), []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _begin(path, journal)
        try:
            opened = _open(path, journal)
        except StoreDamaged as damage:
            repaired.append(_rebuild(path, journal, damage))
            opened = _open(path, journal)
        opened = _catch_up(path, opened, repaired)
    except (OSError, sqlite3.OperationalError) as error:
        if isinstance(error, StoreUnavailable):
            raise
        raise StoreUnavailable(f"{path}: cannot be opened or made ({error}); is the disk full or read-only?") from error
    return opened


def compare(path: Path, connection: sqlite3.Connection) -> Found:
    """Read both copies in full without changing anything; `StoreDamaged` if they differ."""
    found, journal = _read_all(path, connection), Journal(journal_of(path))
    try:
        _compare_copies(path, journal, found, identity_of(connection))
    except (JournalDamaged, OSError, sqlite3.DatabaseError) as error:
        raise StoreDamaged(f"{journal.folder}: the journal is damaged ({error})") from error
    if journal.version != len(found.chains):
        raise StoreDamaged(f"{path}: ends at fact {len(found.chains)}, and its journal at fact {journal.version}")
    return found


def read(path: Path, rows: Iterable[Row]) -> Found:
    """Read and verify all rows of a database; `StoreDamaged` if any row is not as written."""
    found, reader = Found(), Reader()
    try:
        for row in rows:
            _verify(row, found)
            reader.read(row)
            if buried(row) is not None:
                found.buried.add(row[0])
            found.game, found.chain = row[1], row[7]
            found.chains.append(row[7])
        found.contents = reader.contents()
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise StoreDamaged(f"{path}: the log of the games is damaged ({error})") from error
    return found


def _read_all(path: Path, connection: sqlite3.Connection) -> Found:
    return read(path, rows_of(connection, "ORDER BY version"))


def _verify(row: Row, before: Found) -> None:
    version, game, _, name, *_ = row
    right = version == len(before.chains) + 1 and game == (version if name == AGREED else before.game)
    if not right or not follows(row, before.chain):
        raise BadInput(f"fact {version}", "it, or one before it, is not what was written")


# --- opening ---------------------------------------------------------------------------------------------------------


def _begin(path: Path, journal: Journal) -> None:
    """Create the database if there is nothing of an older one; `StoreDamaged` if there is only its write-ahead log."""
    left = [path.with_name(path.name + end) for end in BESIDE]
    if journal.exists:
        return
    for each in left:
        if each.exists():
            raise StoreDamaged(
                f"{path}: the database is gone, but {each.name} is still there; restore a copy, "
                "or move that file away to begin anew"
            )
    make_database(path, new_identity())


def _open(path: Path, journal: Journal) -> Opened:
    if not path.exists():
        raise StoreDamaged(f"{path}: the database is gone")
    connection = open_database(path)
    try:
        found = _read_all(path, connection)
        _migrate(connection, path)
        identity_of(connection)
        return Opened(connection, journal, found)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise StoreDamaged(f"{path}: the database is damaged ({error})") from error
    except BaseException:
        connection.close()
        raise


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    try:
        raise_schema(connection, path)
    except (OSError, sqlite3.OperationalError) as error:
        raise StoreUnavailable(
            f"{path}: no copy can be kept of what an older version has written ({error}); is the disk full?"
        ) from error


def _rebuild(path: Path, journal: Journal, damage: StoreDamaged) -> str:
    """Rebuild the database from the journal, keep the bad one, and describe the repair; else `StoreDamaged`."""
    if not journal.exists:
        raise damage
    new = path.with_name(f"{path.name}.rebuilt")
    try:
        make_database(new, journal.identity(), journal.rows())
    except JournalDamaged as error:
        new.with_name(f"{new.name}.new").unlink(missing_ok=True)
        raise StoreDamaged(
            f"{damage}; and its journal is damaged, too ({error}). Both are left as they are: restore a backup "
            "(pearlboard restore FILE)"
        ) from error
    if journal.version == 0:
        new.unlink()
        raise StoreDamaged(f"{damage}; and its journal holds nothing") from damage
    kept = set_aside(path, "damaged")
    new.rename(path)
    sync(path.parent)
    return f"{damage}: made anew from its journal; what was there is kept{f' as {kept.name}' if kept else ''}"


def set_aside(path: Path, what: str) -> Path | None:
    """Rename a database and SQLite's files beside it; return the new path, or None if there is nothing."""
    there = [end for end in ("", *BESIDE) if path.with_name(path.name + end).exists()]
    if not there:
        return None
    kept = free_name(path, what)
    for end in there:
        path.with_name(path.name + end).rename(kept.with_name(kept.name + end))
    return kept


# --- joining ---------------------------------------------------------------------------------------------------------


def _catch_up(path: Path, opened: Opened, repaired: list[str]) -> Opened:
    """Let the copy that is behind catch up; `StoreDamaged` if the two are not copies of one log."""
    connection, journal, found = opened.connection, opened.journal, opened.found
    try:
        identity = identity_of(connection)
        if not journal.exists:
            if found.chains:
                repaired.append(f"{journal.folder}: there was no journal; it was written from the database")
            journal.write_anew(identity, rows_of(connection, "ORDER BY version"))
            return Opened(connection, journal, found, tuple(repaired))
        try:
            more, unburied = _compare_copies(path, journal, found, identity)
        except JournalDamaged as error:
            if error.seen > len(found.chains):
                raise StoreDamaged(
                    f"{path}: ends at fact {len(found.chains)}, and its journal, which goes on, is damaged ({error}). "
                    "Both are left as they are: restore a backup (pearlboard restore FILE)"
                ) from error
            journal.write_anew(identity, rows_of(connection, "ORDER BY version"))
            repaired.append(f"the journal was damaged ({error}), and written anew from the database")
            return Opened(connection, journal, found, tuple(repaired))
        if more:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                insert(connection, more)
                found = _read_all(path, connection)  # an unreadable whole is rolled back
            _, unburied = _compare_copies(path, journal, found, identity)
        elif journal.version < len(found.chains):
            repaired.append(f"{journal.folder}: ended at fact {journal.version}; the rest is taken from the database")
            journal.prepare(rows_of(connection, "WHERE version > ? ORDER BY version", journal.version))
            journal.keep()
        return Opened(connection, journal, found, tuple(repaired), unburied, len(more))
    except BaseException:
        connection.close()
        raise


def _compare_copies(path: Path, journal: Journal, found: Found, identity: str) -> tuple[list[Row], frozenset[int]]:
    """The rows that only the journal has, and the deleted games whose rows the journal still holds."""
    if (other := journal.identity()) != identity:
        raise StoreDamaged(
            f"{path} and {journal.folder.name} belong to different games ({identity[:8]} and {other[:8]}); both are "
            "left as they are: move the one away that is not wanted"
        )
    more, unburied = list[Row](), set[int]()
    for row in journal.rows():
        _compare_row(row, path, journal, found, more, unburied)
    return more, frozenset(unburied)


def _compare_row(row: Row, path: Path, journal: Journal, found: Found, more: list[Row], unburied: set[int]) -> None:
    """Compare one row of the journal with the database: new, equal, or (`StoreDamaged`) contradicting."""
    if row[0] > len(found.chains):
        more.append(row)
    elif row[7] != found.chains[row[0] - 1]:
        raise StoreDamaged(
            f"{path} and {journal.folder.name} differ from fact {row[0]} on; both are left as they are: restore a "
            "backup (pearlboard restore FILE), or move the one away that is not wanted"
        )
    else:
        _bury_alike(row, journal, found, unburied)


def _bury_alike(row: Row, journal: Journal, found: Found, unburied: set[int]) -> None:
    """Note a deletion that only the database knows; `JournalDamaged` for a body that only the journal lacks."""
    in_database, in_journal = row[0] not in found.buried, buried(row) is None
    if in_journal and not in_database:
        unburied.add(row[1])
    elif in_database and not in_journal:
        raise JournalDamaged(f"fact {row[0]} is there without what it said", journal.seen())
