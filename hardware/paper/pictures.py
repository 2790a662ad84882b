"""The build guide's pictures in place of photographs: harness, stack, one cell, magnets, a sensor by hand."""

from typing import Final

from hardware.electrical.bar import board as bar
from hardware.electrical.harness import WIRE, harness
from hardware.electrical.netlist import CONNECTOR
from hardware.electrical.tables import joints
from hardware.generate.drawing import Circle, Rect, number
from hardware.generate.layout import Layout
from hardware.generate.picture import INK, Picture
from hardware.generate.strokes import Point
from hardware.mechanical.plates import one_cell_mask

OPAL, WOOD, GREEN, METAL, CLEAR, FILM = "#eef4fb", "#e6cfa8", "#7fae86", "#c9c9cf", "#dcefff", "#f5e3b8"
PAINT: Final = "#d23b3b"


def pictures(layout: Layout) -> dict[str, str]:
    """File name -> SVG."""
    return {
        "harness-pi.svg": harness(layout, "pi"),
        "harness-pico.svg": harness(layout, "pico"),
        "stack.svg": stack(layout),
        "one-cell.svg": one_cell(layout),
        "bars-joined.svg": bars_joined(layout),
        "magnets.svg": magnets(layout),
        "sensor-by-hand.svg": sensor_by_hand(layout),
    }


def stack(layout: Layout) -> str:
    """Both ways to build, cut through, with what lies on what."""
    sizes = layout.sizes
    picture = Picture(1060, 520, "What lies on what, not to scale")
    picture.text(530, 28, "What lies on what (cut through one space; heights in mm, not to scale)", size=18, bold=True)
    above = [
        f"tile, any way up: {number(sizes.pieces.tile_thickness)}",
        f"clear puck with the magnet: {number(sizes.pieces.puck_thickness)}",
        f"mask, around the puck: {number(sizes.mask.thickness)}",
        f"opal plate, on the rim: {number(sizes.plate.opal_thickness)}",
        f"LED strip, glued on: {number(sizes.strip.height)}",
    ]
    base = number(sizes.plate.base_thickness)
    for left, name, way, below in (
        (
            30,
            "with bars",
            "bars",
            [
                f"bar, its parts hanging down: {number(sizes.sensor.bar_thickness)}",
                f"base with windows: {base}; rim around: {number(sizes.plate.rim_bars)}",
            ],
        ),
        (
            560,
            "wired by hand",
            "hand-wired",
            [f"sensor plate, sensors flush: {base}; rim around: {number(sizes.plate.rim_by_hand)}"],
        ),
    ):
        picture.text(left + 210, 62, name, size=16, bold=True)
        _upper_sheets(picture, left)
        if way == "bars":
            _bar_below(picture, left)
        else:
            picture.box(left, 216, 420, 36, (), WOOD)
            picture.box(left + 196, 216, 28, 13, (), "#555555")
        picture.lines(left + 20, 290, [*above, *below], size=14)
        picture.text(
            left + 20,
            440,
            f"underside of the puck to the Hall element: {sizes.depths[way]:.2f} +-{sizes.depths_off[way]:.2f} mm",
            size=14,
            anchor="start",
            bold=True,
        )
        picture.text(
            left + 20,
            462,
            f"the magnets serve {number(sizes.sensor.depth_wanted)} +-"
            f"{number(sizes.sensor.depth_play)} mm (computed, not measured)",
            anchor="start",
        )
    picture.text(
        530,
        502,
        "A bar's sensors hang face down, a plate's lie face up: the magnets' pole is the other one. "
        "The gate 'mark' finds it.",
        size=14,
    )
    return picture.svg()


