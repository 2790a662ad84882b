"""From colours as the eye sees them to the bytes that LEDs get, and what these draw.

The limit is judged on the bytes that are really sent: after gamma, the frame as a whole is scaled until the estimate
keeps to it. Estimates follow the usual rule of 20 mA a colour at full brightness, which is 60 mA for white, and about
0.5 A for 135 LEDs that are dark; nothing of it was measured on a real board yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from pearlboard.lights.theme import Colour

CHANNEL_UA = 20_000
DARK_UA = 3_700


@dataclass(frozen=True, slots=True)
class Dimming:
    """How brightly the lights shine, as a gamma and a share of 1, and what all of them may draw."""

    cap_ma: int
    gamma: float
    brightness: float


def gamma_table(gamma: float, brightness: float = 1.0) -> bytes:
    """What to send for each of 0 to 255; what is not dark stays at least 1."""
    return bytes([0, *(max(1, round(255 * brightness * (value / 255) ** gamma)) for value in range(1, 256))])


def linear(colours: Iterable[Colour], table: bytes) -> bytes:
    """R, G and B of each colour, through a gamma table."""
    return bytes(chain.from_iterable(colours)).translate(table)


def estimate_ma(frame: bytes) -> int:
    """What the LEDs that show these bytes draw, rounded up."""
    microamperes = len(frame) // 3 * DARK_UA + sum(frame) * CHANNEL_UA // 255
    return -(-microamperes // 1000)


def limited(frame: bytes, cap_ma: int) -> bytes:
    """The frame, scaled as a whole so that it draws at most `cap_ma`; dark if the dark LEDs alone draw more."""
    shared = max(0, (cap_ma * 1000 - len(frame) // 3 * DARK_UA) * 255 // CHANNEL_UA)
    wanted = sum(frame)
    if wanted <= shared:
        return frame
    return frame.translate(bytes(value * shared // wanted for value in range(256)))
