"""A backup onto a USB stick and back from one, on a card: carried out by root, requested by a unit's name.

The table's service cannot mount. It puts a copy, or an empty file to be filled, into a folder of its own, and requests
one of two verbs; root's program (`pearlboard.card.stick`) writes the result to a file that only root can write. Files
in the folder are deleted after use; those left by a crash, at the next start.

A backup from a stick is handled like an upload to the operator's page, so one place judges all backups.
"""

import asyncio
import json
import logging
import os
import shutil
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TypeAlias

from pearlboard.card import stick
from pearlboard.card.stick import FETCHED, TO_SAVE
from pearlboard.diagnostics.processes import Run, output_of
from pearlboard.operator.intake import Intake, has_room
from pearlboard.session.state import Refused
from pearlboard.store.files import opened
from pearlboard.texts import Catalogue, say

_log: Final = logging.getLogger("pearlboard.operator")

StickDeed: TypeAlias = Literal["stick_save", "stick_fetch"]
Copy: TypeAlias = Callable[[], Awaitable[tuple[str, BinaryIO]]]
UNIT: Final = "pearlboard-stick@{}.service"
TEMPLATE: Final = f"usr/lib/systemd/system/{UNIT.format('')}"
"""The unit's template, which only a card has."""
FOLDER: Final = stick.FOLDER.relative_to("/")
TOLD: Final = (stick.OWN / stick.TOLD).relative_to("/")
LONGEST_S: Final = 330.0
"""Slightly longer than systemd's limit for the unit."""
PIECE: Final = 1 << 18
NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL
"""Flags for a new file, so that no link is followed."""
NOT_DONE: Final = (
    "none",
    "several",
    "unknown",
    "unreadable",
    "protected",
    "full",
    "gone",
    "no_backup",
    "no_room",
    "too_big",
    "failed",
)
"""Root's reasons for copying nothing. Each has a sentence; any other word is quoted."""


class Stick:
    """Copies to and from a stick. `unit`: systemd runs this program as a service; `root`: of the machine's own files.

    `copy` makes an open copy of all games, or refuses; a file from a stick goes into `intake`.
    """

    def __init__(
        self, copy: Copy, intake: Intake, *, unit: bool, root: Path = Path("/"), run: Run | None = None
    ) -> None:
        """Delete what an earlier run of the program left in the folder."""
        self._copy = copy
        self._intake = intake
        self.is_here = unit and (root / TEMPLATE).is_file()
        self._folder = root / FOLDER
        self._told = root / TOLD
        self._run = run or partial(output_of, within_s=LONGEST_S)
        self._at_work = asyncio.Lock()
        if self.is_here:
            try:
                self._clear()
            except OSError as error:  # no reason for a table not to start
                _log.warning("what was left of a copy for a stick could not be removed: %s", error)

    def _clear(self) -> None:
        for name in (TO_SAVE, FETCHED):
            (self._folder / name).unlink(missing_ok=True)

    async def use(self, deed: StickDeed, catalogue: Catalogue) -> str:
        """Copy a backup to the stick, or its newest one into the intake; returns the result in words. `Refused`."""
        if not self.is_here:
            raise Refused("not_here", say("stick_elsewhere"))
        if self._at_work.locked():
            raise Refused("at_work", say("stick_at_work"))
        async with self._at_work:
            try:
                name = await (self._save() if deed == "stick_save" else self._fetch())
            except OSError as error:
                what = "not_copied" if deed == "stick_save" else "restore_not_taken"
                raise Refused("not_copied", say(what, problem=error.strerror or str(error))) from error
            finally:
                self._clear()
        _log.info("a backup was copied %s a stick: %s", "onto" if deed == "stick_save" else "from", name)
        return catalogue.render(say("stick_saved" if deed == "stick_save" else "stick_fetched", called=name))

    async def _save(self) -> str:
        """Returns the file's name on the stick."""
        _, file = await self._copy()
        with file:
            await asyncio.to_thread(self._lay, file)
        return await self._ask("save")

    def _lay(self, file: BinaryIO) -> None:
        if not has_room(self._folder, os.fstat(file.fileno()).st_size):
            raise Refused("no_room", say("restore_no_room"))
        with os.fdopen(os.open(self._folder / TO_SAVE, NEW, 0o600), "wb") as target:
            shutil.copyfileobj(file, target)

    async def _fetch(self) -> str:
        """Returns the file's name on the stick. Root fills a file that belongs to the service already."""
        path = self._folder / FETCHED
        with opened(path, NEW):
            name = await self._ask("fetch")
        with path.open("rb") as file:
            at = 0
            while piece := await asyncio.to_thread(file.read, PIECE):
                at = await self._intake.take(at, piece)
        return name

    async def _ask(self, verb: str) -> str:
        """Start the unit and wait for root's result; returns the file's name on the stick."""
        try:
            await self._run(("systemctl", "--no-ask-password", "start", UNIT.format(verb)))
            told: dict[str, Any] = json.loads(await asyncio.to_thread(self._told.read_bytes))
        except (OSError, TimeoutError, ValueError) as error:
            raise Refused("stick_not_asked", say("stick_not_asked", problem=str(error))) from error
        outcome = told.get("outcome")
        if outcome in NOT_DONE:
            raise Refused(f"stick_{outcome}", say(f"stick_{outcome}"))
        if "name" not in told:
            raise Refused("stick_not_asked", say("stick_not_asked", problem=str(outcome)))
        return str(told["name"])
