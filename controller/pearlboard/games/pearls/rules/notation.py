"""Turns and records as JSON, and back. Positions stand in `positions`.

Reading is strict and raises `BadInput`; whether a turn is legal is for `options` to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from pearlboard.errors import BadInput
from pearlboard.games.pearls.rules.actions import Action, Place, Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.positions import (
    NAME,
    Necklace,
    Players,
    PositionDocument,
    position_from_json,
    position_of,
    position_to_json,
)
from pearlboard.games.pearls.rules.setup import check
from pearlboard.games.pearls.rules.state import PLAYERS, Deal, Hands, Setup, State
from pearlboard.games.refusals import BadSetup
from pearlboard.games.strict_json import convert, parse
from pearlboard.games.values import Seat

ABOUT: Final = ("game", "began_from")
"""The keys of a record besides the game of its start."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a record. Seats that were skipped have none."""

    seat: Seat
    action: Action


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
    document = parse(data)
    if isinstance(document, dict) and document.get("game", NAME) == NAME:
        document = {key: told for key, told in document.items() if key not in ABOUT}
    return record_from_json(document)


# --- turns -------------------------------------------------------------------------------------------------------


class _Take(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="take"):
    colour: Colour


class _Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="place"):
    colour: Colour
    cards: Annotated[int, Meta(ge=0)]
    wilds: Annotated[int, Meta(ge=0)]
    necklace: bool


_StepDocument: TypeAlias = _Take | _Place


def action_to_json(action: Action) -> list[object]:
    """A turn as a record, a log and a page have it."""
    if isinstance(action, Take):
        return ["take", str(action.colour)]
    return ["place", str(action.colour), action.cards, action.wilds, action.necklace]


def action_from_json(document: object, place: str = "") -> Action:
    """See `action_to_json`."""
    return _action(convert(document, _StepDocument, place))  # type: ignore[arg-type]  # a union is no type to mypy


def _action(told: _StepDocument) -> Action:
    if isinstance(told, _Take):
        return Take(told.colour)
    return Place(told.colour, told.cards, told.wilds, told.necklace)


# --- records -----------------------------------------------------------------------------------------------------


class _TurnDocument(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=PLAYERS[-1])]
    step: _StepDocument


class _RecordDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """`id`, `note` and `expect` are what whoever collects records may write into them; they are not read."""

    start: PositionDocument
    turns: list[_TurnDocument]
    id: Any = None
    note: Any = None
    expect: Any = None


def record_to_json(start: State, turns: Sequence[Turn]) -> dict[str, object]:
    """A record. It tells every secret."""
    return {
        "start": position_to_json(start),
        "turns": [{"seat": turn.seat, "step": action_to_json(turn.action)} for turn in turns],
    }


def record_from_json(document: object) -> Record:
    """A record; its start is checked as any position, its turns only for what they are."""
    told = convert(document, _RecordDocument)
    return Record(position_of(told.start, "start"), tuple(Turn(turn.seat, _action(turn.step)) for turn in told.turns))


# --- what a log holds --------------------------------------------------------------------------------------------


class _SetupDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    players: Players
    all_cards: bool
    necklaces: list[Necklace]
    hands: Hands
    open_scores: bool


def setup_to_json(setup: Setup) -> dict[str, object]:
    """The agreement as it is stored."""
    return {
        "players": setup.players,
        "all_cards": setup.all_cards,
        "necklaces": list(setup.necklaces),
        "hands": str(setup.hands),
        "open_scores": setup.open_scores,
    }


def setup_from_json(document: object) -> Setup:
    """See `setup_to_json`."""
    told = convert(document, _SetupDocument)
    setup = Setup(told.players, told.all_cards, tuple(sorted(told.necklaces)), told.hands, told.open_scores)
    try:
        check(setup)
    except BadSetup as error:
        raise BadInput(error.part, str(error)) from error
    return setup


def deal_to_json(deal: Deal) -> list[str]:
    """The shuffled cards, the first to be dealt first."""
    return [str(card) for card in deal.deck]


def deal_from_json(document: object) -> Deal:
    """See `deal_to_json`."""
    return Deal(tuple(convert(document, list[Colour])))
