"""A finished game of Pearls as a picture: everybody's string of what was placed, and the necklaces won."""

from collections.abc import Iterator
from typing import Final

from pearlboard.games.drawing import PALETTE, PITCH, Picture, Shape, shape
from pearlboard.games.pearls.board.roles import SHINES
from pearlboard.games.pearls.rules.cards import COLOURS, INDEX, VALUES, Cards, Colour
from pearlboard.games.pearls.rules.scoring import outcome, scores
from pearlboard.games.pearls.rules.state import State
from pearlboard.games.values import Course, Seat
from pearlboard.geometry import GRID

WIDE: Final = GRID.columns * PITCH
HIGH: Final = GRID.rows * PITCH
LEFT: Final = 36
LARGEST: Final = 44
"""The largest diameter of a pearl."""
RING: Final = 30
"""The radius of a necklace."""
FONT: Final = "'Avenir Next', 'Segoe UI', Ubuntu, 'Noto Sans', 'DejaVu Sans', sans-serif"


def picture(course: Course) -> Picture:
    """The end of the game, in the order in which the names stand beside it: the best first."""
    state: State = course.end
    counted = scores(state)
    places = outcome(counted).places
    ranked = sorted(state.setup.seats, key=lambda seat: places[seat])
    rows = tuple(drawn for row, seat in enumerate(ranked) for drawn in _row(state, seat, row))
    notes = {seat: f"{score.cards} + {score.necklaces} − {score.hand}" for seat, score in counted.items()}
    unit = tuple(_pearl(50, 50, 40, Colour.TURQUOISE))
    return Picture(board=rows, unit=unit, defs=tuple(map(_shine, COLOURS)), notes=notes)


def _row(state: State, seat: Seat, row: int) -> Iterator[Shape]:
    """A seat's string from left to right, as large as it fits, and its necklaces behind; rows count from 0."""
    high = HIGH / state.setup.players
    y = high * (row + 0.5)
    won = state.won[seat - 1]
    room = WIDE - 2 * LEFT - len(won) * 2.15 * RING
    placed = list(_cards(state.placed[seat - 1]))
    across = min(LARGEST, 0.8 * high, room / max(1, len(placed)))
    yield shape("path", d=f"M{LEFT} {y}H{WIDE - LEFT}", stroke=PALETTE[seat], stroke_width=5, stroke_opacity=0.9)
    for number, colour in enumerate(placed):
        yield from _pearl(LEFT + across * (number + 0.5), y, across / 2, colour)
        yield from _worth(LEFT + across * (number + 0.5), y, across / 2, colour)
    for number, value in enumerate(reversed(won)):
        yield from _necklace(WIDE - LEFT - RING * (1 + 2.15 * number), y, min(RING, 0.45 * high), value)


def _cards(placed: Cards) -> Iterator[Colour]:
    """The colours of the cards, most valuable first."""
    for colour, count in reversed(list(zip(COLOURS, placed, strict=True))):
        yield from [colour] * count


def _pearl(x: float, y: float, r: float, colour: Colour) -> Iterator[Shape]:
    yield shape("circle", cx=x, cy=y, r=r, fill=f"url(#game-{colour})", stroke="#04222b", stroke_width=1)
    yield shape("ellipse", cx=x - r / 3, cy=y - r * 0.45, rx=r * 0.28, ry=r * 0.18, fill="#ffffff", opacity=0.8)


def _worth(x: float, y: float, r: float, colour: Colour) -> Iterator[Shape]:
    """The value on a pearl, which its colour alone does not tell."""
    for edge in (r * 0.22, 0):  # a dark edge below light digits, on any colour
        yield shape(
            "text",
            str(VALUES[INDEX[colour]]),
            x=x,
            y=y + r * 0.45,
            font_family=FONT,
            font_size=r * 1.2,
            font_weight=800,
            text_anchor="middle",
            fill="#ffffff",
            stroke="#04222b",
            stroke_width=edge,
        )


def _necklace(x: float, y: float, r: float, value: int) -> Iterator[Shape]:
    yield shape("circle", cx=x, cy=y, r=r, fill="#10303c", stroke="#fff3d6", stroke_width=6, stroke_dasharray="1 8")
    yield shape("circle", cx=x, cy=y, r=r, fill="none", stroke="#c99a2e", stroke_width=3)
    yield shape(
        "text",
        str(value),
        x=x,
        y=y + r * 0.36,
        font_family=FONT,
        font_size=r,
        font_weight=800,
        text_anchor="middle",
        fill="#fff8e6",
    )


def _shine(colour: Colour) -> Shape:
    return shape(
        "radialGradient",
        shape("stop", offset=0, stop_color="#ffffff"),
        shape("stop", offset=0.45, stop_color=SHINES[colour] if colour is not Colour.WILD else "#efe9f4"),
        shape("stop", offset=1, stop_color="#10303c"),
        id=f"game-{colour}",
        cx=0.36,
        cy=0.3,
        r=1,
    )
