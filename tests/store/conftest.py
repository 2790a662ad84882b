"""Logs to test with: a new one on disk, and the entries of a short game."""

import shutil

import pytest

from pearlboard.store.journal import journal_of
from pearlboard.store.log import FactLog
from support.sessions import WAY, follow

AT = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def path(tmp_path):
    """Where the database is."""
    return tmp_path / "games.db"


@pytest.fixture
def entries():
    """A whole short game."""
    return follow(WAY)[0]


@pytest.fixture
def written(path, entries):
    """A database that holds that game, and is closed."""
    log = FactLog(path)
    for entry in entries:
        log.append([entry], AT)
    log.close()
    return path


@pytest.fixture
def alone(written):
    """That database without its journal: what is wrong with it cannot be put right."""
    shutil.rmtree(journal_of(written))
    return written
