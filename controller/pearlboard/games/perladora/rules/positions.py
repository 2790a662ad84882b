"""Positions as JSON, and back. They hold every secret: they are files for analysis and tests, nothing else.

What an Elder has seen is no part of a position; a record tells it. The shape of every part is `PositionDocument`;
here the parts are compared with the number of players and the names of the board, and what they may not say together is
for `consistency`.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from pearlboard.errors import BadInput
from pearlboard.games.perladora.rules.consistency import check_position
from pearlboard.games.perladora.rules.refusals import ValuesMissing
from pearlboard.games.perladora.rules.setup import check, with_edition
from pearlboard.games.perladora.rules.state import (
    CLUSTERS,
    DIVERS,
    FARMS,
    PONTOONS,
    Clan,
    Diver,
    Edition,
    Hand,
    Public,
    Setup,
    State,
)
from pearlboard.games.perladora.rules.territories import FARM_SPACES
from pearlboard.games.refusals import BadSetup
from pearlboard.games.strict_json import at, convert, named, shown, sized, whole
from pearlboard.geometry import GRID, Bits, Space, edge, space

SWITCHES: Final = ("voluntary_pass", "elders_own")
_ANY_COUNT: Final = sum(DIVERS[2])
"""More than there is of anything that a position counts; the exact limits are the law's."""

_Count = Annotated[int, Meta(ge=0, le=_ANY_COUNT)]
_Pearls = Annotated[int, Meta(ge=CLUSTERS[0], le=CLUSTERS[-1])]
_Value = Annotated[int, Meta(ge=1, le=len(DIVERS[2]))]
_Without = Annotated[list[Annotated[list[_Value], Meta(max_length=_ANY_COUNT)]], Meta(max_length=max(DIVERS))]


class _Farms(Struct, frozen=True, forbid_unknown_fields=True):
    """Pearls by Farm: the eight of `state.FARMS`."""

    d1: _Pearls
    b2: _Pearls
    f2: _Pearls
    h2: _Pearls
    a4: _Pearls
    e4: _Pearls
    c5: _Pearls
    g5: _Pearls


class _Diver(Struct, frozen=True, forbid_unknown_fields=True):
    space: str
    seat: int
    value: _Value
    face_up: bool
    necklaces: _Count
    backup: bool


class _Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """Divers by value."""

    ones: _Count = field(default=0, name="1")
    twos: _Count = field(default=0, name="2")
    threes: _Count = field(default=0, name="3")
    fours: _Count = field(default=0, name="4")
    fives: _Count = field(default=0, name="5")


class SetupDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An agreement as plain data; what it does not say of the switches is as in the edition's rulebook."""

    players: Annotated[int, Meta(ge=min(DIVERS), le=max(DIVERS))]
    advanced: bool
    edition: Edition
    clans: list[Clan]
    farms: _Farms
    voluntary_pass: bool | UnsetType = UNSET
    elders_own: bool | UnsetType = UNSET
    without: _Without | UnsetType = UNSET