def _upper_sheets(picture: Picture, left: float) -> None:
    picture.box(left, 128, 105, 22, (), "#777777")
    picture.box(left + 315, 128, 105, 22, (), "#777777")
    picture.box(left + 120, 116, 180, 34, (), CLEAR)
    picture.box(left + 185, 124, 50, 20, (), METAL)
    picture.box(left + 135, 94, 150, 20, (), WOOD)
    picture.box(left, 152, 420, 26, (), OPAL)
    picture.box(left + 120, 202, 180, 12, (), FILM)
    picture.box(left + 190, 182, 40, 20, (), "#ffffff")


def _bar_below(picture: Picture, left: float) -> None:
    picture.box(left, 232, 115, 36, (), WOOD)
    picture.box(left + 305, 232, 115, 36, (), WOOD)
    picture.box(left + 75, 216, 270, 14, (), GREEN)
    picture.box(left + 198, 231, 24, 10, (), "#555555")
    picture.box(left + 234, 231, 62, 14, (), "#555555")


def bars_joined(layout: Layout) -> str:
    """The left ends of two bars with the wires between them, from the parts' side."""
    made, scale, left = bar(layout.sizes), 14.0, 150.0
    picture = Picture(760, 610, "From bar to bar: wires, no plugs")
    picture.text(380, 28, "From bar to bar: five wires, soldered, no plugs", size=18, bold=True)
    picture.text(
        380, 50, "Seen from the parts' side, which hangs down: bar 1 is below. 1 to 5: GND, CLK, 3V3, LOAD, DATA."
    )
    low, pitch = 400.0, layout.sizes.pitch / 2 * scale
    at = {(pad.part, int(pad.pin)): (pad.x, pad.y) for pad in made.pads if pad.part in ("J1", "J2")}

    def place(turn: int, part: str, pin: int) -> Point:
        x, y = at[part, pin]
        return left + (x + layout.sizes.bar.overhang) * scale, low - (turn - 1) * pitch - y * scale

    for turn in (1, 2):
        middle, half = low - (turn - 1) * pitch, layout.sizes.bar.width / 2 * scale
        picture.box(left, middle - half, 500, 2 * half, (), "#dfeee2")
        picture.text(left - 12, middle + 5, f"bar {turn}", size=14, anchor="end", bold=True)
        for part in ("J1", "J2"):
            x, y = place(turn, part, 5)
            picture.text(x + 30, y + 5, f"{part}: {'in' if part == 'J1' else 'out'}", anchor="start")
    for pin, signal in enumerate(CONNECTOR, 1):
        for start, end in (
            (place(1, "J2", pin), place(2, "J1", pin)),
            (place(1, "J1", pin), (place(1, "J1", pin)[0], low + 140)),
        ):
            picture.wire((start, end), WIRE[signal], 4)
        for turn, part in ((1, "J1"), (1, "J2"), (2, "J1"), (2, "J2")):
            picture.disc(*place(turn, part, pin), 8, "#c9c9cf")
        picture.text(place(1, "J1", pin)[0], low + 156, str(pin), size=12)
    bars = len(layout.wiring.chain)
    picture.text(left + 230, low + 136, "to the controller: 30 to 50 cm", anchor="start")
    picture.text(
        380,
        592,
        f"{(bars - 1) * len(CONNECTOR)} wires of 2 cm, of which 4 mm are seen; {joints(layout)} joints in all.",
    )
    return picture.svg()


