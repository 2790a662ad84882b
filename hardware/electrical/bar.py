"""The sensor bar as copper: where its parts sit and a two-layer routing, regular as the bar itself.

Seen from the side of the parts, which is the upper copper ("top") and hangs downwards in the table: x to the right from
the left end of the play area, y upwards from the middle line. Turned over its long axis, left stays left, so place 0 is
a1's column in both views. On the lower copper ("bottom"), on which the LED strip is glued, everything runs lengthwise
in lanes; on the upper one, across. That is why no two nets can meet but at a via.
"""

from dataclasses import replace
from typing import Final

from hardware.electrical.barwords import dots, words
from hardware.electrical.board import Board, Track, Via
from hardware.electrical.netlist import CONNECTOR, FAR, NEAR, PLACES, SHIFT_PINS, circuit
from hardware.electrical.placing import Place, lying
from hardware.generate.sizes import Sizes
from hardware.generate.strokes import Point

SIGNAL, POWER, RAIL = 0.2, 0.3, 0.6
GND_Y, SUPPLY_Y = 1.0, -1.0
LANES_BELOW: Final = {"CLK": -4.4, "LOAD": -5.0}
LANES_ABOVE: Final = {"Q": 4.4, "LINK": 5.0}
PLACE_LANES: Final = (5.6, 6.2, 6.8, 7.4)
CONNECTOR_X, CONNECTOR_Y, CONNECTOR_PITCH = -4.2, 6.3, 2.54
ROW: Final = 2.475
"""From a chip's middle to that of its pins' lands."""
CHIP_SHIFT: Final = 25 / 3
"""A chip stands this far to the right of the fourth of its eight places: half-way to the fifth."""
BESIDE: Final = 2.45
"""A sensor's capacitor and pull-up are this far to its left and right: as near as may be, since a chip stands beside some."""
BRIDGE_X: Final = 256.0
HOLE: Final = (262.0, 0.0, 2.2)
"""The screw's: x, y, diameter."""


FIDUCIALS: Final = ((12.0, -3.8), (12.0, 3.8), (264.3, 5.0))


def board(sizes: Sizes) -> Board:
    """Lay out one bar."""
    making = _Making(sizes)
    making.connectors()
    for place in range(PLACES):
        making.cell(place)
    for number, (chip, capacitor) in enumerate(((NEAR, "C16"), (FAR, "C17"))):
        making.chip(chip, capacitor, number)
    making.frame_bit()
    making.bulk()
    making.rails()
    bar = sizes.bar
    outline = (-bar.overhang, -bar.width / 2, bar.length - bar.overhang, bar.width / 2)
    on = lying(circuit(), making.places)
    made = Board(
        circuit(),
        sizes.sensor.bar_thickness,
        outline,
        on.pads,
        tuple(making.tracks),
        tuple(making.vias),
        on.centres,
        on.bodies,
        holes=(HOLE,),
        fiducials=FIDUCIALS,
    )
    return replace(made, words=words(made), dots=dots(made))


