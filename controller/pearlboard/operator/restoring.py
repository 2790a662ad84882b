"""A backup that the operator puts back: taken in piece by piece, looked through, and put in place at the next start.

The running table keeps what it has until it ends. What waits is good for the log as it was when somebody said so: if a
game was played since, nothing is put back, and the file is kept. What was there is kept anyway (`store.backups`).
"""

import asyncio
import logging
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol

import msgspec

from pearlboard.errors import PearlboardError
from pearlboard.operator.intake import Intake, has_room
from pearlboard.operator.judging import judge
from pearlboard.regular import read_regular
from pearlboard.session.state import Refused
from pearlboard.store import kept as beside
from pearlboard.store.backups import Beyond, Holding, Kept, beyond, give_back, read_backup, restore
from pearlboard.store.database import Step
from pearlboard.store.errors import NewerStore, StoreDamaged, WrongStore
from pearlboard.store.files import free_name, moved, opened, sync
from pearlboard.store.log import FactLog
from pearlboard.store.reading import Found
from pearlboard.store.tombstones import Contents
from pearlboard.texts import Sentence, say

_log = logging.getLogger("pearlboard.operator")

TWICE: Final = 2
"""Copies that a restore writes: the database and its journal."""
WAITING: Final = "to-restore-"
VERSION: Final = re.compile(r"\d{8,}\Z")
COMPARED_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Restored:
    """The fate of a backup that waited: it is in place, and the former games are kept under a name; or why not."""

    problem: str | None = None
    kept: str | None = None


@dataclass(frozen=True, slots=True)
class Promise:
    """A backup is in place and not proven: what has made way for it, and which file it was, by its number on the disk.

    `tried`: a start with it was begun.
    """

    kept: Kept
    backup: int
    tried: bool


class Games(Protocol):
    """The games that are here: `store.writer` of a running table, or in safe mode the log, opened for each question."""

    @property
    def contents(self) -> Contents:
        """The content of the archive."""

    async def ask(self, question: Callable[[FactLog], Beyond], within_s: float, /) -> Beyond:
        """The log's answer; `StoreUnavailable`, in safe mode any error of the store."""


class Restoring:
    """Puts back what its `intake` has taken, for the games at `store`."""

    def __init__(self, store: Path, games: Games, judge: Callable[[Path], object] = judge) -> None:
        """Delete what an earlier run of the program took in and did not use."""
        self._store = store
        self._games = games
        self._judge = judge
        self._mark: tuple[int, int, int] | None = None
        self.intake = Intake(store.with_name(f"{store.name}.uploaded"))

    async def look_through(self) -> tuple[Beyond, int]:
        """The content of the file, read whole, and what it lacks of the games here; how many finished ones are here."""
        if not self.intake.path.exists():
            raise Refused("nothing_taken", say("restore_nothing"))
        if not has_room(self._store.parent, TWICE * self.intake.path.stat().st_size):
            raise Refused("no_room", say("restore_no_room"))
        try:
            found = await asyncio.to_thread(self._judged)
        except PearlboardError as error:
            self.intake.path.unlink(missing_ok=True)
            problem = str(error).replace(f"{self.intake.path}: ", "")
            _log.info("this is no backup that could be put back: %s", problem)
            raise Refused("no_backup", _no_backup(error, problem)) from error
        try:
            lacks = await self._games.ask(lambda log: beyond(found, log), COMPARED_S)
        except StoreDamaged:
            lacks = Beyond(Holding(found.facts, found.contents.finished), 0, "", 0)  # nothing here can be read
        except PearlboardError as error:
            raise Refused("not_compared", say("restore_wrong", problem=str(error))) from error
        return lacks, len(self._games.contents.finished)

    def _judged(self) -> Found:
        """All of the file, once a table can live with it; what was judged is not judged again."""
        path = self.intake.path
        now = path.stat()
        mark = now.st_ino, now.st_size, now.st_mtime_ns
        if mark != self._mark:
            self._judge(path)
            self._mark = mark
        return read_backup(path)

    async def kept(self) -> tuple[beside.Kept, ...]:
        """The files beside the games that can be fetched, to be put back by the same way."""
        return await asyncio.to_thread(beside.kept_beside, self._store)

    async def copy_of_kept(self, name: str) -> tuple[str, BinaryIO]:
        """One of these as an open file, and what to call it; `Refused` if there is none of that name."""
        found = next((each for each in await self.kept() if each.name == name), None)
        if found is None:
            raise Refused("not_kept", say("kept_gone"))
        try:
            return found.file_name, await asyncio.to_thread(beside.opened_whole, found)
        except (OSError, sqlite3.Error) as error:
            raise Refused("not_copied", say("kept_not_copied", problem=str(error))) from error

    async def put(self, *, sure: bool) -> None:
        """Let it wait for the next start. `sure`: also if the games here have something that it lacks."""
        lacks, _ = await self.look_through()
        if lacks.facts and not sure:
            raise Refused("newer_is_here", newer(lacks))
        for waiting in waiting_for(self._store):
            waiting.unlink()
        await asyncio.to_thread(
            moved, self.intake.path, self._store.with_name(f"{self._store.name}.{WAITING}{lacks.here:08d}")
        )


