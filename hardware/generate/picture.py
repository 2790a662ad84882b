"""Pictures to look at rather than to cut: boxes, wires and words as SVG. Deterministic, and readable on white paper.

Words are lines, not text: they are as long on a screen that has another font as here. `aria-label` keeps them for search
and for those who hear them. A word that does not fit into its box or the picture is a `ValueError`.
"""

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from hardware.generate.drawing import number
from hardware.generate.strokes import written

INK: Final = "#222222"
CAPITAL, NARROW = 0.7, 0.9
"""How high a capital is, in its size, and how narrow letters are drawn."""
THIN, BOLD = 0.75, 1.3
"""How wide the lines of a letter are, in steps of its raster."""
ANCHORS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


def length(words: str, size: int) -> float:
    """How long words are in a picture."""
    return written(words)[1] * size * CAPITAL / 6 * NARROW


class Picture:
    """Collects what is drawn; lengths are pixels, y grows downwards."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._drawn: list[str] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        words: Iterable[str] = (),
        fill: str = "#f4f4f4",
        size: int = 14,
    ) -> None:
        """A box with lines of text in its middle, the first one bold."""
        self._drawn.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'rx="4" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
        )
        lines = list(words)
        for line in lines:
            if length(line, size) > width - 2:
                raise ValueError(f"{self.title}: {line!r} is wider than its box")
        top = y + height / 2 - (len(lines) - 1) * size * 0.65
        for place, line in enumerate(lines):
            self.text(x + width / 2, top + place * size * 1.3 + size * 0.35, line, size=size, bold=place == 0)

    def patch(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle without an outline."""
        self._drawn.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" fill="{fill}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 13,
        anchor: str = "middle",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """One line of text, its base line at y."""
        path, long = written(words)
        step = size * CAPITAL / 6
        wide = long * step * NARROW
        left = x - ANCHORS[anchor] * wide
        if path and not (left > 0 and left + wide < self.width and size < y < self.height):
            raise ValueError(f"{self.title}: {words!r} does not fit into the picture")
        self._drawn.append(
            f'<path aria-label={quoteattr(words)} transform="matrix({number(step * NARROW)} 0 0 {number(step)} '
            f'{number(left)} {number(y)})" d="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{BOLD if bold else THIN}"/>'
        )

    def lines(self, x: float, y: float, words: Iterable[str], *, size: int = 13) -> None:
        """Several lines of text, flush left, the first one's base line at y."""
        for place, line in enumerate(words):
            self.text(x, y + place * size * 1.4, line, size=size, anchor="start")

    def wire(
        self, points: Iterable[tuple[float, float]], colour: str = INK, width: float = 2.0, *, dashed: bool = False
    ) -> None:
        """A line through points."""
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        dash = ' stroke-dasharray="5 4" stroke-linecap="butt"' if dashed else ""
        self._drawn.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{number(width)}"{dash}/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle."""
        self._drawn.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" '
            f'stroke="{INK}" stroke-width="1"/>'
        )

    def arrow(self, x: float, y: float, to_x: float, to_y: float, colour: str = INK) -> None:
        """A line with a head, along one of the axes."""
        self.wire(((x, y), (to_x, to_y)), colour, 1.5)
        back_x = (to_x > x) - (to_x < x)
        back_y = (to_y > y) - (to_y < y)
        self.wire(
            (
                (to_x - 7 * back_x - 4 * back_y, to_y - 7 * back_y - 4 * back_x),
                (to_x, to_y),
                (to_x - 7 * back_x + 4 * back_y, to_y - 7 * back_y + 4 * back_x),
            ),
            colour,
            1.5,
        )

    def svg(self) -> str:
        """The picture as a file's text."""
        return "\n".join(
            [
                (
                    f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                    f'viewBox="0 0 {self.width} {self.height}" stroke-linecap="round" stroke-linejoin="round">'
                ),
                f"<title>{escape(self.title)}</title>",
                f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>',
                *self._drawn,
                "</svg>",
                "",
            ]
        )
