"""The JSON of facts as strict types: stored facts obey the same limits as the forms.

A fact may come from a file that somebody else has made, with every hash right. So each part of a fact has one type and
a bound; `session.limits.read_json` bounds the whole.
"""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from pearlboard.games.values import MOST_SEATS, Seat
from pearlboard.session.facts import MOST_PLACES, HintMode
from pearlboard.session.limits import LONGEST_TITLE, LONGEST_WORD, MOST_MINUTES
from pearlboard.session.player_names import is_name

Number: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 53)]
"""Exact in JavaScript, whose numbers are exact up to 2 ** 53."""
Points: TypeAlias = Annotated[int, Meta(ge=-(1 << 31), le=1 << 31)]
AtSeat: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
AtTable: TypeAlias = AtSeat | Annotated[str, Meta(pattern=r"\Atable\Z")]
Word: TypeAlias = Annotated[str, Meta(max_length=LONGEST_WORD)]
Digest: TypeAlias = Annotated[str, Meta(max_length=64)]
BySeat: TypeAlias = Annotated[dict[Annotated[str, Meta(pattern=r"\A[1-9]\Z")], Points], Meta(max_length=MOST_SEATS)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of one kind of fact."""


class OfGame(Body, frozen=True):
    """A fact with a part that only its game can read."""

    game: Word


class Agreed(OfGame, frozen=True):
    """See `session.facts.Agreement`."""

    names: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    first: Annotated[Seat, Meta(ge=0, le=MOST_SEATS)]
    setup: Any
    hints: HintMode
    confirms_itself: bool
    computers: Annotated[tuple[Word | None, ...], Meta(max_length=MOST_SEATS)]
    deals: bool
    clock: Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
    began_from: tuple[Number, Number] | None
    explains: bool = False
    places: Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_PLACES - 1)], ...], Meta(max_length=MOST_SEATS)] = ()
    helped: Annotated[tuple[AtSeat, ...], Meta(max_length=MOST_SEATS)] = ()
    follows: bool = False

    def __post_init__(self) -> None:
        """Refuse names that the form would refuse."""
        if not all(map(is_name, self.names)):
            raise ValueError("a name is none that could be typed")


class Dealt(OfGame, frozen=True):
    deal: Any


class Begun(OfGame, frozen=True):
    acts: Annotated[tuple[tuple[AtTable, Any], ...], Meta(max_length=4096)]


class Done(OfGame, frozen=True):
    actor: AtTable
    action: Any


class Named(Body, frozen=True):
    name: Annotated[str, Meta(max_length=64)]


class Used(Body, frozen=True):
    used_ms: Number


class Back(Body, frozen=True):
    to_version: Number


class Ended(Body, frozen=True):
    places: BySeat
    points: BySeat


class OfSeat(Body, frozen=True):
    seat: AtSeat


class Taken(OfSeat, frozen=True):
    key: Digest


class HandedOver(OfSeat, frozen=True):
    level: Word | None


class Host(Body, frozen=True):
    key: Digest


class OfNumber(Body, frozen=True):
    number: Number


class Titled(OfNumber, frozen=True):
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)]


class Deleted(OfNumber, frozen=True):
    """A deletion; `left` is a digest of what remains (`store.tombstones`)."""

    left: Digest = ""


class AtSite(Body, frozen=True):
    site: Word
