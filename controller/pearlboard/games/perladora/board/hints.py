"""Where the rules let the seat to move lay a piece, from what everybody knows."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pearlboard.games.perladora.rules.play import empty_spaces, legal_edges
from pearlboard.games.perladora.rules.state import Public, Stage
from pearlboard.games.values import Moment
from pearlboard.geometry import GRID, Bits, Edge, Space

FEW: Final = 6
"""The number of places that are shown unasked: few enough to look at one by one, when searching is no fun any more. A
turn lays two pieces at most, so these are the last two or three turns.
"""


@dataclass(frozen=True, slots=True)
class Hints:
    """The spaces and edges that are open, and the empty edges that are not; `asked`: somebody wants to see them."""

    spaces: frozenset[Space]
    edges: frozenset[Edge]
    forbidden: frozenset[Edge]
    asked: bool = True


def hints(public: Public) -> Hints:
    """The legal places."""
    return _hints(*_open(public), GRID.all_edges & ~public.pontoons)


@lru_cache(maxsize=64)
def _hints(spaces: Bits, legal: Bits, open_edges: Bits) -> Hints:
    """The hints, cached because every screen asks for those of the same moment."""
    return Hints(
        frozenset(GRID.spaces_in(spaces)),
        frozenset(GRID.edges_in(legal)),
        frozenset(GRID.edges_in(open_edges & ~legal)),
    )


def few(public: Public) -> bool:
    """Whether so little may be laid that it is shown unasked."""
    if public.stage is not Stage.PLAYING or public.over:
        return False
    spaces, edges = _open(public)
    return 0 < spaces.bit_count() + edges.bit_count() <= FEW


def shown(public: Public, moment: Moment) -> Hints | None:
    """The hints to show now: all if asked for; unasked only those that are open."""
    if public.stage is not Stage.PLAYING or not (moment.hinting or moment.few):
        return None
    found = hints(public)
    return found if moment.hinting else Hints(found.spaces, found.edges, frozenset(), asked=False)


def _open(public: Public) -> tuple[Bits, Bits]:
    """The spaces and edges on which the seat to move may lay what it has."""
    spaces = empty_spaces(public) if public.left[public.to_move - 1] else 0
    return spaces, legal_edges(public) if public.pontoons_left else 0
