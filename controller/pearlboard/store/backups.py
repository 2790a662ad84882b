"""Copies of the log (backups), for another day or another disk: making, examining and restoring them.

A backup is one file: a database without companion files. A backup holds everything, secrets too, and is for its owner
only. A restored log gets a new identity, so that no journal of the log before is taken for its own.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

from pearlboard.errors import PearlboardError
from pearlboard.store.chain import Row, new_identity
from pearlboard.store.comparing import compare
from pearlboard.store.copies import beside, keep_aside, rename_database
from pearlboard.store.database import Step, make_database
from pearlboard.store.errors import StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.files import free_name, moved, sync
from pearlboard.store.journal import Journal, journal_of
from pearlboard.store.log import FactLog
from pearlboard.store.reading import MARK, Found, read
from pearlboard.store.rows import AT_ONCE, rows_of
from pearlboard.store.untrusted import bounded, open_untrusted

BACKUPS: Final = "games-*.db"
"""The file names of automatic backups."""
KEPT: Final = 5
"""The number of automatic backups kept; one more, and the oldest is deleted."""
LARGE: Final = 16 << 20
"""In bytes; some 1,400 games."""
A_DAY_S: Final = 20 * 3600.0
"""A little less than a day, so that evenings which begin earlier count as well."""


class NotRestored(PearlboardError, ValueError):
    """The restored log would lack facts that the log on disk has."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The contents of a file: how many facts, and the numbers of the finished games that were not deleted."""

    facts: int
    games: AbstractSet[int]


@dataclass(frozen=True, slots=True)
class Beyond:
    """The contents of a backup, and the number of `facts` of the log that it lacks. `last`: when the last of these
    facts was written; `here`: the version at which the log ends.
    """

    holds: Holding
    facts: int
    last: str
    here: int


class HowFar:
    """Writes lines `{"done": …, "of": …}`, one a percent."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._last = -1

    def __call__(self, done: int, of: int) -> None:
        """Say how far it is."""
        if of and 100 * done // of != self._last:
            self._last = 100 * done // of
            self._write(json.dumps({"done": done, "of": of}).encode() + b"\n")


def backups_of(path: Path) -> Path:
    """The folder of the automatic backups."""
    return path.with_name(f"{path.name}.backups")


def back_up(log: FactLog, step: Step = lambda *_: None) -> Path:
    """Make an automatic backup, named after the log's last fact, and return its path. `sqlite3.Error`, `OSError`.

    `step` as for `FactLog.copy`.
    """
    folder = backups_of(log.path)
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / f"games-{log.version:08d}.db"
    log.copy(made, step)
    for old in sorted(folder.glob(BACKUPS))[:-KEPT]:
        old.unlink()
    return made


def is_due(path: Path, now_s: float) -> bool:
    """Whether a game's end is an occasion for an automatic backup. `now_s`: the time of day, in seconds since 1970.

    A small database is copied after every game. A large one is copied once a day, to spare the card; a newest backup
    from the future, as after a wrong clock, does not count.
    """
    made = max((each.stat().st_mtime for each in backups_of(path).glob(BACKUPS)), default=0.0)
    return path.stat().st_size < LARGE or not 0 <= now_s - made < A_DAY_S


def copy_to_send(log: FactLog, step: Step = lambda *_: None) -> tuple[str, BinaryIO]:
    """Make a backup for a download: its file name, and an open file without a name that vanishes when it is closed.

    No automatic backup is deleted for this one. If power fails before the file has lost its name, the next call
    replaces the file. `sqlite3.Error`, `OSError`.
    """
    folder = backups_of(log.path)
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / "to-send.db"
    log.copy(made, step)
    file = made.open("rb")
    made.unlink()
    return f"games-{log.version:08d}.db", file


def holding(path: Path, told: Step = lambda *_: None) -> Holding:
    """The contents of a backup, read in full; `StoreDamaged`, `WrongStore` or `StoreUnavailable` if it is no backup.

    `told`, here and below, is called with how far that is.
    """
    return _holding(read_backup(path, told))


def read_backup(path: Path, told: Step = lambda *_: None) -> Found:
    """Read a backup in full; errors as for `holding`."""
    with open_untrusted(path) as connection:
        [[facts]] = connection.execute("SELECT COUNT(*) FROM fact")
        return read(path, bounded(connection, path), lambda number: told(number, facts))


def beyond(found: Found, log: FactLog) -> Beyond:
    """Compare a backup with the log: what the log has and the backup lacks."""
    more = _facts_beyond(log, found)
    return Beyond(_holding(found), more, log.time_of(log.version) if more else "", log.version)


def examine(path: Path, told: Step = lambda *_: None) -> Holding:
    """Read the log at `path` in full, both copies, without changing anything; errors as for `holding`.

    SQLite writes even when it only reads what a power cut has left, so SQLite gets a copy. Not for a log in use.
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
                return _holding(compare(copy, connection, told))
        except (StoreDamaged, StoreUnavailable, WrongStore) as error:
            raise type(error)(str(error).replace(str(copy), str(path))) from error


