"""The coupon of gate 3: three places of a bar, each sensor with a light of its own, fed by two cells or a controller.

A piece of the strip with three LEDs is glued on the other side, as on a bar; so the very strip is tried that will be used.
Three coupons side by side are the one cell: corner, edge, corner; edge, space, edge; corner, edge, corner.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from hardware.electrical.board import Board, Word
from hardware.electrical.circuit import Circuit, Part, Pin, bought
from hardware.electrical.placing import Place, lying
from hardware.electrical.route import Given, Router
from hardware.electrical.schematic import symbols
from hardware.electrical.sheet import STEP, Placed, Sheet, Symbol
from hardware.electrical.sheet import Pin as Drawn
from hardware.generate.sizes import Sizes

COUNT: Final = 3
PLUG: Final = ("GND", "3V3", "S0", "S1", "S2")
TAIL: Final = 4.0
"""From the last place's end to the first light."""
LIGHTS: Final = 8.0
"""From one light to the next."""
BESIDE: Final = 2.45
SIGNAL: Final = 0.3
FIDUCIALS: Final = ((3.0, 6.0), (3.0, -6.0), (86.0, 6.0))


def circuit() -> Circuit:
    """Sensor, capacitor, pull-up (second source only), and a light that is on while the sensor answers."""
    found: list[Part] = []
    nets: dict[str, list[Pin]] = {"GND": [("J1", "1")], "3V3": [("J1", "2")]}
    for place in range(COUNT):
        turn = place + 1
        sensor, capacitor, pull_up, light, dim = f"U{turn}", f"C{turn}", f"R{turn}", f"D{turn}", f"R{turn + COUNT}"
        found += [
            Part(sensor, "DRV5032DU", "SOT-23"),
            Part(capacitor, "100 nF", "0603"),
            Part(pull_up, "10 k", "0603", fitted=False),
            Part(light, "red, 2 mA", "LED, 3 mm"),
            Part(dim, "680 R", "0603"),
        ]
        nets["3V3"] += [(sensor, "1"), (capacitor, "1"), (pull_up, "1"), (light, "2")]
        nets["GND"] += [(sensor, "3"), (capacitor, "2")]
        nets[f"S{place}"] = [(sensor, "2"), (pull_up, "2"), (dim, "2"), ("J1", str(3 + place))]
        nets[f"L{place}"] = [(light, "1"), (dim, "1")]
    parts = (*sorted(found, key=lambda part: (part.name[0], int(part.name[1:]))), Part("J1", "3 V", "1x5, 2.54 mm"))
    return Circuit("coupon", bought(*parts), {name: tuple(pins) for name, pins in nets.items()})


@cache
def coupon(sizes: Sizes) -> Board:
    """The board; the first place's middle is half a place from its left end, as wide as a bar."""
    step, high = sizes.pitch / 2, sizes.bar.width / 2
    end = COUNT * step
    places: dict[str, Place] = {}
    for place in range(COUNT):
        x, turn = step * (place + 0.5), place + 1
        places[f"U{turn}"] = (x, 0.0, 90)
        places[f"C{turn}"] = (x - BESIDE, 0.0, 90)
        places[f"R{turn}"] = (x + BESIDE, 0.0, 270)
        places[f"D{turn}"] = (end + TAIL + LIGHTS * place, 4.0, 0)
        places[f"R{turn + COUNT}"] = (end + TAIL + LIGHTS * place, -0.5, 90)
    places["J1"] = (end + TAIL, -5.5, 90)
    on = lying(circuit(), places)
    outline = (0.0, -high, sizes.coupon.length, high)
    made = Board(
        circuit(), sizes.sensor.bar_thickness, outline, on.pads, (), (), on.centres, on.bodies, fiducials=FIDUCIALS
    )
    router = Router(Given(outline, made.pads, (), (), (), FIDUCIALS), SIGNAL)
    for net in sorted(made.circuit.nets, reverse=True):
        router.join(net)
    made = replace(made, tracks=tuple(router.tracks), vias=tuple(router.vias))
    return replace(made, words=tuple(_words(made)), dots=tuple(_dots(made)))


def _words(board: Board) -> Iterator[Word]:
    for part in board.circuit.parts:
        x, y, _ = board.centres[part.name]
        if part.name.startswith("U"):
            yield Word(part.name, x, y + 2.9)
        elif part.package == "0603" and x < COUNT * 17:
            yield Word(part.name, x - 0.6 if part.name.startswith("C") else x + 0.6, y + 2.2)
        elif part.package == "0603":
            yield Word(part.name, x + 2.0, y)
        elif part.name.startswith("D"):
            yield Word(part.name, x + 1.3, y + 2.6)
    for place, (pad, net) in enumerate(zip((pad for pad in board.pads if pad.part == "J1"), PLUG, strict=True)):
        yield Word(net, pad.x, pad.y + 1.6 + 1.3 * (place % 2 == 0) * (net == "GND"))
    x, y, _ = board.centres["J1"]
    yield Word("J1 3 V", x + 15.0, y)
    yield Word("GATE 3 COUPON", 25.0, -5.0, 1.5)
    yield Word("MAGNET ON THE OTHER SIDE", 25.0, 6.0, 1.2)
    yield Word("CERN-OHL-P-2.0", 25.0, -6.9)
    yield Word("STRIP HERE, AN LED ON EACH NUMBER", 25.0, 6.6, 1.2, below=True)
    for place in range(COUNT):
        yield Word(str(place + 1), board.centres[f"U{place + 1}"][0], 0.0, 2.0, below=True)


def _dots(board: Board) -> Iterator[tuple[float, float, float]]:
    for pad in board.pads:
        if pad.part.startswith("U") and pad.pin == "1":
            yield 0.3, pad.x - 0.65, pad.y - 0.9


def coupon_sheet() -> Sheet:
    """A column for each place."""
    made, known = circuit(), symbols()
    plug = (
        Drawn(str(row + 1), net, "power_out" if row < 2 else "input", left=False, row=row)
        for row, net in enumerate(PLUG)
    )
    known = {name: known[name] for name in ("DRV5032DU", "C", "R")} | {"J1": Symbol("J1", 3, 5, tuple(plug))}
    light = Drawn("1", "K", "passive", left=True, row=0), Drawn("2", "A", "passive", left=False, row=0)
    known["LED"] = Symbol("LED", 2, 1, light)
    rows = {"U": ("DRV5032DU", 16), "C": ("C", 24), "R": ("R", 30), "D": ("LED", 42)}
    placed = []
    for part in made.parts:
        if part.name == "J1":
            placed.append(Placed(part, known["J1"], 14 * STEP, 20 * STEP))
            continue
        turn = int(part.name[1:]) - 1
        kind, row = rows[part.name[0]]
        row += 6 * (turn // COUNT)
        placed.append(Placed(part, known[kind], (40 + 24 * (turn % COUNT)) * STEP, row * STEP))
    return Sheet(made, "coupon of gate 3", known, tuple(placed), noted="only with AH3372")
