"""Where the reel of LEDs is cut: no piece lies over one of the joints at which the reel was soldered together.

A strip of 5 m is made of half metres. At a joint the film is doubled, solder stands up, and the pitch is off by as much as
a hand was: under the opal plate nothing may stand up, and every LED has its sensor. LEDs count from 1, at the end with DIN.
"""

from dataclasses import dataclass
from typing import Final

from hardware.generate.layout import Layout
from hardware.generate.picture import Picture
from hardware.generate.sizes import SizesError

METRES: Final = 5.0
CELL: Final = ("one cell, left", "one cell, middle", "one cell, right")
CELL_LEDS: Final = 3
SHARE: Final = 30.0
"""Pixels of an LED in the picture."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the reel, from its first LED to its last."""

    name: str
    first: int
    last: int

    def over(self, joint: int) -> bool:
        """Whether it lies over a joint."""
        return (self.first - 1) // joint != (self.last - 1) // joint


def pieces(layout: Layout) -> tuple[Piece, ...]:
    """The strips from the reel's start, and the one cell's three, which are cut first, from its end.

    `SizesError` if the reel is too short. A strip that would lie over a joint begins at the joint instead.
    """
    joint, whole = round(layout.sizes.strip.joint), round(METRES * layout.sizes.plate.leds_per_m)
    found, free = [], 1
    for number, strip in enumerate(layout.wiring.strips, 1):
        if Piece("", free, free + len(strip) - 1).over(joint):
            free = -(-(free - 1) // joint) * joint + 1
        found.append(Piece(f"strip {number}", free, free + len(strip) - 1))
        free += len(strip)
    cell = [
        Piece(name, whole - CELL_LEDS * (3 - place) + 1, whole - CELL_LEDS * (2 - place))
        for place, name in enumerate(CELL)
    ]
    if free > cell[0].first or any(piece.over(joint) for piece in (*found, *cell)):
        raise SizesError(
            f"sizes: strips of {len(layout.wiring.strips[0])} LEDs do not fit between joints {joint} apart"
        )
    return (*found, *cell)


def reel_picture(layout: Layout) -> str:
    """The picture of the reel's cuts: a row for each half metre that is cut, and the last one."""
    joint, cut = round(layout.sizes.strip.joint), pieces(layout)
    rows = sorted({(piece.first - 1) // joint for piece in cut})
    picture = Picture(round(150 + joint * SHARE), 150 + 70 * len(rows), "Where the reel of LEDs is cut")
    middle = picture.width / 2
    picture.text(middle, 28, "Where the reel is cut: never over a joint", size=18, bold=True)
    picture.text(middle, 52, f"The reel is soldered together after every {joint} LEDs. LED 1 is at the end with DIN.")
    for place, row in enumerate(rows):
        y = 84 + 70 * place
        picture.text(110, y + 26, f"LED {row * joint + 1} to", anchor="end")
        picture.text(110, y + 42, str((row + 1) * joint), anchor="end")
        picture.patch(120, y, joint * SHARE, 44, "#f5e3b8")
        for piece in cut:
            if (piece.first - 1) // joint == row:
                left = 120 + (piece.first - 1 - row * joint) * SHARE
                long = (piece.last - piece.first + 1) * SHARE
                words = (
                    (piece.name, f"{piece.first} to {piece.last}")
                    if long > 200
                    else (f"{piece.first} to {piece.last}",)
                )
                picture.box(left, y, long, 44, words, "#fff7d6", 13)
        for edge in (120, 120 + joint * SHARE):
            picture.wire(((edge, y - 8), (edge, y + 52)), "#d01818", 3)
    low = 84 + 70 * len(rows) + 10
    picture.text(middle, low, "Red: a joint. Part it there with the iron; between other pieces cut at the mark.")
    picture.text(
        middle, low + 20, "The one cell comes first, from the far end: three pieces of three. Cut from the start,"
    )
    picture.text(middle, low + 38, "they would push four of the nine strips over a joint.")
    return picture.svg()
