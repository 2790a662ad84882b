"""The current limit: from colours as the eye sees them to the bytes for the LEDs, within what the supply can give.

The limit applies to the bytes that are really sent: after gamma correction, the frame as a whole is scaled until the
estimate is within the limit. Estimates follow the usual rule of 20 mA per colour channel at full brightness, which is
60 mA for white, and about 0.5 A for 135 dark LEDs; none of this has been measured on a real board yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from pearlboard.lights.theme import Colour

CHANNEL_UA = 20_000
DARK_UA = 3_700


@dataclass(frozen=True, slots=True)
class Dimming:
    """The brightness of the lights (gamma, and a factor up to 1), and the limit of their current."""

    cap_ma: int
    gamma: float
    brightness: float


def gamma_table(gamma: float, brightness: float = 1.0) -> bytes:
    """A table from each value 0 to 255 to the byte to send; values above 0 stay at least 1."""
    return bytes([0, *(max(1, round(255 * brightness * (value / 255) ** gamma)) for value in range(1, 256))])


def linear(colours: Iterable[Colour], table: bytes) -> bytes:
    """R, G and B of each colour, mapped through a gamma table."""
    return bytes(chain.from_iterable(colours)).translate(table)


def estimate_ma(frame: bytes) -> int:
    """The estimated current of LEDs showing these bytes, in mA, rounded up."""
    microamperes = len(frame) // 3 * DARK_UA + sum(frame) * CHANNEL_UA // 255
    return -(-microamperes // 1000)


def limited(frame: bytes, cap_ma: int) -> bytes:
    """The frame, scaled as a whole to draw at most `cap_ma`; dark if the dark LEDs alone draw more."""
    shared = max(0, (cap_ma * 1000 - len(frame) // 3 * DARK_UA) * 255 // CHANNEL_UA)
    wanted = sum(frame)
    if wanted <= shared:
        return frame
    return frame.translate(bytes(value * shared // wanted for value in range(256)))
