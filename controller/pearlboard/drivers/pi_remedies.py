"""Remedies for devices of the Pi that cannot be used: one for each errno, as the kernel gives it.

Libraries hide errno: lgpio says "can not open" whatever the cause, Blinka that a file does not exist. So the device is
opened once more here, and closed again, to get the kernel's own errno.
"""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

REMEDIES: Final[Mapping[int, str]] = {
    errno.EACCES: (
        "this user may not open {device}: add it to the group {group} (sudo usermod -aG {group} NAME) and log in again"
    ),
    errno.EPERM: (
        "something forbids {device} to this program: see DeviceAllow= in the service's unit, or give a container "
        "that device"
    ),
    errno.EBUSY: (
        "something else uses {device}: stop that program (the service: sudo systemctl stop pearlboard), or take its "
        "overlay out of config.txt and restart the Pi"
    ),
    errno.ENODEV: "{device} has no driver behind it any more: restart the Pi, and look at: sudo dmesg",
    errno.ENXIO: "{device} has no driver behind it any more: restart the Pi, and look at: sudo dmesg",
    errno.EMFILE: "this program has too many files open: stop it and start it again",
    errno.EIO: "{device} does not answer: check the wiring, restart the Pi, and look at: sudo dmesg",
    errno.EROFS: "{device} is on a file system that cannot be written to: mount it otherwise",
}
OTHER: Final = "look at what the kernel says of {device}: sudo dmesg"
TEXTS: Final[Mapping[str, int]] = {"GPIO busy": errno.EBUSY}
"""Texts by which lgpio reports an error without errno although the device can be opened."""


def remedy(error: BaseException | None, device: Path, group: str, absent: str) -> str:
    """The remedy for `error`, raised while `device` was opened or used; `absent`: the remedy for a missing device.

    `group`: the group whose members may open the device.
    """
    number = _number(error) or _heard(device)
    if number == errno.ENOENT:
        return absent
    return REMEDIES.get(number, OTHER).format(device=device, group=group)


def _number(error: BaseException | None) -> int:
    """The errno of an error, or of one of its causes; 0 if none has one."""
    while error is not None:
        if isinstance(error, OSError) and error.errno:
            return error.errno
        found = next((number for text, number in TEXTS.items() if text in str(error)), 0)
        if found:
            return found
        error = error.__cause__ or error.__context__
    return 0


def _heard(device: Path) -> int:
    """The errno of opening the device, or 0 if it can be opened."""
    try:
        os.close(os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError as error:
        return error.errno or 0
    return 0
