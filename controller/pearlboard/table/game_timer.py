"""The game's own time: it runs, stands still while the game is paused, and begins anew when the program starts."""

from dataclasses import dataclass, replace

from pearlboard.games.api import Timer


@dataclass(frozen=True, slots=True)
class GameTimer:
    """`left_ms` were left at `since_ms`, when it began to run; None: it stands still. Without `timer` none is on."""

    timer: Timer | None = None
    left_ms: int = 0
    since_ms: int | None = None

    def following(self, timer: Timer | None, at_ms: int, *, paused: bool) -> "GameTimer":
        """What the game wants now. The same name runs on from action to action; another begins."""
        if timer is None:
            return GameTimer()
        if self.timer is None or timer.name != self.timer.name:
            return GameTimer(timer, max(1, timer.ms), None if paused else at_ms)
        if paused:
            return replace(self, left_ms=self.left_at(at_ms), since_ms=None)
        return self if self.since_ms is not None else replace(self, since_ms=at_ms)

    def left_at(self, at_ms: int) -> int:
        """How much is left."""
        return self.left_ms if self.since_ms is None else max(0, self.left_ms - (at_ms - self.since_ms))

    def share_at(self, at_ms: int) -> int | None:
        """How many thousandths of it are left; None: no time is on."""
        return None if self.timer is None else 1000 * self.left_at(at_ms) // max(1, self.timer.ms)

    @property
    def due_ms(self) -> int | None:
        """When it will be up."""
        return None if self.since_ms is None else self.since_ms + self.left_ms

    def is_up(self, at_ms: int) -> bool:
        """Whether it is."""
        return self.due_ms is not None and self.due_ms <= at_ms
