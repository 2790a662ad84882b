"""A finished game of Piratoons as a picture: the ships, the best first, and under each what its points are for."""

from collections.abc import Iterator
from typing import Final

from pearlboard.games.api import Course, Picture, Seat, Shape, shape
from pearlboard.games.drawing import PALETTE, PITCH
from pearlboard.games.piratoons.rules.scoring import Points, scores
from pearlboard.games.piratoons.rules.ships import Part, Ship
from pearlboard.games.piratoons.rules.tiles import BOW, STERN, Hull, Tile, kind_of
from pearlboard.games.piratoons.shown.retelling import signed
from pearlboard.games.piratoons.shown.signs import COLOURS, FRAMES, SIGNS, SYMBOLS
from pearlboard.geometry import GRID

WIDE: Final = GRID.columns * PITCH
HIGH: Final = GRID.rows * PITCH
FONT: Final = "'Avenir Next', 'Segoe UI', Ubuntu, 'Noto Sans', 'DejaVu Sans', sans-serif"
INK: Final = "#2b1d0c"
LINE: Final = 30
"""The height of the line of points under a ship."""
STOREY: Final = 26
KEEL: Final = 150
FLOOR: Final = 172
"""Heights in a part's box 100 wide: of its storeys, and of the waterline (`pages/drawing.js`)."""
DECK: Final = 34
SAIL: Final = 18
CATEGORIES: Final = ("fastest", "richest", "biggest", "connections", "empty", "sets")
DOUBLOON: Final = "M0-9A9 9 0 1 0 .1-9M-4-3H3M-4 1H3M0-3V6"
BARREL: Final = "M-6-9H6Q10 0 6 9H-6Q-10 0-6-9ZM-8-3H8M-8 3H8"
SETS: Final = "M-11-8H1V4H-11ZM-1-3H11V9H-1Z"


def picture(course: Course) -> Picture:
    """The end of the game, in the order in which the names stand beside it: the best first."""
    end = course.end
    counted = scores(end.ships, end.doubloons)
    ranked = sorted(counted, key=lambda seat: -counted[seat].points.total)
    high = HIGH / len(ranked)
    drawn = (
        each
        for row, seat in enumerate(ranked)
        for each in _row(end.ships[seat - 1], counted[seat].points, seat, (high * row, high))
    )
    bomb = (
        shape("path", d="M58 34Q66 12 84 16", fill="none", stroke="#8a5a1c", stroke_width=7, stroke_linecap="round"),
        shape("circle", cx=44, cy=58, r=34, fill="#24333b"),
        shape("circle", cx=84, cy=16, r=9, fill="#f2b93b"),
        shape("ellipse", cx=32, cy=45, rx=9, ry=6, fill="#ffffff", opacity=0.6),
    )
    return Picture(board=tuple(drawn), unit=bomb)


def _row(ship: Ship, points: Points, seat: Seat, rows: tuple[float, float]) -> Iterator[Shape]:
    """A ship between two heights, above its line of points, as large as it fits."""
    top, high = rows
    yield shape("rect", x=8, y=top + 7, width=14, height=high - 14, rx=7, fill=PALETTE[seat], stroke="#fff")
    reach = min(_reach(part) for part in ship)
    scale = min((high - LINE - 14) / (FLOOR - reach), (WIDE - 70) / (100 * len(ship)))
    left = (WIDE + 22 - 100 * scale * len(ship)) / 2
    floor = top + high - LINE - 6
    for number, part in enumerate(ship):
        at = f"translate({left + 100 * scale * number:.2f} {floor - FLOOR * scale:.2f}) scale({scale:.4f})"
        yield shape("g", *_part(part), transform=at)
    yield from _points(points, floor + LINE / 2 + 2)


def _reach(part: Part) -> float:
    """How far up a part reaches: its mast, or what may lie on its deck."""
    hull = part.hull
    return KEEL - STOREY * hull.storeys - max(DECK, SAIL * hull.spaces["s"] + 12 if hull.spaces["s"] else 0)


# --- a part ------------------------------------------------------------------------------------------------------


def _part(part: Part) -> Iterator[Shape]:
    hull = part.hull
    top = KEEL - STOREY * hull.storeys
    yield from _mast(part, top)
    yield shape("path", d=_body(part.tile, top), fill="#9a6233", stroke="#4d2d12", stroke_width=2)
    for line in range(1, hull.storeys):
        yield shape("path", d=f"M2 {KEEL - STOREY * line}H98", stroke="#5f3a19", stroke_width=1.5)
    yield from _rooms(part, top)
    if hull.spaces["d"] and not part.number("s"):  # a Sail fills the space on top
        deck = next((tile for tile in part.on if kind_of(tile) == "d"), None)
        yield _placed(24, top - 15, 0.42, "d", deck)
    yield from _edges(hull)
    for number in range(hull.barrels):
        x = 46 + 17 * (number - (hull.barrels - 1) / 2)
        barrel = f"M{x} {KEEL + 2}q-4 7 0 14h8q4-7 0-14zm-1.8 4.5h11.6m0 5h-11.6"
        yield shape("path", d=barrel, fill="#fff8e6", stroke="#4d2d12", stroke_width=1.2)
    yield shape("path", d="M-1 164Q12 156 25 164T50 164T75 164T101 164V172H-1Z", fill="#2c8fa8")


