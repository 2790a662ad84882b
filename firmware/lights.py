"""Pictures on their way to the strip: put together from chunks, kept within the current, and two of the board's own.

Runs on MicroPython and on CPython. The estimate is that of pearlboard.lights.power: 20 mA a colour, 3.7 mA an LED that
is dark. The board keeps to its cap whatever the host sends.
"""

import quick

CHANNEL_UA = 20_000
DARK_UA = 3_700
EVERY = 15  # one LED in so many shows the board's own patterns


class Picture:
    """R, G and B of every LED, of which the host sends chunks."""

    def __init__(self, leds: int) -> None:
        self.rgb = bytearray(3 * leds)
        self._all = (1 << leds) - 1  # one bit an LED
        self._number = None
        self._missing = 0

    def take(self, number: int, first: int, rgb: bytes) -> bool:
        """A chunk of the picture with that number; False if it does not fit. Another number begins a new picture."""
        end = 3 * first + len(rgb)
        if not rgb or len(rgb) % 3 or end > len(self.rgb):
            return False
        if number != self._number:
            self._number, self._missing = number, self._all
        self._missing &= ~((1 << len(rgb) // 3) - 1 << first)
        self.rgb[3 * first : end] = rgb
        return True

    def complete(self, number: int) -> bool:
        """Whether all of that picture has come. It can be asked once."""
        whole = number == self._number and self._missing == 0
        self._number = None
        return whole


def limited(rgb: bytes, cap_ma: int) -> bytes:
    """The bytes, scaled as a whole so that they draw at most `cap_ma`."""
    shared = max(0, (cap_ma * 1000 - len(rgb) // 3 * DARK_UA) * 255 // CHANNEL_UA)
    wanted = quick.total(rgb, len(rgb))
    if wanted <= shared:
        return rgb
    scaled, table = bytearray(len(rgb)), bytearray(256)
    quick.shares(shared, wanted, table)
    quick.looked_up(rgb, len(rgb), table, scaled)
    return scaled


def host_lost(leds: int, at_ms: int) -> bytes:
    """A few blue LEDs that breathe, dimly: there is power, but nobody to play with."""
    level = at_ms % 4000 // 125
    return _dotted(leds, 0, 0, 1 + min(level, 31 - level))


def refused(leds: int, at_ms: int) -> bytes:
    """The same few LEDs blink amber: the host's program and this firmware do not fit."""
    on = at_ms % 1000 < 500
    return _dotted(leds, 24 * on, 8 * on, 0)


def _dotted(leds: int, red: int, green: int, blue: int) -> bytes:
    rgb = bytearray(3 * leds)
    for led in range(EVERY // 2, leds, EVERY):
        rgb[3 * led : 3 * led + 3] = bytes((red, green, blue))
    return bytes(rgb)
