"""Puts the lands of a circuit's parts where a board wants them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from hardware.electrical.board import Box, Pad
from hardware.electrical.circuit import Circuit
from hardware.electrical.lands import FOOTPRINTS

Place: TypeAlias = tuple[float, float, int]
"""Where the middle or first pin of a part is, and by how much it is turned to the left."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Pads, middles, bodies, and the pegs' holes of parts that lie on a board."""

    pads: tuple[Pad, ...]
    centres: dict[str, Place]
    bodies: dict[str, Box]
    pegs: tuple[tuple[float, float, float], ...]


def lying(circuit: Circuit, places: Mapping[str, Place]) -> Lying:
    """Every part at its place."""
    net_of = circuit.net_of()
    pads, pegs = [], []
    centres, bodies = {}, {}
    for part in circuit.parts:
        x, y, turn = places[part.name]
        land = FOOTPRINTS[part.package].turned(turn)
        for one in land.lands:
            net = net_of.get((part.name, one.pin), f"open {part.name}.{one.pin}")
            at = round(x + one.x, 6), round(y + one.y, 6)
            pads.append(Pad(part.name, one.pin, net, *at, one.width, one.height, one.drill))
        pegs += [(round(x + across, 6), round(y + up, 6), wide) for across, up, wide in land.pegs]
        centres[part.name], bodies[part.name] = (round(x, 6), round(y, 6), turn), land.body
    return Lying(tuple(pads), centres, bodies, tuple(pegs))
