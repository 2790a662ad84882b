"""Positions as JSON, and back. They hold every secret: they are files for analysis and tests, nothing else.

What an Elder has seen is no part of a position; a record tells it. The shape of every part is read here, with its
place; what parts may not say together is for `lawful`.
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.games.perladora.documents import at, items, members, named, shown, truth, whole, word
from pearlboard.games.perladora.lawful import check_position
from pearlboard.games.perladora.refusals import ValuesMissing
from pearlboard.games.perladora.setup import BadSetup, check, with_edition
from pearlboard.games.perladora.state import (
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
from pearlboard.games.perladora.territories import FARM_SPACES
from pearlboard.geometry import GRID, Bits, Space, edge, space

SETUP_KEYS: Final = ("players", "advanced", "edition", "clans", "farms")
SWITCHES: Final = ("voluntary_pass", "elders_own")
POSITION_KEYS: Final = (*SETUP_KEYS, "pontoons", "divers", "hands", "powers", "backups", "done", "to_move")
DIVER_KEYS: Final = ("space", "seat", "value", "face_up", "necklaces", "backup")
VALUES: Final = ("1", "2", "3", "4", "5")
_FARM_NAMES: Final = tuple(str(farm) for farm in FARMS)
_ANY_COUNT: Final = sum(DIVERS[2])
"""More than there is of anything that a position counts; the exact limits are the law's."""


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
    }


def setup_from_json(document: object, place: str = "") -> Setup:
    """The agreement; `BadInput` for one that cannot be played."""
    return _setup(place, members(place, document, SETUP_KEYS, SWITCHES))


def _setup(place: str, found: Mapping[str, object]) -> Setup:
    players = whole(at(place, "players"), found["players"], min(DIVERS), max(DIVERS))
    advanced = truth(at(place, "advanced"), found["advanced"])
    edition = Edition(word(at(place, "edition"), found["edition"], Edition))
    clans = tuple(
        Clan(word(at(at(place, "clans"), index), clan, Clan))
        for index, clan in enumerate(items(at(place, "clans"), found["clans"], players))
    )
    farms = members(at(place, "farms"), found["farms"], _FARM_NAMES)
    pearls = {
        farm: whole(at(at(place, "farms"), str(farm)), farms[str(farm)], CLUSTERS[0], CLUSTERS[-1]) for farm in FARMS
    }
    book = with_edition(Setup(players, clans, pearls, advanced), edition)
    switches = {
        name: truth(at(place, name), found[name]) if name in found else getattr(book, name) for name in SWITCHES
    }
    setup = Setup(players, clans, pearls, advanced, edition, **switches)
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
    found = members(place, document, POSITION_KEYS, SWITCHES)
    setup = _setup(place, found)
    players = setup.players
    hands = tuple(
        _hand(at(at(place, "hands"), index), hand)
        for index, hand in enumerate(items(at(place, "hands"), found["hands"], players))
    )
    divers, values = _divers(at(place, "divers"), found["divers"], players)
    public = Public(
        setup=setup,
        to_move=whole(at(place, "to_move"), found["to_move"], 1, players),
        left=tuple(sum(hand) for hand in hands),
        pontoons=_pontoons(at(place, "pontoons"), found["pontoons"]),
        divers=divers,
        powers=tuple(
            whole(at(at(place, "powers"), index), count, 0)
            for index, count in enumerate(items(at(place, "powers"), found["powers"], players))
        ),
        backups=_truths(at(place, "backups"), found["backups"], players),
        done=_truths(at(place, "done"), found["done"], players),
    )
    state = State(public, values, hands)
    check_position(state, place)
    return state


def _truths(place: str, value: object, length: int) -> tuple[bool, ...]:
    return tuple(truth(at(place, index), item) for index, item in enumerate(items(place, value, length)))


def _hand(place: str, value: object) -> Hand:
    found = members(place, value, (), VALUES)
    ones, twos, threes, fours, fives = (whole(at(place, name), found.get(name, 0), 0, _ANY_COUNT) for name in VALUES)
    return ones, twos, threes, fours, fives


def _pontoons(place: str, value: object) -> Bits:
    laid = 0
    for index, item in enumerate(items(place, value)):
        bit = GRID.bit[named(at(place, index), item, edge)]
        if bit & laid:
            raise BadInput(at(place, index), f"there is a Pontoon at {shown(item)} already")
        laid |= bit
    if laid.bit_count() > PONTOONS:
        raise BadInput(place, f"there are only {PONTOONS} Pontoons, not {laid.bit_count()}")
    return laid


def _divers(place: str, value: object, players: int) -> tuple[dict[Space, Diver], dict[Space, int | None]]:
    divers: dict[Space, Diver] = {}
    values: dict[Space, int | None] = {}
    for index, item in enumerate(items(place, value)):
        here = at(place, index)
        found = members(here, item, DIVER_KEYS)
        where = named(at(here, "space"), found["space"], space)
        if where in divers:
            raise BadInput(at(here, "space"), f"another Diver lies on {where}")
        if GRID.bit[where] & FARM_SPACES:
            raise BadInput(at(here, "space"), f"{where} is a Farm")
        worth = whole(at(here, "value"), found["value"], 1, len(VALUES))
        divers[where] = Diver(
            seat=whole(at(here, "seat"), found["seat"], 1, players),
            shown=worth if truth(at(here, "face_up"), found["face_up"]) else None,
            necklaces=whole(at(here, "necklaces"), found["necklaces"], 0, _ANY_COUNT),
            backup=truth(at(here, "backup"), found["backup"]),
        )
        values[where] = worth
    return divers, values