class PositionDocument(SetupDocument, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as plain data, of the right shape and no more."""

    pontoons: list[str]
    divers: list[_Diver]
    hands: list[_Hand]
    powers: list[int]
    backups: list[bool]
    done: list[bool]
    to_move: int


# --- the agreement -----------------------------------------------------------------------------------------------


def setup_to_json(setup: Setup) -> dict[str, object]:
    """The agreement as plain data, both switches always named."""
    return {
        "players": setup.players,
        "advanced": setup.advanced,
        "edition": str(setup.edition),
        "clans": [str(clan) for clan in setup.clans],
        "farms": {str(farm): setup.farms[farm] for farm in FARMS},
        "voluntary_pass": setup.voluntary_pass,
        "elders_own": setup.elders_own,
        **({"without": [list(values) for values in setup.without]} if setup.without else {}),
    }


def setup_from_json(document: object, place: str = "") -> Setup:
    """The agreement; `BadInput` for one that cannot be played."""
    return _setup(place, convert(document, SetupDocument, place))


def _setup(place: str, told: SetupDocument) -> Setup:
    clans = tuple(sized(at(place, "clans"), told.clans, told.players))
    pearls = {farm: getattr(told.farms, str(farm)) for farm in FARMS}
    book = with_edition(Setup(told.players, clans, pearls, told.advanced), told.edition)
    setup = Setup(
        told.players,
        clans,
        pearls,
        told.advanced,
        told.edition,
        voluntary_pass=book.voluntary_pass if told.voluntary_pass is UNSET else told.voluntary_pass,
        elders_own=book.elders_own if told.elders_own is UNSET else told.elders_own,
        without=() if told.without is UNSET else tuple(map(tuple, told.without)),
    )
    try:
        check(setup)
    except BadSetup as error:
        raise BadInput(at(place, error.part), str(error)) from error
    return setup


# --- the position ------------------------------------------------------------------------------------------------


def position_to_json(state: State) -> dict[str, object]:
    """The position as a file holds it; `ValuesMissing` while a Diver's value has not been said."""
    public, setup = state.public, state.public.setup
    book = with_edition(setup, setup.edition)
    switches = {name: getattr(setup, name) for name in SWITCHES if getattr(setup, name) != getattr(book, name)}
    return {
        **{key: value for key, value in setup_to_json(setup).items() if key not in SWITCHES},
        **switches,
        "pontoons": [str(edge) for edge in GRID.edges_in(public.pontoons)],
        "divers": [_diver_to_json(place, public.divers[place], _said(state, place)) for place in sorted(public.divers)],
        "hands": [_hand_to_json(hand, setup.players) for hand in state.hands],
        "powers": list(public.powers),
        "backups": list(public.backups),
        "done": list(public.done),
        "to_move": public.to_move,
    }


def _said(state: State, place: Space) -> int:
    value = state.values[place]
    if value is None:
        raise ValuesMissing(frozenset({place}))
    return value


def _diver_to_json(place: Space, diver: Diver, value: int) -> dict[str, object]:
    return {
        "space": str(place),
        "seat": diver.seat,
        "value": value,
        "face_up": diver.shown is not None,
        "necklaces": diver.necklaces,
        "backup": diver.backup,
    }


def _hand_to_json(hand: Hand, players: int) -> dict[str, int]:
    return {str(value): count for value, count in enumerate(hand, 1) if DIVERS[players][value - 1]}


def position_from_json(document: object, place: str = "") -> State:
    """The position; `BadInput` for anything that is not one, or could not come about in the game."""
    return position_of(convert(document, PositionDocument, place), place)


def position_of(told: PositionDocument, place: str = "") -> State:
    """The position that a document tells; `BadInput` for one that could not come about in the game."""
    setup = _setup(place, told)
    players = setup.players
    hands = tuple(
        (hand.ones, hand.twos, hand.threes, hand.fours, hand.fives)
        for hand in sized(at(place, "hands"), told.hands, players)
    )
    divers, values = _divers(at(place, "divers"), told.divers, players)
    public = Public(
        setup=setup,
        to_move=whole(at(place, "to_move"), told.to_move, 1, players),
        left=tuple(sum(hand) for hand in hands),
        pontoons=_pontoons(at(place, "pontoons"), told.pontoons),
        divers=divers,
        powers=_powers(at(place, "powers"), told.powers, players),
        backups=tuple(sized(at(place, "backups"), told.backups, players)),
        done=tuple(sized(at(place, "done"), told.done, players)),
    )
    state = State(public, values, hands)
    check_position(state, place)
    return state


def _powers(place: str, told: Sequence[int], players: int) -> tuple[int, ...]:
    return tuple(whole(at(place, index), count, 0) for index, count in enumerate(sized(place, told, players)))


def _pontoons(place: str, told: Sequence[str]) -> Bits:
    laid = 0
    for index, name in enumerate(told):
        bit = GRID.bit[named(at(place, index), name, edge)]
        if bit & laid:
            raise BadInput(at(place, index), f"there is a Pontoon at {shown(name)} already")
        laid |= bit
    if laid.bit_count() > PONTOONS:
        raise BadInput(place, f"there are only {PONTOONS} Pontoons, not {laid.bit_count()}")
    return laid


def _divers(place: str, told: Sequence[_Diver], players: int) -> tuple[dict[Space, Diver], dict[Space, int | None]]:
    divers: dict[Space, Diver] = {}
    values: dict[Space, int | None] = {}
    for index, diver in enumerate(told):
        here = at(place, index)
        where = named(at(here, "space"), diver.space, space)
        if where in divers:
            raise BadInput(at(here, "space"), f"another Diver lies on {where}")
        if GRID.bit[where] & FARM_SPACES:
            raise BadInput(at(here, "space"), f"{where} is a Farm")
        divers[where] = Diver(
            seat=whole(at(here, "seat"), diver.seat, 1, players),
            shown=diver.value if diver.face_up else None,
            necklaces=diver.necklaces,
            backup=diver.backup,
        )
        values[where] = diver.value
    return divers, values
