"""A gentle clock: how much of a turn's time was used. Nobody loses by it; when it has run out somebody is told kindly.

It stands still while nothing is awaited from the player: during a pause, and while the board must be put right. At each
quarter of the time, and when it stands still for a pause, what was used becomes a fact: so a restart costs at most a
quarter, and quick turns leave nothing in the log.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

QUARTERS: Final = 4
Turn: TypeAlias = tuple[int, int]
"""The game, and the version of the log at which the turn began."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """`used_ms` were used at `since_ms`, when it began to run; None: it stands still. Without `turn` none is on."""

    turn: Turn | None = None
    used_ms: int = 0
    since_ms: int | None = None

    def following(self, turn: Turn | None, noted_ms: int, at_ms: int, *, runs: bool) -> "TurnClock":
        """What is so now. The same turn runs on from where it stood; another from what is noted of it."""
        if turn is None:
            return TurnClock()
        if turn != self.turn:
            return TurnClock(turn, noted_ms, at_ms if runs else None)
        if not runs:
            return replace(self, used_ms=self.used_at(at_ms), since_ms=None)
        return self if self.since_ms is not None else replace(self, since_ms=at_ms)

    def used_at(self, at_ms: int) -> int:
        """How much of the time is used."""
        return self.used_ms if self.since_ms is None else self.used_ms + at_ms - self.since_ms

    def reaches(self, used_ms: int | None) -> int | None:
        """When so much will be used; None: not as long as it stands still."""
        return None if used_ms is None or self.since_ms is None else self.since_ms + used_ms - self.used_ms


def next_mark(of_ms: int, noted_ms: int) -> int | None:
    """The next quarter to be noted; None once all is used."""
    marks = (of_ms * part // QUARTERS for part in range(1, QUARTERS + 1))
    return next((mark for mark in marks if mark > noted_ms), None)
