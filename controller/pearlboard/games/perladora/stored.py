"""How version 0.1 stored what is done in this game: names that are in logs, and what they mean."""

from collections.abc import Callable, Mapping
from typing import Final

from pearlboard.games.perladora.rules.notation import step_from_json
from pearlboard.games.perladora.rules.steps import (
    Action,
    AgreeOnValues,
    Begin,
    Counted,
    LayPearls,
    SayValue,
    ShowTerritory,
)
from pearlboard.games.values import TABLE, Actor, Json
from pearlboard.geometry import space

OLD: Final[Mapping[str, Callable[[Json], tuple[Actor, Action]]]] = {
    "pearls_laid": lambda body: (TABLE, LayPearls(space(body["farm"]))),
    "game_begun": lambda _: (TABLE, Begin()),
    "step_played": lambda body: (body["seat"], step_from_json(body["step"])),
    "value_said": lambda body: (TABLE, SayValue(space(body["space"]), body["value"])),
    "values_agreed": lambda _: (TABLE, AgreeOnValues()),
    "territory_shown": lambda body: (TABLE, ShowTerritory(body["index"])),
    "game_counted": lambda _: (TABLE, Counted()),
}
RENAMED: Final[Mapping[str, str]] = {
    "choose_value": "choose",
    "say_later": "choose",
    "play": "choose",
    "aim": "choose",
    "pass": "act",
    "pearls_laid": "act",
    "start": "act",
    "say_value": "act",
    "unsay_value": "act",
    "show_territory": "act",
    "agree": "act",
    "count_show": "act",
    "peek": "private",
}
"""The commands that pages and scripts sent then, and which does the same now."""
ENDS: Final = ("game_counted",)
