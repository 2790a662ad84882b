"""Databases kept beside the games: automatic backups, games replaced by others, a backup that was not restored.

Databases are found by listing folders, and a request names one of the databases found: no path is ever made from a
request's text.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

from pearlboard.store.backups import BACKUPS, backups_of
from pearlboard.store.copies import BESIDE

ASIDE: Final = ("replaced-*", "not-restored-*", "schema-*")
"""The name endings of databases that were set aside. SQLite's files beside a database end otherwise."""
OF_A_RELEASE: Final = "games-of-*"
"""Folders with the games that were replaced when an older release was rolled back to."""
WRITTEN: Final = "-wal"
"""SQLite's write-ahead log: written, but not yet in the database file."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A database, when it was last written to, and its size in bytes with its write-ahead log."""

    name: str
    path: Path
    at: datetime
    size: int
    own: bool
    """Whether it is an automatic backup."""

    @property
    def file_name(self) -> str:
        """The file name for a download."""
        return self.name if self.name.endswith(".db") else f"{self.name}.db"


def kept_beside(store: Path) -> tuple[Kept, ...]:
    """All kept databases, newest first."""
    found = [_found(path, name, own=own) for path, name, own in _places(store)]
    return tuple(
        sorted((each for each in found if each is not None), key=lambda each: (each.at, each.name), reverse=True)
    )


def _places(store: Path) -> Iterator[tuple[Path, str, bool]]:
    for path in backups_of(store).glob(BACKUPS):
        yield path, path.name, True
    for end in ASIDE:
        for path in store.parent.glob(f"{store.name}.{end}"):
            yield path, path.name, False
    for folder in store.parent.glob(OF_A_RELEASE):
        yield folder / store.name, folder.name, False


def _found(path: Path, name: str, *, own: bool) -> Kept | None:
    """The database at `path`; None if it is no file, is empty, belongs to another file, or has vanished meanwhile."""
    if name.endswith(BESIDE) or path.is_symlink() or not path.is_file():
        return None
    try:
        files = [each.stat() for each in (path, _written(path)) if each.exists()]
    except OSError:
        return None
    at = datetime.fromtimestamp(max(file.st_mtime for file in files), UTC)
    return Kept(name, path, at, sum(file.st_size for file in files), own) if files[0].st_size else None


def _written(path: Path) -> Path:
    return path.with_name(path.name + WRITTEN)


def opened_whole(kept: Kept) -> BinaryIO:
    """Open a database with its write-ahead log as one file, without changing either; `OSError`, `sqlite3.Error`."""
    if not _written(kept.path).exists():
        return kept.path.open("rb")
    with TemporaryDirectory(prefix="to-send-", dir=kept.path.parent) as folder:
        copy = Path(folder) / kept.path.name
        for path in (kept.path, _written(kept.path)):
            shutil.copyfile(path, Path(folder) / path.name)
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        return os.fdopen(os.open(copy, os.O_RDONLY), "rb")
