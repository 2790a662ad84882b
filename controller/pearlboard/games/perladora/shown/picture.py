"""A finished game of Perladöra as a picture: the board as it was counted, every territory in its winner's colour."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from pearlboard.games.drawing import PALETTE, PITCH, Picture, Shape, middle, shape, upright
from pearlboard.games.perladora.rules.game import COLOURS
from pearlboard.games.perladora.rules.scoring import TerritoryScore
from pearlboard.games.perladora.rules.state import Diver, Setup
from pearlboard.games.perladora.rules.verdicts import side_seats
from pearlboard.games.perladora.shown.emblems import EMBLEMS, HEAPS
from pearlboard.games.perladora.shown.replay import counted, values_of
from pearlboard.games.values import Course, Seat, Side
from pearlboard.geometry import GRID, Edge, Space

FONT: Final = "'Avenir Next', 'Segoe UI', Ubuntu, 'Noto Sans', 'DejaVu Sans', sans-serif"
STRIPE: Final = 24
PETALS: Final = tuple((26.5 * sin(petal * pi / 5), 26.5 * cos(petal * pi / 5)) for petal in range(10))

DEFS: Final = (
    shape(
        "radialGradient",
        *(
            shape("stop", offset=at, stop_color=colour)
            for at, colour in ((0, "#fffefb"), (0.42, "#f6efe6"), (0.72, "#dcd3d6"), (0.9, "#aeb6c2"), (1, "#c9c2b8"))
        ),
        id="game-pearl",
        cx=0.36,
        cy=0.32,
        r=0.78,
    ),
    shape(
        "linearGradient",
        *(
            shape("stop", offset=at, stop_color=colour)
            for at, colour in ((0, "#e9c48d"), (0.5, "#c8955a"), (1, "#8d5f33"))
        ),
        id="game-wood",
        x2=0,
        y2=1,
    ),
    shape(
        "linearGradient",
        shape("stop", offset=0, stop_color="#fffdf6"),
        shape("stop", offset=1, stop_color="#e6dcc8"),
        id="game-ivory",
        x2=0,
        y2=1,
    ),
)


def picture(course: Course) -> Picture:
    """The end of the game."""
    setup, score = course.setup, counted(course)
    shared = [part for part in score.territories if len(part.winners) > 1]
    return Picture(
        board=(*(shade for part in score.territories for shade in _shades(setup, part)), *_pieces(course)),
        signs={seat: EMBLEMS[setup.clans[seat - 1]] for seat in setup.seats},
        unit=_pearl(50, 50, 40),
        notes={side: " + ".join(map(str, heaps)) for side, heaps in score.clusters.items() if len(heaps) > 1},
        defs=(*DEFS, *(_stripes(setup, part) for part in shared)),
    )


def _pieces(course: Course) -> Iterator[Shape]:
    """The pieces; numbers of Pearls above everything else."""
    setup, public, values = course.setup, course.end.public, values_of(course.end)
    yield from (_heap(farm, pearls) for farm, pearls in setup.farms.items())
    yield from (_pontoon(edge) for edge in GRID.edges_in(public.pontoons))
    yield from (_diver(setup, place, diver, values[place]) for place, diver in public.divers.items())
    yield from (_pearls(farm, pearls) for farm, pearls in setup.farms.items())


def _colour(setup: Setup, seat: Seat) -> str:
    return PALETTE[COLOURS[setup.clans[seat - 1]]]


def _of_side(setup: Setup, side: Side) -> str:
    """A team's is that of its first player, as on the table page."""
    return _colour(setup, side_seats(setup, side)[0])


# --- territories -------------------------------------------------------------------------------------------------


def _shades(setup: Setup, part: TerritoryScore) -> Iterator[Shape]:
    """The territories in their winners' colours; without a winner the water stays as it is."""
    if not part.winners:
        return
    fill = _of_side(setup, part.winners[0]) if len(part.winners) == 1 else f"url(#{_name(part)})"
    spaces = part.territory.spaces
    yield shape("path", d="".join(_square(space) for space in spaces), fill=fill, fill_opacity=0.64)
    yield shape("path", d=_outline(spaces), fill="none", stroke="#fff8e6", stroke_opacity=0.75, stroke_width=3)


def _name(part: TerritoryScore) -> str:
    return f"game-shared-{part.territory.spaces[0]}"


