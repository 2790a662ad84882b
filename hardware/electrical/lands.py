"""Lands of parts: where their pads are seen from their middle or first pin, and what their bodies cover.

Seen from the parts' side with y upwards, and turned as in KiCad's library, which is IPC-7351's zero too: pin 1 of a chip or
a SOT-23 at the left above, that of what has two at the left. So a placement's angle is what a machine expects.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.electrical.board import Box


@dataclass(frozen=True, slots=True)
class Land:
    """One pad: pin, where, how large, and its hole."""

    pin: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0


@dataclass(frozen=True, slots=True)
class Footprint:
    """The pads of a part, what it covers, and pegs without copper: x, y, diameter."""

    lands: tuple[Land, ...]
    body: Box
    pegs: tuple[tuple[float, float, float], ...] = ()

    def turned(self, by: int) -> "Footprint":
        """Turned to the left by a multiple of 90 degrees."""
        found = self
        for _ in range(by // 90 % 4):
            found = Footprint(
                tuple(Land(one.pin, -one.y, one.x, one.height, one.width, one.drill) for one in found.lands),
                (-found.body[3], found.body[0], -found.body[1], found.body[2]),
                tuple((-y, x, across) for x, y, across in found.pegs),
            )
        return found


def _round(pin: int, x: float, y: float, across: float, drill: float) -> Land:
    return Land(str(pin), x, y, across, across, drill)


def _row(count: int, pitch: float, across: float, drill: float) -> tuple[Land, ...]:
    """To the right, from pin 1."""
    return tuple(_round(pin + 1, pin * pitch, 0.0, across, drill) for pin in range(count))


def _header(count: int) -> Footprint:
    """Downwards, from pin 1."""
    lands = (_round(pin + 1, 0.0, -2.54 * pin, 1.7, 1.0) for pin in range(count))
    return Footprint(tuple(lands), (-1.27, -1.27 - 2.54 * (count - 1), 1.27, 1.27))


def _chip(pins: int, length: float) -> Footprint:
    """SOIC: pin 1 at the left above, down, and up again at the right."""
    half, first = pins // 2, (pins // 2 - 1) * 0.635
    left = (Land(str(place + 1), -2.475, first - 1.27 * place, 1.95, 0.6) for place in range(half))
    right = (Land(str(pins - place), 2.475, first - 1.27 * place, 1.95, 0.6) for place in range(half))
    return Footprint((*left, *right), (-2.0, -length / 2, 2.0, length / 2))


def _pico() -> Iterator[Land]:
    """USB above: pins 1 to 20 down the left, 21 to 40 up the right. From pin 1."""
    for place in range(20):
        yield _round(place + 1, 0.0, -2.54 * place, 1.7, 1.0)
        yield _round(40 - place, 17.78, -2.54 * place, 1.7, 1.0)


def _box_header() -> Iterator[Land]:
    """2 x 20: odd pins down the left, even ones at the right of each. From pin 1."""
    for place in range(20):
        yield _round(2 * place + 1, 0.0, -2.54 * place, 1.7, 1.0)
        yield _round(2 * place + 2, 2.54, -2.54 * place, 1.7, 1.0)


def _two(half: float, width: float, height: float) -> tuple[Land, ...]:
    return Land("1", -half, 0.0, width, height), Land("2", half, 0.0, width, height)


def _usb_c() -> Iterator[Land]:
    """USB-C socket, its mouth below: contacts of both ways a plug may be turned, and the shell's four feet."""
    contacts = {"A5": (-0.5, 0.7), "A9": (1.52, 0.76), "A12": (2.75, 0.8)}
    contacts |= {f"B{name[1:]}": (-x, wide) for name, (x, wide) in contacts.items()}
    for name, (x, wide) in contacts.items():
        yield Land(name, x, 3.0325, wide, 1.2)
    for x in (-5.125, 5.125):
        yield Land("S1", x, 2.9775, 1.8, 1.35)
        yield Land("S1", x, -0.6025, 1.8, 1.5)


FOOTPRINTS: Final[dict[str, Footprint]] = {
    "0603": Footprint(_two(0.775, 0.9, 0.95), (-0.8, -0.4, 0.8, 0.4)),
    "0805": Footprint(_two(0.95, 1.0, 1.45), (-1.0, -0.625, 1.0, 0.625)),
    "SMB": Footprint(_two(2.15, 2.5, 2.3), (-2.3, -2.0, 2.3, 2.0)),
    "SOT-23": Footprint(
        (Land("1", -1.05, 0.95, 1.3, 0.6), Land("2", -1.05, -0.95, 1.3, 0.6), Land("3", 1.05, 0.0, 1.3, 0.6)),
        (-0.7, -1.52, 0.7, 1.52),
    ),
    "SOIC-14": _chip(14, 8.75),
    "SOIC-16": _chip(16, 10.0),
    "LED, 3 mm": Footprint(_row(2, 2.54, 1.8, 0.9), (-0.63, -1.9, 3.17, 1.9)),
    "radial, 10 mm": Footprint(_row(2, 5.0, 2.0, 1.0), (-2.6, -5.1, 7.6, 5.1)),
    "holder, 5 x 20 mm": Footprint(_row(2, 22.5, 3.0, 1.3), (0.0, -4.8, 22.5, 4.8), ((11.25, 0.0, 2.7),)),
    "USB-C, power": Footprint(tuple(_usb_c()), (-4.47, -3.4525, 4.47, 3.4525)),
    "test pad": Footprint((Land("1", 0.0, 0.0, 1.5, 1.5),), (-0.75, -0.75, 0.75, 0.75)),
    "1x2, 2.54 mm": _header(2),
    "1x5, 2.54 mm": _header(5),
    "solder bridge": Footprint(
        tuple(Land(str(pin), 1.3 * (pin - 2), 0.0, 1.0, 1.5) for pin in (1, 2, 3)), (-1.8, -0.75, 1.8, 0.75)
    ),
    "XH, 2": Footprint(_row(2, 2.5, 1.7, 1.0), (-2.45, -3.4, 4.95, 2.35)),
    **{
        f"XH, {count}": Footprint(_row(count, 2.5, 1.7, 0.95), (-2.45, -3.4, 2.5 * count - 0.05, 2.35))
        for count in (3, 4, 5)
    },
    **{
        f"VH, {count}": Footprint(_row(count, 3.96, 2.7, 1.7), (-1.95, -4.8, 3.96 * count - 2.01, 3.7))
        for count in (2, 3)
    },
    "Pico, 2 x 1x20": Footprint(tuple(_pico()), (-1.61, -49.63, 19.39, 1.37)),
    "box header, 2x20": Footprint(tuple(_box_header()), (-3.18, -53.36, 5.72, 5.1)),
}
"""By package. Their figures are looked after by tests/hardware/test_lands.py, and compared with KiCad's by `make kicad`."""
