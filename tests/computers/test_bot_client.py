"""The worker process: questions in, replies out; hurried, capped, killed, ended; and never with a state inside."""

import asyncio
import contextlib
import os
import pickle
import random
import signal
import sys

import pytest

from pearlboard.computers.bot_client import Question, ThinkingProcess, framed
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.setup import opening
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.values import TABLE
from support.sessions import AGREEMENT

pytestmark = pytest.mark.slow

DEADLINE_S = 60
PATIENT = 50_000_000
"""More simulations than anybody waits for."""
NO_STATE = """
import gc
from pearlboard.games.perladora.rules import state
def refuse(*_, **__):
    raise AssertionError("a state was made")
state.State.__init__ = refuse
from pearlboard.computers import bot_worker
bot_worker.main()
assert not [each for each in gc.get_objects() if type(each) is state.State]
"""
"""A worker process in which no state can be created."""


def question(seed=1, simulations=50, *, name="hard", urgent=True):
    """The first turn of a game."""
    start = opening(AGREEMENT.setup, 1)
    return Question("perladora", name, view(start, 1), seed, simulations, urgent)


class Room:
    """A worker process and its replies."""

    def __init__(self, **settings):
        self.complaints = []
        self.answers = []
        self.process = ThinkingProcess(self.complaints.append, **settings)

    def ask(self, asked, name=None):
        """Ask a question; its reply is recorded under a name."""
        return self.process.ask(asked, lambda answer: self.answers.append((name, answer)))

    async def until(self, count):
        """Wait for this many replies."""
        await until(lambda: len(self.answers) >= count)
        return [answer for _, answer in self.answers]

    async def until_busy(self):
        """Wait until the process is running."""
        await until(lambda: self.process._process is not None and self.process._current is not None)
        return self.process._process.pid


async def until(condition):
    """Poll for a condition without an event."""
    async with asyncio.timeout(DEADLINE_S):
        while not condition():  # noqa: ASYNC110 - another process brings it about
            await asyncio.sleep(0.005)


def run(scenario, **settings):
    """Run a scenario in a room, and close the room in order."""

    async def inside():
        room = Room(**settings)
        try:
            return await scenario(room)
        finally:
            await room.process.close()
            assert room.process._process is None

    return asyncio.run(inside())


def test_the_worker_answers_with_a_legal_action():
    """A legal action; the same seed gives the same action."""

    async def scenario(room):
        for seed in (1, 1, 2):
            room.ask(question(seed))
        return await room.until(3)

    first, again, other = run(scenario)
    assert first.thought == again.thought
    assert first.failed is None
    for answer in (first, other):
        assert any(answer.thought.action in kind for kind in steps(question().knowledge).values())


def test_the_judge_of_a_game_is_asked_there_too():
    """Chances, and the best of some actions; an urgent question interrupts the judge, too."""
    start = opening(AGREEMENT.setup, 1)
    known = view(start, 1)
    one, two = steps(known)["diver"][:2]

    async def scenario(room):
        room.ask(Question("perladora", None, known, 1, 40))
        room.ask(Question("perladora", None, known, 1, 40, actions=(one, two)))
        room.ask(Question("perladora", None, known, 1, PATIENT, urgent=False), "late")
        await until(lambda: len(room.answers) == 2)
        await room.until_busy()
        room.ask(question(), "soon")
        return await room.until(3)

    outlook, weighed, soon = run(scenario)[:3]
    assert sum(chances.result for chances in outlook.outlook.chances.values()) == pytest.approx(1)
    assert {candidate.action for candidate in weighed.thought.candidates} == {one, two}
    assert soon.thought is not None


def test_a_hurried_question_gets_the_best_so_far():
    """Hurried while it is being answered, or even before."""

    async def scenario(room):
        asked = room.ask(question(simulations=PATIENT))
        await room.until_busy()
        asked.hurry()
        await room.until(1)
        room.ask(question(simulations=PATIENT)).hurry()
        return await room.until(2)

    for answer in run(scenario):
        assert answer.thought.cut
        assert not answer.capped


def test_a_cancelled_question_is_not_answered():
    """A cancelled question does not delay the next."""

    async def scenario(room):
        asked = room.ask(question(simulations=PATIENT), "first")
        await room.until_busy()
        asked.forget()
        room.ask(question(), "second")
        await room.until(1)
        return [name for name, _ in room.answers]

    assert run(scenario) == ["second"]


