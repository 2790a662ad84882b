"""Parts for fingers: an overlay with raised lines and a notched rim, one cell of it to try, and faces in braille.

Nobody has felt it. The heights are from what is written about maps for hands: lines of 0.6 to 1 mm, dots of 0.5 mm.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hardware.generate.drawing import Circle, Drawing, Layer, Line, Rect, number
from hardware.generate.layout import Layout, Opening
from hardware.mechanical.overlays import HEAD, WIDER, Drawn, openings
from pearlboard.games.perladora.rules.state import DIVERS
from pearlboard.geometry import GRID, Edge, Light

HIGH: Final = 0.8
"""The height of a raised line above the film (mm)."""
LINE: Final = 0.8
"""The width of a raised line."""
APART: Final = 0.15
"""Between a raised line and a slot's opening."""
SHORTER: Final = 0.5
"""Than the slot, at either end, so that its ends are felt."""
NOTCH: Final = 2.5
STEP: Final = 4.0
WIDE: Final = 8.0
"""A notch's diameter, from one to the next, and the width of the one that stands for five."""
DOT: Final = 1.5
DOTS: Final = 2.5
CELL: Final = 6.0
"""Braille: a dot's diameter, from dot to dot, from cell to cell; a dot is 0.5 mm high."""
NUMBER: Final = (3, 4, 5, 6)
"""The dots of the sign that a number follows: it also tells which way up a face lies."""
DIGITS: Final = {1: (1,), 2: (1, 2), 3: (1, 4), 4: (1, 4, 5), 5: (1, 5)}
COLUMNS: Final = 4


def touch(layout: Layout) -> tuple[Drawing, ...]:
    """All that is for fingers."""
    return board(layout), one_cell(layout), faces(layout)


def board(layout: Layout) -> Drawing:
    """The overlay, for all games."""
    heads = (replace(screw, diameter=HEAD) for screw in layout.screws())
    outline = layout.outline()
    rim = replace(outline, width=outline.width - 1, height=outline.height - 1)
    return Drawing(
        "overlay-touch",
        f"For fingers: film {number(0.3)} mm on the mask. Blue is raised by {number(HIGH)} mm; the rim's notches count "
        "columns and rows, a wide one is five",
        layout.width,
        layout.height,
        (
            *((Layer.CUT, shape) for shape in (*openings(layout), *heads, rim)),
            *((Layer.CUT, notch) for notch in notches(layout)),
            *((Layer.ENGRAVE, line) for edge in GRID.edges for line in ridges(layout, edge)),
        ),
    )


def one_cell(layout: Layout) -> Drawing:
    """One space of it with what is around, for fingers to try before anything else is made."""
    space, side = GRID.space("c2"), 60.0
    x, y = layout.at(space)
    cut = dict(zip(layout.openings("pucks"), openings(layout), strict=True))
    around: list[Light] = [space, *GRID.edges_of[space], *GRID.corners_of[space]]

    def moved(hole: Opening) -> Opening:
        return replace(hole, x=hole.x + side / 2 - x, y=hole.y + side / 2 - y)

    lines = (line for edge in GRID.edges_of[space] for line in ridges(layout, edge))
    shapes: tuple[Drawn, ...] = (
        *((Layer.CUT, moved(cut[light])) for light in around),
        (Layer.CUT, Rect(side / 2, side / 2, side, side)),
        *((Layer.ENGRAVE, Line(tuple((a + side / 2 - x, b + side / 2 - y) for a, b in line.points))) for line in lines),
    )
    return Drawing("touch-cell", f"One cell for fingers: blue is raised by {number(HIGH)} mm", side, side, shapes)


def ridges(layout: Layout, edge: Edge) -> tuple[Line, Line]:
    """The two raised lines beside a slot, by their middles."""
    x, y = layout.at(edge)
    slot = layout.slot(edge)
    upright = edge.first.row == edge.second.row
    along = max(slot.width, slot.height) / 2 - SHORTER
    away = (min(slot.width, slot.height) + WIDER) / 2 + APART + LINE / 2

    def line(side: int) -> Line:
        across = side * away
        ends = ((across, -along), (across, along)) if upright else ((-along, across), (along, across))
        return Line(tuple((x + dx, y + dy) for dx, dy in ends))

    return line(-1), line(1)


def notches(layout: Layout) -> Iterator[Opening]:
    """In the front rim the column's number, a to h; in the right rim the row's."""
    for column in range(GRID.columns):
        x, _ = layout.at(GRID.spaces[column])
        for shift, wide in _tally(column + 1):
            at = x + shift
            yield Rect(at, layout.height - 0.5, WIDE, NOTCH) if wide else Circle(at, layout.height - 0.5, NOTCH)
    for row in range(GRID.rows):
        _, y = layout.at(GRID.spaces[row * GRID.columns])
        for shift, wide in _tally(row + 1):
            at = y + shift
            yield Rect(layout.width - 0.5, at, NOTCH, WIDE) if wide else Circle(layout.width - 0.5, at, NOTCH)


def _tally(count: int) -> Iterator[tuple[float, bool]]:
    """Where notches stand about a middle, and which is the wide one."""
    fives, ones = divmod(count, 5)
    whole = fives * WIDE + ones * NOTCH + (fives + ones - 1) * (STEP - NOTCH)
    at = -whole / 2
    for wide in [True] * fives + [False] * ones:
        width = WIDE if wide else NOTCH
        yield at + width / 2, wide
        at += width + STEP - NOTCH


def faces(layout: Layout) -> Drawing:
    """The faces of one seat's Divers with two players: a sign and a digit each. Backs and edges stay alike."""
    side = layout.sizes.pieces.tile - 1
    values = [value for value, count in enumerate(DIVERS[2], 1) for _ in range(count)]
    rows = -(-len(values) // COLUMNS)
    shapes: list[Drawn] = []
    for place, value in enumerate(values):
        x, y = ((at + 0.5) * (side + 2) + 1 for at in (place % COLUMNS, place // COLUMNS))
        shapes.append((Layer.CUT, Rect(x, y, side, side, 1.0)))
        shapes += [(Layer.ENGRAVE, dot) for dot in braille(value, x, y)]
    return Drawing(
        "touch-faces",
        "Faces of a seat's Divers: blue dots are 0.5 mm high. On faces only: a back that can be told is a secret told",
        COLUMNS * (side + 2) + 2,
        rows * (side + 2) + 2,
        tuple(shapes),
    )


def braille(value: int, x: float, y: float) -> Iterator[Circle]:
    """The number sign and the digit about a middle."""
    for cell, dots in enumerate((NUMBER, DIGITS[value])):
        left = x - (CELL + DOTS) / 2 + cell * CELL
        for dot in dots:
            column, row = divmod(dot - 1, 3)
            yield Circle(left + column * DOTS, y + (row - 1) * DOTS, DOT)
