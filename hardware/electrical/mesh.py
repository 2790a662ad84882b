"""A net of ground on the lower side, wherever there is room: square meshes between the tracks that are there.

What a signal pushes out comes back beside it, not round the board. A line ends only where others go on, or in ground.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from hardware.electrical.board import Board, Track
from hardware.electrical.copper import pad_piece, track_pieces
from hardware.electrical.route import Given, Router

STEP: Final = 6
"""Nodes of the router's grid from one line to the next."""
LINE: Final = 0.5
NET: Final = "GND"


def meshed(board: Board) -> Board:
    """The board with its ground below as a net of lines."""
    given = Given(board.outline, board.pads, board.tracks, board.vias, board.holes, board.fiducials)
    router = Router(given, LINE)
    joined = _joined(router)
    ground = _ground(board, router)
    joined = _pruned(_reached(joined, ground), ground)
    lines = [Track(NET, "bottom", LINE, (router.at(a), router.at(b))) for a, b in sorted(_stretches(joined, ground))]
    return replace(board, tracks=(*board.tracks, *lines))


def _joined(router: Router) -> dict[int, set[int]]:
    """By node those that a line may lead to."""
    free = {node for node, taken in enumerate(router.taken["bottom"]) if taken in (0, router.number[NET])}
    found: dict[int, set[int]] = {}
    for node in free:
        row, column = divmod(node, router.columns)
        if row % STEP == 0 and column % STEP == 0:
            for step in (1, router.columns):
                way = [node + step * count for count in range(STEP + 1)]
                if all(one in free for one in way):
                    found.setdefault(node, set()).add(way[-1])
                    found.setdefault(way[-1], set()).add(node)
    return found


def _ground(board: Board, router: Router) -> set[int]:
    """Nodes that lie on ground."""
    pieces = [pad_piece(pad) for pad in board.pads if pad.net == NET and pad.drill]
    laid = [track for track in board.tracks if track.net == NET and track.layer == "bottom"]
    return {
        node
        for piece in (*pieces, *(piece for track in laid for piece in track_pieces(track)))
        for node in router.on(piece)
    }


def _reached(joined: dict[int, set[int]], ground: set[int]) -> dict[int, set[int]]:
    """The nodes that are joined to ground."""
    waiting, seen = [node for node in joined if node in ground], set()
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += joined[node]
    return {node: joined[node] for node in joined if node in seen}


def _pruned(joined: dict[int, set[int]], ground: set[int]) -> dict[int, set[int]]:
    """Without lines that end nowhere."""
    left = {node: set(others) for node, others in joined.items()}
    ends = [node for node, others in left.items() if len(others) == 1 and node not in ground]
    while ends:
        node = ends.pop()
        for other in left.pop(node):
            left[other].discard(node)
            if len(left[other]) == 1 and other not in ground:
                ends.append(other)
    return {node: others for node, others in left.items() if others}


def _stretches(joined: dict[int, set[int]], ground: set[int]) -> Iterator[tuple[int, int]]:
    """Lines from crossing to crossing."""
    for node, others in joined.items():
        for other in others:
            step = other - node
            if step > 0 and not _passes(joined, ground, node, step):
                way = [node, other]
                while _passes(joined, ground, way[-1], step):
                    way.append(way[-1] + step)
                assert all(b in joined[a] for a, b in pairwise(way))  # noqa: S101 - else a line would lead over nothing
                yield way[0], way[-1]


def _passes(joined: dict[int, set[int]], ground: set[int], node: int, step: int) -> bool:
    """A line that goes straight on and meets nothing here."""
    return joined[node] == {node - step, node + step} and node not in ground
