"""Comparing the two copies of a log: the database row by row with its journal."""

import contextlib
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

from pearlboard.store.chain import Row
from pearlboard.store.database import Step, identity_of
from pearlboard.store.errors import StoreDamaged
from pearlboard.store.journal import Journal, JournalDamaged, journal_of
from pearlboard.store.reading import Found, drained, reading
from pearlboard.store.rows import AT_ONCE, rows_between, rows_of
from pearlboard.store.seals import Seal
from pearlboard.store.tombstones import buried, touched, without_body


def compare(path: Path, connection: sqlite3.Connection, told: Step = lambda *_: None) -> Found:
    """Read both copies in full without changing anything; `StoreDamaged` if they differ. `told`: how far that is."""
    return drained(comparing(path, connection, told))


def comparing(
    path: Path, connection: sqlite3.Connection, told: Step, until: int | None = None
) -> Generator[None, None, Found]:
    """Compare both copies in steps. `until`: the last fact that is read; others may be written meanwhile."""
    if until is None:
        [[until]] = connection.execute("SELECT COALESCE(MAX(version), 0) FROM fact")
    rows = rows_between(connection, 1, until)
    found = yield from reading(path, rows, Found(), None, lambda number: told(number, 2 * until))
    journal = Journal(journal_of(path))
    for number in _comparing(path, journal, connection, until):
        told(until + number, 2 * until)
        yield
    if journal.version < found.facts:
        raise StoreDamaged(f"{path}: ends at fact {found.facts}, and its journal at fact {journal.version}")
    return found


def _comparing(path: Path, journal: Journal, connection: sqlite3.Connection, until: int) -> Iterator[int]:
    """Compare the journal with the database; yields the number of a fact now and then."""
    own = rows_between(connection, 1, until)
    try:
        _check_identity(path, journal, identity_of(connection))
        for row in journal.rows():
            if row[0] > until:
                return
            if (other := next(own, None)) is None:
                raise StoreDamaged(f"{path}: ends before fact {row[0]}, which is in its journal")
            _compare_row(row, other, path, journal)
            if row[0] % AT_ONCE == 0:
                yield row[0]
    except (JournalDamaged, OSError, sqlite3.DatabaseError) as error:
        raise StoreDamaged(f"{journal.folder}: the journal is damaged ({error})") from error


def compare_copies(
    path: Path, journal: Journal, connection: sqlite3.Connection, seals: tuple[Seal, ...], identity: str
) -> tuple[list[Row], frozenset[int]]:
    """The rows that only the journal has, and the deleted games whose rows the journal still holds."""
    _check_identity(path, journal, identity)
    more, unburied = list[Row](), set[int]()
    own = rows_of(connection, "WHERE version > ? ORDER BY version", seals[-1].last if seals else 0)
    for row in journal.rows(seals[-1] if seals else None):
        if (other := next(own, None)) is None:
            more.append(row)
        elif _compare_row(row, other, path, journal):
            unburied.add(row[1])
    return more, frozenset(unburied)


def _check_identity(path: Path, journal: Journal, identity: str) -> None:
    if (other := journal.identity()) != identity:
        raise StoreDamaged(
            f"{path} and {journal.folder.name} belong to different games ({identity[:8]} and {other[:8]}); both are "
            "left as they are: move the one away that is not wanted"
        )


def _compare_row(row: Row, own: Row, path: Path, journal: Journal) -> bool:
    """Compare one row of the journal with the database; whether only the database knows of its deletion.

    `StoreDamaged` if they contradict each other; `JournalDamaged` for a body that only the journal lacks.
    """
    if row[7] != own[7]:
        raise StoreDamaged(
            f"{path} and {journal.folder.name} differ from fact {row[0]} on; both are left as they are: restore a "
            "backup (pearlboard restore FILE), or move the one away that is not wanted"
        )
    in_database, in_journal = buried(own) is None, buried(row) is None
    if in_database and not in_journal:
        raise JournalDamaged(f"fact {row[0]} is there without what it said", journal.seen())
    return in_journal and not in_database


def unburied_in(
    journal: Journal, connection: sqlite3.Connection, seals: tuple[Seal, ...], deleted: Iterable[int]
) -> frozenset[int]:
    """The sealed games of which the journal still holds what these deletions took; each file is read once."""
    gone = frozenset(deleted)
    wanted = {game for number in gone for game in touched(connection, number)}
    found, before = set[int](), -1
    for seal in seals:
        if any(before < game <= seal.last_game for game in wanted):
            with contextlib.suppress(JournalDamaged, OSError):  # noticed, and written anew, by `rereading`
                found |= {row[1] for row in journal.sealed_lines(seal) if without_body(row, gone) != row}
        before = seal.last_game
    return frozenset(found)
