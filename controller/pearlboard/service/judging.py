"""A backup is judged before it is put back: in a child with limits, by what the table itself will do with it.

Whatever the child dies of is a refusal. What it may take grows with the file: see `service.judge` and SECURITY.md.

A judge that read the file first and differently from its user would let something through, so the child runs the
objects of the table, on a log that can only be read. What no judge foresees is undone: putting back is a promise until
a page was served (`service/restoring.py`, `settle`).
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from pearlboard.store.database import Step
from pearlboard.store.errors import NewerStore, StoreDamaged, StoreUnavailable, WrongStore

START_S: Final = 60.0
"""So long the child may take to begin."""
WAIT: Final = 3
"""Longer by the clock than by the processor, since others are at work, too."""
BASE_S: Final = 5
A_MB_S: Final = 8
"""Limit of processor time in seconds, and seconds more for each million bytes of the file: a Pi Zero has ten times what
it takes there."""
LONGEST: Final = 1 << 16
KINDS: Final = {kind.__name__: kind for kind in (NewerStore, WrongStore, StoreDamaged, StoreUnavailable)}


class HowFar:
    """Writes lines `{"done": …, "of": …}`, one a percent."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._last = -1

    def __call__(self, done: int, of: int) -> None:
        """Say how far it is."""
        if of and 100 * done // of != self._last:
            self._last = 100 * done // of
            self._write(json.dumps({"done": done, "of": of}).encode() + b"\n")


def judge(
    path: Path,
    command: tuple[str, ...] = (sys.executable, "-I", "-m", "pearlboard.service.judge"),
    told: Step = lambda *_: None,
) -> None:
    """`StoreDamaged`, `WrongStore`, `NewerStore` or `StoreUnavailable` if no table can live with that backup.

    `told` is called with how far that is.
    """
    if not path.is_file():
        raise StoreUnavailable(f"{path}: there is no such file")
    within_s = START_S + WAIT * (BASE_S + A_MB_S * path.stat().st_size / 1e6)
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
        refused = verdict.get("refused")
    except (ValueError, AttributeError) as error:
        raise StoreDamaged(
            f"{path}: whoever looked it through did not live to say of it ({child.returncode})"
        ) from error
    if refused is not None:
        raise KINDS[refused](verdict["why"])


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
