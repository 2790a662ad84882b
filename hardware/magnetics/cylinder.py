"""The field of a cylinder magnet and the force between two, in closed form: no library is needed.

A cylinder that is magnetized along its axis has the field outside that a thin coil around it would have, and that is
made of complete elliptic integrals (Derby and Olbert, "Cylindrical magnets and ideal solenoids", 2010; the integral is
Bulirsch's `cel`). Lengths are millimetres, fields millitesla, forces millinewton.
"""

from dataclasses import dataclass
from functools import cache
from math import hypot, pi, sqrt
from typing import Final

REMANENCE_T: Final = 1.2
"""The remanence of N35, from 1.17 to 1.22 T by dealers' tables."""
VACUUM: Final = 4e-7 * pi
CONVERGED: Final = 1e-9
ROUNDED: Final = 6
"""Radii that differ by less than a nanometre are one; so a board's symmetry saves nearly all of the work."""
RINGS: Final = 24


@dataclass(frozen=True, slots=True)
class Magnet:
    """A cylinder along z: diameter, height, and how far its lower face is above the piece's underside.

    `up`: its pole is turned over, so that a sensor below reads it as negative.
    """

    diameter: float
    height: float
    floor: float
    up: bool = False

    def field(self, aside: float, depth: float) -> float:
        """The field along the axis `depth` below the piece's underside and so far to the side."""
        along, _ = _both(self.diameter / 2, self.height / 2, round(aside, ROUNDED), self._middle(depth))
        return -along if self.up else along

    def across(self, aside: float, depth: float) -> float:
        """The field along the plate there."""
        _, across = _both(self.diameter / 2, self.height / 2, round(aside, ROUNDED), self._middle(depth))
        return abs(across)

    def pull(self, other: "Magnet", apart: float) -> float:
        """How hard the magnet of a piece pulls that of another whose underside is `apart` above its own, same poles down.

        The upper one's two faces carry opposite poles: the force is the field on one less that on the other.
        """
        lower = apart + other.floor - self.floor - self.height
        if lower <= 0:
            raise ValueError(f"magnets would lie {-lower:.2f} mm in one another")
        at = self.height / 2 + lower
        return self._through(other, at) - self._through(other, at + other.height)

    def _middle(self, depth: float) -> float:
        """From the element up to the magnet's middle: what lies under it looks at it from below, which is the same."""
        return depth + self.floor + self.height / 2

    def _through(self, other: "Magnet", at: float) -> float:
        """The force on one face of the other magnet at this height above this one's middle, by rings of equal width."""
        width = other.diameter / 2 / RINGS
        rings = [width * (step + 0.5) for step in range(RINGS)]
        flux = sum(
            _both(self.diameter / 2, self.height / 2, ring, at)[0] * 1e-3 * 2 * pi * ring * width for ring in rings
        )
        return REMANENCE_T / VACUUM * flux * 1e-6 * 1e3


@cache
def _both(radius: float, half: float, aside: float, away: float) -> tuple[float, float]:
    """Along the axis and away from it, `away` from the middle of the magnet on either side, outside of it."""
    if away <= half and aside <= radius:
        raise ValueError("a field is asked for within a magnet")
    gamma = (radius - aside) / (radius + aside)
    along = across = 0.0
    for sign, z in ((1, away + half), (-1, away - half)):
        far = hypot(z, aside + radius)
        kc = sqrt((z * z + (radius - aside) ** 2) / (z * z + (radius + aside) ** 2))
        # On the mantle's own radius the integrand has a spike that both faces share; outside the magnet it cancels out.
        integral = _cel(kc, gamma * gamma, 1.0, gamma) if gamma else _cel(kc, 1.0, 1.0, 1.0)
        along += sign * z / far * integral
        across += sign * radius / far * _cel(kc, 1.0, 1.0, -1.0)
    scale = REMANENCE_T / pi * 1000
    return scale * radius / (radius + aside) * along, scale * across


def _cel(kc: float, p: float, c: float, s: float) -> float:
    """Bulirsch's complete elliptic integral, p > 0, by arithmetic and geometric means that run towards each other."""
    root = sqrt(p)
    first, second = c + s / p, 2 * (s / root + c * kc / root)
    root += kc / root
    arithmetic, before, geometric, product = 1 + kc, 1.0, kc, kc
    while abs(before - geometric) > before * CONVERGED:
        geometric = 2 * sqrt(product)
        product = geometric * arithmetic
        share = product / root
        first, second = first + second / root, 2 * (second + first * share)
        root += share
        before, arithmetic = arithmetic, arithmetic + geometric
    return pi / 2 * (second + first * arithmetic) / (arithmetic * (arithmetic + root))
