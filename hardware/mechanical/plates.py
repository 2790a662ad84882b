"""The sheets that are cut, from the top down: mask, overlay, opal plate, rim, sensor or bar plate; a drill guide."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from string import ascii_uppercase
from typing import Final, TypeAlias

from hardware.electrical.bar import HOLE as SCREW_HOLE
from hardware.generate.drawing import Circle, Drawing, Layer, Line, Rect, Shape, label, number
from hardware.generate.layout import Layout, sensors
from hardware.generate.sizes import SizesError
from hardware.generate.strokes import Point
from pearlboard.geometry import GRID, Edge, Light, Space

Drawn: TypeAlias = tuple[Layer, Shape]

PAPER: Final = (297.0, 210.0)
TAB: Final = 16.0
"""How long the rim's land round a screw in the middle of a side is."""


def plates(layout: Layout) -> tuple[Drawing, ...]:
    """Every sheet."""
    return (
        one_cell_mask(layout),
        mask(layout, "pucks"),
        mask(layout, "tiles"),
        overlay(layout),
        opal_plate(layout),
        rim(layout),
        sensor_plate(layout),
        bar_plate(layout),
        drill_guide(layout),
    )


def mask(layout: Layout, pieces: str) -> Drawing:
    """The uppermost sheet: its openings hold the pieces over their sensors."""
    holes = [(Layer.CUT, shape) for shape in layout.openings(pieces).values()]
    thickness = number(layout.sizes.mask.thickness)
    return _sheet(layout, f"mask-{pieces}", f"Mask for {pieces}, {thickness} mm, opaque", [*holes, *_names(layout)])


def one_cell_mask(layout: Layout) -> Drawing:
    """The mask around one space, for the look from two metres before anything is ordered."""
    space, side = GRID.space("c2"), 60.0
    x, y = layout.at(space)
    around: list[Light] = [space, *GRID.edges_of[space], *GRID.corners_of[space]]
    cut = layout.openings("pucks")
    holes = [cut[light] for light in around]
    moved = [replace(hole, x=hole.x + side / 2 - x, y=hole.y + side / 2 - y) for hole in holes]
    return Drawing(
        "one-cell",
        "The mask of one cell, to look at before any order",
        side,
        side,
        (*_on(Layer.CUT, *moved), (Layer.CUT, Rect(side / 2, side / 2, side, side))),
    )


def overlay(layout: Layout) -> Drawing:
    """A translucent film between mask and opal plate: print the lines and any artwork, then cut along the outline."""
    guide = [(Layer.GUIDE, shape) for shape in layout.openings("pucks").values()]
    pitch, margin = layout.sizes.pitch, layout.sizes.plate.margin
    right, bottom = layout.width - margin, layout.height - margin
    frame = Rect((margin + right) / 2, (margin + bottom) / 2, right - margin, bottom - margin)
    clear = layout.sizes.mask.corner_window / 2 + 1
    grid = []
    for edge in GRID.edges:
        x, y = layout.at(edge)
        reach = pitch / 2 - clear
        upright = edge.first.row == edge.second.row
        dx, dy = (0.0, reach) if upright else (reach, 0.0)
        grid.append(Line(((x - dx, y - dy), (x + dx, y + dy))))
    lines = _on(Layer.ENGRAVE, frame, *grid)
    return _sheet(
        layout,
        "overlay",
        "Translucent overlay: blue is printed, grey shows the mask's openings",
        [*guide, *lines, *_names(layout)],
    )


def opal_plate(layout: Layout) -> Drawing:
    """The plate that pieces stand on and lights shine through."""
    return _sheet(layout, "opal-plate", f"Opal plate, {number(layout.sizes.plate.opal_thickness)} mm, translucent", [])


def rim(layout: Layout) -> Drawing:
    """A frame that carries the opal plate round the strips: 5 mm wide, 12 mm at the screws."""
    plate = layout.sizes.plate
    return _sheet(
        layout,
        "rim",
        f"Rim: {number(plate.rim_by_hand)} mm thick over a sensor plate, {number(plate.rim_bars)} mm over bars",
        [(Layer.CUT, Line(rim_inside(layout)))],
    )


