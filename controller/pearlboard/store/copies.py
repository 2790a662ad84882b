"""The two copies of one log, and which of them counts when they differ.

At start both are read from the last seal on (`store.seals`), and everything if there are no seals, or they are not as
they were written. The copies belong together by their identity, and agree up to the end of the shorter one; then the
longer one counts, and the shorter one catches up. A damaged copy is rebuilt from the intact one, and the bad file is
kept beside it. If both are damaged, but nothing in both except games of before, both are written anew, and those games
are named (`store.salvaging`). If more is damaged, or the two contradict each other, nothing is touched.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from traceback import clear_frames
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.store.chain import Row, new_identity
from pearlboard.store.comparing import compare_copies, unburied_in
from pearlboard.store.database import (
    doubted,
    identity_of,
    insert,
    is_current,
    make_database,
    open_database,
    raise_schema,
    trust,
)
from pearlboard.store.errors import StoreDamaged, StoreUnavailable
from pearlboard.store.files import free_name, moved, sync
from pearlboard.store.games import complete, follow, make_table
from pearlboard.store.journal import Journal, JournalDamaged, journal_of
from pearlboard.store.mending import readable, restore_database
from pearlboard.store.reading import Found, read, read_from
from pearlboard.store.rows import rows_of
from pearlboard.store.salvaging import NotFinished, put_together
from pearlboard.store.sealed import adopt, seal_all, seals_in
from pearlboard.store.seals import Seal
from pearlboard.store.tombstones import Contents, Reader

BESIDE: Final = ("-wal", "-shm")
"""SQLite's files beside a database."""
LEFT: Final = ". Both are left as they are: restore a backup (pearlboard restore FILE)"


class _GoesOn(StoreDamaged):
    """The journal is damaged, and has facts that the database has not."""


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
    seals: tuple[Seal, ...] = ()
    repaired: tuple[str, ...] = ()
    unburied: frozenset[int] = frozenset()
    caught_up: int = 0


def open_both(path: Path) -> Opened:
    """Open, or create, the database at `path` and its journal. `StoreUnavailable`, `StoreDamaged`, `WrongStore`."""
    journal, repaired = Journal(journal_of(path)), list[str]()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _begin(path, journal)
        try:
            opened = _catch_up(path, _open_or_rebuild(path, journal, repaired), repaired)
        except _GoesOn as damage:
            repaired.append(_put_together(path, journal, damage))
            opened = _catch_up(path, _open(path, journal, repaired, whole=False), repaired)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:  # in a place that no start reads otherwise
            opened = _catch_up(path, _rebuilt(path, journal, _damage(path, error), repaired), repaired)
        if doubted(path):
            trust(path)
    except (OSError, sqlite3.OperationalError) as error:
        if isinstance(error, StoreUnavailable):
            raise
        raise StoreUnavailable(f"{path}: cannot be opened or made ({error}); is the disk full or read-only?") from error
    return opened


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


def _open_or_rebuild(path: Path, journal: Journal, repaired: list[str]) -> Opened:
    try:
        return _open_verified(path, journal, repaired)
    except StoreDamaged as damage:
        return _rebuilt(path, journal, damage, repaired)


def _damage(path: Path, error: sqlite3.DatabaseError) -> StoreDamaged:
    return StoreDamaged(f"{path}: the database is damaged ({error})")


def _open_verified(path: Path, journal: Journal, repaired: list[str]) -> Opened:
    """Open the database by its seals, or, if anything is wrong with these or their files, read everything."""
    whole = doubted(path)
    if not whole:
        opened = _open(path, journal, repaired, whole=False)
        if not journal.exists or journal.sealed_files(opened.seals):
            return opened
        opened.connection.close()
    return _open(path, journal, repaired)


def _open(path: Path, journal: Journal, repaired: list[str], *, whole: bool = True) -> Opened:
    """Open and verify the database. `whole`: all of it, and whatever is made of facts is made again."""
    if not path.exists():
        raise StoreDamaged(f"{path}: the database is gone")
    connection = open_database(path)
    seals: tuple[Seal, ...]
    try:
        if not is_current(connection):
            seals, found = (), read(path, rows_of(connection, "ORDER BY version"))
            _migrate(connection, path)
        elif whole:
            seals, found = (), _make_again(path, connection)
        else:
            seals, found = _read_by_seals(path, connection, repaired)
        identity_of(connection)
        return Opened(connection, journal, found, seals)
    except sqlite3.DatabaseError as error:
        _close(connection, error)
        raise _damage(path, error) from error
    except BaseException as error:
        _close(connection, error)
        raise


