"""A drawing as a page to print: at true scale, with a rule that must measure 100 mm. Lines alone, no font, no date."""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final

from hardware.generate.drawing import Circle, Drawing, Layer, Rect, Shape, number
from hardware.generate.strokes import Point, known, strokes

POINT: Final = 72 / 25.4
PAPERS: Final = ((210.0, 297.0), (297.0, 210.0), (297.0, 420.0), (420.0, 297.0))
"""A4 and A3, upright and lying; what is larger gets a page of its own size."""
EDGE: Final = 5.0
"""The margin that a printer may leave white all round (mm)."""
FOOT: Final = 14.0
"""For the rule and the name, below the drawing."""
RULE: Final = 100.0
ROUND: Final = 0.5523
"""How far a curve's handles reach for a quarter of a circle, in radii."""


def paper(drawing: Drawing) -> Point:
    """The smallest page that takes the drawing and its foot."""
    wide, high = drawing.width + 2 * EDGE, max(drawing.height, 0.0) + FOOT + 2 * EDGE
    wide = max(wide, RULE + 2 * EDGE)
    for across, along in PAPERS:
        if wide <= across and high <= along:
            return across, along
    return float(ceil(wide)), float(ceil(high))


def pdf(drawing: Drawing) -> str:
    """The file's text; every line in the colour of its layer."""
    across, along = paper(drawing)
    left, top = (across - drawing.width) / 2, (along - FOOT - drawing.height) / 2
    body = ["1 J 1 j", f"{POINT:.6f} 0 0 {-POINT:.6f} 0 {along * POINT:.4f} cm", "0.2 w"]
    for layer in Layer:
        shapes = drawing.on(layer)
        if shapes:
            body.append(colour(layer.value[1]))
            body += [step for shape in shapes for step in _shape(shape, left, top)]
    body.append(colour("#000000"))
    body += _foot(drawing, across, along)
    return file("\n".join(body), across, along)


def colour(code: str, what: str = "RG") -> str:
    """Lines, or with `rg` what is filled, in a colour given as #rrggbb."""
    shares = (int(code[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return " ".join(number(share) for share in shares) + f" {what}"


def _shape(shape: Shape, left: float, top: float) -> Iterator[str]:
    if isinstance(shape, Circle):
        yield from _rounded(Rect(shape.x, shape.y, shape.diameter, shape.diameter, shape.diameter / 2), left, top)
    elif isinstance(shape, Rect) and shape.radius:
        yield from _rounded(shape, left, top)
    elif isinstance(shape, Rect):
        x, y = shape.x - shape.width / 2 + left, shape.y - shape.height / 2 + top
        yield f"{number(x)} {number(y)} {number(shape.width)} {number(shape.height)} re S"
    else:
        yield _line([(x + left, y + top) for x, y in shape.points])


def _line(points: Iterable[Point]) -> str:
    first, *rest = (f"{number(x)} {number(y)}" for x, y in points)
    return " ".join([f"{first} m", *(f"{point} l" for point in rest), "S"])


def _rounded(shape: Rect, left: float, top: float) -> Iterator[str]:
    """A rectangle with round corners; a circle is all corners."""
    r, k = shape.radius, shape.radius * (1 - ROUND)
    x0, x1 = shape.x + left - shape.width / 2, shape.x + left + shape.width / 2
    y0, y1 = shape.y + top - shape.height / 2, shape.y + top + shape.height / 2
    corners = (
        ((x1 - r, y0), (x1 - k, y0), (x1, y0 + k), (x1, y0 + r)),
        ((x1, y1 - r), (x1, y1 - k), (x1 - k, y1), (x1 - r, y1)),
        ((x0 + r, y1), (x0 + k, y1), (x0, y1 - k), (x0, y1 - r)),
        ((x0, y0 + r), (x0, y0 + k), (x0 + k, y0), (x0 + r, y0)),
    )
    told = [f"{number(x0 + r)} {number(y0)} m"]
    for to, *curve in corners:
        told.append(f"{number(to[0])} {number(to[1])} l")
        told.append(" ".join(f"{number(x)} {number(y)}" for x, y in curve) + " c")
    yield " ".join([*told, "s"])


def _foot(drawing: Drawing, across: float, along: float) -> Iterator[str]:
    """A rule of 100 mm and what the page is."""
    x, y = (across - RULE) / 2, along - EDGE - 5.0
    yield _line(((x, y), (x + RULE, y)))
    for step in range(11):
        yield _line(((x + 10 * step, y - (4.0 if step % 5 == 0 else 2.5)), (x + 10 * step, y)))
    told = f"{drawing.name}: print at 100 per cent, the rule is 100 mm"
    for line in strokes("".join(filter(known, told)), across / 2, y + 3.0, 2.2):
        yield _line(line)


def file(body: str, across: float, along: float, resources: str = "") -> str:
    """The text of a file with one page, its size in millimetres, and what its body refers to."""
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {across * POINT:.3f} {along * POINT:.3f}] /Contents 4 0 R /Resources << {resources}>> >>",
        f"<< /Length {len(body) + 1} >>\nstream\n{body}\nendstream",
    )
    text, starts = "%PDF-1.4\n", []
    for place, told in enumerate(objects, 1):
        starts.append(len(text))
        text += f"{place} 0 obj\n{told}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    return (
        f"{text}xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
        f"startxref\n{len(text)}\n%%EOF\n"
    )
