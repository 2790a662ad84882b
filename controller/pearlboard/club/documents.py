"""The rows of a public log: a type for each kind of row, with bounds for every field.

Nothing here can hold what was secret at any time of a game: who sits there, whose turns were played, how it ended. A
game is known by its name alone, so that whoever reads a public log needs no game.
"""

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pearlboard.errors import PearlboardError

MOST_SEATS: Final = 6
"""As many as a game may have, `games.api.MOST_SEATS`: a hub knows no game."""
LONGEST_NAME: Final = 64
Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]
MOST_COSTS: Final = 2_000
"""Elo points: whoever costs that much has lost before the game begins."""
Costs: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_COSTS)]
Points: TypeAlias = Annotated[int, Meta(gt=-(1 << 31), lt=1 << 31)]
RowNumber: TypeAlias = Annotated[int, Meta(ge=1, lt=1 << 53)]


class Seated(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat: the name of whoever sits there, empty if the table keeps names to itself; the level of a computer, empty
    for a person; the side it plays on, from 1.

    `costs`: what a handicap costs the seat, in Elo points. Without one nothing is written, and any hub reads the row.
    """

    name: Name
    computer: Name
    side: SeatNumber
    costs: Costs = 0


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, tag="agreed"):
    """A game was agreed on, and begins. It is known by the number of this row."""

    game: Name
    seats: Annotated[tuple[Seated, ...], Meta(min_length=1, max_length=MOST_SEATS)]


class Turn(Struct, frozen=True, forbid_unknown_fields=True, tag="turn"):
    """A turn was played; `turns` counts those of the game that were not taken back."""

    seat: SeatNumber
    turns: Count


class TakenBack(Struct, frozen=True, forbid_unknown_fields=True, tag="taken_back"):
    """The game was taken back to a state after so many turns."""

    turns: Count


class HandedOver(Struct, frozen=True, forbid_unknown_fields=True, tag="handed_over"):
    """A computer of this level plays the seat from now on; empty: a person."""

    seat: SeatNumber
    computer: Name


class Paused(Struct, frozen=True, forbid_unknown_fields=True, tag="paused"):
    """The game rests."""


class Resumed(Struct, frozen=True, forbid_unknown_fields=True, tag="resumed"):
    """The game goes on."""


class Ended(Struct, frozen=True, forbid_unknown_fields=True, tag="ended"):
    """The game is over: places from 1 and points, by seat in their order; None for a seat without any."""

    places: Annotated[tuple[SeatNumber | None, ...], Meta(max_length=MOST_SEATS)]
    points: Annotated[tuple[Points | None, ...], Meta(max_length=MOST_SEATS)]


class Abandoned(Struct, frozen=True, forbid_unknown_fields=True, tag="abandoned"):
    """The game was given up."""


class Deleted(Struct, frozen=True, forbid_unknown_fields=True, tag="deleted"):
    """A finished game was deleted: what the rows `first` to `last` say is to be forgotten, and their hashes stay."""

    first: RowNumber
    last: RowNumber


class Malformed(PearlboardError, ValueError):
    """A text or bytes that nobody has written as a row, or as a message."""


Document: TypeAlias = Agreed | Turn | TakenBack | HandedOver | Paused | Resumed | Ended | Abandoned | Deleted


def encoded(document: Document) -> str:
    """The document as JSON, the same text for the same document."""
    return msgspec.json.encode(document).decode("utf-8")


def decoded(text: str) -> Document:
    """The document in a text; `Malformed`."""
    try:
        document: Document = msgspec.json.decode(text, type=_READ)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"this is no row of a public log: {error}") from error
    return document


_READ: Final[Any] = Document
