"""The pieces: pucks with a magnet's hole, sticks with one, a sheet to glue magnets to tiles by, a crew."""

from math import hypot

from hardware.generate.drawing import Circle, Drawing, Layer, Rect, Shape, label, number
from hardware.generate.layout import Layout
from hardware.generate.sizes import SizesError
from hardware.mechanical.crew import crew_drawings
from pearlboard.games.perladora.rules.state import DIVERS, PONTOONS

PUCKS = max(players * sum(divers) for players, divers in DIVERS.items())
"""As many as Divers can be in play."""
STICKS = PONTOONS
TILES = 4 * sum(DIVERS[2])
"""All tiles in the box: four clans with as many each as a player of two has."""


def pieces(layout: Layout) -> tuple[Drawing, ...]:
    """Every drawing of pieces."""
    return pucks(layout), sticks(layout), tile_jig(layout), tile_backs(layout), *crew_drawings(layout)


def pucks(layout: Layout) -> Drawing:
    """All pucks on one sheet of clear acrylic, the magnet's hole through and closed from below by a film."""
    sizes = layout.sizes
    step = sizes.pieces.puck + 2
    if sizes.magnets.diver_diameter + sizes.magnets.fit > sizes.pieces.puck - 6:
        raise SizesError("sizes: the puck's ring around its magnet would be thinner than 3 mm")
    if sizes.magnets.diver_floor + sizes.magnets.diver_thickness > sizes.pieces.puck_thickness:
        raise SizesError("sizes: the Diver's magnet and its floor are thicker than the puck")
    shapes: list[tuple[Layer, Shape]] = []
    for place in range(PUCKS):
        x, y = 5 + step * (place % 9 + 0.5), 5 + step * (place // 9 + 0.5)
        shapes += [
            (Layer.CUT, Circle(x, y, sizes.magnets.diver_diameter + sizes.magnets.fit)),
            (Layer.CUT, Circle(x, y, sizes.pieces.puck)),
        ]
    rows = -(-PUCKS // 9)
    return Drawing(
        "pucks",
        f"{PUCKS} pucks, clear acrylic {number(sizes.pieces.puck_thickness)} mm; the magnet's hole goes through",
        10 + 9 * step,
        10 + rows * step,
        tuple(shapes),
    )


def sticks(layout: Layout) -> Drawing:
    """One stick from below and from the side, and a jig that holds ten of them under the drill."""
    sizes = layout.sizes
    long, wide, high = sizes.pieces.stick_length, sizes.pieces.stick_width, sizes.pieces.stick_height
    hole = sizes.magnets.pontoon_diameter + sizes.magnets.fit
    if wide - hole < 1.5:
        raise SizesError(
            f"sizes: the stick's walls beside its magnet would be {(wide - hole) / 2:.2f} mm, thinner "
            "than 0.75 mm: take a thinner magnet or a wider stick"
        )
    deep = sizes.magnets.pontoon_thickness + sizes.magnets.pontoon_floor
    x, width = 12 + long / 2, 36 + 2 * long
    shapes: list[tuple[Layer, Shape]] = [
        (Layer.GUIDE, Rect(x, 14, long, wide)),
        (Layer.GUIDE, Circle(x, 14, hole)),
        (Layer.GUIDE, Rect(x, 32, long, high)),
        (Layer.GUIDE, Rect(x, 32 + high / 2 - deep / 2, hole, deep)),
        (
            Layer.GUIDE,
            Rect(
                x,
                32 + high / 2 - deep + sizes.magnets.pontoon_thickness / 2,
                sizes.magnets.pontoon_diameter,
                sizes.magnets.pontoon_thickness,
            ),
        ),
        *label("FROM BELOW", x, 7, 2),
        *label("FROM THE SIDE", x, 25, 2),
        *label(f"DRILL {number(hole)} MM", x, 42, 2),
        *label(f"{number(deep)} MM DEEP", x, 46, 2),
        *label("PAINT BELOW", x, 50, 2),
        *label(f"WALLS {(wide - hole) / 2:.2f} MM:", x, 56, 2),
        *label("ONLY IN THE JIG", x, 60, 2),
        *label("JIG FOR TEN", width - 12 - long / 2, 4, 2),
    ]
    shapes += [
        (Layer.CUT, Rect(width - 12 - long / 2, 14 + place * (wide + 3), long + 0.2, wide + 0.2)) for place in range(10)
    ]
    height = 14 + 9 * (wide + 3) + wide / 2 + 6
    shapes.append((Layer.CUT, Rect(width - 12 - long / 2, (height + 8) / 2 - 1, long + 8, height - 9)))
    return Drawing(
        "sticks",
        f"Stick {number(long)} x {number(wide)} x {number(high)} mm: the magnet's hole",
        width,
        height,
        tuple(shapes),
    )


def tile_jig(layout: Layout) -> Drawing:
    """Three pockets with a hole in the middle: the tile lies in one back down, the magnet is glued through the hole."""
    sizes = layout.sizes
    side, hole = sizes.pieces.tile + 0.2, sizes.magnets.diver_diameter + 0.3
    if hypot(hole, hole) > side:
        raise SizesError("sizes: the Diver's magnet is too large for a tile")
    step = side + 8
    shapes: list[tuple[Layer, Shape]] = []
    for place in range(3):
        x = 4 + step * (place + 0.5)
        shapes += [(Layer.CUT, Circle(x, 20, hole)), (Layer.ENGRAVE, Rect(x, 20, side, side))]
    width, height = 8 + 3 * step, side + 20
    shapes += label("ONLY FOR MAGNETS IN TILES: GLUE THROUGH THE HOLE", width / 2, 5, 1.8)
    shapes.append((Layer.CUT, Rect(width / 2, height / 2, width - 1, height - 1, 2.0)))
    return Drawing("tile-jig", "Jig for glueing magnets into the middle of tiles", width, height, tuple(shapes))


def tile_backs(layout: Layout) -> Drawing:
    """Squares with a hole, as thick as the magnet: glued under a tile around its magnet, so that it lies flat."""
    side, hole = layout.sizes.pieces.tile, layout.sizes.magnets.diver_diameter + layout.sizes.magnets.fit
    step, across = side + 2, 11
    shapes: list[tuple[Layer, Shape]] = []
    for place in range(TILES):
        x, y = 5 + step * (place % across + 0.5), 5 + step * (place // across + 0.5)
        shapes += [(Layer.CUT, Circle(x, y, hole)), (Layer.CUT, Rect(x, y, side, side, 0.5))]
    thickness = number(layout.sizes.magnets.diver_thickness)
    return Drawing(
        "tile-backs",
        f"{TILES} backs for magnets in tiles, card or wood {thickness} mm",
        10 + across * step,
        10 + -(-TILES // across) * step,
        tuple(shapes),
    )
