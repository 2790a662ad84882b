"""The ship yard by ear: a ship that might be laid, part by part, and each step by which it becomes another one.

It begins with the ship that is offered. A tile is taken off a part and then put onto another one; a Boat is moved.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from pearlboard.games.api import Button, Offer, Seat, Submenu
from pearlboard.games.piratoons.rules import sets, ships
from pearlboard.games.piratoons.rules.actions import Lay
from pearlboard.games.piratoons.rules.connections import connections
from pearlboard.games.piratoons.rules.judging import judge_ship, owned
from pearlboard.games.piratoons.rules.refusals import IllegalStep
from pearlboard.games.piratoons.rules.ships import Part, Ship
from pearlboard.games.piratoons.rules.stowing import stowed
from pearlboard.games.piratoons.rules.tiles import SETS, Tile, box, is_boat, kind_of
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown.names import tile
from pearlboard.texts import Sentence, say


def yard(view: View, seat: Seat, ship: Ship | None = None) -> Sequence[Offer]:
    """The ship as it would be laid, or why it cannot be; what lies beside it, and its parts."""
    tiles = owned(view, seat)
    lies = stowed(view.ships[seat - 1], tiles) if ship is None else ship
    loose = ships.overboard(lies, tiles)
    beside = (_beside(view, seat, lies, each) for each in dict.fromkeys(loose))
    parts = (_part(view, seat, lies, at) for at in range(len(lies)))
    return (_ready(view, seat, lies, loose), *beside, *parts)


def _ready(view: View, seat: Seat, ship: Ship, loose: Sequence[Tile]) -> Offer:
    try:
        judge_ship(seat, ship, owned(view, seat))
    except IllegalStep as why:
        return Submenu(seat, say("piratoons_ear_not_yet", why=why.sentence), None)
    joined, worth = connections(ship), sum(sets.points(ships.equipment(ship)).values())
    numbers = {"connections": joined.points, "sets": worth, "empty": sum(ships.empty(ship).values())}
    told = say("piratoons_ear_lay", seat=seat, **numbers)
    if loose:
        told = say("piratoons_ear_lay_overboard", seat=seat, tiles=tuple(map(tile, loose)), **numbers)
    return Button("lay", seat, Lay(ship), told, main=True)


def _beside(view: View, seat: Seat, ship: Ship, name: Tile) -> Offer:
    """A tile that goes overboard unless it is put onto one of the parts on which it fits."""

    def targets() -> Iterator[Offer]:
        for at, part in enumerate(ship):
            if part.fits(kind_of(name)):
                words = say("piratoons_ear_onto", tile=tile(name), part=_called(at, part))
                yield Submenu(seat, words, partial(yard, view, seat, _with(ship, at, part.with_tile(name))))

    return Submenu(seat, say("piratoons_ear_beside", tile=tile(name)), lambda: tuple(targets()))


def _part(view: View, seat: Seat, ship: Ship, at: int) -> Offer:
    """A part with what lies on it, which leads to what can be done there."""
    part = ship[at]

    def deeds() -> Iterator[Offer]:
        yield Submenu(seat, described(part.tile), None)
        for name in dict.fromkeys(part.on):
            words = say("piratoons_ear_take_off", tile=tile(name), part=_called(at, part))
            yield Submenu(seat, words, partial(yard, view, seat, _with(ship, at, part.without(name))))
        if is_boat(part.tile):
            for to in range(1, len(ship) - 1):
                if to != at:
                    words = say("piratoons_ear_move", part=tile(part.tile), place=to + 1)
                    yield Submenu(seat, words, partial(yard, view, seat, _moved(ship, at, to)))

    return Submenu(seat, _laden(at, part), lambda: tuple(deeds()))


def _called(at: int, part: Part) -> Sentence:
    return say("piratoons_ear_part", number=at + 1, tile=tile(part.tile))


def _laden(at: int, part: Part) -> Sentence:
    """A part with what lies on it and the spaces that are free."""
    free = [kind for kind, count in ships.empty((part,)).items() for _ in range(count)]
    told = _called(at, part)
    if part.on:
        told = say("piratoons_ear_bears", part=told, tiles=tuple(map(tile, part.on)))
    return say("piratoons_ear_free", part=told, spaces=tuple(map(_kind, free))) if free else told


def _kind(kind: str) -> Sentence:
    return say(f"piratoons_ear_kind_{kind}")


def _with(ship: Ship, at: int, part: Part) -> Ship:
    return (*ship[:at], part, *ship[at + 1 :])


def _moved(ship: Ship, at: int, to: int) -> Ship:
    rest = (*ship[:at], *ship[at + 1 :])
    return (*rest[:to], ship[at], *rest[to:])


def described(name: Tile) -> Sentence:
    """A Boat or an end of a ship with what is drawn on it; any other tile by its name."""
    hull = box().hulls.get(name)
    if hull is None:
        return tile(name)
    spaces = tuple(_kind(kind) for kind in SETS for _ in range(hull.spaces[kind]))
    return say(
        "piratoons_ear_hull",
        tile=tile(name),
        fore=say(f"piratoons_ear_symbol_{hull.fore}"),
        aft=say(f"piratoons_ear_symbol_{hull.aft}"),
        spaces=spaces or (say("piratoons_ear_no_space"),),
        sails=hull.spaces["s"],
        barrels=hull.barrels,
    )


def laden(ship: Ship) -> tuple[Sentence, ...]:
    """Each part of a ship with what lies on it and the spaces that are free."""
    return tuple(_laden(at, part) for at, part in enumerate(ship))
