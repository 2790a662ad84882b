"""A first lesson of Wall Race, for pages: a step, a leap, a wall."""

from pearlboard.games.api import Piece
from pearlboard.texts import say

LAID = (
    ({"d3": Piece("pawn", 1)}, "e3", ["d3"]),
    ({"d3": Piece("pawn", 1), "e3": Piece("pawn", 2)}, "f3", ["d3"]),
    ({"d3": Piece("pawn", 1), "c3": Piece("pawn", 2), "b3-b4": Piece("wall"), "b2-b3": Piece("wall")}, "b3-c3", []),
)
"""What lies there before each step, the place that is right, and the pawn that moves there."""


def steps(words):
    """The steps, in the words of the page."""
    return {"first": [_step(number, *laid, words) for number, laid in enumerate(LAID, 1)]}


def _step(number, pieces, right, lifts, words):
    return {
        "name": f"step-{number}",
        "task": "lay",
        "text": words(say(f"wallrace_learn_{number}")),
        "done": words(say(f"wallrace_learn_{number}_done")),
        "hints": [words(say(f"wallrace_learn_{number}_hint"))],
        "answers": [[right]],
        "lifts": lifts,
        "pieces": [
            {"site": site, "kind": piece.kind, "seat": piece.seat, "face_up": False} for site, piece in pieces.items()
        ],
    }
