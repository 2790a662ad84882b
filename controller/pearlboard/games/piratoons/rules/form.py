"""From what was chosen in the set-up form to an agreement."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from pearlboard.games.forms import read_form
from pearlboard.games.piratoons.rules import setup
from pearlboard.games.piratoons.rules.state import PLAYERS, SAND_MS, Setup, Tiles, Where
from pearlboard.games.values import Json, Player

LABELS: Final = {
    "tiles": "piratoons_choice_tiles",
    "plunder": "piratoons_choice_plunder",
    "sand": "piratoons_choice_sand",
    "covered": "piratoons_choice_covered",
}
"""What stands beside each field of the form."""


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """What the form says; `sand` in seconds, `covered`: seats whose doubloons are not drawn for others."""

    tiles: Tiles = Tiles.SCREEN
    plunder: Where = Where.BOARD
    sand: int = SAND_MS // 1000
    covered: Annotated[list[Annotated[int, Meta(ge=1, le=PLAYERS[-1])]], Meta(max_length=PLAYERS[-1])] = []


def agree(options: Json, players: Sequence[Player]) -> Setup:
    """The agreement; `BadSetup` or `BadOptions` says what to change."""
    form = read_form(options, Form, LABELS)
    covered = tuple(sorted({seat for seat in form.covered if seat <= len(players)}))
    wanted = Setup(len(players), form.plunder, 1000 * form.sand, covered, form.tiles)
    setup.check(wanted)
    return wanted
