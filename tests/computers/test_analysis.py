"""The analysis of a finished game: the questions asked about every step, and the document made of the answers."""

import json
from dataclasses import replace

import pytest

from pearlboard.computers.analysis import CLEARLY, Analyst, Better, NobodyToAsk, better_of, bounded, moments
from pearlboard.computers.analysis_document import document
from pearlboard.computers.bot_client import BotReply
from pearlboard.games.bots import Candidate, Chances, Outlook, Thought
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.rules.state import FARMS, View
from pearlboard.games.perladora.rules.steps import Elders, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.registry import GAMES
from pearlboard.games.values import TABLE
from pearlboard.geometry import GRID
from pearlboard.screens.catalogues import catalogues
from pearlboard.table.exhibit import document as replay_document
from pearlboard.table.exhibit import replay
from support.finished import finished
from support.sessions import session_at

pytestmark = pytest.mark.slow

FEW = 4
SEEDS = range(6)
SPACES = [space for space in GRID.spaces if space not in FARMS]


class Asking:
    """A thinker that keeps the questions; `answer` answers the next one, quickly or as given."""

    def __init__(self):
        self.questions = []
        self.waiting = []

    def ask(self, question, answered):
        self.questions.append(question)
        self.waiting.append((question, answered))

    def answer(self, answer=None):
        question, answered = self.waiting.pop(0)
        answered(answer or quick(question))

    def answer_all(self):
        while self.waiting:
            self.answer()

    def answer_step(self):
        """Answer all questions about one action."""
        self.answer()
        while self.waiting and not looks(self.waiting[0][0]):
            self.answer()


def quick(question):
    if looks(question):
        return BotReply(outlook=PACKAGE.reviewing.judge().outlook(question.knowledge, question.seed, FEW))
    if question.actions:
        return BotReply(PACKAGE.reviewing.judge().weigh(question.knowledge, question.actions, question.seed, FEW))
    return BotReply(PACKAGE.players()["random"].bot.think(question.knowledge, question.seed, 0))


def looks(question):
    """Whether the question is about the chances, the first one about an action."""
    return question.name is None and not question.actions


def stands(*results):
    """An answer with these chances of the sides."""
    return BotReply(outlook=Outlook({side: Chances(result, 20) for side, result in enumerate(results, 1)}))


def weighed(*pairs):
    """An answer with these actions and their results."""
    candidates = tuple(Candidate(action, 10, result, 20) for action, result in sorted(pairs, key=lambda pair: -pair[1]))
    return Thought(candidates[0].action, candidates[0].result, 20, 20, candidates=candidates)


@pytest.fixture
def asking():
    return Asking()


def thought_over(session, asking):
    analysis = Analyst(asking).begin(session)
    asking.answer_all()
    return analysis


def told(analysis, language="en"):
    return document(analysis, catalogues()[language])


# --- questions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_is_analysed_by_a_few_questions(asking, seed):
    """With everything on the board, then with the seat's knowledge; one question at a time, the table's own first."""
    session = finished(seed)
    analysis = Analyst(asking).begin(session)
    assert len(asking.questions) == 1
    asking.answer_all()
    assert analysis.done
    for question in asking.questions:
        assert (question.game, question.simulations, question.urgent) == (
            "perladora",
            GAMES["perladora"].reviewing.simulations,
            False,
        )
        assert type(question.knowledge) is View
        assert question.knowledge.viewer == question.knowledge.public.to_move
    looked = [question for question in asking.questions if looks(question)]
    thought = [question for question in asking.questions if question.name == "expert"]
    for late, early, (seat, _) in zip(looked, thought, session.played, strict=True):
        assert early.knowledge.public == late.knowledge.public
        assert early.knowledge.viewer == seat
        assert early.knowledge.values.items() <= late.knowledge.values.items()
        assert late.knowledge.values.keys() == late.knowledge.public.divers.keys()