def _no_backup(error: PearlboardError, problem: str) -> Sentence:
    """The advice to whoever chose the file; what is wrong with it to the byte is in the log."""
    match error:
        case NewerStore():
            return say("restore_newer_version")
        case WrongStore():
            return say("restore_of_others")
        case StoreDamaged():
            return say("restore_damaged")
        case _:
            return say("restore_wrong", problem=problem)


def newer(lacks: Beyond) -> Sentence:
    """The games here that the backup does not have; the day of the last is enough."""
    return say("restore_newer", count=lacks.facts, last=lacks.last[:10])


def waiting_for(store: Path) -> list[Path]:
    """The backup that waits to be put in the place of the games there."""
    return sorted(store.parent.glob(f"{store.name}.{WAITING}*"))


def restore_waiting(store: Path) -> Restored | None:
    """Put in place what waits, before anything is opened there; None if nothing does.

    It is a promise until `settle`: if a start with it was tried and nobody has said that it lives, what was there is
    back. Cut off at any moment, it is done again.
    """
    found, promise = waiting_for(store), promised(store)
    if found and (promise is None or not _in_place(store, promise, found[-1])):
        try:
            if _has_gone_on(store, found[-1]):
                raise StoreDamaged(f"{store}: was played on since the backup was sent")
            put_in_place(found[-1], store, replace=True)
        except (PearlboardError, OSError) as error:
            aside = free_name(store, "not-restored")
            found[-1].rename(aside)
            if (given := promised(store)) is not None and given != promise:
                give_back(store, given.kept)
                place_of(store).unlink()
            return Restored(f"{error}; the backup is kept as {aside.name}")
        promise = promised(store)
    for waiting in found:
        waiting.unlink()
    if found:
        sync(store.parent)
    if promise is None:
        return None
    if promise.tried:
        aside = give_back(store, promise.kept)
        _take_back(store)
        return Restored(f"the table did not live with it, so the games of before are back; it is kept as {aside.name}")
    _give(store, Promise(promise.kept, promise.backup, tried=True))
    return Restored(kept=promise.kept.database)


def put_in_place(
    backup: Path, store: Path, *, replace: bool, told: Step = lambda *_: None
) -> tuple[Holding, Path | None]:
    """See `store.backups.restore`; the next start has to prove that a table can live with it.

    What comes back if it does not is what was there before anything unproven was.
    """
    before = promised(store)
    first = Kept(None, None) if before is None else before.kept

    def promise(kept: Kept) -> None:
        was = Kept(first.database or kept.database, first.journal or kept.journal)
        _give(store, Promise(was, backup.stat().st_ino, tried=False))

    return restore(backup, store, replace=replace, promise=promise, told=told)


def _take_back(store: Path) -> None:
    """The promise is gone, on disk, too."""
    place_of(store).unlink()
    sync(store.parent)


def settle(store: Path, *, lives: bool) -> None:
    """A table lives with what was put back; or no start could try it, for another reason: then the next one does."""
    promise = promised(store)
    if promise is None:
        return
    if lives:
        _take_back(store)
    else:
        _give(store, Promise(promise.kept, promise.backup, tried=False))


def promised(store: Path) -> Promise | None:
    """The restored backup that is not proven yet; None if there is none, or none that was written whole."""
    try:
        return msgspec.json.decode(read_regular(place_of(store)), type=Promise)
    except (OSError, ValueError):
        return None


def place_of(store: Path) -> Path:
    """Where a promise stands."""
    return store.with_name(f"{store.name}.put-back")


def _give(store: Path, promise: Promise) -> None:
    place = place_of(store)
    new = place.with_name(f"{place.name}.new")
    with opened(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as file:
        os.write(file, msgspec.json.encode(promise))
    moved(new, place)


def _in_place(store: Path, promise: Promise, waiting: Path) -> bool:
    """Whether the power was cut between putting that file in place and taking it away."""
    was = store.with_name(promise.kept.database) if promise.kept.database else None
    made_way = store.exists() and (was is None or (was.exists() and not was.samefile(store)))
    return made_way and promise.backup == waiting.stat().st_ino


def _has_gone_on(store: Path, waiting: Path) -> bool:
    """Whether there are facts that nobody knew of who said that it may be replaced."""
    version = VERSION.search(waiting.name)
    if not store.exists():
        return False
    try:
        log = FactLog(store)
    except StoreDamaged:
        return False
    with closing(log):
        if version is not None and log.version == int(version[0]):
            return False
        lacks = beyond(read_backup(waiting), log)
        return lacks.facts > 0 or lacks.here != lacks.holds.facts  # else it was cut off when it was in place
