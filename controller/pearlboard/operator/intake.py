"""Uploads of the operator's page in pieces, kept beside the games until they are used."""

import asyncio
import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from pearlboard.diagnostics.doctor import ROOM_MB
from pearlboard.session.state import Refused
from pearlboard.store.files import opened
from pearlboard.texts import Sentence, say


@dataclass(frozen=True, slots=True)
class Bound:
    """The size limit of an upload in megabytes, and the sentence for a longer file."""

    most_mb: int
    too_big: Sentence


def has_room(folder: Path, size: int) -> bool:
    """Whether `size` more bytes leave enough free space."""
    return shutil.disk_usage(folder).free >= size + ROOM_MB * 1_000_000


class Intake:
    """Takes one upload at a time, as long as there is room for it, or up to a `bound`."""

    def __init__(self, path: Path, bound: Bound | None = None) -> None:
        """Delete what an earlier run of the program left unused."""
        self.path = path
        self._bound = bound
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            path.unlink()

    async def take(self, at: int, piece: bytes) -> int:
        """Append a piece at byte `at`; returns the number of bytes so far. A piece at 0 starts another file."""
        if self._bound is not None and at + len(piece) > self._bound.most_mb * 1_000_000:
            raise Refused("too_big", self._bound.too_big)
        try:
            if not has_room(self.path.parent, len(piece)):
                raise Refused("no_room", say("restore_no_room"))
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
