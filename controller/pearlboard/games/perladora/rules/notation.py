"""The record's notation of turns and steps. Positions and agreements stand in `positions`.

Reading is strict and raises `BadInput`; whether a turn is legal is for `rules` to say. A step may be stored while its
Diver's value is not known yet, as null; a record, which is a whole game told, may not hold one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from pearlboard.errors import BadInput
from pearlboard.games.perladora.rules.positions import (
    PositionDocument,
    position_from_json,
    position_of,
    position_to_json,
    setup_from_json,
    setup_to_json,
)
from pearlboard.games.perladora.rules.refusals import ValuesMissing
from pearlboard.games.perladora.rules.state import DIVERS, Setup, State
from pearlboard.games.perladora.rules.steps import (
    Action,
    AgreeOnValues,
    Begin,
    Children,
    Counted,
    Elders,
    Fishermen,
    Foragers,
    LayPearls,
    LayPontoons,
    Main,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Power,
    SayValue,
    ShowTerritory,
    Step,
    TellValue,
    Turn,
)
from pearlboard.games.strict_json import at, convert, named, parse, truth
from pearlboard.geometry import Edge, Space, edge, space

__all__ = [
    "Record",
    "action_from_json",
    "action_to_json",
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
    "stored_setup",
    "turn_from_json",
    "turn_to_json",
]

NAME: Final = "perladora"
ABOUT: Final = ("game", "began_from")
"""The keys of a document besides the game."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: where it started, and every turn."""

    start: State
    turns: tuple[Turn, ...]


def read_position(data: bytes) -> State:
    """A position file."""
    return position_from_json(_without_name(parse(data)))


def read_record(data: bytes) -> Record:
    """A record file; its turns are not judged."""
    return record_from_json(_without_name(parse(data)))


def _without_name(document: object) -> object:
    """A document may say of which game it is, and from which other one it was tried."""
    if not isinstance(document, dict) or document.get("game", NAME) != NAME:
        return document
    return {key: told for key, told in document.items() if key not in ABOUT}


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
    """Encode a step; Pontoons are a list of one or two, since they are laid together."""
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


def action_to_json(action: Action) -> list[object]:
    """A step, or what the table does together: as it is stored, and as a page sends it."""
    match action:
        case LayPearls(farm):
            return ["lay_pearls", str(farm)]
        case Begin():
            return ["begin"]
        case SayValue(place, value):
            return ["say", str(place), value]
        case TellValue(place, value):
            return ["tell", str(place), value]
        case ShowTerritory(index):
            return ["show", index]
        case AgreeOnValues():
            return ["agree"]
        case Counted():
            return ["counted"]
        case _:
            return step_to_json(action)


# --- how documents must be ---------------------------------------------------------------------------------------


class _Written(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A step or action: a list that begins with the name of its kind."""


_Digit = Annotated[int, Meta(ge=0, le=9)]
"""A Diver's value in a step. Which values there are is for the rules."""


class _Diver(_Written, frozen=True, tag="diver"):
    space: str
    value: _Digit


class _StoredDiver(_Written, frozen=True, tag="diver"):
    """A Diver in the log, where the value may be null."""

    space: str
    value: _Digit | None


class _Pontoon(_Written, frozen=True, tag="pontoon"):
    edge: str


class _Backup(_Written, frozen=True, tag="backup"):
    space: str


class _Pass(_Written, frozen=True, tag="pass"):
    pass


class _Fishermen(_Written, frozen=True, tag="fishermen"):
    edge: str


class _Children(_Written, frozen=True, tag="children"):
    space: str
    value: _Digit


class _Foragers(_Written, frozen=True, tag="foragers"):
    space: str


class _Elders(_Written, frozen=True, tag="elders"):
    space: str


class _LayPearls(_Written, frozen=True, tag="lay_pearls"):
    farm: str


class _Begin(_Written, frozen=True, tag="begin"):
    pass


class _Say(_Written, frozen=True, tag="say"):
    space: str
    value: Annotated[int, Meta(ge=1, le=5)] | None


class _Tell(_Written, frozen=True, tag="tell"):
    space: str
    value: Annotated[int, Meta(ge=1, le=5)] | None


class _Show(_Written, frozen=True, tag="show"):
    index: Annotated[int, Meta(ge=0, le=40)]


class _Agree(_Written, frozen=True, tag="agree"):
    pass


class _Counted(_Written, frozen=True, tag="counted"):
    pass


_MainDocument: TypeAlias = _Diver | _Pontoon | _Backup | _Pass
_PowerDocument: TypeAlias = _Fishermen | _Children | _Foragers | _Elders
_StepDocument: TypeAlias = _StoredDiver | _Pontoon | _Backup | _Pass | _Fishermen | _Children | _Foragers | _Elders
_TogetherDocument: TypeAlias = _LayPearls | _Begin | _Say | _Tell | _Show | _Agree | _Counted
_TOGETHER: Final = ("lay_pearls", "begin", "say", "tell", "show", "agree", "counted")


class _TurnDocument(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=max(DIVERS))]
    power: _PowerDocument | None
    main: list[_MainDocument]


