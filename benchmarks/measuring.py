"""Helpers of all measurements: each has an end, and with `--once` does everything once only, as the tests want it.

What `--once` prints is no measurement, so no limit is missed by it. A measurement is run by itself: whoever imports
this first finds the source tree, and what its tests are made of.
"""

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TypeVar

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

ONCE = "--once" in sys.argv[1:]
T = TypeVar("T")


class NeverEnded(BaseException):
    """A measurement took longer than it ever may. No handler of errors on the way may take this for one of its own."""


def rounds(many: T, once: T) -> T:
    """How much is done: so much, or so much `--once`."""
    return once if ONCE else many


@contextlib.contextmanager
def ends_within(seconds: int) -> Iterator[None]:
    """Whatever is waited for in the block: after so long it is given up, and the traceback says where it hung."""

    def give_up(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise NeverEnded(f"this has not ended within {seconds} s, and never would")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def judged(*, kept: bool) -> int:
    """The exit code."""
    return int(not (kept or ONCE))
