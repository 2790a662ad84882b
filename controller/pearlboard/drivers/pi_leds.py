"""The strips on a Pi, through Adafruit's NeoPixel libraries: by SPI on GPIO10, or by PWM on GPIO18.

By SPI every bit becomes a byte on SPI0's MOSI, which works on every model without root; by PWM another package does
the timing, one for each family of models. Both take R, G and B and send G, R, B.

A frame takes longer than the loop may wait, so it is sent in a thread; of frames that come meanwhile the last is shown.
"""

import logging
import os
import threading
from collections.abc import Callable
from typing import Any, Final, Literal

from pearlboard.drivers.pi_library import EXTRA, OVERLAYS, library
from pearlboard.drivers.pins import LEDS_PWM
from pearlboard.errors import ConfigError

_log: Final = logging.getLogger("pearlboard.drivers")

RESET_S: Final = 300e-6
"""WS2812B take 280 µs of silence for the end of a frame, some of their predecessors 50."""
RETRY_S: Final = 1.0
SKIP_CHECK: Final = "BLINKA_SKIP_DEPENDENCY_CHECK"
"""Without it, importing Blinka on a terminal asks whether it may install packages."""


class Strip:
    """LEDs that show what they are sent, while the caller waits."""

    def __init__(self, kind: Literal["spi", "pwm"], leds: int) -> None:
        """Open the strip; `ConfigError` says what is missing."""
        self._pixels = _OPENERS[kind](leds)

    def send(self, frame: bytes) -> None:
        """Show R, G and B of every LED."""
        for number in range(len(frame) // 3):
            self._pixels[number] = tuple(frame[3 * number : 3 * number + 3])
        self._pixels.show()


class Sender:
    """Sends frames in a thread of its own. A strip that fails is logged once, and tried again."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        """Send nothing yet."""
        self._send = send
        self._changed = threading.Condition()
        self._waiting: bytes | None = None
        self._ended = False
        self._failing = False
        self._thread = threading.Thread(target=self._run, name="leds", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def show(self, frame: bytes) -> None:
        """Send this frame next, in place of any that still waits."""
        with self._changed:
            self._waiting = frame
            self._changed.notify()

    def close(self, last: bytes) -> None:
        """Send one last frame, and no more."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._try(last)

    def _run(self) -> None:
        while (frame := self._next()) is not None:
            if not self._try(frame):
                self._put_back(frame)

    def _next(self) -> bytes | None:
        """The frame to be sent, as soon as there is one; None at the end."""
        with self._changed:
            if self._failing and not self._ended:
                self._changed.wait(RETRY_S)
            self._changed.wait_for(lambda: self._ended or self._waiting is not None)
            frame, self._waiting = self._waiting, None
            return None if self._ended else frame

    def _put_back(self, frame: bytes) -> None:
        with self._changed:
            if self._waiting is None:
                self._waiting = frame

    def _try(self, frame: bytes) -> bool:
        try:
            self._send(frame)
        except (OSError, RuntimeError) as error:
            if not self._failing:
                _log.warning("the lights cannot be reached (%s); trying again", error)
            self._failing = True
            return False
        if self._failing:
            _log.info("the lights can be reached again")
        self._failing = False
        return True


def _by_spi(leds: int) -> Any:  # noqa: ANN401 - Blinka has no types to speak of
    board = _blinka("board")
    try:
        spi = board.SPI()
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(
            f"pi.leds: SPI0 cannot be used ({_line(error)}); switch it on with the line "
            f"{OVERLAYS[0]!r} in /boot/firmware/config.txt, restart the Pi, and see that this user is "
            "in the group spi"
        ) from error
    return _blinka("neopixel_spi").NeoPixel_SPI(spi, leds, auto_write=False, pixel_order="GRB", reset_time=RESET_S)


def _by_pwm(leds: int) -> Any:  # noqa: ANN401
    neopixel = _blinka("neopixel")
    try:
        return neopixel.NeoPixel(
            getattr(_blinka("board"), f"D{LEDS_PWM.gpio}"), leds, auto_write=False, pixel_order="GRB"
        )
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(
            f"pi.leds: GPIO{LEDS_PWM.gpio} cannot be used for PWM ({_line(error)}); it needs root, "
            'leds = "spi" does not'
        ) from error


_OPENERS: Final = {"spi": _by_spi, "pwm": _by_pwm}


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
            "and the package that is named there"
        ) from error


def _line(error: Exception) -> str:
    """Blinka explains itself over several lines."""
    return " ".join(str(error).split())
