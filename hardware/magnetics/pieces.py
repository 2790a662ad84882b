"""The magnets of the pieces as they lie on the board, from the sizes, and what a Hall switch makes of them."""

from math import pi
from typing import Final

from hardware.generate.sizes import Sizes
from hardware.magnetics.cylinder import Magnet

OPERATES_MT: Final = (1.2, 3.9)
"""The field at which a DRV5032DU switches on: of the most and of the least sensitive that may be sold as one."""
RELEASES_MT: Final = (0.9, 3.5)
"""The field below which it switches off again, of the same two."""
BEECH, ACRYLIC, NEODYMIUM = 0.65, 1.18, 7.4
"""Grams a cubic centimetre, from the lower end of what tables give."""
GRAVITY: Final = 9.81


def disc(sizes: Sizes) -> Magnet:
    """The Diver's, in a puck."""
    made = sizes.magnets
    return Magnet(made.diver_diameter, made.diver_thickness, made.diver_floor)


def rod(sizes: Sizes) -> Magnet:
    """The Pontoon's, in the box's stick."""
    made = sizes.magnets
    return Magnet(made.pontoon_diameter, made.pontoon_thickness, made.pontoon_floor)


def own_rod() -> Magnet:
    """The one of a stick of one's own."""
    return Magnet(4.0, 3.0, 0.5)


def tile_down(sizes: Sizes) -> Magnet:
    """The Diver's, on the back of a tile that lies face down."""
    made = sizes.magnets
    return Magnet(made.diver_diameter, made.diver_thickness, sizes.pieces.tile_thickness)


def tile_up(sizes: Sizes) -> Magnet:
    """The same with the tile turned up: on the plate, its other pole down."""
    made = sizes.magnets
    return Magnet(made.diver_diameter, made.diver_thickness, 0.0, up=True)


def crew(sizes: Sizes, below: int = 0) -> Magnet:
    """The one of a crew's piece that stands on so many others."""
    made = sizes.magnets
    return Magnet(made.diver_diameter, made.diver_thickness, sizes.crew.floor + below * crew_height(sizes))


def crew_height(sizes: Sizes) -> float:
    """From one piece of a stack to the next."""
    return sizes.crew.height + sizes.crew.cap_thickness


def crew_weight(sizes: Sizes) -> float:
    """The weight of one piece (mN): a body of beech, a cap of acrylic, the magnet. Notches and glue are left out."""
    made = sizes.magnets
    magnet, body, cap = (
        pi / 4 * across**2 * high / 1000
        for across, high in (
            (made.diver_diameter, made.diver_thickness),
            (sizes.crew.body, sizes.crew.height),
            (sizes.crew.cap, sizes.crew.cap_thickness),
        )
    )
    return GRAVITY * ((body - magnet) * BEECH + cap * ACRYLIC + magnet * NEODYMIUM)


def crew_pull(sizes: Sizes, above: int) -> float:
    """How hard so many pieces on top of it pull a piece up, in millinewton."""
    return sum(crew(sizes).pull(crew(sizes), place * crew_height(sizes)) for place in range(1, above + 1))
