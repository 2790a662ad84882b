"""Piratoons' crew: a column with the magnet in its foot, and a cap that tells whose it is, to the eye and to a finger.

Bare discs with a magnet pull each other off the board when they are stacked, and one that lies upside down is not felt.
So the column keeps magnets apart, and the cap is wider than any pocket. Sizes that would undo either are refused.
"""

from math import asin, cos, pi, sin
from typing import Final

from hardware.generate.drawing import Circle, Drawing, Layer, Line, Rect, Shape, label, number
from hardware.generate.layout import Layout
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import Point
from hardware.magnetics.pieces import OPERATES_MT, crew, crew_height, crew_pull, crew_weight
from pearlboard.games.piratoons.board.places import HALF
from pearlboard.games.piratoons.rules.tiles import box
from pearlboard.geometry import GRID

SEATS: Final = HALF
MASKS: Final = ("pucks", "tiles")
STAYS: Final = 0.5
"""The most pull on a piece, by its weight, at which it stays, also with lighter wood or a stronger magnet."""
FELT: Final = 2.0
"""The least ratio of a piece's field to what the least sensitive sensor needs."""
WIDER: Final = 1.0
"""Than the widest pocket, and than what it leaves to its neighbour, at least."""
STEP: Final = pi / 60


def crew_pieces() -> int:
    """All of them, for as many seats as a berth has pockets."""
    return SEATS * box().crew


def crew_drawings(layout: Layout) -> tuple[Drawing, ...]:
    """The drawings to drill and to cut; `SizesError` says which size does not do."""
    check_crew(layout)
    return body(layout), caps(layout)


def check_crew(layout: Layout) -> None:
    """A piece fits every pocket one way up alone, leaves lights and neighbours free, is felt, and stays down."""
    sizes, made = layout.sizes, layout.sizes.crew
    pockets = [layout.pocket(space, mask) for mask in MASKS for space in GRID.spaces]
    across = [hole.diameter if isinstance(hole, Circle) else min(hole.width, hole.height) for hole in pockets]
    narrow, wide = min(across), max(across)
    loose = (wide - made.body) / 2
    if made.body > narrow - sizes.play.pocket + 1e-9:
        raise SizesError(
            f"sizes: [crew] body must be at most {narrow - sizes.play.pocket:.1f} mm for the narrowest pocket"
        )
    if made.cap < wide + WIDER:
        raise SizesError(
            f"sizes: [crew] cap must be at least {wide + WIDER:.1f} mm: in a pocket of {wide:.1f} mm a piece could lie "
            "upside down, and would not be felt"
        )
    if made.cap / 2 + loose > sizes.pitch / 2 or made.cap + 2 * loose > sizes.pitch - WIDER:
        raise SizesError("sizes: [crew] cap would meet its neighbour, or hide the light between two pockets")
    if made.floor + sizes.magnets.diver_thickness > made.height:
        raise SizesError("sizes: the crew's magnet and its floor are higher than the body")
    felt = crew(sizes).field(loose, sizes.sensor.depth_wanted + sizes.sensor.depth_play)
    if felt < FELT * OPERATES_MT[1]:
        raise SizesError(
            f"sizes: [crew] floor: {made.floor:.1f} mm above the underside the magnet gives {felt:.1f} mT at its sensor; "
            f"{FELT * OPERATES_MT[1]:.1f} are wanted"
        )
    pull, weight = crew_pull(sizes, box().crew - 1), crew_weight(sizes)
    if pull > STAYS * weight:
        raise SizesError(
            f"sizes: [crew] height: a stack pulls its lowest piece up with {pull:.0f} mN, and it weighs {weight:.0f}: "
            "make the body higher"
        )