def one_cell(layout: Layout) -> str:
    """The first thing to build: before anything is ordered that depends on it."""
    sizes = layout.sizes
    picture = Picture(940, 470, "One cell, looked at from two metres in daylight")
    picture.text(470, 30, "Gate 3: one cell, before the plates are ordered", size=18, bold=True)
    scale, left, top = 5.6, 40.0, 60.0
    sheet = one_cell_mask(layout)
    picture.box(left, top, sheet.width * scale, sheet.height * scale, (), "#777777")
    for _, shape in sheet.shapes[:-1]:
        if isinstance(shape, Circle):
            small = shape.diameter <= sizes.mask.corner_window
            picture.disc(
                left + shape.x * scale, top + shape.y * scale, shape.diameter / 2 * scale, "#fff3a0" if small else OPAL
            )
        elif isinstance(shape, Rect):
            picture.box(
                left + (shape.x - shape.width / 2) * scale,
                top + (shape.y - shape.height / 2) * scale,
                shape.width * scale,
                shape.height * scale,
                (),
                OPAL,
            )
    middle = sheet.width / 2 * scale
    side = sizes.pieces.tile * scale
    picture.box(left + middle - side / 2, top + middle - side / 2, side, side, ("tile", "on a puck"), WOOD)
    x, length = left + middle + sizes.pitch / 2 * scale, sizes.pieces.stick_length * scale
    picture.box(
        x - sizes.pieces.stick_width * scale / 2,
        top + middle - length / 2,
        sizes.pieces.stick_width * scale,
        length,
        (),
        "#b5793f",
    )
    picture.text(left + middle, top + 2 * middle + 24, "the mask of one cell, out/plates/one-cell.dxf; a tile, a stick")
    picture.lines(
        420,
        84,
        (
            "You need: three pieces of three LEDs of a 60/m strip, controller, level",
            "shifter and supply of gate 2, black card, the sample of opal sheet.",
            "",
            "1. Cut the mask's cell from the drawing, in card or by laser.",
            "2. LEDs 16.7 mm apart in three rows 16.7 mm apart; the middle one",
            "    under the middle of the cell.",
            f"3. Opal sheet ({number(sizes.plate.opal_thickness)} mm) on the LEDs, the mask on it, tile and stick in it.",
            "4. White, then red, blue, green, orange at a fifth of full brightness.",
            "5. Walk 2 m away: at noon by the window, and again in the evening.",
            "6. A sensor under the middle LED, flat on the strip's back: by hand its",
            "    marked side face up; with bars face down, 0.8 mm of card between.",
            "    A magnet on the opal sheet must switch it through the LED.",
            "",
            "Go on if you can tell without guessing which corner glows, red from",
            "orange, and lit from dark with the tile on it, and if the sensor answers.",
            "If not: larger corner windows, a clearer opal sheet, a frosted stick;",
            "another make of strip. Change sizes.toml, draw again, look again.",
        ),
        size=14,
    )
    return picture.svg()


