"""Frames on their way to a driver: in the order of the LED chain, and only when there is something new to show."""

from collections.abc import Mapping, Sequence

from pearlboard.geometry import GRID, Light

_DARK = bytes(3)


def led_order(led_of: Mapping[Light, int], leds: int) -> tuple[int | None, ...]:
    """For every LED of the chain, which of `GRID.lights` it is, by its number; None for one that is no light."""
    light_of: dict[int, int] = {led_of[light]: number for number, light in enumerate(GRID.lights)}
    return tuple(map(light_of.get, range(leds)))


def in_led_order(frame: bytes, order: Sequence[int | None]) -> bytes:
    """Three bytes a light -> three bytes an LED, in the order of the chain; LEDs that are no light stay dark."""
    return b"".join(_DARK if number is None else frame[3 * number : 3 * number + 3] for number in order)


class Changed:
    """Lets a frame pass only if it differs from the last one that passed, or if that is `keyframe_ms` ago."""

    def __init__(self, keyframe_ms: int | None = None) -> None:
        """Without `keyframe_ms`, equal frames never pass again."""
        self._keyframe_ms = keyframe_ms
        self._last: bytes | None = None
        self._last_ms = 0

    def admit(self, frame: bytes, at_ms: int) -> bool:
        """Here is a frame: whether it is to be shown. If so, it is remembered."""
        stale = self._keyframe_ms is not None and at_ms - self._last_ms >= self._keyframe_ms
        if frame == self._last and not stale:
            return False
        self._last, self._last_ms = frame, at_ms
        return True

    def forget(self) -> None:
        """The next frame passes: the board was away, and nobody knows what it shows."""
        self._last = None
