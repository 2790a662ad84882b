"""The board that could not be opened: it reports why, and stays lost for as long as the program runs.

Everything that needs no board goes on: the pages, the archive, the doctor.
"""

from collections.abc import Sequence

from pearlboard.drivers.protocols import Clock, Listener, Lost, Tone
from pearlboard.texts import Sentence


class AbsentBoard:
    """A lost board; `reason` tells people what to do."""

    seen_ms = None
    late_ms = 0

    def __init__(self, reason: Sentence, clock: Clock) -> None:
        self._reason = reason
        self._clock = clock

    def start(self, listener: Listener) -> None:
        """Report the board as lost."""
        listener(Lost(self._reason, self._clock()))

    def close(self) -> None:
        """Do nothing."""

    def show(self, frame: bytes) -> None:
        """Do nothing."""

    def lamp(self, *, on: bool) -> None:
        """Do nothing."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Do nothing."""
