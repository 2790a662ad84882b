"""The territories into which Pontoons cut the board: what lies in each, whether it is full, whether it can be cut.

Everything here is public. Where only one question is asked the bitboard functions answer it at once, for all spaces:
the territories that are not full are what can be reached from an empty space.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pearlboard.games.perladora.rules.division import divisible
from pearlboard.games.perladora.rules.state import FARMS, Public
from pearlboard.geometry import GRID, Bits, Space

FARM_SPACES: Final[Bits] = GRID.bits(FARMS)
DIVER_SPACES: Final[Bits] = GRID.all_spaces ^ FARM_SPACES
OPEN_LAGOON: Final = len(GRID.spaces) // 2
"""A part with more spaces than this is what is left of the open lagoon: nobody speaks of it as closed yet."""


@dataclass(frozen=True, slots=True)
class Territory:
    """A part of the board. `bits` and `spaces` are the same; `pearls` counts all its Farms together."""

    bits: Bits
    spaces: tuple[Space, ...]
    pearls: int
    full: bool
    divisible: bool


def open_edges(public: Public) -> Bits:
    """The edges without a Pontoon."""
    return GRID.all_edges & ~public.pontoons


def empty_spaces(public: Public) -> Bits:
    """The spaces that could take a Diver."""
    return DIVER_SPACES & ~GRID.bits(public.divers)


def unfilled_spaces(public: Public) -> Bits:
    """The spaces of territories that are not full."""
    return GRID.region(empty_spaces(public), open_edges(public))


def territories(public: Public) -> tuple[Territory, ...]:
    """The territories, ordered by their first space."""
    return _parts(open_edges(public), empty_spaces(public), tuple(public.setup.farms.items()), public.pontoons_left)


def territory_of(public: Public, space: Space) -> Territory:
    """The territory in which a space lies."""
    return next(part for part in territories(public) if GRID.bit[space] & part.bits)


@lru_cache(maxsize=64)
def _parts(edges: Bits, empty: Bits, farms: tuple[tuple[Space, int], ...], supply: int) -> tuple[Territory, ...]:
    """The territories, cached because every screen asks for those of the same moment."""
    return tuple(
        Territory(
            bits=part,
            spaces=GRID.spaces_in(part),
            pearls=sum(pearls for farm, pearls in farms if GRID.bit[farm] & part),
            full=not part & empty,
            divisible=divisible(part, edges, supply),
        )
        for part in GRID.regions(edges)
    )


def closed(part: Territory) -> bool:
    """Whether Pontoons have closed it off: at most half of the board lies in it."""
    return len(part.spaces) <= OPEN_LAGOON