def test_played_and_better_actions_are_weighed_with_the_same_knowledge(asking):
    """If the analyst would have played the same action, nothing more is asked."""
    analysis = Analyst(asking).begin(finished(4))
    first, second = analysis.moments[:2]
    asking.answer(stands(0.5, 0.5))
    asking.answer(BotReply(Thought(first.action, 0.6, 20)))
    asking.answer(stands(0.5, 0.5))
    assert asking.questions[-1].knowledge == second.then
    asking.answer(BotReply(Thought(other_than(second), 0.9, 20)))
    assert asking.questions[-1].actions == (second.action, other_than(second))
    assert asking.questions[-1].knowledge == second.then


def other_than(moment):
    """Another action that could have been played."""
    return next(
        step
        for step in (PlaceDiver(space, 1) for space in SPACES)
        if step != moment.action and step.space not in moment.before.public.divers
    )


def test_what_a_seat_knew_is_no_more_than_its_view():
    """Values that others hid are not in the view; values said only at the end are."""
    session = finished(3, advanced=True)
    state, rules = session.start, PACKAGE.rules
    for moment in moments(session):
        assert moment.then == view(state, moment.seat)
        own = {space for space, diver in state.public.divers.items() if diver.seat == moment.seat}
        assert own <= moment.then.values.keys()
        state = rules.apply(state, moment.seat, moment.action)
    assert state.public.over


def test_frames_and_turns_are_those_of_the_replay():
    """So a page can go from a step to its picture."""
    for seed in SEEDS:
        session = finished(seed)
        frames = replay(session).frames
        for moment in moments(session):
            frame = frames[moment.frame]
            assert (frame.turn, frame.seat) == (moment.turn, moment.seat)


@pytest.mark.parametrize("stage", ["playing", "reveal"])
def test_a_game_that_was_not_counted_is_not_thought_over(asking, stage):
    """The analysis would reveal values."""
    with pytest.raises(LookupError):
        Analyst(asking).begin(session_at(stage))
    assert asking.questions == []


def test_the_same_game_is_thought_over_once(asking):
    """A second request gets the same analysis; the newest analyses are cached."""
    analyst = Analyst(asking)
    assert analyst.known(7) is None
    begun = analyst.begin(finished(1))
    asking.answer_all()
    asked = len(asking.questions)
    assert analyst.known(7) is begun
    assert len(asking.questions) == asked


def test_a_failed_analysis_is_reported_and_can_be_restarted(asking):
    """The failure is reported once; the next request starts again."""
    analyst = Analyst(asking)
    analysis = analyst.begin(finished(1))
    asking.answer()
    asking.answer(BotReply(failed="it ended"))
    assert asking.waiting == []
    assert analyst.known(7) is analysis
    assert told(analysis)["failed"]
    analyst.forget_failed(7)
    assert analyst.known(7) is None


# --- the document ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_an_analysis_is_in_both_languages(asking, seed):
    """Plain data, for every rule set."""
    analysis = thought_over(finished(seed), asking)
    english, french = told(analysis), told(analysis, "fr")
    assert json.loads(json.dumps(english)) == english
    assert english["done"]
    assert english["thought"] == english["steps"] == len(english["moments"])
    assert all(
        one["played"] != other["played"] for one, other in zip(english["moments"], french["moments"], strict=True)
    )
    assert [side["points"] for side in english["sides"]] == [side["points"] for side in french["sides"]]
    assert all(
        one["said"] != other["said"] for one, other in zip(english["standings"], french["standings"], strict=True)
    )


def test_an_analysis_is_shown_as_far_as_it_has_come(asking):
    """With the end of the game after the last step."""
    analysis = Analyst(asking).begin(finished(2, players=2))
    for thought in range(4):
        found = told(analysis)
        assert (found["thought"], found["done"]) == (thought, False)
        assert [len(side["points"]) for side in found["sides"]] == [thought, thought]
        asking.answer_step()
    asking.answer_all()
    assert [len(side["points"]) for side in told(analysis)["sides"]] == [told(analysis)["steps"] + 1] * 2


