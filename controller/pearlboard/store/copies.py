"""The two copies of one log, and which of them counts when they differ.

At start both are read from the last seal on (`store.seals`), and everything if there are no seals, or they are not as
they were written. The copies belong together by their identity, and agree up to the end of the shorter one; then the
longer one counts, and the shorter one catches up. A damaged copy is rebuilt from the intact one, and the bad file is
kept beside it. If both are damaged, or they contradict each other, nothing is touched.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from pearlboard.errors import BadInput
from pearlboard.store.chain import START, Row, new_identity
from pearlboard.store.database import (
    Step,
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
from pearlboard.store.files import free_name, sync
from pearlboard.store.games import complete, follow, make_table
from pearlboard.store.journal import Journal, JournalDamaged, journal_of
from pearlboard.store.rows import rows_of
from pearlboard.store.sealed import AT_ONCE, adopt, rows_between, seal_all, sealed_contents, seals_in
from pearlboard.store.seals import Seal
from pearlboard.store.tombstones import AGREED, Contents, Reader, buried, follows, touched, without_body

Result = TypeVar("Result")
BESIDE: Final = ("-wal", "-shm")
"""SQLite's files beside a database."""


MARK: Final = 8
"""So many bytes of a hash are remembered to compare two logs."""


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
            opened = _open_verified(path, journal, repaired)
        except StoreDamaged as damage:
            repaired.append(_rebuild(path, journal, damage))
            opened = _open(path, journal, repaired)
        opened = _catch_up(path, opened, repaired)
        if doubted(path):
            trust(path)
    except (OSError, sqlite3.OperationalError) as error:
        if isinstance(error, StoreUnavailable):
            raise
        raise StoreUnavailable(f"{path}: cannot be opened or made ({error}); is the disk full or read-only?") from error
    return opened


def compare(path: Path, connection: sqlite3.Connection, told: Step = lambda *_: None) -> Found:
    """Read both copies in full without changing anything; `StoreDamaged` if they differ. `told`: how far that is."""
    return drained(comparing(path, connection, told))


def comparing(
    path: Path, connection: sqlite3.Connection, told: Step, until: int | None = None
) -> Generator[None, None, Found]:
    """Do the same in steps. `until`: the last fact that is read; others may be written meanwhile."""
    if until is None:
        [[until]] = connection.execute("SELECT COALESCE(MAX(version), 0) FROM fact")
    reading = _reading(path, rows_between(connection, 1, until), Found(), None)
    while not isinstance(found := next(reading), Found):
        told(found, 2 * until)
        yield
    journal = Journal(journal_of(path))
    try:
        for number in _comparing(path, journal, connection, until):
            told(until + number, 2 * until)
            yield
    except (JournalDamaged, OSError, sqlite3.DatabaseError) as error:
        raise StoreDamaged(f"{journal.folder}: the journal is damaged ({error})") from error
    if journal.version < found.facts:
        raise StoreDamaged(f"{path}: ends at fact {found.facts}, and its journal at fact {journal.version}")
    return found


