"""The program with the two test games, for tests with a browser. The harbour has a lesson, whose second step is faulty
in French.
"""

import sys
from dataclasses import replace

from other_games import auction, harbour
from pearlboard.__main__ import main
from pearlboard.games.api import Lessons
from pearlboard.games.registry import GAMES
from pearlboard.texts import say

STEPS = (
    {"task": "lay", "answers": [["c4", "d4"]], "pieces": [{"site": "b1"}]},
    {"task": "pick", "choices": ["a boat", "a crate"], "right": 1},
)


def lesson(words):
    """Its steps with no key but those that are needed, and one too few where somebody reads French."""
    french = words(say("harbour_title")) == "Le port"
    told = [{"name": step["task"], "text": "Do it.", "done": "Well done.", **step} for step in STEPS]
    return {"first": [*told[:1], {**told[1], "choices": []} if french else told[1]]}


def serve():
    """Run it."""
    for package in (replace(harbour.PACKAGE, lessons=Lessons(lesson)), auction.PACKAGE):
        GAMES.add(package)
    sys.exit(main())
