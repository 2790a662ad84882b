"""A backup is judged before it is put back: in a child with limits, by what the table itself will do with it.

Whatever the child dies of is a refusal. What it may take grows with the file: see `program.judge` and SECURITY.md.

A judge that read the file first and differently from its user would let something through, so the child runs the
objects of the table, on a log that can only be read. What no judge foresees is undone: putting back is a promise until
a page was served (`operator/restoring.py`, `settle`).
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

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


def judge(path: Path, command: tuple[str, ...] = (sys.executable, "-I", "-m", "pearlboard.program.judge")) -> None:
    """`StoreDamaged`, `WrongStore`, `NewerStore` or `StoreUnavailable` if no table can live with that backup."""
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