def drained(steps: Generator[object, None, Result]) -> Result:
    """Take all steps at once, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def _comparing(path: Path, journal: Journal, connection: sqlite3.Connection, until: int) -> Iterator[int]:
    """Compare the journal with the database; yields the number of a fact now and then."""
    _check_identity(path, journal, identity_of(connection))
    own = rows_between(connection, 1, until)
    for row in journal.rows():
        if row[0] > until:
            return
        more = list[Row]()
        _compare_row(row, next(own, None), path, journal, more, set())
        if more:
            raise StoreDamaged(f"{path}: ends before fact {row[0]}, which is in its journal")
        if row[0] % AT_ONCE == 0:
            yield row[0]


def read(path: Path, rows: Iterable[Row], told: Callable[[int], None] = lambda _: None) -> Found:
    """Read and verify all rows of a database; `StoreDamaged` if any row is not as written. `told`: how far that is."""
    return _read(path, rows, Found(), None, told)


def _read(
    path: Path,
    rows: Iterable[Row],
    before: Found,
    connection: sqlite3.Connection | None,
    told: Callable[[int], None] = lambda _: None,
) -> Found:
    for step in _reading(path, rows, before, connection):
        if isinstance(step, Found):
            return step
        told(step)
    raise AssertionError("reading ends with what was found")


def _reading(
    path: Path, rows: Iterable[Row], before: Found, connection: sqlite3.Connection | None
) -> Iterator[int | Found]:
    """Read rows behind those that `before` says of; yields the number of a fact now and then, and what was found last.

    `connection`: the database that has the rows before.
    """
    found, reader = replace(before, marks=bytearray()), Reader(before.contents)
    try:
        for row in rows:
            _verify(row, found)
            reader.read(row)
            found.facts, found.game, found.chain = row[0], row[1], row[7]
            found.marks += row[7][:MARK]
            if row[0] % AT_ONCE == 0:
                yield row[0]
        found.contents = reader.contents(connection)
        found.deletes, found.ended = tuple(reader.deletes), tuple(reader.ended)
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise StoreDamaged(f"{path}: the log of the games is damaged ({error})") from error
    yield found


def _read_from(path: Path, connection: sqlite3.Connection, seals: tuple[Seal, ...], before: Contents) -> Found:
    """Read the database from the last seal on, `before` which the archive has these contents."""
    rows = rows_of(connection, "WHERE version > ? ORDER BY version", seals[-1].last if seals else 0)
    if not seals:
        return read(path, rows)
    last = seals[-1]
    found = Found(last.last, last.last_game, last.chain, before)
    return _read(path, rows, found, connection)


def _verify(row: Row, before: Found) -> None:
    version, game, _, name, *_ = row
    right = version == before.facts + 1 and game == (version if name == AGREED else before.game)
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
    try:
        if not is_current(connection):
            read(path, rows_of(connection, "ORDER BY version"))
            _migrate(connection, path)
        seals, before = ((), Contents()) if whole else _seals_of(path, connection, repaired)
        if whole:
            _make_again(path, connection)
        found = _read_from(path, connection, seals, before)
        identity_of(connection)
        return Opened(connection, journal, found, seals)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise StoreDamaged(f"{path}: the database is damaged ({error})") from error
    except BaseException:
        connection.close()
        raise


def _seals_of(path: Path, connection: sqlite3.Connection, repaired: list[str]) -> tuple[tuple[Seal, ...], Contents]:
    """The seals and what they hold; none, once everything was verified, if they were not as they were written."""
    try:
        seals = seals_in(connection)
        return seals, sealed_contents(connection, seals)
    except BadInput as error:
        _make_again(path, connection)
        repaired.append(f"{path}: {error}; all facts were read, and that was made again from them")
        return (), Contents()


def _make_again(path: Path, connection: sqlite3.Connection) -> None:
    """Make everything again that is made of facts, once all of these are verified."""
    read(path, rows_of(connection, "ORDER BY version"))
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for table in ("seal", "game", "ranking"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of these
        make_table(connection)


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
    connection, journal, found, seals = opened.connection, opened.journal, opened.found, opened.seals
    try:
        identity = identity_of(connection)
        if not journal.exists:
            if found.facts:
                repaired.append(f"{journal.folder}: there was no journal; it was written from the database")
            return _with_new_journal(opened, identity, repaired)
        try:
            more, unburied = _compare_copies(path, journal, connection, seals, identity)
        except JournalDamaged as error:
            if error.seen > found.facts:
                raise StoreDamaged(
                    f"{path}: ends at fact {found.facts}, and its journal, which goes on, is damaged ({error}). "
                    "Both are left as they are: restore a backup (pearlboard restore FILE)"
                ) from error
            repaired.append(f"the journal was damaged ({error}), and written anew from the database")
            return _with_new_journal(opened, identity, repaired)
        if more:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                insert(connection, more)
                for row in more:
                    follow(connection, row)
                before = sealed_contents(connection, seals)
                found = _read_from(path, connection, seals, before)  # an unreadable whole is rolled back
            _, unburied = _compare_copies(path, journal, connection, seals, identity)
        elif journal.version < found.facts:
            repaired.append(f"{journal.folder}: ended at fact {journal.version}; the rest is taken from the database")
            journal.prepare(rows_of(connection, "WHERE version > ? ORDER BY version", journal.version))
            journal.keep()
        _complete(connection, found.ended)
        unburied |= _unburied_in(journal, connection, seals, found.deletes)
        seals = adopt(connection, seals, journal.files)
        return Opened(connection, journal, found, seals, tuple(repaired), unburied, len(more))
    except BaseException:
        connection.close()
        raise


def _complete(connection: sqlite3.Connection, ended: Iterable[int]) -> None:
    """Make what is kept of these games, whose facts are verified, if it is missing."""
    for number in ended:
        if connection.execute("SELECT 1 FROM game WHERE number = ?", (number,)).fetchone() is None:
            with connection, contextlib.suppress(BadInput):  # a title may be among what is damaged
                complete(connection, number)


def _unburied_in(
    journal: Journal, connection: sqlite3.Connection, seals: tuple[Seal, ...], deleted: Iterable[int]
) -> frozenset[int]:
    """The sealed games of which the journal still holds what one of these deletions has taken."""
    found = set[int]()
    for number in deleted:
        for game in touched(connection, number):
            if seals and game <= seals[-1].last_game:
                seal = next(each for each in seals if game <= each.last_game)
                with contextlib.suppress(JournalDamaged, OSError):  # noticed, and written anew, by `rereading`
                    lines = journal.sealed_lines(seal)
                    if any(without_body(row, {number}) != row for row in lines if row[1] == game):
                        found.add(game)
    return frozenset(found)


def _with_new_journal(opened: Opened, identity: str, repaired: list[str]) -> Opened:
    connection, journal = opened.connection, opened.journal
    seals = seal_all(connection)
    journal.write_anew(identity, rows_of(connection, "ORDER BY version"), seals)
    return Opened(connection, journal, opened.found, seals, tuple(repaired))


def _compare_copies(
    path: Path, journal: Journal, connection: sqlite3.Connection, seals: tuple[Seal, ...], identity: str
) -> tuple[list[Row], frozenset[int]]:
    """The rows that only the journal has, and the deleted games whose rows the journal still holds."""
    _check_identity(path, journal, identity)
    more, unburied = list[Row](), set[int]()
    own = rows_of(connection, "WHERE version > ? ORDER BY version", seals[-1].last if seals else 0)
    for row in journal.rows(seals[-1] if seals else None):
        _compare_row(row, next(own, None), path, journal, more, unburied)
    return more, frozenset(unburied)


def _check_identity(path: Path, journal: Journal, identity: str) -> None:
    if (other := journal.identity()) != identity:
        raise StoreDamaged(
            f"{path} and {journal.folder.name} belong to different games ({identity[:8]} and {other[:8]}); both are "
            "left as they are: move the one away that is not wanted"
        )


def _compare_row(row: Row, own: Row | None, path: Path, journal: Journal, more: list[Row], unburied: set[int]) -> None:
    """Compare one row of the journal with the database: new, equal, or (`StoreDamaged`) contradicting."""
    if own is None:
        more.append(row)
    elif row[7] != own[7]:
        raise StoreDamaged(
            f"{path} and {journal.folder.name} differ from fact {row[0]} on; both are left as they are: restore a "
            "backup (pearlboard restore FILE), or move the one away that is not wanted"
        )
    else:
        _bury_alike(row, own, journal, unburied)


def _bury_alike(row: Row, own: Row, journal: Journal, unburied: set[int]) -> None:
    """Note a deletion that only the database knows; `JournalDamaged` for a body that only the journal lacks."""
    in_database, in_journal = buried(own) is None, buried(row) is None
    if in_journal and not in_database:
        unburied.add(row[1])
    elif in_database and not in_journal:
        raise JournalDamaged(f"fact {row[0]} is there without what it said", journal.seen())
