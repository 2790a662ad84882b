"""The data of Piratoons for every page, plain: everything in it may be seen by everybody.

It is built by listing, from the table's view; `docs/http-games.md` describes every key.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from pearlboard.games.api import Json, Moment, Seat
from pearlboard.games.piratoons.board.places import whose
from pearlboard.games.piratoons.rules import stowing
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.options import known
from pearlboard.games.piratoons.rules.positions import ship_to_json
from pearlboard.games.piratoons.rules.scoring import Ended, Score, outcome, richest, scores, totals, winners
from pearlboard.games.piratoons.rules.state import Stage, Where
from pearlboard.games.piratoons.rules.tiles import BOAT, EQUIPMENT, PLACES, SETS, Tile, box
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown import names
from pearlboard.games.piratoons.shown.retelling import brought
from pearlboard.games.piratoons.shown.telling import verdict
from pearlboard.texts import Sentence

Words = Callable[[Sentence], str]
ENDS: Final = (Stage.TALLY, Stage.OVER)
"""When all is counted, nobody's doubloons are covered any more."""


def screen(view: View, moment: Moment) -> Json:
    """The key `game` of the table page."""
    words = moment.words
    return {
        "round": view.round,
        "rounds": box().rounds,
        "captain": view.captain,
        "tiles": view.setup.tiles.value,
        "plunder": view.setup.plunder.value,
        "crew": box().crew,
        "sand_out": view.sand_out,
        "turn": (view.turn or 0) if view.setup.in_turn else None,
        "practice": view.practice,
        "incidents": _incidents(view, moment),
        "spoilt": list(view.spoilt),
        "chest": [_place(view, place, words) for place in range(1, PLACES + 1)],
        "sea": tiles(view.sea, words),
        "out": sorted(view.out),
        "count": _count(view),
        "auction": _auction(view),
        "ships": [] if view.setup.boxed else _ships(view, words),
        "box": _box(view) if view.setup.boxed else None,
        "came": [words(sentence) for sentence in brought(view)],
        "result": _result(view, moment) if view.over else None,
    }


def tiles(some: Iterable[Tile], words: Words) -> list[Json]:
    """Tiles with what they are called."""
    return [{"tile": tile, "name": words(names.tile(tile))} for tile in some]


def _place(view: View, place: int, words: Words) -> Json:
    """A tile of the chest, who is on it, and how many as far as that is known to all."""
    tile = view.chest[place - 1] if view.chest else None
    crew = view.crew if view.crew is not None else view.put
    return {
        "place": place,
        "tile": tile,
        "name": None if tile is None else words(names.tile(tile)),
        "seen": sorted(seat for other, seat in view.seen if other == place),
        "crew": list(crew[place - 1]) if crew else [0] * view.setup.players,
        "winner": view.loot[place - 1] if view.loot else None,
    }


def _incidents(view: View, moment: Moment) -> list[Json]:
    """Pieces that were lifted while all placed, until somebody has said what it was."""
    if view.stage not in (Stage.PLUNDER, Stage.COUNT):
        return []
    berths = ((lifted.number, whose(lifted.site)) for lifted in moment.lifted)
    return [
        {"number": number, "place": berth[0], "seat": berth[1]}
        for number, berth in berths
        if berth is not None and berth[0] <= PLACES and berth[1] in view.setup.seats
    ]


def _count(view: View) -> Json | None:
    """After the stop: what was said of each seat's pieces, null where it is still to be said."""
    if view.stage is not Stage.COUNT:
        return None
    return {
        "said": [None if told is None else {"crew": list(told.crew), "spoiled": told.spoiled} for told in known(view)]
    }


def _auction(view: View) -> Json | None:
    if view.stage not in (Stage.BIDS, Stage.CHOICE):
        return None
    return {
        "sealed": sorted(view.sealed),
        "closed": view.closed,
        "opened": view.opened,
        "bids": None if view.bids is None else list(view.bids),
        "buyers": list(view.buyers),
    }


def _ships(view: View, words: Words) -> list[Json]:
    """Every ship as it lies; of a seat that has still to lay it also one that might be laid, and what is then left."""
    return [_ship(view, seat, words) for seat in view.setup.seats]


