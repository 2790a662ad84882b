"""A line of the order, and the groups that are in no total."""

from dataclasses import dataclass
from typing import Final

SECOND: Final = "only with AH3372"
"""The group of what nobody needs who has the first source of sensor; in no total."""
CREW: Final = "only for Piratoons"
"""The pieces of that game; in no total."""
EXTRA: Final = "only with the controller's board"
"""Instead of stripboard, level shifter, fuse holder and sockets of one's own; in no total."""
CASE: Final = "only with the case"
"""A box of one's own will do; in no total."""
COUPON: Final = "only with the coupons of gate 3"
"""Boards of their own; those of a panel come with it."""
PANEL: Final = "only with assembled panels"
"""Instead of bare bars and their small parts; in no total."""
OUTSIDE: Final = frozenset({SECOND, CREW, EXTRA, COUPON, CASE, PANEL})
"""The groups that are in no total."""
PRICED: Final = "November 2026"
TRIED_SENSORS, TRIED_CHIPS = 10, 2
"""For the breadboard of the first weekend, whichever way the board is built later."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to order; quantities include spares. `euros`: an estimate for one; `parcel`: which of the three."""

    group: str
    part: str
    bars: int
    hand: int
    euros: float
    first: str
    second: str = ""
    note: str = ""
    parcel: str = "2"
