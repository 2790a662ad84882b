"""A finished game as a picture to keep or to share: one self-contained SVG. Pure.

It shows who played, who won, the points and the day, and what the game draws of its end (`games.drawing.Picture`). It
looks the same everywhere because it uses no style sheet, script, font or file. What people typed is text, and is
clipped to its place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pearlboard.games.drawing import INK_ON, PALETTE, Picture, Shape, shape
from pearlboard.screens.lettering import fitted, legible, lines, width
from pearlboard.web.board import RIM, Window, drawing

WIDTH: Final = 1200
HEIGHT: Final = 675
HEAD: Final = 100
TOP: Final = 124
BOTTOM: Final = 632
BOARD_AT: Final = 32
BOARD_WIDTH: Final = 724
PLAIN: Final = (220, 980)
"""The left and right ends of the names if there is no board."""
BESIDE: Final = (780, 1168)
GAP: Final = 12
MARGIN: Final = 18
UNIT: Final = 34
NOTE: Final = 108
TALLEST: Final = 136
LINE: Final = 29
BOLD: Final = 1.12
"""How much wider bold serif letters are than `lettering` estimates."""
SANS: Final = "'Avenir Next', Avenir, 'Segoe UI', Ubuntu, Cantarell, 'Noto Sans', 'DejaVu Sans', sans-serif"
SERIF: Final = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Noto Serif', 'DejaVu Serif', Georgia, serif"
INK: Final = "#10303c"
QUIET: Final = "#48626c"
SMALL: Final = 23
CROWN: Final = "M-17 11L-20-9L-9 0L0-15L9 0L20-9L17 11Z"


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the seat, the name, the colour's number; `about`: the level of a computer, in words; the initials."""

    seat: int
    name: str
    colour: int
    about: str = ""
    initials: str = "?"


@dataclass(frozen=True, slots=True)
class Party:
    """The people who scored together. `points` None: unknown, because the game's package is gone."""

    people: tuple[Person, ...]
    points: int | None
    won: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """The contents of a picture. `title`: the game's; `day`: of its end; `said`: who has won; parties: best first."""

    title: str
    day: str
    said: str
    parties: tuple[Party, ...]
    drawn: Picture = field(default_factory=Picture)


