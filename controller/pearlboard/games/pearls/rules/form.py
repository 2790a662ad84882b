"""From what was chosen in the set-up form to an agreement."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from pearlboard.games.forms import read_form
from pearlboard.games.pearls.rules import setup
from pearlboard.games.pearls.rules.cards import NECKLACES
from pearlboard.games.pearls.rules.state import Hands, Setup
from pearlboard.games.values import Json, Player

LABELS: Final = {
    "all_cards": "pearls_choice_all_cards",
    "necklaces": "pearls_choice_necklaces",
    "hands": "pearls_choice_hands",
    "open_scores": "pearls_choice_open_scores",
}
"""What stands beside each field of the form."""


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """What the form says; `necklaces` null: those of the box."""

    all_cards: bool = False
    necklaces: Annotated[list[int], Meta(max_length=40)] | None = None
    hands: Hands = Hands.HIDDEN
    open_scores: bool = False


def agree(options: Json, players: Sequence[Player]) -> Setup:
    """The agreement; `BadSetup` or `BadOptions` says what to change."""
    form = read_form(options, Form, LABELS)
    necklaces = NECKLACES if form.necklaces is None else tuple(sorted(form.necklaces))
    wanted = Setup(len(players), form.all_cards, necklaces, form.hands, form.open_scores)
    setup.check(wanted)
    return wanted
