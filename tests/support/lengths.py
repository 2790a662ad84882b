"""Long and short forms of tests: `make soak` passes `--soak` and runs the long ones, `make test` the short ones.

There is no other way to ask, so no long form is forgotten: a test file that asks is marked `long`, and `make soak` runs
every such file.
"""

import sys
from pathlib import Path

import pytest

_soaking = False
_running = None


def soak(*, on):
    """Select the long or the short forms; tests/conftest.py does so before any test is imported."""
    global _soaking  # noqa: PLW0603 - asked while a test is imported, where no fixture reaches
    _soaking = on


def run(item):
    """Note the test that is about to run."""
    global _running  # noqa: PLW0603 - likewise
    _running = item


def at_length(long, short):
    """The long form of a value under `--soak`, otherwise the short one; the test file that asks is marked `long`."""
    asking = sys._getframe(1).f_globals
    if not Path(asking["__file__"]).name.startswith("test_") or asking.get("at_length") is not at_length:
        raise LookupError(f"{asking['__file__']}: import at_length by name into the test file, and pass on the value")
    if _running is not None and not asks(_running.module):
        raise LookupError(f"{_running.nodeid}: ask at_length in this file, and pass the value on")
    return long if _soaking else short


def asks(module):
    """Whether a test file has a long form anywhere."""
    return getattr(module, "at_length", None) is at_length


def soaked(every, short):
    """All values for `parametrize` under `--soak`, otherwise those of `short`; `LookupError`: one is not among all."""
    if strange := [each for each in short if each not in every]:
        raise LookupError(f"not among all: {strange}")
    return [each if each in short else pytest.param(*parts(each), marks=pytest.mark.soak) for each in every]


def parts(each):
    """Turn tuples into several parameters."""
    return each if isinstance(each, tuple) else (each,)
