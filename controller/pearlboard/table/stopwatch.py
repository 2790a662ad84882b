"""One stopwatch for every time that a table measures: the game's own, that of a turn, and the count at the end. Pure.

The time of a turn is gentle: nobody loses by it. At each quarter, and when a pause stops it, what was used becomes a
fact: a restart costs at most a quarter, and quick turns leave nothing in the log. The count at the end belongs to the
table, so that pages, lights, sounds and answers wait for the same moment; it is no fact, and no restart repeats it.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

QUARTERS: Final = 4


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Time spent on `about`, of `of_ms` in all: `used_ms` before `since_ms`, and all since then.

    `since_ms` None: the stopwatch stands still. `about` None: nothing is measured.
    """

    about: Hashable = None
    of_ms: int = 0
    used_ms: int = 0
    since_ms: int | None = None

    def following(self, about: Hashable, of_ms: int, at_ms: int, *, runs: bool = True, used_ms: int = 0) -> "Stopwatch":
        """Measure `about`: the same goes on from where it stood, anything else begins with `used_ms`."""
        if about is None:
            return Stopwatch()
        if about != self.about:
            return Stopwatch(about, of_ms, used_ms, at_ms if runs else None)
        if not runs:
            return replace(self, used_ms=self.used_at(at_ms), since_ms=None)
        return self if self.since_ms is not None else replace(self, since_ms=at_ms)

    def used_at(self, at_ms: int) -> int:
        """Milliseconds used by then, without limit."""
        return self.used_ms if self.since_ms is None else self.used_ms + at_ms - self.since_ms

    def left_at(self, at_ms: int) -> int:
        """Milliseconds left then; 0 if nothing is measured."""
        return max(0, self.of_ms - self.used_at(at_ms))

    def share_at(self, at_ms: int) -> int | None:
        """Thousandths left then; None if nothing is measured."""
        return None if self.about is None else 1000 * self.left_at(at_ms) // max(1, self.of_ms)

    def reaches(self, used_ms: int) -> int | None:
        """The time at which so much will be used; None as long as the stopwatch stands still."""
        return None if self.since_ms is None else self.since_ms + used_ms - self.used_ms

    @property
    def due_ms(self) -> int | None:
        """The time at which all will be used; None as long as the stopwatch stands still."""
        return self.reaches(self.of_ms)


STOPPED: Final = Stopwatch()


def next_mark(of_ms: int, noted_ms: int) -> int | None:
    """The next quarter to be noted; None once all is used."""
    marks = (of_ms * part // QUARTERS for part in range(1, QUARTERS + 1))
    return next((mark for mark in marks if mark > noted_ms), None)
