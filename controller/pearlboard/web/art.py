"""The drawings of the table page, as SVG text: the lagoon's water, Pearls, the clans' emblems. Vector, and all our own.

A clan is known by its emblem before its colour; the emblems stay apart as silhouettes. Emblems fill a square of
100 x 100 with `currentColor`; a Pearl has the radius 50. Nothing here depends on chance: the water is the same in every page.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

_PETAL: Final = "M50 41C29 31 31 5 50 7C69 5 71 31 50 41Z"
_STAR: Final = "L".join(
    f"{50 + reach * sin(arm * pi / 5):.1f} {53 - reach * cos(arm * pi / 5):.1f}"
    for arm, reach in enumerate((40, 16) * 5)
)

EMBLEMS: Final[Mapping[str, str]] = {
    "fishermen": (
        '<path fill="currentColor" fill-rule="evenodd" d="M6 52C20 27 50 19 71 44L94 26C89 42 89 60 94 76L71 58'
        'C50 83 20 77 6 52ZM27 41a5.5 5.5 0 1 0 .02 0ZM41 34C50 44 50 59 41 69C46 69 55 61 55 51.5C55 42 46 34 41 34Z"/>'
    ),
    "foragers": (
        "".join(f'<path fill="currentColor" d="{_PETAL}" transform="rotate({72 * turn} 50 50)"/>' for turn in range(5))
        + '<circle cx="50" cy="50" r="6.5" fill="currentColor"/>'
    ),
    "children": (
        f'<path fill="currentColor" stroke="currentColor" stroke-width="12" stroke-linejoin="round" d="M{_STAR}Z"/>'
    ),
    "elders": (
        '<path fill="none" stroke="currentColor" stroke-width="9.5" stroke-linecap="round" '
        'd="M51 51a6.5 6.5 0 0 1 13 0a14 14 0 0 1-28 0a22 22 0 0 1 44 0a30.5 30.5 0 0 1-61 0C19 27 36 11 60 13"/>'
    ),
}
"""Fish, flower, starfish and nautilus."""

HEAPS: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    3: ((-12, 9), (12, 9), (0, -12)),
    4: ((-13, -10), (13, -10), (-13, 14), (13, 14)),
    5: ((-15, -14), (15, -14), (-15, 15), (15, 15), (0, 0)),
    6: ((-23, 13), (0, 15), (23, 13), (-12, -7), (12, -7), (0, -26)),
    7: ((-23, 0), (23, 0), (-12, -20), (12, -20), (-12, 20), (12, 20), (0, 0)),
}
"""Where the Pearls of a cluster lie, seen from the middle of their farm; the last ones on top."""
PEARL_RADIUS: Final = 12.5


def definitions() -> str:
    """The `<defs>` that board and panel refer to: gradients, patterns, one symbol for every emblem and for every heap."""
    emblems = "".join(
        f'<symbol id="emblem-{clan}" viewBox="0 0 100 100">{path}</symbol>' for clan, path in EMBLEMS.items()
    )
    heaps = "".join(
        f'<g id="heap-{count}">{"".join(_pearl(x, y) for x, y in places)}</g>' for count, places in HEAPS.items()
    )
    return f"<defs>{_PAINTS}{emblems}{heaps}</defs>"


def _pearl(x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y + 2.5}" r="{PEARL_RADIUS}" fill="#3b2a18" opacity=".28"/>'
        f'<circle cx="{x}" cy="{y}" r="{PEARL_RADIUS}" fill="url(#pearl)"/>'
        f'<ellipse cx="{x - 4}" cy="{y - 5}" rx="3.6" ry="2.6" fill="#fff" opacity=".9"/>'
    )


_PAINTS: Final = """
<radialGradient id="pearl" cx=".36" cy=".32" r=".78"><stop offset="0" stop-color="#fffefb"/>
<stop offset=".42" stop-color="#f6efe6"/><stop offset=".72" stop-color="#dcd3d6"/>
<stop offset=".9" stop-color="#aeb6c2"/><stop offset="1" stop-color="#c9c2b8"/></radialGradient>
<radialGradient id="deep" cx=".46" cy=".42" r=".78"><stop offset="0" stop-color="#0f5d73"/>
<stop offset=".5" stop-color="#0a4560"/><stop offset="1" stop-color="#062a44"/></radialGradient>
<radialGradient id="dish" cx=".45" cy=".4" r=".62"><stop offset="0" stop-color="#f2e3bd"/>
<stop offset=".7" stop-color="#dfc592"/><stop offset="1" stop-color="#b9955c"/></radialGradient>
<radialGradient id="shoal"><stop offset=".45" stop-color="#7fd6c9" stop-opacity=".55"/>
<stop offset="1" stop-color="#7fd6c9" stop-opacity="0"/></radialGradient>
<linearGradient id="wood" x2="0" y2="1"><stop offset="0" stop-color="#e9c48d"/><stop offset=".5" stop-color="#c8955a"/>
<stop offset="1" stop-color="#8d5f33"/></linearGradient>
<linearGradient id="ivory" x2="0" y2="1"><stop offset="0" stop-color="#fffdf6"/>
<stop offset="1" stop-color="#e6dcc8"/></linearGradient>
<linearGradient id="sheen" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".38"/>
<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>
<linearGradient id="sand" x2=".35" y2="1"><stop offset="0" class="sand-a"/><stop offset=".5" class="sand-b"/>
<stop offset="1" class="sand-c"/></linearGradient>
<pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="6" height="14" fill="#ff6f86" opacity=".75"/></pattern>
<pattern id="weave" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="10" height="5" fill="#000" opacity=".09"/></pattern>
"""


def water(width: int, height: int, cell: int = 78) -> str:
    """The light that waves throw on the ground of a lagoon: rounded cells of a shaken honeycomb, as one path."""
    bend = cell // 6
    rows, columns = height // cell + 2, width // cell + 2
    cells = []
    for row in range(-1, rows):
        for column in range(-1, columns):
            shift = cell / 2 * (row % 2)
            left, right = column * cell + shift, (column + 1) * cell + shift
            top, bottom = row * cell, (row + 1) * cell
            middle = (left + right) / 2
            outline = [
                (left, top + bend),
                (middle, top - bend),
                (right, top + bend),
                (right, bottom - bend),
                (middle, bottom + bend),
                (left, bottom - bend),
            ]
            cells.append(_rounded([_shaken(x, y, cell * 0.24) for x, y in outline]))
    return "".join(cells)


def _shaken(x: float, y: float, by: float) -> tuple[float, float]:
    """A point moved a little, always the same way: neighbouring cells share their corners."""
    return x + by * sin(x * 1.31 + y * 2.17), y + by * sin(x * 2.71 - y * 1.13 + 1)


def _rounded(points: list[tuple[float, float]]) -> str:
    """A closed curve through the middles of the sides of a polygon, bent by its corners, drawn a little inwards."""
    x0, y0 = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    points = [(x0 + (x - x0) * 0.98, y0 + (y - y0) * 0.98) for x, y in points]
    middles = [
        ((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    ]
    bends = zip(points[1:] + points[:1], middles[1:] + middles[:1], strict=True)
    return (
        f"M{middles[0][0]:.0f} {middles[0][1]:.0f}"
        + "".join(f"Q{cx:.0f} {cy:.0f} {x:.0f} {y:.0f}" for (cx, cy), (x, y) in bends)
        + "Z"
    )