def svg(card: Card) -> str:
    """The picture in SVG, 1200 x 675."""
    drawn = card.drawn
    left, right = BESIDE if drawn.board else PLAIN
    told = lines(legible(card.said), (right - left) / BOLD, 23)[:5]
    room = BOTTOM - TOP - LINE * len(told) - GAP
    return str(
        shape(
            "svg",
            shape("title", f"{legible(card.title)}, {card.day}"),
            shape("defs", *_gradients(), *drawn.defs),
            shape("rect", width=WIDTH, height=HEIGHT, fill="url(#table-paper)"),
            *_head(card),
            *(_board(drawn.board) if drawn.board else ()),
            *_parties(card.parties, drawn, (left, right), room),
            _told(told, (left, BOTTOM - LINE * len(told), right - left)),
            _text("Pearlboard", WIDTH / 2, HEIGHT - 13, 15, fill=QUIET, font_family=SERIF, text_anchor="middle"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            width=WIDTH,
            height=HEIGHT,
            role="img",
        )
    )


def _text(said: str, x: float, y: float, size: float, **attributes: str | float) -> Shape:
    return shape("text", said, x=x, y=y, font_size=size, **{"font_family": SANS, "fill": INK, **attributes})


def _boxed(said: str, box: tuple[float, float, float, float], size: float, least: float, **how: str | float) -> Shape:
    """Text clipped to a box (left, top, width, height)."""
    x, y, wide, high = box
    words, fits = fitted(legible(said), wide / (BOLD if "font_weight" in how else 1), size, least)
    return shape(
        "svg", _text(words, 0, high / 2 + fits * 0.36, fits, **how), x=x, y=y, width=wide, height=high
    )  # a nested svg clips its contents


def _head(card: Card) -> Iterator[Shape]:
    yield shape("rect", width=WIDTH, height=HEAD, fill="url(#table-head)")
    yield shape("rect", y=HEAD, width=WIDTH, height=4, fill="#e7cf9d")
    yield _boxed(card.title, (36, 8, 790, HEAD - 16), 46, 24, fill="#ffffff", font_family=SERIF, font_weight=600)
    yield _text(card.day, WIDTH - 36, 62, 25, fill="#f2e3bd", text_anchor="end")


def _told(told: Sequence[str], box: tuple[float, float, float]) -> Shape:
    x, y, wide = box
    said = (
        _text(line, 0, LINE * place + 22, 23, font_family=SERIF, font_weight=600) for place, line in enumerate(told)
    )
    return shape("svg", *said, x=x, y=y, width=wide, height=LINE * len(told) + 4)


# --- who played --------------------------------------------------------------------------------------------------


def _parties(parties: Sequence[Party], drawn: Picture, across: tuple[int, int], room: float) -> Iterator[Shape]:
    most = max(len(party.people) for party in parties)
    high = min(TALLEST if most == 1 else TALLEST * 1.4, (room - GAP * (len(parties) - 1)) / len(parties))
    for place, party in enumerate(parties):
        yield shape(
            "g",
            *_party(party, drawn, across[1] - across[0], high),
            transform=f"translate({across[0]} {TOP + place * (high + GAP):.1f})",
        )


def _party(party: Party, drawn: Picture, wide: float, high: float) -> Iterator[Shape]:
    edge, thick = ("#d79a2b", 4) if party.won else ("#d8cbb2", 1.5)
    yield shape("rect", width=wide, height=high, rx=16, fill="#fffcf5", stroke=edge, stroke_width=thick)
    counts = party.points is not None
    each, points = high / len(party.people), _room_of_points(party, drawn.unit, high) if counts else 20
    for place, person in enumerate(party.people):
        yield from _person(person, drawn.signs.get(person.seat), (place * each, each), wide - points)
    if counts:
        yield from _points(party, drawn.unit, wide, high)
    if party.won:
        yield shape(
            "path",
            d=CROWN,
            fill="#f2b93b",
            stroke="#8a5a00",
            stroke_width=2.5,
            stroke_linejoin="round",
            transform=f"translate({wide - 30} 2)",
        )


def _person(person: Person, sign: tuple[Shape, ...] | None, rows: tuple[float, float], right: float) -> Iterator[Shape]:
    top, high = rows
    side = min(64.0, high - 14)
    y, ink = top + (high - side) / 2, INK_ON[person.colour]
    yield shape("rect", x=14, y=y, width=side, height=side, rx=side / 5, fill=PALETTE[person.colour])
    if sign is None:
        size = 62 if len(person.initials) == 1 else 46
        sign = (_text(person.initials, 50, 50 + 0.35 * size, size, fill=ink, font_weight=700, text_anchor="middle"),)
    inner = side * 0.76
    yield shape(
        "svg",
        shape("g", *sign, color=ink),
        x=14 + side * 0.12,
        y=y + side * 0.12,
        width=inner,
        height=inner,
        viewBox="0 0 100 100",
    )
    left = 14 + side + 14
    yield from _name(person, (left, top, right - left, high))


def _name(person: Person, box: tuple[float, float, float, float]) -> Iterator[Shape]:
    """A player's name, in two lines if one would be small; a computer's level below."""
    x, y, wide, high = box
    name = legible(person.name)
    share = 0.56 if person.about else 1.0
    size = min(34, high * 0.4)
    if " " in name and fitted(name, wide, size, 1)[1] < SMALL <= high * 0.34 and not person.about:
        two = lines(name, wide, SMALL)[:2]
        each = SMALL * 1.25
        for place, line in enumerate(two):
            at = y + high / 2 + (place - len(two) / 2) * each
            yield _boxed(line, (x, at, wide, each), SMALL, SMALL, font_weight=700)
        return
    yield _boxed(name, (x, y + (high * 0.05 if person.about else 0), wide, high * share), size, 15, font_weight=700)
    if person.about:
        yield _boxed(person.about, (x, y + high * 0.54, wide, high * 0.34), min(20, high * 0.24), 11, fill=QUIET)


def _room_of_points(party: Party, unit: tuple[Shape, ...], high: float) -> float:
    """The width that the points take from the names, with a gap between them."""
    digits = width(str(party.points), _size_of_points(high)) * BOLD
    return MARGIN + max(digits + (UNIT if unit else 0), NOTE if party.note else 0) + GAP


def _size_of_points(high: float) -> float:
    return min(54, high * 0.55)


def _points(party: Party, unit: tuple[Shape, ...], wide: float, high: float) -> Iterator[Shape]:
    size = _size_of_points(high)
    shift = size * 0.12 if party.note and high > 70 else 0
    middle = high / 2 - shift
    end = wide - MARGIN - (UNIT if unit else 0)
    yield _text(str(party.points), end, middle + size * 0.36, size, font_weight=800, text_anchor="end")
    if unit:
        yield shape("svg", *unit, x=end + 6, y=middle - 14, width=28, height=28, viewBox="0 0 100 100")
    if party.note and high > 70:
        note, fits = fitted(party.note, NOTE, 16, 10)
        yield _text(note, wide - MARGIN, high - 12, fits, fill=QUIET, text_anchor="end")


# --- the board ---------------------------------------------------------------------------------------------------


def _board(pieces: tuple[Shape, ...]) -> Iterator[Shape]:
    """The board as on the table page by day, and the pieces on it."""
    board = drawing()
    scale = BOARD_WIDTH / board.whole_width
    yield shape(
        "g",
        shape(
            "rect", x=-RIM, y=-RIM, width=board.whole_width, height=board.whole_height, rx=34, fill="url(#table-sand)"
        ),
        *(
            _text(said, x, y, 16, fill="#5d4517", font_weight=600, text_anchor="middle")
            for x, y, said in board.coordinates
        ),
        shape(
            "rect",
            x=-13,
            y=-13,
            width=board.width + 26,
            height=board.height + 26,
            rx=22,
            fill="#ffffff",
            fill_opacity=0.55,
        ),
        shape("rect", x=-9, y=-9, width=board.width + 18, height=board.height + 18, rx=18, fill="url(#table-deep)"),
        shape(
            "g",
            shape("path", d=board.water, fill="none", stroke="#9fe8ea", stroke_opacity=0.14, stroke_width=3.5),
            clip_path="url(#table-shore)",
        ),
        *(_window(window) for window in board.windows),
        shape("g", *pieces, clip_path="url(#table-shore)"),
        transform=f"translate({BOARD_AT + RIM * scale:.2f} {TOP + RIM * scale:.2f}) scale({scale:.4f})",
    )


def _window(window: Window) -> Shape:
    if window.box is None:
        return shape("circle", cx=window.x, cy=window.y, r=5, fill="#021420", fill_opacity=0.6)
    box = window.box
    return shape(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=box.radius,
        fill="#03202f",
        fill_opacity=0.34,
        stroke="#bfeef2",
        stroke_opacity=0.18,
        stroke_width=1.4,
    )


def _gradients() -> Iterator[Shape]:
    """Gradients whose ids begin with `table-`, so that they cannot clash with the ids of a game's drawing."""
    board = drawing()
    yield _gradient("table-paper", ("#f6eddb", "#e2d5bb"), x2=0.4, y2=1)
    yield _gradient("table-head", ("#0a4a5c", "#0d7389"), x2=1, y2=0.3)
    yield _gradient("table-sand", ("#f7e7c3", "#e7cf9d", "#cfae74"), x2=0.35, y2=1)
    stops = _stops(("#0f5d73", "#0a4560", "#062a44"))
    yield shape("radialGradient", *stops, id="table-deep", cx=0.46, cy=0.42, r=0.78)
    shore = shape("rect", x=-9, y=-9, width=board.width + 18, height=board.height + 18, rx=18)
    yield shape("clipPath", shore, id="table-shore")


def _gradient(name: str, colours: Sequence[str], *, x2: float, y2: float) -> Shape:
    return shape("linearGradient", *_stops(colours), id=name, x2=x2, y2=y2)


def _stops(colours: Sequence[str]) -> tuple[Shape, ...]:
    return tuple(
        shape("stop", offset=place / (len(colours) - 1), stop_color=colour) for place, colour in enumerate(colours)
    )


def parties(
    people: Sequence[Person],
    sides: Mapping[int, int],
    points: Mapping[int, int],
    places: Mapping[int, int],
    notes: Mapping[int, str],
) -> tuple[Party, ...]:
    """The parties, best first. By seat: `sides`, `points` and `places`; by side: `notes`."""
    found = []
    for side in sorted(set(sides.values())):
        members = tuple(person for person in people if sides[person.seat] == side)
        first = members[0].seat
        place = places.get(first, 0)
        found.append((place, Party(members, points.get(first), place == 1, notes.get(side, ""))))
    return tuple(party for _, party in sorted(found, key=lambda each: each[0]))