def magnets(layout: Layout) -> str:
    """Same pole down, underside painted."""
    sizes = layout.sizes
    picture = Picture(960, 560, "Magnets: same pole down everywhere, the underside painted")
    picture.text(480, 30, "Magnets: the same pole down in every piece, the underside painted", size=18, bold=True)
    picture.text(480, 54, "Find the pole with the gate 'mark', paint it, and only then glue.", size=15)
    picture.box(60, 90, 180, 60, (), CLEAR)
    picture.box(120, 118, 60, 26, ("magnet",), METAL, 12)
    picture.box(60, 150, 180, 8, (), PAINT)
    picture.text(150, 185, "puck: hole through, film below", size=14)
    picture.text(
        150,
        205,
        f"magnet {number(sizes.magnets.diver_diameter)} x {number(sizes.magnets.diver_thickness)}, "
        f"{number(sizes.magnets.diver_floor)} mm above the underside",
    )
    picture.box(360, 90, 240, 60, (), "#b5793f")
    picture.box(462, 100, 36, 44, ("rod",), METAL, 12)
    picture.box(360, 150, 240, 8, (), PAINT)
    picture.text(480, 185, "stick: drilled from below", size=14)
    picture.text(
        480,
        205,
        f"magnet {number(sizes.magnets.pontoon_diameter)} x "
        f"{number(sizes.magnets.pontoon_thickness)}, {number(sizes.magnets.pontoon_floor)} mm of glue below",
    )
    picture.box(720, 126, 180, 32, ("tile, face down",), WOOD, 12)
    picture.box(720, 108, 58, 16, (), "#f1e4cb")
    picture.box(842, 108, 58, 16, (), "#f1e4cb")
    picture.box(780, 104, 60, 16, ("magnet",), METAL, 12)
    picture.box(780, 120, 60, 5, (), PAINT)
    picture.text(810, 185, "magnets in tiles: on the back, which is up", size=14)
    picture.text(810, 205, 'only with pieces = "tiles"')
    picture.wire(((40, 230), (920, 230)), "#bbbbbb", 1)
    picture.text(480, 258, "Marking a stack of magnets, so that none is glued the wrong way round", size=16, bold=True)
    for place in range(5):
        picture.box(110, 300 + 22 * place, 70, 20, (), METAL)
        picture.box(110, 300 + 22 * place + 16, 70, 4, (), PAINT)
    picture.arrow(60, 300, 60, 410)
    picture.text(145, 440, "one stack, held as it fell together")
    picture.lines(
        300,
        296,
        (
            "1. Magnets that were let snap together in one stack all point the same way. Never turn one.",
            "2. Run  sudo pearlboard wiring mark  and hold one end of the stack over the lit sensor, then the other.",
            "3. The end at which the sensor answers is the underside. Dab paint on it.",
            "4. Slide the painted magnet off sideways, dab the next one. Repeat until the stack is gone.",
            "5. Glue with the paint down (in tiles: towards the tile). Paint the undersides of pucks and sticks, too.",
            "6. Before the glue is hard: every piece once over the lit sensor.",
            "",
            "With sensors face up in the plate (by hand) it is the south pole that answers, under bars the north pole:",
            "by the data sheets; only the gate knows what you bought and how you mounted it.",
        ),
        size=14,
    )
    picture.text(
        480,
        500,
        "A Pontoon the wrong way up reads nothing. A foreign magnet on a legal place cannot be told from a piece.",
        size=14,
    )
    picture.text(
        480,
        530,
        "Magnets are dangerous when swallowed: keep them from children until the glue is hard.",
        size=14,
        bold=True,
        colour="#b00000",
    )
    return picture.svg()


def sensor_by_hand(layout: Layout) -> str:
    """A TO-92 sensor in its hole, and its pins."""
    sizes = layout.sizes
    picture = Picture(900, 400, "A sensor in the plate")
    picture.text(450, 30, "By hand: a TO-92 sensor, face up, flush with the plate", size=18, bold=True)
    picture.box(60, 150, 330, 70, (), WOOD)
    picture.box(175, 150, 100, 70, (), "#fffbe8")
    picture.box(190, 150, 60, 24, (), "#555555")
    picture.text(220, 167, "sensor", size=11, colour="#ffffff")
    picture.wire(((250, 166), (266, 166), (266, 260)), "#999999", 3)
    picture.text(220, 140, "marked side face up, flush")
    picture.text(110, 190, f"plate {number(sizes.plate.base_thickness)} mm")
    picture.text(225, 280, f"hole {number(sizes.sensor.hole)} mm, hot glue from below")
    picture.text(330, 262, "leads down")
    picture.box(560, 90, 110, 80, ("face", "marked side"), "#888888")
    leads = (("1", "VCC: 3V3", "#e07b00"), ("2", "GND", INK), ("3", "OUT", "#0b6e0b"))
    for place, (pin, name, colour) in enumerate(leads):
        x, y = 580 + 35 * place, 294 - 22 * place
        picture.wire(((x, 170), (x, y), (700, y)), colour, 3)
        picture.text(x - 8, 186, pin)
        picture.text(708, y + 5, name, anchor="start", size=14)
    picture.text(615, 80, "looking at the marked face, leads down")
    picture.lines(
        40,
        326,
        (
            "Lay the plate upside down on glass; each sensor goes in with its marked face on the glass and a drop of glue.",
            "DRV5032DU in TO-92 and AH3372 in SIP-3 have the same pins; an AH3372 needs 10 k from OUT to 3V3. Check yours.",
            "3V3 and GND run along the row as bare wire; OUT goes to the chip that wires-by-hand.csv names, or to any.",
        ),
        size=13,
    )
    return picture.svg()
