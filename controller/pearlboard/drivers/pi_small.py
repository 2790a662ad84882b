"""Small parts on a Pi's pins: buttons and the lights' supply, sampled and debounced, and a piezo."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pearlboard.drivers.protocols import Button, Clock, Pressed, Released, Supplied, Tone

STILL_MS: Final = 20
"""The debounce time of a button."""
HALF: Final = 0.5
"""The duty cycle at which a piezo is loudest."""


class Steady:
    """A level that changes once samples have differed from it for a debounce time."""

    def __init__(self, *, level: bool) -> None:
        self.level = level
        self._differs_ms: int | None = None

    def look(self, at_ms: int, *, level: bool) -> int | None:
        """Take a sample; return the time of the first one that differed, if the level has changed now."""
        if level == self.level:
            self._differs_ms = None
            return None
        if self._differs_ms is None:
            self._differs_ms = at_ms
        if at_ms - self._differs_ms < STILL_MS:
            return None
        first_ms, self.level, self._differs_ms = self._differs_ms, level, None
        return first_ms


class Contact:
    """The debouncer of one button. A button that is held at the first sample is ignored until released.

    Events carry the time of the first sample of the new state, before the contact was stable.
    """

    def __init__(self, button: Button) -> None:
        self.button = button
        self._down: Steady | None = None

    def look(self, at_ms: int, *, down: bool) -> Pressed | Released | None:
        """Take a sample; return the event that it causes, if any."""
        if self._down is None:
            self._down = None if down else Steady(level=False)
            return None
        first_ms = self._down.look(at_ms, level=down)
        if first_ms is None:
            return None
        return Pressed(self.button, first_ms) if down else Released(self.button, first_ms)

    def forget(self) -> None:
        """Start over: the board was disconnected."""
        self._down = None


class SupplyWatch:
    """Whether the lights have their 5 V, from samples of an input that is low while they do not."""

    def __init__(self) -> None:
        self._well = Steady(level=True)

    def look(self, at_ms: int, *, well: bool) -> Supplied | None:
        """Take a sample; return the event of a change that has lasted."""
        first_ms = self._well.look(at_ms, level=well)
        return None if first_ms is None else Supplied(well, first_ms)


class Piezo:
    """Plays tones one after the other, on the event loop's thread."""

    def __init__(self, output: Any, clock: Clock) -> None:  # noqa: ANN401 - a PWMOutputDevice, which has no types
        self._output = output
        self._clock = clock
        self._prevent: Callable[[], None] = _nothing

    def play(self, tones: Sequence[Tone]) -> None:
        """Play these tones, in place of any that are still sounding."""
        self._prevent()
        self._next(tuple(tones))

    def _next(self, tones: tuple[Tone, ...]) -> None:
        self._prevent = _nothing
        if not tones:
            self._output.value = 0
            return
        (hertz, ms), *rest = tones
        if hertz:
            self._output.frequency = hertz
        self._output.value = HALF if hertz else 0
        self._prevent = self._clock.call_at(self._clock() + ms, lambda: self._next(tuple(rest)))

    def close(self) -> None:
        """Stop playing, and release the pin."""
        self.play(())
        self._output.close()


def _nothing() -> None:
    """Do nothing: no tone is scheduled."""
