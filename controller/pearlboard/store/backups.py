"""Copies of the log for another day or another disk: made, looked through, and put back.

A backup is one file: a database that nothing beside it belongs to. It holds everything, secrets too, and is for its
owner only. What is put back gets a new identity, so that no journal of what was there before is taken for its own.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

from pearlboard.errors import PearlboardError
from pearlboard.store.chain import Row, new_identity
from pearlboard.store.copies import BESIDE, Found, compare, read
from pearlboard.store.database import make_database, rows_of
from pearlboard.store.errors import StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.files import free_name, moved, sync
from pearlboard.store.journal import Journal, journal_of
from pearlboard.store.log import FactLog
from pearlboard.store.untrusted import bounded, open_untrusted

BACKUPS: Final = "games-*.db"
"""What those are called that the table makes by itself."""
KEPT: Final = 5
"""So many of the backups that the table makes by itself stay; one more, and the oldest goes."""


class NotRestored(PearlboardError, ValueError):
    """Something would be put aside that the backup does not have."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a file holds: how many facts, and the numbers of the games that have ended and were not deleted."""

    facts: int
    games: frozenset[int]


@dataclass(frozen=True, slots=True)
class Beyond:
    """What a backup holds, and how many `facts` of the log it lacks, which ends at fact `here`: the `last` of then."""

    holds: Holding
    facts: int
    last: str
    here: int


def backups_of(path: Path) -> Path:
    """Where the table keeps the backups that it makes by itself."""
    return path.with_name(f"{path.name}.backups")


def back_up(log: FactLog) -> Path:
    """Make one there, named after its last fact; where it is. `sqlite3.Error`, `OSError`."""
    folder = backups_of(log.path)
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / f"games-{log.version:08d}.db"
    log.copy(made)
    for old in sorted(folder.glob(BACKUPS))[:-KEPT]:
        old.unlink()
    return made


def copy_to_send(log: FactLog) -> tuple[str, BinaryIO]:
    """Make one for whoever fetches it now, and what to call it: an open file without a name, gone once it is closed.

    None of those that are kept gives way to it. A power cut before it has lost its name leaves it to the next one.
    `sqlite3.Error`, `OSError`.
    """
    folder = backups_of(log.path)
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / "to-send.db"
    log.copy(made)
    file = made.open("rb")
    made.unlink()
    return f"games-{log.version:08d}.db", file


def holding(path: Path) -> Holding:
    """What a backup holds, read whole; `StoreDamaged`, `WrongStore` or `StoreUnavailable` if it is none."""
    return _holding(read_backup(path))


def read_backup(path: Path) -> Found:
    """All that a backup holds; errors as for `holding`."""
    with open_untrusted(path) as connection:
        return read(path, bounded(connection, path))


def beyond(found: Found, log: FactLog) -> Beyond:
    """What the log has that the backup does not."""
    more = _more(log, found)
    return Beyond(_holding(found), len(more), more[-1][2] if more else "", log.version)


def examine(path: Path) -> Holding:
    """What the log at `path` holds, both copies read whole and nothing changed; errors as above.

    SQLite writes even where it only reads what a power cut has left, so it gets a copy. Not for a log in use.
    """
    with TemporaryDirectory(prefix="pearlboard-") as folder:
        copy = Path(folder) / path.name
        for end in ("", "-wal"):
            if path.with_name(path.name + end).is_file():
                shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
        if copy.exists():
            journal_of(copy).symlink_to(journal_of(path).absolute())
        try:
            with open_untrusted(copy, "mode=rw") as connection:
                return _holding(compare(copy, connection))
        except (StoreDamaged, StoreUnavailable, WrongStore) as error:
            raise type(error)(str(error).replace(str(copy), str(path))) from error


@dataclass(frozen=True, slots=True)
class Kept:
    """What makes way for a backup, by the names that it has then: the database and its journal, where there are any."""

    database: str | None
    journal: str | None


