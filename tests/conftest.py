"""Settings of the property tests, and what marks do.

Property tests have no deadlines, which a busy machine misses, and the same examples in every run. `make quick` leaves
out what is marked `slow`; only `--soak`, which `make soak` passes, runs what is marked `soak`.
"""

import gc
import logging
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import settings

from support import lengths

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")

ROWS = Path(__file__).parents[1] / "benchmarks/reliability.toml"
GARBAGE = 10_000
"""So many more objects than were given back, and the youngest are looked through: values are many and small."""
SLOW = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.slow\b", re.MULTILINE)
"""So a file says that it is slow as a whole: that mark stands first."""


def pytest_addoption(parser):
    """Under `--soak`, tests take their long form, and those that are marked `soak` are run."""
    parser.addoption("--soak", action="store_true", help="run tests at length, and those that only a soak runs")


def pytest_configure(config):
    """Let tests know before they are imported."""
    lengths.soak(on=config.option.soak)


def pytest_runtest_setup(item):
    """Let it be known who asks for a long form."""
    lengths.run(item)


@pytest.fixture(autouse=True)
def _loggers():
    """What is set up for a log in this process, by a command or a library, ends with its test: so does the stream."""
    root = logging.getLogger()
    before, levels = root.handlers[:], {logger: logger.level for logger in _every_logger()}
    yield
    for handler in root.handlers[:]:
        if handler not in before:
            root.removeHandler(handler)
    for logger in _every_logger():
        if logger.level != (level := levels.get(logger, logging.NOTSET)):
            logger.setLevel(level)


def _every_logger():
    named = logging.Logger.manager.loggerDict.values()
    return [logging.getLogger(), *(logger for logger in named if isinstance(logger, logging.Logger))]


def pytest_ignore_collect(collection_path, config):
    """What is left out by `-m "not slow"` is not even imported, which would take longer than to run the rest."""
    if config.option.markexpr != "not slow" or not collection_path.match("test_*.py"):
        return None
    return True if SLOW.search(collection_path.read_text(encoding="utf-8")) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Nothing of what is imported and collected is garbage yet."""
    gc.disable()
    found = yield
    gc.enable()
    return found


def pytest_collection_finish():
    """What has been imported and collected stays: the collector of garbage need not walk through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)


def pytest_collection_modifyitems(config, items):
    """Mark what has a long form or fills a row of docs/reliability.md, and leave out what only a soak runs."""
    rows = tomllib.loads(ROWS.read_text(encoding="utf-8"))["row"]
    filling = tuple(test for row in rows for test in row["tests"])
    for item in items:
        if lengths.asks(item.module):
            item.add_marker(pytest.mark.long)
        if item.nodeid.startswith(filling):
            item.add_marker(pytest.mark.reliability)
    left_out = [] if config.option.soak else [item for item in items if item.get_closest_marker("soak")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
