"""A finished game thought over: what each side could expect at every step, and what the search would have played.

Two questions are asked about every step. What would whoever was to move have done, knowing what it knew then? And what
was to be expected, once all values on the board are known, as they are after the game? Nobody waits for the answers,
so whatever the table has to think about comes first. Only of games that were counted: all of this tells values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from pearlboard.app.thinking import Answer, Question, Thinker
from pearlboard.bots.api import Thought
from pearlboard.games.api import Seat, Side
from pearlboard.games.perladora.scoring import score
from pearlboard.games.perladora.state import PEARLS, Setup, View
from pearlboard.games.perladora.steps import PlaceDiver, Step
from pearlboard.games.perladora.telling import told
from pearlboard.games.perladora.view import view
from pearlboard.session.evolve import agreed, game_of
from pearlboard.session.state import Phase, Session
from pearlboard.texts import Catalogue, Sentence

Json: TypeAlias = dict[str, Any]
ANALYST: Final = "expert"
SIMULATIONS: Final = 1500
"""A question. Every step is two questions, and a Pi has other things to do."""
TURNING: Final = 0.12
"""So much of a game, from 0 to 1, must go to somebody else for a step to be a turning point."""
TURNING_POINTS: Final = 5
KEPT: Final = 20
"""So many games are kept thought over; the first of them is let go."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Before a step: who is to move, what that seat knows, and what is known after the game.

    frame  of the replay that shows the position after the step
    """

    frame: int
    turn: int
    seat: Seat
    step: Step
    then: View
    since: View


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of thinking about a moment: `then`, with what the seat knew; `since`, with all that is known now."""

    then: Thought
    since: Thought


Story: TypeAlias = Sequence[tuple[Moment, Verdict]]


@dataclass(frozen=True, slots=True)
class Point:
    """What a side could expect before the step of a frame: a result from 0 to 1, and Pearls."""

    frame: int
    result: float
    pearls: float


def moments(session: Session) -> Iterator[Moment]:
    """Every step of a game that was counted; values that were only said at the end are known from the start."""
    if session.phase is not Phase.OVER:
        raise LookupError("only a game that was counted can be thought over")
    game, state, turn = game_of(session), session.start, 1
    values = session.state.values
    for number, (seat, recorded) in enumerate(session.played, 1):
        step: Step = recorded
        if isinstance(recorded, PlaceDiver):
            step = replace(recorded, value=values[recorded.space])
        knowledge = view(state, seat)
        known = {space: value for space, value in state.values.items() if value is not None}
        yield Moment(number, turn, seat, step, knowledge, replace(knowledge, values=known))
        state, turn = game.apply(state, step), turn + game.ends_turn(step)


def lines(setup: Setup, thought: Story, end: Mapping[Side, Point]) -> dict[Side, list[Point]]:
    """What each side could expect, from the first of its steps on, and what it got. With two sides each step counts."""
    found: dict[Side, list[Point]] = {side: [] for side in setup.sides}
    for moment, verdict in thought:
        mover = setup.side(moment.seat)
        point = Point(moment.frame, verdict.since.result, verdict.since.pearls)
        found[mover].append(point)
        if len(found) == 2:
            found[3 - mover].append(Point(point.frame, 1 - point.result, PEARLS - point.pearls))
    for side, point in end.items():
        found[side].append(point)
    return found


def swings(setup: Setup, thought: Story, drawn: Mapping[Side, Sequence[Point]]) -> dict[int, float]:
    """By frame: how much the mover's expectation rose or fell until it was reckoned the next time."""
    found = {}
    for moment, _ in thought:
        line = drawn[setup.side(moment.seat)]
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


