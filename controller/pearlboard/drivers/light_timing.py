"""How long the lights' data is high by SPI, and what their makers ask for. Computed and read; not measured on a Pi.

Eight bits of SPI are one bit of the lights: some of them high, the rest low. The kernel divides its clock by an even
number, so what is asked for becomes 250 / 42 MHz on a Pi 3 and Zero 2 W, 500 / 84 on a Pi 4, 200 / 34 on a Pi 5: with
two and four bits high that is 336 to 340 and 672 to 680 ns, within all three data sheets. At the 6.4 MHz that
neopixel_spi asks for by itself the kernel gives 6.25, and a one is 640 ns: less than the 650 of a WS2812B.
"""

from collections.abc import Mapping
from typing import Final

from pearlboard.settings import Wires

SPI_HZ: Final = 5_960_000
SHORTEST_NS, LONGEST_NS = 168, 170
"""The shortest and the longest bit of SPI at the rates above."""
WANTED_NS: Final[Mapping[str, tuple[tuple[int, int], tuple[int, int]]]] = {
    "WS2812B": ((250, 550), (650, 950)),
    "WS2812B-V5": ((220, 380), (580, 1_000)),
    "SK6812": ((150, 450), (450, 750)),
}
"""The least and the most that a zero and a one are high, by kind and its data sheet."""


def pattern(bits: int) -> int:
    """The byte that is high for so many bits of SPI."""
    return 0xFF << 8 - bits & 0xFF


def core_lines(model: str) -> tuple[str, ...]:
    """The boot settings that keep still the clock of which a model's SPI is made; none where it is another's."""
    if any(name in model for name in ("Pi 3", "Compute Module 3", "Zero 2")):
        return ("core_freq=250",)
    if any(name in model for name in ("Pi 4", "Compute Module 4", "Pi 400")):
        return ("core_freq=500", "core_freq_min=500")
    return ()


def unfit(wires: Wires) -> tuple[str, ...]:
    """The kinds of lights whose data sheets a zero or a one is outside of."""
    return tuple(
        kind
        for kind, wanted in WANTED_NS.items()
        if not all(
            least <= bits * SHORTEST_NS and bits * LONGEST_NS <= most
            for bits, (least, most) in zip((wires.zero_bits, wires.one_bits), wanted, strict=True)
        )
    )
