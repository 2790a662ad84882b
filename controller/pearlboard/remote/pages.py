"""The channels of pages: which are open, by numbers that only grow."""

from collections.abc import Iterable
from typing import Final

from pearlboard.remote.outbox import Lied

MOST_PAGES: Final = 32


class Pages:
    """The channels that one end knows."""

    def __init__(self) -> None:
        self.open: set[int] = set()
        self._last = 0

    def open_here(self) -> int:
        """Open a channel; return its number."""
        self._last += 1
        self.open.add(self._last)
        return self._last

    def opened(self, channel: int) -> bool:
        """Note the peer's new channel; returns whether there is room for it. `Lied` for a number of before."""
        if channel <= self._last:
            raise Lied("numbers of channels only grow")
        self._last = channel
        if len(self.open) >= MOST_PAGES:
            return False
        self.open.add(channel)
        return True

    def concerned(self, channel: int) -> bool:
        """Whether a text is for an open channel, not for one that was closed meanwhile; `Lied` if it never was open."""
        if channel > self._last:
            raise Lied("a channel that was never opened")
        return channel in self.open

    def close(self, channel: int) -> bool:
        """Note that a channel is closed; returns whether it was open."""
        was_open = channel in self.open
        self.open.discard(channel)
        return was_open

    def drop(self, channels: Iterable[int]) -> None:
        """Note that these are closed."""
        self.open.difference_update(channels)

    def forget(self, *, numbers: bool) -> list[int]:
        """Close all channels, and return them; `numbers`: the peer begins to count anew."""
        channels = sorted(self.open)
        self.open.clear()
        self._last = 0 if numbers else self._last
        return channels
