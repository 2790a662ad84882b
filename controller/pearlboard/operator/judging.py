"""Judges a backup before it is put back: in a child process with limits, by doing what the table will do with it.

Whatever kills the child is a refusal. The limits grow with the file: see `program.judge` and SECURITY.md.

A separate parser would let through what its user reads differently, so the child runs the table's own objects, on a
read-only log. What the judge does not foresee is undone: a backup that was put back is on trial until a page was served
(`operator/restoring.py`, `settle`).
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

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


def judge(path: Path, command: tuple[str, ...] = (sys.executable, "-I", "-m", "pearlboard.program.judge")) -> None:
    """Raise `StoreDamaged`, `WrongStore`, `NewerStore` or `StoreUnavailable` if no table can live with that backup."""
    if not path.is_file():
        raise StoreUnavailable(f"{path}: there is no such file")
    within_s = START_S + WAIT * (BASE_S + A_MB_S * path.stat().st_size / 1e6)
    with TemporaryFile() as told:
        try:
            done = subprocess.run(  # noqa: S603 - ours
                (*command, str(path.absolute())),
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=subprocess.DEVNULL,
                cwd="/",
                timeout=within_s,
                check=False,
            )
        except OSError as error:
            raise StoreUnavailable(f"{path}: nobody could be started to judge it ({error})") from error
        except subprocess.TimeoutExpired as error:
            raise StoreDamaged(f"{path}: it took longer to look through than any file of its size") from error
        told.seek(0)
        said = told.read(LONGEST)
    try:
        verdict = json.loads(said)
        refused = verdict.get("refused")
    except (ValueError, AttributeError) as error:
        raise StoreDamaged(
            f"{path}: whoever looked it through did not live to say of it ({done.returncode})"
        ) from error
    if refused is not None:
        raise KINDS[refused](verdict["why"])
