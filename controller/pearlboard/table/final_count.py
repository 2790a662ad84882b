"""The points of a game that has just ended are counted in sight; until that is done nobody is told who has won. Pure.

It belongs to the table: pages, lights, sounds and answers wait for the same moment, whoever watches. It is no fact, so
after a restart nothing is counted again.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalCount:
    """It takes `of_ms`, until `until_ms`; as it is made by itself none is on."""

    of_ms: int = 0
    until_ms: int = 0

    @classmethod
    def beginning(cls, of_ms: int, at_ms: int) -> "FinalCount":
        """One that begins now."""
        return cls(of_ms, at_ms + of_ms)

    def left_at(self, at_ms: int) -> int:
        """How much is left."""
        return max(0, self.until_ms - at_ms)
