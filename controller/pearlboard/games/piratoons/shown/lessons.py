"""The first lesson: the chest, who is on which tile, ships; what is right, and what is said to a piece anywhere else.

On the board a piece of the rush lies in one's own pocket beside a tile, and one of a buyer is judged by the board's own
draft. On a page the tile itself is tapped.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from pearlboard.games.api import TABLE, Json, LessonStep, Table, Verdict
from pearlboard.games.piratoons.board.draft import draft
from pearlboard.games.piratoons.board.places import SEA, bar, pocket, whose
from pearlboard.games.piratoons.board.roles import Own
from pearlboard.games.piratoons.rules.connections import connections
from pearlboard.games.piratoons.rules.plunder import Crew
from pearlboard.games.piratoons.rules.positions import ship_to_json
from pearlboard.games.piratoons.rules.setup import opening, shuffled
from pearlboard.games.piratoons.rules.ships import START, Part, Ship
from pearlboard.games.piratoons.rules.state import Setup, Stage
from pearlboard.games.piratoons.rules.tiles import PLACES, Tile
from pearlboard.games.piratoons.rules.view import View, view
from pearlboard.games.piratoons.shown import names
from pearlboard.games.teaching import told_choices, wrong
from pearlboard.geometry import GRID, Light, Site
from pearlboard.lights.scene import Mark
from pearlboard.lights.signals import lit
from pearlboard.texts import Sentence, say

CHOICES: Final = 3
PLAYERS: Final = 3
YOU: Final = 1
GONE: Final = "."


def lessons(words: Callable[[Sentence], str]) -> dict[str, list[Json]]:
    """Every step as plain data; `docs/games.md` describes it."""
    return {"first": [_told(step, words) for step in steps()]}


@cache
def steps() -> tuple[Json, ...]:
    """The steps as they stand in the file."""
    file = files("pearlboard.games.piratoons") / "lessons" / "first.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))["step"])


def ships_of(step: Mapping[str, Any], *, done: bool = False) -> tuple[Ship, ...]:
    """The ships that are shown at a step; `done`: once it is, with what has come aboard."""
    fleet = step["after"] if done and "after" in step else step.get("ships", ())
    return tuple(tuple(Part(name, tuple(sorted(on))) for name, *on in map(str.split, told)) for told in fleet)


def chest_of(step: Mapping[str, Any]) -> tuple[Tile | None, ...]:
    """The nine tiles; none where there is no chest."""
    return tuple(None if tile == GONE else tile for tile in step.get("chest", ()))


def crew_of(step: Mapping[str, Any]) -> Crew:
    """The crews on each tile at a step."""
    told = step.get("crew", {})
    return tuple(tuple(told.get(str(place), (0,) * PLAYERS)) for place in range(1, PLACES + 1))


def position(step: Mapping[str, Any]) -> View:
    """The table's view while there is something to buy."""
    setup = Setup(PLAYERS)
    seen = view(opening(setup, YOU, shuffled(Random(0))), TABLE)
    chest, bids = chest_of(step), tuple(step["bids"])
    sale = tuple(sorted(tile for tile in chest if tile is not None))
    fleet = ships_of(step) or (START,) * PLAYERS
    return replace(
        seen,
        stage=Stage.CHOICE,
        chest=chest,
        sale=sale,
        bids=bids,
        buyers=(YOU,),
        ships=fleet,
        doubloons=bids,
        won=((),) * PLAYERS,
        laid=(None,) * PLAYERS,
    )


def refused(step: Mapping[str, Any]) -> dict[Site, Sentence]:
    """The refusals for a piece, by wrong site."""
    said = {place: _refusal(step, place) for place in GRID.sites}
    return {place: sentence for place, sentence in said.items() if sentence is not None}


def _refusal(step: Mapping[str, Any], place: Site) -> Sentence | None:
    if place in answers(step):
        return None
    if "bids" in step:
        drafted = draft(position(step), Table(sensed=frozenset({place})))
        return drafted.sentence if drafted.verdict is Verdict.ILLEGAL else _other_tile(step)
    berth = whose(place)
    if berth is None:
        return say("piratoons_lesson_beside")
    if berth[0] == SEA:
        return say("piratoons_lesson_no_tile")
    return say("piratoons_lesson_other_pocket") if berth[1] != YOU else _other_tile(step)


