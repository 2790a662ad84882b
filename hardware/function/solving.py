"""Voltages and currents of resistors, sources and diodes at rest, when nothing changes any more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

LEAK: Final = 1e-8
"""Conductance from every node to ground, in siemens, so that what hangs free has a voltage."""
ROUNDS: Final = 200
SMALL: Final = 1e-7


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch between two nodes: the current from `a` to `b` is what is left above `volts`, by `ohm`.

    A resistor has no volts, a source has, a diode (`one_way`) lets nothing back. `name`: whose it is.
    """

    a: str
    b: str
    ohm: float
    volts: float = 0.0
    one_way: bool = False
    name: str = ""


@dataclass(frozen=True)
class Solved:
    """Volts by node and amperes by branch."""

    volts: Mapping[str, float]
    branches: Sequence[Branch]
    amperes: Sequence[float]

    def through(self, name: str) -> float:
        """Return the largest current through the branches of a name."""
        return max(
            (abs(one) for branch, one in zip(self.branches, self.amperes, strict=True) if branch.name == name),
            default=0.0,
        )

    def at(self, node: str) -> float:
        """Return a node's voltage, 0 if nothing hangs there."""
        return self.volts.get(node, 0.0)


def solve(branches: Iterable[Branch], ground: str) -> Solved:
    """Find which diodes conduct, and the voltages then; `ValueError` if none of many tries fits."""
    all_ = list(branches)
    on = {place for place, branch in enumerate(all_) if not branch.one_way}
    for _ in range(ROUNDS):
        volts = _linear([all_[place] for place in sorted(on)], ground)
        left = [volts.get(one.a, 0.0) - volts.get(one.b, 0.0) - one.volts for one in all_]
        wrong = [
            place for place, one in enumerate(all_) if one.one_way and _contradicts(left[place], conducts=place in on)
        ]
        if not wrong:
            return Solved(volts, all_, [left[place] / one.ohm * (place in on) for place, one in enumerate(all_)])
        on ^= {max(wrong, key=lambda place: abs(left[place]))}
    raise ValueError("no state of the diodes fits")


def _contradicts(left: float, *, conducts: bool) -> bool:
    """Whether a diode conducts against its voltage, or does not with it."""
    return abs(left) > SMALL and (left > 0) is not conducts


def _linear(branches: Sequence[Branch], ground: str) -> dict[str, float]:
    """Kirchhoff's currents, eliminated node by node, the least joined first."""
    left, given = _rows(branches, ground)
    order = []
    while left:
        node = min(left, key=lambda one: len(left[one]))
        row = left.pop(node)
        order.append((node, row, given[node]))
        for other in row.keys() & left.keys():
            factor = left[other].pop(node) / row[node]
            given[other] -= factor * given[node]
            for column, value in row.items():
                if column != node:
                    left[other][column] = left[other].get(column, 0.0) - factor * value
    volts = {ground: 0.0}
    for node, row, value in reversed(order):
        volts[node] = (value - sum(row[one] * volts[one] for one in row if one != node)) / row[node]
    return volts


def _rows(branches: Sequence[Branch], ground: str) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Rows of the equations by node, without ground: siemens to each node, and the amperes that sources give."""
    rows: dict[str, dict[str, float]] = {}
    given: dict[str, float] = {}
    for one in branches:
        siemens = 1 / one.ohm
        for here, there, sign in ((one.a, one.b, 1.0), (one.b, one.a, -1.0)):
            if here != ground:
                row = rows.setdefault(here, {here: LEAK})
                row[here] += siemens
                if there != ground:
                    row[there] = row.get(there, 0.0) - siemens
                given[here] = given.get(here, 0.0) + sign * siemens * one.volts
    return rows, given
