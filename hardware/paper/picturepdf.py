"""A picture as a page to print and to search: boxes, wires, discs and words of its SVG, one by one.

Words are text in Courier, which every reader of PDFs brings along, each as long as the lines that the picture has for it.
"""

from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from hardware.generate.drawing import number
from hardware.generate.picture import BOLD
from hardware.generate.strokes import written
from hardware.paper.pdf import POINT, colour, file

LETTER, CAPITAL = 0.6, 0.57
"""How wide a letter of Courier is and how high a capital, in its size."""
_FONT: Final = "<< /Type /Font /Subtype /Type1 /BaseFont /{} >>"
FONTS: Final = f"/Font << /F {_FONT.format('Courier')} /B {_FONT.format('Courier-Bold')} >> "


def picture_pdf(svg: str, across: float) -> str:
    """The file's text, `across` millimetres wide; `ValueError` for what no picture of ours has, or a letter beyond ASCII."""
    whole = ET.fromstring(svg)  # noqa: S314 - our own picture
    wide, high = (float(whole.attrib[name]) for name in ("width", "height"))
    scale, along = across / wide, across / wide * high
    by = POINT * scale
    body = [f"{by:.6f} 0 0 {-by:.6f} 0 {along * POINT:.4f} cm", "1 j"]
    for shape in whole:
        body += _shape(shape)
    told = "\n".join(body)
    if not told.isascii():
        raise ValueError("a picture with letters beyond ASCII cannot be a PDF")
    return file(told, across, along, FONTS)


def _shape(shape: ET.Element) -> Iterator[str]:
    kind, has = shape.tag.rpartition("}")[2], shape.attrib
    if kind == "rect":
        yield from _painted(shape, " ".join(has.get(name, "0") for name in ("x", "y", "width", "height")) + " re")
    elif kind == "polyline":
        first, *rest = (point.replace(",", " ") for point in has["points"].split())
        yield from _painted(shape, " ".join([f"{first} m", *(f"{point} l" for point in rest)]))
    elif kind == "path":
        yield from _word(shape)
    elif kind != "title":
        raise ValueError(f"a {kind} cannot be drawn in a PDF")


def _painted(shape: ET.Element, path: str) -> Iterator[str]:
    """Filled, outlined, or both, as the picture says."""
    fill, line = (shape.attrib.get(name, "none") for name in ("fill", "stroke"))
    if fill != "none":
        yield colour(fill, "rg")
    if line != "none":
        yield f"{colour(line, 'RG')} {shape.attrib['stroke-width']} w"
    yield f"{path} {'n' if fill == line == 'none' else 'f' if line == 'none' else 'S' if fill == 'none' else 'B'}"


def _word(shape: ET.Element) -> Iterator[str]:
    has, told = shape.attrib, shape.attrib["aria-label"]
    across, _, _, step, x, y = map(float, has["transform"].removeprefix("matrix(").removesuffix(")").split())
    long, size = written(told)[1] * across, 6 * step / CAPITAL
    font = "B" if float(has["stroke-width"]) == BOLD else "F"
    escaped = told.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    if told.strip():
        yield colour(has["stroke"], "rg")
        wide = number(100 * long / (len(told) * LETTER * size))
        yield f"BT /{font} {number(size)} Tf {wide} Tz 1 0 0 -1 {number(x)} {number(y)} Tm ({escaped}) Tj ET"
