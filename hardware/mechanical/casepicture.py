"""The case taken apart, in an oblique view: sheets, what stands on the floor, and the plates above."""

from collections.abc import Iterator
from typing import Final

from hardware.generate.drawing import Circle, Rect
from hardware.generate.picture import Picture
from hardware.generate.strokes import Point
from hardware.mechanical.case import Case, Sheet, Solid

SCALE: Final = 2.1
APART: Final = 46.0
"""How far the sheets stand off."""
WOOD: Final = "#b98a4a"
PLATES: Final = (
    ("base with bars", 30.0, "#b98a4a"),
    ("rim", 55.0, "#8a6a3a"),
    ("opal plate", 80.0, "#7fa8d0"),
    ("mask", 105.0, "#333333"),
)
NAMES: Final = ("the controller's board", "a Raspberry Pi")


def case_picture(found: Case) -> str:
    """Drawn from behind to the front, as lines."""
    picture = Picture(1010, 720, "The case, taken apart")
    picture.text(
        505, 28, "The case, taken apart: seen from the front and above, not to scale in height", size=16, bold=True
    )
    by_name = {sheet.name: sheet for sheet in found.sheets}
    shifts = {
        "floor": (0, 0, 0),
        "back": (0, APART, 0),
        "left": (-APART, 0, 0),
        "right": (APART, 0, 0),
        "front": (0, -APART, 0),
    }
    for name in ("back", "left", "floor"):
        _sheet(picture, by_name[name], shifts[name])
    for solid in found.solids:
        if not solid.name.startswith("what hangs"):
            _solid(picture, solid)
    for name in ("right", "front"):
        _sheet(picture, by_name[name], shifts[name])
    for told, up, colour in PLATES:
        corners = [(0.0, 0.0), (found.wide, 0.0), (found.wide, found.deep), (0.0, found.deep), (0.0, 0.0)]
        picture.wire([_at(x, y, up + 70.0) for x, y in corners], colour, 2.0)
        x, y = _at(found.wide, found.deep, up + 70.0)
        picture.text(x + 8, y + 4, told, anchor="start")
    picture.text(
        505, 706, "brown: sheets that are cut; grey: what stands inside. Generated and checked, not yet built."
    )
    return picture.svg()


def _at(x: float, y: float, z: float) -> Point:
    return 150 + (x * 0.9 + y * 0.42) * SCALE, 600 - (z + y * 0.4) * SCALE


def _space(sheet: Sheet, u: float, v: float, shift: tuple[float, float, float]) -> Point:
    x, y, z = (a + b for a, b in zip(sheet.origin, shift, strict=True))
    if sheet.normal == "z":
        return _at(x + u, y + v, z)
    return _at(x + u, y, z + v) if sheet.normal == "y" else _at(x, y + u, z + v)


def _sheet(picture: Picture, sheet: Sheet, shift: tuple[float, float, float]) -> None:
    points = [*sheet.outline, sheet.outline[0]]
    picture.wire([_space(sheet, u, v, shift) for u, v in points], WOOD, 2.2)
    for hole in sheet.holes:
        picture.wire([_space(sheet, u, v, shift) for u, v in _round(hole)], WOOD, 1.0)
    u, v = sheet.outline[-1]
    x, y = _space(sheet, u, v, shift)
    picture.text(x + 4, y - 5, sheet.name, size=12, anchor="start", bold=True)


def _round(hole: Circle | Rect) -> Iterator[Point]:
    if isinstance(hole, Rect):
        across, up = hole.width / 2, hole.height / 2
        yield from ((hole.x + a * across, hole.y + b * up) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)))
    else:
        r, k = hole.diameter / 2, 0.7071 * hole.diameter / 2
        for across, up in ((r, 0), (k, k), (0, r), (-k, k), (-r, 0), (-k, -k), (0, -r), (k, -k), (r, 0)):
            yield hole.x + across, hole.y + up


def _solid(picture: Picture, solid: Solid) -> None:
    (x0, x1), (y0, y1), (z0, z1) = solid.x, solid.y, solid.z
    for z in (z0, z1):
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
        picture.wire([_at(x, y, z) for x, y in corners], "#777777", 1.0)
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        picture.wire((_at(x, y, z0), _at(x, y, z1)), "#777777", 1.0)
    if solid.name in NAMES:
        x, y = _at((x0 + x1) / 2, (y0 + y1) / 2, z1)
        picture.text(x, y + 4, solid.name, size=11)
