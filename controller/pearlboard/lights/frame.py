"""Frames on their way to a driver: in the order of the LED chain, and only when something has changed."""

from collections.abc import Mapping, Sequence

from pearlboard.geometry import GRID, Light

_DARK = bytes(3)


def led_order(led_of: Mapping[Light, int], leds: int) -> tuple[int | None, ...]:
    """For every LED of the chain, the index of its light in `GRID.lights`; None for an LED without a light."""
    light_of: dict[int, int] = {led_of[light]: number for number, light in enumerate(GRID.lights)}
    return tuple(map(light_of.get, range(leds)))


def in_led_order(frame: bytes, order: Sequence[int | None]) -> bytes:
    """Reorder three bytes per light into three bytes per LED; LEDs without a light stay dark."""
    return b"".join(_DARK if number is None else frame[3 * number : 3 * number + 3] for number in order)


class Changed:
    """A filter that admits a frame only if it differs from the last one, or if that one is `keyframe_ms` old."""

    def __init__(self, keyframe_ms: int | None = None) -> None:
        """Without `keyframe_ms`, equal frames are never repeated."""
        self._keyframe_ms = keyframe_ms
        self._last: bytes | None = None
        self._last_ms = 0

    def admit(self, frame: bytes, at_ms: int) -> bool:
        """Whether to show this frame; an admitted frame becomes the last one."""
        stale = self._keyframe_ms is not None and at_ms - self._last_ms >= self._keyframe_ms
        if frame == self._last and not stale:
            return False
        self._last, self._last_ms = frame, at_ms
        return True

    def forget(self) -> None:
        """Admit the next frame in any case, because the board was disconnected and its lights are unknown."""
        self._last = None
