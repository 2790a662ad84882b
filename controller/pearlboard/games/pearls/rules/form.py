"""The options of a game: from the answers in the set-up form to an agreement, and back."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Final

from msgspec import Meta, Struct

from pearlboard.games.api import Options
from pearlboard.games.forms import read_form
from pearlboard.games.pearls.rules import notation, setup
from pearlboard.games.pearls.rules.cards import NECKLACES
from pearlboard.games.pearls.rules.state import Hands, Setup
from pearlboard.games.values import Json, Player
from pearlboard.texts import Sentence, say

LABELS: Final = {
    "all_cards": "pearls_choice_all_cards",
    "necklaces": "pearls_choice_necklaces",
    "hands": "pearls_choice_hands",
    "open_scores": "pearls_choice_open_scores",
}
"""The labels of the form's fields."""


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers of the form; `necklaces` null: those of the box."""

    all_cards: bool = False
    necklaces: Annotated[list[int], Meta(max_length=40)] | None = None
    hands: Hands = Hands.HIDDEN
    open_scores: bool = False


def agree(options: Json, players: Sequence[Player], _rng: Random) -> Setup:
    """The agreement; `BadSetup` or `BadOptions` says what to change."""
    form = read_form(options, Form, LABELS)
    necklaces = NECKLACES if form.necklaces is None else tuple(sorted(form.necklaces))
    wanted = Setup(len(players), form.all_cards, necklaces, form.hands, form.open_scores)
    setup.check(wanted)
    return wanted


def _last(agreed: Setup) -> Json:
    return {
        "all_cards": agreed.all_cards,
        "necklaces": list(agreed.necklaces),
        "hands": agreed.hands.value,
        "open_scores": agreed.open_scores,
    }


def _said(agreed: Setup) -> Iterable[Sentence]:
    yield say("pearls_rule_open" if agreed.hands is Hands.OPEN else "pearls_rule_hidden")
    if agreed.all_cards:
        yield say("pearls_rule_all_cards")
    if agreed.open_scores:
        yield say("pearls_rule_open_scores")
    if tuple(agreed.necklaces) != NECKLACES:
        yield say("pearls_rule_necklaces", necklaces=" ".join(map(str, sorted(agreed.necklaces))))


OPTIONS: Final = Options(
    agree,
    encode=notation.setup_to_json,
    decode=notation.setup_from_json,
    last=_last,
    said=_said,
    variants=({}, {"hands": "open"}, {"open_scores": True}),
)
