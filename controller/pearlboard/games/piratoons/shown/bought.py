"""The use of pieces and doubloons in a finished game: where they went, and what each tile is worth in the end.

A tile is worth the points of its seat with it, less those without it, while everything else lies as it lies; without a
Boat what lay on it finds another place if that is better. So the worths of all tiles need not come to all the points.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pearlboard.games.api import Course, Json, Seat
from pearlboard.games.piratoons.rules import ships, stowing
from pearlboard.games.piratoons.rules.plunder import placed
from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.state import Round, Stage, State
from pearlboard.games.piratoons.rules.tiles import Tile, box, is_boat


@dataclass(frozen=True, slots=True)
class Gain:
    """A tile that somebody came by, in which round: by so many pieces, or for so many doubloons.

    kept    it lies on the ship at the end; `points`: what it is worth there
    """

    tile: Tile
    round: int
    pieces: int
    doubloons: int
    kept: bool = False
    points: int = 0


def document(course: Course) -> list[Json]:
    """Purchases by seat, as plain data."""
    chests = list(_chests(course))
    return [_of_seat(course, seat, chests) for seat in course.end.setup.seats]


def _chests(course: Course) -> Iterator[tuple[Tile | None, ...]]:
    """The nine tiles of each round, as they lay when the lid was lifted."""
    seen = -1
    for state in (*(act.before for act in course.acts), course.end):
        if state.stage is Stage.PLUNDER and state.played > seen:
            seen = state.played
            yield state.now.chest


def _of_seat(course: Course, seat: Seat, chests: list[tuple[Tile | None, ...]]) -> Json:
    gains = list(_with_worth(course.end, seat, list(_gains(course.end.rounds, seat, chests))))
    return {
        "seat": seat,
        "pieces": _pieces(course.end.rounds, seat, [gain for gain in gains if gain.pieces]),
        "doubloons": _doubloons(course, seat, [gain for gain in gains if gain.doubloons]),
        "tiles": [_tile(gain) for gain in gains],
    }


def _pieces(rounds: tuple[Round, ...], seat: Seat, gains: list[Gain]) -> Json:
    """The pieces that won a tile, that did not, and that stayed in hand."""
    laid = sum(placed(over.crew, seat) + over.spoiled[seat - 1] for over in rounds)
    won = sum(gain.pieces for gain in gains)
    return {"won": won, "lost": laid - won, "kept": box().crew * len(rounds) - laid, **_sums(gains)}


def _doubloons(course: Course, seat: Seat, gains: list[Gain]) -> Json:
    """The origins and uses of a seat's doubloons."""
    start, left = course.start.doubloons[seat - 1], course.end.doubloons[seat - 1]
    paid = sum(over.pay[seat - 1] for over in course.end.rounds)
    spent = sum(gain.doubloons for gain in gains)
    given_back = start + paid - spent - left
    return {"start": start, "paid": paid, "given_back": given_back, "spent": spent, "left": left, **_sums(gains)}


def _sums(gains: list[Gain]) -> Json:
    return {"tiles": len(gains), "points": sum(gain.points for gain in gains)}


def _tile(gain: Gain) -> Json:
    return {
        "tile": gain.tile,
        "round": gain.round,
        "pieces": gain.pieces,
        "doubloons": gain.doubloons,
        "kept": gain.kept,
        "points": gain.points,
    }


def _gains(rounds: tuple[Round, ...], seat: Seat, chests: list[tuple[Tile | None, ...]]) -> Iterator[Gain]:
    for number, (over, chest) in enumerate(zip(rounds, chests, strict=True), 1):
        for tile, winner, row in zip(chest, over.loot, over.crew, strict=True):
            if winner == seat and tile is not None:
                yield Gain(tile, number, row[seat - 1], 0)
        for sold in over.sold:
            if sold.seat == seat:
                yield Gain(sold.tile, number, 0, sold.price)


def _with_worth(end: State, seat: Seat, gains: list[Gain]) -> Iterator[Gain]:
    """The gains with their worth. Of copies of a design the first are taken to have stayed, since they are alike."""
    left, worth = Counter(ships.tiles(end.ships[seat - 1])), worths(end, seat)
    for gain in gains:
        kept = left[gain.tile] > 0
        left[gain.tile] -= kept
        yield Gain(gain.tile, gain.round, gain.pieces, gain.doubloons, kept, worth[gain.tile] if kept else 0)


def worths(end: State, seat: Seat) -> dict[Tile, int]:
    """The points of one tile of each design on the seat's ship, and of each Boat."""
    own = end.ships[seat - 1]
    points = _points(end, seat, own)
    return {
        tile: points - max(_points(end, seat, ship) for ship in _without(own, tile)) for tile in set(ships.tiles(own))
    }


def _points(end: State, seat: Seat, ship: Ship) -> int:
    fleet = (*end.ships[: seat - 1], ship, *end.ships[seat:])
    return scores(fleet, end.doubloons)[seat].points.total


def _without(ship: Ship, tile: Tile) -> Iterator[Ship]:
    if is_boat(tile):
        rest = tuple(part for part in ship if part.tile != tile)
        yield rest
        yield stowing.stowed(rest, (*ships.boats(rest), *ships.equipment(ship)))
        return
    for at, part in enumerate(ship):
        if tile in part.on:
            yield (*ship[:at], part.without(tile), *ship[at + 1 :])
