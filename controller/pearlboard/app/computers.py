"""Plays the seats of the computer: asks for a step when one is due, and does what the table does by itself then.

It thinks as soon as its turn has come. It plays when everything lies where it should, nothing is asked of anybody, and
a pause has passed in which people can see what was played before; its step is confirmed like a person's and is dropped
with the position that it was thought for. Where nobody but computers plays, on a simulated board, the table lays the
pieces itself and turns the Divers up.
"""

import random
from collections.abc import Callable
from typing import Final

from pearlboard.app.situation import Situation
from pearlboard.app.tabletop import Tabletop
from pearlboard.app.thinking import Answer, Pending, Question, Thinker
from pearlboard.bots.api import Candidate, Thought
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.errors import PearlboardError
from pearlboard.games.api import Game, GameState, GameStep, Seat
from pearlboard.session import intents
from pearlboard.session.evolve import game_of
from pearlboard.session.state import Phase, Refused
from pearlboard.texts import say

PAUSE_MS: Final = 1_500
"""How long people see what was played before the computer plays."""
LAY_MS: Final = 400
"""How long the table takes to lay a piece that it lays itself."""
SEED_BITS: Final = 63
ADVISER: Final = "hard"
"""Who is asked for advice: strong, and never long in answering."""
ADVISED: Final = 3
"""How many places are shown."""


class Computers:
    """See the head of the file. `complain` is told why a computer cannot play, in words without any secret."""

    def __init__(
        self,
        tabletop: Tabletop,
        thinker: Thinker,
        rng: random.Random,
        complain: Callable[[str], None],
        *,
        pause_ms: int = PAUSE_MS,
    ) -> None:
        """Watch over the table from now on."""
        self._table = tabletop
        self._thinker = thinker
        self._rng = rng
        self._complain = complain
        self._pause_ms = pause_ms
        self._about: tuple[GameState, Seat, str] | None = None
        self._pending: Pending | None = None
        self._advising: Pending = _Nothing()
        self._thought: Thought | None = None
        self._hurried = False
        self._next: tuple[str, int] | None = None
        self._since_ms = 0
        self._due_ms: int | None = None
        self._cancel: Callable[[], None] = lambda: None
        tabletop.on_look = self.look
        tabletop.on_hurry = self.hurry
        tabletop.on_advise = self.advise

    def look(self) -> None:
        """The situation may have changed: think, and come back when something is to be done."""
        self._think()
        now = self._table.now
        following = self._following(now)
        if following != self._next:
            self._next, self._since_ms = following, self._table.clock()
        due = None if following is None else self._due(following[0])
        if due == self._due_ms:
            return
        self._cancel()
        self._due_ms = due
        self._cancel = (lambda: None) if due is None else self._table.clock.call_at(due, self._act)

    def stop(self) -> None:
        """Play no more: the table is taken down."""
        self._table.on_look = lambda: None
        self._cancel()
        self._advising.forget()
        self._forget()

    def hurry(self) -> None:
        """Play at once, with the best that was found so far. One that could not think tries again."""
        if self._about is None:
            raise Refused("nobody_thinks", say("nobody_thinks"))
        self._hurried = True
        if self._table.stuck:
            self._ask()
        elif self._pending is not None:
            self._pending.hurry()

    def advise(self) -> None:
        """Think in the place of the person to move, of whom it is told no more than they know themselves.

        Who has no phone asks on a page that all share: then what was noted plays no part, or the lights would tell it.
        """
        session = self._table.session
        game, asked_in = game_of(session), session.state
        seat = game.to_move(asked_in)
        if seat is None:
            raise Refused("no_advice", say("no_advice"))
        known = asked_in if seat in session.phones else game.unsaid(asked_in)
        self._advising.forget()

        def advised(answer: Answer) -> None:
            if answer.thought is None:
                self._complain(f"The computer has no advice: {answer.failed}.")
            elif self._table.session.state is asked_in:
                self._table.advise(best(game, answer.thought))
                self._table.refresh()

        self._advising = self._thinker.ask(
            Question(game.name, ADVISER, game.view(known, seat), self._rng.getrandbits(SEED_BITS)), advised
        )

    # --- thinking ----------------------------------------------------------------------------------------------

    def _think(self) -> None:
        """Ask about the position in which it is the computer's turn, once; forget what was asked about another."""
        wanted = self._wanted()
        if _same(wanted, self._about):
            return
        self._forget()
        self._about = wanted
        if wanted is not None:
            self._ask()

    def _wanted(self) -> tuple[GameState, Seat, str] | None:
        session = self._table.session
        if session.phase is not Phase.PLAYING or session.agreement is None:
            return None
        seat = game_of(session).to_move(session.state)
        level = session.agreement.computer(seat)
        return None if seat is None or level is None else (session.state, seat, level)

    def _ask(self) -> None:
        if self._about is None:
            return
        state, seat, level = self._about
        game = game_of(self._table.session)
        self._table.stuck = False
        self._pending = self._thinker.ask(
            Question(game.name, level, game.view(state, seat), self._rng.getrandbits(SEED_BITS)), self._answered
        )

    def _answered(self, answer: Answer) -> None:
        self._pending = None
        if answer.thought is None:
            self._fail(answer.failed or "there is no answer")
        self._thought = answer.thought
        self._table.refresh()

    def _fail(self, why: str) -> None:
        self._table.stuck = True
        self._complain(f"The computer cannot play its turn: {why}.")

    def _forget(self) -> None:
        if self._pending is not None:
            self._pending.forget()
        self._pending = self._thought = None
        self._table.stuck = self._hurried = False

    # --- what happens by itself --------------------------------------------------------------------------------

    def _following(self, now: Situation) -> tuple[str, int] | None:
        """What comes next, and of how many of its kind: another of them is waited for anew."""
        if now.exhibition and now.stop is None and now.table.to_lay and self._table.simulated is not None:
            return "lay", len(now.table.to_lay)
        if now.exhibition and now.phase in (Phase.REVEAL, Phase.COUNT) and self._table.simulated is not None:
            return None if _values_open(now) else ("go on", now.version)
        return ("play", now.version) if open_to_computers(now) else None

    def _due(self, name: str) -> int | None:
        if name == "play" and self._thought is None:
            return None
        return (
            self._since_ms
            + {"lay": LAY_MS, "play": 0 if self._hurried else self._pause_ms, "go on": 2 * self._pause_ms}[name]
        )

    def _act(self) -> None:
        self._due_ms = None
        following = self._following(self._table.now)
        name, self._next = None if following is None else following[0], None
        if name == "lay" and self._table.simulated is not None:
            self._lay(self._table.simulated)
        elif name == "play" and self._thought is not None:
            self._play(self._thought)
        elif name == "go on":
            self._table.confirm(None)
        self._table.refresh()

    def _lay(self, board: SimulatedBoard) -> None:
        place = min(self._table.now.table.to_lay, key=str)
        if place not in board.pieces:
            board.put(place)

    def _play(self, thought: Thought) -> None:
        """What stands against a step is told by its kind alone: its words may hold a secret."""
        self._thought = None
        try:
            self._table.do(intents.Confirm(thought.step), None)
        except PearlboardError as error:
            self._fail(f"its step was refused ({type(error).__name__})")


