"""Copying the firmware to a Pico with MicroPython's tool `mpremote`: for `pearlboard flash` and the operator's page.

On request, a `config.py` on the Pico is kept, because it describes how that board is wired. Failures raise `NoAnswer`,
or its subclass `NotCopied`.

The command and the page share this one procedure: while files are copied, the board has lent the port
(`SerialBoard.lent`) and is lost for a known reason, which the table and the watchdog can live with. The program does
not end before the copy does.
"""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Final, TypeAlias

import pearlboard
from pearlboard.drivers.rp2040_exchange import Firmware, identify, leave_loop
from pearlboard.drivers.rp2040_port import NoAnswer
from pearlboard.texts import say

MAIN: Final = "main.py"
"""Copied last, so that after an interrupted copy the Pico still starts the old program, or nothing."""
CONFIG: Final = "config.py"
HAS_CONFIG: Final = f"import os; print({CONFIG!r} in os.listdir())"
STARTS_S: Final = 20.0
"""The timeout for a restart: a Pico is on USB again after a second, and answers after two more."""
LONGEST_S: Final = 60.0
"""The timeout of a copy, which takes some ten seconds; `mpremote` itself would wait forever for a stuck Pico."""
NOT_RUNNING: Final = frozenset({"link_silent", "link_stranger", "link_prompt"})
"""Faults of a Pico on which MicroPython runs, but not the firmware."""
OWN_TOOL: Final = (sys.executable, "-I", "-m", "mpremote")
"""The `mpremote` installed with this program."""
VERSION: Final = re.compile(r"^VERSION = \((\d+), (\d+), (\d+)\)", re.MULTILINE)

Version: TypeAlias = tuple[int, ...]


class Stage(Enum):
    """The stages of a copy."""

    ASKING = auto()
    KEEPING = auto()
    COPYING = auto()
    STARTING = auto()


class NotCopied(NoAnswer):
    """`mpremote` failed; `said`: its output, in English."""

    def __init__(self, port: str, said: str) -> None:
        super().__init__(say("pico_not_copied", port=port))
        self.said = said


def own_firmware() -> Path:
    """The folder of the firmware: inside an installed package, or beside the package in a working copy."""
    package = Path(pearlboard.__file__).parent
    along = package / "firmware"
    return along if along.is_dir() else package.parents[1] / "firmware"


def files_of(folder: Path) -> list[Path]:
    """The files to copy, in order; empty if there is no firmware in `folder`."""
    files = sorted(folder.glob("*.py"), key=lambda file: (file.name == MAIN, file.name))
    return files if files and files[-1].name == MAIN else []


def version_in(folder: Path) -> Version | None:
    """The version of the firmware in `folder`; None if it cannot be read."""
    try:
        found = VERSION.search((folder / "messages.py").read_text(encoding="utf-8"))
    except OSError:
        return None
    return None if found is None else tuple(map(int, found.groups()))


class Copying:
    """One copy to the Pico at `port`: `run` performs it once, in any thread; `stop` interrupts it from another thread.

    `keeps_config`: keep the Pico's `config.py`, if there is one. `told`: a callback for each stage, in the thread of
    `run`. `quiet`: capture the tool's error output, for callers without a terminal.
    """

    def __init__(
        self,
        port: str,
        files: Sequence[Path],
        tool: Sequence[str],
        *,
        keeps_config: bool,
        told: Callable[[Stage], None],
        quiet: bool = False,
    ) -> None:
        self._port = port
        self._files = files
        self._tool = tool
        self._keeps_config = keeps_config
        self._told = told
        self._errors = subprocess.STDOUT if quiet else None
        self._stopped = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def run(self) -> Firmware:
        """Copy the files, and return the firmware that runs afterwards; `NoAnswer`, `NotCopied`."""
        self._told(Stage.ASKING)
        self._leave_loop()
        files = self._files
        if self._keeps_config and "True" in self._asked("exec", HAS_CONFIG):
            files = [file for file in files if file.name != CONFIG]
            self._told(Stage.KEEPING)
        self._told(Stage.COPYING)
        self._asked("cp", *map(str, files), ":", "+", "reset")
        self._told(Stage.STARTING)
        return self._started()

    def stop(self) -> None:
        """Interrupt the copy; steps that cannot be interrupted take a few more seconds."""
        self._stopped.set()
        if (process := self._process) is not None:
            process.kill()

    def _leave_loop(self) -> None:
        try:
            leave_loop(self._port)
        except NoAnswer as error:
            if error.reason.name not in NOT_RUNNING:
                raise

    def _asked(self, *words: str) -> str:
        """Run `mpremote` and return its output; `NotCopied` if it fails."""
        command = [*self._tool, "connect", self._port, *words]
        with subprocess.Popen(  # noqa: S603 - found by this program
            command, text=True, stdout=subprocess.PIPE, stderr=self._errors
        ) as process:
            self._process = process
            if self._stopped.is_set():
                process.kill()
            try:
                said, _ = process.communicate(timeout=LONGEST_S)
            except subprocess.TimeoutExpired:
                process.kill()
                said, _ = process.communicate()
        if process.returncode:
            raise NotCopied(self._port, said)
        return said

    def _started(self) -> Firmware:
        until = time.monotonic() + STARTS_S
        while True:
            try:
                return identify(self._port)
            except NoAnswer:
                if self._stopped.is_set() or time.monotonic() > until:
                    raise
                self._stopped.wait(0.1)