def rim_inside(layout: Layout) -> tuple[Point, ...]:
    """The rim's inner edge: round the corners' screws and those in the middle of the long sides."""
    right, bottom, thin, wide = layout.width, layout.height, 5.0, 12.0
    first, last = layout.width / 2 - TAB / 2, layout.width / 2 + TAB / 2
    return (
        (wide, thin),
        *((first, thin), (first, wide), (last, wide), (last, thin)),
        (right - wide, thin),
        (right - wide, wide),
        (right - thin, wide),
        (right - thin, bottom - wide),
        (right - wide, bottom - wide),
        (right - wide, bottom - thin),
        *((last, bottom - thin), (last, bottom - wide), (first, bottom - wide), (first, bottom - thin)),
        (wide, bottom - thin),
        (wide, bottom - wide),
        (thin, bottom - wide),
        (thin, wide),
        (wide, wide),
        (wide, thin),
    )


def sensor_plate(layout: Layout) -> Drawing:
    """For wiring by hand: one hole a site, the sensor in it face up, and where the LED strips lie."""
    thickness = number(layout.sizes.plate.base_thickness)
    return _sheet(
        layout,
        "sensor-plate",
        f"Sensor plate, {thickness} mm, seen from above; the sensors' marked side is face up",
        [
            *((Layer.CUT, hole) for hole in (*sensor_holes(layout), *_wire_holes(layout))),
            *_strips(layout),
            *_names(layout),
        ],
    )


def sensor_holes(layout: Layout) -> tuple[Circle, ...]:
    """A hole for every sensor, exactly one a site."""
    return tuple(Circle(*layout.at(site), layout.sizes.sensor.hole) for site in sensors(layout))


def bar_plate(layout: Layout) -> Drawing:
    """For the nine bars: windows for the parts that hang under them; the bars lie on what is left between."""
    bar, pitch, margin = layout.sizes.bar, layout.sizes.pitch, layout.sizes.plate.margin
    if bar.width > pitch / 2 or bar.window > bar.width - 3 or bar.overhang > margin - 5:
        raise SizesError(
            f"sizes: [bar] a bar must be narrower than {pitch / 2:.2f} mm, its window 3 mm narrower "
            f"still, and overhang at most {margin - 5:.0f} mm"
        )
    left = margin - bar.overhang
    rows = [margin + pitch / 2 * (row + 1) for row in range(2 * GRID.rows - 1)]
    first, last = margin + pitch / 2 - 3.5, layout.width - margin - 8
    windows = [Rect((first + last) / 2, y, last - first, bar.window, 1.0) for y in rows]
    wires = Rect(left + 7.3, layout.height / 2, 13.6, rows[-1] - rows[0] + bar.width, 1.0)
    boards = [Rect(left + bar.length / 2, y, bar.length, bar.width) for y in rows]
    x, across, diameter = SCREW_HOLE
    holes = [Circle(margin + x, y + across, diameter) for y in rows]
    return _sheet(
        layout,
        "bar-plate",
        f"Bar plate, {number(layout.sizes.plate.base_thickness)} mm, seen from above; "
        "grey: the bars, their sensors face down, their wires over the opening at the left",
        [
            *_on(Layer.CUT, *windows, *holes, wires, *_wire_holes(layout)),
            *_on(Layer.GUIDE, *boards),
            *_names(layout, left=False),
        ],
    )


def _wire_holes(layout: Layout) -> tuple[Circle, ...]:
    """Where the LED strips' wires go down."""
    return tuple(Circle(x, y, 8.0) for x in (22.0, layout.width - 22) for y in (14.0, layout.height - 14))


