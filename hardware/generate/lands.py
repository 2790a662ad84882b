"""Lands of parts: where their pads are seen from their middle or first pin, and what their bodies cover.

As in data sheets and KiCad's library, seen from the parts' side with y upwards, before they are turned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.generate.board import Box


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
    return tuple(_round(pin + 1, pin * pitch, 0.0, across, drill) for pin in range(count))


def _chip(pins: int) -> Iterator[Land]:
    """SOIC along x, pin 1 at the lower left."""
    half, first = pins // 2, -(pins // 2 - 1) * 0.635
    for place in range(half):
        yield Land(str(place + 1), first + 1.27 * place, -2.7, 0.6, 2.0)
        yield Land(str(pins - place), first + 1.27 * place, 2.7, 0.6, 2.0)


def _pico() -> Iterator[Land]:
    """USB at the left: pins 1 to 20 below from the left, 21 to 40 above from the right. From pin 1."""
    for place in range(20):
        yield _round(place + 1, 2.54 * place, 0.0, 1.7, 1.0)
        yield _round(40 - place, 2.54 * place, 17.78, 1.7, 1.0)


def _header() -> Iterator[Land]:
    """2 x 20 with pin 1 at the right above, odd pins above from the right, even ones below. From pin 1."""
    for place in range(20):
        yield _round(2 * place + 1, -2.54 * place, 0.0, 1.7, 1.0)
        yield _round(2 * place + 2, -2.54 * place, -2.54, 1.7, 1.0)


def _two(half: float, width: float, height: float) -> tuple[Land, ...]:
    return Land("1", -half, 0.0, width, height), Land("2", half, 0.0, width, height)


FOOTPRINTS: Final[dict[str, Footprint]] = {
    "0603": Footprint(_two(0.775, 0.8, 0.95), (-0.8, -0.4, 0.8, 0.4)),
    "0805": Footprint(_two(0.95, 1.0, 1.45), (-1.0, -0.625, 1.0, 0.625)),
    "SMB": Footprint(_two(2.15, 2.5, 2.3), (-2.3, -2.0, 2.3, 2.0)),
    "SOT-23": Footprint(
        (Land("1", -0.95, -1.1, 0.6, 1.1), Land("2", 0.95, -1.1, 0.6, 1.1), Land("3", 0.0, 1.1, 0.6, 1.1)),
        (-1.52, -0.7, 1.52, 0.7),
    ),
    "SOIC-14": Footprint(tuple(_chip(14)), (-4.375, -2.0, 4.375, 2.0)),
    "LED, 3 mm": Footprint(_row(2, 2.54, 1.8, 0.9), (-0.6, -1.7, 3.14, 1.7)),
    "radial, 8 mm": Footprint(_row(2, 3.5, 1.8, 0.9), (1.75 - 4.1, -4.1, 1.75 + 4.1, 4.1)),
    "holder, 5 x 20 mm": Footprint(_row(2, 22.5, 3.0, 1.3), (0.1, -4.8, 22.4, 4.8), ((11.25, 0.0, 2.7),)),
    "barrel, 5.5 x 2.1 mm": Footprint(
        (_round(1, 0.0, 0.0, 2.6, 1.6), _round(2, 6.0, 0.0, 2.6, 1.6), _round(3, 3.0, 4.7, 2.6, 1.6)),
        (-0.8, -4.6, 13.8, 4.6),
    ),
    "1x2, 2.54 mm": Footprint(_row(2, 2.54, 1.7, 1.0), (-1.27, -1.27, 3.81, 1.27)),
    "1x5, 2.54 mm": Footprint(_row(5, 2.54, 1.7, 1.0), (-1.27, -1.27, 11.43, 1.27)),
    **{
        f"XH, {count}": Footprint(_row(count, 2.5, 1.7, 1.0), (-2.45, -3.4, 2.5 * count - 0.05, 2.35))
        for count in (2, 3, 4, 5)
    },
    **{
        f"VH, {count}": Footprint(_row(count, 3.96, 2.7, 1.7), (-1.95, -4.8, 3.96 * count - 2.01, 3.7))
        for count in (2, 3)
    },
    "Pico, 2 x 1x20": Footprint(tuple(_pico()), (-1.37, -1.61, 49.63, 19.39)),
    "box header, 2x20": Footprint(tuple(_header()), (-53.36, -5.72, 5.1, 3.18)),
}
"""By package. What is not drawn here stands in a layout of its own, as the bar's does."""
