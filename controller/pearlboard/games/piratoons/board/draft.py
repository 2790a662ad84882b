"""The meaning of pieces on the board: nothing in the rush, who was where after it, and what a buyer takes."""

from typing import Final

from pearlboard.games.api import Draft, Table, Verdict, put_right
from pearlboard.games.piratoons.board.places import SEA, whose
from pearlboard.games.piratoons.rules.actions import Choose
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown import names
from pearlboard.games.values import Seat
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say

SAYS: Final = {Stage.COUNT: "piratoons_count", Stage.BIDS: "piratoons_bids", Stage.TALLY: "piratoons_tally"}


def draft(view: View, table: Table) -> Draft:
    """Only a buyer lays a piece; what lies there besides, or came after the stop, must go."""
    seat = view.buyers[0] if view.stage is Stage.CHOICE else None
    if (first := put_right(seat, table)) is not None:
        return first
    extra = table.extra
    if seat is not None and not table.thinking:
        return _choice(view, seat, extra)
    if extra:
        name = "piratoons_late" if view.stage is Stage.COUNT else "piratoons_no_piece"
        return _lift(seat, extra, say(name, sites=extra, count=len(extra)))
    return Draft(seat, Verdict.UNFINISHED, invitation(view))


def invitation(view: View, computers: frozenset[Seat] = frozenset()) -> Sentence:
    """The sentence about what is awaited and, once others have waited, of whom.

    People are addressed; of a computer it is told what it does.
    """
    if view.waited and view.awaited:
        return say("piratoons_waited", seats=view.awaited)
    people = tuple(seat for seat in view.awaited if seat not in computers)
    if view.stage is Stage.CHOICE:
        name = "piratoons_chooses" if view.buyers[0] in computers else "piratoons_choice"
        return say(name, seat=view.buyers[0], count=price(view))
    if view.awaited and not people:
        building = view.stage is Stage.SHIPS
        return say(f"piratoons_{'builds' if building else 'thinks'}", seats=view.awaited, count=len(view.awaited))
    return _of_people(view, people)


def _of_people(view: View, people: tuple[Seat, ...]) -> Sentence:
    """The request to those who answer all at once."""
    if view.stage is Stage.COUNT and not view.awaited:
        return say("piratoons_all_counted")
    if view.stage is Stage.BIDS and view.closed:
        return say("piratoons_opened" if view.opened else "piratoons_hands")
    if view.stage is Stage.SHIPS and view.setup.boxed:
        return say("piratoons_ships_box")
    if view.stage is Stage.SHIPS:
        return say("piratoons_ships", seats=people, count=len(people))
    return say(SAYS[view.stage])


def price(view: View) -> int:
    """The buyer's bid."""
    return 0 if view.bids is None else view.bids[view.buyers[0] - 1]


def _choice(view: View, seat: Seat, extra: frozenset[Site]) -> Draft:
    if not extra:
        return Draft(seat, Verdict.UNFINISHED, invitation(view))
    if len(extra) > 1:
        return _lift(seat, extra, say("piratoons_one_piece", seat=seat, sites=extra))
    [site] = extra
    berth = whose(site)
    if berth is None or berth[1] != seat:
        return _lift(seat, extra, say("piratoons_own_pocket", seat=seat, sites=extra))
    if berth[0] == SEA:
        return _from_sea(view, seat, extra)
    tile = view.chest[berth[0] - 1]
    if tile is None:
        return _lift(seat, extra, say("piratoons_nothing_there", seat=seat, sites=extra))
    return _buys(view, seat, extra, Choose(tile, berth[0]))


def _from_sea(view: View, seat: Seat, extra: frozenset[Site]) -> Draft:
    """The draft for taking a tile from the sea; where several float there the page asks which."""
    afloat = tuple(dict.fromkeys(view.sea))
    if not afloat:
        return _lift(seat, extra, say("piratoons_nothing_there", seat=seat, sites=extra))
    if len(afloat) > 1:
        return Draft(seat, Verdict.UNFINISHED, say("piratoons_which", seat=seat), extra)
    return _buys(view, seat, extra, Choose(afloat[0], 0))


def _buys(view: View, seat: Seat, extra: frozenset[Site], choice: Choose) -> Draft:
    said = say("piratoons_buys", seat=seat, tile=names.lying(choice.tile, choice.place), count=price(view))
    return Draft(seat, Verdict.LEGAL, said, extra, choice, complete=True)


def _lift(seat: Seat | None, extra: frozenset[Site], sentence: Sentence) -> Draft:
    return Draft(seat, Verdict.ILLEGAL, sentence, extra, lift=extra)