class _RecordDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """`id`, `note` and `expect` are what whoever collects records may write into them; they are not read."""

    start: PositionDocument
    turns: list[_TurnDocument]
    id: Any = None
    note: Any = None
    expect: Any = None


# --- JSON to values ----------------------------------------------------------------------------------------------


def record_from_json(document: object) -> Record:
    """A record; its start is checked as any position, its turns only for what they are."""
    told = convert(document, _RecordDocument)
    start = position_of(told.start, "start")
    return Record(start, tuple(_turn(at("turns", index), turn) for index, turn in enumerate(told.turns)))


def turn_from_json(document: object, place: str = "") -> Turn:
    """A turn of a record."""
    return _turn(place, convert(document, _TurnDocument, place))


def _turn(place: str, told: _TurnDocument) -> Turn:
    power = None if told.power is None else _power(at(place, "power"), told.power)
    return Turn(told.seat, power, _main(at(place, "main"), told.main))


def step_from_json(document: object, place: str = "") -> Step:
    """Decode a step written by `step_to_json`; the value of a Diver may be null."""
    if isinstance(document, list) and (not document or isinstance(document[0], list)):
        return _main(place, convert(document, list[_MainDocument], place))
    told: _StepDocument = convert(document, _StepDocument, place)  # type: ignore[arg-type]  # a union is no type to mypy
    match told:
        case _Fishermen() | _Children() | _Foragers() | _Elders():
            return _power(place, told)
        case _:
            return _single(place, told)


def action_from_json(document: object) -> Action:
    """See `action_to_json`."""
    if not isinstance(document, list) or not document or document[0] not in _TOGETHER:
        return step_from_json(document)
    told: _TogetherDocument = convert(document, _TogetherDocument)  # type: ignore[arg-type]  # as above
    match told:
        case _LayPearls(farm):
            return LayPearls(_space("", farm))
        case _Begin():
            return Begin()
        case _Say(place, value):
            return SayValue(_space("", place), value)
        case _Tell(place, value):
            return TellValue(_space("", place), value)
        case _Show(index):
            return ShowTerritory(index)
        case _Agree():
            return AgreeOnValues()
        case _Counted():
            return Counted()


def stored_setup(document: object) -> Setup:
    """The agreement as it is stored: with what a position does not tell."""
    if not isinstance(document, dict):
        raise BadInput("", "the agreement is no object")
    if "peek_own" not in document:
        raise BadInput("", "the key 'peek_own' is missing")
    told = {key: value for key, value in document.items() if key != "peek_own"}
    return replace(setup_from_json(told), peek_own=truth("peek_own", document["peek_own"]))


def _main(place: str, told: Sequence[_MainDocument]) -> Main:
    """The main action: one Diver, one Backup or one pass, or Pontoons, whose number the rules check."""
    laid = [_edge(at(place, index), step.edge) for index, step in enumerate(told) if isinstance(step, _Pontoon)]
    if len(laid) == len(told):
        return LayPontoons(tuple(sorted(laid)))
    if len(told) > 1:
        raise BadInput(place, "a main action is one Diver, one or two Pontoons, one Backup or a pass")
    return _single(at(place, 0), told[0])


def _single(place: str, told: _MainDocument | _StoredDiver) -> Main:
    match told:
        case _Diver(name, value) | _StoredDiver(name, value):
            return PlaceDiver(_space(place, name), value)
        case _Backup(name):
            return PlaceBackup(_space(place, name))
        case _Pontoon(name):
            return LayPontoons((_edge(place, name),))
        case _Pass():
            return Pass()


def _power(place: str, told: _PowerDocument) -> Power:
    match told:
        case _Fishermen(name):
            return Fishermen(_edge(place, name))
        case _Children(name, value):
            return Children(_space(place, name), value)
        case _Foragers(name):
            return Foragers(_space(place, name))
        case _Elders(name):
            return Elders(_space(place, name))


def _edge(place: str, name: str) -> Edge:
    return named(at(place, 1), name, edge)


def _space(place: str, name: str) -> Space:
    return named(at(place, 1), name, space)
