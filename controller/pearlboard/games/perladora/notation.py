"""The record's notation of turns and steps. Positions and agreements stand in `positions`.

Reading is strict and raises `BadInput`; whether a turn is legal is for `rules` to say. A step may be stored while its
Diver's value is not known yet, as null; a record, which is a whole game told, may not hold one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.games.perladora.documents import at, items, members, named, parse, whole, word
from pearlboard.games.perladora.positions import position_from_json, position_to_json, setup_from_json, setup_to_json
from pearlboard.games.perladora.refusals import ValuesMissing
from pearlboard.games.perladora.state import DIVERS, State
from pearlboard.games.perladora.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Main,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Power,
    Step,
    Turn,
)
from pearlboard.geometry import Edge, Space, edge, space

__all__ = [
    "Record",
    "position_from_json",
    "position_to_json",
    "read_position",
    "read_record",
    "record_from_json",
    "record_to_json",
    "setup_from_json",
    "setup_to_json",
    "step_from_json",
    "step_to_json",
    "turn_from_json",
    "turn_to_json",
]

MAINS: Final = ("diver", "pontoon", "backup", "pass")
POWERS: Final = ("fishermen", "children", "foragers", "elders")


REMARKS: Final = ("id", "note", "expect")
"""What whoever collects records may write into them."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: where it started, and every turn."""

    start: State
    turns: tuple[Turn, ...]


def read_position(data: bytes) -> State:
    """A position file."""
    return position_from_json(parse(data))


def read_record(data: bytes) -> Record:
    """A record file; its turns are not judged."""
    return record_from_json(parse(data))


# --- values to JSON ----------------------------------------------------------------------------------------------


def record_to_json(start: State, turns: Sequence[Turn]) -> dict[str, object]:
    """A record; `ValuesMissing` while the value of a Diver that was laid has not been said."""
    for turn in turns:
        if isinstance(turn.main, PlaceDiver) and turn.main.value is None:
            raise ValuesMissing(frozenset({turn.main.space}))
    return {"start": position_to_json(start), "turns": [turn_to_json(turn) for turn in turns]}


def turn_to_json(turn: Turn) -> dict[str, object]:
    """A turn as it stands in a record."""
    main = step_to_json(turn.main)
    return {
        "seat": turn.seat,
        "power": None if turn.power is None else step_to_json(turn.power),
        "main": main if isinstance(turn.main, LayPontoons) else [main],
    }


def step_to_json(step: Step) -> list[object]:
    """One step; Pontoons are a list of one or two, since they are laid together."""
    match step:
        case PlaceDiver(place, value):
            return ["diver", str(place), value]
        case LayPontoons(edges):
            return [["pontoon", str(line)] for line in edges]
        case PlaceBackup(place):
            return ["backup", str(place)]
        case Pass():
            return ["pass"]
        case Fishermen(line):
            return ["fishermen", str(line)]
        case Children(place, value):
            return ["children", str(place), value]
        case Foragers(place):
            return ["foragers", str(place)]
        case Elders(place):
            return ["elders", str(place)]


# --- JSON to values ----------------------------------------------------------------------------------------------


def record_from_json(document: object) -> Record:
    """A record; its start is checked as any position, its turns only for what they are. `REMARKS` are not read."""
    found = members("", document, ("start", "turns"), optional=REMARKS)
    start = position_from_json(found["start"], "start")
    return Record(
        start,
        tuple(turn_from_json(turn, at("turns", index)) for index, turn in enumerate(items("turns", found["turns"]))),
    )


def turn_from_json(document: object, place: str = "") -> Turn:
    """A turn of a record."""
    found = members(place, document, ("seat", "power", "main"))
    seat = whole(at(place, "seat"), found["seat"], 1, max(DIVERS))
    power = None if found["power"] is None else _power(at(place, "power"), found["power"])
    return Turn(seat, power, _main(at(place, "main"), found["main"]))


def step_from_json(document: object, place: str = "") -> Step:
    """One step as `step_to_json` wrote it; the value of a Diver may be null."""
    found = items(place, document)
    if not found or isinstance(found[0], list):
        return _main(place, document)
    kind = word(at(place, 0), found[0], (*MAINS, *POWERS))
    if kind in POWERS:
        return _power(place, document)
    if kind == "diver" and len(found) == 3 and found[2] is None:
        return PlaceDiver(named(at(place, 1), found[1], space))
    return _single(place, found)


def _main(place: str, value: object) -> Main:
    """One Diver, one Backup or one pass, or Pontoons; how many Pontoons a turn may have is for the rules."""
    steps = [items(at(place, index), step) for index, step in enumerate(items(place, value))]
    kinds = [_kind(at(place, index), step, MAINS) for index, step in enumerate(steps)]
    if all(kind == "pontoon" for kind in kinds):
        return LayPontoons(tuple(sorted(_edge(at(place, index), step) for index, step in enumerate(steps))))
    if len(steps) > 1:
        raise BadInput(place, "a main action is one Diver, one or two Pontoons, one Backup or a pass")
    return _single(at(place, 0), steps[0])


def _single(place: str, step: list[object]) -> Main:
    match _kind(place, step, MAINS):
        case "diver":
            return PlaceDiver(*_space_and_value(place, step))
        case "backup":
            return PlaceBackup(_space(place, step))
        case "pontoon":
            return LayPontoons((_edge(place, step),))
        case _:
            items(place, step, 1)
            return Pass()


def _power(place: str, value: object) -> Power:
    step = items(place, value)
    match _kind(place, step, POWERS):
        case "fishermen":
            return Fishermen(_edge(place, step))
        case "children":
            return Children(*_space_and_value(place, step))
        case "foragers":
            return Foragers(_space(place, step))
        case _:
            return Elders(_space(place, step))


def _kind(place: str, step: list[object], known: Sequence[str]) -> str:
    if not step:
        raise BadInput(place, f"a step begins with its name: {', '.join(known)}")
    return word(at(place, 0), step[0], known)


def _edge(place: str, step: list[object]) -> Edge:
    return named(at(place, 1), items(place, step, 2)[1], edge)


def _space(place: str, step: list[object]) -> Space:
    return named(at(place, 1), items(place, step, 2)[1], space)


def _space_and_value(place: str, step: list[object]) -> tuple[Space, int]:
    """Which values there are is for the rules; here a value is a digit."""
    items(place, step, 3)
    return named(at(place, 1), step[1], space), whole(at(place, 2), step[2], 0, 9)
