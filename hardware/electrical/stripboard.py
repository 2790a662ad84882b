"""The controller's end of the chain and of the LEDs' data on a piece of stripboard: where each leg, cut and link goes.

Copper strips run from left to right, a letter each; holes are numbered. What the board joins follows from strips, cuts
and links alone, and must be what is wanted of it. The LEDs' current is not on it: it goes by thick wires.
"""

from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final, TypeAlias

from hardware.electrical.power import CLOCK_PF, DATA_OHM, USUAL_OHM
from hardware.generate.picture import Picture
from hardware.generate.sizes import SizesError
from pearlboard.drivers.pins import POWER, SIGNALS

Hole: TypeAlias = tuple[str, int]
"""A strip's letter and the number of the hole."""
Pin: TypeAlias = tuple[str, str]

STRIPS: Final = "ABCDEFGHIJKLM"
HOLES: Final = 22
LEFT, RIGHT, CUT = 9, 12, 10
"""The level shifter's two rows of legs, and the cuts between them."""
CHIP_STRIPS: Final = "BCDEFGH"
PARTS: Final = {
    "IC1": "74AHCT125",
    "R1": f"{USUAL_OHM} ohm",
    "R2": f"{USUAL_OHM} ohm",
    "R3": f"{DATA_OHM // 1000} k",
    "C1": f"{CLOCK_PF} pF",
    "C2": "100 nF",
}
LEGS: Final[dict[Pin, Hole]] = {
    **{("IC1", str(turn + 1)): (strip, LEFT) for turn, strip in enumerate(CHIP_STRIPS)},
    **{("IC1", str(14 - turn)): (strip, RIGHT) for turn, strip in enumerate(CHIP_STRIPS)},
    **{(f"R{turn}", "1"): (strip, 3) for turn, strip in enumerate("JKL", 1)},
    **{(f"R{turn}", "2"): (strip, 7) for turn, strip in enumerate("JKL", 1)},
    ("C1", "1"): ("J", 9),
    ("C1", "2"): ("I", 9),
    ("C2", "1"): ("B", 18),
    ("C2", "2"): ("C", 18),
}
WIRES: Final[dict[Pin, Hole]] = {
    ("controller", "LED"): ("C", 1),
    ("controller", "GND"): ("I", 1),
    ("controller", "CLK"): ("J", 1),
    ("controller", "LOAD"): ("K", 1),
    ("controller", "DATA"): ("L", 1),
    ("controller", "3V3"): ("M", 1),
    ("strip", "DIN"): ("D", 1),
    ("supply", "5 V"): ("A", HOLES),
    ("supply", "GND"): ("G", HOLES),
    ("chain", "GND"): ("I", HOLES),
    ("chain", "CLK"): ("J", HOLES),
    ("chain", "LOAD"): ("K", HOLES),
    ("chain", "DATA"): ("L", HOLES),
    ("chain", "3V3"): ("M", HOLES),
}
CUTS: Final[tuple[Hole, ...]] = (*((strip, CUT) for strip in CHIP_STRIPS), *((strip, 5) for strip in "JKL"))
LINKS: Final[tuple[tuple[Hole, Hole], ...]] = (
    (("B", 3), ("E", 3)),
    (("E", 4), ("F", 4)),
    (("F", 5), ("H", 5)),
    (("H", 6), ("I", 6)),
    (("A", 14), ("B", 14)),
    (("C", 14), ("D", 14)),
    (("D", 15), ("F", 15)),
    (("F", 16), ("G", 16)),
    (("G", 17), ("I", 17)),
)
WANTED: Final[dict[str, frozenset[Pin]]] = {
    "GND": frozenset(
        {
            *(("IC1", pin) for pin in ("1", "4", "5", "7", "9", "10", "12", "13")),
            *(("C1", "2"), ("C2", "2"), ("controller", "GND"), ("supply", "GND"), ("chain", "GND")),
        }
    ),
    "5 V": frozenset({("IC1", "14"), ("C2", "1"), ("supply", "5 V")}),
    "LED": frozenset({("controller", "LED"), ("IC1", "2")}),
    "DIN": frozenset({("IC1", "3"), ("strip", "DIN")}),
    "CLK": frozenset({("controller", "CLK"), ("R1", "1")}),
    "CLK behind R1": frozenset({("R1", "2"), ("C1", "1"), ("chain", "CLK")}),
    "LOAD": frozenset({("controller", "LOAD"), ("R2", "1")}),
    "LOAD behind R2": frozenset({("R2", "2"), ("chain", "LOAD")}),
    "DATA": frozenset({("controller", "DATA"), ("R3", "1")}),
    "DATA behind R3": frozenset({("R3", "2"), ("chain", "DATA")}),
    "3V3": frozenset({("controller", "3V3"), ("chain", "3V3")}),
    **{f"open {pin}": frozenset({("IC1", pin)}) for pin in ("6", "8", "11")},
}


