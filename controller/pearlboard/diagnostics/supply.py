"""Supply voltage and temperature, where the kernel reports them; None where it does not.

A Pi's firmware reports them through two drivers: hwmon's `rpi_volt`, and `get_throttled` on kernels that have it. Their
numbers and places differ between models and kernels, so both are looked for.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

HWMON: Final = "sys/class/hwmon"
SUPPLY: Final = "rpi_volt"
ALARM: Final = "in0_lcrit_alarm"
THROTTLED: Final = (
    "sys/bus/platform/drivers/raspberrypi-firmware/*/get_throttled",
    "sys/devices/platform/*firmware*/get_throttled",
    "sys/devices/platform/*/*firmware*/get_throttled",
)
UNDER_VOLTAGE: Final = 0x1_0001
"""Bits of the firmware's word: under-voltage now, or since the last query."""
SLOWED: Final = 0b1110
"""Bits for a reduced speed: capped clock, throttled, or near the limit of temperature."""
ZONES: Final = "sys/class/thermal"
OF_A_PROCESSOR: Final = ("cpu", "soc", "pkg")
"""The part of a thermal zone's type that identifies the processor: `cpu-thermal` on a Pi."""


def under_voltage(root: Path) -> bool | None:
    """Whether the supply is too weak, or was lately; None where the machine does not say."""
    word = _throttled(root)
    alarms = [_line(chip / ALARM) for chip in _folders(root / HWMON) if _line(chip / "name") == SUPPLY]
    said = [alarm == "1" for alarm in alarms if alarm in ("0", "1")]
    if word is not None:
        said.append(bool(word & UNDER_VOLTAGE))
    return any(said) if said else None


def slowed(root: Path) -> bool | None:
    """Whether the processor runs slower than it could, for heat or supply; None where the machine does not say."""
    word = _throttled(root)
    return None if word is None else bool(word & SLOWED)


def degrees(root: Path) -> int | None:
    """The temperature of the processor in degrees Celsius; None where the machine does not say."""
    for zone in _folders(root / ZONES):
        if any(word in _line(zone / "type").lower() for word in OF_A_PROCESSOR):
            try:
                return round(int(_line(zone / "temp")) / 1000)
            except ValueError:
                continue
    return None


def _throttled(root: Path) -> int | None:
    for pattern in THROTTLED:
        for node in sorted(root.glob(pattern)):
            try:
                return int(_line(node), 16)
            except ValueError:
                continue
    return None


def _folders(parent: Path) -> Iterator[Path]:
    """The entries of a folder, sorted by name; none if it cannot be listed."""
    try:
        yield from sorted(parent.iterdir())
    except OSError:
        return


def _line(path: Path) -> str:
    """The text of a file of the kernel; "" if it cannot be read."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
