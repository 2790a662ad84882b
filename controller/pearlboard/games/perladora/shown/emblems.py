"""The clans' emblems and the heaps of Pearls, drawn once for pages and pictures.

A clan is known by its emblem before its colour; the emblems stay apart as silhouettes. They fill a square of 100 x 100
with `currentColor`. A heap is drawn around the middle of its farm, the last Pearls on top.
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.games.drawing import Shape, shape
from pearlboard.games.perladora.rules.state import Clan

_INK: Final = "currentColor"

EMBLEMS: Final[Mapping[Clan, tuple[Shape, ...]]] = {
    Clan.FISHERMEN: (
        shape(
            "path",
            fill=_INK,
            fill_rule="evenodd",
            d="M6 52C20 27 50 19 71 44L94 26C89 42 89 60 94 76L71 58C50 83 20 77 6 52ZM27 41a5.5 5.5 0 1 0 .02 0ZM41 34"
            "C50 44 50 59 41 69C46 69 55 61 55 51.5C55 42 46 34 41 34Z",
        ),
    ),
    Clan.FORAGERS: (
        *(
            shape(
                "path", fill=_INK, d="M50 41C29 31 31 5 50 7C69 5 71 31 50 41Z", transform=f"rotate({72 * turn} 50 50)"
            )
            for turn in range(5)
        ),
        shape("circle", cx=50, cy=50, r=6.5, fill=_INK),
    ),
    Clan.CHILDREN: (
        shape(
            "path",
            fill=_INK,
            stroke=_INK,
            stroke_width=12,
            stroke_linejoin="round",
            d="M50.0 13.0L59.4 40.1L88.0 40.6L65.2 57.9L73.5 85.4L50.0 69.0L26.5 85.4L34.8 57.9L12.0 40.6L40.6 40.1Z",
        ),
    ),
    Clan.ELDERS: (
        shape(
            "path",
            fill="none",
            stroke=_INK,
            stroke_width=9.5,
            stroke_linecap="round",
            d="M51 51a6.5 6.5 0 0 1 13 0a14 14 0 0 1-28 0a22 22 0 0 1 44 0a30.5 30.5 0 0 1-61 0C19 27 36 11 60 13",
        ),
    ),
}
"""Fish, flower, starfish and nautilus."""

HEAPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    3: ((-12, 9), (12, 9), (0, -12)),
    4: ((-13, -10), (13, -10), (-13, 14), (13, 14)),
    5: ((-15, -14), (15, -14), (-15, 15), (15, 15), (0, 0)),
    6: ((-23, 13), (0, 15), (23, 13), (-12, -7), (12, -7), (0, -26)),
    7: ((-23, 0), (23, 0), (-12, -20), (12, -20), (-12, 20), (12, 20), (0, 0)),
}
"""The positions of Pearls in a heap, by their number."""
