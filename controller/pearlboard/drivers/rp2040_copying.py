"""The firmware, copied onto a Pico with MicroPython's tool `mpremote`: for `pearlboard flash` and the operator's page.

A `config.py` that is on the Pico stays there if that is wanted: it says how that board is wired. What goes wrong is
raised as `NoAnswer`, or as `NotCopied`, which is one.

The command and the page share this one way, so both keep to its order: while files are copied, the link has lent the
port (`SerialBoard.lent`), and the board is lost for a known reason, which the table and the watchdog can live with.
Whatever would end the program waits.
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
"""Copied last: a copy that was broken off then still starts what was there before, or nothing."""
CONFIG: Final = "config.py"
HAS_CONFIG: Final = f"import os; print({CONFIG!r} in os.listdir())"
STARTS_S: Final = 20.0
"""A Pico that was reset is on USB again after a second, and answers after two more."""
LONGEST_S: Final = 60.0
"""A copy takes some ten seconds. `mpremote` waits for ever for a Pico that takes nothing any more."""
NOT_RUNNING: Final = frozenset({"link_silent", "link_stranger", "link_prompt"})
"""What a Pico says on which MicroPython runs, but not the firmware."""
OWN_TOOL: Final = (sys.executable, "-I", "-m", "mpremote")
"""The tool that came along with this program, wherever that lies."""
VERSION: Final = re.compile(r"^VERSION = \((\d+), (\d+), (\d+)\)", re.MULTILINE)

Version: TypeAlias = tuple[int, ...]


class Stage(Enum):
    """What a copy has come to."""

    ASKING = auto()
    KEEPING = auto()
    COPYING = auto()
    STARTING = auto()


class NotCopied(NoAnswer):
    """`mpremote` has not done what it was asked; `said`: what it printed, which is English."""

    def __init__(self, port: str, said: str) -> None:
        super().__init__(say("pico_not_copied", port=port))
        self.said = said


def own_firmware() -> Path:
    """It comes along with an installed program; in a working copy it stands beside it."""
    package = Path(pearlboard.__file__).parent
    along = package / "firmware"
    return along if along.is_dir() else package.parents[1] / "firmware"


def files_of(folder: Path) -> list[Path]:
    """What is to be copied, in that order; empty if there is no firmware in `folder`."""
    files = sorted(folder.glob("*.py"), key=lambda file: (file.name == MAIN, file.name))
    return files if files and files[-1].name == MAIN else []


def version_in(folder: Path) -> Version | None:
    """Of the firmware in `folder`; None if it does not say."""
    try:
        found = VERSION.search((folder / "messages.py").read_text(encoding="utf-8"))
    except OSError:
        return None
    return None if found is None else tuple(map(int, found.groups()))


class Copying:
    """One copy onto the Pico at `port`: `run` does it, in any thread, once; `stop` breaks it off, from another one.

    `keeps_config`: if the Pico has one. `told` hears of each stage, in the thread of `run`. `quiet`: what the tool says
    of itself is not for a terminal.
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
        """What runs on the Pico then; `NoAnswer`, `NotCopied`."""
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
        """Do no more than what cannot be broken off: that takes a few seconds."""
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
        """Do that with `mpremote`; what it prints. It says itself what is wrong."""
        command = [*self._tool, "connect", self._port, *words]
        with subprocess.Popen(  # noqa: S603 - what this program has found
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
