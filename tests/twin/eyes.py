"""What a person sees: the strip's pulses as lights on the board, less those that a piece hides.

A picture is compared in two ways: with the bytes that the table asked for, and, light by light, with what a scene must
show at least by the lights that stay uncovered.
"""

from pearlboard.geometry import GRID, Light
from pearlboard.sensing.wiring import reference_wiring

WIRING = reference_wiring()


def lights_of(rgb: bytes) -> dict[Light, tuple[int, int, int]]:
    """The lights that shine, with their colours."""
    found = {}
    for light, led in WIRING.led_of.items():
        colour = tuple(rgb[3 * led : 3 * led + 3])
        if any(colour):
            found[light] = colour
    return found


def seen(rgb: bytes, lying) -> dict[Light, tuple[int, int, int]]:
    """The same, less those under a piece."""
    return {light: colour for light, colour in lights_of(rgb).items() if light not in lying}


def shines(pictures, lying) -> frozenset[Light]:
    """The lights that shone in any of these pictures, and could be seen."""
    return frozenset(light for picture in pictures for light in seen(picture.rgb, lying))


def moves(pictures, lying) -> frozenset[Light]:
    """The lights among them that were not alike in all."""
    every = [seen(picture.rgb, lying) for picture in pictures]
    return frozenset(light for shown in every for light in shown if any(each.get(light) != shown[light] for each in every))


def corners(*names: str) -> frozenset[Light]:
    """The corners around these sites, which no piece covers."""
    return frozenset(corner for name in names for corner in GRID.corners_of[GRID.site(name)])