@dataclass(frozen=True, slots=True)
class Stripboard:
    """A layout; the usual one if nothing is said."""

    legs: tuple[tuple[Pin, Hole], ...] = (*LEGS.items(), *WIRES.items())
    cuts: tuple[Hole, ...] = CUTS
    links: tuple[tuple[Hole, Hole], ...] = LINKS

    def stretch(self, hole: Hole) -> tuple[str, int]:
        """The piece of a strip in which a hole is: how many cuts lie to its left."""
        strip, number = hole
        return strip, sum(cut < number for there, cut in self.cuts if there == strip)

    def joined(self) -> frozenset[frozenset[Pin]]:
        """The legs that copper and links join."""
        islands = [{self.stretch(hole)} for _, hole in self.legs]
        for ends in self.links:
            islands = _merged(islands, {self.stretch(end) for end in ends})
        return frozenset(pins for pins in map(self._in, islands) if pins)

    def _in(self, island: set[tuple[str, int]]) -> frozenset[Pin]:
        return frozenset(pin for pin, hole in self.legs if self.stretch(hole) in island)


def _merged(islands: list[set[tuple[str, int]]], both: set[tuple[str, int]]) -> list[set[tuple[str, int]]]:
    """The islands when a link has made one of all that it touches."""
    met = [island for island in islands if island & both]
    return [*(island for island in islands if not island & both), both.union(*met)]


def check_stripboard(made: Stripboard) -> None:
    """`SizesError` if a hole is used twice, a cut goes through one, or other legs are joined than are wanted."""
    used = [*(hole for _, hole in made.legs), *(end for ends in made.links for end in ends)]
    for strip, number in sorted({*used, *made.cuts}):
        if strip not in STRIPS or not 1 <= number <= HOLES:
            raise SizesError(f"stripboard: there is no hole {strip}{number}")
        if [*used, *made.cuts].count((strip, number)) > 1:
            raise SizesError(f"stripboard: hole {strip}{number} is used twice, or cut through")
    wrong = made.joined() ^ frozenset(WANTED.values())
    if wrong:
        told = sorted(".".join(pin) for pin in min(wrong, key=sorted))
        raise SizesError(f"stripboard: {', '.join(told)} are joined, or should be and are not")


# --- a picture ---------------------------------------------------------------------------------------------------------

GRID: Final = 30.0
LEFT_PX, TOP_PX = 250.0, 110.0
COPPER, PART, WIRE = "#e9c9a1", "#ffffff", "#c22f2f"
NAMED: Final = {"LED": "leds", "CLK": "chain_clock", "LOAD": "chain_load", "DATA": "chain_data"}


