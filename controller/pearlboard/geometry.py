"""The table's grid: spaces, the edges between them, the corners where edges meet. No game, no sensors, no lights.

There are two representations. Values with a notation (`Space`, `Edge`, `Corner`) are for general use; *bitboards*,
plain integers, are what the rules count with:

    spaces   bit `columns * row + column`
    edges    bit i for the line between space i and its right neighbour, bit `size + i` for the one below it

Space `a1` is at the upper left. Edge and space order is row first, then column.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase
from typing import TypeAlias

from pearlboard.errors import InvalidName


@dataclass(frozen=True, slots=True, order=True)
class Space:
    """One square of the grid; `row` and `column` count from 0 at the upper left.

    Places are keys and names everywhere, so a space and an edge compute hash and name once. Neither is pickled: another
    process may have another hash.
    """

    row: int
    column: int
    _hash: int = field(init=False, repr=False, compare=False)
    _name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.row, self.column)))
        object.__setattr__(self, "_name", f"{ascii_lowercase[self.column]}{self.row + 1}")

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type["Space"], tuple[int, int]]:
        return Space, (self.row, self.column)

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"space({str(self)!r})"


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """The line between two neighbouring spaces, `first` before `second` in row-then-column order."""

    first: Space
    second: Space
    _hash: int = field(init=False, repr=False, compare=False)
    _name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.first, self.second)))
        object.__setattr__(self, "_name", f"{self.first}-{self.second}")

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type["Edge"], tuple[Space, Space]]:
        return Edge, (self.first, self.second)

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"edge({str(self)!r})"


@dataclass(frozen=True, slots=True, order=True)
class Corner:
    """An inner crossing, named by the space at its upper left."""

    space: Space

    def __str__(self) -> str:
        return f"{self.space}+"

    def __repr__(self) -> str:
        return f"corner({str(self)!r})"


Site: TypeAlias = Space | Edge
"""A sensed place for a piece."""
Light: TypeAlias = Space | Edge | Corner
"""A place of a light."""
Bits: TypeAlias = int
"""A bitboard; the variable's name says of which kind."""


