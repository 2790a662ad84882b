"""Pearls by ear: the functions behind the names of `games.api.ByEar`, from the table's view alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pearlboard.games.api import Button, ByEar, Moment, OnBoard, Seat
from pearlboard.games.pearls.board.places import NECKLACES, SLOTS
from pearlboard.games.pearls.rules.actions import Place
from pearlboard.games.pearls.rules.cards import COLOURS, number_of
from pearlboard.games.pearls.rules.names import cards
from pearlboard.games.pearls.rules.options import fits, turns
from pearlboard.games.pearls.rules.standings import points, standings
from pearlboard.games.pearls.rules.view import View
from pearlboard.games.pearls.shown.hints import hint
from pearlboard.games.pearls.shown.telling import advised, verdict
from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say

NUMBER: Final[Mapping[Site, int]] = {slot: number for number, slot in enumerate(SLOTS)}
VALUE: Final[Mapping[Site, int]] = {place: value for value, place in NECKLACES.items()}


class PearlsByEar(ByEar):
    """See `games.api.ByEar`."""

    def place(self, view: View, site: Site) -> Sentence | None:
        """The card of a slot, or the necklaces of a value."""
        if site in NUMBER:
            colour = view.display[NUMBER[site]]
            return say("pearls_ear_gap") if colour is None else cards(colour, 1)
        value = VALUE.get(site)
        return None if value is None else say("pearls_ear_necklaces", value=value, count=view.necklaces.count(value))

    def left(self, view: View, seat: Seat) -> tuple[Sentence, ...]:
        """How many cards a seat holds, and which these are where all hands lie open."""
        held, hand = view.sizes[seat - 1], view.hands[seat - 1]
        told = say("pearls_ear_hand", seat=seat, count=held)
        if hand is None or not held:
            return (told,)
        named = tuple(cards(colour, number_of(hand, colour)) for colour in COLOURS if number_of(hand, colour))
        return (told, say("pearls_ear_cards", cards=named))

    def where(self, board: OnBoard | None, view: View) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
        if view.over:
            return (), ()
        lying = zip(SLOTS, view.display, strict=True)
        slots = tuple(
            say("pearls_ear_slot", space=slot, cards=cards(colour, 1))
            for slot, colour in lying
            if colour is not None and fits(view, colour)
        )
        return (hint(view),), () if view.last_turns is not None else slots

    def score(self, view: View) -> tuple[Sentence, ...]:
        """The points where they lie open; else how much everybody has placed, and which necklaces lie with whom."""
        if view.over:
            ranked = standings(view)
            rows = (say("pearls_ear_points", seat=each.seat, count=each.score.total) for each in ranked)
            return (verdict(ranked), *rows)
        piles = tuple(_pile(view, seat) for seat in view.setup.seats)
        return (say("pearls_ear_left", count=view.draw, necklaces=len(view.necklaces)), *piles)

    def buttons(self, view: View, moment: Moment, site: Site | None) -> Sequence[Button]:
        """With open hands, the cards that may be placed: those for a necklace first, then the most."""
        if moment.table.thinking or (moment.draft is not None and not moment.draft.nothing):
            return ()
        return tuple(
            Button(f"place_{number}", view.to_move, place, advised(place))
            for number, place in enumerate(sorted(_places(view), key=_rank))
        )


def _places(view: View) -> Iterator[Place]:
    return (action for action in turns(view) if isinstance(action, Place))


def _rank(place: Place) -> tuple[bool, int, int]:
    return not place.necklace, -place.length, place.wilds


def _pile(view: View, seat: Seat) -> Sentence:
    """The cards and necklaces that a seat has placed and won."""
    pile = view.piles[seat - 1]
    total = points(pile)
    if total is not None:
        return say("pearls_ear_points", seat=seat, count=total)
    won = say("pearls_ear_won", necklaces=tuple(sorted(pile.necklaces))) if pile.necklaces else say("pearls_ear_none")
    return say("pearls_ear_placed", seat=seat, count=pile.size, won=won)
