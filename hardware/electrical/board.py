"""A circuit board of two layers: copper, outline, print. Parts are on the upper side; y grows upwards, all is in mm."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.electrical.circuit import UNSOLDERED, Circuit
from hardware.generate.strokes import Point, strokes

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top."""

VIA, VIA_DRILL = 0.6, 0.3
FIDUCIAL, FREE = 1.0, 2.0
"""A fiducial's copper, and what is free of mask around it."""
INK: Final = 0.15
HEIGHT: Final = 1.0
"""The least for letters, with lines of 0.15 mm."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A rectangle of copper on top, or with a drill a round one on both sides."""

    part: str
    pin: str
    net: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0


@dataclass(frozen=True, slots=True)
class Track:
    """A line of copper through points."""

    net: str
    layer: str
    width: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole between the layers."""

    net: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Word:
    """A text about its middle, y upwards. `below`: on the lower side, seen from there."""

    text: str
    x: float
    y: float
    height: float = HEIGHT
    below: bool = False

    def lines(self) -> tuple[tuple[Point, ...], ...]:
        """Its strokes, on the board's own x and y."""
        turned = -1 if self.below else 1
        drawn = strokes(self.text, 0.0, 0.0, self.height)
        return tuple(tuple((self.x + turned * x, self.y - down) for x, down in line) for line in drawn)

    def box(self) -> Box:
        """The area that the text covers, with the ink's width."""
        points = [point for line in self.lines() for point in line]
        across, along = zip(*points, strict=True)
        return min(across) - INK / 2, min(along) - INK / 2, max(across) + INK / 2, max(along) + INK / 2


@dataclass(frozen=True)
class Board:
    """All of one board."""

    circuit: Circuit
    thickness: float
    outline: Box
    pads: tuple[Pad, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    centres: dict[str, tuple[float, float, int]]
    """Where the middle of every part is, and by how much it is turned, for the machine that places them."""
    bodies: dict[str, Box]
    """The area that a part covers besides its pads, seen from its middle."""
    holes: tuple[tuple[float, float, float], ...] = ()
    """For screws and pegs, without copper: x, y, diameter."""
    slots: tuple[tuple[Point, ...], ...] = ()
    """Routed out of it, corner by corner: a panel's."""
    fiducials: tuple[Point, ...] = ()
    """Dots by which a machine that places parts finds the board: copper of 1 mm, free of mask around."""
    words: tuple[Word, ...] = ()
    marks: tuple[tuple[Point, ...], ...] = ()
    """Lines printed on the parts' side: outlines, the stripe of what has one."""
    dots: tuple[tuple[float, float, float], ...] = ()
    """Printed beside pin 1 of what can be turned: diameter, x, y."""

    @property
    def name(self) -> str:
        """Its files begin with it."""
        return self.circuit.name

    def by_machine(self) -> frozenset[str]:
        """The parts that a machine places: nothing with wires or pins through the board, and no solder bridge."""
        by_hand = {pad.part for pad in self.pads if pad.drill}
        return frozenset(
            part.name
            for part in self.circuit.parts
            if part.fitted and part.name not in by_hand and part.package not in UNSOLDERED
        )


def drills(made: Board) -> Iterator[tuple[float, float, float]]:
    """Plated holes: diameter, x, y."""
    for via in made.vias:
        yield VIA_DRILL, via.x, via.y
    for pad in made.pads:
        if pad.drill:
            yield pad.drill, pad.x, pad.y


def edges(made: Board) -> Iterator[tuple[float, tuple[Point, ...]]]:
    """The outline, and what is routed out of the board: each as a line's width and points."""
    left, low, right, high = made.outline
    frame = ((left, low), (right, low), (right, high), (left, high))
    yield from ((0.1, (*corners, corners[0])) for corners in (frame, *made.slots))
