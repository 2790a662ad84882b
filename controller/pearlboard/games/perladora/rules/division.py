"""Can a territory still be cut in two? (ruling 4: two connected parts of 4 or more, with the Pontoons left.)

A cut into two connected parts is a closed walk of Pontoons, old and new, that crosses no point twice: a simple cycle
from crossing to crossing, where crossings joined by closed edges count as one, and so does the whole outer border.
What it costs is the number of open edges on it. So the search walks such cycles, no longer than the supply.

The size of a part needs no flooding. Let every space send one unit to a root along a spanning tree: the flow out of
the part without the root is its size, and it is the sum of the flows over the edges of the cut.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from pearlboard.geometry import GRID, Bits

Node: TypeAlias = int
Arc: TypeAlias = tuple[Bits, Node, int]
"""An open edge walked in one direction: its bit, where it leads, and the flow from its left to its right."""

_MIN: Final = 4
_BORDER: Final[Node] = 0


def _crossings(first: int, second: int) -> tuple[Node, Node]:
    """The ends of the line between two spaces, the one on its left as seen from `first` to `second` before."""
    row, column = divmod(first, GRID.columns)
    ends = ((row - 1, column), (row, column)) if second == first + 1 else ((row, column), (row, column - 1))
    left, right = (
        _BORDER if not (0 <= r < GRID.rows - 1 and 0 <= c < GRID.columns - 1) else 1 + GRID.columns * r + c
        for r, c in ends
    )
    return left, right


_LINES: Final = tuple(
    (
        GRID.bit[edge],
        GRID.index(edge.first),
        GRID.index(edge.second),
        *_crossings(GRID.index(edge.first), GRID.index(edge.second)),
    )
    for edge in GRID.edges
)
"""Every edge: its bit, its two spaces, and the crossings at its ends, left and right of the step between them."""


@lru_cache(maxsize=4096)
def divisible(part: Bits, open_edges: Bits, supply: int) -> bool:
    """Whether `part`, a territory, can be cut into two connected parts of at least 4 spaces by `supply` Pontoons."""
    if not supply or part.bit_count() < 2 * _MIN:
        return False
    arcs = _arcs(part, open_edges)
    reach = range(_MIN, part.bit_count() - _MIN + 1)
    # Long walks are many and short cuts common, so short ones are looked for first.
    return any(_has_cycle(arcs, limit, reach) for limit in sorted({min(limit, supply) for limit in (1, 5, 8, supply)}))


def _arcs(part: Bits, open_edges: Bits) -> dict[Node, list[Arc]]:
    """The crossings around the open edges of `part`, and how one walks from each to the next."""
    joined = _joined_crossings(open_edges)
    flow = _flows(part, open_edges)
    arcs: dict[Node, list[Arc]] = {}
    for bit, first, second, left, right in _LINES:
        if bit & open_edges and part >> first & 1:
            # Walking from the right end to the left one, `first` lies on the left hand.
            out = flow.get((first, second), 0)
            arcs.setdefault(joined[right], []).append((bit, joined[left], out))
            arcs.setdefault(joined[left], []).append((bit, joined[right], -out))
    return arcs


def _joined_crossings(open_edges: Bits) -> list[Node]:
    """For every crossing, the representative of those which closed edges join to it."""
    joined = list(range(1 + GRID.size))

    def root(node: Node) -> Node:
        while joined[node] != node:
            node = joined[node]
        return node

    for bit, _, _, left, right in _LINES:
        if not bit & open_edges:
            joined[root(left)] = root(right)
    return [root(node) for node in joined]


def _flows(part: Bits, open_edges: Bits) -> dict[tuple[int, int], int]:
    """The flow from space to space, by their numbers, when each space of `part` sends one unit to the first one."""
    neighbours: dict[int, list[int]] = {}
    for bit, first, second, _, _ in _LINES:
        if bit & open_edges and part >> first & 1:
            neighbours.setdefault(first, []).append(second)
            neighbours.setdefault(second, []).append(first)
    start = (part & -part).bit_length() - 1
    parent = {start: start}
    order = [start]
    for space in order:
        for other in neighbours[space]:
            if other not in parent:
                parent[other] = space
                order.append(other)
    weight = dict.fromkeys(order, 1)
    flow: dict[tuple[int, int], int] = {}
    for space in reversed(order[1:]):
        above = parent[space]
        weight[above] += weight[space]
        flow[space, above] = weight[space]
        flow[above, space] = -weight[space]
    return flow


def _has_cycle(arcs: dict[Node, list[Arc]], limit: int, reach: range) -> bool:
    """Whether a simple cycle of at most `limit` open edges has a part of a size within `reach` on one side."""
    return any(_closes(arcs, home, arc, limit, reach) for home, starts in arcs.items() for arc in starts)


def _closes(arcs: dict[Node, list[Arc]], home: Node, start: Arc, limit: int, reach: range) -> bool:
    """The same for cycles from `home` by the arc `start`. Each is walked from its lowest edge, so only up from it."""
    lowest, first, first_flow = start

    def walk(node: Node, flow: int, steps: int, visited: int) -> bool:
        for bit, onward, out in arcs[node] if steps else ():
            if bit > lowest:
                if onward == home:
                    if abs(flow + out) in reach:
                        return True
                elif not visited >> onward & 1 and walk(onward, flow + out, steps - 1, visited | 1 << onward):
                    return True
        return False

    return abs(first_flow) in reach if first == home else walk(first, first_flow, limit - 1, 1 << first)
