"""A finished game thought over: what each side could expect at every step, and what the search would have played.

Two questions are asked about every action of a seat. What would it have done, knowing what it knew then? And what was
to be expected, once all that lay open at the end is known? Nobody waits for the answers, so whatever the table has to
think about comes first. Only of games that have ended: all of this tells secrets.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pearlboard.computers.bot_client import BotReply, Question, Thinker
from pearlboard.games.api import TABLE, GameAction, GameState, GameView, Package, Rules, Seat, Side
from pearlboard.games.bots import Thought
from pearlboard.games.going_on import by_side
from pearlboard.games.values import Act
from pearlboard.session.evolve import agreed, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.table.exhibit import people
from pearlboard.texts import Catalogue, Sentence

Json: TypeAlias = dict[str, Any]
SIMULATIONS: Final = 1500
"""A question. Every step is two questions, and a Pi has other things to do."""
TURNING: Final = 0.12
"""So much of a game, from 0 to 1, must go to somebody else for a step to be a turning point."""
TURNING_POINTS: Final = 5
KEPT: Final = 20
"""So many games are kept thought over; the first of them is let go."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Before an action: who is to act, what that seat knows, how all stands, and what is known after the game.

    frame  of the replay that shows how things stand after it
    """

    frame: int
    turn: int
    seat: Seat
    action: GameAction = field(repr=False)
    before: GameState = field(repr=False)
    then: GameView = field(repr=False)
    since: GameView = field(repr=False)


@dataclass(frozen=True, slots=True)
class Assessment:
    """What came of thinking about a moment: `then`, with what the seat knew; `since`, with all that is known now."""

    then: Thought
    since: Thought


Story: TypeAlias = Sequence[tuple[Moment, Assessment]]
Sides: TypeAlias = Mapping[Side, tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Point:
    """What a side could expect before the action of a frame: a result from 0 to 1, and points."""

    frame: int
    result: float
    points: float


def moments(session: Session) -> Iterator[Moment]:
    """Every action of a seat; what was only said of one at the end is known from the start."""
    if session.phase is not Phase.OVER or session.gone:
        raise LookupError("only a game that has ended can be thought over")
    package = package_of(session)
    rules, state, turn = package.rules, session.start, 1
    shown = iter(frames_of_seats(package, session))
    for act in session.acts:
        state, action = _since_then(rules, state, act), rules.as_known(session.state, act.action)
        if act.actor != TABLE:
            seat = int(act.actor)
            yield Moment(
                next(shown),
                turn,
                seat,
                action,
                state,
                rules.view(state, seat),
                rules.hindsight(state, session.state, seat),
            )
            turn += rules.ends_turn(action)
        state = rules.apply(state, act.actor, action)


def frames_of_seats(package: Package, session: Session) -> list[int]:
    """The frames of the replay in which seats act: one for each of their actions, in order."""
    return [number for number, frame in enumerate(package.shown.frames(session.course)) if frame.seat is not None]


def _since_then(rules: Rules, state: GameState, act: Act) -> GameState:
    """The state before an action. What was only said later is no difference to anybody; a time that ran out is."""
    if act.before is None or rules.view(state, TABLE) == rules.view(act.before, TABLE):
        return state
    return act.before


def sides_of(session: Session) -> Sides:
    """Who scores together."""
    agreement = agreed(session)
    return by_side(package_of(session).rules, agreement.setup, len(agreement.names))


def lines(sides: Sides, thought: Story, end: Mapping[Side, Point], points: int | None) -> dict[Side, list[Point]]:
    """What each side could expect, from the first of its actions on, and what it got.

    With two sides that share so many `points` each action counts for both; None: nobody can say what the other has.
    """
    found: dict[Side, list[Point]] = {side: [] for side in sides}
    for moment, verdict in thought:
        mover = _side(sides, moment.seat)
        point = Point(moment.frame, verdict.since.result, verdict.since.points)
        found[mover].append(point)
        if len(found) == 2 and points is not None:
            [other] = found.keys() - {mover}
            found[other].append(Point(point.frame, 1 - point.result, points - point.points))
    for side, point in end.items():
        found[side].append(point)
    return found


def _side(sides: Sides, seat: Seat) -> Side:
    return next(side for side, seats in sides.items() if seat in seats)


def swings(sides: Sides, thought: Story, drawn: Mapping[Side, Sequence[Point]]) -> dict[int, float]:
    """By frame: how much the mover's expectation rose or fell until it was reckoned the next time."""
    found = {}
    for moment, _ in thought:
        line = drawn[_side(sides, moment.seat)]
        at = next(index for index, point in enumerate(line) if point.frame == moment.frame)
        if at + 1 < len(line):
            found[moment.frame] = line[at + 1].result - line[at].result
    return found


def turning_points(swung: Mapping[int, float]) -> list[int]:
    """The frames of the biggest swings, in the order of the game."""
    big = [frame for frame, swing in swung.items() if abs(swing) >= TURNING]
    big.sort(key=lambda frame: -abs(swung[frame]))
    return sorted(big[:TURNING_POINTS])


