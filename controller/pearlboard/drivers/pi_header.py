"""Finding the GPIO chip of the header's pins by its label, because the kernel's numbering of GPIO chips changes.

On a Pi 5 the header was gpiochip4 (6.1 to 6.6.44), then gpiochip0 (from 6.6.45 on), and is one of gpiochip11 to 15
(6.12.96 and later); on other models it has been gpiochip0. The label is the name of the driver, and does not change.
"""

import errno
import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from pearlboard.drivers.pi_remedies import remedy
from pearlboard.errors import ConfigError

LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Pi 5; Pi 4; Pi 3 and Zero 2 W. Their other chips have other labels: gpio-brcmstb@…, raspberrypi-exp-gpio."""
GPIO_GET_CHIPINFO_IOCTL: Final = 0x8044B401
"""`_IOR(0xB4, 0x01, struct gpiochip_info)`, of linux/gpio.h."""
CHIPINFO: Final = struct.Struct("=32s32sI")
"""`struct gpiochip_info`: name, label, number of lines."""
NAME: Final = "gpiochip"
NO_CHIP: Final = (
    "there is no GPIO chip here: the pi board runs on a Raspberry Pi; set board to rp2040 for a Pico, or to simulated"
)

Ioctl: TypeAlias = Callable[[int, int, bytes], bytes]
"""`fcntl.ioctl`, or a fake in tests."""


def header_chip(devices: Path = Path("/dev"), ioctl: Ioctl = fcntl.ioctl) -> int:
    """The N of the header's /dev/gpiochipN; `ConfigError` says why there is none, and what to do."""
    failed: tuple[OSError, Path] | None = None
    others = []
    for number, device in _chips(devices):
        try:
            label = _label(device, ioctl)
        except OSError as error:
            failed = failed or (error, device)
            continue
        if label in LABELS:
            return number
        others.append(f"{device.name}: {label}")
    if failed is not None:
        problem, device = failed
        raise ConfigError(
            f"board: {device} cannot be used ({problem.strerror}); {remedy(problem, device, 'gpio', NO_CHIP)}"
        ) from problem
    if others:
        raise ConfigError(
            f"board: no GPIO chip here is known to be a Raspberry Pi's header ({', '.join(others)}); "
            "update Pearlboard, or tell us this line and the model"
        )
    raise ConfigError(f"board: {NO_CHIP}")


def _chips(devices: Path) -> list[tuple[int, Path]]:
    """The GPIO chips, by number. Symbolic links, such as Raspberry Pi OS's gpiochip4, are left out."""
    found = []
    for device in devices.glob(f"{NAME}*"):
        number = device.name.removeprefix(NAME)
        if number.isascii() and number.isdigit() and not device.is_symlink():
            found.append((int(number), device))
    return sorted(found)


def _label(device: Path, ioctl: Ioctl) -> str:
    """The kernel's label of a chip; `OSError`, also for a device that is no GPIO chip."""
    file = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        answer = ioctl(file, GPIO_GET_CHIPINFO_IOCTL, bytes(CHIPINFO.size))
    finally:
        os.close(file)
    if len(answer) != CHIPINFO.size:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(device))
    _, label, _ = CHIPINFO.unpack(answer)
    return str(label.partition(b"\0")[0].decode("ascii", "replace"))