def test_a_better_action_comes_with_its_pieces(asking):
    """And the gain, as both actions were weighed."""
    analysis = Analyst(asking).begin(finished(4))
    first, second = analysis.moments[:2]
    asking.answer(stands(0.5, 0.5))
    asking.answer(BotReply(Thought(first.action, 0.625, 20)))
    asking.answer(stands(0.25, 0.75))
    better = other_than(second)
    asking.answer(BotReply(Thought(better, 0.9, 25)))
    asking.answer(BotReply(weighed((better, 0.75), (second.action, 0.5))))
    assert asking.questions[-1].knowledge == second.since
    asking.answer(BotReply(weighed((better, 0.9), (second.action, 0.4))))
    same, missed = told(analysis)["moments"]
    assert same["better"] is None
    assert missed["better"]["gain"] == 0.25
    assert str(better.space) in missed["better"]["said"]
    [piece] = missed["better"]["pieces"]
    assert (piece["site"], piece["kind"], piece["seat"], piece["value"]) == (str(better.space), "diver", second.seat, 1)


def test_a_better_action_must_be_clearly_better():
    """Never a loss, never actions weighed differently, and no noise of the search."""
    played, other = (PlaceDiver(space, 1) for space in SPACES[:2])
    assert better_of(played, weighed((other, 0.5), (played, 0.5 - CLEARLY / 2))) is None
    assert better_of(played, weighed((other, 0.4), (played, 0.7))) is None
    assert better_of(played, weighed((other, 0.9))) is None
    assert better_of(played, Thought(other, 0.9, 20)) is None
    assert better_of(played, weighed((other, 0.8), (played, 0.3))).gain == pytest.approx(0.5)


def would_have_played(asking):
    """An analysis, its first moment, and what the analyst would have played there; how much better that is is asked."""
    analysis = Analyst(asking).begin(finished(4))
    [first, *_] = analysis.moments
    other = other_than(first)
    asking.answer(stands(0.5, 0.5))
    asking.answer(BotReply(Thought(other, 0.9, 25)))
    return analysis, first, other


def test_what_only_seemed_to_be_better_is_not_told(asking):
    """An action that gains nothing in hindsight would contradict the chances, which are those in hindsight."""
    analysis, first, other = would_have_played(asking)
    asking.answer(BotReply(weighed((other, 0.9), (first.action, 0.1))))
    asking.answer(BotReply(weighed((other, 0.5), (first.action, 0.5))))
    assert told(analysis)["moments"][0]["better"] is None


def test_nothing_is_better_than_what_has_as_good_as_won():
    """Nor by more than what was left to gain."""
    better = Better(PlaceDiver(SPACES[0], 1), 0.25)
    assert bounded(better, 1 - 0.98) is None
    assert bounded(better, 1 - 0.9).gain == pytest.approx(0.1)
    assert bounded(better, 0.5) == better


def test_a_hurried_comparison_does_not_count(asking):
    """One of the two actions may have had more time."""
    analysis, first, other = would_have_played(asking)
    asking.answer(BotReply(replace(weighed((other, 0.9), (first.action, 0.1)), cut=True), capped=True))
    assert told(analysis)["moments"][0]["better"] is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_side_has_its_chances_in_every_position_and_together_they_are_one(asking, players):
    """Whoever is to move; from the opening to the count at the end."""
    session = finished(2, players=players)
    analysis = thought_over(session, asking)
    found = told(analysis)
    lines = [side["points"] for side in found["sides"]]
    assert [len(line) for line in lines] == [len(session.played) + 1] * len(analysis.sides)
    for points in zip(*lines, strict=True):
        assert sum(point["result"] for point in points) == pytest.approx(1, abs=1e-3)
        assert len({point["frame"] for point in points}) == 1
    assert [line[0]["frame"] for line in lines] == [0] * len(lines)
    assert [line[-1]["result"] for line in lines] == [analysis.end[side].result for side in analysis.sides]


