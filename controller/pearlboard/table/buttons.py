"""The buttons of the board. One counts when it is let go; the end-turn button, held, takes back."""

from collections.abc import Iterator
from typing import Final

from pearlboard.drivers.protocols import Button

HOLD_MS: Final = 2_000
"""How long the end-turn button is held to take back."""


class Buttons:
    """Which buttons are held, since when, and at which public number they were pressed."""

    def __init__(self) -> None:
        self._held: dict[Button, tuple[int, int]] = {}

    def press(self, button: Button, at_ms: int, version: int) -> None:
        """It is held from now on."""
        self._held[button] = at_ms, version

    def release(self, button: Button) -> int | None:
        """It is let go; at which version it was pressed, or None if it has counted already."""
        held = self._held.pop(button, None)
        return None if held is None else held[1]

    def held(self, button: Button) -> bool:
        """Whether somebody holds it."""
        return button in self._held

    def forget(self) -> None:
        """Nobody knows any more."""
        self._held.clear()

    def take_back_held(self, at_ms: int) -> bool:
        """Whether the end-turn button has been held so long that it takes back; said once."""
        if all(due_ms > at_ms for due_ms in self.due()):
            return False
        del self._held[Button.END_TURN]
        return True

    def due(self) -> Iterator[int]:
        """When it will have been held so long."""
        if Button.END_TURN in self._held:
            yield self._held[Button.END_TURN][0] + HOLD_MS
