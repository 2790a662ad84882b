"""A moment of a finished game on an empty board: who was on which tile, who took it, whose ship has won."""

from typing import Final

from pearlboard.games.api import SEATINGS, Seat
from pearlboard.games.piratoons.board.places import SEA, bar, pocket
from pearlboard.games.piratoons.board.roles import Own
from pearlboard.games.piratoons.rules.scoring import totals, winners
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.view import View
from pearlboard.lights.scene import Mark, Role, Scene
from pearlboard.lights.shapes import RIM_CORNERS
from pearlboard.lights.signals import Marks, lit

LOOTED: Final = (Stage.BIDS, Stage.CHOICE, Stage.SHIPS)
"""The stages from the loot to the end of the round, in which the winners of tiles are known."""


def again(view: View, seat: Seat | None) -> Scene:
    """The lights of that moment; `seat` has just acted."""
    sides = SEATINGS[view.setup.players]
    if view.over:
        first = winners(totals(view))
        return Scene({light: mark for won in first for light, mark in _rim(sides[won], Role.WINNER, won).items()})
    mover = {} if seat is None else _rim(sides[seat], Role.TURN, seat)
    return Scene(_crews(view) | (_loot(view) if view.stage in LOOTED else _bars(view)) | mover)


def _rim(side: str, role: Role, seat: Seat) -> Marks:
    return lit(RIM_CORNERS[side], role, seat)


def _crews(view: View) -> Marks:
    """A pocket shines where a seat had a piece: nothing lies over it any more."""
    crew = view.crew if view.crew is not None else view.put
    there = {(place, seat) for place, row in enumerate(crew, 1) for seat, pieces in enumerate(row, 1) if pieces}
    return {pocket(place, seat): Mark(Own.TAKEN, seat) for place, seat in there | view.seen}


def _bars(view: View) -> Marks:
    """The tiles that lie open."""
    marks: Marks = {}
    for place, tile in enumerate(view.chest, 1):
        if tile is not None:
            marks |= lit(bar(place), Own.BERTH)
    return marks


def _loot(view: View) -> Marks:
    """Tiles in their winners' colours, and what is for sale."""
    marks: Marks = lit(bar(SEA), Own.SALE) if view.sea else {}
    for place, winner in enumerate(view.loot, 1):
        if winner is not None:
            marks |= lit(bar(place), Own.TAKEN, winner)
        elif view.chest[place - 1] is not None and view.stage is not Stage.SHIPS:
            marks |= lit(bar(place), Own.SALE)
    return marks
