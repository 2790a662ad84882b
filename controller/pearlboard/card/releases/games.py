"""The games of a stopped table: copied before an update, and put back for a release that cannot read newer ones.

They are a database and, beside it, its journal (`store.log`). Nothing is overwritten: replaced games are moved to a
named folder. That folder and each copy belong to the service: root acts there only with the owner's rights
(`privileges`).
Only the folder of the copies is root's.
"""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from pearlboard.card.releases.decisions import games_come_back
from pearlboard.card.releases.shelf import removed
from pearlboard.privileges import as_owner, owner_of
from pearlboard.store.files import moved, sync

DATABASE: Final = "games.db"
JOURNAL: Final = "games.db.journal"
OF_A_DATABASE: Final = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", JOURNAL)


def copy(state: Path, target: Path) -> None:
    """Copy all games, on disk at `target` when this returns. `OSError`: then there is no copy."""
    new = target.with_name(f"{target.name}.new")
    removed(new)
    new.mkdir(parents=True, mode=0o700)
    if (owner := owner_of(state)) is not None:
        os.chown(new, owner.uid, owner.gid)
    try:
        as_owner(state, lambda: _copied(state, new))
        removed(target)
        new.rename(target)
        sync(target.parent)
    except OSError:
        removed(new)
        raise


def _copied(state: Path, new: Path) -> None:
    _must_be_no_links(state)
    try:
        if (state / JOURNAL).is_dir():
            _copied_folder(state / JOURNAL, new / JOURNAL)
        if (state / DATABASE).exists():
            _backed_up(state / DATABASE, new / DATABASE)
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error), str(state / DATABASE)) from error
    sync(new)


def _must_be_no_links(state: Path) -> None:
    for name in OF_A_DATABASE:
        if (state / name).is_symlink():
            raise OSError(errno.ELOOP, "is a link, which is not followed", str(state / name))


def schema(folder: Path) -> int | None:
    """The schema of the database; 0 if there is none, None if it cannot be read."""
    return as_owner(folder, lambda: _schema(folder / DATABASE))


def _schema(path: Path) -> int | None:
    if path.is_symlink():
        return None
    if not path.exists():
        return 0
    try:
        with _database(path) as database:
            return int(database.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return None


def facts(folder: Path) -> int | None:
    """The number of facts in the database; None if unknown."""
    return as_owner(folder, lambda: _facts(folder / DATABASE))


def _facts(path: Path) -> int | None:
    try:
        with _database(path) as database:
            return int(database.execute("SELECT COUNT(*) FROM fact").fetchone()[0])
    except sqlite3.Error:
        return None


def put_back(copied: Path, state: Path, aside: str) -> bool:
    """Put the copy in place of games that an older release cannot read; returns whether that was needed.

    The replaced games are in `state/aside`. After an interruption it continues where it was: the database comes last.
    """
    if not copied.is_dir() or not games_come_back(schema(state), schema(copied)):
        return False
    as_owner(state, lambda: _put_back(copied, state, aside))
    return True


def was_put_aside(state: Path, aside: str) -> bool:
    """Whether replaced games lie there, also from before a power cut."""
    return as_owner(state, (state / aside).exists)


def _put_back(copied: Path, state: Path, aside: str) -> None:
    _put_aside(state, state / aside)
    for name, put in ((JOURNAL, _copied_folder), (DATABASE, shutil.copyfile)):
        if (copied / name).exists():
            new = state / f"{name}.new"
            shutil.rmtree(new) if new.is_dir() else new.unlink(missing_ok=True)
            put(copied / name, new)
            _for_its_owner_only(new)
            moved(new, state / name)


def _put_aside(state: Path, aside: Path) -> None:
    """Move games aside. If that happened before a power cut, the games in their place are a later copy."""
    aside.mkdir(mode=0o700, exist_ok=True)
    for name in OF_A_DATABASE:
        there = state / name
        if there.exists() and (aside / name).exists():
            shutil.rmtree(there) if there.is_dir() else there.unlink()
        elif there.exists():
            there.rename(aside / name)
    _for_its_owner_only(aside)
    sync(aside)
    sync(state)


def _database(path: Path) -> closing[sqlite3.Connection]:
    """Open an existing database; none is created."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=1))


def _backed_up(path: Path, target: Path) -> None:
    with _database(path) as database:
        target.touch(mode=0o600)
        with closing(sqlite3.connect(target)) as copied:
            database.backup(copied)
            copied.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def _copied_folder(source: Path, target: Path) -> None:
    shutil.copytree(source, target, symlinks=True)
    for path in target.iterdir():
        if not path.is_symlink():
            sync(path)
    sync(target)


def _for_its_owner_only(path: Path) -> None:
    for each in (path, *(path.iterdir() if path.is_dir() else ())):
        if not each.is_symlink():
            each.chmod(0o700 if each.is_dir() else 0o600)