class _Making:
    def __init__(self, sizes: Sizes) -> None:
        self.step = sizes.pitch / 2
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.places: dict[str, Place] = {}

    # --- what everything is made of ----------------------------------------------------------------------------

    def place_x(self, place: int) -> float:
        return self.step * (place + 1)

    def chip_x(self, number: int) -> float:
        return self.place_x(8 * number + 3) + CHIP_SHIFT

    def track(self, net: str, layer: str, width: float, *points: Point) -> None:
        self.tracks.append(Track(net, layer, width, points))

    def via(self, net: str, x: float, y: float) -> None:
        self.vias.append(Via(net, x, y))

    def lane_of(self, place: int) -> float:
        """The lane of a place, or of the frame bit: the first four of a chip run below, the others above."""
        lane = PLACE_LANES[place % 4]
        return -lane if place % 8 < 4 else lane

    # --- parts and their copper --------------------------------------------------------------------------------

    def connectors(self) -> None:
        for part, y in (("J1", -CONNECTOR_Y), ("J2", CONNECTOR_Y)):
            self.places[part] = (CONNECTOR_X, y, 90)
        for number, signal in enumerate(CONNECTOR, 1):
            x = CONNECTOR_X + CONNECTOR_PITCH * (number - 1)
            if signal == "DATA":
                self.track("DATA_IN", "top", SIGNAL, (x, CONNECTOR_Y), (x, 0.0))
                self.via("DATA_IN", x, 0.0)
                self.track("DATA_IN", "bottom", SIGNAL, (x, 0.0), (self.chip_x(1) + 3.175, 0.0))
            else:
                self.track(signal, "top", POWER, (x, -CONNECTOR_Y), (x, CONNECTOR_Y))
                if signal in LANES_BELOW:
                    self.via(signal, x, LANES_BELOW[signal])
                    end = self.chip_x(1) - (3.175 if signal == "CLK" else 4.445)
                    self.track(signal, "bottom", SIGNAL, (x, LANES_BELOW[signal]), (end, LANES_BELOW[signal]))
        last = CONNECTOR_X + 4 * CONNECTOR_PITCH
        x = last - CONNECTOR_PITCH / 2
        self.places["R16"] = (x, -2.7, 270)
        self.track("Q", "top", SIGNAL, (x, -1.925), (x, LANES_ABOVE["Q"]))
        self.via("Q", x, LANES_ABOVE["Q"])
        self.places["R17"] = (last + 1.04, 2.6, 270)
        self.track("DATA_IN", "top", SIGNAL, (last, 3.375), (last + 1.04, 3.375))
        self.track("3V3", "top", POWER, (last + 1.04, 1.825), (last + 1.04, SUPPLY_Y))
        self.via("3V3", last + 1.04, SUPPLY_Y)
        self.track("DATA_OUT", "top", SIGNAL, (x, -3.475), (x, -4.7), (last, -5.6), (last, -CONNECTOR_Y))

    def cell(self, place: int) -> None:
        """A sensor, its capacitor to the left and its pull-up to the right."""
        x, net = self.place_x(place), f"S{place}"
        self.places[f"U{place + 1}"] = (x, 0.0, 90)
        self.places[f"C{place + 1}"] = (x - BESIDE, 0.0, 90)
        self.places[f"R{place + 1}"] = (x + BESIDE, 0.0, 270)
        self.track("GND", "top", POWER, (x, GND_Y), (x - BESIDE, GND_Y))
        self.via("GND", x - 1.6, GND_Y)
        self.track(
            "3V3",
            "top",
            POWER,
            (x - BESIDE, SUPPLY_Y),
            (x - 0.95, SUPPLY_Y),
            (x - 0.95, 0.0),
            (x + 1.6, 0.0),
            (x + 1.6, 0.775),
            (x + BESIDE, 0.775),
        )
        self.via("3V3", x - 1.6, SUPPLY_Y)
        lane = self.lane_of(place)
        self.track(net, "top", SIGNAL, (x + 0.95, -1.05), (x + BESIDE, -1.05))
        out = x + BESIDE if lane < 0 else x + 3.7
        if lane < 0:
            self.track(net, "top", SIGNAL, (out, -1.05), (out, lane))
        else:
            self.track(net, "top", SIGNAL, (x + BESIDE, -1.05), (x + BESIDE, -2.2), (out, -2.2), (out, lane))
        self.via(net, out, lane)
        self.track(net, "bottom", SIGNAL, (out, lane), (self._input_x(place), lane))

    def _input_x(self, place: int) -> float:
        """Where the chip's input for a place is, along the bar."""
        number = int(SHIFT_PINS[f"D{7 - place % 8}"])
        return self.chip_x(place // 8) + _pin_x(number)

    def chip(self, chip: str, capacitor: str, number: int) -> None:
        """A 74HC165: data inputs go outwards to the lanes, power inwards to the rails."""
        middle = self.chip_x(number)
        self.places[chip] = (middle, 0.0, 90)
        self.places[capacitor] = (middle - 3.81, 5.2, 0)
        for place in range(8 * number, 8 * number + 8):
            x, lane = self._input_x(place), self.lane_of(place)
            net = f"S{place}" if place < PLACES else "FRAME"
            self.track(net, "top", SIGNAL, (x, -ROW if lane < 0 else ROW), (x, lane))
            self.via(net, x, lane)
        for pin, net, y in ((16, "3V3", SUPPLY_Y), (15, "GND", GND_Y), (8, "GND", GND_Y)):
            x = middle + _pin_x(pin)
            self.track(net, "top", POWER, (x, -ROW if pin < 9 else ROW), (x, y))
            self.via(net, x, y)
        for pin, net in ((1, "LOAD"), (2, "CLK")):
            x = middle + _pin_x(pin)
            self.track(net, "top", SIGNAL, (x, -ROW), (x, LANES_BELOW[net]))
            self.via(net, x, LANES_BELOW[net])
        for net, pin in (("3V3", 16), ("GND", 15)):
            self.track(net, "top", POWER, (middle + _pin_x(pin), ROW), (middle + _pin_x(pin), 5.2))
        self._serial(number, middle)

    def _serial(self, number: int, middle: float) -> None:
        """Q7 and DS: from the first chip to the controller, from the second to the first, in from the next bar."""
        q, ds = middle + _pin_x(9), middle + _pin_x(10)
        if number == 0:
            left = CONNECTOR_X + 3.5 * CONNECTOR_PITCH
            self.track("Q", "top", SIGNAL, (q, ROW), (q, LANES_ABOVE["Q"]))
            self.via("Q", q, LANES_ABOVE["Q"])
            self.track("Q", "bottom", SIGNAL, (left, LANES_ABOVE["Q"]), (q, LANES_ABOVE["Q"]))
            self.track("LINK", "top", SIGNAL, (ds, ROW), (ds, LANES_ABOVE["LINK"]))
            self.via("LINK", ds, LANES_ABOVE["LINK"])
            self.track(
                "LINK", "bottom", SIGNAL, (ds, LANES_ABOVE["LINK"]), (self.chip_x(1) + _pin_x(9), LANES_ABOVE["LINK"])
            )
        else:
            self.track("LINK", "top", SIGNAL, (q, ROW), (q, LANES_ABOVE["LINK"]))
            self.via("LINK", q, LANES_ABOVE["LINK"])
            self.track("DATA_IN", "top", SIGNAL, (ds, ROW), (ds, 0.0))
            self.via("DATA_IN", ds, 0.0)

    def frame_bit(self) -> None:
        """Three pads one below the other at the right end: 3V3, the frame bit, GND."""
        lane = self.lane_of(PLACES)
        self.places["JP1"] = (BRIDGE_X, 0.0, 90)
        for net in ("GND", "FRAME", "3V3"):
            if net == "FRAME":
                self.track(net, "top", SIGNAL, (BRIDGE_X, 0.0), (BRIDGE_X + 1.6, 0.0), (BRIDGE_X + 1.6, lane))
                self.via(net, BRIDGE_X + 1.6, lane)
                self.track(net, "bottom", SIGNAL, (self._input_x(PLACES), lane), (BRIDGE_X + 1.6, lane))
            else:
                rail = GND_Y if net == "GND" else SUPPLY_Y
                self.track(net, "top", POWER, (BRIDGE_X, rail), (BRIDGE_X - 1.4, rail))
                self.via(net, BRIDGE_X - 1.4, rail)

    def bulk(self) -> None:
        """The large capacitor, half-way along, where no chip is."""
        x = self.place_x(7) + self.step / 2
        self.places["C18"] = (x, 0.0, 90)
        for net, y in (("3V3", SUPPLY_Y), ("GND", GND_Y)):
            self.track(net, "top", POWER, (x, y), (x + 1.4, y))
            self.via(net, x + 1.4, y)

    def rails(self) -> None:
        for number, net, y in ((1, "GND", GND_Y), (3, "3V3", SUPPLY_Y)):
            x = CONNECTOR_X + CONNECTOR_PITCH * (number - 1)
            self.via(net, x, y)
            self.track(net, "bottom", RAIL, (x, y), (BRIDGE_X - 1.4, y))


def _pin_x(pin: int) -> float:
    """Where a pin of SOIC-16 is along the chip, pin 1 at the lower left."""
    return -4.445 + 1.27 * (pin - 1 if pin < 9 else 16 - pin)
