"""A finished game is thought over: what is asked about every step, and what is told of the answers."""

import json
from dataclasses import replace

import pytest

from finished import finished
from pearlboard.computers.analysis import (
    SIMULATIONS,
    Analyst,
    NobodyToAsk,
    Point,
    document,
    lines,
    moments,
    swings,
    turning_points,
)
from pearlboard.computers.bot_client import BotReply
from pearlboard.games.bots import Thought
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.rules.state import View
from pearlboard.games.perladora.rules.steps import Elders, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.registry import GAMES
from pearlboard.games.values import TABLE
from pearlboard.screens.catalogues import catalogues
from pearlboard.table.exhibit import document as replay_document
from pearlboard.table.exhibit import replay
from sessions import session_at

SEEDS = range(6)


class Asking:
    """A thinker that keeps the questions; `answer` gives the next one what a player thinks in no time, or this."""

    def __init__(self):
        self.questions = []
        self.waiting = []

    def ask(self, question, answered):
        self.questions.append(question)
        self.waiting.append((question, answered))

    def answer(self, answer=None):
        question, answered = self.waiting.pop(0)
        answered(answer or BotReply(PACKAGE.players()["random"].bot.think(question.knowledge, question.seed, 0)))

    def answer_all(self):
        while self.waiting:
            self.answer()


@pytest.fixture
def asking():
    return Asking()


def thought_over(session, asking):
    analysis = Analyst(asking).begin(session)
    asking.answer_all()
    return analysis


def told(analysis, language="en"):
    return document(analysis, catalogues()[language])


# --- what is asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_is_asked_about_twice(asking, seed):
    """With what its seat knew then, and with all that lies on the board; one question at a time, the table's first."""
    session = finished(seed)
    analysis = Analyst(asking).begin(session)
    assert len(asking.questions) == 1
    asking.answer_all()
    assert len(asking.questions) == 2 * len(session.played)
    for question in asking.questions:
        assert (question.game, question.name, question.simulations) == ("perladora", "expert", SIMULATIONS)
        assert not question.urgent
        assert type(question.knowledge) is View
        assert question.knowledge.viewer == question.knowledge.public.to_move
    then, since = asking.questions[::2], asking.questions[1::2]
    for early, late, (seat, _) in zip(then, since, session.played, strict=True):
        assert early.knowledge.public == late.knowledge.public
        assert early.knowledge.viewer == seat
        assert early.knowledge.values.items() <= late.knowledge.values.items()
        assert late.knowledge.values.keys() == late.knowledge.public.divers.keys()
    assert analysis.done


def test_what_a_seat_knew_is_no_more_than_its_view():
    """The values that others hid are not in it, those that were only said at the end are."""
    session = finished(3, advanced=True)
    state, rules = session.start, PACKAGE.rules
    for moment in moments(session):
        assert moment.then == view(state, moment.seat)
        own = {space for space, diver in state.public.divers.items() if diver.seat == moment.seat}
        assert own <= moment.then.values.keys()
        state = rules.apply(state, moment.seat, moment.action)
    assert state.public.over


def test_frames_and_turns_are_those_of_the_replay():
    """So that one can go from a step to its picture."""
    for seed in SEEDS:
        session = finished(seed)
        frames = replay(session).frames
        for moment in moments(session):
            frame = frames[moment.frame]
            assert (frame.turn, frame.seat) == (moment.turn, moment.seat)


@pytest.mark.parametrize("stage", ["playing", "reveal"])
def test_a_game_that_was_not_counted_is_not_thought_over(asking, stage):
    """It would tell values."""
    with pytest.raises(LookupError):
        Analyst(asking).begin(session_at(stage))
    assert asking.questions == []


def test_the_same_game_is_thought_over_once(asking):
    """Whoever asks again gets what there is; the newest games are kept."""
    analyst = Analyst(asking)
    assert analyst.known(7) is None
    begun = analyst.begin(finished(1))
    asking.answer_all()
    asked = len(asking.questions)
    assert analyst.known(7) is begun
    assert len(asking.questions) == asked


def test_thinking_that_failed_is_told_and_can_begin_again(asking):
    """Once; whoever asks after that begins anew."""
    analyst = Analyst(asking)
    analysis = analyst.begin(finished(1))
    asking.answer()
    asking.answer(BotReply(failed="it ended"))
    assert asking.waiting == []
    assert analyst.known(7) is analysis
    assert told(analysis)["failed"]
    analyst.forget_failed(7)
    assert analyst.known(7) is None


# --- what is told ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_told_in_both_languages(asking, seed):
    """As plain data, of every rule set."""
    analysis = thought_over(finished(seed), asking)
    english, french = told(analysis), told(analysis, "fr")
    assert json.loads(json.dumps(english)) == english
    assert english["done"]
    assert english["thought"] == english["steps"] == len(english["moments"])
    assert all(
        one["played"] != other["played"] for one, other in zip(english["moments"], french["moments"], strict=True)
    )
    assert [side["points"] for side in english["sides"]] == [side["points"] for side in french["sides"]]


def test_it_is_told_as_far_as_it_has_come(asking):
    """And the end of the game with the last step."""
    analysis = Analyst(asking).begin(finished(2, players=2))
    for thought in range(4):
        found = told(analysis)
        assert (found["thought"], found["done"]) == (thought, False)
        assert [len(side["points"]) for side in found["sides"]] == [thought, thought]
        asking.answer()
        asking.answer()
    asking.answer_all()
    assert [len(side["points"]) for side in told(analysis)["sides"]] == [told(analysis)["steps"] + 1] * 2