def test_a_step_is_judged_by_how_it_stood_before_and_after_it(asking):
    """For the side that played it; the last known position has no successor yet."""
    analysis = Analyst(asking).begin(finished(2, players=2))
    for results in ((0.5, 0.5), (0.6, 0.4), (0.3, 0.7)):
        asking.answer(stands(*results))
        while not looks(asking.waiting[0][0]):
            asking.answer()
    found = told(analysis)["moments"]
    mover = [moment["seat"] for moment in found[:2]]
    assert [moment["swing"] for moment in found] == [
        pytest.approx(0.1 if mover[0] == 1 else -0.1),
        pytest.approx(-0.3 if mover[1] == 1 else 0.3),
        None,
    ]


def test_the_end_is_what_was_counted(asking):
    """A win, or a share of one."""
    for seed in SEEDS:
        analysis = thought_over(finished(seed), asking)
        assert sum(chances.result for chances in analysis.end.values()) == pytest.approx(1)
        assert sum(chances.points for chances in analysis.end.values()) <= 40


def test_a_step_of_the_elders_is_thought_over_too(asking):
    """Powers are steps of their own, and what they revealed is known afterwards."""
    for seed in range(40):
        session = finished(seed, advanced=True)
        looks = [index for index, (_, step) in enumerate(session.played) if isinstance(step, Elders)]
        if looks:
            break
    analysis = thought_over(session, asking)
    after = analysis.moments[looks[0] + 1]
    assert session.played[looks[0]][1].space in after.then.values
    assert after.turn == analysis.moments[looks[0]].turn


# --- any game ----------------------------------------------------------------------------------------------------


@pytest.fixture
def without():
    """A game without some parts of its package."""

    def leave_out(**parts):
        GAMES.add(replace(PACKAGE, **parts))

    yield leave_out
    GAMES.add(PACKAGE)


def test_a_game_that_nobody_thinks_over_is_refused(asking, without):
    """No question is asked, and the replay says so."""
    assert document_of_replay(finished(1))["analysis"]
    without(reviewing=None)
    with pytest.raises(NobodyToAsk):
        Analyst(asking).begin(finished(1))
    assert asking.questions == []
    assert not document_of_replay(finished(1))["analysis"]


def document_of_replay(session):
    return replay_document(replay(session), "2026-11-21", catalogues()["en"])


def test_a_game_without_a_judge_is_thought_over_without_chances(asking, without):
    """The document says so; better actions come from the analyst's own candidates."""
    without(reviewing=replace(PACKAGE.reviewing, judge=None))
    analysis = Analyst(asking).begin(finished(4))
    first = analysis.moments[0]
    other = other_than(first)
    asking.answer(BotReply(weighed((other, 0.9), (first.action, 0.4))))
    asking.answer_all()
    found = told(analysis)
    assert (found["chances"], found["done"], found["standings"], found["turning"]) == (False, True, [], [])
    assert [side["points"] for side in found["sides"]] == [[] for _ in analysis.sides]
    assert found["moments"][0]["better"]["gain"] == pytest.approx(0.5)
    assert {question.name for question in asking.questions} == {"expert"}


def test_an_analysis_lists_players_as_the_replay_does(asking):
    """Seat, name, side, place and colour of each player, by side."""
    session = finished(2, players=4)
    players = [player for side in told(thought_over(session, asking))["sides"] for player in side["players"]]
    assert sorted(players, key=lambda player: player["seat"]) == document_of_replay(session)["players"]


def test_actions_of_the_table_are_nobodys_step(asking):
    """Such actions are no moments; the steps after them belong to the frames that show them."""
    session = session_at("over")
    assert any(act.actor == TABLE for act in session.acts)
    analysis = thought_over(session, asking)
    frames = replay(session).frames
    assert [(moment.seat, moment.turn) for moment, _ in analysis.thought] == [
        (frame.seat, frame.turn) for frame in frames if frame.seat is not None
    ]
    assert analysis.moments[-1].frame == len(analysis.moments)
