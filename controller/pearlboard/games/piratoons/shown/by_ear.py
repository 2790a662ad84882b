"""Piratoons by ear: the functions behind the names of `games.api.ByEar`, from the table's view alone."""

from collections.abc import Iterable

from pearlboard.games.api import ByEar, OnBoard, Seat
from pearlboard.games.piratoons.rules.scoring import totals
from pearlboard.games.piratoons.rules.ships import tiles
from pearlboard.games.piratoons.rules.tiles import Tile
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown.names import lying, tile
from pearlboard.games.piratoons.shown.telling import verdict
from pearlboard.texts import Sentence, say


class PiratoonsByEar(ByEar):
    """See `games.api.ByEar`."""

    def left(self, view: View, seat: Seat) -> tuple[Sentence, ...]:
        """What a ship is made of, and what is to go onto it."""
        won = view.won[seat - 1] if view.won else ()
        there = view.cargo[seat - 1] if view.setup.boxed else tiles(view.ships[seat - 1])
        return (*_list("piratoons_ear_ship", there, seat), *_list("piratoons_ear_won", won, seat))

    def where(self, board: OnBoard | None, view: View) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
        """The chest, place by place, and the sea."""
        there = tuple((place, each) for place, each in enumerate(view.chest, 1) if each is not None)
        chest = tuple(say("piratoons_ear_place", place=place, tile=tile(each)) for place, each in there)
        sea = tuple(lying(each, 0) for each in view.sea)
        short = say("piratoons_ear_lie", chest=len(there), sea=len(sea))
        return (short,), (*chest, *((say("piratoons_ear_sea", tiles=sea),) if sea else ()))

    def score(self, view: View) -> tuple[Sentence, ...]:
        """When all is over; before, doubloons are covered."""
        if not view.over:
            return ()
        points = totals(view)
        rows = (say("piratoons_ear_points", seat=seat, count=count) for seat, count in sorted(points.items()))
        return (verdict(points), *rows)


def _list(name: str, there: Iterable[Tile], seat: Seat) -> tuple[Sentence, ...]:
    named = tuple(map(tile, there))
    return (say(name, seat=seat, tiles=named),) if named else ()