def drill_guide(layout: Layout) -> Drawing:
    """The sensor plate on a sheet of A4: print at 100 %, measure the rule, glue on, centre-punch, drill."""
    left, top = (PAPER[0] - layout.width) / 2, (PAPER[1] - layout.height) / 2
    if left < 0 or top < 0:
        raise SizesError(
            f"sizes: the plate is {layout.width:.1f} x {layout.height:.1f} mm and does not fit on A4; "
            "print the drill guide from the sensor plate's drawing on larger paper"
        )
    drawn: list[Drawn] = [(Layer.GUIDE, Rect(PAPER[0] / 2, PAPER[1] / 2, layout.width, layout.height, 3.0))]
    for site in sensors(layout):
        x, y = layout.at(site)
        drawn += _cross(x + left, y + top, layout.sizes.sensor.hole)
        drawn += label(_short(site), x + left, y + top + 5.2, 1.5)
    for screw in layout.screws():
        drawn += _cross(screw.x + left, screw.y + top, screw.diameter)
    drawn += _rule(PAPER[0] / 2 - 50, top + 14)
    for hole in _wire_holes(layout):
        drawn += _cross(hole.x + left, hole.y + top, hole.diameter)
    drawn += label("PRINT AT 100 PER CENT ON A4. THE RULE ABOVE MUST MEASURE 100 MM", PAPER[0] / 2, top + 19.5, 2.2)
    drawn += label(
        f"DRILL {number(layout.sizes.sensor.hole)} MM AT EVERY NAME, {number(layout.sizes.plate.screw)} MM "
        "FOR THE SIX SCREWS, 8 MM FOR THE LED WIRES",
        PAPER[0] / 2,
        PAPER[1] - top - 14,
        2.2,
    )
    return Drawing(
        "drill-guide", "Drill guide for the sensor plate, A4, seen from above", *PAPER, tuple(drawn), border=0
    )


def _short(site: Space | Edge) -> str:
    return str(site) if isinstance(site, Space) else f"{site.first}-{site.second}"


def _cross(x: float, y: float, diameter: float) -> Iterator[Drawn]:
    arm = diameter / 2 + 0.8
    yield Layer.ENGRAVE, Circle(x, y, diameter)
    yield Layer.ENGRAVE, Line(((x - arm, y), (x + arm, y)))
    yield Layer.ENGRAVE, Line(((x, y - arm), (x, y + arm)))


def _rule(x: float, y: float) -> Iterator[Drawn]:
    yield Layer.ENGRAVE, Line(((x, y), (x + 100, y)))
    for step in range(11):
        yield Layer.ENGRAVE, Line(((x + 10 * step, y - (2.5 if step % 5 else 4)), (x + 10 * step, y)))


def _strips(layout: Layout) -> Iterator[Drawn]:
    wide, half = layout.sizes.strip.width, layout.sizes.pitch / 4
    for strip in layout.wiring.strips:
        places = [layout.at(light) for light in strip if light is not None]
        (x0, y), (x1, _) = min(places), max(places)
        yield Layer.GUIDE, Rect((x0 + x1) / 2, y, x1 - x0 + 2 * half, wide)


def _names(layout: Layout, *, left: bool = True) -> Iterator[Drawn]:
    edge = layout.sizes.plate.margin / 2
    for column in range(GRID.columns):
        x, _ = layout.at(Space(0, column))
        yield from label(ascii_uppercase[column], x, edge, 4)
        yield from label(ascii_uppercase[column], x, layout.height - edge, 4)
    for row in range(GRID.rows):
        _, y = layout.at(Space(row, 0))
        if left:
            yield from label(str(row + 1), edge, y, 4)
        yield from label(str(row + 1), layout.width - edge, y, 4)


def _sheet(layout: Layout, name: str, title: str, drawn: Iterable[Drawn]) -> Drawing:
    frame = _on(Layer.CUT, layout.outline(), *layout.screws())
    return Drawing(name, title, layout.width, layout.height, (*drawn, *frame))


def _on(layer: Layer, *shapes: Shape) -> Iterator[Drawn]:
    return ((layer, shape) for shape in shapes)
