"""Plays the computers' seats: asks the bot worker for a step when one is due, and plays it.

Thinking starts as soon as a computer's turn has come. The step is played when every piece lies where it should, no
question is open, and a pause has passed in which people can see the step before; a step that nobody wants to miss
(`Package.when_ready`) waits until somebody hurries it. It is confirmed like a person's step, and discarded together
with its position. If only computers play, on a simulated board, the table also lays the pieces and acts for the TABLE.

`decide` checks a computer's step like a person's. Of a step that was refused, or a player that failed, only the type of
the error is reported, because the message may contain a hand.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from pearlboard.computers.advising import advice, best, open_advice, places
from pearlboard.computers.bot_client import BotReply, Pending, Question, Thinker
from pearlboard.drivers.protocols import Simulated
from pearlboard.errors import PearlboardError
from pearlboard.games.api import TABLE, GameState, GameView, Package, Seat
from pearlboard.games.bots import Candidate, Thought
from pearlboard.geometry import Site
from pearlboard.session import intents
from pearlboard.session.decide import decide
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Refused
from pearlboard.table import asking
from pearlboard.table.ports import Players
from pearlboard.table.refusals import check_board
from pearlboard.table.situation import Situation
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say

PAUSE_MS: Final = 1_500
"""How long people see the last step before the computer plays."""
LAY_MS: Final = 400
"""How long the table takes to lay a piece by itself."""
SEED_BITS: Final = 63


@dataclass(slots=True)
class _Turn:
    """A seat that is to act, with its state and level, and what the computer has thought so far.

    Other seats' notes change the state but not the `position`, and do not restart the thinking.
    """

    position: int
    state: GameState
    level: str
    pending: Pending | None = None
    thought: Thought | None = None
    hurried: bool = False

    def wait_for(self, pending: Pending) -> None:
        """Note that a question is pending."""
        self.pending = pending

    def hear(self, thought: Thought | None) -> None:
        """Take the answer; None: there is none."""
        self.pending, self.thought = None, thought

    def hurry(self) -> None:
        """Skip the pause before playing."""
        self.hurried = True

    def spend(self) -> None:
        """Discard the thought, because it was played or is of no use."""
        self.thought = None


class Computers(Players):
    """Plays the computers' seats. `complain` receives the reasons why a computer cannot play, without any secret."""

    def __init__(
        self,
        tabletop: Tabletop,
        thinker: Thinker,
        rng: random.Random,
        complain: Callable[[str], None],
        *,
        pause_ms: int = PAUSE_MS,
    ) -> None:
        self._table = tabletop
        self._thinker = thinker
        self._rng = rng
        self._complain = complain
        self._pause_ms = pause_ms
        self._turns: dict[Seat, _Turn] = {}
        self._advising: dict[Seat, _Advising] = {}
        self._next: tuple[str, object] | None = None
        self._since_ms = 0
        self._due_ms: int | None = None
        self._cancel: Callable[[], None] = lambda: None
        tabletop.let_play(self)

    def pause(self, pause_ms: int) -> None:
        """Set the pause before a computer plays."""
        self._pause_ms = pause_ms

    def look(self) -> None:
        """React to a possibly changed situation: start thinking, and schedule the next action."""
        self._think()
        now = self._table.now
        following = self._next_action(now)
        if following != self._next:
            self._next, self._since_ms = following, self._table.clock()
        due = None if following is None else self._due(following[0])
        if due == self._due_ms:
            return
        self._cancel()
        self._due_ms = due
        self._cancel = (lambda: None) if due is None else self._table.clock.call_at(due, self._act)

    def stop(self) -> None:
        """Stop playing, because the table is shut down."""
        self._table.let_play(Players())
        self._cancel()
        for seat in tuple(self._advising):
            self._forget_advice(seat)
        for seat in tuple(self._turns):
            self._forget(seat)

    def hurry(self) -> None:
        """Play at once, with the best found so far; a computer that is stuck tries again."""
        if not self._turns:
            raise Refused("nobody_thinks", say("nobody_thinks"))
        stuck = self._table.stuck
        for seat, turn in self._turns.items():
            turn.hurry()
            if turn.pending is not None:
                turn.pending.hurry()
            elif stuck and turn.thought is None:
                self._ask(seat)

    def advise(self, seat: Seat) -> None:
        """Ask the adviser on behalf of a person, with that person's knowledge only.

        What everybody sees lit comes from common knowledge; the seat's notes must not influence the lights. The seat's
        own screen also gets advice from the seat's own knowledge.
        """
        session = self._table.session
        package, asked_in = package_of(session), session.position
        adviser = package.adviser_of(agreed(session).setup)
        if adviser is None:
            raise Refused("no_advice", say("no_advice"))
        for other in self._advising.keys() - self._table.requests.advised.keys():
            self._forget_advice(other)  # nobody waits for it any more
        advising = self._advising.get(seat)
        common, own = package.common(session.state, seat), package.rules.view(session.state, seat)
        if advising is None or advising.asked_in != asked_in:
            self._forget_advice(seat)
            advising = _Advising(asked_in, common, own, self._rng.getrandbits(SEED_BITS))
        elif advising.own != own:  # a note made since does not restart what is based on common knowledge
            advising = replace(advising, own=own)
        self._advising[seat] = advising
        asking.wait_for_advice(self._table, seat)
        for knowledge in (advising.common, advising.own) if self._table.sees_alone(seat) else (advising.common,):
            self._ask_for_advice(seat, knowledge, adviser)
        self._show_advice(seat, anew=True)

    def _ask_for_advice(self, seat: Seat, knowledge: GameView, adviser: str) -> None:
        """Ask once per knowledge; ask again only if there was no answer."""
        advising = self._advising[seat]
        if advising.about(knowledge) is not None:
            return
        inquiry = _Inquiry(knowledge)
        advising.inquiries.append(inquiry)

        def answered(answer: BotReply) -> None:
            if answer.thought is None:
                self._complain(f"The computer has no advice: {answer.failed}.")
                advising.inquiries.remove(inquiry)
                self._show_advice(seat, anew=True)
                return
            inquiry.thought = answer.thought
            self._show_advice(seat, anew=knowledge == advising.common)

        question = Question(package_of(self._table.session).name, adviser, knowledge, advising.seed)
        inquiry.pending = self._thinker.ask(question, answered)

    def _show_advice(self, seat: Seat, *, anew: bool) -> None:
        """Show the advice so far, if the seat still asks; not `anew`: update the seat's own screen only.

        Advice from the seat's own knowledge waits for the common advice, so that its timing reveals nothing.
        """
        session, advising = self._table.session, self._advising.get(seat)
        if advising is None or seat not in self._table.requests.advised:
            return
        package = package_of(session)
        common, own = (_best_of(package, advising.about(known)) for known in (advising.common, advising.own))
        alone = self._table.sees_alone(seat) and advising.about(advising.own) is not None
        mine = advice(package, advising.own, own) if alone else None
        if common and anew:
            shown = open_advice(package, advising.common, common)
            asking.advise(self._table, seat, mine, shown, places(package, common))
            self._table.refresh()
        elif common and asking.advise_alone(self._table, seat, mine):
            self._table.answered()

    def _forget_advice(self, seat: Seat) -> None:
        advising = self._advising.pop(seat, None)
        for inquiry in () if advising is None else advising.inquiries:
            inquiry.pending.forget()

    # --- thinking ----------------------------------------------------------------------------------------------

    def _think(self) -> None:
        """Ask about each position in which a computer is to act, once; cancel questions about other positions."""
        wanted = self._wanted()
        for seat in tuple(self._turns):
            if seat not in wanted or not _same(wanted[seat], self._turns[seat]):
                self._forget(seat)
        for seat, turn in wanted.items():
            if seat not in self._turns:
                self._turns[seat] = turn
                self._ask(seat)

    def _wanted(self) -> dict[Seat, _Turn]:
        session, now = self._table.session, self._table.now
        if session.phase is not Phase.PLAYING or session.agreement is None or session.gone:
            return {}
        return {
            seat: _Turn(session.position, session.state, level)
            for seat in sorted(now.game.thinking)
            if (level := session.agreement.computer(seat)) is not None
        }

    def _ask(self, seat: Seat) -> None:
        turn = self._turns[seat]
        package = package_of(self._table.session)
        self._table.set_stuck(stuck=False)
        turn.wait_for(
            self._thinker.ask(
                Question(
                    package.name, turn.level, package.rules.view(turn.state, seat), self._rng.getrandbits(SEED_BITS)
                ),
                partial(self._answered, seat, turn),
            )
        )

    def _answered(self, seat: Seat, turn: _Turn, answer: BotReply) -> None:
        if self._turns.get(seat) is not turn:
            return
        turn.hear(answer.thought)
        if answer.thought is None:
            self._fail(answer.failed or "there is no answer")
        self._table.refresh()

    def _fail(self, why: str) -> None:
        self._table.set_stuck(stuck=True)
        self._complain(f"The computer cannot play its turn: {why}.")

    def _forget(self, seat: Seat) -> None:
        turn = self._turns.pop(seat)
        if turn.pending is not None:
            turn.pending.forget()
        self._table.set_stuck(stuck=False)

    # --- what happens by itself --------------------------------------------------------------------------------

    def _next_action(self, now: Situation) -> tuple[str, object] | None:
        """The next thing to do by itself, and a number that changes whenever its wait has to start over."""
        hands = now.board.table.to_lay | self._to_lift(now)
        if now.game.exhibition and now.stop is None and hands and self._table.place.simulated is not None:
            return "lay", len(hands)
        if now.game.exhibition and TABLE in now.game.active and now.stop is None and self._table_can_act(now):
            return "go on", now.version
        return ("play", now.version) if open_to_computers(now) else None

    def _to_lift(self, now: Situation) -> frozenset[Site]:
        """The pieces that computers have moved or taken, and that still lie where they were."""
        return now.board.table.to_lift & self._table.session.taken_back

    def _table_can_act(self, now: Situation) -> bool:
        """Whether the TABLE's action can be done without people: on a real board, only hands can lay pieces."""
        package, drawn = now.game.package, self._table.place.simulated
        if package is None or (package.board is not None and drawn is None) or now.board.table.extra:
            return False
        action = package.rules.go_on(now.game.view)
        if action is None:
            return False
        intent = intents.Act(TABLE, action)
        try:
            check_board(intent, now)
            return bool(decide(self._table.session, intent))
        except PearlboardError:
            return False

    def _due(self, name: str) -> int | None:
        if name == "play":
            first = min((self._wait_ms(turn, thought) for _, turn, thought in self._ready()), default=None)
            return None if first is None else self._since_ms + first
        return self._since_ms + {"lay": LAY_MS, "go on": 2 * self._pause_ms}[name]

    def _ready(self) -> Iterator[tuple[Seat, _Turn, Thought]]:
        """The turns whose thought may be played."""
        for seat, turn in self._turns.items():
            if turn.thought is not None and (turn.hurried or not self._on_word(turn.thought)):
                yield seat, turn, turn.thought

    def _on_word(self, thought: Thought) -> bool:
        """Whether a thought is played only when a person says so; hands at a real board see each other."""
        now, asks = self._table.now, package_of(self._table.session).when_ready
        return now.board.on_screen and not now.game.exhibition and asks is not None and asks(thought.action)

    def _wait_ms(self, turn: _Turn, thought: Thought) -> int:
        return 0 if self._on_word(thought) else max(0 if turn.hurried else self._pause_ms, thought.after_ms)

    def _act(self) -> None:
        self._due_ms = None
        following = self._next_action(self._table.now)
        name, self._next = None if following is None else following[0], None
        if name == "lay" and self._table.place.simulated is not None:
            self._lay(self._table.place.simulated)
        elif name == "play":
            self._play()
        elif name == "go on":
            self._table.confirming.confirm()
        self._table.refresh()

    def _lay(self, board: Simulated) -> None:
        now = self._table.now
        if lift := self._to_lift(now):
            board.lift(min(lift, key=str))
        elif (place := min(now.board.table.to_lay, key=str)) not in board.pieces:
            board.put(place)

    def _play(self) -> None:
        """Play the first thought that is ready; report only the type of a refusal: its message may be secret."""
        ready = min(self._ready(), key=lambda each: each[2].after_ms, default=None)
        if ready is None:
            return
        seat, turn, thought = ready
        turn.spend()
        try:
            self._table.confirming.act(seat, thought.action)
        except PearlboardError as error:
            self._fail(f"its step was refused ({type(error).__name__})")


