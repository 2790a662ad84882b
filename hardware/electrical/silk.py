"""The print on a board, and the room each part takes: names that can be read, and no ink where solder goes.

Letters are 1 mm high, the least that makers print well.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import Final, TypeAlias

from hardware.electrical.board import FREE, HEIGHT, INK, Board, Box, Pad
from hardware.electrical.copper import Piece, distance
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import Point

Drawn: TypeAlias = tuple[float, tuple[Point, ...]]

OFF_PADS: Final = 0.1
"""Between ink and what is free of mask."""
MASK_GROWN: Final = 0.05
SIDE: Final = frozenset({"ink"})
REACH: Final = 3.0
"""A pad whose middle is farther along or across than this has no part in a word's gaps."""
COURTYARD: Final = 0.2
"""Around body and pads of each part. IPC's usual 0.25 would let four neighbours of the chips overlap by 0.05."""


def ink(board: Board, *, below: bool) -> Iterator[Drawn]:
    """The words and marks of one side, as lines."""
    for word in board.words:
        if word.below is below:
            yield from ((INK, line) for line in word.lines())
    if not below:
        yield from ((INK, mark) for mark in board.marks)


def check_silk(board: Board) -> float:
    """Every part is named once, in letters that can be printed, nowhere on solder; else `SizesError`. The least gap."""
    found = board.words
    named = [word.text.split()[0] for word in found]
    lost = [part.name for part in board.circuit.parts if named.count(part.name) != 1]
    if lost:
        raise SizesError(f"{board.name}: the name of {lost[0]} is not printed once")
    small = [word.text for word in found if word.height < HEIGHT]
    if small:
        raise SizesError(f"{board.name}: {small[0]} is printed smaller than {HEIGHT} mm")
    left, bottom, right, top = board.outline
    for word in found:
        x0, y0, x1, y1 = word.box()
        if min(x0 - left, y0 - bottom, right - x1, top - y1) < OFF_PADS:
            raise SizesError(f"{board.name}: {word.text} is printed over the edge")
    _apart(board)
    gap, word, at = min(_gaps(board))
    if gap < OFF_PADS - 1e-9:
        raise SizesError(f"{board.name}: {word} is printed {gap:.2f} mm from {at}, {OFF_PADS} is wanted")
    return gap


def _apart(board: Board) -> None:
    for one, other in combinations(board.words, 2):
        (a0, b0, a1, b1), (c0, d0, c1, d1) = one.box(), other.box()
        if one.below is other.below and a0 < c1 and c0 < a1 and b0 < d1 and d0 < b1:
            raise SizesError(f"{board.name}: {one.text} and {other.text} are printed over each other")
    for across, x, y in board.dots:
        for word in board.words:
            a0, b0, a1, b1 = word.box()
            if not word.below and hypot(max(a0 - x, 0.0, x - a1), max(b0 - y, 0.0, y - b1)) < across / 2:
                raise SizesError(f"{board.name}: a dot is printed over {word.text}")


def _gaps(board: Board) -> Iterator[tuple[float, str, str]]:
    """From every stroke to every opening of its side's mask, and to the holes."""
    for name, below, lines, box in _strokes(board):
        opened = list(_opened(board, box, below=below))
        for ends in (ends for line in lines for ends in pairwise(line)):
            stroke = Piece("", SIDE, "", ends, INK / 2)
            yield from ((distance(stroke, there), name, there.name) for there in opened)
    for across, x, y in board.dots:
        dot, box = Piece("", SIDE, "", ((x, y), (x, y)), across / 2), (x, y, x, y)
        yield from ((distance(dot, there), "a dot", there.name) for there in _opened(board, box, below=False))


def _opened(board: Board, box: Box, *, below: bool) -> Iterator[Piece]:
    """The pieces near a word that are free of mask, or drilled."""
    left, low, right, high = box
    for pad in board.pads:
        near = left - REACH < pad.x < right + REACH and low - REACH < pad.y < high + REACH
        if near and (pad.drill or not below):
            yield _opening(pad)
    yield from (Piece("", SIDE, "a hole", ((x, y),) * 2, across / 2) for x, y, across in board.holes)
    if not below:
        yield from (Piece("", SIDE, "a fiducial", ((x, y), (x, y)), FREE / 2) for x, y in board.fiducials)


def _strokes(board: Board) -> Iterator[tuple[str, bool, tuple[tuple[Point, ...], ...], Box]]:
    """The name, the side, the lines and the area of every word and mark."""
    yield from ((word.text, word.below, word.lines(), word.box()) for word in board.words)
    for mark in board.marks:
        across, along = zip(*mark, strict=True)
        yield "a mark", False, (mark,), (min(across), min(along), max(across), max(along))


def _opening(pad: Pad) -> Piece:
    """The opening of the mask at a pad."""
    name, side = f"{pad.part}.{pad.pin}", SIDE
    if pad.drill:
        return Piece("", side, name, ((pad.x, pad.y), (pad.x, pad.y)), pad.width / 2 + MASK_GROWN)
    wide, high = pad.width / 2 + MASK_GROWN, pad.height / 2 + MASK_GROWN
    return Piece("", side, name, ((pad.x - wide, pad.y - high), (pad.x + wide, pad.y + high)), 0.0, solid=True)


# --- the room of each part -------------------------------------------------------------------------------------------


def courtyards(board: Board) -> dict[str, Box]:
    """By part: what no other part may enter."""
    found = {}
    for part in board.circuit.parts:
        pads = [pad for pad in board.pads if pad.part == part.name]
        reach = [
            (pad.x - pad.width / 2, pad.y - pad.height / 2, pad.x + pad.width / 2, pad.y + pad.height / 2)
            for pad in pads
        ]
        x, y, _ = board.centres[part.name]
        left, bottom, right, top = board.bodies[part.name]
        reach.append((x + left, y + bottom, x + right, y + top))
        lefts, bottoms, rights, tops = zip(*reach, strict=True)
        found[part.name] = (
            min(lefts) - COURTYARD,
            min(bottoms) - COURTYARD,
            max(rights) + COURTYARD,
            max(tops) + COURTYARD,
        )
    return found


def check_courtyards(board: Board) -> None:
    """`SizesError` names two parts whose rooms overlap."""
    for (one, a), (other, b) in combinations(courtyards(board).items(), 2):
        if a[0] < b[2] - 1e-9 and b[0] < a[2] - 1e-9 and a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9:
            raise SizesError(f"{board.name}: {one} and {other} are less than {2 * COURTYARD:.1f} mm apart")
