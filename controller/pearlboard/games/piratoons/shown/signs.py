"""The drawings of tiles, for the picture of a finished game: the same as on our pages (`pages/drawing.js`)."""

from collections.abc import Mapping
from typing import Final

SIGNS: Final[Mapping[str, str]] = {
    "s": "M-2-19V19M-2-16Q20-8 14 10H-2ZM-4-10Q-16-2-14 10H-4Z",
    "d1": "M0-16A16 16 0 1 0 .1-16M0-20V20M-20 0H20M-14-14L14 14M14-14L-14 14",
    "d2": "M-18-12L-6-16L6-12L18-16V12L6 16L-6 12L-18 16ZM-6-16V12M6-12V16M-12 0L-1 5L10-4",
    "d3": "M-18 8L8-8L14 0L-12 16ZM8-8L15-13L20-6L14 0M-4 10L-8 19M-4 10L2 19",
    "g1": "M-18-4L14-9V7L-18 4ZM14-11V9M-8 9A7 7 0 1 0 -7.900 9",
    "g2": "M-18 6Q-2 4 6-16L18 8Q0 4-18 12ZM-18 6V12",
    "g3": "M-10-16H10Q15 0 10 16H-10Q-15 0-10-16ZM-12-7H12M-12 7H12M0-16V-20L6-19",
    "p1": "M0-17A16 17 0 1 0 .1-17M-15-6L14-12M3-8A5 5 0 1 0 3.100-8M-8-2V1M-7 8Q0 13 8 8",
    "p2": "M-13-12H9V16H-13ZM9-6H17V9H9M-13-5H9M-8-12Q-10-20-2-17Q6-21 9-12",
    "p3": "M-16-6H16L12 15H-12ZM-19-6H19M-8-11Q-12-15-8-19M0-11Q-4-15 0-19M8-11Q4-15 8-19",
    "q1": "M-19 8Q-10-2-12-12Q0-20 12-12Q10-2 19 8Q0 14-19 8ZM-5-6L5 2M5-6L-5 2",
    "q2": "M-8 14A5 4 0 1 0 -7.900 14M10 10A5 4 0 1 0 10.100 10M-3 13V-14L15-18V9M-3-7L15-11",
    "q3": "M-16-14H-2L-16 2H-2M2-6H12L2 6H12M8 8H17L8 17H17",
}
"""The drawing of each design, in a square from -20 to 20."""
FRAMES: Final[Mapping[str, str]] = {
    "s": "M-34 32L-30-36H30L34 32Z",
    "d": "M-36-22H36V30H-36ZM-36-22L-30-34H30L36-22",
    "g": "M-34-34H34V34H-34Z",
    "p": "M0-36A36 36 0 1 0 .1-36Z",
    "q": "M-32 34V-8Q-32-36 0-36T32-8V34Z",
}
"""The outline that identifies a kind, in a square from -36 to 36."""
SYMBOLS: Final[tuple[str, ...]] = (
    "",
    "M0-7A2.500 2.500 0 1 0 .1-7M0-3V8M-5 0H5M-7 2Q-6 8 0 8T7 2",
    "M0-9L2.500-2.500L9 0L2.500 2.500L0 9L-2.500 2.500L-9 0L-2.500-2.500Z",
    "M-7-8H7V0Q7 6 0 9Q-7 6-7 0ZM-7-2H7M0-8V9",
    "M0-8A8 8 0 1 0 .1-8M0-4A4 4 0 1 0 .1-4M-8 0H-4M4 0H8M0-8V-4M0 4V8",
)
"""The symbols on the edges of Boats: nothing, an anchor, a compass rose, a coat of arms, a buoy."""
COLOURS: Final[Mapping[str, str]] = {"s": "#f6efdc", "d": "#e7b872", "g": "#d98a6a", "p": "#8cc6cf", "q": "#b9a1d6"}
