"""Why the computer recommends a turn: sentences that are true for all that their reader knows, the strongest first."""

from collections.abc import Iterator

from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import INDEX, VALUES, number_of
from pearlboard.games.pearls.rules.names import cards
from pearlboard.games.pearls.rules.view import View
from pearlboard.texts import Sentence, say

MANY = 3
"""The number of cards at once that is worth mentioning."""


def reasons(own: View, action: Action) -> Iterator[Sentence]:
    """Reasons for an action: what a take makes with the own hand, what a placement brings; none if that is nothing."""
    return _of_place(own, action) if isinstance(action, Place) else _of_take(own, action)


def _of_place(own: View, action: Place) -> Iterator[Sentence]:
    worth = action.cards * VALUES[INDEX[action.colour]]
    if action.necklace:
        yield say("pearls_why_necklace", count=worth, length=action.length)
    elif own.last_turns is None:
        yield say("pearls_why_place", count=worth)
    elif worth:
        yield say("pearls_why_last", count=worth)


def _of_take(own: View, action: Take) -> Iterator[Sentence]:
    taken = own.display.count(action.colour)
    hand = own.hands[own.to_move - 1]
    group = taken + (number_of(hand, action.colour) if hand is not None else 0)
    if group > taken and group in own.necklaces:
        yield say("pearls_why_group", cards=cards(action.colour, group), length=group)
    if group > taken:
        yield say("pearls_why_more", cards=cards(action.colour, group))
    if taken >= MANY:
        yield say("pearls_why_many", count=taken)
    if (value := VALUES[INDEX[action.colour]]) >= MANY:
        yield say("pearls_why_value", count=value)