def body(layout: Layout) -> Drawing:
    """The column from below and from the side, with its cap, and a jig that holds six of them under the drill."""
    made, magnets = layout.sizes.crew, layout.sizes.magnets
    hole, deep = magnets.diver_diameter + magnets.fit, magnets.diver_thickness + made.floor
    x, foot = 26.0, 40 + crew_height(layout.sizes)
    shapes: list[tuple[Layer, Shape]] = [
        *label("FROM BELOW", x, 5, 2),
        (Layer.GUIDE, Circle(x, 20, made.body)),
        (Layer.GUIDE, Circle(x, 20, hole)),
        *label("FROM THE SIDE", x, 35, 2),
        (Layer.GUIDE, Rect(x, foot - made.height - made.cap_thickness / 2, made.cap, made.cap_thickness)),
        (Layer.GUIDE, Rect(x, foot - made.height / 2, made.body, made.height)),
        (Layer.GUIDE, Rect(x, foot - deep / 2, hole, deep)),
        (
            Layer.GUIDE,
            Rect(x, foot - deep + magnets.diver_thickness / 2, magnets.diver_diameter, magnets.diver_thickness),
        ),
        *label(f"DRILL {number(hole)} MM", x, foot + 6, 2),
        *label(f"{number(deep)} MM DEEP", x, foot + 10, 2),
        *label("PAINT BELOW", x, foot + 14, 2),
        *label(f"JIG FOR {box().crew}", 82, 5, 2),
    ]
    step = made.body + 4
    rows = -(-box().crew // 2)
    shapes += [
        (Layer.CUT, Circle(82 + (place % 2 - 0.5) * step, 14 + step * (place // 2 + 0.5), made.body + 0.2))
        for place in range(box().crew)
    ]
    shapes.append((Layer.CUT, Rect(82, 14 + rows * step / 2, 2 * step + 6, rows * step + 6, 2.0)))
    return Drawing(
        "crew",
        f"A crew's piece (Piratoons): rod of {number(made.body)} mm, {number(made.height)} mm long, the magnet's hole",
        116,
        max(foot + 20, 14 + rows * step + 8),
        tuple(shapes),
    )


def caps(layout: Layout) -> Drawing:
    """A row of caps for every seat, with as many notches as its number; the ring shows where the body is glued."""
    made, pieces = layout.sizes.crew, box().crew
    step = made.cap + 3
    shapes: list[tuple[Layer, Shape]] = []
    for seat in range(1, SEATS + 1):
        y = 12 + (step + 6) * (seat - 0.5)
        shapes += label(f"SEAT {seat}: {seat} NOTCH{'ES' if seat > 1 else ''}", 30, y - step / 2 - 1.5, 2, Layer.GUIDE)
        for place in range(pieces):
            x = 5 + step * (place + 0.5)
            shapes += [
                (Layer.CUT, Line(notched(x, y, made.cap, made.notch, seat))),
                (Layer.ENGRAVE, Circle(x, y, made.body)),
            ]
    return Drawing(
        "crew-caps",
        f"{SEATS * pieces} caps of a crew (Piratoons), {number(made.cap_thickness)} mm: a row in each seat's colour",
        10 + pieces * step,
        12 + SEATS * (step + 6),
        tuple(shapes),
    )


def notched(x: float, y: float, across: float, bite: float, bites: int) -> tuple[Point, ...]:
    """The closed outline of a disc with round bites in its rim, evenly about it from above."""
    radius = across / 2
    half = 2 * asin(bite / 4 / radius)
    points: list[Point] = []
    for number_ in range(bites):
        turn = 2 * pi * number_ / bites - pi / 2
        middle = x + radius * cos(turn), y + radius * sin(turn)
        points += _arc(middle, bite / 2, turn - pi / 2 - half / 2, turn - 3 * pi / 2 + half / 2)
        points += _arc((x, y), radius, turn + half, turn + 2 * pi / bites - half)
    return (*points, points[0])


def _arc(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points along an arc, its ends among them."""
    steps = max(2, round(abs(end - start) / STEP))
    turns = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [(middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns]
