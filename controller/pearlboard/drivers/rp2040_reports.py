"""Turns events of a connection into events of a board: connected, changed scans, presses and releases.

Scans and buttons carry the time at which the board first read them so. A button's change counts at once, but the next
change only after a debounce time. A button that is held when the board connects is ignored until released. The lights'
supply is told of when it changes, and when it is low at first.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from pearlboard.drivers.protocols import Button, Connected, Pressed, Released, Supplied
from pearlboard.drivers.protocols import Event as BoardEvent
from pearlboard.link.events import Event, Greeted, Seen
from pearlboard.link.messages import Held, Hello, span
from pearlboard.sensing.scan import Scan

CHATTER_MS: Final = 30
Press: TypeAlias = Pressed | Released
_BITS: Final[Mapping[Button, int]] = {
    Button.END_TURN: Held.END_TURN,
    Button.HINT: Held.HINT,
    Button.TAKE_BACK: Held.TAKE_BACK,
}


class Buttons:
    """The debounced state of the buttons."""

    def __init__(self) -> None:
        self._now: int | None = None
        self._counted = self._ignored = 0
        self._until_ms = dict.fromkeys(_BITS, 0)
        self._since_ms = dict.fromkeys(_BITS, 0)

    def feed(self, held: int, at_ms: int) -> list[Press]:
        """Take the buttons that the board reports as held."""
        if self._now is None:
            self._counted = self._ignored = self._now = held
        for button, bit in _BITS.items():
            if (self._now ^ held) & bit:
                self._since_ms[button] = at_ms
        self._now = held
        return self.tick(at_ms)

    def tick(self, at_ms: int) -> list[Press]:
        """Let time pass; return the presses and releases that count now."""
        return [
            press
            for button in _BITS
            if self._changed(button) and at_ms >= self._until_ms[button]
            for press in self._count(button, at_ms)
        ]

    def _changed(self, button: Button) -> bool:
        return self._now is not None and bool((self._now ^ self._counted) & _BITS[button])

    def _count(self, button: Button, at_ms: int) -> list[Press]:
        bit = _BITS[button]
        self._counted ^= bit
        self._until_ms[button] = at_ms + CHATTER_MS
        if self._ignored & bit:
            self._ignored &= ~bit
            return []
        since_ms = self._since_ms[button]
        return [Pressed(button, since_ms) if self._counted & bit else Released(button, since_ms)]

    @property
    def due_ms(self) -> int | None:
        """When a delayed change will count; None if there is none."""
        return min((self._until_ms[button] for button in _BITS if self._changed(button)), default=None)


class Reports:
    """The reports of one connection."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.connected = False
        self._bits: int | None = None
        self._buttons = Buttons()
        self._supplied = True

    def feed(self, event: Event) -> list[BoardEvent]:
        """Take an event of the connection; return the board's events."""
        match event:
            case Greeted(hello):
                self.hello = hello
            case Seen(bits, held, at_ms):
                return [*self._look(bits, at_ms), *self._buttons.feed(held, at_ms), *self._supply(held, at_ms)]
        return []

    def tick(self, at_ms: int) -> list[Press]:
        """Let time pass; return the presses and releases that count now."""
        return self._buttons.tick(at_ms)

    @property
    def due_ms(self) -> int | None:
        """When `tick` must be called next."""
        return self._buttons.due_ms

    def _supply(self, held: int, at_ms: int) -> list[BoardEvent]:
        well = not held & Held.SUPPLY_LOW
        changed, self._supplied = well is not self._supplied, well
        return [Supplied(well, at_ms)] if changed else []

    def _look(self, bits: int, at_ms: int) -> list[BoardEvent]:
        events: list[BoardEvent] = []
        if not self.connected:
            self.connected = True
            events.append(Connected(_about(self.hello), at_ms))
        if bits != self._bits:
            self._bits = bits
            events.append(Scan(bits, at_ms))
        return events


def _about(hello: Hello | None) -> str:
    if hello is None:
        return "rp2040"
    return f"rp2040 {hello.uid.hex()}, firmware {hello.version}, link {span(hello.lowest, hello.highest)}"
