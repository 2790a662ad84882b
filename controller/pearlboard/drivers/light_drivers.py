"""Light drivers for a board that is wired to the Pi, by the name that the setting `pi.leds` gives them.

To add one: a class with `send`, and its line in `LIGHT_DRIVERS` at the end. `drivers.frame_sender` calls it in a thread
of its own, so `send` may take as long as a frame does. The lights of a Pico are driven by its firmware.

Both drivers use Adafruit's NeoPixel libraries. SPI turns every bit into a byte on SPI0's MOSI, GPIO10, which works on
every model without root. PWM on GPIO18 leaves the timing to another package, one for each family of models, and most of
those need root.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

from pearlboard.drivers.light_timing import SPI_HZ, pattern
from pearlboard.drivers.pi_library import EXTRA, OVERLAYS, library
from pearlboard.drivers.pi_remedies import remedy
from pearlboard.drivers.pins import LEDS_PWM
from pearlboard.errors import ConfigError
from pearlboard.settings import Wires

RESET_S: Final = 300e-6
"""WS2812B take 280 µs of silence for the end of a frame, some of their predecessors 50."""
SKIP_CHECK: Final = "BLINKA_SKIP_DEPENDENCY_CHECK"
"""Without this variable, importing Blinka on a terminal asks whether it may install packages."""
BYTES_A_LED: Final = 24
RESETS: Final = 2
"""The silences per frame: neopixel_spi sends one before and one after."""
BUFSIZ: Final = Path("sys/module/spidev/parameters/bufsiz")
"""Holds the longest message that the kernel's spidev takes."""
USUAL_BUFSIZ: Final = 4_096
"""The kernel's default, if the file is missing."""
CHUNK: Final = "SPI_BUFSIZE"
"""The environment variable with the longest message for Adafruit's PureIO; its default is 4096 bytes."""
SPI_DEVICE: Final = Path("/dev/spidev0.0")
PIO_DEVICE: Final = Path("/dev/pio0")
"""The device that times the lights by PWM on a Pi 5."""
SPI_OFF: Final = f"switch it on with the line {OVERLAYS[0]!r} in /boot/firmware/config.txt, and restart the Pi"
NO_PIO: Final = (
    f"a Pi 5 needs {PIO_DEVICE}: bring its system and firmware up to date (sudo apt full-upgrade, then restart); "
    'on other models PWM needs root; leds = "spi" needs neither'
)


class LightDriver(Protocol):
    """Lights that show the frames sent to them."""

    def send(self, frame: bytes) -> None:
        """Show R, G and B of every LED, 0 to 255, in the order of the chain; return when they are shown.

        `OSError` or `RuntimeError` if the lights cannot be reached: the same frame is retried a moment later.
        """


def open_light_driver(wires: Wires, leds: int) -> LightDriver:
    """Open the driver that `wires` names for this number of LEDs.

    `ConfigError` says what is missing, or which drivers there are.
    """
    check_light_driver(wires.leds)
    return LIGHT_DRIVERS[wires.leds](wires, leds)


def check_light_driver(name: str) -> None:
    """`ConfigError` with the known names if there is no such driver."""
    if name not in LIGHT_DRIVERS:
        raise ConfigError(f"pi.leds: there is no {name!r}; choose one of: {', '.join(LIGHT_DRIVERS)}")


class NeoPixels:
    """A strip behind one of Adafruit's libraries, which have no types. They take R, G, B and send G, R, B."""

    def __init__(self, pixels: Any) -> None:  # noqa: ANN401
        """`pixels`: a sequence of colours with `show()`."""
        self._pixels = pixels

    def send(self, frame: bytes) -> None:
        """Show a frame; see `LightDriver`."""
        for number in range(len(frame) // 3):
            self._pixels[number] = tuple(frame[3 * number : 3 * number + 3])
        self._pixels.show()


def message_bytes(leds: int) -> int:
    """The bytes of a frame by SPI, sent as one message because the lights take a pause for the end of the frame."""
    return BYTES_A_LED * leds + RESETS * round(SPI_HZ * RESET_S / 8)


def check_message(leds: int, root: Path = Path("/")) -> int:
    """The kernel's longest message by SPI, in bytes; `ConfigError` if a frame of this many LEDs is longer."""
    try:
        most = int((root / BUFSIZ).read_text(encoding="ascii"))
    except (OSError, ValueError):
        most = USUAL_BUFSIZ
    length = message_bytes(leds)
    if length > most:
        fitting = (most - message_bytes(0)) // BYTES_A_LED
        raise ConfigError(
            f"pi.leds: a frame of {leds} LEDs by SPI takes {length} bytes at once, and the kernel sends {most}, "
            f"enough for {max(0, fitting)} LEDs: add spidev.bufsiz={-(-length // 4096) * 4096} to the line in "
            "/boot/firmware/cmdline.txt, and restart the Pi"
        )
    return most


def _by_spi(wires: Wires, leds: int) -> LightDriver:
    os.environ[CHUNK] = str(check_message(leds))
    board = _blinka("board")
    try:
        spi = board.SPI()
    except (OSError, RuntimeError, ValueError) as error:
        hint = remedy(error, SPI_DEVICE, "spi", SPI_OFF)
        raise ConfigError(f"pi.leds: SPI0 cannot be used ({_line(error)}); {hint}") from error
    pixels = _blinka("neopixel_spi").NeoPixel_SPI
    timing = {"frequency": SPI_HZ, "bit0": pattern(wires.zero_bits), "bit1": pattern(wires.one_bits)}
    return NeoPixels(pixels(spi, leds, auto_write=False, pixel_order="GRB", reset_time=RESET_S, **timing))


def _by_pwm(_wires: Wires, leds: int) -> LightDriver:
    neopixel = _blinka("neopixel")
    try:
        pin = getattr(_blinka("board"), f"D{LEDS_PWM.gpio}")
        return NeoPixels(neopixel.NeoPixel(pin, leds, auto_write=False, pixel_order="GRB"))
    except (OSError, RuntimeError, ValueError) as error:
        hint = remedy(error, PIO_DEVICE, "gpio", NO_PIO)
        raise ConfigError(f"pi.leds: GPIO{LEDS_PWM.gpio} cannot be used for PWM ({_line(error)}); {hint}") from error


def _blinka(name: str) -> ModuleType:
    os.environ.setdefault(SKIP_CHECK, "1")
    try:
        return library(name)
    except NotImplementedError as error:
        raise ConfigError(
            "pi.leds: Adafruit's Blinka does not know this machine; the pi board runs on a Raspberry Pi"
        ) from error
    except RuntimeError as error:
        raise ConfigError(
            f"pi.leds: the LED library lacks what this model of Pi needs ({_line(error)}); {EXTRA}, "
            "and the package named there"
        ) from error


def _line(error: Exception) -> str:
    """An error's message on one line; Blinka's have several."""
    return " ".join(str(error).split())


LIGHT_DRIVERS: Final[Mapping[str, Callable[[Wires, int], LightDriver]]] = {"spi": _by_spi, "pwm": _by_pwm}
