"""A flat drawing: outlines in millimetres on named layers, written as SVG and as DXF R12. y grows downwards.

Nothing in the files depends on when or where they were made. R12 is the oldest dialect that every laser, mill and CAD
program reads; it needs neither handles nor dates. It has no units: a drawing unit is a millimetre.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from math import pi, tan
from typing import Final, TypeAlias

from hardware.generate.strokes import Point, strokes


class Layer(Enum):
    """What the machine does with a line: name, colour on the screen, colour number in DXF."""

    CUT = ("cut", "#e00000", 1)
    ENGRAVE = ("engrave", "#0050d0", 5)
    GUIDE = ("guide", "#909090", 8)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle about its centre, with rounded corners of `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about its centre."""

    x: float
    y: float
    diameter: float


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through points."""

    points: tuple[Point, ...]


Shape: TypeAlias = Rect | Circle | Line
BULGE: Final = tan(pi / 8)
"""How DXF says that a stretch of a polyline is a quarter of a circle."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet of `width` x `height` with its shapes; in SVG with a border, so that no outline is cut off."""

    name: str
    title: str
    width: float
    height: float
    shapes: tuple[tuple[Layer, Shape], ...]
    border: int = 1

    def on(self, layer: Layer) -> tuple[Shape, ...]:
        return tuple(shape for there, shape in self.shapes if there is layer)


def label(text: str, x: float, y: float, height: float, layer: Layer = Layer.ENGRAVE) -> Iterator[tuple[Layer, Shape]]:
    """A text of straight strokes about (x, y)."""
    for line in strokes(text, x, y, height):
        yield layer, Line(line)


def number(value: float) -> str:
    """A length as all files write it: a thousandth of a millimetre, no needless zeros, never -0."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# --- SVG -------------------------------------------------------------------------------------------------------------


def svg(drawing: Drawing) -> str:
    """The drawing at 1:1, a group for each layer."""
    border = drawing.border
    width, height = number(drawing.width + 2 * border), number(drawing.height + 2 * border)
    corner = f'x="{-border}" y="{-border}"'
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="{-border} {-border} {width} {height}">'
        ),
        f"<title>{drawing.title}</title>",
        f'<rect id="sheet" {corner} width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for layer in Layer:
        shapes = drawing.on(layer)
        if shapes:
            name, colour, _ = layer.value
            lines.append(f'<g id="{name}" fill="none" stroke="{colour}" stroke-width="0.2" stroke-linejoin="round">')
            lines += map(_svg_shape, shapes)
            lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Circle):
        return f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.diameter / 2)}"/>'
    if isinstance(shape, Rect):
        rounded = f' rx="{number(shape.radius)}"' if shape.radius else ""
        return (
            f'<rect x="{number(shape.x - shape.width / 2)}" y="{number(shape.y - shape.height / 2)}" '
            f'width="{number(shape.width)}" height="{number(shape.height)}"{rounded}/>'
        )
    return f'<polyline points="{" ".join(f"{number(x)},{number(y)}" for x, y in shape.points)}"/>'


# --- DXF -------------------------------------------------------------------------------------------------------------


def dxf(drawing: Drawing) -> str:
    """The same lines as DXF R12, y upwards; closed outlines are closed polylines, which lasers like best."""
    used = [layer for layer in Layer if drawing.on(layer)]
    pairs: list[tuple[int, object]] = [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (9, "$EXTMIN"),
        (10, "0"),
        (20, "0"),
        (9, "$EXTMAX"),
        (10, number(drawing.width)),
        (20, number(drawing.height)),
        (0, "ENDSEC"),
        (0, "SECTION"),
        (2, "TABLES"),
        (0, "TABLE"),
        (2, "LTYPE"),
        (70, 1),
        (0, "LTYPE"),
        (2, "CONTINUOUS"),
        (70, 0),
        (3, "Solid"),
        (72, 65),
        (73, 0),
        (40, "0"),
        (0, "ENDTAB"),
        (0, "TABLE"),
        (2, "LAYER"),
        (70, len(used)),
    ]
    for layer in used:
        pairs += [(0, "LAYER"), (2, layer.value[0].upper()), (70, 0), (62, layer.value[2]), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for layer, shape in drawing.shapes:
        pairs += _dxf_shape(layer.value[0].upper(), shape, drawing.height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\n{value}\n" for code, value in pairs)


def _dxf_shape(layer: str, shape: Shape, height: float) -> Iterable[tuple[int, object]]:
    if isinstance(shape, Circle):
        return [
            (0, "CIRCLE"),
            (8, layer),
            (10, number(shape.x)),
            (20, number(height - shape.y)),
            (30, "0"),
            (40, number(shape.diameter / 2)),
        ]
    corners = _outline(shape) if isinstance(shape, Rect) else [(x, y, 0.0) for x, y in shape.points]
    pairs: list[tuple[int, object]] = [
        (0, "POLYLINE"),
        (8, layer),
        (66, 1),
        (10, "0"),
        (20, "0"),
        (30, "0"),
        (70, int(isinstance(shape, Rect))),
    ]
    for x, y, bulge in corners:
        pairs += [(0, "VERTEX"), (8, layer), (10, number(x)), (20, number(height - y)), (30, "0")]
        if bulge:
            pairs.append((42, f"{bulge:.6f}"))
    return [*pairs, (0, "SEQEND"), (8, layer)]


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
