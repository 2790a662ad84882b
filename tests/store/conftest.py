"""Fixtures: a new log on disk, and the entries of a short game."""

import shutil

import pytest

from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from support.sessions import WAY, follow

AT = "2026-01-02T03:04:05+00:00"


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