def restore(
    backup: Path, path: Path, *, replace: bool, promise: Callable[[Kept], None] = lambda _: None
) -> tuple[Holding, Path | None]:
    """Put a backup in place of the log at `path`; what it holds, and where what was there is kept.

    `promise` is told of what will be kept, before anything makes way.

    `NotRestored` if there are facts that the backup does not have, and nobody has said to `replace` them. Errors of
    `holding` for the backup; `WrongStore` if a table is at work there. Cut off at any moment, it has happened or not.
    """
    with open_untrusted(backup) as connection:
        found = read(backup, bounded(connection, backup))
        if _there(path):
            _must_be_free(path, found, replace=replace)
        new = path.with_name(f"{path.name}.restored")
        path.parent.mkdir(parents=True, exist_ok=True)
        make_database(new, new_identity(), rows_of(connection, "ORDER BY version"))
    kept = _exchanged(path, new, promise)
    FactLog(path).close()
    return _holding(found), kept


def _exchanged(path: Path, new: Path, promise: Callable[[Kept], None]) -> Path | None:
    """The journal goes first: a database without one is whole, and one with another's is not."""
    journal = journal_of(path)
    there = [end for end in (*BESIDE, "") if path.with_name(path.name + end).exists()]
    kept = free_name(path, "replaced") if there else None
    journal_kept = free_name(journal, "replaced") if journal.exists() else None
    promise(Kept(kept.name if kept else None, journal_kept.name if journal_kept else None))
    if journal_kept is not None:
        journal.rename(journal_kept)
    if kept is not None:
        _make_way(path, kept, there)
    moved(new, path)
    return kept


def _make_way(path: Path, kept: Path, there: Sequence[str]) -> None:
    """A database stays where it is until another takes its place, and has another name besides."""
    if "" in there:
        os.link(path, kept)
    for end in there:
        if end:
            path.with_name(path.name + end).rename(kept.with_name(kept.name + end))


def give_back(path: Path, kept: Kept) -> Path:
    """Put what has made way in its place again; where what stood there is kept. Cut off anywhere, it is done again."""
    aside, journal = free_name(path, "not-restored"), journal_of(path)
    was, journal_was = _left(path, kept.database), _left(journal, kept.journal)
    made_way = kept.database is None or was is not None  # else it is back already
    if made_way and path.exists() and not (was is not None and was.samefile(path)):
        _rename(path, aside)
    if journal.exists() and (kept.journal is None or journal_was is not None):
        journal.rename(free_name(journal, "not-restored"))
    if journal_was is not None:
        journal_was.rename(journal)
    if was is not None:
        _rename(was, path)
    sync(path.parent)
    return aside


def _left(path: Path, name: str | None) -> Path | None:
    """What made way by that name and has not come back yet."""
    return path.with_name(name) if name is not None and path.with_name(name).exists() else None


def _rename(path: Path, to: Path) -> None:
    """A database after what SQLite keeps beside it."""
    for end in (*BESIDE, ""):
        if path.with_name(path.name + end).exists():
            path.with_name(path.name + end).rename(to.with_name(to.name + end))


def _there(path: Path) -> bool:
    return path.exists() or Journal(journal_of(path)).exists


def _must_be_free(path: Path, found: Found, *, replace: bool) -> None:
    """No table is at work there, and nothing newer is there, or nobody wants it. What is damaged is kept anyway."""
    try:
        log = FactLog(path)
    except StoreDamaged:
        return
    with closing(log):
        more = _more(log, found)
    if more and not replace:
        raise NotRestored(
            f"{path}: holds {len(more)} facts that the backup does not have, the last of {more[-1][2]}; to put them "
            "aside, add --replace"
        )


def _more(log: FactLog, found: Found) -> list[Row]:
    return [row for row in log.rows() if row[0] > len(found.chains) or row[7] != found.chains[row[0] - 1]]


def _holding(found: Found) -> Holding:
    return Holding(len(found.chains), found.contents.finished)
