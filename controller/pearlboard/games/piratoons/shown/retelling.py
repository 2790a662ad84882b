"""A finished game in words: what was done, with what was hidden then, and what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pearlboard.games.api import TABLE, Actor, Seat
from pearlboard.games.piratoons.rules.actions import (
    Action,
    Bid,
    Built,
    Choose,
    Count,
    Lay,
    Out,
    Put,
    Rebid,
    Spoil,
    Stop,
    Tally,
)
from pearlboard.games.piratoons.rules.judging import owned
from pearlboard.games.piratoons.rules.plunder import cancelled
from pearlboard.games.piratoons.rules.scoring import Score, scores
from pearlboard.games.piratoons.rules.ships import overboard
from pearlboard.games.piratoons.rules.state import Round, Sold, Stage, State, Where
from pearlboard.games.piratoons.rules.tiles import SETS, Tile, box
from pearlboard.games.piratoons.rules.view import View, view
from pearlboard.games.piratoons.shown import names, telling
from pearlboard.texts import Sentence, say


def acted(before: State, actor: Actor, action: Action) -> Sentence:
    """The sentence about an action of a seat, or of all together, in that state."""
    if actor != TABLE:
        return _by_seat(before, int(actor), action)
    match action:
        case Out():
            return say("piratoons_again_out" if action.out else "piratoons_again_in", seat=action.seat)
        case Spoil():
            return say("piratoons_again_spoiled", seat=action.seat, count=action.pieces)
        case Stop() if before.setup.plunder is Where.BOARD:
            return say("piratoons_again_stop")
        case Tally():
            return say("piratoons_again_tally")
    return say("piratoons_again_loot")


def _by_seat(before: State, seat: Seat, action: Action) -> Sentence:
    match action:
        case Put():
            there = before.now.put[action.place - 1][seat - 1] + 1
            tile = names.tile(before.now.chest[action.place - 1] or "s")
            return say("piratoons_again_put", seat=seat, place=action.place, tile=tile, count=there)
        case Count():
            return say("piratoons_again_count", seat=seat, count=sum(action.crew))
        case Bid() | Rebid():
            return bid(seat, action.doubloons)
        case Choose():
            return bought(before.now.bids, before.sea, seat, action)
    return telling.told(seat, action)


def bought(bids: Sequence[int | None] | None, sea: tuple[Tile, ...], seat: Seat, action: Choose) -> Sentence:
    """A tile of the chest or from the sea, and its price."""
    afloat = not action.place and action.tile in sea
    name = "piratoons_again_choose_sea" if afloat else "piratoons_again_choose"
    count = (bids[seat - 1] or 0) if bids else 0
    return say(name, seat=seat, tile=names.lying(action.tile, action.place), count=count)


def bid(seat: Seat, doubloons: int) -> Sentence:
    """A bid, opened."""
    return say("piratoons_again_bid" if doubloons else "piratoons_again_no_bid", seat=seat, count=doubloons)


def besides(before: State, actor: Actor, action: Action) -> Iterator[Sentence]:
    """Further sentences about it."""
    if isinstance(action, Put) and before.now.sand_out:
        yield say("piratoons_again_sand")
    if isinstance(action, Count) and action.spoiled:
        yield say("piratoons_again_spoiled", seat=actor, count=action.spoiled)
    if isinstance(action, Built) and action.overboard:
        yield say("piratoons_again_threw", count=action.overboard)
    if isinstance(action, Lay):
        thrown = overboard(action.ship, owned(view(before, TABLE), int(actor)))
        if thrown:
            yield say("piratoons_again_thrown", tiles=_tiles(thrown))


def came(before: View, after: View) -> Iterator[Sentence]:
    """The results of a stop and of opened bids."""
    if after.loot and not before.loot:
        yield from looted(after, before.chest)
    if after.bids is not None and before.bids is None:
        yield from opened(after, after.bids)


def brought(now: View) -> Iterator[Sentence]:
    """The latest result of this round, of the last one while the lid is on: the loot, or the auction with each sale."""
    if now.stage in (Stage.BIDS, Stage.CHOICE, Stage.SHIPS):
        yield from opened(now, now.bids, now.sold) if now.bids else looted(now, _chest(now))
    elif now.stage is Stage.CLOSED and now.last is not None and now.last.bids is not None:
        yield from opened(now, now.last.bids, now.last.sold)


def _chest(now: View) -> tuple[Tile | None, ...]:
    held = [iter(tiles) for tiles in now.won]
    return tuple(None if seat is None else next(held[seat - 1]) for seat in now.loot)


# --- loot and auction --------------------------------------------------------------------------------------------


def looted(now: View, chest: tuple[Tile | None, ...]) -> Iterator[Sentence]:
    """The payments and winners, and where crews of the same size have let somebody else take a tile."""
    if now.halvings:
        yield say("piratoons_again_halved", count=now.halvings)
    for seat in now.setup.seats:
        won = tuple(
            names.lying(tile, place)
            for place, (tile, winner) in enumerate(zip(chest, now.loot, strict=True), 1)
            if winner == seat and tile is not None
        )
        paid = now.pay[seat - 1]
        what = (say("piratoons_of_doubloons", count=paid), *won) if paid else won
        yield (
            say("piratoons_again_takes", seat=seat, what=what)
            if what
            else say("piratoons_again_takes_nothing", seat=seat)
        )
    yield from _ties(now)
    if now.stage is Stage.SHIPS:
        yield say("piratoons_again_no_auction")


def _ties(now: View) -> Iterator[Sentence]:
    for place, row in enumerate(now.crew or (), 1):
        level = cancelled(row, now.out)
        winner = now.loot[place - 1]
        if level and winner is None:
            yield say("piratoons_again_tie", seats=level, place=place)
        elif level:
            yield say("piratoons_again_tie_won", seats=level, place=place, other_seat=winner)


def opened(now: View, bids: tuple[int, ...], sold: tuple[Sold, ...] = ()) -> Iterator[Sentence]:
    """The bids, those that cancel, what was bought, and who chooses."""
    yield from _bids(bids)
    for sale in sold:
        yield say("piratoons_again_choose", seat=sale.seat, tile=names.tile(sale.tile), count=sale.price)
    if now.buyers:
        yield say("piratoons_again_buyers", seats=now.buyers, count=len(now.buyers))
    elif not sold:
        yield say("piratoons_again_nobody_buys")


def _bids(bids: tuple[int, ...]) -> Iterator[Sentence]:
    told = tuple(say("piratoons_again_bid_of", seat=seat, count=count) for seat, count in enumerate(bids, 1))
    level = tuple(seat for seat, count in enumerate(bids, 1) if count and bids.count(count) > 1)
    yield say("piratoons_again_bids", bids=told)
    if level:
        yield say("piratoons_again_level", seats=level)


def _tiles(some: tuple[Tile, ...]) -> tuple[Sentence, ...]:
    return tuple(names.tile(tile) for tile in some)


# --- how it stands -----------------------------------------------------------------------------------------------


def round_over(after: State, over: Round) -> tuple[Sentence, ...]:
    """The end of a round, and what everybody would have if the game ended there."""
    boxed = after.setup.boxed
    counted = {} if boxed else scores(over.ships, over.doubloons)
    lines = (
        say("piratoons_again_stands", seat=seat, count=score.points.total, points=signed(score.points.total))
        for seat, score in counted.items()
    )
    sea = say("piratoons_again_sea", count=len(over.sea)) if over.sea else say("piratoons_again_sea_bare")
    return (say("piratoons_again_round", number=after.played, of=box().rounds), *lines, sea)


def signed(number: int) -> str:
    """A number with a minus sign in place of a hyphen."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


CATEGORIES: Final = ("fastest", "richest", "biggest", "connections", "empty", "sets")
"""The categories of the count, in order."""


def category(name: str, counted: Mapping[Seat, Score]) -> tuple[Sentence, ...]:
    """A category: its name, and each seat's number and points."""
    points = {seat: getattr(score.points, name) for seat, score in counted.items()}
    lines = (
        say("piratoons_count_line", seat=seat, what=_what(name, score), count=points[seat], points=signed(points[seat]))
        for seat, score in counted.items()
    )
    return (say(f"piratoons_count_{name}"), *lines)


def _what(name: str, score: Score) -> Sentence:
    match name:
        case "fastest":
            return say("piratoons_of_sails", count=score.sails)
        case "richest":
            return say("piratoons_of_doubloons", count=score.doubloons)
        case "biggest":
            return say("piratoons_of_barrels", count=score.barrels)
        case "connections":
            return say("piratoons_of_connections", right=score.connections.right, wrong=score.connections.wrong)
        case "empty":
            return say("piratoons_of_empty", **{kind: score.empty[kind] for kind in SETS}, count=score.empty_total)
    return say("piratoons_of_sets", **{kind: score.sets[kind] for kind in SETS})
