"""The serial port that a Pico is behind: found, opened, read and written; what is wrong with it is said for people.

A port that was pulled out raises this or that, depending on what was being done to it: from here it is `NoAnswer`.
"""

import contextlib
import errno
import os
import select
import termios
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import serial  # type: ignore[import-untyped]  # it comes without types

from pearlboard.errors import PearlboardError
from pearlboard.texts import Sentence, say

BY_ID: Final = Path("/dev/serial/by-id")
"""Links whose names tell what is plugged in, and which stay when the port is another."""
MADE_BY: Final = "MicroPython"
WRITE_S: Final = 0.5
"""A board that takes nothing for so long has stalled."""
_FAILED: Final = (OSError, termios.error)
_REASONS: Final[Mapping[int | None, str]] = {
    errno.ENOENT: "link_unplugged",
    errno.ENODEV: "link_unplugged",
    errno.ENXIO: "link_unplugged",
    errno.EIO: "link_unplugged",
    errno.EACCES: "link_denied",
    errno.EPERM: "link_denied",
    errno.EBUSY: "link_busy",
    errno.EAGAIN: "link_busy",
}


class NoAnswer(PearlboardError, OSError):
    """There is no board to talk to; `reason` is for people."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


def candidates(named: str, by_id: Path = BY_ID) -> list[str]:
    """Where a Pico may be: the port that was named, or all that show themselves as MicroPython."""
    if named:
        return [named]
    try:
        return sorted(str(link) for link in by_id.iterdir() if MADE_BY in link.name)
    except OSError:
        return []


class Port:
    """An open port of one's own. `NoAnswer` if it cannot be had, or is gone."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._serial = serial.Serial(path, timeout=0, write_timeout=WRITE_S, exclusive=True)
        except _FAILED as error:
            name = _REASONS.get(getattr(error, "errno", None), "link_no_port")
            raise NoAnswer(say(name, port=path)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def read(self, timeout_s: float, *others: int) -> bytes:
        """What has come; waits for it at most so long, and no longer than until another descriptor can be read."""
        number = self._serial.fileno()
        try:
            ready, _, _ = select.select([number, *others], [], [], max(0.0, timeout_s))
            if number not in ready:
                return b""
            data = os.read(number, 4096)
        except OSError as error:
            raise self._gone() from error
        if not data:
            raise self._gone()
        return data

    def write(self, data: bytes) -> None:
        """Hand it over; waits at most `WRITE_S`."""
        if not data:
            return
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise NoAnswer(say("link_stalled", port=self.path)) from error
        except _FAILED as error:
            raise self._gone() from error

    def close(self) -> None:
        """Let go, without waiting for what a stalled board has not taken."""
        with contextlib.suppress(*_FAILED):  # it may be gone, and what was in it with it
            self._serial.reset_output_buffer()
        with contextlib.suppress(*_FAILED):
            self._serial.close()

    def _gone(self) -> NoAnswer:
        return NoAnswer(say("link_unplugged", port=self.path))
