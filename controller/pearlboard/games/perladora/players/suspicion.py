"""What the Divers that lie face down are probably worth, by when and where they lie.

A Diver that came early, or beside many Pearls, is more often a big one. How much more, and together with what else, a
small neural network learned from games of the computers among themselves: `suspicion.toml` has its weights and how they
were made (`make train`). It counts in integers, so that every machine has the same suspicion. Only what everybody sees
is asked.
"""

import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from pearlboard.games.perladora.rules.state import FARMS, Public
from pearlboard.games.perladora.rules.territories import empty_spaces, open_edges
from pearlboard.geometry import GRID, Bits, Space

Likings: TypeAlias = tuple[int, int, int, int, int]
"""How much more readily than another value, relative to one another, a Diver of 1 to 5 lies there."""
Layer: TypeAlias = tuple[tuple[int, ...], ...]
"""By neuron: the weights of what comes in, and last its bias, in parts of `ONE`."""

ONE: Final = 1024
"""The scale of weights and of what a layer hands on."""
FINENESS: Final = 16
"""The last layer counts in parts of a doubling."""
_SHIFT: Final = ONE.bit_length() - 1
_EVEN: Final = 12
"""A Diver of 1 has the liking 2 to the power of this."""
_MOST: Final = 10 * FINENESS
_STEPS: Final = tuple(round(1024 * 2 ** (step / FINENESS)) for step in range(FINENESS))


def _apart(one: Space, other: Space) -> int:
    """The steps from one space to another, across corners too."""
    row, column = divmod(GRID.index(one), GRID.columns)
    other_row, other_column = divmod(GRID.index(other), GRID.columns)
    return max(abs(row - other_row), abs(column - other_column))


_APART: Final[Mapping[tuple[Space, Space], int]] = {
    (one, other): _apart(one, other) for one in GRID.spaces for other in GRID.spaces
}
_WITHIN: Final = {
    space: tuple(tuple(farm for farm in FARMS if _APART[space, farm] <= steps) for steps in (1, 2))
    for space in GRID.spaces
}
"""The Farms within one step of each space, and within two."""


class Traits(NamedTuple):
    """What everybody sees of a Diver on the board. `earlier` and `later`: than it, among those that lie there.

    turn, laid      which of its seat's Divers it is, from 0, and how many of them lie on the board
    order, lying    which of all Divers it is, from 0, and how many lie on the board; `pontoons` beside them
    row, column     how far its space is from the edge
    beside, around  Pearls of the Farms within one step and within two; `farms`: how many are within one
    inside          Pearls of those within one step that are in its territory
    pearls, size, room  of its territory: Pearls, spaces, and spaces for a Diver
    own, rivals     Divers there: others of its side, and the most of one other side
    """

    turn: int
    laid: int
    order: int
    lying: int
    pontoons: int
    row: int
    column: int
    beside: int
    around: int
    farms: int
    inside: int
    pearls: int
    size: int
    room: int
    own: int
    rivals: int
    own_earlier: int
    others_earlier: int
    others_later: int
    own_beside_earlier: int
    own_beside_later: int
    others_beside_earlier: int
    others_beside_later: int
    necklaces: int
    backup: int


def traits(public: Public) -> dict[Space, Traits]:
    """Those of every Diver on the board, in the order in which they were laid."""
    part_of = {space: part for part in GRID.regions(open_edges(public)) for space in GRID.spaces_in(part)}
    side = {space: public.setup.side(diver.seat) for space, diver in public.divers.items()}
    laid = Counter(diver.seat for diver in public.divers.values())
    turns: Counter[int] = Counter()
    found = {}
    for order, (space, diver) in enumerate(public.divers.items()):
        there = [other for other in public.divers if part_of[other] == part_of[space]]
        in_order = turns[diver.seat], laid[diver.seat], order, len(public.divers), public.pontoons.bit_count()
        tokens = diver.necklaces, int(diver.backup)
        found[space] = Traits._make(
            (*in_order, *_place(public, space, part_of), *_company(space, side, there), *tokens)
        )
        turns[diver.seat] += 1
    return found


def _place(public: Public, space: Space, part_of: Mapping[Space, Bits]) -> tuple[int, ...]:
    """From `row` to `room`."""
    part, farms = part_of[space], public.setup.farms
    row, column = divmod(GRID.index(space), GRID.columns)
    near, far = _WITHIN[space]
    return (
        min(row, GRID.rows - 1 - row),
        min(column, GRID.columns - 1 - column),
        sum(farms[farm] for farm in near),
        sum(farms[farm] for farm in far),
        len(near),
        sum(farms[farm] for farm in near if part_of[farm] == part),
        sum(farms[farm] for farm in FARMS if part_of[farm] == part),
        part.bit_count(),
        (part & empty_spaces(public)).bit_count(),
    )


def _company(space: Space, side: Mapping[Space, int], there: list[Space]) -> tuple[int, ...]:
    """From `own` to `others_beside_later`; `there`: the spaces of its territory with Divers, as they were laid."""
    sides = Counter(side[other] for other in there)
    own = sides.pop(side[space]) - 1
    inside, beside = (_ages(space, side, others) for others in (there, _beside(space, side)))
    return (
        own,
        max(sides.values(), default=0),
        inside[True, True],
        inside[False, True],
        inside[False, False],
        beside[True, True],
        beside[True, False],
        beside[False, True],
        beside[False, False],
    )


def _beside(space: Space, laid: Iterable[Space]) -> list[Space]:
    """The space, and those of Divers within one step, as they were laid."""
    return [other for other in laid if _APART[space, other] <= 1]


def _ages(space: Space, side: Mapping[Space, int], there: list[Space]) -> Counter[tuple[bool, bool]]:
    """How many of the Divers that are `there` are of its side, and came before it."""
    order = there.index(space)
    return Counter((side[other] == side[space], place < order) for place, other in enumerate(there) if place != order)


def likings(public: Public, spaces: Container[Space]) -> dict[Space, Likings]:
    """How readily each value is laid as each Diver on those spaces: 2 to the power of 2 to 22, a 1 always of 12."""
    layers = learned(public.setup.players)
    return {space: _likings(layers, seen) for space, seen in traits(public).items() if space in spaces}


def _likings(layers: tuple[Layer, ...], seen: Traits) -> Likings:
    *hidden, last = layers
    told = [ONE * each for each in seen]
    for layer in hidden:
        told = [max(0, each) for each in _through(layer, told)]
    one, *others = _through(last, told)
    two, three, four, five = (_power(max(-_MOST, min(_MOST, (each - one) >> _SHIFT))) for each in others)
    return 1 << _EVEN, two, three, four, five


def _through(layer: Layer, told: list[int]) -> list[int]:
    heard = (*told, ONE)
    return [sum(map(mul, neuron, heard)) >> _SHIFT for neuron in layer]


def _power(sixteenths: int) -> int:
    whole, step = divmod(sixteenths, FINENESS)
    return _STEPS[step] << (_EVEN + whole) >> 10


@cache
def learned(players: int) -> tuple[Layer, ...]:
    """The layers of the network for games of so many."""
    kept = tomllib.loads(files(__package__).joinpath("suspicion.toml").read_text(encoding="utf-8"))
    return tuple(tuple(map(tuple, layer)) for layer in kept["layers"][str(players)])
