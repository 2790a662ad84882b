"""The program with sand that runs through in half a second, and computers without a pause for people.

Otherwise, eight rounds would take a browser minutes.
"""

import sys
from dataclasses import replace

from pearlboard.cli import main
from pearlboard.computers.computers import _Turn
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.registry import GAMES

TIMES_FASTER = 30


def hurried(state):
    """The game's timer, shortened."""
    told = PACKAGE.timed.timer(state)
    return told and replace(told, ms=told.ms // TIMES_FASTER)


QUICK = replace(PACKAGE, timed=replace(PACKAGE.timed, timer=hurried))
"""Piratoons with sand that runs through in half a second."""


def serve():
    """Run `pearlboard` with short timers of games, and everything else as usual."""
    hear = _Turn.hear

    def at_once(self, thought):
        hear(self, thought and replace(thought, after_ms=thought.after_ms // TIMES_FASTER))

    GAMES.add(QUICK)
    _Turn.hear = at_once
    sys.exit(main())
