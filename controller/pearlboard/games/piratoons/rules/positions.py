"""Positions as JSON, and back. They hold the order of all tiles: they are files for analysis and tests, nothing else.

A position stands between two rounds.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from pearlboard.errors import BadInput
from pearlboard.games.piratoons.rules import ships
from pearlboard.games.piratoons.rules.ships import Part, Ship
from pearlboard.games.piratoons.rules.state import PLAYERS, Setup, Stage, State
from pearlboard.games.piratoons.rules.tiles import BOATS, BOW, DESIGNS, HOLD, STACK, STERN, Tile, box
from pearlboard.games.strict_json import at, convert, shown, sized, whole

NAME: Final = "piratoons"

Players = Annotated[int, Meta(ge=PLAYERS[0], le=PLAYERS[-1])]
Number = Annotated[int, Meta(ge=0, le=1000)]
Text = Annotated[str, Meta(max_length=8)]
_HULLS: Final = (BOW, *BOATS, STERN)


class PartDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a ship: Equipment in any order."""

    tile: Text
    on: list[Text]


class PositionDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as plain data, of the right shape and no more."""

    game: Literal["piratoons"]
    players: Players
    first: int
    played: Number
    doubloons: list[Number]
    sea: list[Text]
    ships: list[list[PartDocument]]
    stacks: list[list[Text]]
    boats: list[Text]


def position_to_json(state: State) -> dict[str, Any]:
    """The position as a file holds it; of a game that stands between two rounds."""
    return {
        "game": NAME,
        "players": state.setup.players,
        "first": state.first,
        "played": state.played,
        "doubloons": list(state.doubloons),
        "sea": list(state.sea),
        "ships": [ship_to_json(ship) for ship in state.ships],
        "stacks": [list(stack) for stack in state.stacks],
        "boats": [boat for hold in state.boats for boat in hold],
    }


def ship_to_json(ship: Ship) -> list[dict[str, Any]]:
    """Its parts from bow to stern, what lies on each sorted."""
    return [{"tile": part.tile, "on": list(part.on)} for part in ship]


def position_from_json(document: object, place: str = "") -> State:
    """The position; `BadInput` for anything that is not one, or could not come about in the game."""
    return position_of(convert(document, PositionDocument, place), place)


def position_of(told: PositionDocument, place: str = "") -> State:
    """The position that a document tells; `BadInput` for one that could not come about in the game."""
    players, rounds = told.players, box().rounds
    played = whole(at(place, "played"), told.played, 0, rounds)
    left = rounds - played
    stacks = sized(at(place, "stacks"), told.stacks, left)
    boats = sized(at(place, "boats"), told.boats, HOLD * left)
    fleet = sized(at(place, "ships"), told.ships, players)
    state = State(
        setup=Setup(players),
        first=whole(at(place, "first"), told.first, 1, players),
        played=played,
        doubloons=tuple(sized(at(place, "doubloons"), told.doubloons, players)),
        sea=tuple(sorted(known(at(place, "sea"), told.sea, (*BOATS, *DESIGNS)))),
        ships=tuple(ship_of(ship, at(at(place, "ships"), index)) for index, ship in enumerate(fleet)),
        stacks=tuple(
            tuple(known(here, sized(here, stack, STACK), DESIGNS))
            for index, stack in enumerate(stacks)
            for here in (at(at(place, "stacks"), index),)
        ),
        boats=tuple(
            tuple(known(at(place, "boats"), boats, BOATS)[number : number + HOLD])
            for number in range(0, len(boats), HOLD)
        ),
        stage=Stage.CLOSED if left else Stage.OVER,
    )
    _check_doubloons(state, at(place, "doubloons"))
    _check_ships(state, at(place, "ships"))
    _check_tiles(state, place)
    return state


def ship_of(told: list[PartDocument], place: str) -> Ship:
    """A ship of known tiles, legal or not."""
    for index, part in enumerate(told):
        here = at(place, index)
        known(at(here, "tile"), [part.tile], _HULLS)
        known(at(here, "on"), part.on, DESIGNS)
    return tuple(Part(part.tile, tuple(sorted(part.on))) for part in told)


def known(place: str, names: Sequence[str], words: tuple[str, ...]) -> list[Tile]:
    """The names, of which each must be one of these words."""
    for index, name in enumerate(names):
        if name not in words:
            raise BadInput(at(place, index), f"there is no tile {shown(name)} here")
    return list(names)


# --- what cannot be ----------------------------------------------------------------------------------------------


def _check_doubloons(state: State, place: str) -> None:
    if sum(state.doubloons) > box().doubloons:
        raise BadInput(place, f"there are {box().doubloons} doubloons, not {sum(state.doubloons)}")


def _check_ships(state: State, place: str) -> None:
    for index, ship in enumerate(state.ships):
        here = at(place, index)
        if not ships.framed(ship):
            raise BadInput(here, "a ship is its bow, Boat tiles and its stern, in this order")
        for number, part in enumerate(ship):
            if part.fault is not None:
                raise BadInput(at(here, number), f"what lies on {part.tile} cannot lie there: {part.fault}")


def _check_tiles(state: State, place: str) -> None:
    """Every tile is in one place."""
    here = Counter((*state.sea, *(tile for ship in state.ships for tile in ships.tiles(ship))))
    here.update(tile for part in (*state.stacks, *state.boats) for tile in part)
    wanted = Counter({**box().copies, **dict.fromkeys(BOATS, 1)})
    for tile in (*DESIGNS, *BOATS):
        if here[tile] != wanted[tile]:
            raise BadInput(place, f"there must be {wanted[tile]} of {tile} in all, not {here[tile]}")
