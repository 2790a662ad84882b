"""The times of a game: its own timer, and the gentle clock of a turn. Their results are facts. Pure."""

from collections.abc import Iterator

from pearlboard.lights.scene import Cue
from pearlboard.session import intents
from pearlboard.table.play import Play
from pearlboard.table.stopwatch import STOPPED, next_mark


class Timing:
    """Both times; they stand still while the game is paused, and the timer restarts with the program."""

    def __init__(self, play: Play) -> None:
        self.timer = STOPPED
        self.turn = STOPPED
        self._play = play

    def run_timer(self) -> None:
        """Record that the timer is up, once. Another timer may start with it."""
        self._follow_timer()
        if self.timer.due_ms is not None and self.timer.due_ms <= self._play.clock():
            name, self.timer = str(self.timer.about), STOPPED
            self._play.do(intents.RunOut(name), None)
            self._play.settle()
            self._follow_timer()

    def _follow_timer(self) -> None:
        timer, runs = self._play.now.game.timer, not self._play.session.paused
        name, of_ms = (None, 0) if timer is None else (timer.name, max(1, timer.ms))
        self.timer = self.timer.following(name, of_ms, self._play.clock(), runs=runs)

    def run_turn(self) -> None:
        """Record each used quarter of the turn's time, and once that all is used."""
        play, clock, session, at_ms = self._play, self._play.now.game.clock, self._play.session, self._play.clock()
        turn, of_ms = (None, 0) if clock is None else ((play.ledger.sitting, clock.turn_from), clock.of_ms)
        runs = play.now.clock_runs and not play.house.patient
        self.turn = self.turn.following(turn, of_ms, at_ms, runs=runs, used_ms=session.used_ms)
        if clock is None or clock.up:
            return
        used, mark = min(clock.of_ms, self.turn.used_at(at_ms)), next_mark(clock.of_ms, clock.used_ms)
        if (mark is not None and used >= mark) or (session.paused and used > clock.used_ms):
            play.do(intents.TimeTurn(used), None)
            play.settle()
            if used == clock.of_ms:
                play.place.lights.sound(Cue.TIME)

    def due(self) -> Iterator[int]:
        """The times at which one is up, a quarter is to be recorded, or the count at the end is over."""
        clock = self._play.now.game.clock
        mark = None if clock is None else next_mark(clock.of_ms, clock.used_ms)
        marked = None if mark is None else self.turn.reaches(mark)
        yield from (due for due in (self.timer.due_ms, self._play.count.due_ms, marked) if due is not None)
