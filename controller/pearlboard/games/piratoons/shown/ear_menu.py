"""The spoken menu of Piratoons: everything that pages offer by drawing it, from the table's view alone.

What is made of several parts (a count, hands, a real ship's points) is said part by part; the last item says all of it
again, and choosing that one counts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pearlboard.games.api import TABLE, Button, Moment, Offer, Seat, Submenu
from pearlboard.games.piratoons.board.draft import price
from pearlboard.games.piratoons.rules.actions import Built, Choose, Close, Count, Fists, Out, Put, Spoil, Tally
from pearlboard.games.piratoons.rules.judging import LEAST, MOST, may_put, owned
from pearlboard.games.piratoons.rules.options import known
from pearlboard.games.piratoons.rules.plunder import Told, at_least
from pearlboard.games.piratoons.rules.state import Stage, Where
from pearlboard.games.piratoons.rules.tiles import EQUIPMENT, PLACES, box
from pearlboard.games.piratoons.rules.turns import agreed
from pearlboard.games.piratoons.rules.view import View
from pearlboard.games.piratoons.shown import names
from pearlboard.games.piratoons.shown.yard_by_ear import yard
from pearlboard.texts import Sentence, say

TEN: Final = 10


def offers(view: View, moment: Moment) -> Iterator[Offer]:
    """The items of this stage: what is awaited first."""
    match view.stage:
        case Stage.PLUNDER:
            yield from _put(view)
        case Stage.COUNT:
            yield from _counts(view)
        case Stage.BIDS:
            yield from _hands(view, moment)
        case Stage.CHOICE:
            yield from _choices(view)
        case Stage.SHIPS:
            yield from _ships(view)
        case Stage.TALLY:
            yield Submenu(TABLE, say("piratoons_ear_tally"), partial(_tens, view, ()))
    if view.stage in (Stage.PLUNDER, Stage.COUNT):
        yield Submenu(TABLE, say("ui_pirate_referee"), lambda: tuple(_happened(view)))


# --- plunder -----------------------------------------------------------------------------------------------------


def _put(view: View) -> Iterator[Offer]:
    """The tiles on which a seat may place a piece by a screen: in turn, or whoever wants to."""
    if view.setup.plunder is not Where.SCREEN:
        return
    for seat in view.setup.seats:
        if not may_put(view, seat) or view.turn not in (None, seat) or (view.setup.in_turn and view.turn is None):
            continue
        if view.turn == seat:
            yield from _places(view, seat)
        else:
            yield Submenu(seat, say("piratoons_ear_put", seat=seat), partial(_places, view, seat), private=True)


def _places(view: View, seat: Seat) -> Sequence[Offer]:
    return tuple(
        Button(f"put_{place}", seat, Put(place), say("piratoons_ear_put_on", what=_place(view, place)))
        for place in range(1, PLACES + 1)
    )


def _place(view: View, place: int) -> Sentence:
    """A place of the chest with its tile, and who lies there with how many pieces as far as all know it."""
    tile = view.chest[place - 1]
    named = names.tile(tile) if tile is not None else say("piratoons_ear_no_tile")
    crew = tuple(
        say("piratoons_ear_crew", seat=seat, count=count)
        for seat, count in enumerate(view.put[place - 1] if view.put else (), 1)
        if count
    )
    there = say("piratoons_tile_at", place=place)
    if not crew:
        return say("piratoons_ear_at", there=there, tile=named)
    return say("piratoons_ear_at_with", there=there, tile=named, crew=crew)


def _happened(view: View) -> Iterator[Offer]:
    """Pieces that were spoiled, and players who are out: the board judges nobody."""
    for seat in view.setup.seats:
        spoilt = view.spoilt[seat - 1]
        for pieces, words in ((spoilt + 1, "piratoons_ear_spoil"), (spoilt - 1, "piratoons_ear_unspoil")):
            if 0 <= pieces <= view.stock[seat - 1]:
                told = say(words, seat=seat, count=pieces)
                yield Button(f"spoil_{seat}_{pieces}", TABLE, Spoil(seat, pieces), told)
        out = seat not in view.out
        told = say("piratoons_ear_out" if out else "piratoons_ear_not_out", seat=seat)
        yield Button(f"out_{seat}", TABLE, Out(seat, out), told)


# --- the count ---------------------------------------------------------------------------------------------------


def _counts(view: View) -> Iterator[Offer]:
    """A count for each seat that has still to say it; once all have, the same to be put right."""
    said = known(view)
    for seat, told in enumerate(said, 1):
        if told is None:
            supposed, agree = at_least(view, seat, box().crew), partial(_counted, seat)
            within = partial(_counting, view, seat, supposed, agree)
            yield Submenu(seat, say("piratoons_ear_count", seat=seat), within)
    all_said = tuple(told for told in said if told is not None)
    if len(all_said) == view.setup.players:
        yield Submenu(TABLE, say("ui_pirate_correct"), partial(_correcting, view, all_said))


def _counted(seat: Seat, told: Told) -> Offer:
    return Button("count", seat, Count(told.crew, told.spoiled), _right(seat, told))


def _said(seat: Seat, told: Told) -> Sentence:
    on = tuple(say("piratoons_ear_on", place=place, count=count) for place, count in enumerate(told.crew, 1) if count)
    spoiled = say("piratoons_ear_spoiled", count=told.spoiled)
    return say("piratoons_ear_said", seat=seat, told=(*on, spoiled))


def _right(seat: Seat, told: Told) -> Sentence:
    return say("piratoons_ear_counted", told=_said(seat, told))


def _counting(view: View, seat: Seat, told: Told, agree: Callable[[Told], Offer]) -> Sequence[Offer]:
    """The counts so far, and each number of them to be changed: tiles with pieces first."""
    left = box().crew - sum(told.crew) - told.spoiled

    def numbers(name: str, now: int, change: Callable[[int], Told], **about: int) -> Offer:
        """The number that is set now, which leads to those that it may be."""
        return Submenu(
            TABLE,
            say("piratoons_ear_change", what=say(name, count=now, **about)),
            lambda: tuple(
                Submenu(TABLE, say(name, count=count, **about), partial(_counting, view, seat, change(count), agree))
                for count in range(now + left + 1)
            ),
        )

    def on(place: int) -> Callable[[int], Told]:
        return lambda count: replace(told, crew=(*told.crew[: place - 1], count, *told.crew[place:]))

    seen = {place for place, other in view.seen if other == seat}
    places = sorted(range(1, PLACES + 1), key=lambda place: (place not in seen and not told.crew[place - 1], place))
    return (
        agree(told),
        *(numbers("piratoons_ear_on", told.crew[place - 1], on(place), place=place) for place in places),
        numbers("piratoons_ear_spoiled", told.spoiled, lambda count: replace(told, spoiled=count)),
    )


def _correcting(view: View, said: tuple[Told, ...]) -> Sequence[Offer]:
    """Every count as it is known, for all together to put right."""

    def changed(seat: Seat, told: Told) -> Offer:
        corrected = (*said[: seat - 1], told, *said[seat:])
        return Submenu(TABLE, _right(seat, told), partial(_correcting, view, corrected))

    return (
        Button("corrected", TABLE, agreed(list(said), view.out), say("ui_pirate_corrected")),
        *(
            Submenu(
                TABLE,
                say("piratoons_ear_change", what=_said(seat, told)),
                partial(_counting, view, seat, told, partial(changed, seat)),
            )
            for seat, told in enumerate(said, 1)
        ),
    )


# --- the auction -------------------------------------------------------------------------------------------------


def _hands(view: View, moment: Moment) -> Iterator[Offer]:
    """Hands close once everybody else has bid, and then it is said what was in them."""
    open_hands = tuple(seat for seat in view.setup.seats if seat not in view.sealed)
    if view.closed:
        if view.opened:
            yield Submenu(TABLE, say("piratoons_ear_hands"), partial(_held, view, open_hands, ()))
        return
    late = tuple(seat for seat in open_hands if moment.sittings[seat].level or moment.sittings[seat].screen)
    if late:
        yield Submenu(TABLE, say("piratoons_ear_late", seats=late), None)
    elif open_hands:
        yield Button("close", TABLE, Close(), say("piratoons_ear_close"), main=True)


def _held(view: View, hands: tuple[Seat, ...], held: tuple[int, ...]) -> Sequence[Offer]:
    """The possible content of the next hand; once all hands are said, all of it."""
    if len(held) == len(hands):
        bids = dict(zip(hands, held, strict=True))
        fists = Fists(tuple(bids.get(seat) for seat in view.setup.seats))
        told = tuple(say("piratoons_ear_holds", seat=seat, count=count) for seat, count in bids.items())
        return (Button("fists", TABLE, fists, say("piratoons_ear_counted", told=told), main=True),)
    seat = hands[len(held)]
    return tuple(
        Submenu(TABLE, say("piratoons_ear_holds", seat=seat, count=count), partial(_held, view, hands, (*held, count)))
        for count in range(view.doubloons[seat - 1] + 1)
    )


def _choices(view: View) -> Iterator[Offer]:
    """The tiles that the buyer may take."""
    seat, cost = view.buyers[0], price(view)
    chest = [(tile, place) for place, tile in enumerate(view.chest, 1) if tile is not None]
    sea = [(tile, 0) for tile in dict.fromkeys(view.sea)]
    for tile, place in (*chest, *sea):
        there = say("piratoons_tile_at", place=place) if place else say("piratoons_ear_afloat")
        what = say("piratoons_ear_at", there=there, tile=names.tile(tile))
        words = say("piratoons_ear_take", seat=seat, what=what, count=cost)
        yield Button(f"choose_{place}_{tile}", seat, Choose(tile, place), words)


# --- ships -------------------------------------------------------------------------------------------------------


def _ships(view: View) -> Iterator[Offer]:
    for seat in view.awaited:
        if view.setup.boxed:
            yield Submenu(seat, say("piratoons_ear_threw_how", seat=seat), partial(_threw, view, seat), private=True)
        else:
            yield Submenu(seat, say("piratoons_ear_build", seat=seat), partial(yard, view, seat), private=True)


def _threw(view: View, seat: Seat) -> Sequence[Offer]:
    most = owned(view, seat).count(EQUIPMENT)
    return tuple(
        Button(f"built_{count}", seat, Built(count), say("piratoons_ear_threw", seat=seat, count=count))
        for count in range(most + 1)
    )


# --- the points of real ships ------------------------------------------------------------------------------------


def _tens(view: View, points: tuple[int, ...]) -> Sequence[Offer]:
    """The tens of the next ship's points, up from 0, and then those below; once all is said, all of it."""
    seats = view.setup.seats
    if len(points) == len(seats):
        told = tuple(say("piratoons_again_bid_of", seat=seat, count=points[seat - 1]) for seat in seats)
        return (Button("tally", TABLE, Tally(points), say("piratoons_ear_counted", told=told), main=True),)
    seat = seats[len(points)]
    starts = (*range(0, MOST + 1, TEN), *range(LEAST, 0, TEN))
    return tuple(
        Submenu(
            TABLE,
            say("piratoons_ear_tens", seat=seat, least=start, most=min(start + TEN - 1, MOST)),
            partial(_ones, view, points, start),
        )
        for start in starts
    )


def _ones(view: View, points: tuple[int, ...], start: int) -> Sequence[Offer]:
    seat = view.setup.seats[len(points)]
    return tuple(
        Submenu(TABLE, say("piratoons_ear_points", seat=seat, count=count), partial(_tens, view, (*points, count)))
        for count in range(start, min(start + TEN, MOST + 1))
    )