class _Nothing:
    """A pending question that was never asked."""

    def hurry(self) -> None:
        """Do nothing."""

    def forget(self) -> None:
        """Do nothing."""


@dataclass(slots=True)
class _Inquiry:
    """A question to the adviser, and its answer once there is one."""

    knowledge: GameView
    pending: Pending = field(default_factory=_Nothing)
    thought: Thought | None = None


@dataclass(frozen=True, slots=True)
class _Advising:
    """The advice for a seat in one position. `common`: public knowledge there; `seed`: used for all its questions."""

    asked_in: int
    common: GameView
    own: GameView
    seed: int
    inquiries: list[_Inquiry] = field(default_factory=list)

    def about(self, knowledge: GameView) -> _Inquiry | None:
        """The question asked with this knowledge; without notes, common and own knowledge are the same question."""
        return next((inquiry for inquiry in self.inquiries if inquiry.knowledge == knowledge), None)


def _best_of(package: Package, inquiry: _Inquiry | None) -> tuple[Candidate, ...]:
    return () if inquiry is None or inquiry.thought is None else best(package, inquiry.thought)


def open_to_computers(now: Situation) -> bool:
    """Whether a computer is to act and every expected piece is in place; extra pieces may wait."""
    lying = now.board.table
    return (
        bool(now.game.thinking)
        and now.stop is None
        and now.requests.proposal is None
        and not (lying.missing or lying.to_lift or lying.looked_at or lying.to_lay)
    )


def _same(one: _Turn, other: _Turn) -> bool:
    """Whether two turns are the same position for the same player; equal-looking positions are not."""
    return one.position == other.position and one.level == other.level
