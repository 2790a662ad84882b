"""Does the copper do what the netlist says? Every net one piece, no two nets too near, clear of edge and hole.

Distances are exact: a pad is a rectangle or a disc, a track a line with a width. Whoever changes the layout gets the
first fault by name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, inf
from typing import Final

from hardware.electrical.board import FREE, VIA, VIA_DRILL, Board, Pad, Track
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import Point

CLEARANCE: Final = 0.2
TO_EDGE: Final = 0.3
TO_HOLE: Final = 0.3
RING: Final = 0.15
"""Distances (mm) a little over those of makers of cheap boards: between nets 0.15, at the edge 0.2, a ring of 0.13."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Copper as a line with a width (`grown` its half), or as a rectangle between two corners."""

    net: str
    layers: frozenset[str]
    name: str
    ends: tuple[Point, Point]
    grown: float
    solid: bool = False


BOTH: Final = frozenset({"top", "bottom"})
TOP: Final = frozenset({"top"})


def copper(board: Board) -> tuple[Piece, ...]:
    """Every piece of copper."""
    return (
        *map(pad_piece, board.pads),
        *_tracks(board),
        *(
            Piece(f"fiducial {x} {y}", TOP, "fiducial", ((x, y), (x, y)), FREE / 2 - CLEARANCE)
            for x, y in board.fiducials
        ),
        *(Piece(via.net, BOTH, f"via {via.net}", ((via.x, via.y), (via.x, via.y)), VIA / 2) for via in board.vias),
    )


def pad_piece(pad: Pad) -> Piece:
    """A pad's copper."""
    name = f"{pad.part}.{pad.pin}"
    if pad.drill:
        return Piece(pad.net, BOTH, name, ((pad.x, pad.y), (pad.x, pad.y)), pad.width / 2)
    low = (pad.x - pad.width / 2, pad.y - pad.height / 2)
    return Piece(pad.net, TOP, name, (low, (pad.x + pad.width / 2, pad.y + pad.height / 2)), 0.0, solid=True)


def _tracks(board: Board) -> Iterator[Piece]:
    for track in board.tracks:
        yield from track_pieces(track)


def track_pieces(track: Track) -> Iterator[Piece]:
    """A piece for each stretch of a track."""
    for ends in pairwise(track.points):
        yield Piece(track.net, frozenset({track.layer}), f"track {track.net}", ends, track.width / 2)


def check_copper(board: Board) -> dict[str, float]:
    """Raise `SizesError` at the first fault; else the tightest figures, in millimetres."""
    pieces = copper(board)
    together = list(range(len(pieces)))
    tightest = inf
    for (a, one), (b, other) in near(pieces, 2 * CLEARANCE):
        gap = distance(one, other)
        if one.net == other.net:
            if gap <= 0:
                join(together, a, b)
        elif gap < CLEARANCE - 1e-9:
            raise SizesError(
                f"{board.name}: {one.name} and {other.name} ({one.net}, {other.net}) are {gap:.3f} mm apart, "
                f"{CLEARANCE} is wanted"
            )
        else:
            tightest = min(tightest, gap)
    _one_piece_each(board, pieces, together)
    return {"between nets": tightest, **_kept_off(board, pieces)}


def _kept_off(board: Board, pieces: Sequence[Piece]) -> dict[str, float]:
    """The distances to the edge, to holes without copper, and round those with it."""
    edge = min(_to_edge(piece, board) for piece in pieces)
    screws = [Piece("", BOTH, "screw", ((x, y), (x, y)), across / 2) for x, y, across in board.holes]
    hole = min((distance(piece, screw) for piece in pieces for screw in screws), default=inf)
    if edge < TO_EDGE - 1e-9 or hole < TO_HOLE - 1e-9:
        raise SizesError(f"{board.name}: copper is {edge:.3f} mm from the edge and {hole:.3f} mm from a hole")
    ring = min((VIA - VIA_DRILL) / 2, *((pad.width - pad.drill) / 2 for pad in board.pads if pad.drill))
    if ring < RING - 1e-9:
        raise SizesError(f"{board.name}: a ring of {ring:.3f} mm is left around a hole, {RING} is wanted")
    return {"to the edge": edge, "to a hole": hole, "ring around a hole": ring}


