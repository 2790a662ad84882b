"""The Pi's own libraries, found or asked for by name. gpiozero comes with its pin factory, and with SPI1 made known.

gpiozero's table of hardware SPI has SPI0 only: pins of SPI1 would be read by software, without a word, which is slow
and holds the interpreter for the whole chain. So SPI1 is entered there, with the chip select of the device tree line
below; and where the kernel has no such port, gpiozero's own fallback to software is an error.
"""

import importlib
import os
import warnings
from typing import Any, Final

from pearlboard.drivers.pins import SIGNALS
from pearlboard.errors import ConfigError

EXTRA: Final = "sudo systemd/install.sh --board pi, or pip install 'pearlboard[pi]'"
FACTORY: Final = "lgpio"
CHAIN_SELECT: Final = 12
"""The chip select of SPI1. Nothing is wired to it; its usual pin is where LEDs by PWM are."""
OVERLAYS: Final = ("dtparam=spi=on", f"dtoverlay=spi1-1cs,cs0_pin={CHAIN_SELECT}")
SPI_OFF: Final = (
    f"switch it on with the lines {OVERLAYS[0]!r} and {OVERLAYS[1]!r} in /boot/firmware/config.txt, "
    "restart the Pi, and make sure that this user is in the group spi"
)


def library(name: str) -> Any:  # noqa: ANN401 - none of them has types
    """A module of the extra `pi`; `ConfigError` says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ConfigError(
            f"board: the pi board needs the Python package {error.name or name}, which is not installed: {EXTRA}"
        ) from error


def gpiozero_here() -> Any:  # noqa: ANN401
    """gpiozero, with a factory for this machine's pins, or the one that was set before."""
    gpiozero = library("gpiozero")
    _enter_spi1()
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", FACTORY)
    try:
        gpiozero.Device.ensure_pin_factory()
    except ImportError as error:
        raise ConfigError(
            f"board: the pi board needs the Python package {error.name}, which is not installed: {EXTRA}"
        ) from error
    except Exception as error:  # each factory has its own family of errors
        raise ConfigError(
            f"board: the pins of this machine cannot be used ({error}); the pi board runs on a "
            "Raspberry Pi, and its user must be in the group gpio"
        ) from error
    return gpiozero


def open_spi1(gpiozero: Any, mode: int, rate: int) -> Any:  # noqa: ANN401
    """The chain's port of hardware SPI; `ConfigError` says how to switch it on."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", gpiozero.SPISoftwareFallback)
        try:
            spi = gpiozero.Device.pin_factory.spi(
                clock_pin=SIGNALS["chain_clock"].pi.gpio,
                mosi_pin=None,
                miso_pin=SIGNALS["chain_data"].pi.gpio,
                select_pin=CHAIN_SELECT,
            )
            spi.clock_mode = mode
            spi.rate = rate
        except Exception as error:  # gpiozero's fallback, or what the pin factory itself raises
            raise ConfigError(
                f"board: the sensor chain needs SPI1, which cannot be used ({error}); {SPI_OFF}"
            ) from error
    return spi


def on_pin(kind: Any, gpio: int, purpose: str, **how: Any) -> Any:  # noqa: ANN401
    """A gpiozero device; `ConfigError` says which pin cannot be had."""
    try:
        return kind(gpio, **how)
    except Exception as error:  # each pin factory has its own family of errors
        raise ConfigError(
            f"board: GPIO{gpio} cannot be used for the {purpose} ({error}); nothing else may use it, "
            "neither another program (the service: sudo systemctl stop pearlboard) nor an overlay in "
            "config.txt"
        ) from error


def _enter_spi1() -> None:
    library("gpiozero.pins.data").SPI_HARDWARE_PINS[1] = {
        "clock": "GPIO21",
        "mosi": "GPIO20",
        "miso": "GPIO19",
        "select": (f"GPIO{CHAIN_SELECT}",),
    }