def _stripes(setup: Setup, part: TerritoryScore) -> Shape:
    """Shared territories have the colours of all who share them."""
    colours = [_of_side(setup, side) for side in part.winners]
    return shape(
        "pattern",
        *(
            shape("rect", x=STRIPE * place, width=STRIPE, height=STRIPE, fill=colour)
            for place, colour in enumerate(colours)
        ),
        id=_name(part),
        width=STRIPE * len(colours),
        height=STRIPE,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def _square(space: Space) -> str:
    x, y = middle(space)
    return f"M{x - PITCH // 2} {y - PITCH // 2}h{PITCH}v{PITCH}h-{PITCH}Z"


def _outline(spaces: tuple[Space, ...]) -> str:
    """The sides of its squares that it shares with no other of its squares."""
    half, within = PITCH // 2, {middle(space) for space in spaces}
    lines = []
    for x, y in sorted(within):
        for right, down in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            if (x + right * PITCH, y + down * PITCH) not in within:
                ends = ((x + (right or turn) * half, y + (down or turn) * half) for turn in (-1, 1))
                lines.append("M" + "L".join(f"{end_x} {end_y}" for end_x, end_y in ends))
    return "".join(lines)


# --- pieces ------------------------------------------------------------------------------------------------------


def _pearl(x: float, y: float, r: float) -> tuple[Shape, ...]:
    return (
        shape("circle", cx=x, cy=y + r / 5, r=r, fill="#3b2a18", opacity=0.28),
        shape("circle", cx=x, cy=y, r=r, fill="url(#game-pearl)"),
        shape("ellipse", cx=x - r / 3, cy=y - r * 0.4, rx=r * 0.29, ry=r * 0.21, fill="#ffffff", opacity=0.9),
    )


def _at(x: float, y: float, *inside: Shape, turned: bool = False) -> Shape:
    return shape("g", *inside, transform=f"translate({x} {y}){' rotate(90)' if turned else ''}")


def _number(said: str, y: float, size: float, colour: str) -> Shape:
    return shape(
        "text", said, y=y, font_family=FONT, font_size=size, font_weight=800, text_anchor="middle", fill=colour
    )


def _heap(farm: Space, pearls: int) -> Shape:
    """The island, and its Pearls."""
    return _at(
        *middle(farm),
        shape("circle", r=45, fill="#7fd6c9", opacity=0.35),
        shape("circle", r=40, fill="#dfc592", stroke="#b9955c", stroke_width=3),
        *(drawn for x, y in HEAPS[pearls] for drawn in _pearl(x, y, 12.5)),
    )


def _pearls(farm: Space, pearls: int) -> Shape:
    """How many, above everything else: a Pontoon beside the Farm may not hide it."""
    x, y = middle(farm)
    return _at(
        x + 27,
        y + 27,
        shape("circle", r=16.5, fill="#10303c", stroke="#fff8e6", stroke_width=2),
        _number(str(pearls), 8, 22, "#ffffff"),
    )


def _pontoon(edge: Edge) -> Shape:
    return _at(
        *middle(edge),
        shape("rect", x=-37, y=-4, width=76, height=17, rx=4, fill="#010c14", opacity=0.45),
        shape("rect", x=-38, y=-8.5, width=76, height=17, rx=4, fill="url(#game-wood)", stroke="#5d3b1b"),
        shape(
            "path",
            d="M-29-8.500V8.500M-25-8.500V8.500M25-8.500V8.500M29-8.500V8.500",
            stroke="#f3e3c3",
            stroke_width=1.8,
            fill="none",
        ),
        turned=upright(edge),
    )


def _diver(setup: Setup, place: Space, diver: Diver, value: int) -> Shape:
    clan = setup.clans[diver.seat - 1]
    sign = shape("g", *EMBLEMS[clan], transform="translate(7 -28) scale(.2)", color=_colour(setup, diver.seat))
    return _at(
        *middle(place),
        shape("rect", x=-30, y=-26, width=62, height=62, rx=12, fill="#010c14", opacity=0.45),
        shape("rect", x=-31, y=-31, width=62, height=62, rx=11, fill=_colour(setup, diver.seat), stroke="#02141f"),
        shape("rect", x=-26, y=-26, width=52, height=52, rx=7, fill="url(#game-ivory)"),
        _number(str(value), 19, 44, "#20343e"),
        sign,
        *_worn(diver),
    )


def _worn(diver: Diver) -> Iterator[Shape]:
    """Marks of a changed worth: a necklace of flowers, the Backup."""
    if diver.necklaces:
        yield shape("g", *(shape("circle", cx=x, cy=y, r=5) for x, y in PETALS), fill="#ff8fc4", stroke="#7d1e55")
        yield _tag(-21, 25, f"−{diver.necklaces}", "#ffd0e7", "#5c0f3c")
    if diver.backup:
        yield _tag(23 if diver.necklaces else 21, 25 if not diver.necklaces else -25, "+1", "#ffe08a", "#3d2d00")


def _tag(x: float, y: float, said: str, paper: str, ink: str) -> Shape:
    return _at(
        x,
        y,
        shape("rect", x=-20, y=-16, width=40, height=32, rx=16, fill=paper, stroke=ink, stroke_width=2.5),
        _number(said, 8, 23, ink),
    )
