"""What a person sees: the strip's pulses as lights on the board, less those that a piece hides."""

from pearlboard.geometry import GRID, Light
from pearlboard.sensing.wiring import reference_wiring

WIRING = reference_wiring()


def seen(rgb: bytes, lying) -> dict[Light, tuple[int, int, int]]:
    """The lights that shine and lie under no piece, with their colours."""
    shown = {light: tuple(rgb[3 * led : 3 * led + 3]) for light, led in WIRING.led_of.items() if light not in lying}
    return {light: colour for light, colour in shown.items() if any(colour)}


def around(*names: str) -> frozenset[Light]:
    """The lights around these sites."""
    sites = [GRID.site(name) for name in names]
    return frozenset(light for site in sites for light in (*GRID.corners_of[site], *GRID.edges_of.get(site, ())))