def test_urgent_questions_come_first():
    """The interrupted question is answered in full afterwards."""

    async def scenario(room):
        room.ask(question(simulations=3_000, urgent=False), "later")
        await room.until_busy()
        room.ask(question(), "now")
        await room.until(2)
        return room.answers

    (first, _), (second, answer) = run(scenario)
    assert (first, second) == ("now", "later")
    assert not answer.thought.cut


def test_the_timeout_is_enforced_and_reported():
    """In an emergency, such as an overloaded machine, there is a reply all the same."""

    async def scenario(room):
        room.ask(question(simulations=PATIENT))
        return (await room.until(1))[0], room.complaints

    answer, [complaint] = run(scenario, cap_ms=200)
    assert answer.capped
    assert answer.thought.cut
    assert f"{answer.ms} ms" in complaint


def test_a_dead_worker_is_restarted():
    """During a question, which is asked again; and between questions."""

    async def scenario(room):
        asked = room.ask(question(simulations=PATIENT))
        os.kill(await room.until_busy(), signal.SIGKILL)
        await until(lambda: room.complaints)
        await room.until_busy()
        asked.hurry()
        await room.until(1)
        os.kill(room.process._process.pid, signal.SIGKILL)
        await room.process._process.wait()
        room.ask(question())
        return await room.until(2), room.complaints

    answers, complaints = run(scenario)
    assert all(answer.thought is not None for answer in answers)
    assert len(complaints) == 2


def test_a_worker_that_always_dies_is_given_up():
    """The reply says so, without a word of the question."""

    async def scenario(room):
        room.ask(question())
        return (await room.until(1))[0]

    answer = run(scenario, command=(sys.executable, "-c", "pass"))
    assert answer.thought is None
    assert "ends again and again" in answer.failed


def test_an_error_in_a_player_is_reported_by_type_and_line_only():
    """The message of an error might hold a value; the process lives on."""

    async def scenario(room):
        room.ask(question(name="nobody"))
        room.ask(question())
        return await room.until(2)

    wrong, right = run(scenario)
    assert wrong.failed.startswith("KeyError in bot_worker.py, line ")
    assert right.thought is not None


def test_the_worker_has_low_priority_and_ignores_the_keyboard():
    """Ctrl-C goes to all processes of a terminal; the table stops this one itself."""

    async def scenario(room):
        room.ask(question(simulations=PATIENT))
        pid = await room.until_busy()
        await until(lambda: os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0))
        return os.getsid(pid)

    assert run(scenario) != os.getsid(0)


def test_the_worker_exits_when_the_table_is_gone():
    """However the table ended: the pipe is closed, even during a question."""

    async def scenario():
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pearlboard.computers.bot_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        process.stdin.write(framed((1, question(simulations=PATIENT), 600_000)))
        await process.stdin.drain()
        process.stdin.close()
        async with asyncio.timeout(DEADLINE_S):
            return await process.wait()

    assert asyncio.run(scenario()) == 0


def test_a_state_cannot_be_sent():
    """Neither by itself nor nested; a view can, and arrives unchanged."""
    start = opening(AGREEMENT.setup, 1)
    with pytest.raises(TypeError, match="secret"):
        framed((1, Question("perladora", "easy", start, 1), 0))
    for viewer in (1, 2, TABLE):
        seen = view(start, viewer)
        assert pickle.loads(framed(seen)[4:]) == seen


def test_no_state_ever_comes_to_be_where_it_thinks():
    """Every player answers in a process that would die if a state were created."""
    names = ("random", "greedy", "easy", "medium", "hard", "expert")

    async def scenario(room):
        for name in names:
            room.ask(question(simulations=20, name=name))
        return await room.until(len(names)), room.complaints

    answers, complaints = run(scenario, command=(sys.executable, "-c", NO_STATE))
    assert all(answer.thought is not None for answer in answers)
    assert complaints == []


def test_no_word_of_a_question_or_an_answer_is_in_what_logs_would_show():
    """A seat's knowledge, a seed, an action: all of it is secret."""

    async def scenario(room):
        room.ask(question(random.Random(5).getrandbits(63)))
        return (await room.until(1))[0]

    answer = run(scenario)
    asked = question(123456789)
    with contextlib.suppress(AttributeError):
        assert str(answer.thought.action.space) not in repr(answer)
    assert "Thought" not in repr(answer)
    assert "123456789" not in repr(asked)
    assert "View" not in repr(asked)
