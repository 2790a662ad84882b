"""Where the rules let the seat to move lay a piece, from what everybody knows."""

from dataclasses import dataclass

from pearlboard.games.perladora.rules.play import empty_spaces, legal_edges
from pearlboard.games.perladora.rules.state import Public
from pearlboard.geometry import GRID, Edge, Space


@dataclass(frozen=True, slots=True)
class Hints:
    """The spaces and edges that are open, and the empty edges that are not."""

    spaces: frozenset[Space]
    edges: frozenset[Edge]
    forbidden: frozenset[Edge]


def hints(public: Public) -> Hints:
    """What may be laid."""
    legal = legal_edges(public) if public.pontoons_left else 0
    spaces = empty_spaces(public) if public.left[public.to_move - 1] else 0
    open_edges = GRID.all_edges & ~public.pontoons
    return Hints(
        frozenset(GRID.spaces_in(spaces)),
        frozenset(GRID.edges_in(legal)),
        frozenset(GRID.edges_in(open_edges & ~legal)),
    )
