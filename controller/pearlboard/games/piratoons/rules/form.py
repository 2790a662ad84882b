"""The options of a game: from the answers in the set-up form to an agreement, and back."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Final

from msgspec import Meta, Struct

from pearlboard.games.api import Options
from pearlboard.games.forms import read_form
from pearlboard.games.piratoons.rules import notation, setup
from pearlboard.games.piratoons.rules.state import PLAYERS, SAND_MS, Setup, Tiles, Where
from pearlboard.games.values import Json, Player
from pearlboard.texts import Sentence, say

SECOND: Final = 1000
LABELS: Final = {
    "tiles": "piratoons_choice_tiles",
    "plunder": "piratoons_choice_plunder",
    "sand": "piratoons_choice_sand",
    "covered": "piratoons_choice_covered",
}
"""The labels of the form's fields."""


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers of the form; `sand` in seconds, 0: none; `covered`: whose doubloons are not drawn for others."""

    tiles: Tiles = Tiles.SCREEN
    plunder: Where = Where.BOARD
    sand: int = SAND_MS // SECOND
    covered: Annotated[list[Annotated[int, Meta(ge=1, le=PLAYERS[-1])]], Meta(max_length=PLAYERS[-1])] = []


def agree(options: Json, players: Sequence[Player], _rng: Random) -> Setup:
    """The agreement; `BadSetup` or `BadOptions` says what to change."""
    form = read_form(options, Form, LABELS)
    covered = tuple(sorted({seat for seat in form.covered if seat <= len(players)}))
    wanted = Setup(len(players), form.plunder, SECOND * form.sand, covered, form.tiles)
    setup.check(wanted)
    return wanted


def _last(agreed: Setup) -> Json:
    return {
        "tiles": str(agreed.tiles),
        "plunder": str(agreed.plunder),
        "sand": agreed.sand_ms // SECOND,
        "covered": list(agreed.covered),
    }


def _said(agreed: Setup) -> Iterable[Sentence]:
    if agreed.boxed:
        yield say("piratoons_rule_box")
    yield say("piratoons_rule_screen" if agreed.plunder is Where.SCREEN else "piratoons_rule_board")
    if not agreed.sand_ms:
        yield say("piratoons_rule_no_sand")
    elif agreed.sand_ms != SAND_MS:
        yield say("piratoons_rule_sand", count=agreed.sand_ms // SECOND)


OPTIONS: Final = Options(
    agree,
    encode=notation.setup_to_json,
    decode=notation.setup_from_json,
    last=_last,
    said=_said,
    for_computers=lambda agreed: not agreed.boxed,  # of the tiles of a real box nobody tells a computer anything
    variants=({}, {"plunder": "screen"}, {"plunder": "screen", "sand": 0}),
)
