"""How hands move a piece: moments with x, y and the height of its underside above the plate, in mm and µs."""

import math

from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.geometry import Site
from twin.magnets import Magnets, Piece

HIGH_MM = 40.0
HALF_MM = (6.0, 8.0)
"""How far from the middle a piece lies that leans on the rim of its opening."""
CARRIED_MM = 25.0
CHATTER_US = (0, 700, 1_900)
"""When a button's contact makes, breaks and makes."""


def rest(magnets: Magnets, site: Site, us: float):
    """A piece is laid straight down, within a tenth of a second.

    A puck is too wide for a farm's pocket: it lies on the mask there.
    """
    x, y = magnets.place(site)
    high = magnets.layout.sizes.mask.thickness if site in FARMS else 0.0
    return [(us + 1, x + 8, y - 4, HIGH_MM), (us + 100_000, x, y, high)]


def bounce(magnets: Magnets, site: Site, us: float):
    """A piece falls the last centimetre and jumps twice."""
    (x, y), rng = magnets.place(site), magnets.rng
    at, moments = us + 60_000, [(us + 1, x, y, HIGH_MM)]
    for height in (0.0, 10.0 * rng.random(), 0.0, 4.0 * rng.random(), 0.0):
        moments.append((at, x, y, height))
        at += rng.uniform(20_000, 45_000)
    return moments


def slide(magnets: Magnets, site: Site, us: float):
    """A piece slides over the mask from two places away, past all sensors between, and into its opening."""
    (x, y), layout = magnets.place(site), magnets.layout
    far = 2 * layout.sizes.pitch * (1 if x < layout.width / 2 else -1)
    high, there_us = layout.sizes.mask.thickness, us + magnets.rng.uniform(310_000, 460_000)
    return [
        (us + 1, x + far, y + 1, HIGH_MM),
        (us + 60_000, x + far, y, high),
        (there_us, x, y, high),
        (there_us + 30_000, x, y, 0.0),
    ]


def half(magnets: Magnets, site: Site, us: float):
    """A piece stays on the rim of its opening, aslant from the middle and as far as can be from every other sensor."""
    x, y = magnets.layout.at(site)
    high = magnets.layout.sizes.mask.thickness
    aside = magnets.rng.uniform(*HALF_MM) / math.sqrt(2)
    return [(us + 1, x + aside, y + aside, HIGH_MM), (us + 100_000, x + aside, y + aside, high)]


def drop(magnets: Magnets, site: Site, us: float):
    """A piece falls within ten milliseconds, and lies at that moment."""
    x, y = magnets.place(site)
    return [(us - 10_000, x, y, HIGH_MM), (us, x, y, 0.0)]


def pushed(magnets: Magnets, site: Site, piece: Piece, us: float):
    """A piece is pushed from where it is into its opening."""
    x, y = magnets.place(site)
    return [(us + 1, *piece.at(us)), (us + 80_000, x, y, 0.0)]


def lifted(piece: Piece, us: float):
    """A piece is lifted up and away."""
    x, y, z = piece.at(us)
    return [(us + 1, x, y, z), (us + 120_000, x + 5, y + 5, HIGH_MM)]


def carried(magnets: Magnets, site: Site, piece: Piece, us: float):
    """A piece is carried up, over all sensors between, and down there."""
    (x, y, z), (a, b) = piece.at(us), magnets.place(site)
    there_us = us + 150_000 + 1_500 * math.hypot(a - x, b - y)
    return [
        (us + 1, x, y, z),
        (us + 75_000, x + (a - x) * 0.2, y + (b - y) * 0.2, CARRIED_MM),
        (there_us - 75_000, x + (a - x) * 0.8, y + (b - y) * 0.8, CARRIED_MM),
        (there_us, a, b, 0.0),
    ]


WAYS = {"rest": rest, "bounce": bounce, "slide": slide, "half": half, "drop": drop}
"""How a piece is laid, by name."""
