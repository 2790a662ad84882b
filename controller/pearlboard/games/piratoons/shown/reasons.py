"""Why a computer plays or recommends something: one sentence from what lies open, true whatever is hidden.

Points are those that a ship would have if the game ended now, laid as well as it goes, with the tile and without it.
Who leads on a tile is only said where pieces are placed by screens: on the board nobody knows before the stop.
"""

from typing import Final

from pearlboard.games.api import Seat
from pearlboard.games.piratoons.rules import plunder, ships, stowing
from pearlboard.games.piratoons.rules.actions import Action, Bid, Choose, Hold, Lay, Put
from pearlboard.games.piratoons.rules.connections import connections
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.scoring import Points, scores
from pearlboard.games.piratoons.rules.state import Where
from pearlboard.games.piratoons.rules.tiles import Tile, box, is_boat, kind_of
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown import names
from pearlboard.texts import Sentence, say

CATEGORIES: Final = ("sets", "connections", "fastest", "biggest", "empty")
ONLY: Final = {"fastest": "s", "biggest": "b", "connections": "b"}
"""Kinds whose tiles alone bring something: a Boat may also make room for a Sail that was won."""
LEVEL: Final = 0.5
"""A lead of fewer points is none."""


def reason(own: View, seat: Seat, action: Action) -> Sentence | None:
    """Why that seat might do it; None where there is nothing to say."""
    match action:
        case Put():
            tile = own.chest[action.place - 1]
            return None if tile is None else _of_rush(own, seat, action.place) or _of_tile(own, seat, tile)
        case Choose():
            return _of_tile(own, seat, action.tile)
        case Hold() if seat not in own.out:
            return say("piratoons_why_hold")
        case Bid():
            return _of_bid(own, seat, action.doubloons)
        case Lay():
            found = connections(action.ship)
            return say("piratoons_why_lay", right=found.right, all=found.right + found.wrong)
    return None


def reasons(own: View, action: Action) -> tuple[Sentence, ...]:
    """The reasons for an action, as far as the seat of this view may know them."""
    said = reason(own, own.viewer, action) if isinstance(own.viewer, int) else None
    return () if said is None else (said,)


def because(common: View, seat: Seat, action: Action) -> Sentence | None:
    """The same of another's action, for all."""
    said = reason(common, seat, action)
    if said is None:
        return None
    return say(said.name.replace("_why_", "_because_", 1), seat=seat, **dict(said.parameters))


def expectation(lead: float) -> Sentence:
    """The computer's expected lead at the end over the mean of the others."""
    if abs(lead) < LEVEL:
        return say("piratoons_expect_level")
    return say("piratoons_expect_ahead" if lead > 0 else "piratoons_expect_behind", count=max(1, round(abs(lead))))


# --- the rush ----------------------------------------------------------------------------------------------------


def _of_rush(own: View, seat: Seat, place: int) -> Sentence | None:
    """A tie that takes a tile away from somebody, or lets a small crew take it."""
    if own.setup.plunder is not Where.SCREEN or not own.put:
        return None
    row = own.put[place - 1]
    after = (*row[: seat - 1], row[seat - 1] + 1, *row[seat:])
    [was], [now] = plunder.loot((row,), own.out), plunder.loot((after,), own.out)
    level = tuple(each for each in plunder.cancelled(after, own.out) if each != seat)
    if now == seat and level:
        return say("piratoons_why_below", other_seats=level, place=place)
    if was not in (None, seat) and now != was and seat in plunder.cancelled(after, own.out):
        return say("piratoons_why_level", other_seats=level, place=place)
    return None


# --- tiles -------------------------------------------------------------------------------------------------------


def points_with(own: View, seat: Seat, *more: Tile) -> Points:
    """A seat's points if the game ended now, with these tiles besides all it has."""
    has = owned(own, seat) if own.won else ships.tiles(own.ships[seat - 1])
    ship = stowing.stowed(own.ships[seat - 1], (*has, *more))
    fleet = (*own.lies[: seat - 1], ship, *own.lies[seat:])
    return scores(fleet, own.doubloons)[seat].points


def _of_tile(own: View, seat: Seat, tile: Tile) -> Sentence | None:
    """The main benefit of a tile; a Boat at least brings spaces."""
    before, after = points_with(own, seat), points_with(own, seat, tile)
    told = [name for name in CATEGORIES if ONLY.get(name, kind_of(tile)) == kind_of(tile)]
    gains = {name: getattr(after, name) - getattr(before, name) for name in told}
    best = max(gains, key=lambda name: gains[name])
    if gains[best] > 0 and after.total > before.total:
        return say(f"piratoons_why_{best}", count=gains[best])
    if is_boat(tile):
        spaces = box().hulls[tile].spaces
        return say("piratoons_why_room", count=sum(spaces[kind] for kind in "dgpq"))
    return None


def _of_bid(own: View, seat: Seat, doubloons: int) -> Sentence | None:
    """The most valuable tile for sale; why one bids all the same where none brings anything, nobody can say."""
    now = points_with(own, seat).total
    worths = {tile: points_with(own, seat, tile).total - now for tile in dict.fromkeys(own.sale)}
    if not worths:
        return None
    best = max(worths, key=lambda tile: worths[tile])
    if worths[best] <= 0:
        return None if doubloons else say("piratoons_why_no_bid")
    return say("piratoons_why_bid", tile=names.tile(best), count=worths[best])
