"""The program with the two test games, for tests with a browser."""

import sys

from other_games import auction, harbour
from pearlboard.__main__ import main
from pearlboard.games.registry import GAMES


def serve():
    """Run it."""
    for module in (harbour, auction):
        GAMES.add(module.PACKAGE)
    sys.exit(main())
