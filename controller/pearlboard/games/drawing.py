"""Drawings as values: shapes of SVG, and nothing that could run, load or lead anywhere.

A game draws with these for the picture of a finished game (`api.Finished.picture`). Only what stands in `TAGS` and
`ATTRIBUTES` can be written; what is said in a shape is text, whatever people typed. A place of the board lies where it
lies on our pages: a space is `PITCH` units wide, the middle of `a1` is at 50, 50.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pearlboard.errors import BadInput
from pearlboard.geometry import Corner, Edge, Light, Space

PITCH: Final = 100

PALETTE: Final[Mapping[int, str]] = {1: "#1668c9", 2: "#00835e", 3: "#f2c230", 4: "#c84b08", 5: "#7a3fc0", 6: "#c2307f"}
"""The players' colours by number, as on our pages (`[data-colour]` in `page.css`)."""
INK_ON: Final[Mapping[int, str]] = {**dict.fromkeys(PALETTE, "#ffffff"), 3: "#3d2a00"}
"""The ink on each colour."""

Value: TypeAlias = str | float

TAGS: Final = re.compile(
    r"svg|g|defs|linearGradient|radialGradient|stop|pattern|clipPath|rect|circle|ellipse|path|text|"
    r"use|title"
)
ATTRIBUTES: Final = re.compile(
    r"xmlns|id|x|y|x1|y1|x2|y2|dx|dy|width|height|rx|ry|cx|cy|r|fx|fy|d|href|viewBox|"
    r"preserveAspectRatio|transform|offset|gradientUnits|gradientTransform|patternUnits|"
    r"patternTransform|clipPathUnits|clip-path|clip-rule|fill|fill-opacity|fill-rule|stroke|"
    r"stroke-width|stroke-opacity|stroke-linecap|stroke-linejoin|stroke-dasharray|opacity|color|"
    r"stop-color|stop-opacity|font-family|font-size|font-weight|font-style|text-anchor|direction|"
    r"unicode-bidi|role|aria-label"
)
LOCAL: Final = re.compile(r"#[\w-]+")
REFERENCE: Final = re.compile(r"url\(#[\w-]+\)")
UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has no way to write."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One element, with its attributes and what is in it: shapes, or text."""

    tag: str
    attributes: Mapping[str, Value]
    inside: tuple["Shape | str", ...] = ()

    def __str__(self) -> str:
        """The element as SVG; `BadInput` for what is not on the lists above."""
        if TAGS.fullmatch(self.tag) is None:
            raise BadInput("drawing", f"<{self.tag}> cannot be drawn")
        said = "".join(f' {name}="{_attribute(name, value)}"' for name, value in self.attributes.items())
        within = "".join(str(each) if isinstance(each, Shape) else _text(each) for each in self.inside)
        return f"<{self.tag}{said}>{within}</{self.tag}>" if within else f"<{self.tag}{said}/>"


def shape(tag: str, *inside: Shape | str, **attributes: Value) -> Shape:
    """A shape; an attribute such as `stroke-width` is said as `stroke_width`."""
    return Shape(tag, {name.replace("_", "-"): value for name, value in attributes.items()}, inside)


@dataclass(frozen=True, slots=True)
class Picture:
    """A game's drawing of its end, to be kept and sent on. Every secret lies open by then.

    board  what lies on the board; the table draws the ground beneath. Empty: no board is shown
    signs  a sign for each seat, in a square of 100 x 100 and in `currentColor`; else it is the name's first letter
    unit   what a point is, in such a square
    notes  a few signs under a side's points
    defs   gradients and the like that the rest refers to
    """

    board: tuple[Shape, ...] = ()
    signs: Mapping[int, tuple[Shape, ...]] = field(default_factory=dict)
    unit: tuple[Shape, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    defs: tuple[Shape, ...] = ()


def middle(light: Light) -> tuple[int, int]:
    """Where a light shines, in the units of the drawing."""
    if isinstance(light, Space):
        return light.column * PITCH + PITCH // 2, light.row * PITCH + PITCH // 2
    if isinstance(light, Corner):
        return (light.space.column + 1) * PITCH, (light.space.row + 1) * PITCH
    (x, y), (other_x, other_y) = middle(light.first), middle(light.second)
    return (x + other_x) // 2, (y + other_y) // 2


def upright(edge: Edge) -> bool:
    """Whether the line runs up and down, between two spaces side by side."""
    return edge.first.row == edge.second.row


def _attribute(name: str, value: Value) -> str:
    if ATTRIBUTES.fullmatch(name) is None:
        raise BadInput("drawing", f"{name!r} is nothing that can be said of a shape")
    said = value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
    leads_away = LOCAL.fullmatch(said) is None if name == "href" else "url" in REFERENCE.sub("", said).lower()
    if leads_away and name != "aria-label":
        raise BadInput("drawing", f"{name} leads out of the drawing: {said[:40]!r}")
    return _text(said).replace('"', "&quot;")


def _text(said: str) -> str:
    """As XML writes it; what it cannot is left out."""
    return UNWRITABLE.sub("", said).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
