"""The three test games, as if they were installed."""

import pytest

from other_games import auction, harbour, march
from pearlboard.games.registry import GAMES


@pytest.fixture(autouse=True)
def games():
    """All are there, and gone after the test."""
    for module in (harbour, auction, march):
        GAMES.add(module.PACKAGE)
    yield GAMES
    for name in ("harbour", "auction", "march"):
        GAMES.remove(name)