def _other_tile(step: Mapping[str, Any], tapped: str = "") -> Sentence:
    """The objection to another tile: where none is pointed at, the reason."""
    return say(f"piratoons_lesson_{f'other_tile{tapped}' if step.get('pointed') else step['name'] + '_wrong'}")


def answers(step: Mapping[str, Any]) -> tuple[Site, ...]:
    """The right sites for a piece."""
    return tuple(pocket(place, YOU) for place in step.get("places", ()))


def meant(step: Mapping[str, Any]) -> tuple[Site, ...]:
    """The sites that are pointed at, which are not the answer."""
    return answers(step) if step.get("pointed") else ()


def choices(step: Mapping[str, Any]) -> tuple[Sentence, ...]:
    """The choices: numbers of points, or words of the step's own."""
    if step["task"] != "pick":
        return ()
    if "points" in step:
        return tuple(say("piratoons_lesson_points", count=count) for count in step["points"])
    return tuple(say(f"piratoons_lesson_{step['name']}_{number + 1}") for number in range(CHOICES))


def against_choices(step: Mapping[str, Any]) -> tuple[Sentence | None, ...]:
    """The refusal of each choice; for ships, how many of their connections fit."""
    if step["task"] != "pick":
        return ()
    told = wrong(f"piratoons_lesson_{step['name']}", CHOICES, step["right"] - 1)
    if step["name"] != "connections":
        return told
    found = [connections(ship) for ship in ships_of(step)]
    return tuple(
        said and say("piratoons_lesson_connections_wrong", right=each.right, all=each.right + each.wrong)
        for said, each in zip(told, found, strict=True)
    )


def _told(step: Mapping[str, Any], words: Callable[[Sentence], str]) -> Json:
    name, pick = step["name"], step["task"] == "pick"
    crew, chest = crew_of(step), chest_of(step)
    tapped = {str(pocket(place, YOU)) for place, tile in enumerate(chest, 1) if tile} - set(map(str, answers(step)))
    return {
        "name": name,
        "task": step["task"],
        "text": words(say(f"piratoons_lesson_{name}" + ("" if pick else "_tap"))),
        "done": words(say(f"piratoons_lesson_{name}_done")),
        "hints": [],
        "chest": [
            {
                "place": place,
                "site": str(pocket(place, YOU)),
                "tile": tile,
                "name": words(names.tile(tile)) if tile else None,
                "crew": list(row),
            }
            for place, (tile, row) in enumerate(zip(chest, crew, strict=False), 1)
        ],
        "ships": [ship_to_json(ship) for ship in ships_of(step)],
        "after": [ship_to_json(ship) for ship in ships_of(step, done=True)],
        "bids": step.get("bids"),
        "lit": [str(place) for place in meant(step)],
        "answers": [[str(place)] for place in answers(step)],
        "refused": {} if pick else dict.fromkeys(sorted(tapped), words(_other_tile(step, "_tap"))),
        "elsewhere": "",
        **told_choices(choices(step), against_choices(step), words),
    }


# --- on the board itself -----------------------------------------------------------------------------------------


@cache
def on_board() -> tuple[LessonStep, ...]:
    """The same as it is done on the board: bars of tiles that lie open shine, and pockets where somebody is."""
    return tuple(_on_board(step) for step in steps() if "chest" in step)


def _on_board(step: Mapping[str, Any]) -> LessonStep:
    pick, name = step["task"] == "pick", step["name"]
    return LessonStep(
        say(f"piratoons_lesson_{name}"),
        say(f"piratoons_lesson_{name}_done"),
        lit=frozenset(meant(step)),
        answers=tuple(frozenset({place}) for place in answers(step)),
        refused={} if pick else refused(step),
        choices=choices(step),
        right=step["right"] - 1 if pick else None,
        wrong=against_choices(step),
        shining=_shining(step),
    )


def _shining(step: Mapping[str, Any]) -> dict[Light, Mark]:
    marks: dict[Light, Mark] = {}
    for place, tile in enumerate(chest_of(step), 1):
        if tile is not None:
            marks |= lit(bar(place), Own.SALE if "bids" in step else Own.BERTH)
    for place, row in enumerate(crew_of(step), 1):
        marks |= {pocket(place, seat): Mark(Own.TAKEN, seat) for seat, pieces in enumerate(row, 1) if pieces}
    return marks