def _ship(view: View, seat: Seat, words: Words) -> Json:
    laying = view.stage is Stage.SHIPS and view.laid[seat - 1] is None
    lies = view.ships[seat - 1] if laying else view.lies[seat - 1]
    loose = view.won[seat - 1] if view.won and (laying or view.stage is not Stage.SHIPS) else ()
    return {
        "seat": seat,
        "parts": ship_to_json(lies),
        "won": tiles(loose, words),
        "paid": view.pay[seat - 1] if view.pay else 0,
        "offered": ship_to_json(stowing.stowed(view.ships[seat - 1], owned(view, seat))) if laying else None,
        "owned": tiles(owned(view, seat), words) if laying else [],
    }


def _box(view: View) -> Json:
    """The state of real ships: tiles won and not thrown, who is still building, and whether all is to be counted."""
    tally = view.stage is Stage.TALLY
    brings = richest(view.doubloons) if tally else dict.fromkeys(view.setup.seats, 0)
    return {
        "ships": [
            {
                "seat": seat,
                "equipment": owned(view, seat).count(EQUIPMENT),
                "boats": owned(view, seat).count(BOAT),
                "building": view.stage is Stage.SHIPS and view.laid[seat - 1] is None,
                "richest": brings[seat],
            }
            for seat in view.setup.seats
        ],
        "tally": tally,
    }


# --- the end -----------------------------------------------------------------------------------------------------


def _result(view: View, moment: Moment) -> Json:
    points = totals(view)
    return {
        "winners": list(winners(points)),
        "text": moment.words(verdict(points)),
        "standings": standings(view, moment.names),
        "export": f"/archive/{moment.number}.json",
        "picture": f"/archive/{moment.number}.svg",
    }


def standings(game: Ended, people: Mapping[Seat, str]) -> list[Json]:
    """The best first; of real ships the sum alone is known."""
    if not game.setup.boxed:
        return rows(scores(game.ships, game.doubloons), people)
    points = totals(game)
    places = outcome(points).places
    return [
        {"place": places[seat], "seat": seat, "name": people.get(seat, ""), "total": points[seat]}
        for seat in sorted(points, key=lambda seat: -points[seat])
    ]


def rows(counted: Mapping[Seat, Score], people: Mapping[Seat, str]) -> list[Json]:
    """The final standings by category, best first; `costs`: the kinds of empty spaces of which nobody has more."""
    most = {kind: max(score.empty[kind] for score in counted.values()) for kind in SETS}
    ranked: Sequence[Seat] = sorted(counted, key=lambda seat: -counted[seat].points.total)
    return [
        {
            "place": 1 + sum(other.points.total > counted[seat].points.total for other in counted.values()),
            "seat": seat,
            "name": people.get(seat, ""),
            **points_of(counted[seat]),
            "costs": [kind for kind in SETS if 0 < counted[seat].empty[kind] == most[kind]],
        }
        for seat in ranked
    ]


def points_of(score: Score) -> Json:
    """A seat's points, one by one."""
    points = score.points
    return {
        "sails": score.sails,
        "doubloons": score.doubloons,
        "barrels": score.barrels,
        "spaces": score.empty_total,
        "fastest": points.fastest,
        "richest": points.richest,
        "biggest": points.biggest,
        "connections": points.connections,
        "empty": points.empty,
        "sets": points.sets,
        "total": points.total,
    }


def seat_of(view: View | None, seat: Seat) -> Json:
    """The details beside a player's name."""
    if view is None:
        return {"doubloons": None, "stock": None, "out": False, "sealed": False, "ready": False, "captain": False}
    screens = view.setup.plunder is Where.SCREEN
    return {
        "doubloons": None if seat in view.setup.covered and view.stage not in ENDS else view.doubloons[seat - 1],
        "stock": view.stock[seat - 1] if screens and view.stage is Stage.PLUNDER else None,
        "out": seat in view.out,
        "sealed": view.stage is Stage.BIDS and seat in view.sealed,
        "ready": view.stage is Stage.SHIPS and view.laid[seat - 1] is not None,
        "captain": view.captain == seat,
    }
