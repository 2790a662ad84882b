"""The analysis of a finished game: the chances before every action, and what would have been better.

Up to four questions are asked about every action of a seat; for an action of the TABLE, the first alone. What were the
chances before it, with everything known that was open at the end? What would the analyst have played, knowing what the
seat knew then? Is that really better than what was played? Is it better in hindsight, too? Nobody waits for the
answers, so the table's own questions come first. Only for games that have ended: an analysis tells secrets.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.computers.bot_client import BotReply, Question, Thinker
from pearlboard.computers.chances import Sides, Standing
from pearlboard.games.api import TABLE, Actor, GameAction, GameState, GameView, Package, ReplayFrame, Rules, Seat, Side
from pearlboard.games.bots import Chances, Outlook, Thought
from pearlboard.games.going_on import by_side
from pearlboard.games.values import Act
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.exhibit import weighed
from pearlboard.texts import Sentence

CLEARLY: Final = 0.06
"""The least gain for an action to count as better, as a share of a game (0 to 1); less may be noise of the search."""
KEPT: Final = 20
"""The number of analyses cached; the oldest one is dropped."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The position before an action: who is to act, and what that seat knows then and in hindsight.

    frame  the frame of the replay after the action; `said`: the sentences shown there
    turn   the number of the turn
    seat   None: everybody together, the TABLE
    then   the seat's knowledge at that time; `since`: its knowledge after the game
    """

    frame: int
    turn: int
    seat: Seat | None
    action: GameAction = field(repr=False)
    before: GameState = field(repr=False)
    then: GameView = field(repr=False)
    since: GameView = field(repr=False)
    said: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Better:
    """A better action than the one played, and its gain as a share of a game (0 to 1)."""

    action: GameAction = field(repr=False)
    gain: float


@dataclass(frozen=True, slots=True)
class Assessment:
    """The result of analysing a moment. `outlook`: None if the game has no judge to estimate chances."""

    outlook: Outlook | None
    better: Better | None = None


def moments(session: Session) -> Iterator[Moment]:
    """The moments of a game that are worth analysing. `LookupError` if the game has not ended.

    An action that was revealed only at the end is known from the start here.
    """
    if session.phase is not Phase.OVER or session.gone:
        raise LookupError("only a game that has ended can be thought over")
    package = package_of(session)
    frames = tuple(package.frames(session.course))
    stops = weighed(package, session.course, frames)
    rules, state, turn = package.rules, session.start, 1
    for at, act in enumerate(session.acts):
        state, action = _state_before(rules, state, act), package.secrets.as_known(session.state, act.action)
        if at in stops:
            yield _moment(package, session.state, act.actor, action, state, (stops[at], turn, frames[stops[at]]))
        turn += act.actor != TABLE and rules.ends_turn(action)
        state = rules.apply(state, act.actor, action)


def _moment(
    package: Package,
    end: GameState,
    actor: Actor,
    action: GameAction,
    state: GameState,
    shown: tuple[int, int, ReplayFrame],
) -> Moment:
    """Build a moment. `shown`: the frame's number, the turn's number if the frame has none, and the frame."""
    number, turn, frame = shown
    turn = turn if frame.turn is None else frame.turn
    if actor == TABLE:
        seen = package.rules.view(state, TABLE)
        return Moment(number, turn, None, action, state, seen, seen, frame.said)
    seat = int(actor)
    then, since = package.rules.view(state, seat), package.hindsight(state, end, seat)
    return Moment(number, turn, seat, action, state, then, since, frame.said)


def _state_before(rules: Rules, state: GameState, act: Act) -> GameState:
    """The state before an action, ignoring later notes but not expired timers."""
    if act.before is None or rules.view(state, TABLE) == rules.view(act.before, TABLE):
        return state
    return act.before


def sides_of(session: Session) -> Sides:
    """The seats of each side."""
    agreement = agreed(session)
    return by_side(package_of(session), agreement.setup, len(agreement.names))


def better_of(played: GameAction, weighed: Thought) -> Better | None:
    """The action that was clearly better than the one played; None unless both were weighed in the same way."""
    worth = {candidate.action: candidate.result for candidate in weighed.candidates}
    if played not in worth or weighed.action not in worth:
        return None
    gain = worth[weighed.action] - worth[played]
    return Better(weighed.action, gain) if weighed.action != played and gain >= CLEARLY else None


def _better(moment: Moment, reply: BotReply) -> Better | None:
    """The better action by an answer; None if there is none, or thinking was cut short."""
    return None if reply.thought is None or reply.thought.cut else better_of(moment.action, reply.thought)


def bounded(better: Better | None, most: float) -> Better | None:
    """A better action whose gain is at most this share of a game; None if that is not clearly better."""
    return None if better is None or most < CLEARLY else replace(better, gain=min(better.gain, most))


# --- asking ------------------------------------------------------------------------------------------------------


class NobodyToAsk(LookupError):
    """The game has no analyst."""


class Analysis:
    """The analysis of one game, action by action. `failed`: why it was given up."""

    def __init__(self, session: Session, thinker: Thinker) -> None:
        self.package = package_of(session)
        if self.package.reviewing is None:
            raise NobodyToAsk(f"nobody thinks over games of {self.package.name}")
        self._reviewing = self.package.reviewing
        self.judges = self._reviewing.judge is not None
        self.agreement = agreed(session)
        self.sides = sides_of(session)
        self.number = session.number
        self.moments = tuple(moments(session))
        self.thought: list[tuple[Moment, Assessment]] = []
        self.failed: str | None = None
        self._stopped = False
        self.end = _end(session, self.sides)
        self._thinker = thinker
        self._next()

    @property
    def done(self) -> bool:
        return len(self.thought) == len(self.moments)

    def stop(self) -> None:
        """Ask no more questions, because nobody will look at the answers."""
        self._stopped = True

    @property
    def curve(self) -> list[Standing]:
        """The chances before each action analysed so far and, at the end, the result."""
        found = [
            Standing(self._frame_before(at), verdict.outlook.chances)
            for at, (_, verdict) in enumerate(self.thought)
            if verdict.outlook is not None
        ]
        if self.done and len(found) == len(self.moments):
            found.append(Standing(self._frame_before(len(found)), self.end))
        return found

    def _frame_before(self, at: int) -> int:
        """The frame that shows the position before action number `at`."""
        return self.moments[at - 1].frame if at else 0

    def _next(self) -> None:
        if self.done or self._stopped:
            return
        moment = self.moments[len(self.thought)]
        if not self.judges:
            self._hear_outlook(moment, None)
        else:
            self._ask(moment, None, moment.since, lambda reply: self._hear_outlook(moment, reply.outlook))

    def _hear_outlook(self, moment: Moment, outlook: Outlook | None) -> None:
        """Keep the outlook; for a seat's action, ask next for a better one."""
        if moment.seat is None:
            self._keep(moment, Assessment(outlook))
        else:
            self._ask_what_to_play(moment, outlook)

    def _ask_what_to_play(self, moment: Moment, outlook: Outlook | None) -> None:
        analyst = self._reviewing.analyst
        self._ask(moment, analyst, moment.then, lambda reply: self._hear_what_to_play(moment, outlook, reply))

    def _hear_what_to_play(self, moment: Moment, outlook: Outlook | None, reply: BotReply) -> None:
        thought = reply.thought
        if thought is None or thought.action == moment.action:
            self._keep(moment, Assessment(outlook))
        elif not self.judges:
            self._keep(moment, Assessment(outlook, better_of(moment.action, thought)))
        else:
            self._ask(
                moment,
                None,
                moment.then,
                lambda reply: self._hear_weighed(moment, outlook, reply),
                (moment.action, thought.action),
            )

    def _hear_weighed(self, moment: Moment, outlook: Outlook | None, reply: BotReply) -> None:
        """Keep an action that was better for what the seat knew if it is so in hindsight, too, with the lesser gain."""
        better = _better(moment, reply)
        if better is None:
            self._keep(moment, Assessment(outlook))
            return

        def hear(reply: BotReply) -> None:
            since = _better(moment, reply)
            self._keep(moment, Assessment(outlook, bounded(better, 0.0 if since is None else since.gain)))

        self._ask(moment, None, moment.since, hear, (moment.action, better.action))

    def _keep(self, moment: Moment, verdict: Assessment) -> None:
        self.thought.append((moment, verdict))
        self._next()

    def _ask(
        self,
        moment: Moment,
        name: str | None,
        knowledge: GameView,
        answered: Callable[[BotReply], None],
        actions: tuple[GameAction, ...] = (),
    ) -> None:
        """Ask a question; its seed is the frame's number, so that an analysis is reproducible."""

        def hear(answer: BotReply) -> None:
            if answer.thought is None and answer.outlook is None:
                self.failed = answer.failed or ""
            else:
                answered(answer)

        question = Question(
            self.package.name, name, knowledge, moment.frame, self._reviewing.simulations, urgent=False, actions=actions
        )
        self._thinker.ask(question, hear)


def _end(session: Session, sides: Sides) -> dict[Side, Chances]:
    """The final chances of each side: a win, or its share of one."""
    outcome = session.outcome or package_of(session).rules.outcome(session.state)
    if outcome is None:
        raise LookupError("only a game that has ended can be thought over")
    won = [side for side, seats in sides.items() if outcome.places[seats[0]] == 1]
    return {
        side: Chances(1 / len(won) if side in won else 0.0, float(outcome.points[seats[0]]))
        for side, seats in sides.items()
    }


class Analyst:
    """Analyses games on request, and caches the results."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._known: dict[int, Analysis] = {}

    def known(self, number: int) -> Analysis | None:
        """The cached analysis of a game, if it was asked for recently."""
        return self._known.get(number)

    def forget_failed(self, number: int) -> None:
        """Drop an analysis that has failed, so that the next request starts it again."""
        found = self._known.get(number)
        if found is not None and found.failed is not None:
            del self._known[number]

    def begin(self, session: Session) -> Analysis:
        """Start the analysis of a game."""
        found = self._known[session.number] = Analysis(session, self._thinker)
        if len(self._known) > KEPT:
            self._known.pop(next(iter(self._known))).stop()
        return found
