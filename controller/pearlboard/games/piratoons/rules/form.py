"""From what was chosen in the set-up form to an agreement."""

from collections.abc import Sequence
from typing import Annotated, Final, NoReturn

from msgspec import Meta, Struct

from pearlboard.conversion import Misfit, fit
from pearlboard.games.piratoons.rules import setup
from pearlboard.games.piratoons.rules.state import PLAYERS, SAND_MS, Setup, Tiles, Where
from pearlboard.games.values import BadOptions, Json, Player
from pearlboard.texts import say

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
    form = fit(options, Form, _refuse)
    covered = tuple(sorted({seat for seat in form.covered if seat <= len(players)}))
    wanted = Setup(len(players), form.plunder, 1000 * form.sand, covered, form.tiles)
    setup.check(wanted)
    return wanted


def _refuse(misfit: Misfit) -> NoReturn:
    """The form has a field for each of these, and in it only what may be chosen."""
    key = str(misfit.path[0]) if misfit.path else misfit.unknown or ""
    may = ", ".join(misfit.known or misfit.wanted.words) or misfit.wanted.kind.value
    wrong = (
        f"there is no {key!r}; there is {may}" if misfit.unknown else f"{key}: must be {may}, not {misfit.value!r:.40}"
    )
    raise BadOptions("options", wrong, say("choose_again", field=say(LABELS.get(key, "ui_more"))))
