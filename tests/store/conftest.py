"""Fixtures: a new log on disk, the entries of a short game, and the library that records what a process writes."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from store.crash_images import recorder
from support.sessions import WAY, follow

AT = "2026-01-02T03:04:05+00:00"
MEMORY = Path("/dev/shm")
ROOM = 1 << 30


@pytest.fixture
def tmp_path():
    """A folder in memory, where there is room: two thirds of the time of a test here would be waiting for a disk."""
    roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    with tempfile.TemporaryDirectory(dir=MEMORY if roomy else None) as folder:
        yield Path(folder)


@pytest.fixture
def path(tmp_path):
    """The path of a database."""
    return tmp_path / "games.db"


@pytest.fixture
def entries():
    """A whole short game."""
    return follow(WAY)[0]


@pytest.fixture
def written(path, entries):
    """A closed database that holds the game."""
    log = FactLog(path)
    for entry in entries:
        log.append([entry], AT)
    log.close()
    return path


@pytest.fixture
def alone(written):
    """A database without its journal, so that damage cannot be repaired."""
    shutil.rmtree(journal_of(written))
    return written


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The library that records what a process writes to its disk."""
    made = recorder(tmp_path_factory.mktemp("recorder"))
    if made is None:
        pytest.skip("what a process writes is recorded by a library in C, for Linux: a C compiler is missing")
    return made
