"""What is kept beside the games: backups that the table has made, games that gave way to others, a backup not put back.

Each is one database of another day. They are found by looking, and whoever wants one names one of those that were
found: no path is made of what somebody says.
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

ASIDE: Final = ("replaced-*", "not-restored-*", "schema-*")
"""The ends of their names beside the games; what SQLite keeps beside one of them has another end."""
OF_A_RELEASE: Final = "games-of-*"
"""Folders with the games that gave way when an older release came back."""
WRITTEN: Final = "-wal"
"""What SQLite has written to a database, but not into it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A database, when it was last written to, and how many bytes it has with what was not yet written into it."""

    name: str
    path: Path
    at: datetime
    size: int
    own: bool
    """The table has made it by itself as a backup."""

    @property
    def file_name(self) -> str:
        """What to call it where it is sent to."""
        return self.name if self.name.endswith(".db") else f"{self.name}.db"


def kept_beside(store: Path) -> tuple[Kept, ...]:
    """All of them, the newest first."""
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
    """None for what is no file, is empty, or has gone meanwhile; what belongs to another file is none of its own."""
    if name.endswith(("-wal", "-shm")) or path.is_symlink() or not path.is_file():
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
    """The database as one open file, with what was not yet written into it; `OSError`, `sqlite3.Error`.

    What is kept stays as it is.
    """
    if not _written(kept.path).exists():
        return kept.path.open("rb")
    with TemporaryDirectory(prefix="to-send-", dir=kept.path.parent) as folder:
        copy = Path(folder) / kept.path.name
        for path in (kept.path, _written(kept.path)):
            shutil.copyfile(path, Path(folder) / path.name)
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        return os.fdopen(os.open(copy, os.O_RDONLY), "rb")