# --- asking ------------------------------------------------------------------------------------------------------


class NobodyToAsk(LookupError):
    """The game has no analyst."""


class Analysis:
    """One game that is being thought over, action by action. `failed`: the thinking gave up, and why."""

    def __init__(self, session: Session, thinker: Thinker) -> None:
        """Begin; `NobodyToAsk`."""
        self.package = package_of(session)
        if self.package.analyst is None:
            raise NobodyToAsk(f"nobody thinks over games of {self.package.name}")
        self._asked = self.package.analyst
        self.agreement = agreed(session)
        self.sides = sides_of(session)
        self.number = session.number
        self.moments = tuple(moments(session))
        self.thought: list[tuple[Moment, Assessment]] = []
        self.failed: str | None = None
        self.end = _end(session, self.sides, self.moments)
        self._thinker = thinker
        self._next()

    @property
    def done(self) -> bool:
        return len(self.thought) == len(self.moments)

    def _next(self) -> None:
        if not self.done:
            moment = self.moments[len(self.thought)]
            self._ask(
                moment,
                moment.then,
                lambda then: self._ask(moment, moment.since, lambda since: self._keep(moment, Assessment(then, since))),
            )

    def _keep(self, moment: Moment, verdict: Assessment) -> None:
        self.thought.append((moment, verdict))
        self._next()

    def _ask(self, moment: Moment, knowledge: GameView, answered: Callable[[Thought], None]) -> None:
        """The same action of the same game is always thought over in the same way."""

        def hear(answer: BotReply) -> None:
            if answer.thought is None:
                self.failed = answer.failed or ""
            else:
                answered(answer.thought)

        question = Question(self.package.name, self._asked, knowledge, moment.frame, SIMULATIONS, urgent=False)
        self._thinker.ask(question, hear)


def _end(session: Session, sides: Sides, played: Sequence[Moment]) -> dict[Side, Point]:
    """What each side got: a win, or its part of one."""
    outcome = session.outcome or package_of(session).rules.outcome(session.state)
    if outcome is None:
        raise LookupError("only a game that has ended can be thought over")
    won = [side for side, seats in sides.items() if outcome.places[seats[0]] == 1]
    after = played[-1].frame + 1 if played else 1
    return {
        side: Point(after, 1 / len(won) if side in won else 0.0, float(outcome.points[seats[0]]))
        for side, seats in sides.items()
    }


class Analyst:
    """Thinks over the games that it is asked about, and keeps what came of it."""

    def __init__(self, thinker: Thinker) -> None:
        """Nothing has been asked for yet."""
        self._thinker = thinker
        self._known: dict[int, Analysis] = {}

    def known(self, number: int) -> Analysis | None:
        """A game that was asked about not long ago."""
        return self._known.get(number)

    def forget_failed(self, number: int) -> None:
        """One whose thinking has failed is told once; whoever asks again has it thought over again."""
        found = self._known.get(number)
        if found is not None and found.failed is not None:
            del self._known[number]

    def begin(self, session: Session) -> Analysis:
        """Think that game over from now on."""
        found = self._known[session.number] = Analysis(session, self._thinker)
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return found


# --- on the page -------------------------------------------------------------------------------------------------


def document(analysis: Analysis, catalogue: Catalogue) -> Json:
    """What has been thought so far, as plain data; `docs/http.md` describes it."""
    names = dict(enumerate(analysis.agreement.names, 1))

    def words(said: Sentence) -> str:
        return catalogue.render(said, names)

    drawn = lines(analysis.sides, analysis.thought, analysis.end if analysis.done else {}, analysis.package.points)
    swung = swings(analysis.sides, analysis.thought, drawn)
    players = people(analysis.agreement, analysis.package)
    return {
        "number": analysis.number,
        "lang": catalogue.language,
        "game": analysis.package.name,
        "steps": len(analysis.moments),
        "thought": len(analysis.thought),
        "done": analysis.done,
        "failed": analysis.failed is not None,
        "sides": [
            {
                "side": side,
                "players": [player for player in players if player["seat"] in seats],
                "points": [_point(point) for point in drawn[side]],
            }
            for side, seats in analysis.sides.items()
        ],
        "moments": [
            _moment(analysis.package, moment, verdict, swung.get(moment.frame), words)
            for moment, verdict in analysis.thought
        ],
        "turning": turning_points(swung),
    }


def _point(point: Point) -> Json:
    return {"frame": point.frame, "result": round(point.result, 4), "points": round(point.points, 2)}


def _moment(
    package: Package, moment: Moment, verdict: Assessment, swing: float | None, words: Callable[[Sentence], str]
) -> Json:
    best, told = verdict.then.action, package.shown.retold
    return {
        "frame": moment.frame,
        "turn": moment.turn,
        "seat": moment.seat,
        "played": words(told(moment.before, moment.seat, moment.action)),
        "result": round(verdict.since.result, 4),
        "points": round(verdict.since.points, 2),
        "swing": None if swing is None else round(swing, 4),
        "better": None if best == moment.action else words(told(moment.before, moment.seat, best)),
        "hoped": round(verdict.then.result, 4),
    }
