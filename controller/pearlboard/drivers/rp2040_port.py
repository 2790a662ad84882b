"""The serial port of a Pico: finding, opening, reading and writing it, with faults as sentences for people.

A Pico is found by its USB descriptors, which every kernel provides, so no udev rule needs to create a link.

A port that was pulled out raises various errors, depending on the operation; all become `NoAnswer` here.
"""

import contextlib
import errno
import os
import select
import termios
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

import serial  # type: ignore[import-untyped]  # pyserial has no types
from serial.tools.list_ports import comports  # type: ignore[import-untyped]

from pearlboard.errors import PearlboardError
from pearlboard.texts import Sentence, say

MICROPYTHON: Final = (0x2E8A, 0x0005)
"""The vendor and product of MicroPython's USB port on a Pico."""
MADE_BY: Final = "MicroPython"
"""MicroPython's manufacturer string, on boards of other vendors as well."""
Ports: TypeAlias = Callable[[], Iterable[Any]]
"""Lists the current serial ports as pyserial does: `device`, `vid`, `pid`, `serial_number`, `manufacturer`."""
THIS_MACHINE: Final[Ports] = comports
WRITE_S: Final = 0.5
"""The timeout after which a board that accepts no data has stalled."""
_FAILED: Final = (OSError, termios.error)
_REASONS: Final[Mapping[int | None, str]] = {
    errno.ENOENT: "link_unplugged",
    errno.ENODEV: "link_unplugged",
    errno.ENXIO: "link_unplugged",
    errno.EIO: "link_unplugged",
    errno.EACCES: "link_denied",
    errno.EPERM: "link_forbidden",
    errno.EBUSY: "link_busy",
    errno.EAGAIN: "link_busy",
}


class NoAnswer(PearlboardError, OSError):
    """No board answers; `reason` is for people."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True, order=True)
class Plugged:
    """A plugged-in board. Its serial number (empty if unknown) stays the same when its path changes."""

    serial_number: str
    path: str


def candidates(named: str, ports: Ports = THIS_MACHINE) -> list[Plugged]:
    """The ports where a Pico may be: the named one, or all of MicroPython's, in a stable order."""
    if named:
        return [Plugged("", named)]
    try:
        there = list(ports())
    except (OSError, TypeError, ValueError):  # pyserial's errors when a device is pulled out while it looks
        return []
    ours = (port for port in there if (port.vid, port.pid) == MICROPYTHON or port.manufacturer == MADE_BY)
    return sorted(Plugged(port.serial_number or "", port.device) for port in ours)


class Port:
    """A port opened for exclusive use. `NoAnswer` if it cannot be opened, or is gone."""

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
        """Read available bytes; wait until `timeout_s`, or until another descriptor is readable."""
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
        """Write all bytes, with a timeout of `WRITE_S`."""
        if not data:
            return
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise NoAnswer(say("link_stalled", port=self.path)) from error
        except _FAILED as error:
            raise self._gone() from error

    def close(self) -> None:
        """Close the port without flushing, because a stalled board accepts nothing."""
        with contextlib.suppress(*_FAILED):  # the port may be gone
            self._serial.reset_output_buffer()
        with contextlib.suppress(*_FAILED):
            self._serial.close()

    def _gone(self) -> NoAnswer:
        return NoAnswer(say("link_unplugged", port=self.path))
