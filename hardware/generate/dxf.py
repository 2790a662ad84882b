"""A flat drawing as DXF R2000 (AC1015), the oldest one that says its unit: millimetres. y grows upwards.

Written are the sections and tables that a reader must find, and nothing that depends on when or where it was made:
handles count from 1. Closed outlines are closed polylines, which lasers like best.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from math import pi, tan
from typing import Final, TypeAlias

from hardware.generate.drawing import Circle, Drawing, Layer, Rect, Shape, number

Pairs: TypeAlias = Iterable[tuple[int, object]]
"""Group codes with their values."""
VERSION: Final = "AC1015"
MILLIMETRES, METRIC = 4, 1
BULGE: Final = tan(pi / 8)
"""How DXF says that a stretch of a polyline is a quarter of a circle."""
LINE: Final = "Continuous"
SPACES: Final = ("*Model_Space", "*Paper_Space")
PATTERN: Final = ((70, 0), (3, ""), (72, 65), (73, 0), (40, "0"))
LETTERS: Final = ((70, 0), (40, "0"), (41, "1"), (50, "0"), (71, 0), (42, "1"), (3, "txt"), (4, ""))
"""The values of a text style, which nothing here uses and every file has."""


def dxf(drawing: Drawing) -> str:
    """The drawing's lines in millimetres, each on the layer of its name."""
    return "".join(f"{code:>3}\n{value}\n" for code, value in _Writing(drawing).pairs())


class _Writing:
    """Hands out handles while one file is written."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._handles = (f"{number:X}" for number in count(1))
        self._spaces = {name: self._handle() for name in SPACES}

    def _handle(self) -> str:
        return next(self._handles)

    def pairs(self) -> Iterator[tuple[int, object]]:
        """The whole file; the header is made last, since it tells the next free handle."""
        body = [
            *_section("TABLES", self._tables()),
            *_section("BLOCKS", self._blocks()),
            *_section("ENTITIES", self._entities()),
            *_section("OBJECTS", self._objects()),
        ]
        yield from _section("HEADER", self._header())
        yield from _section("CLASSES", ())
        yield from body
        yield 0, "EOF"

    def _header(self) -> Iterator[tuple[int, object]]:
        yield from ((9, "$ACADVER"), (1, VERSION), (9, "$HANDSEED"), (5, self._handle()))
        yield from ((9, "$INSUNITS"), (70, MILLIMETRES), (9, "$MEASUREMENT"), (70, METRIC))
        yield from ((9, "$EXTMIN"), (10, "0"), (20, "0"), (30, "0"), (9, "$EXTMAX"))
        yield from ((10, number(self._drawing.width)), (20, number(self._drawing.height)), (30, "0"))

    def _tables(self) -> Iterator[tuple[int, object]]:
        colours = {"0": 7} | {layer.value[0].upper(): layer.value[2] for layer in Layer if self._drawing.on(layer)}
        layers = {name: ((70, 0), (62, colour), (6, LINE)) for name, colour in colours.items()}
        yield from self._table("VPORT", "Viewport", {})
        yield from self._table("LTYPE", "Linetype", dict.fromkeys(("ByBlock", "ByLayer", LINE), PATTERN))
        yield from self._table("LAYER", "Layer", layers)
        yield from self._table("STYLE", "TextStyle", {"Standard": LETTERS})
        yield from self._table("VIEW", "View", {})
        yield from self._table("UCS", "UCS", {})
        yield from self._table("APPID", "RegApp", {"ACAD": ((70, 0),)})
        yield from self._table("DIMSTYLE", "DimStyle", {"Standard": ((70, 0),)})
        yield from self._table("BLOCK_RECORD", "Block", dict.fromkeys(SPACES, ()))

    def _table(self, name: str, kind: str, entries: dict[str, Pairs]) -> Iterator[tuple[int, object]]:
        own = self._handle()
        yield from ((0, "TABLE"), (2, name), (5, own), (330, "0"), (100, "AcDbSymbolTable"), (70, len(entries)))
        if name == "DIMSTYLE":
            yield 100, "AcDbDimStyleTable"
        for entry, told in entries.items():
            yield 0, name
            yield 105 if name == "DIMSTYLE" else 5, self._spaces.get(entry) or self._handle()
            yield from ((330, own), (100, "AcDbSymbolTableRecord"), (100, f"AcDb{kind}TableRecord"), (2, entry))
            yield from told
        yield 0, "ENDTAB"

    def _blocks(self) -> Iterator[tuple[int, object]]:
        for name, record in self._spaces.items():
            yield from self._owned("BLOCK", record, "0")
            yield from (
                (100, "AcDbBlockBegin"),
                (2, name),
                (70, 0),
                (10, "0"),
                (20, "0"),
                (30, "0"),
                (3, name),
                (1, ""),
            )
            yield from self._owned("ENDBLK", record, "0")
            yield 100, "AcDbBlockEnd"

    def _entities(self) -> Iterator[tuple[int, object]]:
        for layer, shape in self._drawing.shapes:
            kind = "CIRCLE" if isinstance(shape, Circle) else "LWPOLYLINE"
            yield from self._owned(kind, self._spaces[SPACES[0]], layer.value[0].upper())
            yield from _shape(shape, self._drawing.height)

    def _objects(self) -> Iterator[tuple[int, object]]:
        root, groups = self._handle(), self._handle()
        yield from ((0, "DICTIONARY"), (5, root), (330, "0"), (100, "AcDbDictionary"), (281, 1))
        yield from ((3, "ACAD_GROUP"), (350, groups))
        yield from ((0, "DICTIONARY"), (5, groups), (330, root), (100, "AcDbDictionary"), (281, 1))

    def _owned(self, kind: str, owner: str, layer: str) -> Pairs:
        return (0, kind), (5, self._handle()), (330, owner), (100, "AcDbEntity"), (8, layer)


def _section(name: str, pairs: Pairs) -> list[tuple[int, object]]:
    return [(0, "SECTION"), (2, name), *pairs, (0, "ENDSEC")]


def _shape(shape: Shape, height: float) -> Iterator[tuple[int, object]]:
    if isinstance(shape, Circle):
        yield from ((100, "AcDbCircle"), (10, number(shape.x)), (20, number(height - shape.y)), (30, "0"))
        yield 40, number(shape.diameter / 2)
        return
    corners = _outline(shape) if isinstance(shape, Rect) else [(x, y, 0.0) for x, y in shape.points]
    yield from ((100, "AcDbPolyline"), (90, len(corners)), (70, int(isinstance(shape, Rect))))
    for x, y, bulge in corners:
        yield from ((10, number(x)), (20, number(height - y)))
        if bulge:
            yield 42, f"{bulge:.6f}"


def _outline(rect: Rect) -> list[tuple[float, float, float]]:
    """The corners, from the upper left clockwise on the sheet, and the bulge of the stretch that begins there."""
    left, right = rect.x - rect.width / 2, rect.x + rect.width / 2
    top, bottom = rect.y - rect.height / 2, rect.y + rect.height / 2
    r = rect.radius
    if not r:
        return [(left, top, 0), (right, top, 0), (right, bottom, 0), (left, bottom, 0)]
    return [
        (left + r, top, 0),
        (right - r, top, -BULGE),
        (right, top + r, 0),
        (right, bottom - r, -BULGE),
        (right - r, bottom, 0),
        (left + r, bottom, -BULGE),
        (left, bottom - r, 0),
        (left, top + r, -BULGE),
    ]
