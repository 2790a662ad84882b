"""Loading the Pi's libraries by name, and setting up gpiozero with its pin factory and SPI1.

gpiozero's table of hardware SPI has SPI0 only: it would silently read SPI1's pins by software, which is slow and blocks
the interpreter for the whole chain. So SPI1 is added to the table, with the chip select of the device tree line below;
and if the kernel has no such port, gpiozero's fallback to software becomes an error.
"""

import contextlib
import importlib
import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pearlboard.drivers.pi_header import header_chip
from pearlboard.drivers.pi_remedies import remedy
from pearlboard.drivers.pins import SIGNALS
from pearlboard.errors import ConfigError

EXTRA: Final = "sudo systemd/install.sh --board pi, or pip install 'pearlboard[pi]'"
FACTORY: Final = "lgpio"
PIPE_FOLDER: Final = "LG_WD"
"""The environment variable with the folder for lgpio's pipe; its default is the working directory."""
CHAIN_SELECT: Final = 12
"""The chip select of SPI1. It is not connected; its usual pin is used for LEDs by PWM."""
OVERLAYS: Final = ("dtparam=spi=on", f"dtoverlay=spi1-1cs,cs0_pin={CHAIN_SELECT}")
SPI_OFF: Final = (
    f"switch it on with the lines {OVERLAYS[0]!r} and {OVERLAYS[1]!r} in /boot/firmware/config.txt, and restart the Pi"
)
SPI_DEVICE: Final = Path("/dev/spidev1.0")


def library(name: str) -> ModuleType:
    """Import a module of the extra `pi`; `ConfigError` says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ConfigError(
            f"board: the pi board needs the Python package {error.name or name}, which is not installed: {EXTRA}"
        ) from error


def gpiozero_here() -> ModuleType:
    """gpiozero, with a pin factory for this machine, unless one was set before."""
    gpiozero = library("gpiozero")
    _enter_spi1()
    factory = os.environ.setdefault("GPIOZERO_PIN_FACTORY", FACTORY)
    if gpiozero.Device.pin_factory is not None:
        return gpiozero
    try:
        if factory == FACTORY:
            gpiozero.Device.pin_factory = _by_lgpio()
        else:
            gpiozero.Device.ensure_pin_factory()
    except ImportError as error:
        raise ConfigError(
            f"board: the pi board needs the Python package {error.name}, which is not installed: {EXTRA}"
        ) from error
    except ConfigError:
        raise
    except Exception as error:  # each factory has its own family of errors
        raise ConfigError(
            f"board: the pins of this machine cannot be used by {factory} ({error}); "
            "the pi board runs on a Raspberry Pi"
        ) from error
    return gpiozero


def _by_lgpio() -> object:
    """Make the pin factory of lgpio on the header's chip."""
    with _own_folder():
        factories = importlib.import_module("gpiozero.pins.lgpio")
    chip = header_chip()
    try:
        return factories.LGPIOFactory(chip=chip)
    except Exception as error:  # lgpio raises a bare Exception
        device = Path(f"/dev/gpiochip{chip}")
        raise ConfigError(
            f"board: {device} cannot be used ({error}); {remedy(error, device, 'gpio', f'{device} has gone')}"
        ) from error


@contextlib.contextmanager
def _own_folder() -> Iterator[None]:
    """Make lgpio create its pipe in a temporary folder while it is imported, not in the working directory.

    lgpio also changes the working directory, which is restored; the pipe's folder is not needed once the pipe is open.
    """
    here = Path.cwd()
    try:
        with contextlib.ExitStack() as made:
            if PIPE_FOLDER not in os.environ:
                os.environ[PIPE_FOLDER] = made.enter_context(tempfile.TemporaryDirectory(prefix="pearlboard-"))
                made.callback(os.environ.pop, PIPE_FOLDER, None)
            made.callback(os.chdir, here)
            yield
    except OSError as error:
        raise ConfigError(
            f"board: lgpio cannot make its pipe in {os.environ.get(PIPE_FOLDER, tempfile.gettempdir())} "
            f"({error.strerror}); set {PIPE_FOLDER} to a folder in which this user may make files"
        ) from error


def open_spi1(gpiozero: ModuleType, mode: int, rate: int) -> Any:  # noqa: ANN401
    """Open the chain's port of hardware SPI; `ConfigError` says how to switch it on."""
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
        except Exception as error:  # gpiozero's fallback, or the pin factory's own errors
            hint = remedy(error, SPI_DEVICE, "spi", SPI_OFF)
            raise ConfigError(f"board: the sensor chain needs SPI1, which cannot be used ({error}); {hint}") from error
    return spi


def on_pin(kind: Any, gpio: int, purpose: str, **how: Any) -> Any:  # noqa: ANN401
    """Create a gpiozero device; `ConfigError` says which pin cannot be used."""
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
