"""Finds ways for tracks on a grid of a quarter of a tenth of an inch, always the same ones for the same board.

Net by net, each pin by the cheapest way to what its net has already: along y on top, along x below, a via where it
changes sides. What comes out is judged by `copper.py` like copper laid by hand; nothing here is trusted.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from hardware.electrical.board import FREE, VIA, Box, Pad, Track, Via
from hardware.electrical.copper import BOTH, CLEARANCE, TO_EDGE, TO_HOLE, Piece, distance, pad_piece, track_pieces
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import Point

GRID: Final = 0.635
LAYERS: Final = ("top", "bottom")
ALONG, ACROSS, CHANGE = 10, 17, 60
"""The costs of a step with and against its layer's direction, and of a via."""
SAGS: Final = 0.04
"""How much nearer a track may come to a disc between two nodes than at both of them."""
IN_PAD: Final = 0.15
"""A via keeps this far off any pad, that of its own net as well: solder would run into it."""
INSIDE: Final = 0.1
"""How far a stub enters its pad at least."""
FREE_NODE, MANY = 0, -1


@dataclass(frozen=True, slots=True)
class Given:
    """The obstacles that are there before: pads, tracks laid by hand, holes and fiducials."""

    outline: Box
    pads: tuple[Pad, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    holes: tuple[tuple[float, float, float], ...] = ()
    fiducials: tuple[Point, ...] = ()


@dataclass
class Router:
    """A board whose nets are joined one after the other."""

    given: Given
    width: float
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    stubs: dict[int, Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Mark what is there."""
        left, low, right, high = self.given.outline
        self.columns, self.rows = int((right - left) / GRID) + 1, int((high - low) / GRID) + 1
        self.origin = (left, low)
        self.number: dict[str, int] = {}
        size = self.columns * self.rows
        self.taken = {layer: [FREE_NODE] * size for layer in LAYERS}
        self.no_via = [FREE_NODE] * size
        for pad in self.given.pads:
            self._mark(pad_piece(pad), pad.net)
            self._spare(pad_piece(pad), VIA / 2 + IN_PAD)
        for track in self.given.tracks:
            for piece in track_pieces(track):
                self._mark(piece, track.net)
        for via in self.given.vias:
            self._mark(_via(via), via.net)
        for x, y, across in self.given.holes:
            self._mark(Piece("", BOTH, "", ((x, y), (x, y)), across / 2), "", TO_HOLE)
        for x, y in self.given.fiducials:
            self._mark(Piece("", BOTH, "", ((x, y), (x, y)), FREE / 2 - CLEARANCE), "")
        self._edge()

    def at(self, node: int) -> Point:
        """Where a node is."""
        row, column = divmod(node, self.columns)
        return round(self.origin[0] + column * GRID, 4), round(self.origin[1] + row * GRID, 4)

    def on(self, piece: Piece) -> Iterator[int]:
        """The nodes on a piece of copper, whatever its side."""
        return self._near(piece, 1e-6)

    def join(self, net: str) -> None:
        """One piece of copper of all pads of a net, with what is laid of it."""
        pieces = [pad_piece(pad) for pad in self.given.pads if pad.net == net]
        laid = [piece for track in self.given.tracks if track.net == net for piece in track_pieces(track)]
        islands = _islands([*pieces, *laid])
        reached = islands.pop(0)
        have = {place for piece in reached for place in self._nodes(piece)}
        while islands:
            island = min(islands, key=lambda one: (_apart(one, reached), one[0].name))
            islands.remove(island)
            goal = {place for piece in island for place in self._nodes(piece)}
            way = self._way(net, have, goal, f"{net} to {island[0].name}")
            have |= set(way) | goal
            reached += island
            self._lay(net, way)

    # --- marking ---------------------------------------------------------------------------------------------------

    def _mark(self, piece: Piece, net: str, clear: float = CLEARANCE) -> None:
        """Nodes too near to a piece of copper are its own net's alone."""
        number = self.number.setdefault(net, len(self.number) + 1)
        for layer in LAYERS:
            if layer in piece.layers:
                for node in self._near(piece, self.width / 2 + clear + SAGS):
                    taken = self.taken[layer]
                    taken[node] = number if taken[node] in (FREE_NODE, number) else MANY
        for node in self._near(piece, VIA / 2 + clear):
            self.no_via[node] = number if self.no_via[node] in (FREE_NODE, number) else MANY

    def _spare(self, piece: Piece, reach: float) -> None:
        for node in self._near(piece, reach):
            self.no_via[node] = MANY

    def _near(self, piece: Piece, reach: float) -> Iterator[int]:
        (ax, ay), (bx, by) = piece.ends
        more, (x0, y0) = piece.grown + reach, self.origin
        columns = range(
            max(0, int((min(ax, bx) - more - x0) / GRID)), min(self.columns, int((max(ax, bx) + more - x0) / GRID) + 2)
        )
        rows = range(
            max(0, int((min(ay, by) - more - y0) / GRID)), min(self.rows, int((max(ay, by) + more - y0) / GRID) + 2)
        )
        for row in rows:
            for column in columns:
                node = row * self.columns + column
                at = self.at(node)
                if distance(piece, Piece("", BOTH, "", (at, at), 0.0)) < reach - 1e-9:
                    yield node

    def _edge(self) -> None:
        left, low, right, high = self.given.outline
        for node in range(self.columns * self.rows):
            x, y = self.at(node)
            inside = min(x - left, y - low, right - x, high - y)
            if inside < TO_EDGE + self.width / 2:
                self.taken["top"][node] = self.taken["bottom"][node] = MANY
            if inside < TO_EDGE + VIA / 2:
                self.no_via[node] = MANY

    def _nodes(self, piece: Piece) -> list[tuple[int, int]]:
        """The nodes on a piece: layer and node. Beside a pad that lies between them, the nearest, each with a stub."""
        there = list(self.on(piece))
        if not there and piece.solid:
            there = list(self._near(piece, GRID / 2 + 0.01))
            (x0, y0), (x1, y1) = piece.ends
            for node in there:
                x, y = self.at(node)
                self.stubs[node] = (min(max(x, x0 + INSIDE), x1 - INSIDE), min(max(y, y0 + INSIDE), y1 - INSIDE))
        return [(LAYERS.index(layer), node) for layer in sorted(piece.layers) for node in there]

    # --- searching -------------------------------------------------------------------------------------------------

    def _way(
        self, net: str, have: set[tuple[int, int]], goal: set[tuple[int, int]], told: str
    ) -> list[tuple[int, int]]:
        """The cheapest way from what is there to what is wanted."""
        number = self.number[net]
        columns = [node % self.columns for _, node in goal]
        rows = [node // self.columns for _, node in goal]
        if not goal or not have:
            raise SizesError(f"{told}: no node of the grid lies on it; move it by a quarter of a millimetre")
        box = (min(columns), min(rows), max(columns), max(rows))
        best = dict.fromkeys(have, 0)
        before: dict[tuple[int, int], tuple[int, int]] = {}
        waiting: list[tuple[int, int, tuple[int, int]]] = []
        for place in sorted(have):
            heappush(waiting, (self._guess(place[1], box), 0, place))
        while waiting:
            _, cost, place = heappop(waiting)
            if place in goal:
                return _back(before, place)
            if cost > best[place]:
                continue
            for price, after in self._steps(place, number, goal):
                if cost + price < best.get(after, 1 << 30):
                    best[after], before[after] = cost + price, place
                    heappush(waiting, (cost + price + self._guess(after[1], box), cost + price, after))
        raise SizesError(f"{told}: there is no way for a track; give it more room")

    def _guess(self, node: int, box: tuple[int, int, int, int]) -> int:
        row, column = divmod(node, self.columns)
        return ALONG * (max(box[0] - column, 0, column - box[2]) + max(box[1] - row, 0, row - box[3]))

    def _steps(
        self, place: tuple[int, int], number: int, goal: set[tuple[int, int]]
    ) -> Iterator[tuple[int, tuple[int, int]]]:
        layer, node = place
        taken = self.taken[LAYERS[layer]]
        beside, above = (ACROSS, ALONG) if layer == 0 else (ALONG, ACROSS)
        column = node % self.columns
        for price, step, inside in (
            (beside, -1, column > 0),
            (beside, 1, column < self.columns - 1),
            (above, -self.columns, node >= self.columns),
            (above, self.columns, node < self.columns * (self.rows - 1)),
        ):
            if inside and taken[node + step] in (FREE_NODE, number):
                yield price, (layer, node + step)
        other = (1 - layer, node)
        if self.no_via[node] in (FREE_NODE, number) and self.taken[LAYERS[1 - layer]][node] in (FREE_NODE, number):
            yield CHANGE, other
        elif other in goal and place in goal:
            yield 0, other

    def _lay(self, net: str, way: Sequence[tuple[int, int]]) -> None:
        for layer, node in (way[0], way[-1]):
            if layer == 0 and node in self.stubs:
                self._draw(Track(net, "top", self.width, (self.at(node), self.stubs[node])))
        for (one, node), (other, _) in pairwise(way):
            if one != other:
                via = Via(net, *self.at(node))
                self.vias.append(via)
                self._mark(_via(via), net)
        for layer, nodes in _runs(way):
            if len(nodes) > 1:
                corners = tuple(_corners([self.at(node) for node in nodes]))
                self._draw(Track(net, LAYERS[layer], self.width, corners))

    def _draw(self, track: Track) -> None:
        self.tracks.append(track)
        for piece in track_pieces(track):
            self._mark(piece, track.net)


def _via(via: Via) -> Piece:
    return Piece(via.net, BOTH, "via", ((via.x, via.y), (via.x, via.y)), VIA / 2)


def _islands(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The islands of pieces that touch, the largest first."""
    islands: list[list[Piece]] = []
    for piece in pieces:
        met = [
            island
            for island in islands
            if any(piece.layers & one.layers and distance(piece, one) <= 0 for one in island)
        ]
        islands = [island for island in islands if island not in met]
        islands.append([*(one for island in met for one in island), piece])
    return sorted(islands, key=lambda island: (-len(island), island[0].name))


def _apart(one: Iterable[Piece], other: Iterable[Piece]) -> float:
    return min(distance(a, b) for a in one for b in other)


def _back(before: dict[tuple[int, int], tuple[int, int]], place: tuple[int, int]) -> list[tuple[int, int]]:
    way = [place]
    while place in before:
        place = before[place]
        way.append(place)
    return way[::-1]


def _runs(way: Sequence[tuple[int, int]]) -> Iterator[tuple[int, list[int]]]:
    """Stretches of a way on one layer."""
    run: list[int] = []
    for place, (layer, node) in enumerate(way):
        if place and way[place - 1][0] != layer:
            yield way[place - 1][0], run
            run = []
        run.append(node)
    yield way[-1][0], run


def _corners(points: Sequence[Point]) -> Iterator[Point]:
    """The ends of a line, and where it turns."""
    yield points[0]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            turned = abs((here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0]))
            if turned > 1e-6:
                yield here
    yield points[-1]
