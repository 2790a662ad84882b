"""The service that is looked after: stopped, started, and asked how it is."""

import json
import os
import subprocess
import time
import tomllib
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from pearlboard.card.releases.decisions import Answer
from pearlboard.card.releases.shelf import run
from pearlboard.errors import PearlboardError
from pearlboard.privileges import opened
from pearlboard.typed import text_in

UNIT: Final = "pearlboard.service"
WAIT_S: Final = 3.0
LONGEST: Final = 1 << 20
HERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound


class NotStopped(PearlboardError, RuntimeError):
    """The service, or systemd, does not obey."""


class Service(Protocol):
    """What an update needs of it."""

    def answer(self) -> Answer | None:
        """What it says of itself now; None if nothing that can be read."""

    def running(self) -> bool:
        """Whether there is a process of it."""

    def deaths(self) -> int:
        """How often it was started anew by itself since it was told to run."""

    def stop(self) -> None:
        """It does not run when this returns, and has saved what was pending; `NotStopped`."""

    def start(self) -> None:
        """It is told to run; whether it does, `answer` tells."""


class Clock(Protocol):
    """Seconds that only go forward."""

    def now_s(self) -> float:
        """Now."""

    def wait(self, seconds: float) -> None:
        """Let so much time go by."""


class RealClock:
    """The `Clock` of the machine."""

    def now_s(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class SystemdService:
    """The `Service` that is a unit, and its `/health` at the address that the settings name."""

    settings: Path

    def answer(self) -> Answer | None:
        try:
            process = self._number("MainPID")
            with urllib.request.urlopen(f"http://{self._address()}/health", timeout=WAIT_S) as found:
                health = json.loads(found.read(LONGEST))
            return Answer(str(health["program"]), bool(health["ok"]), str(health["phase"]), process)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, PearlboardError):
            return None  # nothing that can be read: that is what is asked

    def running(self) -> bool:
        return self._number("MainPID") != 0

    def deaths(self) -> int:
        return self._number("NRestarts")

    def stop(self) -> None:
        self._told("stop")

    def start(self) -> None:
        """See `Service`. The unit sets no limit to that, and counts its deaths anew after a stop."""
        self._told("start", "--no-block")

    def _number(self, what: str) -> int:
        return int(self._told("show", f"--property={what}", "--value"))

    def _told(self, *words: str) -> str:
        try:
            return run("systemctl", *words, UNIT)
        except subprocess.CalledProcessError as error:
            raise NotStopped(f"systemctl {words[0]} {UNIT}: {error.stderr.strip()}") from error

    def _address(self) -> str:
        with os.fdopen(opened(self.settings), "rb") as file:
            web = tomllib.loads(text_in(file.read(LONGEST))).get("web", {})
        host, port = str(web.get("host", "")), int(web.get("port", 8000))
        host = "127.0.0.1" if host in HERE else host
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
