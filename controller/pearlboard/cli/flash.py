"""`pearlboard flash`: copies the firmware to a Pico with MicroPython's own tool `mpremote`, and asks for its identity.

A `config.py` that is on the Pico stays there: it describes the wiring of that board.
"""

import shutil
import sys
from argparse import ArgumentParser, Namespace
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pearlboard.drivers.rp2040 import NoAnswer, candidates
from pearlboard.drivers.rp2040_copying import CONFIG, Copying, NotCopied, Stage, files_of, own_firmware
from pearlboard.drivers.rp2040_port import Plugged
from pearlboard.errors import BadInput, ConfigError
from pearlboard.languages import SOURCE
from pearlboard.regular import read_regular
from pearlboard.screens.catalogues import catalogues
from pearlboard.typed import text_in

LINES: Final[Mapping[Stage, str]] = {
    Stage.ASKING: "Asking the board at {port} to stop its program ...",
    Stage.KEEPING: f"The Pico keeps its own {CONFIG}, which says how it is wired; --config would replace it.",
    Stage.COPYING: "Copying ...",
}


def arguments(parser: ArgumentParser) -> None:
    """The arguments: which Pico, and which files."""
    parser.add_argument("--serial", metavar="PORT", default="", help="where the Pico is (default: it is found)")
    parser.add_argument(
        "--firmware",
        metavar="FOLDER",
        type=Path,
        help="the firmware, with the config.py that is in it (default: the project's own)",
    )
    parser.add_argument(
        "--list", action="store_true", help="only say which Picos are plugged in: port and serial number"
    )
    parser.add_argument("--config", action="store_true", help="put the firmware's config.py in place of the Pico's own")


def run(options: Namespace) -> int:
    """Copy, restart the Pico, and print which firmware runs; or only list what is plugged in."""
    if options.list:
        for plugged in _found(options.serial):
            _tell(f"{plugged.path}\t{plugged.serial_number}")
        return 0
    files = _files(options.firmware or own_firmware())
    mpremote = _mpremote()
    port = _port(options.serial)

    def told(stage: Stage) -> None:
        if stage in LINES:
            _tell(LINES[stage].format(port=port))

    keeps_config = not (options.firmware or options.config)
    try:
        board = Copying(port, files, (mpremote,), keeps_config=keeps_config, told=told).run()
    except NotCopied as error:
        sys.stderr.write(error.said)
        raise ConfigError(
            f"mpremote could not copy to {port}; unplug the Pico, plug it in again, and repeat. If it "
            "never had MicroPython on it, see firmware/README.md"
        ) from error
    except NoAnswer as error:
        raise ConfigError(catalogues()[SOURCE].render(error.reason)) from error
    _tell(f"Firmware {board.version} runs on {board.uid}: {board.bits} sensors, {board.leds} lights.")
    return 0


def _files(folder: Path) -> list[Path]:
    files = files_of(folder)
    if not files:
        raise ConfigError(f"{folder}: there is no firmware here; give its folder with --firmware")
    for file in files:
        _check_text(file)
    return files


def _check_text(file: Path) -> None:
    """Raise `ConfigError` for a file that MicroPython could not read: a Pico that does not start gives no reason."""
    try:
        data = read_regular(file)
        text_in(data)
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    except BadInput as error:
        raise ConfigError(f"{file}: {error}") from error
    if data.startswith(BOM_UTF8):
        raise ConfigError(f"{file}: begins with a mark (BOM), on which MicroPython fails; save it as UTF-8 without BOM")


def _mpremote() -> str:
    found = shutil.which("mpremote") or shutil.which("mpremote", path=Path(sys.executable).parent)
    if found is None:
        raise ConfigError("mpremote is not installed: pip install mpremote")
    return found


def _port(named: str) -> str:
    found = _found(named)
    if len(found) > 1:
        several = ", ".join(f"{plugged.path} (serial number {plugged.serial_number or '?'})" for plugged in found)
        raise ConfigError(f"several Picos are plugged in; choose one with --serial: {several}")
    return found[0].path


def _found(named: str) -> list[Plugged]:
    found = candidates(named)
    if not found:
        raise ConfigError("no Pico with MicroPython is plugged in; if it is new, see firmware/README.md")
    return found


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
