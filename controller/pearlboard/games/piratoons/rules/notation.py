"""Actions, records and what a log holds as JSON, and back. Positions stand in `positions`.

Reading is strict and raises `BadInput`; whether something is legal is for `judging` to say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from pearlboard.errors import BadInput
from pearlboard.games.piratoons.rules import actions
from pearlboard.games.piratoons.rules.actions import Action
from pearlboard.games.piratoons.rules.plunder import Crew
from pearlboard.games.piratoons.rules.positions import (
    NAME,
    Number,
    PartDocument,
    Players,
    PositionDocument,
    Text,
    known,
    position_from_json,
    position_of,
    position_to_json,
    ship_of,
    ship_to_json,
)
from pearlboard.games.piratoons.rules.setup import check
from pearlboard.games.piratoons.rules.ships import Ship
from pearlboard.games.piratoons.rules.state import PLAYERS, Deal, Round, Setup, State, Tiles, Where
from pearlboard.games.piratoons.rules.tiles import BOATS, DESIGNS, HOLD, KINDS_OF_THE_BOX, PLACES, STACK, Tile, box
from pearlboard.games.refusals import BadSetup
from pearlboard.games.strict_json import at, convert, parse, sized, whole
from pearlboard.games.values import Seat

ABOUT: Final = ("game", "began_from")
"""The keys of a record besides the game of its start."""

_Seat = Annotated[int, Meta(ge=1, le=PLAYERS[-1])]
_Place = Annotated[int, Meta(ge=1, le=PLACES)]
_Row = Annotated[list[Number], Meta(max_length=PLAYERS[-1])]
_Rows = Annotated[list[_Row], Meta(min_length=PLACES, max_length=PLACES)]


def read_position(data: bytes) -> State:
    """A position file."""
    return position_from_json(parse(data))


# --- actions -----------------------------------------------------------------------------------------------------


class _Open(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="open"):
    pass


class _Practise(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="practise"):
    pass


class _Put(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="put"):
    place: _Place


class _Hold(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="hold"):
    pass


class _Stop(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="stop"):
    seen: list[tuple[_Place, _Seat]]


class _Out(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="out"):
    seat: _Seat
    out: bool


class _Spoil(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="spoil"):
    seat: _Seat
    pieces: Number


class _Count(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="count"):
    crew: Annotated[list[Number], Meta(min_length=PLACES, max_length=PLACES)]
    spoiled: Number


class _Plundered(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="plundered"):
    crew: _Rows
    spoiled: _Row
    out: Annotated[list[_Seat], Meta(max_length=PLAYERS[-1])]


class _Bid(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="bid"):
    doubloons: Number


class _Rebid(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="rebid"):
    doubloons: Number


class _Close(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="close"):
    pass


class _Proceed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="proceed"):
    pass


class _Fists(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="fists"):
    bids: Annotated[list[Number | None], Meta(max_length=PLAYERS[-1])]


class _Choose(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="choose"):
    tile: Text
    place: Annotated[int, Meta(ge=0, le=PLACES)]


class _Lay(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="lay"):
    ship: Annotated[list[PartDocument], Meta(max_length=len(BOATS) + 2)]


class _Built(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="built"):
    overboard: Number


class _Tally(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="tally"):
    points: Annotated[list[Annotated[int, Meta(ge=-1000, le=1000)]], Meta(max_length=PLAYERS[-1])]


_Step: TypeAlias = (
    _Open
    | _Practise
    | _Put
    | _Hold
    | _Stop
    | _Out
    | _Spoil
    | _Count
    | _Plundered
    | _Bid
    | _Rebid
    | _Close
    | _Fists
    | _Choose
    | _Lay
    | _Built
    | _Tally
    | _Proceed
)
_PLAIN: Final[Mapping[type, Action]] = {
    _Open: actions.Open(),
    _Practise: actions.Practise(),
    _Hold: actions.Hold(),
    _Close: actions.Close(),
    _Proceed: actions.Proceed(),
}
"""The actions that are encoded by their name alone."""


def action_to_json(action: Action) -> list[Any]:
    """An action as a log and a page have it: its name, then what it is."""
    return [type(action).__name__.lower(), *_parts(action)]


def _parts(action: Action) -> list[Any]:
    match action:
        case actions.Stop():
            return [[list(pair) for pair in action.seen]]
        case actions.Plundered():
            return [[list(row) for row in action.crew], list(action.spoiled), list(action.out)]
        case actions.Count():
            return [list(action.crew), action.spoiled]
        case actions.Fists():
            return [list(action.bids)]
        case actions.Tally():
            return [list(action.points)]
        case actions.Lay():
            return [ship_to_json(action.ship)]
    return [getattr(action, field.name) for field in fields(action)]


def action_from_json(document: object) -> Action:
    """See `action_to_json`."""
    told: Any = convert(document, _Step)  # type: ignore[arg-type]  # a union is no type to mypy
    if type(told) in _PLAIN:
        return _PLAIN[type(told)]
    match told:
        case _Put():
            return actions.Put(told.place)
        case _Stop():
            return actions.Stop(tuple(sorted(set(told.seen))))
        case _Out():
            return actions.Out(told.seat, told.out)
        case _Spoil():
            return actions.Spoil(told.seat, told.pieces)
        case _Count():
            return actions.Count(tuple(told.crew), told.spoiled)
        case _Plundered():
            return actions.Plundered(_crew(told.crew), tuple(told.spoiled), tuple(sorted(set(told.out))))
        case _:
            return _of_auction_or_ships(told)


def _of_auction_or_ships(told: Any) -> Action:  # noqa: ANN401 - any of the documents that are left
    match told:
        case _Bid():
            return actions.Bid(told.doubloons)
        case _Rebid():
            return actions.Rebid(told.doubloons)
        case _Fists():
            return actions.Fists(tuple(told.bids))
        case _Choose():
            known("[1]", [told.tile], (*BOATS, *DESIGNS, *KINDS_OF_THE_BOX))
            return actions.Choose(told.tile, told.place)
        case _Built():
            return actions.Built(told.overboard)
        case _Tally():
            return actions.Tally(tuple(told.points))
    return actions.Lay(ship_of(told.ship, "[1]"))


def _crew(rows: Sequence[Sequence[int]]) -> Crew:
    return tuple(map(tuple, rows))


# --- records -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A round of a record. `bids` None: nothing was for sale."""

    crew: Crew
    spoiled: tuple[int, ...]
    out: tuple[Seat, ...]
    bids: tuple[int, ...] | None
    picks: tuple[Tile, ...]
    ships: tuple[Ship, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: where it started, and every round."""

    start: State
    rounds: tuple[Played, ...]


class _RoundDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    crew: list[list[Number]]
    spoiled: list[Number]
    out: list[int]
    bids: list[Number] | None
    picks: list[Text]
    ships: list[list[PartDocument]]


class _RecordDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """`id`, `note` and `expect` are what whoever collects records may write into them; they are not read."""

    start: PositionDocument
    rounds: list[_RoundDocument]
    id: Any = None
    note: Any = None
    expect: Any = None


def read_record(data: bytes) -> Record:
    """A record file; its rounds are not judged."""
    document = parse(data)
    if isinstance(document, dict) and document.get("game", NAME) == NAME:
        document = {key: told for key, told in document.items() if key not in ABOUT}
        _tell_of_the_box(document)
    told = convert(document, _RecordDocument)
    start = position_of(told.start, "start")
    players = start.setup.players
    return Record(start, tuple(_round(each, at("rounds", index), players) for index, each in enumerate(told.rounds)))


def _tell_of_the_box(document: Mapping[str, Any]) -> None:
    """The record of a game with the tiles of a real box: people counted what nobody can count again."""
    agreed = document.get("setup")
    if isinstance(agreed, Mapping) and agreed.get("tiles") == Tiles.BOX:
        raise BadInput("setup.tiles", "this was played with the tiles of a box: which they were is not known")


def _round(told: _RoundDocument, place: str, players: int) -> Played:
    """A round of the right lengths and known names."""
    rows = sized(at(place, "crew"), told.crew, PLACES)
    for index, row in enumerate(rows):
        sized(at(at(place, "crew"), index), row, players)
    for index, seat in enumerate(told.out):
        whole(at(at(place, "out"), index), seat, 1, players)
    if len(set(told.out)) < len(told.out):
        raise BadInput(at(place, "out"), "a seat is out once")
    bids = None if told.bids is None else tuple(sized(at(place, "bids"), told.bids, players))
    return Played(
        _crew(rows),
        tuple(sized(at(place, "spoiled"), told.spoiled, players)),
        tuple(sorted(told.out)),
        bids,
        tuple(known(at(place, "picks"), told.picks, (*BOATS, *DESIGNS))),
        tuple(
            ship_of(ship, at(at(place, "ships"), index))
            for index, ship in enumerate(sized(at(place, "ships"), told.ships, players))
        ),
    )


def record_to_json(start: State, rounds: Sequence[Round]) -> dict[str, Any]:
    """A record. It tells every secret."""
    return {
        "start": position_to_json(start),
        "rounds": [
            {
                "crew": [list(row) for row in each.crew],
                "spoiled": list(each.spoiled),
                "out": list(each.out),
                "bids": None if each.bids is None else list(each.bids),
                "picks": [sold.tile for sold in each.sold],
                "ships": [ship_to_json(ship) for ship in each.ships],
            }
            for each in rounds
        ],
    }


# --- what a log holds --------------------------------------------------------------------------------------------


class _SetupDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    players: Players
    plunder: Where
    sand_ms: int
    covered: list[_Seat]
    tiles: Tiles = Tiles.SCREEN


class _DealDocument(Struct, frozen=True, forbid_unknown_fields=True):
    equipment: list[Text]
    boats: list[Text]


def setup_to_json(setup: Setup) -> dict[str, Any]:
    """The agreement as it is stored; what is not said of the tiles is as it always was."""
    told: dict[str, Any] = {
        "players": setup.players,
        "plunder": str(setup.plunder),
        "sand_ms": setup.sand_ms,
        "covered": list(setup.covered),
    }
    return {**told, "tiles": str(setup.tiles)} if setup.boxed else told


def setup_from_json(document: object) -> Setup:
    """See `setup_to_json`."""
    told = convert(document, _SetupDocument)
    setup = Setup(told.players, told.plunder, told.sand_ms, tuple(told.covered), told.tiles)
    try:
        check(setup)
    except BadSetup as error:
        raise BadInput(error.part, str(error)) from error
    return setup


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """The shuffled tiles, those of the first round first."""
    return {"equipment": list(deal.equipment), "boats": list(deal.boats)}


def deal_from_json(document: object) -> Deal:
    """See `deal_to_json`."""
    told, rounds = convert(document, _DealDocument), box().rounds
    equipment = known("equipment", sized("equipment", told.equipment, STACK * rounds), DESIGNS)
    return Deal(tuple(equipment), tuple(known("boats", sized("boats", told.boats, HOLD * rounds), BOATS)))
