"""A board that cannot be opened: it says why, and is lost for as long as the program runs.

So everything that needs no board goes on: the pages, the archive, the doctor.
"""

from collections.abc import Sequence

from pearlboard.drivers.protocols import Clock, Listener, Lost, Tone
from pearlboard.texts import Sentence


class AbsentBoard:
    """`reason` tells people what to do."""

    seen_ms = None
    late_ms = 0

    def __init__(self, reason: Sentence, clock: Clock) -> None:
        self._reason = reason
        self._clock = clock

    def start(self, listener: Listener) -> None:
        """Say why."""
        listener(Lost(self._reason, self._clock()))

    def close(self) -> None:
        """There is nothing to let go of."""

    def show(self, frame: bytes) -> None:
        """There is nothing to light."""

    def lamp(self, *, on: bool) -> None:
        """There is nothing to light."""

    def play(self, tones: Sequence[Tone]) -> None:
        """There is nothing to play on."""
