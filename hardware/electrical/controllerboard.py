"""The controller's board as copper: parts where their cables go, 5 V and its ground by hand, everything else by `route.py`.

Seen from the parts' side; x from the left edge, y from the lower one. USB and ribbon at the left and in the middle, bars,
buttons and piezo along the lower edge, the supply at the upper right, the strip's plugs below it.
"""

from dataclasses import replace
from functools import cache
from typing import Final

from hardware.electrical.board import Board, Pad, Track, Via
from hardware.electrical.controller import PI, PICO, circuit
from hardware.electrical.controllerwords import dots, marks, words
from hardware.electrical.mesh import meshed
from hardware.electrical.placing import Place, lying
from hardware.electrical.route import GRID, Given, Router
from hardware.generate.sizes import Controller, Sizes

WIDE: Final = 3.0
BRANCH: Final = 2.0
"""The width of tracks that carry the LEDs' current (mm)."""
NECK, FOOT, MERGED = 0.76, 1.35, 89.5
"""From a contact of J1 and along its shell; where both ways of 5 V come together."""
SIGNAL: Final = 0.3
U: Final = GRID
PLACES: Final[dict[str, Place]] = {
    PICO: (8 * U, 97 * U, 90),
    PI: (88 * U, 78 * U, 270),
    "J1": (152 * U, 117 * U, 90),
    "R13": (126 * U, 122 * U, 0),
    "R14": (126 * U, 112 * U, 0),
    "F1": (100.5 * U, 97 * U, 0),
    "D1": (113 * U, 83 * U, 0),
    "C1": (112 * U, 69 * U, 0),
    "J2": (8 * U, 17 * U, 0),
    "J7": (34 * U, 17 * U, 0),
    "J8": (57 * U, 17 * U, 0),
    "J9": (71 * U, 17 * U, 0),
    "J10": (85 * U, 17 * U, 0),
    "J4": (107 * U, 20 * U, 0),
    "J5": (127 * U, 20 * U, 0),
    "J6": (141 * U, 20 * U, 0),
    "U1": (118 * U, 50 * U, 90),
    "C2": (109 * U, 58 * U, 180),
    "R9": (108 * U, 42 * U, 90),
    "R4": (114 * U, 41 * U, 270),
    "R1": (12 * U, 50 * U, 270),
    "R2": (20 * U, 50 * U, 270),
    "R3": (28 * U, 50 * U, 270),
    "C3": (12 * U, 38 * U, 270),
    "C4": (20 * U, 38 * U, 270),
    "JP1": (28 * U, 36 * U, 90),
    "R5": (40 * U, 50 * U, 270),
    "R10": (50 * U, 46 * U, 270),
    "Q1": (47 * U, 34 * U, 90),
    "R6": (60 * U, 50 * U, 270),
    "R7": (72 * U, 50 * U, 270),
    "R8": (84 * U, 50 * U, 270),
    "U2": (134 * U, 50 * U, 90),
    "C5": (135 * U, 44 * U, 180),
    "R11": (141 * U, 58 * U, 90),
    "R12": (141 * U, 50 * U, 90),
    "D2": (146 * U, 46 * U, 0),
    "R15": (148 * U, 54 * U, 90),
    "R16": (132 * U, 64 * U, 0),
    "TP1": (150 * U, 64 * U, 0),
    "TP2": (58 * U, 62 * U, 0),
    "TP3": (46 * U, 62 * U, 0),
    "TP4": (10 * U, 62 * U, 0),
    "TP5": (22 * U, 62 * U, 0),
    "TP6": (34 * U, 62 * U, 0),
    "TP7": (130 * U, 40 * U, 0),
    "TP8": (144 * U, 38 * U, 0),
}
"""Where the middle or first pin of a part is, and by how much it is turned to the left."""
ORDER: Final = (
    "CC1",
    "CC2",
    "LIGHT",
    "BASE",
    "LAMP_LOW",
    "STRIP",
    "DIN",
    "CLK_OUT",
    "LOAD_OUT",
    "DATA_IN",
    "3V3",
    "END_KEY",
    "HINT_KEY",
    "BACK_KEY",
    "PIEZO_OUT",
    "LED",
    "WATCH",
    "SENSE",
    "CLK",
    "LOAD",
    "DATA",
    "PIEZO",
    "LAMP",
    "BACK",
    "HINT",
    "END",
    "3V3_IN",
    "5V",
    "GND",
)


