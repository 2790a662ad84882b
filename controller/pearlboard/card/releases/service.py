"""The service that is updated: stop, start, and health."""

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
    """The operations of a service that an update needs."""

    def answer(self) -> Answer | None:
        """The current health; None without a readable answer."""

    def running(self) -> bool:
        """Whether it has a process."""

    def deaths(self) -> int:
        """How often it was restarted since it was told to run."""

    def stop(self) -> None:
        """Stop the service, and wait until pending data is saved; `NotStopped`."""

    def start(self) -> None:
        """Tell the service to run; `answer` shows whether it does."""


class Clock(Protocol):
    """A monotonic clock."""

    def now_s(self) -> float:
        """The current time."""

    def wait(self, seconds: float) -> None:
        """Wait."""


class RealClock:
    """The `Clock` of the machine."""

    def now_s(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class SystemdService:
    """A systemd unit as a `Service`, with its `/health` at the address in the settings."""

    settings: Path

    def answer(self) -> Answer | None:
        try:
            process = self._number("MainPID")
            with urllib.request.urlopen(f"http://{self._address()}/health", timeout=WAIT_S) as found:
                health = json.loads(found.read(LONGEST))
            return Answer(str(health["program"]), bool(health["ok"]), str(health["phase"]), process)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, PearlboardError):
            return None  # unreadable means no answer

    def running(self) -> bool:
        return self._number("MainPID") != 0

    def deaths(self) -> int:
        return self._number("NRestarts")

    def stop(self) -> None:
        self._told("stop")

    def start(self) -> None:
        """Start the unit, which has no limit of starts, and resets its count after a stop."""
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