def near(pieces: Sequence[Piece], reach: float) -> Iterator[tuple[tuple[int, Piece], tuple[int, Piece]]]:
    """Pairs on a common layer whose boxes come within `reach`, swept from left to right."""
    boxes = sorted((_box(piece), place) for place, piece in enumerate(pieces))
    open_: list[tuple[tuple[float, float, float, float], int]] = []
    for box, place in boxes:
        open_ = [(other, there) for other, there in open_ if other[2] + reach >= box[0]]
        for other, there in open_:
            beside = other[1] <= box[3] + reach and box[1] <= other[3] + reach
            if beside and pieces[place].layers & pieces[there].layers:
                yield (place, pieces[place]), (there, pieces[there])
        open_.append((box, place))


def _box(piece: Piece) -> tuple[float, float, float, float]:
    (ax, ay), (bx, by) = piece.ends
    g = piece.grown
    return min(ax, bx) - g, min(ay, by) - g, max(ax, bx) + g, max(ay, by) + g


def distance(one: Piece, other: Piece) -> float:
    """Between two pieces' edges; 0 or less: they touch."""
    if one.solid and other.solid:
        (a0, a1, a2, a3), (b0, b1, b2, b3) = _box(one), _box(other)
        return hypot(max(a0 - b2, b0 - a2, 0.0), max(a1 - b3, b1 - a3, 0.0))
    if one.solid or other.solid:
        box, line = (one, other) if one.solid else (other, one)
        (x0, y0), (x1, y1) = box.ends
        if any(x0 <= x <= x1 and y0 <= y <= y1 for x, y in line.ends):
            return -line.grown
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        sides = [(corners[i], corners[(i + 1) % 4]) for i in range(4)]
        return min(_between(side, line.ends) for side in sides) - line.grown
    return _between(one.ends, other.ends) - one.grown - other.grown


def _between(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """Between two stretches of line."""
    if _cross(one, other):
        return 0.0
    return (
        min(_from_point(end, other) for end in one)
        if one[0] == one[1]
        else min(*(_from_point(end, other) for end in one), *(_from_point(end, one) for end in other))
    )


def _from_point(point: Point, line: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = line
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length if length else 0.0
    along = max(0.0, min(1.0, along))
    return hypot(point[0] - ax - along * (bx - ax), point[1] - ay - along * (by - ay))


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return (side(*one, other[0]) * side(*one, other[1]) < 0) and (side(*other, one[0]) * side(*other, one[1]) < 0)


def _to_edge(piece: Piece, board: Board) -> float:
    x0, y0, x1, y1 = _box(piece)
    left, bottom, right, top = board.outline
    return min(x0 - left, y0 - bottom, right - x1, top - y1)


def islands(pieces: Sequence[Piece]) -> list[int]:
    """Number of each piece's island: the same for all that touch, whatever their nets."""
    together = list(range(len(pieces)))
    for (a, one), (b, other) in near(pieces, 0.0):
        if root(together, a) != root(together, b) and distance(one, other) <= 0:
            join(together, a, b)
    return [root(together, place) for place in range(len(pieces))]


def join(together: list[int], a: int, b: int) -> None:
    """From now on two places belong together, and all that belong with either."""
    together[root(together, a)] = root(together, b)


def root(together: list[int], place: int) -> int:
    """The one that stands for all that belong together with a place."""
    while together[place] != place:
        together[place] = together[together[place]]
        place = together[place]
    return place


def _one_piece_each(board: Board, pieces: Sequence[Piece], together: list[int]) -> None:
    """Every net is joined copper, and holds exactly the pins of the netlist."""
    roots: dict[str, set[int]] = {}
    for place, piece in enumerate(pieces):
        roots.setdefault(piece.net, set()).add(root(together, place))
    torn = sorted(net for net, found in roots.items() if len(found) > 1)
    if torn:
        raise SizesError(f"{board.name}: {', '.join(torn)} is not one piece of copper")
    wanted = {f"{part}.{pin}": net for net, joined in board.circuit.nets.items() for part, pin in joined}
    found = {
        piece.name: piece.net
        for piece in pieces
        if not piece.name.startswith(("via ", "track ", "fiducial")) and not piece.net.startswith("open ")
    }
    if found != wanted:
        raise SizesError(
            f"{board.name}: pads and netlist differ at {sorted(set(found.items()) ^ set(wanted.items()))[:4]}"
        )
