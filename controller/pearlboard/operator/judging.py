"""Judges a backup before it is put back: in a child process with limits, by doing what the table will do with it.

Whatever kills the child is a refusal. The limits grow with the file: see `program.judge` and SECURITY.md.

A separate parser would let through what its user reads differently, so the child runs the table's own objects, on a
read-only log. What the judge does not foresee is undone: a backup that was put back is on trial until a page was served
(`operator/restoring.py`, `settle`).
"""

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from pearlboard.store.database import Step
from pearlboard.store.errors import NewerStore, StoreDamaged, StoreUnavailable, WrongStore

START_S: Final = 60.0
"""The allowance for the child's start, in seconds."""
WAIT: Final = 3
"""The factor from processor time to wall-clock time, since others are at work, too."""
BASE_S: Final = 5
A_MB_S: Final = 8
"""The limit of processor time in seconds, and additional seconds per megabyte of the file: a Pi Zero gets ten times
what it takes there.
"""
LONGEST: Final = 1 << 16
KINDS: Final = {kind.__name__: kind for kind in (NewerStore, WrongStore, StoreDamaged, StoreUnavailable)}


@dataclass(frozen=True, slots=True)
class Judged:
    """How many facts a backup holds, and how many finished games that were not deleted."""

    facts: int
    games: int


def judge(
    path: Path,
    command: tuple[str, ...] = (sys.executable, "-I", "-m", "pearlboard.program.judge"),
    told: Step = lambda *_: None,
) -> Judged:
    """Judge a backup and return what it holds; `StoreDamaged`, `WrongStore`, `NewerStore` or `StoreUnavailable` if no
    table can live with it.

    `told` is called with the progress.
    """
    if not path.is_file():
        raise StoreUnavailable(f"{path}: there is no such file")
    within_s = START_S + WAIT * allowed_s(path.stat().st_size)
    late = threading.Event()
    try:
        with subprocess.Popen(  # noqa: S603 - ours
            (*command, str(path.absolute())),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
        ) as child:
            timer = threading.Timer(within_s, _give_up, (child, late))
            timer.start()
            try:
                said = _last_line(child.stdout, told)
            finally:
                timer.cancel()
    except OSError as error:
        raise StoreUnavailable(f"{path}: nobody could be started to judge it ({error})") from error
    if late.is_set():
        raise StoreDamaged(f"{path}: it took longer to look through than any file of its size")
    try:
        verdict = json.loads(said)
        if (refused := verdict.get("refused")) is None:
            return Judged(int(verdict["facts"]), int(verdict["games"]))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise StoreDamaged(
            f"{path}: whoever looked it through did not live to say of it ({child.returncode})"
        ) from error
    raise KINDS[refused](verdict["why"])


def allowed_s(size: int) -> float:
    """The limit of processor time for looking through all games in files of this size (in bytes), in seconds."""
    return BASE_S + A_MB_S * size / 1e6


def _give_up(child: "subprocess.Popen[bytes]", late: threading.Event) -> None:
    late.set()
    child.kill()


def _last_line(lines: IO[bytes] | None, told: Step) -> bytes:
    """The child's last line; those before it say how far it is."""
    said = b""
    while lines is not None and (line := lines.readline(LONGEST)):
        try:
            done, of = (json.loads(line)[key] for key in ("done", "of"))
            told(int(done), int(of))
        except (ValueError, KeyError, TypeError):
            said = line
    return said
