"""A file that the operator's page sends piece by piece, kept beside the games until it is used."""

import asyncio
import os
import shutil
from pathlib import Path

from pearlboard.service.doctor import ROOM_MB
from pearlboard.session.state import Refused
from pearlboard.store.files import opened
from pearlboard.texts import Sentence, say


class Intake:
    """Takes in one file at a time, of at most `most_mb` million bytes; `too_big` says what to do with a longer one."""

    def __init__(self, path: Path, most_mb: int, too_big: Sentence) -> None:
        """What an earlier run of the program took in and did not use is gone."""
        self.path = path
        self._most = most_mb * 1_000_000
        self._too_big = too_big
        path.unlink(missing_ok=True)

    async def take(self, at: int, piece: bytes) -> int:
        """The next piece of the file, from that byte on; how many there are now. From 0 on another file begins."""
        if at + len(piece) > self._most:
            raise Refused("too_big", self._too_big)
        if shutil.disk_usage(self.path.parent).free < len(piece) + ROOM_MB * 1_000_000:
            raise Refused("no_room", say("restore_no_room"))
        try:
            return await asyncio.to_thread(self._append, at, piece)
        except OSError as error:
            raise Refused("not_taken", say("restore_not_taken", problem=error.strerror or str(error))) from error

    def _append(self, at: int, piece: bytes) -> int:
        with opened(self.path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if at == 0 else 0)) as file:
            if os.fstat(file).st_size != at:
                raise Refused("out_of_order", say("restore_out_of_order"))
            os.lseek(file, at, os.SEEK_SET)
            view = memoryview(piece)
            while view:
                view = view[os.write(file, view) :]
        return at + len(piece)
