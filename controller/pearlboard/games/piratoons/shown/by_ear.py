"""Piratoons by ear: the functions behind the names of `games.api.ByEar`, from the table's view alone."""

from collections.abc import Sequence

from pearlboard.games.api import ByEar, Moment, Offer, OnBoard, Seat
from pearlboard.games.piratoons.board.places import SEA, whose
from pearlboard.games.piratoons.rules.scoring import totals
from pearlboard.games.piratoons.rules.state import Stage, Where
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown.ear_menu import offers
from pearlboard.games.piratoons.shown.explanations import answers
from pearlboard.games.piratoons.shown.names import tile
from pearlboard.games.piratoons.shown.telling import verdict
from pearlboard.games.piratoons.shown.yard_by_ear import described, laden
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say


class PiratoonsByEar(ByEar):
    """See `games.api.ByEar`."""

    def place(self, view: View, site: Site) -> Sentence | None:
        """The owner of a pocket, and what it is beside."""
        berth = whose(site)
        if berth is None or view.over:
            return None
        place, seat = berth
        what = say("piratoons_ear_pocket_afloat")
        if place != SEA:
            lies = view.chest[place - 1] if view.chest else None
            what = say("piratoons_tile_at", place=place)
            what = what if lies is None else say("piratoons_ear_at", there=what, tile=tile(lies))
        if seat not in view.setup.seats:
            return say("piratoons_ear_nobody", what=what)
        return say("piratoons_ear_pocket", seat=seat, what=what)

    def left(self, view: View, seat: Seat) -> tuple[Sentence, ...]:
        """A seat's holdings: its pieces and doubloons, the ship part by part, and what is to go onto the ship."""
        won = tuple(map(tile, view.won[seat - 1])) if view.won else ()
        ship = tuple(map(tile, view.cargo[seat - 1])) if view.setup.boxed else laden(view.lies[seat - 1])
        told = [say("piratoons_ear_ship", seat=seat, tiles=ship)] if ship else []
        if seat not in view.setup.covered:
            told.append(say("piratoons_ear_purse", seat=seat, count=view.doubloons[seat - 1]))
        if view.setup.plunder is Where.SCREEN and view.stage is Stage.PLUNDER:
            told.append(say("piratoons_ear_stock", seat=seat, count=view.stock[seat - 1]))
        if won and (view.setup.boxed or not (view.laid and view.laid[seat - 1])):
            told.append(say("piratoons_ear_won", seat=seat, tiles=won))
        return tuple(told)

    def where(self, board: OnBoard | None, view: View) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
        """The chest, place by place, and the sea."""
        there = tuple((place, each) for place, each in enumerate(view.chest, 1) if each is not None)
        chest = tuple(say("piratoons_ear_place", place=place, tile=described(each)) for place, each in there)
        sea = tuple(described(each) for each in view.sea)
        short = say("piratoons_ear_lie", chest=len(there), sea=len(sea))
        return (short,), (*chest, *((say("piratoons_ear_sea", tiles=sea),) if sea else ()))

    def score(self, view: View) -> tuple[Sentence, ...]:
        """When all is over, and what the points are for; before, doubloons are covered."""
        if not view.over:
            return ()
        points = totals(view)
        rows = (say("piratoons_ear_points", seat=seat, count=count) for seat, count in sorted(points.items()))
        return (verdict(points), *rows, *(each.said for each in answers(view)))

    def buttons(self, view: View, moment: Moment, site: Site | None) -> Sequence[Offer]:
        return tuple(offers(view, moment))
