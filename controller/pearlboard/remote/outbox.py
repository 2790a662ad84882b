"""The outbox of one end of a line: messages in order until they are acknowledged, and little of each kind.

    waiting    not sent on this connection
    in flight  sent, and not acknowledged; numbered without gaps

After a cut the peer names the last number that it has seen. What it has not seen is sent again under new numbers, so
messages may be left out then: a state that a later one replaces, and a press of a button that is too old to be meant.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.remote.messages import (
    TRY_LATER,
    Button,
    Kept,
    Lights,
    NoBoard,
    PageClosed,
    PageOpened,
    PageText,
    Reading,
    aged,
    encoded,
)

WINDOW: Final = 64
WINDOW_BYTES: Final = 524_288
"""The limits of what is in flight; the last message may exceed the bytes."""
MOST: Final = 512
MOST_BYTES: Final = 1_048_576
"""The limits of what is kept in all: beyond them the page with the most bytes is closed."""
MOST_BUTTONS: Final = 8
"""The number of presses, and of releases, that may wait; further ones are dropped."""
STALE_MS: Final = 3_000
"""The age at which a press is not sent again: nobody is still waiting for its effect."""

_SLOTS: Final[Mapping[type, str]] = {Reading: "board", NoBoard: "board", Lights: "lights"}


class Lied(PearlboardError, ValueError):
    """The peer has acknowledged a number that was never sent, or that it had acknowledged before."""


class Overfull(PearlboardError):
    """There is too much to be said, and no page that could be closed."""


@dataclass(slots=True)
class _Entry:
    """A message, encoded; None if it was dropped while in flight, where it only keeps its number."""

    message: Kept | None
    raw: bytes
    since_ms: int

    @property
    def slot(self) -> str | None:
        """The state of which this is one value."""
        return _SLOTS.get(type(self.message))

    @property
    def channel(self) -> int | None:
        """The page to which this belongs."""
        return self.message.channel if isinstance(self.message, PageOpened | PageText | PageClosed) else None

    def blank(self) -> None:
        """Drop the message, and keep the number."""
        self.message, self.raw = None, b""


class Outbox:
    """The messages of one end."""

    def __init__(self) -> None:
        self.sent = 0
        self.acknowledged = 0
        self._flight: deque[_Entry] = deque()
        self._waiting: deque[_Entry] = deque()
        self._states: dict[str, tuple[Kept, int]] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._flight) + len(self._waiting)

    @property
    def size(self) -> int:
        """The number of bytes that are kept."""
        return self._bytes

    @property
    def ready(self) -> bool:
        """Whether a message waits that may be sent now."""
        return bool(self._waiting) and len(self._flight) < WINDOW and self._flying() < WINDOW_BYTES

    def _flying(self) -> int:
        return sum(len(entry.raw) for entry in self._flight)

    # --- in --------------------------------------------------------------------------------------------------------

    def add(self, message: Kept, at_ms: int) -> list[int]:
        """Keep a message to be sent; return the pages that were closed for it. `Overfull` if none could be."""
        if isinstance(message, Button) and self._too_many(message):
            return []
        entry = _Entry(message, encoded(message), at_ms)
        if entry.slot is not None:
            self._states[entry.slot] = message, at_ms
            self._replace(entry.slot)
        self._keep(entry)
        closed = []
        while self._bytes > MOST_BYTES or len(self) > MOST:
            closed.append(self._close_one(at_ms))
        return closed

    def forget(self, channel: int) -> bool:
        """Drop what was to be said to a page; returns whether the peer may know of the page."""
        unopened = False
        for entry in self._entries():
            if entry.channel == channel:
                unopened = unopened or (isinstance(entry.message, PageOpened) and entry in self._waiting)
                self._blank(entry)
        self._waiting = deque(entry for entry in self._waiting if entry.message is not None)
        return not unopened

    def _entries(self) -> Iterator[_Entry]:
        return chain(self._flight, self._waiting)

    def _too_many(self, button: Button) -> bool:
        waiting = [each.message for each in self._entries() if isinstance(each.message, Button)]
        return sum(each.down is button.down for each in waiting) >= MOST_BUTTONS

    def _keep(self, entry: _Entry) -> None:
        self._waiting.append(entry)
        self._bytes += len(entry.raw)

    def _blank(self, entry: _Entry) -> None:
        self._bytes -= len(entry.raw)
        entry.blank()

    def _replace(self, slot: str) -> None:
        """Drop the waiting value of a state, unless a button was pressed over it."""
        for entry in reversed(self._waiting):
            if isinstance(entry.message, Button):
                return
            if entry.slot == slot:
                self._blank(entry)
                self._waiting.remove(entry)
                return

    def _close_one(self, at_ms: int) -> int:
        """Close the page with the most bytes."""
        sizes: Counter[int] = Counter()
        for entry in self._entries():
            if entry.channel is not None and not isinstance(entry.message, PageClosed):
                sizes[entry.channel] += len(entry.raw)
        if not sizes:
            raise Overfull(f"{len(self)} messages with {self._bytes} bytes wait, and no page is among them")
        [(channel, _)] = sizes.most_common(1)
        if self.forget(channel):
            message = PageClosed(channel, TRY_LATER, "behind")
            self._keep(_Entry(message, encoded(message), at_ms))
        return channel

    # --- out -------------------------------------------------------------------------------------------------------

    def take(self, at_ms: int) -> bytes:
        """Send the next message, which must be `ready`: it has the number `sent` now."""
        entry = self._waiting.popleft()
        self._flight.append(entry)
        self.sent += 1
        if isinstance(entry.message, Lights) and at_ms > entry.since_ms:
            return encoded(aged(entry.message, at_ms - entry.since_ms))
        return entry.raw

    def acknowledge(self, seen: int) -> None:
        """Forget what the peer has seen; `Lied` if it was never sent. An earlier number says nothing new."""
        if seen > self.sent:
            raise Lied(f"{seen} was acknowledged, and {self.sent} was sent")
        while self.acknowledged < seen:
            self._bytes -= len(self._flight.popleft().raw)
            self.acknowledged += 1

    def resume(self, seen: int, at_ms: int) -> None:
        """Go on behind the last number that the peer has seen, on a new connection."""
        if seen < self.acknowledged:
            raise Lied(f"{seen} is said to be the last, and {self.acknowledged} was acknowledged")
        self.acknowledge(seen)
        self.sent = seen
        entries = [*self._flight, *self._waiting]
        self._flight.clear()
        self._waiting.clear()
        self._bytes = 0
        for entry in entries:
            stale = isinstance(entry.message, Button) and entry.message.down and at_ms - entry.since_ms >= STALE_MS
            if entry.message is None or stale:
                continue
            if entry.slot is not None:
                self._replace(entry.slot)
            self._keep(entry)

    def restart(self) -> None:
        """Forget everything but the latest states, for a peer that knows nothing."""
        self.sent = self.acknowledged = self._bytes = 0
        self._flight.clear()
        self._waiting.clear()
        for message, since_ms in self._states.values():
            self._keep(_Entry(message, encoded(message), since_ms))