def test_what_the_search_would_have_played_is_told_where_it_differs(asking):
    """With what it hoped for, knowing what the player knew."""
    session = finished(4)
    analysis = Analyst(asking).begin(session)
    first = analysis.moments[0]
    asking.answer(BotReply(Thought(first.action, 0.625, 20)))
    asking.answer(BotReply(Thought(first.action, 0.5, 21)))
    second = analysis.moments[1]
    other = next(PlaceDiver(space, 1) for space in session.state.public.divers if PlaceDiver(space, 1) != second.action)
    asking.answer(BotReply(Thought(other, 0.75, 25)))
    asking.answer(BotReply(Thought(other, 0.25, 10)))
    same, better = told(analysis)["moments"]
    assert (same["better"], same["hoped"], same["result"], same["points"]) == (None, 0.625, 0.5, 21)
    assert str(other.space) in better["better"]
    assert (better["hoped"], better["result"]) == (0.75, 0.25)


def test_two_sides_share_what_there_is(asking):
    """What one expects, the other does not."""
    session = finished(2, players=4)
    analysis = thought_over(session, asking)
    first, second = lines(analysis.sides, analysis.thought, analysis.end, 40).values()
    assert len(first) == len(session.played) + 1
    for one, other in zip(first[:-1], second[:-1], strict=True):
        assert (one.frame, one.result + other.result, one.points + other.points) == (other.frame, 1, 40)


def test_of_three_each_is_asked_at_its_own_steps(asking):
    """Its line has those, and the end."""
    session = finished(2, players=3)
    analysis = thought_over(session, asking)
    for seat, line in lines(analysis.sides, analysis.thought, analysis.end, 40).items():
        assert len(line) == sum(each == seat for each, _ in session.played) + 1
        assert line[-1] == analysis.end[seat]


def test_the_end_is_what_was_counted(asking):
    """A win, or a part of one."""
    for seed in SEEDS:
        analysis = thought_over(finished(seed), asking)
        assert sum(point.result for point in analysis.end.values()) == pytest.approx(1)
        assert sum(point.points for point in analysis.end.values()) <= 40


def test_a_step_after_which_less_is_to_be_expected_is_a_turning_point(asking):
    """Until it is reckoned the next time; the biggest five, in the order of the game."""
    session = finished(2, players=2)
    analysis = thought_over(session, asking)
    thought = analysis.thought[:3]
    mover = PACKAGE.rules.side(session.agreement.setup, thought[1][0].seat)
    flat = [Point(moment.frame, 0.5, 20) for moment, _ in analysis.thought]
    drawn = {1: list(flat), 2: list(flat)}
    drawn[mover][2] = Point(thought[2][0].frame, 0.2, 12)
    assert swings(analysis.sides, thought, drawn)[thought[1][0].frame] == pytest.approx(-0.3)
    assert turning_points({1: 0.05, 2: -0.3, 3: 0.2, 4: 0, 5: -0.5, 6: 0.4, 7: 0.13, 8: -0.14}) == [2, 3, 5, 6, 8]
    assert turning_points({1: 0.05, 2: -0.1}) == []


def test_a_step_of_the_elders_is_thought_over_too(asking):
    """Powers are steps of their own, and what was seen is known from then on."""
    for seed in range(40):
        session = finished(seed, advanced=True)
        looks = [index for index, (_, step) in enumerate(session.played) if isinstance(step, Elders)]
        if looks:
            break
    analysis = thought_over(session, asking)
    after = analysis.moments[looks[0] + 1]
    assert session.played[looks[0]][1].space in after.then.values
    assert after.turn == analysis.moments[looks[0]].turn


# --- of any game -------------------------------------------------------------------------------------------------


@pytest.fixture
def without():
    """The game, but for what is left out of its package."""

    def leave_out(**parts):
        GAMES.add(replace(PACKAGE, **parts))

    yield leave_out
    GAMES.add(PACKAGE)


def test_a_game_that_nobody_thinks_over_is_refused(asking, without):
    """Nothing is asked, and its replay says so."""
    assert document_of_replay(finished(1))["analysis"]
    without(analyst=None)
    with pytest.raises(NobodyToAsk):
        Analyst(asking).begin(finished(1))
    assert asking.questions == []
    assert not document_of_replay(finished(1))["analysis"]


def document_of_replay(session):
    return replay_document(replay(session), "2026-11-21", catalogues()["en"])


def test_where_nobody_knows_how_many_points_there_are_each_is_asked_at_its_own_steps(asking, without):
    """What the other side has cannot be told from what one has."""
    without(points=None)
    session = finished(2, players=2)
    found = told(thought_over(session, asking))
    for side in found["sides"]:
        own = sum(seat == side["side"] for seat, _ in session.played)
        assert len(side["points"]) == own + 1


def test_it_says_who_played_as_the_replay_does(asking):
    """Seat, name, side, place and colour of each, by side."""
    session = finished(2, players=4)
    players = [player for side in told(thought_over(session, asking))["sides"] for player in side["players"]]
    assert sorted(players, key=lambda player: player["seat"]) == document_of_replay(session)["players"]


def test_what_the_table_did_is_nobodys_step(asking):
    """It is told of in no moment; the steps after it are of the frames that show them."""
    session = session_at("over")
    assert any(act.actor == TABLE for act in session.acts)
    analysis = thought_over(session, asking)
    frames = replay(session).frames
    assert [(moment.seat, moment.turn) for moment, _ in analysis.thought] == [
        (frame.seat, frame.turn) for frame in frames if frame.seat is not None
    ]
    assert analysis.moments[-1].frame == len(analysis.moments)