class _Nothing:
    """Nothing was asked."""

    def hurry(self) -> None:
        """Nobody waits."""

    def forget(self) -> None:
        """Nobody waited."""


def best(game: Game, thought: Thought) -> tuple[tuple[GameStep, float], ...]:
    """The best steps in as many different places, and the Pearls that may be expected of each."""
    found: dict[object, tuple[GameStep, float]] = {}
    for candidate in thought.candidates or (Candidate(thought.step, 1, thought.result, thought.pearls),):
        found.setdefault(game.places(candidate.step), (candidate.step, candidate.pearls))
    return tuple(found.values())[:ADVISED]


def open_to_computers(now: Situation) -> bool:
    """Whether a computer is to move and everything lies where it should; what lies there besides may wait."""
    lying = now.table
    return (
        now.thinking is not None
        and now.stop is None
        and now.proposal is None
        and not (lying.missing or lying.to_lift or lying.looked_at or lying.to_lay)
    )


def _values_open(now: Situation) -> bool:
    """Whether values are missing that only people know: they laid those Divers before they handed their seats over."""
    return now.phase is Phase.REVEAL and now.last_shown and now.reckoning is not None and bool(now.reckoning.problems)


def _same(one: tuple[GameState, Seat, str] | None, other: tuple[GameState, Seat, str] | None) -> bool:
    """Whether it is the very same position for the same player; positions that only look alike are not."""
    if one is None or other is None:
        return one is other
    return one[0] is other[0] and one[1:] == other[1:]