class Grid:
    """A rectangle of spaces, with precomputed neighbours. `GRID` is the table's."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.spaces = tuple(Space(row, column) for row in range(rows) for column in range(columns))
        self.edges = tuple(sorted(self._lines()))
        self.corners = tuple(Corner(Space(row, column)) for row in range(rows - 1) for column in range(columns - 1))
        self.sites: tuple[Site, ...] = self.spaces + self.edges
        self.lights: tuple[Light, ...] = self.sites + self.corners
        self.bit: dict[Site, Bits] = {space: 1 << self.index(space) for space in self.spaces}
        self.bit |= {
            edge: 1 << (self.index(edge.first) + self.size * (edge.first.column == edge.second.column))
            for edge in self.edges
        }
        self.all_spaces: Bits = (1 << self.size) - 1
        self.all_edges: Bits = sum(self.bit[edge] for edge in self.edges)
        self._spaces_by_bit = tuple((self.bit[space], space) for space in self.spaces)
        self._edges_by_bit = tuple((self.bit[edge], edge) for edge in self.edges)
        self._by_name: dict[str, Light] = {str(light): light for light in self.lights}

    def _lines(self) -> Iterator[Edge]:
        for space in self.spaces:
            if space.column + 1 < self.columns:
                yield Edge(space, Space(space.row, space.column + 1))
            if space.row + 1 < self.rows:
                yield Edge(space, Space(space.row + 1, space.column))

    def index(self, space: Space) -> int:
        return self.columns * space.row + space.column

    # --- names -------------------------------------------------------------------------------------------------

    def light(self, name: str) -> Light:
        """The space, edge or corner of that name; `InvalidName` if there is none."""
        try:
            return self._by_name[name]
        except (KeyError, TypeError):
            raise InvalidName(f"{name!r} is no space, edge or corner of the board; {self._hint(name)}") from None

    def site(self, name: str) -> Site:
        """The space or edge of that name."""
        light = self._by_name.get(name) if isinstance(name, str) else None
        if light is None or isinstance(light, Corner):
            raise InvalidName(f"{name!r} is no space or edge of the board; {self._hint(name)}")
        return light

    def space(self, name: str) -> Space:
        """The space of that name."""
        light = self._by_name.get(name) if isinstance(name, str) else None
        if not isinstance(light, Space):
            raise InvalidName(f"{name!r} is no space; spaces are {self.spaces[0]} to {self.spaces[-1]}")
        return light

    def edge(self, name: str) -> Edge:
        """The edge of that name."""
        light = self._by_name.get(name) if isinstance(name, str) else None
        if not isinstance(light, Edge):
            raise InvalidName(f"{name!r} is no edge; {self._hint(name)}")
        return light

    def corner(self, name: str) -> Corner:
        """The corner of that name."""
        light = self._by_name.get(name) if isinstance(name, str) else None
        if not isinstance(light, Corner):
            raise InvalidName(f"{name!r} is no corner; corners are {self.corners[0]} to {self.corners[-1]}")
        return light

    def _hint(self, name: object) -> str:
        parts = name.split("-") if isinstance(name, str) else []
        swapped = "-".join(reversed(parts))
        if len(parts) == 2 and swapped in self._by_name:
            return f"write {swapped!r}"
        return "an edge is written like 'c2-d2' or 'c2-c3', a space like 'c2'"

    # --- neighbours --------------------------------------------------------------------------------------------

    @cached_property
    def edges_of(self) -> dict[Space, tuple[Edge, ...]]:
        """The two to four edges around a space."""
        return {
            space: tuple(edge for edge in self.edges if space in (edge.first, edge.second)) for space in self.spaces
        }

    @cached_property
    def corners_of(self) -> dict[Site, tuple[Corner, ...]]:
        """The corners that a space or an edge touches: one to four, and one or two. No piece ever covers them."""
        touching: dict[Site, tuple[Corner, ...]] = {}
        for space in self.spaces:
            touching[space] = tuple(
                corner
                for corner in self.corners
                if corner.space.row in (space.row - 1, space.row)
                and corner.space.column in (space.column - 1, space.column)
            )
        for edge in self.edges:
            touching[edge] = tuple(corner for corner in touching[edge.first] if corner in touching[edge.second])
        return touching

    @cached_property
    def edges_at(self) -> dict[Corner, frozenset[Edge]]:
        """The four edges that meet in a corner."""
        return {
            corner: frozenset(edge for edge in self.edges if corner in self.corners_of[edge]) for corner in self.corners
        }

    # --- bitboards ---------------------------------------------------------------------------------------------

    def bits(self, sites: Iterable[Site]) -> Bits:
        """Pack spaces, or edges, into one integer. The two kinds do not mix."""
        packed = 0
        for site in sites:
            packed |= self.bit[site]
        return packed

    def spaces_in(self, bits: Bits) -> tuple[Space, ...]:
        """Unpack a bitboard of spaces, in order."""
        return tuple([space for bit, space in self._spaces_by_bit if bits & bit])

    def edges_in(self, bits: Bits) -> tuple[Edge, ...]:
        """Unpack a bitboard of edges, in order."""
        return tuple([edge for bit, edge in self._edges_by_bit if bits & bit])

    def grow(self, spaces: Bits, open_edges: Bits) -> Bits:
        """`spaces` and every space next to one of them across an open edge."""
        right = open_edges & self.all_spaces
        down = open_edges >> self.size
        columns = self.columns
        return (
            spaces | (spaces & right) << 1 | spaces >> 1 & right | (spaces & down) << columns | spaces >> columns & down
        )

    def region(self, spaces: Bits, open_edges: Bits) -> Bits:
        """Everything that can be reached from `spaces` across open edges."""
        while (grown := self.grow(spaces, open_edges)) != spaces:
            spaces = grown
        return spaces

    def regions(self, open_edges: Bits) -> tuple[Bits, ...]:
        """The parts into which closed edges cut the grid, ordered by their first space."""
        parts = []
        left = self.all_spaces
        while left:
            part = self.region(left & -left, open_edges)
            parts.append(part)
            left &= ~part
        return tuple(parts)

    def edges_cutting_off_under_four(self, open_edges: Bits) -> Bits:
        """The open edges whose closing would leave a part of one to three spaces, all at once.

        A part that small is a tree, since the shortest cycle of a grid has four spaces; so it is found by peeling
        leaves. With one open edge left: d1; such a leaf's neighbour with two: a2, or with three, two of them to
        leaves: a3; the next along from an a2, with two: b3. An open edge that touches one of these cuts off one, two
        or three spaces, and no other open edge does.
        """
        columns = self.columns
        right = open_edges & self.all_spaces  # space i is open towards i + 1
        down = open_edges >> self.size  # space i is open towards i + columns
        left, up = right << 1, down << columns

        both_sideways, one_sideways = right & left, right ^ left
        both_upright, one_upright = down & up, down ^ up
        odd = one_sideways ^ one_upright
        d1 = odd & ~(both_sideways | both_upright)
        d2 = one_sideways & one_upright | (both_sideways ^ both_upright) & ~odd
        d3 = odd & (both_sideways | both_upright)

        from_left, from_right = (d1 & right) << 1, d1 >> 1 & right
        from_above, from_below = (d1 & down) << columns, d1 >> columns & down
        sideways, upright = from_left | from_right, from_above | from_below
        a2 = d2 & (sideways | upright)
        a3 = d3 & (from_left & from_right | from_above & from_below | sideways & upright)
        b3 = d2 & ((a2 & right) << 1 | a2 >> 1 & right | (a2 & down) << columns | a2 >> columns & down)

        peeled = d1 | a2 | a3 | b3
        return right & (peeled | peeled >> 1) | (down & (peeled | peeled >> columns)) << self.size


GRID = Grid(columns=8, rows=5)
"""The table's own grid: 40 spaces, 67 edges, 28 corners."""

space = GRID.space
edge = GRID.edge
corner = GRID.corner
site = GRID.site