class Analysis:
    """One game that is being thought over, step by step. `failed`: the thinking gave up, and why."""

    def __init__(self, session: Session, thinker: Thinker) -> None:
        """Begin."""
        self.agreement = agreed(session)
        self.number = session.number
        self.moments = tuple(moments(session))
        self.thought: list[tuple[Moment, Verdict]] = []
        self.failed: str | None = None
        self.end = _end(session)
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
                lambda then: self._ask(moment, moment.since, lambda since: self._keep(moment, Verdict(then, since))),
            )

    def _keep(self, moment: Moment, verdict: Verdict) -> None:
        self.thought.append((moment, verdict))
        self._next()

    def _ask(self, moment: Moment, knowledge: View, answered: Callable[[Thought], None]) -> None:
        """The same step of the same game is always thought over in the same way."""

        def hear(answer: Answer) -> None:
            if answer.thought is None:
                self.failed = answer.failed or ""
            else:
                answered(answer.thought)

        question = Question(self.agreement.game, ANALYST, knowledge, moment.frame, SIMULATIONS, urgent=False)
        self._thinker.ask(question, hear)


def _end(session: Session) -> dict[Side, Point]:
    """What each side got: a win, or its part of one."""
    public = session.state.public
    counted = score(public, {space: value for space, value in session.state.values.items() if value is not None})
    share = 1 / len(counted.winners)
    return {
        side: Point(len(session.played) + 1, share if side in counted.winners else 0.0, float(pearls))
        for side, pearls in counted.pearls.items()
    }


class Analyst:
    """Thinks over the games that it is asked about, and keeps what came of it."""

    def __init__(self, thinker: Thinker) -> None:
        """Nothing has been asked for yet."""
        self._thinker = thinker
        self._known: dict[int, Analysis] = {}

    def known(self, number: int) -> Analysis | None:
        """A game that was asked about not long ago. One whose thinking has failed is told once, then it is unknown."""
        found = self._known.get(number)
        if found is not None and found.failed is not None:
            del self._known[number]
        return found

    def begin(self, session: Session) -> Analysis:
        """Think that game over from now on."""
        found = self._known[session.number] = Analysis(session, self._thinker)
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return found


# --- on the page -------------------------------------------------------------------------------------------------


def document(analysis: Analysis, catalogue: Catalogue) -> Json:
    """What has been thought so far, as plain data; `docs/http.md` describes it."""
    setup = analysis.agreement.setup
    names = dict(enumerate(analysis.agreement.names, 1))

    def words(said: Sentence) -> str:
        return catalogue.render(said, names)

    drawn = lines(setup, analysis.thought, analysis.end if analysis.done else {})
    swung = swings(setup, analysis.thought, drawn)
    return {
        "number": analysis.number,
        "lang": catalogue.language,
        "steps": len(analysis.moments),
        "thought": len(analysis.thought),
        "done": analysis.done,
        "failed": analysis.failed is not None,
        "sides": [
            {
                "side": side,
                "players": [
                    {"seat": seat, "name": names[seat], "clan": setup.clans[seat - 1].value}
                    for seat in setup.seats
                    if setup.side(seat) == side
                ],
                "points": [_point(point) for point in drawn[side]],
            }
            for side in setup.sides
        ],
        "moments": [_moment(moment, verdict, swung.get(moment.frame), words) for moment, verdict in analysis.thought],
        "turning": turning_points(swung),
    }


def _point(point: Point) -> Json:
    return {"frame": point.frame, "result": round(point.result, 4), "pearls": round(point.pearls, 2)}


def _moment(moment: Moment, verdict: Verdict, swing: float | None, words: Callable[[Sentence], str]) -> Json:
    best: Step = verdict.then.step
    public = moment.then.public
    return {
        "frame": moment.frame,
        "turn": moment.turn,
        "seat": moment.seat,
        "played": words(told(public, moment.seat, moment.step)),
        "result": round(verdict.since.result, 4),
        "pearls": round(verdict.since.pearls, 2),
        "swing": None if swing is None else round(swing, 4),
        "better": None if best == moment.step else words(told(public, moment.seat, best)),
        "hoped": round(verdict.then.result, 4),
    }
