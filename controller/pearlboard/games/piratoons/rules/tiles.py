"""The tiles of the box: data that the owner of a box may correct, in `tiles.toml`. What is wrong there names its line.

Their names never change, since logs and documents hold them: `b01` to `b24`, and Equipment by its design.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final, NoReturn, TypeAlias, TypeVar

from msgspec import Meta, Struct

from pearlboard.conversion import Kind, Misfit, fit
from pearlboard.errors import BadInput

Tile: TypeAlias = str
"""A tile by its name; copies of a design are alike."""

KINDS: Final[Mapping[str, str]] = {"s": "sail", "d": "deck", "g": "gun_port", "p": "porthole", "q": "quarter"}
"""Equipment by the first letter of its name."""
SETS: Final = "dgpq"
"""The kinds of which sets are made: all but Sails."""
DESIGNS: Final = ("s", *(f"{kind}{number}" for kind in SETS for number in (1, 2, 3)))
BOATS: Final = tuple(f"b{number:02}" for number in range(1, 25))
EQUIPMENT: Final = "e"
BOAT: Final = "b"
KINDS_OF_THE_BOX: Final = (BOAT, EQUIPMENT)
"""Tiles of a real box, of which no more is known than the place where they lay: for Equipment, or for Boats."""
_BOATS: Final = frozenset((BOAT, *BOATS))
BOW: Final = "bow"
STERN: Final = "stern"
STACK: Final = 6
"""Equipment tiles of a round."""
HOLD: Final = 3
"""Boat tiles of a round."""
PLACES: Final = STACK + HOLD
_FILE: Final = "tiles.toml"
_S = TypeVar("_S", bound=Struct)

_Few = Annotated[int, Meta(ge=0, le=9)]
_Symbol = Annotated[int, Meta(ge=1, le=4)]


@dataclass(frozen=True, slots=True)
class Hull:
    """A Boat tile, the bow or the stern.

    fore, aft  the symbol on the edge towards the bow and towards the stern, from 1; 0: no edge
    spaces     how many tiles of each kind it takes; Sails: what its mast carries
    """

    name: str
    storeys: int
    fore: int
    aft: int
    spaces: Mapping[str, int]
    barrels: int


@dataclass(frozen=True, slots=True)
class Box:
    """Everything in the box that is a number. `copies` by design, `labels` likewise."""

    crew: int
    rounds: int
    doubloons: int
    start: int
    copies: Mapping[Tile, int]
    labels: Mapping[Tile, str]
    hulls: Mapping[str, Hull]


class _Equipment(Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    copies: Annotated[int, Meta(ge=1, le=48)]
    label: str


class _Spaces(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    deck: Annotated[int, Meta(ge=0, le=1)]
    sails: _Few
    gun_ports: _Few
    portholes: _Few
    quarters: _Few
    barrels: _Few


class _Bow(_Spaces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    aft: _Symbol


class _Stern(_Spaces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    fore: _Symbol


class _Boat(_Spaces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    storeys: Annotated[int, Meta(ge=1, le=4)]
    fore: _Symbol
    aft: _Symbol


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    crew: Annotated[int, Meta(ge=6, le=6)]
    rounds: Annotated[int, Meta(ge=8, le=8)]
    doubloons: Annotated[int, Meta(ge=12, le=1000)]
    start: Annotated[int, Meta(ge=0, le=10)]
    equipment: dict[str, Any]
    ends: dict[str, Any]
    boats: dict[str, Any]


def kind_of(tile: Tile) -> str:
    """The letter of its kind; `b` for a Boat."""
    return tile[0]


def is_boat(tile: Tile) -> bool:
    return tile in _BOATS


@cache
def box() -> Box:
    """The box as this installation has it; `BadInput` names the line that cannot be."""
    return read((files("pearlboard.games.piratoons") / _FILE).read_text(encoding="utf-8"))


def read(text: str) -> Box:
    """A tile file; `BadInput` for one that cannot be played with, at its line."""
    return _Reader(text).box()


class _Reader:
    """Reads one file, and knows where in it each key stands."""

    def __init__(self, text: str) -> None:
        self._lines = _lines_of(text)
        try:
            self._document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            last = len(text.splitlines()) or 1
            raise BadInput(f"{_FILE}: line {found[1] if found else last}", f"this is not TOML: {error}") from error

    def box(self) -> Box:
        file = self._fit(self._document, _File)
        equipment = self._members("equipment", file.equipment, DESIGNS, _Equipment)
        for name, tile in equipment.items():
            if tile.kind != KINDS[name[0]]:
                self._refuse(("equipment", name), f"the kind of {name} must be {KINDS[name[0]]!r}, not {tile.kind!r}")
        boats = self._members("boats", file.boats, BOATS, _Boat)
        for name, boat in boats.items():
            if max(boat.fore, boat.aft) > boat.storeys:
                self._refuse(("boats", name), f"a symbol of {name} is above its {boat.storeys} storeys")
        copies = {name: tile.copies for name, tile in equipment.items()}
        if sum(copies.values()) != STACK * file.rounds:
            wrong = f"there must be {STACK * file.rounds} Equipment tiles in all, not {sum(copies.values())}"
            self._refuse(("equipment",), wrong)
        bow = self._members("ends", file.ends, (BOW, STERN), _Bow, only=BOW)[BOW]
        stern = self._members("ends", file.ends, (BOW, STERN), _Stern, only=STERN)[STERN]
        hulls = {
            BOW: Hull(BOW, 1, 0, bow.aft, _spaces(bow), bow.barrels),
            **{name: Hull(name, b.storeys, b.fore, b.aft, _spaces(b), b.barrels) for name, b in boats.items()},
            STERN: Hull(STERN, 1, stern.fore, 0, _spaces(stern), stern.barrels),
        }
        labels = {name: tile.label for name, tile in equipment.items()}
        return Box(file.crew, file.rounds, file.doubloons, file.start, copies, labels, hulls)

    def _members(
        self, table: str, told: Mapping[str, Any], names: tuple[str, ...], kind: type[_S], only: str | None = None
    ) -> dict[str, _S]:
        """The members of a table: exactly these names, each of this kind."""
        for name in told:
            if name not in names:
                self._refuse((table, name), f"there is no tile {name!r}; there are {', '.join(names)}")
        for name in names:
            if name not in told:
                self._refuse((table,), f"the tile {name!r} is missing")
        return {name: self._fit(told[name], kind, (table, name)) for name in names if only in (None, name)}

    def _fit(self, document: object, kind: type[_S], at: tuple[str, ...] = ()) -> _S:
        def refuse(misfit: Misfit) -> NoReturn:
            path = (*at, *map(str, misfit.path), *([misfit.unknown] if misfit.unknown else []))
            self._refuse(path, _wrong(misfit))

        return fit(document, kind, refuse)

    def _refuse(self, path: tuple[str, ...], wrong: str) -> NoReturn:
        known = (self._lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._lines)
        raise BadInput(f"{_FILE}: line {next(known, 1)}", wrong)


def _wrong(misfit: Misfit) -> str:
    if misfit.unknown is not None:
        return f"there is no key {misfit.unknown!r}; the keys are {', '.join(misfit.known)}"
    if misfit.missing is not None:
        return f"the key {misfit.missing!r} is missing"
    place = misfit.path[-1] if misfit.path else "this"
    wanted = misfit.wanted
    if wanted.kind is Kind.WHOLE and type(misfit.value) is int:
        may = f"{wanted.low}" if wanted.low == wanted.high else f"from {wanted.low} to {wanted.high}"
        return f"{place} must be {may}, not {misfit.value!r:.40}"
    return f"{place} must be {wanted.kind.value}, not {misfit.value!r:.40}"


def _lines_of(text: str) -> dict[tuple[str, ...], int]:
    """The line of each table and of each key, from 1."""
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*\[(\w+)\]", line):
            table = (found[1],)
            lines.setdefault(table, number)
        elif found := re.match(r"\s*(\w+)\s*=", line):
            lines.setdefault((*table, found[1]), number)
    return lines


def _spaces(told: _Spaces) -> Mapping[str, int]:
    return {"s": told.sails, "d": told.deck, "g": told.gun_ports, "p": told.portholes, "q": told.quarters}
