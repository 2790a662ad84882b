"""Why the computer recommends a turn: one sentence that is true for all that its reader knows."""

from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import INDEX, VALUES, number_of
from pearlboard.games.pearls.rules.names import cards
from pearlboard.games.pearls.rules.view import View
from pearlboard.texts import Sentence, say

MANY = 3
"""So many cards at once are worth saying."""


def reason(own: View, action: Action) -> Sentence | None:
    """Of a take what it makes with the own hand, of a placement what it brings; None where there is nothing to say."""
    return _of_place(own, action) if isinstance(action, Place) else _of_take(own, action)


def _of_place(own: View, action: Place) -> Sentence:
    worth = action.cards * VALUES[INDEX[action.colour]]
    if action.necklace:
        return say("pearls_why_necklace", count=worth, length=action.length)
    if own.last_turns is not None:
        return say("pearls_why_last", count=worth)
    return say("pearls_why_place", count=worth)


def _of_take(own: View, action: Take) -> Sentence | None:
    taken = own.display.count(action.colour)
    hand = own.hands[own.to_move - 1]
    group = taken + (number_of(hand, action.colour) if hand is not None else 0)
    if hand is not None and group > taken and group in own.necklaces:
        return say("pearls_why_group", cards=cards(action.colour, group), length=group)
    if hand is not None and group > taken:
        return say("pearls_why_more", cards=cards(action.colour, group))
    if taken >= MANY:
        return say("pearls_why_many", count=taken)
    value = VALUES[INDEX[action.colour]]
    return say("pearls_why_value", count=value) if value >= MANY else None
