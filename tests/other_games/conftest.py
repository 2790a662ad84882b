"""The two test games, as if they were installed."""

import pytest

from other_games import auction, harbour
from pearlboard.games.registry import GAMES


@pytest.fixture(autouse=True)
def games():
    """Both are there, and gone after the test."""
    for module in (harbour, auction):
        GAMES.add(module.PACKAGE)
    yield GAMES
    for name in ("harbour", "auction"):
        GAMES.remove(name)