FIDUCIALS: Final = ((4.0, 40.0), (62.0, 84.0), (96.0, 36.0))


def controller(sizes: Sizes) -> Board:
    """The board; its ways are looked for once for the same sizes of its own."""
    return _made(sizes.controller)


@cache
def _made(size: Controller) -> Board:
    outline = (0.0, 0.0, size.width, size.height)
    on = lying(circuit(), PLACES)
    inset = size.screw_inset
    corners = [(a, b, size.screw) for a in (inset, size.width - inset) for b in (inset, size.height - inset)]
    made = Board(
        circuit(),
        size.thickness,
        outline,
        on.pads,
        _power(on.pads),
        tuple(Via("GND", place * U, on.centres["C1"][1]) for place in range(126, 143, 4)),
        on.centres,
        on.bodies,
        holes=(*corners, *on.pegs),
        fiducials=FIDUCIALS,
    )
    made = _routed(made)
    return replace(made, words=words(made), marks=tuple(marks(made)), dots=tuple(dots(made)))


def _power(pads: tuple[Pad, ...]) -> tuple[Track, ...]:
    """5 V on top, its ground below."""
    at = {(pad.part, pad.pin): (pad.x, pad.y) for pad in pads}
    fused, fed, ground, sleeve = at["F1", "1"], 30 * U, 37 * U, 145 * U
    (tvs, beside), (bulk, lower) = at["D1", "2"], at["C1", "2"]
    (plus, upper), (_, under), into = at["J1", "A9"], at["J1", "B9"], at["F1", "2"]
    feet = sorted((pad.x, pad.y) for pad in pads if (pad.part, pad.pin) == ("J1", "S1"))
    (foot, low), (_, high), (mouth, _), _ = feet
    return (
        *(Track("5V_IN", "top", NECK, ((plus, y), (MERGED, y))) for y in (upper, under)),
        Track("5V_IN", "top", WIDE, ((MERGED, upper), (MERGED, under), (into[0], under), into)),
        *(
            Track("GND", "top", NECK, (at["J1", pin], (at["J1", pin][0], y)))
            for pin, y in (("A12", high), ("B12", low))
        ),
        Track("GND", "top", FOOT, ((plus, high), (mouth, high), (mouth, low), (plus, low))),
        Track("GND", "top", WIDE, ((foot, low), (foot, lower), (bulk, lower))),
        Track(
            "GND",
            "bottom",
            WIDE,
            ((bulk, lower), (sleeve, lower), (sleeve, ground), (at["J4", "3"][0], ground), at["J4", "3"]),
        ),
        Track("5V", "top", WIDE, (fused, (fused[0], fed), (at["J6", "1"][0], fed), at["J6", "1"])),
        *(Track("5V", "top", WIDE, ((at[name, "1"][0], fed), at[name, "1"])) for name in ("J4", "J5")),
        *(Track("5V", "top", BRANCH, ((fused[0], at[name, "1"][1]), at[name, "1"])) for name in ("D1", "C1")),
        *(Track("GND", "bottom", WIDE, ((at[name, "2"][0], ground), at[name, "2"])) for name in ("J5", "J6")),
        Track("GND", "top", BRANCH, ((tvs, beside), (bulk, beside), (bulk, lower))),
    )


def _routed(made: Board) -> Board:
    router = Router(Given(made.outline, made.pads, made.tracks, made.vias, made.holes, made.fiducials), SIGNAL)
    for net in ORDER:
        router.join(net)
    return meshed(replace(made, tracks=(*made.tracks, *router.tracks), vias=(*made.vias, *router.vias)))
