"""What drives the lights of a board that is wired to the Pi, by the name that the setting `pi.leds` gives it.

To add one: a class with `send`, and its line in `LIGHT_DRIVERS` at the end. `drivers.frame_sender` calls it in a thread
of its own, so `send` may take as long as a frame does. Lights of a Pico are its firmware's.

The two there are go through Adafruit's NeoPixel libraries. By SPI every bit becomes a byte on SPI0's MOSI, GPIO10,
which works on every model without root; by PWM on GPIO18 another package does the timing, one for each family of
models, and most of them need root.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from pearlboard.drivers.pi_library import EXTRA, OVERLAYS, library
from pearlboard.drivers.pins import LEDS_PWM
from pearlboard.errors import ConfigError

RESET_S: Final = 300e-6
"""WS2812B take 280 µs of silence for the end of a frame, some of their predecessors 50."""
SKIP_CHECK: Final = "BLINKA_SKIP_DEPENDENCY_CHECK"
"""Without it, importing Blinka on a terminal asks whether it may install packages."""


class LightDriver(Protocol):
    """Lights that show what they are sent."""

    def send(self, frame: bytes) -> None:
        """Show R, G and B of every LED, 0 to 255, in the order of the chain; return when they do.

        `OSError` or `RuntimeError` if the lights cannot be reached: the same frame is sent again a moment later.
        """


def open_light_driver(name: str, leds: int) -> LightDriver:
    """That driver, for so many LEDs; `ConfigError` says what is missing, or which drivers there are."""
    check_light_driver(name)
    return LIGHT_DRIVERS[name](leds)


def check_light_driver(name: str) -> None:
    """`ConfigError` with the names there are if it is none of them."""
    if name not in LIGHT_DRIVERS:
        raise ConfigError(f"pi.leds: there is no {name!r}; choose one of: {', '.join(LIGHT_DRIVERS)}")


class NeoPixels:
    """A strip behind one of Adafruit's libraries, which have no types. They take R, G, B and send G, R, B."""

    def __init__(self, pixels: Any) -> None:  # noqa: ANN401
        """`pixels`: a sequence of colours with `show()`."""
        self._pixels = pixels

    def send(self, frame: bytes) -> None:
        """See `LightDriver`."""
        for number in range(len(frame) // 3):
            self._pixels[number] = tuple(frame[3 * number : 3 * number + 3])
        self._pixels.show()


def _by_spi(leds: int) -> LightDriver:
    board = _blinka("board")
    try:
        spi = board.SPI()
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(
            f"pi.leds: SPI0 cannot be used ({_line(error)}); switch it on with the line "
            f"{OVERLAYS[0]!r} in /boot/firmware/config.txt, restart the Pi, and make sure that this user is "
            "in the group spi"
        ) from error
    pixels = _blinka("neopixel_spi").NeoPixel_SPI
    return NeoPixels(pixels(spi, leds, auto_write=False, pixel_order="GRB", reset_time=RESET_S))


def _by_pwm(leds: int) -> LightDriver:
    neopixel = _blinka("neopixel")
    try:
        pin = getattr(_blinka("board"), f"D{LEDS_PWM.gpio}")
        return NeoPixels(neopixel.NeoPixel(pin, leds, auto_write=False, pixel_order="GRB"))
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(
            f"pi.leds: GPIO{LEDS_PWM.gpio} cannot be used for PWM ({_line(error)}); it needs root, "
            'leds = "spi" does not'
        ) from error


def _blinka(name: str) -> Any:  # noqa: ANN401
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
    """Blinka explains itself over several lines."""
    return " ".join(str(error).split())


LIGHT_DRIVERS: Final[Mapping[str, Callable[[int], LightDriver]]] = {"spi": _by_spi, "pwm": _by_pwm}
