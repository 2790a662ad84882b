"""`pearlboard flash`: puts the firmware on a Pico with MicroPython's own tool `mpremote`, and asks who it is.

A `config.py` that is on the Pico stays there: it says how that board is wired.
"""

import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import pearlboard
from pearlboard.drivers.rp2040 import Firmware, NoAnswer, candidates, identify, leave_loop
from pearlboard.errors import ConfigError
from pearlboard.languages import SOURCE
from pearlboard.screens.catalogues import catalogues

MAIN: Final = "main.py"
"""Copied last: a copy that was broken off then still starts what was there before, or nothing."""
CONFIG: Final = "config.py"
HAS_CONFIG: Final = f"import os; print({CONFIG!r} in os.listdir())"
STARTS_S: Final = 20.0
"""A Pico that was reset is on USB again after a second, and answers after two more."""
NOT_RUNNING: Final = frozenset({"link_silent", "link_stranger", "link_prompt"})
"""What a Pico says on which MicroPython runs, but not the firmware."""


def arguments(parser: ArgumentParser) -> None:
    """Which Pico, and which files."""
    parser.add_argument("--serial", metavar="PORT", default="", help="where the Pico is (default: it is found)")
    parser.add_argument(
        "--firmware",
        metavar="FOLDER",
        type=Path,
        help="the firmware, with the config.py that is in it (default: the project's own)",
    )
    parser.add_argument("--config", action="store_true", help="put the firmware's config.py in place of the Pico's own")


def run(options: Namespace) -> int:
    """Copy, start anew, and tell what runs now."""
    files = _files(options.firmware or _own_firmware())
    mpremote = _mpremote()
    port = _port(options.serial)
    _tell(f"Asking the board at {port} to leave its program ...")
    try:
        leave_loop(port)
    except NoAnswer as error:
        if error.reason.name not in NOT_RUNNING:
            raise ConfigError(_words(error)) from error
    if not (options.firmware or options.config) and "True" in _asked(mpremote, port, "exec", HAS_CONFIG):
        files = [file for file in files if file.name != CONFIG]
        _tell(f"The Pico keeps its own {CONFIG}, which says how it is wired; --config would replace it.")
    _tell("Copying ...")
    _asked(mpremote, port, "cp", *map(str, files), ":", "+", "reset")
    board = _started(port)
    _tell(f"Firmware {board.version} runs on {board.uid}: {board.bits} sensors, {board.leds} lights.")
    return 0


def _own_firmware() -> Path:
    """It comes along with an installed program; in a working copy it stands beside it."""
    package = Path(pearlboard.__file__).parent
    along = package / "firmware"
    return along if along.is_dir() else package.parents[1] / "firmware"


def _files(folder: Path) -> list[Path]:
    files = sorted(folder.glob("*.py"), key=lambda file: (file.name == MAIN, file.name))
    if not files or files[-1].name != MAIN:
        raise ConfigError(f"{folder}: there is no firmware here; give its folder with --firmware")
    return files


def _mpremote() -> str:
    found = shutil.which("mpremote") or shutil.which("mpremote", path=Path(sys.executable).parent)
    if found is None:
        raise ConfigError("mpremote is not installed: pip install mpremote")
    return found


def _port(named: str) -> str:
    ports = candidates(named)
    if not ports:
        raise ConfigError("no Pico with MicroPython is plugged in; if it is new, see firmware/README.md")
    if len(ports) > 1:
        raise ConfigError(f"several are plugged in; choose one with --serial: {', '.join(ports)}")
    return ports[0]


def _asked(mpremote: str, port: str, *words: str) -> str:
    """Do that with `mpremote`; what it prints. It says itself what is wrong."""
    done = subprocess.run(  # noqa: S603 - what this program has found
        [mpremote, "connect", port, *words], check=False, text=True, stdout=subprocess.PIPE
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise ConfigError(
            f"mpremote could not copy to {port}; unplug the Pico, plug it in again, and repeat. If it "
            "never had MicroPython on it, see firmware/README.md"
        )
    return done.stdout


def _started(port: str) -> Firmware:
    until = time.monotonic() + STARTS_S
    while True:
        try:
            return identify(port)
        except NoAnswer as error:
            if time.monotonic() > until:
                raise ConfigError(_words(error)) from error
            time.sleep(0.1)


def _words(error: NoAnswer) -> str:
    return catalogues()[SOURCE].render(error.reason)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
