"""A flat drawing: outlines in millimetres on named layers, written as SVG here, as DXF by `dxf.py`. y grows downwards.

Nothing in the files depends on when or where they were made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from hardware.generate.strokes import Point, strokes


class Layer(Enum):
    """The machine's use of a line: name, colour on the screen, colour number in DXF."""

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
