"""A backup that the operator puts back: taken in piece by piece, looked through, and put in place at the next start.

The running table keeps what it has until it ends. What waits is good for the log as it was when somebody said so: if a
game was played since, nothing is put back, and the file is kept. What was there is kept anyway (`store.backups`).
"""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from pearlboard.errors import PearlboardError
from pearlboard.service.intake import Intake, has_room
from pearlboard.service.judging import judge
from pearlboard.session.state import Refused
from pearlboard.store.backups import Beyond, beyond, read_backup, restore
from pearlboard.store.copies import Found
from pearlboard.store.errors import NewerStore, StoreDamaged, WrongStore
from pearlboard.store.files import free_name, moved, sync
from pearlboard.store.kept import Kept, kept_beside, opened_whole
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer
from pearlboard.texts import Sentence, say

_log = logging.getLogger("pearlboard.service")

TWICE: Final = 2
"""What is put back is written anew, into a database and into its journal."""
WAITING: Final = "to-restore-"
VERSION: Final = re.compile(r"\d{8,}\Z")
COMPARED_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of a backup that waited: it is in place, and what was there kept under a name; or why it is not."""

    problem: str | None = None
    kept: str | None = None


class Restoring:
    """Puts back what its `intake` has taken, for the games at `store`."""

    def __init__(self, store: Path, writer: Writer, judge: Callable[[Path], None] = judge) -> None:
        """What an earlier run of the program took in and did not use is gone."""
        self._store = store
        self._writer = writer
        self._judge = judge
        self._mark: tuple[int, int, int] | None = None
        self.intake = Intake(store.with_name(f"{store.name}.uploaded"))

    async def look_through(self) -> tuple[Beyond, int]:
        """What the file holds, read whole, and what it lacks of the games here; how many finished ones are here."""
        if not self.intake.path.exists():
            raise Refused("nothing_taken", say("restore_nothing"))
        if not has_room(self._store.parent, TWICE * self.intake.path.stat().st_size):
            raise Refused("no_room", say("restore_no_room"))
        try:
            found = await asyncio.to_thread(self._judged)
            lacks = await self._writer.ask(lambda log: beyond(found, log), COMPARED_S)
        except PearlboardError as error:
            self.intake.path.unlink(missing_ok=True)
            problem = str(error).replace(f"{self.intake.path}: ", "")
            _log.info("this is no backup that could be put back: %s", problem)
            raise Refused("no_backup", _no_backup(error, problem)) from error
        return lacks, len(self._writer.contents.finished)

    def _judged(self) -> Found:
        """All of the file, once a table can live with it; what was judged is not judged again."""
        path = self.intake.path
        now = path.stat()
        mark = now.st_ino, now.st_size, now.st_mtime_ns
        if mark != self._mark:
            self._judge(path)
            self._mark = mark
        return read_backup(path)

    async def kept(self) -> tuple[Kept, ...]:
        """What lies beside the games and can be fetched, to be put back by the same way."""
        return await asyncio.to_thread(kept_beside, self._store)

    async def copy_of_kept(self, name: str) -> tuple[str, BinaryIO]:
        """One of these as an open file, and what to call it; `Refused` if there is none of that name."""
        found = next((each for each in await self.kept() if each.name == name), None)
        if found is None:
            raise Refused("not_kept", say("kept_gone"))
        try:
            return found.file_name, await asyncio.to_thread(opened_whole, found)
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
    """What whoever chose the file can do about it; what is wrong with it to the byte is in the log."""
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
    """What the games here have that the backup does not; the day of the last is enough."""
    return say("restore_newer", count=lacks.facts, last=lacks.last[:10])


def waiting_for(store: Path) -> list[Path]:
    """What waits to be put in the place of the games there."""
    return sorted(store.parent.glob(f"{store.name}.{WAITING}*"))


def restore_waiting(store: Path) -> Restored | None:
    """Put in place what waits, before anything is opened there; None if nothing does.

    Cut off at any moment, it is done again.
    """
    found = waiting_for(store)
    if not found:
        return None
    waiting = found[-1]
    try:
        if _has_gone_on(store, waiting):
            raise StoreDamaged(f"{store}: was played on since the backup was sent")
        _, kept = restore(waiting, store, replace=True)
    except (PearlboardError, OSError) as error:
        aside = free_name(store, "not-restored")
        waiting.rename(aside)
        return Restored(f"{error}; the backup is kept as {aside.name}")
    waiting.unlink()
    sync(store.parent)
    return Restored(kept=None if kept is None else kept.name)


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