def _body(tile: str, top: float) -> str:
    if tile == BOW:
        return f"M100 {top}H30Q6 {top} 4 {top - 14}Q10 {KEEL} 46 {KEEL}H100Z"
    if tile == STERN:
        return f"M0 {top}H60V{top - 22}H94Q100 {top} 88 {KEEL}H0Z"
    return f"M0 {top}H100V{KEEL}H0Z"


def _mast(part: Part, top: float) -> Iterator[Shape]:
    most, sails = part.hull.spaces["s"], part.number("s")
    if not most:
        return
    yield shape("path", d=f"M50 {top}V{top - SAIL * most - 10}", stroke="#5d3b1d", stroke_width=4)
    for number in range(sails):
        low = top - 8 - number * SAIL
        yield shape(
            "path", d=f"M52 {low}V{low - 14}Q78 {low - 10} 76 {low}Z", fill="#fffaf0", stroke="#7a6a4a", stroke_width=1
        )


def _rooms(part: Part, top: float) -> Iterator[Shape]:
    """Gun ports, portholes and quarters one below the other; on a single storey side by side."""
    rooms = [(kind, tile) for kind in "gpq" for tile in _lying(part, kind)]
    high, apart = STOREY * part.hull.storeys, part.hull.storeys == 1
    rows = 1 if apart else max(1, len(rooms))
    for number, (kind, tile) in enumerate(rooms):
        x = 38 + 28 * number if apart and len(rooms) > 1 else 50
        y = top + high * (number % rows + 0.5) / rows
        yield _placed(x, y, min(0.4, (high / rows - 3) / 72), kind, tile)


def _lying(part: Part, kind: str) -> list[Tile | None]:
    lies: list[Tile | None] = [tile for tile in part.on if kind_of(tile) == kind]
    return lies + [None] * (part.hull.spaces[kind] - len(lies))


def _placed(x: float, y: float, scale: float, kind: str, tile: Tile | None) -> Shape:
    """A tile, or the space where there is none."""
    at = f"translate({x:.2f} {y:.2f}) scale({scale:.3f})"
    if tile is None:
        ground = shape("path", d=FRAMES[kind], fill="#2b1808", fill_opacity=0.35)
        return shape("g", ground, _outline(FRAMES[kind], 3), transform=at)
    return shape("g", *_tile(tile), transform=at)


def _outline(path: str, width: float) -> Shape:
    """The outline of an empty space."""
    return shape("path", d=path, fill="none", stroke="#f3dfb8", stroke_width=width, stroke_dasharray="9 7")


def _tile(tile: Tile) -> tuple[Shape, Shape]:
    kind = kind_of(tile)
    frame = shape("path", d=FRAMES[kind], fill=COLOURS[kind], stroke="#3a2a14", stroke_width=3)
    return frame, _sign(SIGNS[tile], 3.5)


def _sign(path: str, width: float, colour: str = INK) -> Shape:
    return shape(
        "path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def _edges(hull: Hull) -> Iterator[Shape]:
    for symbol, x in ((hull.fore, 11), (hull.aft, 89)):
        if symbol:
            y = KEEL - STOREY * (symbol - 0.5)
            round_ = shape("circle", r=11, fill="#fff8e6", stroke="#4d1d12", stroke_width=1.5)
            yield shape("g", round_, _sign(SYMBOLS[symbol], 2, "#5a1d12"), transform=f"translate({x} {y})")


# --- points ------------------------------------------------------------------------------------------------------


def _points(points: Points, y: float) -> Iterator[Shape]:
    """A sign for what it is for, and how many; in the order in which all is counted."""
    for number, name in enumerate(CATEGORIES):
        x = 62 + number * (WIDE - 90) / len(CATEGORIES)
        count = getattr(points, name)
        yield shape("g", _emblem(name), transform=f"translate({x:.1f} {y:.1f})")
        yield shape(
            "text",
            signed(count),
            x=x + 22,
            y=y + 8,
            font_family=FONT,
            font_size=23,
            font_weight=700,
            fill="#fff8e6" if count >= 0 else "#ffb59e",
        )


def _emblem(name: str) -> Shape:
    match name:
        case "fastest":
            return shape("g", _sign(SIGNS["s"], 5, "#fff8e6"), transform="scale(.55)")
        case "richest":
            return _sign(DOUBLOON, 2, "#f2c230")
        case "biggest":
            return _sign(BARREL, 2, "#e7b872")
        case "connections":
            return _sign(SYMBOLS[1], 2.2, "#9fe8ea")
        case "empty":
            return shape("g", _outline(FRAMES["g"], 7), transform="scale(.3)")
    return _sign(SETS, 2.2, "#b9a1d6")