def _close(connection: sqlite3.Connection, error: BaseException) -> None:
    """Close the database, although `error` holds what was being read: its file would stay locked for that."""
    held: BaseException | None = error
    while held is not None:
        clear_frames(held.__traceback__)
        held = held.__context__
    connection.close()


def _read_by_seals(path: Path, connection: sqlite3.Connection, repaired: list[str]) -> tuple[tuple[Seal, ...], Found]:
    """The seals, and the database read behind them; no seals, and all of it, if they are not as they were written."""
    try:
        seals = seals_in(connection)
        return seals, read_from(path, connection, seals)
    except BadInput as error:
        found = _make_again(path, connection)
        repaired.append(f"{path}: {error}; all facts were read, and that was made again from them")
        return (), found


def _make_again(path: Path, connection: sqlite3.Connection) -> Found:
    """Make everything again that is made of facts, once all of these are verified; return what was read."""
    found = read(path, rows_of(connection, "ORDER BY version"))
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for table in ("seal", "game", "ranking"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of these
        make_table(connection)
    return found


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    try:
        raise_schema(connection, path)
    except (OSError, sqlite3.OperationalError) as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
            raise  # the schema is not what it says it is; no disk is full
        raise StoreUnavailable(
            f"{path}: no copy can be kept of what an older version has written ({error}); is the disk full?"
        ) from error


def _rebuilt(path: Path, journal: Journal, damage: StoreDamaged, repaired: list[str]) -> Opened:
    """Open the database once it is rebuilt from the journal or, if that is damaged as well, from both copies."""
    try:
        repaired.append(_rebuild(path, journal, damage))
    except StoreDamaged as both:
        repaired.append(_put_together(path, journal, both))
        return _open(path, journal, repaired, whole=False)
    return _open(path, journal, repaired)


def _put_together(path: Path, journal: Journal, damage: StoreDamaged) -> str:
    """Write both copies anew, keep the bad ones, and name the games that are lost; else `damage`."""
    new = path.with_name(f"{path.name}.rebuilt")
    try:
        lost = put_together(path, journal, new)
        with closing(sqlite3.connect(new)) as connection:
            read_from(path, connection, seals_in(connection))
    except (NotFinished, StoreDamaged) as error:
        new.unlink(missing_ok=True)
        raise damage from error
    if there := beside(path):
        keep_aside(path, free_name(path, "damaged"), there)
    moved(new, path)
    with closing(open_database(path)) as connection:
        journal.write_anew(identity_of(connection), rows_of(connection, "ORDER BY version"), seals_in(connection))
    why = str(damage).removesuffix(LEFT)
    named = _named(lost) if lost else "nothing is lost"
    return f"{why}: made anew from both copies, and what was there is kept; {named}"


def _named(lost: Iterable[int]) -> str:
    """The lost games, in words for the operator."""
    return f"of these games facts are damaged in both copies: {', '.join(map(str, lost))}; restore a backup"


def _rebuild(path: Path, journal: Journal, damage: StoreDamaged) -> str:
    """Rebuild the database from the journal, keep the bad one, and describe the repair; else `StoreDamaged`."""
    if not journal.exists:
        raise damage
    new = path.with_name(f"{path.name}.rebuilt")
    try:
        make_database(new, journal.identity(), _checked(journal.rows()))
    except (JournalDamaged, BadInput) as error:
        raise StoreDamaged(f"{damage}; and its journal is damaged, too ({error}){LEFT}") from error
    if journal.version == 0:
        new.unlink()
        raise StoreDamaged(f"{damage}; and its journal holds nothing") from damage
    kept = set_aside(path, "damaged")
    new.rename(path)
    sync(path.parent)
    return f"{damage}: made anew from its journal; what was there is kept{f' as {kept.name}' if kept else ''}"


def beside(path: Path) -> list[str]:
    """The endings of SQLite's files beside a database, and at last its own, as far as they are there."""
    return [end for end in (*BESIDE, "") if path.with_name(path.name + end).exists()]


def keep_aside(path: Path, kept: Path, there: Sequence[str]) -> None:
    """Keep the database under a second name (a hard link): its own name exists until the new one takes its place."""
    if "" in there:
        os.link(path, kept)
    for end in there:
        if end:
            path.with_name(path.name + end).rename(kept.with_name(kept.name + end))


def _checked(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows without a body can only be checked once all are read; `BadInput`."""
    reader = Reader(Contents())
    for row in rows:
        reader.read(row)
        yield row
    reader.contents()


def set_aside(path: Path, what: str) -> Path | None:
    """Rename a database and SQLite's files beside it; return the new path, or None if there is nothing."""
    if not beside(path):
        return None
    kept = free_name(path, what)
    rename_database(path, kept)
    return kept


def rename_database(path: Path, to: Path) -> None:
    """Rename a database, after SQLite's files beside it."""
    for end in beside(path):
        path.with_name(path.name + end).rename(to.with_name(to.name + end))


# --- joining ---------------------------------------------------------------------------------------------------------


def _catch_up(path: Path, opened: Opened, repaired: list[str]) -> Opened:
    """Let the copy that is behind catch up; `StoreDamaged` if the two are not copies of one log."""
    connection, journal, found, seals = opened.connection, opened.journal, opened.found, opened.seals
    try:
        identity = identity_of(connection)
        if not journal.exists:
            if found.facts:
                repaired.append(f"{journal.folder}: there was no journal; it was written from the database")
            return _with_new_journal(opened, identity, repaired)
        try:
            more, unburied = compare_copies(path, journal, connection, seals, identity)
        except JournalDamaged as error:
            if error.seen > found.facts:
                raise _GoesOn(
                    f"{path}: ends at fact {found.facts}, and its journal, which goes on, is damaged ({error}){LEFT}"
                ) from error
            repaired.append(f"the journal was damaged ({error}), and written anew from the database")
            repaired += _restored_from(journal, connection, seals)
            return _with_new_journal(opened, identity, repaired)
        if more:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                insert(connection, more)
                for row in more:
                    follow(connection, row)
                found = read_from(path, connection, seals)  # an unreadable whole is rolled back
            _, unburied = compare_copies(path, journal, connection, seals, identity)
        elif journal.version < found.facts:
            repaired.append(f"{journal.folder}: ended at fact {journal.version}; the rest is taken from the database")
            journal.prepare(rows_of(connection, "WHERE version > ? ORDER BY version", journal.version))
            journal.keep()
        _complete(connection, found.ended)
        unburied |= unburied_in(journal, connection, seals, found.deletes)
        journal.drop_left(seals)
        seals = adopt(connection, seals, journal.files)
        return Opened(connection, journal, found, seals, tuple(repaired), unburied, len(more))
    except BaseException as error:
        _close(connection, error)
        raise


def _complete(connection: sqlite3.Connection, ended: Iterable[int]) -> None:
    """Make what is kept of these games, whose facts are verified, if it is missing."""
    for number in ended:
        with contextlib.suppress(BadInput):  # a title may be among what is damaged
            complete(connection, number)


def _restored_from(journal: Journal, connection: sqlite3.Connection, seals: Iterable[Seal]) -> list[str]:
    """Take from a journal that will be written anew what only it has of sealed games, which a start does not read."""
    said = list[str]()
    for seal in seals:
        restored = restore_database(connection, journal, seal)
        if restored.changed:
            said.append(
                f"facts among games {seal.first_game} to {seal.last_game} were damaged, and taken from it first"
            )
        if restored.lost:
            said.append(_named(restored.lost))
    return said


def _with_new_journal(opened: Opened, identity: str, repaired: list[str]) -> Opened:
    connection, journal = opened.connection, opened.journal
    seals = seal_all(connection)
    journal.write_anew(identity, readable(connection, 1, opened.found.facts), seals)
    return Opened(connection, journal, opened.found, seals, tuple(repaired))
