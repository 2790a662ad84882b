"""Pearls in words: what somebody did, and how it ended."""

from collections.abc import Sequence

from pearlboard.games.api import Seat
from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.names import all_cards, cards
from pearlboard.games.pearls.rules.standings import Standing
from pearlboard.games.pearls.rules.view import View
from pearlboard.texts import Sentence, say


def told(after: View, seat: Seat, action: Action) -> Sentence:
    """A turn that was played before this view; of the last one it is known how many cards were taken."""
    last = after.last
    if not isinstance(action, Take):
        return _placed("pearls_told_place", action, seat=seat)
    if last is None or (last.seat, last.action) != (seat, action):
        return say("pearls_told_take", seat=seat, cards=all_cards(action.colour))
    return say("pearls_told_take", seat=seat, cards=cards(action.colour, last.cards))


def logged(before: View, seat: Seat, action: Action) -> Sentence:
    """The sentence about an action, from the view in which it was played."""
    if isinstance(action, Take):
        return say("pearls_told_take", seat=seat, cards=cards(action.colour, before.display.count(action.colour)))
    return _placed("pearls_told_place", action, seat=seat)


def advised(action: Action) -> Sentence:
    """The sentence that recommends an action."""
    if isinstance(action, Take):
        return say("pearls_take", cards=all_cards(action.colour))
    return _placed("pearls_place", action)


def _placed(name: str, action: Place, **more: object) -> Sentence:
    wilds, necklace = "_with_wilds" if action.wilds else "", "_for_necklace" if action.necklace else ""
    placed = {"cards": cards(action.colour, action.cards), "length": action.length, **more}
    if action.wilds:
        placed["wilds"] = cards(Colour.WILD, action.wilds)
    return say(f"{name}{wilds}{necklace}", **placed)


def verdict(ranked: Sequence[Standing]) -> Sentence:
    """The sentence about who has won, and by what."""
    first = [each for each in ranked if each.place == 1]
    points = first[0].score.total
    if len(first) > 1:
        return say("pearls_shared", seats=tuple(each.seat for each in first), count=points)
    level = [each for each in ranked if each.score.total == points]
    return say("pearls_won" if len(level) == 1 else "pearls_won_by_hand", seat=first[0].seat, count=points)
