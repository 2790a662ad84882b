"""Explanations and answers for a beginner: from the table's view alone, so all may read them."""

from collections.abc import Iterator

from pearlboard.games.api import Answer, Explanation, Moment
from pearlboard.games.pearls.rules.actions import Place
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.options import fits
from pearlboard.games.pearls.rules.state import LIMIT
from pearlboard.games.pearls.rules.view import View
from pearlboard.texts import say

NEARLY_FULL = LIMIT - 2
NEARLY_EMPTY = 12
"""Cards of the pile, when the end is near."""


def explanations(before: View | None, view: View) -> Iterator[Explanation]:
    """The most urgent first."""
    if view.over:
        return
    seat = view.to_move
    if view.last_turns is not None:
        yield Explanation("last", say("pearls_explain_last"))
        return
    yield from _of_necklace(before, view)
    if before is None:
        yield Explanation("begin", say("pearls_explain_begin"))
    if view.sizes[seat - 1] >= NEARLY_FULL:
        yield Explanation("full", say("pearls_explain_full", seat=seat, count=view.sizes[seat - 1], limit=LIMIT))
    if view.draw <= NEARLY_EMPTY:
        yield Explanation("end", say("pearls_explain_end", count=view.draw))
    if view.display.count(Colour.WILD) > 1:
        yield Explanation("wilds", say("pearls_explain_wilds"))
    if not view.setup.open_scores and view.last is not None and isinstance(view.last.action, Place):
        yield Explanation("placed", say("pearls_explain_placed"))
    if view.last is not None:
        yield Explanation("groups", say("pearls_explain_groups"))


def _of_necklace(before: View | None, view: View) -> Iterator[Explanation]:
    last = view.last
    if before is None or last is None or last.necklace is None or last == before.last:
        return
    yield Explanation("necklace", say("pearls_explain_necklace", seat=last.seat, count=last.necklace))


def answers(view: View, moment: Moment) -> Iterator[Answer]:
    """The answers to questions, beginning with what can be done."""
    del moment
    if view.over:
        return
    if view.last_turns is not None:
        yield Answer(say("pearls_ask_dark"), say("pearls_answer_dark"))
    else:
        yield Answer(say("pearls_ask_now"), say("pearls_answer_now"))
        if not all(fits(view, colour) for colour in view.display if colour is not None):
            yield Answer(say("pearls_ask_limit"), say("pearls_answer_limit", limit=LIMIT))
    yield Answer(say("pearls_ask_necklace"), say("pearls_answer_necklace"))
    yield Answer(say("pearls_ask_wilds"), say("pearls_answer_wilds"))