@dataclass(frozen=True, slots=True)
class Kept:
    """The names under which a replaced database and its journal are kept; None where there was none."""

    database: str | None
    journal: str | None


def restore(
    backup: Path,
    path: Path,
    *,
    replace: bool,
    promise: Callable[[Kept], None] = lambda _: None,
    told: Step = lambda *_: None,
) -> tuple[Holding, Path | None]:
    """Replace the log at `path` by a backup; return the backup's contents, and where the replaced database is kept.

    `promise` is called with the names to be kept before anything is renamed.

    `NotRestored` if the log has facts that the backup lacks, unless `replace` is set. Errors of `holding` for the
    backup; `WrongStore` if a table is using the log. After an interruption at any moment, either the old log or the new
    one is in place.
    """
    with open_untrusted(backup) as connection:
        [[facts]] = connection.execute("SELECT COUNT(*) FROM fact")
        found = read(backup, bounded(connection, backup), lambda number: told(number, 3 * facts))
        if _exists(path):
            _check_replaceable(path, found, replace=replace)
        new = path.with_name(f"{path.name}.restored")
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = rows_of(connection, "ORDER BY version")
        make_database(new, new_identity(), _counted(rows, lambda number: told(facts + number, 3 * facts)))
    kept = _swap(path, new, promise)
    FactLog(path).close()
    return _holding(found), kept


def _counted(rows: Iterable[Row], told: Callable[[int], None]) -> Iterator[Row]:
    for row in rows:
        if row[0] % AT_ONCE == 0:
            told(row[0])
        yield row


def _swap(path: Path, new: Path, promise: Callable[[Kept], None]) -> Path | None:
    """Rename the journal first: a database without a journal is valid, a database with another's journal is not."""
    journal = journal_of(path)
    there = beside(path)
    kept = free_name(path, "replaced") if there else None
    journal_kept = free_name(journal, "replaced") if journal.exists() else None
    promise(Kept(kept.name if kept else None, journal_kept.name if journal_kept else None))
    if journal_kept is not None:
        journal.rename(journal_kept)
    if kept is not None:
        keep_aside(path, kept, there)
    moved(new, path)
    return kept


def give_back(path: Path, kept: Kept) -> Path:
    """Undo a `restore`, and return where the restored log is kept. Safe to repeat after a power cut."""
    aside, journal = free_name(path, "not-restored"), journal_of(path)
    was, journal_was = _kept_file(path, kept.database), _kept_file(journal, kept.journal)
    made_way = kept.database is None or was is not None  # otherwise it is back already
    if made_way and path.exists() and not (was is not None and was.samefile(path)):
        rename_database(path, aside)
    if journal.exists() and (kept.journal is None or journal_was is not None):
        journal.rename(free_name(journal, "not-restored"))
    if journal_was is not None:
        journal_was.rename(journal)
    if was is not None:
        rename_database(was, path)
    sync(path.parent)
    return aside


def _kept_file(path: Path, name: str | None) -> Path | None:
    """The kept file of this name, if it has not been put back yet."""
    return path.with_name(name) if name is not None and path.with_name(name).exists() else None


def _exists(path: Path) -> bool:
    return path.exists() or Journal(journal_of(path)).exists


def _check_replaceable(path: Path, found: Found, *, replace: bool) -> None:
    """Refuse if a table uses the log, or if it is newer and `replace` is not set; a damaged log may be replaced."""
    try:
        log = FactLog(path)
    except StoreDamaged:
        return
    with closing(log):
        more = beyond(found, log)
    if more.facts and not replace:
        raise NotRestored(
            f"{path}: holds {more.facts} facts that the backup does not have, the last of {more.last}; to put them "
            "aside, add --replace"
        )


def _facts_beyond(log: FactLog, found: Found) -> int:
    """The number of facts behind the last one that both have; two logs that agree in one fact agree before it."""
    same, other = 0, min(log.version, found.facts) + 1
    while other - same > 1:
        between = (same + other) // 2
        if log.hash_of(between)[:MARK] == found.mark(between):
            same = between
        else:
            other = between
    return log.version - same


def _holding(found: Found) -> Holding:
    return Holding(found.facts, found.contents.finished)