def stripboard() -> str:
    """Seen from the parts' side, the strips shining through; a cross is a cut."""
    made = Stripboard()
    check_stripboard(made)
    wide = LEFT_PX + GRID * HOLES + 190
    picture = Picture(round(wide), round(TOP_PX + GRID * len(STRIPS) + 150), "The controller's end on stripboard")
    picture.text(wide / 2, 32, "The controller's end on stripboard, seen from the parts' side", size=18, bold=True)
    picture.text(
        wide / 2, 56, "Strips shine through; a cross is a cut; red are links. Generated and checked, not yet built."
    )
    _drawn_strips(picture)
    _drawn_parts(picture)
    _drawn_by_hand(picture, made)
    for (where, name), hole in WIRES.items():
        x, y = _at(hole)
        picture.disc(x, y, 5, "#1f5fd0")
        at_left = hole[1] == 1
        picture.text(
            x - 34 if at_left else x + 22, y + 4, _goal(where, name), anchor="end" if at_left else "start", size=12
        )
    bottom = TOP_PX + GRID * len(STRIPS) + 20
    picture.lines(
        LEFT_PX - 12,
        bottom,
        (
            f"{len(CUTS)} cuts: turn a 4 mm drill by hand, and look with a lens whether copper is left. {len(LINKS)} links of bare wire.",
            "Measure before the chip goes into its socket: no strip to its neighbour, 5 V and 3V3 not to GND.",
            "The LEDs' 5 V and GND do not go over this board: they come from the fuse by 0.75 mm2, and only a thin wire comes here.",
        ),
    )
    return picture.svg()


def _drawn_strips(picture: Picture) -> None:
    for strip in STRIPS:
        _, y = _at((strip, 1))
        picture.patch(LEFT_PX - 12, y - 9, GRID * (HOLES - 1) + 24, 18, COPPER)
        picture.text(LEFT_PX - 26, y + 4, strip, bold=True)
    for number in range(1, HOLES + 1):
        picture.text(_at(("A", number))[0], TOP_PX - 18, str(number), size=10)
        for strip in STRIPS:
            picture.disc(*_at((strip, number)), 2.5, PART)


def _drawn_by_hand(picture: Picture, made: Stripboard) -> None:
    """Cuts and links."""
    for hole in made.cuts:
        x, y = _at(hole)
        picture.wire(((x - 8, y - 8), (x + 8, y + 8)), width=3)
        picture.wire(((x - 8, y + 8), (x + 8, y - 8)), width=3)
    for one, other in made.links:
        picture.wire((_at(one), _at(other)), WIRE, 3)
        for end in (one, other):
            picture.disc(*_at(end), 4, WIRE)


def _drawn_parts(picture: Picture) -> None:
    (x0, y0), (x1, y1) = _at((CHIP_STRIPS[0], LEFT)), _at((CHIP_STRIPS[-1], RIGHT))
    picture.box(x0 + 8, y0 - 13, x1 - x0 - 16, y1 - y0 + 26, (), "#dddddd")
    picture.text((x0 + x1) / 2, y0 - 18, f"IC1 {PARTS['IC1']}, in a socket", size=11, bold=True)
    picture.disc(x0 + 18, y0 - 4, 4, "#222222")
    for name, value in PARTS.items():
        if name != "IC1":
            (ax, ay), (bx, by) = (_at(LEGS[name, pin]) for pin in ("1", "2"))
            if ay == by:
                picture.wire(((ax, ay), (bx, by)))
                picture.box(ax + 22, ay - 6, bx - ax - 44, 12, (), PART)
                picture.text((ax + bx) / 2, ay - 11, f"{name} {value}", size=11, bold=True)
            else:
                picture.box(ax - 9, min(ay, by) - 4, 18, abs(by - ay) + 8, (), "#f2d36b")
                picture.text(ax + 14, (ay + by) / 2 + 4, f"{name} {value}", size=11, anchor="start", bold=True)
    for hole in LEGS.values():
        picture.disc(*_at(hole), 4, "#444444")


def _at(hole: Hole) -> tuple[float, float]:
    strip, number = hole
    return LEFT_PX + GRID * (number - 1), TOP_PX + GRID * ascii_uppercase.index(strip)


def _goal(where: str, name: str) -> str:
    """Where a wire goes, with the controller's pins."""
    if where != "controller":
        return f"{name}, {where}" if where != "strip" else "DIN of the strip, by 330 ohm there"
    if name in POWER:
        pi, pico = POWER[name]
        return f"{name}: Pi {pi[-1]}, Pico {pico[-1]}"
    signal = SIGNALS[NAMED[name]]
    return f"{name}: Pi {signal.pi.position}, Pico {signal.pico.position}"
