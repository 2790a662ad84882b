"""Laws of the pads of any board."""

from itertools import combinations

from hardware.electrical.board import Board
from hardware.electrical.copper import distance, pad_piece


def overlapping(board: Board) -> list[tuple[str, str]]:
    """Pads of different parts that overlap; there must be none."""
    pads = [(pad, pad_piece(pad)) for pad in board.pads]
    return [
        (f"{a.part}.{a.pin}", f"{b.part}.{b.pin}")
        for (a, one), (b, other) in combinations(pads, 2)
        if a.part != b.part and abs(a.x - b.x) < 5 and distance(one, other) <= 0
    ]
