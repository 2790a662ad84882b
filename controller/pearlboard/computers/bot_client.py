"""The client of the bot worker: the computer thinks in one low-priority process, and the table never waits for it.

    Question --pickle, pipe--> `computers/bot_worker.py` --pipe, pickle--> BotReply

A question holds a seat's view and never a `State`, which cannot be pickled. The process is started by the first
question, restarted if it dies, and ended with the table. It answers one question at a time, urgent ones first. Its
thoughts are secret while the game is on: nothing here prints or logs any of them.
"""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

from pearlboard.games.bots import Outlook, Thought
from pearlboard.games.values import GameAction, GameView

CAP_MS: Final = 20_000
"""The timeout of a question, for emergencies only: a player's strength is its number of simulations."""
GRACE_MS: Final = 5_000
"""The time after that timeout until a silent process is killed."""
TRIES: Final = 2
HEAD: Final = 4
"""The bytes of a message's length prefix."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a computer player: what to do with this knowledge? `simulations` None: the player's default.

    name    the player; None: the game's judge, asked for the best of `actions`, or, without any, for the chances
    urgent  people wait for the answer, so it goes before questions for which nobody waits
    """

    game: str
    name: str | None
    knowledge: GameView = field(repr=False)
    seed: int = field(repr=False)
    simulations: int | None = None
    urgent: bool = True
    actions: tuple[GameAction, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class BotReply:
    """A reply. `failed`: why there is no answer, without any secret. `capped`: the timeout was reached.

    outlook  the answer about chances; all other answers are in `thought`
    """

    thought: Thought | None = field(default=None, repr=False)
    ms: int = 0
    capped: bool = False
    failed: str | None = None
    outlook: Outlook | None = field(default=None, repr=False)

    @property
    def cut(self) -> bool:
        """Whether the thinking was cut short."""
        answer = self.thought or self.outlook
        return answer is not None and answer.cut


class Pending(Protocol):
    """A question that is waiting for its reply."""

    def hurry(self) -> None:
        """Reply now, with the best found so far."""

    def forget(self) -> None:
        """Cancel the question: nobody waits for the reply, and none will be given."""


class Thinker(Protocol):
    """Anything that answers questions."""

    def ask(self, question: Question, answered: Callable[[BotReply], None]) -> Pending:
        """Ask a question; the callback gets the reply later, never before this method returns."""


class _Asked:
    """A question that is queued or being answered."""

    def __init__(self, process: "ThinkingProcess", question: Question, answered: Callable[[BotReply], None]) -> None:
        self.question = question
        self.answered: Callable[[BotReply], None] | None = answered
        self.hurried = False
        self._process = process

    def hurry(self) -> None:
        self.hurried = True
        self._process.hurry(self)

    def forget(self) -> None:
        self.answered = None
        self._process.hurry(self)


class ThinkingProcess:
    """Runs the worker process and its queue. `complain` receives problems for people, without any secret."""

    def __init__(
        self,
        complain: Callable[[str], None],
        *,
        cap_ms: int = CAP_MS,
        command: tuple[str, ...] = (sys.executable, "-m", "pearlboard.computers.bot_worker"),
    ) -> None:
        self._complain = complain
        self._cap_ms = cap_ms
        self._command = command
        self._waiting: list[_Asked] = []
        self._current: _Asked | None = None
        self._number = 0
        self._process: Process | None = None
        self._work: asyncio.Task[None] | None = None

    def ask(self, question: Question, answered: Callable[[BotReply], None]) -> Pending:
        """Queue a question; the callback gets the reply on the event loop."""
        asked = _Asked(self, question, answered)
        self._waiting.append(asked)
        if question.urgent and self._current is not None and not self._current.question.urgent:
            self._tell_to_stop()
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._answer_all())
        return asked

    def hurry(self, asked: _Asked) -> None:
        """Make the worker reply now if it is thinking about this question, otherwise as soon as it begins to."""
        if asked is self._current:
            self._tell_to_stop()

    async def close(self) -> None:
        """Stop the process; no further replies are given."""
        self._waiting.clear()
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
        await self._end()

    # --- one question at a time --------------------------------------------------------------------------------

    async def _answer_all(self) -> None:
        while self._waiting:
            self._waiting.sort(key=lambda asked: not asked.question.urgent)
            asked = self._waiting.pop(0)
            if asked.answered is None:
                continue
            self._current = asked
            try:
                answer = await self._answer(asked)
            finally:
                self._current = None
            if self._interrupted(asked, answer):
                self._waiting.append(asked)
            elif asked.answered is not None:
                asked.answered(answer)

    def _interrupted(self, asked: _Asked, answer: BotReply) -> bool:
        """Whether a question was only interrupted by an urgent one, and must be asked again."""
        return not asked.question.urgent and not asked.hurried and answer.cut and not answer.capped

    async def _answer(self, asked: _Asked) -> BotReply:
        """The worker's reply, with a retry if the worker dies or does not answer in time."""
        for _ in range(TRIES):
            self._number += 1
            try:
                async with asyncio.timeout((self._cap_ms + GRACE_MS) / 1000):
                    answer = await self._exchange(asked)
            except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError) as error:
                await self._end()
                self._complain(f"The process that thinks for the computer ended ({type(error).__name__}).")
                continue
            if answer.capped:
                self._complain(
                    f"The computer was stopped after {answer.ms} ms of thinking, which is longer than it "
                    "should ever need: something else keeps this machine busy."
                )
            return answer
        return BotReply(failed="the process that thinks ends again and again")

    async def _exchange(self, asked: _Asked) -> BotReply:
        process = self._process if self._process is not None else await self._start()
        if process.stdin is None or process.stdout is None:
            raise EOFError
        process.stdin.write(framed((self._number, asked.question, self._cap_ms)))
        if asked.hurried or asked.answered is None:
            self._tell_to_stop()
        await process.stdin.drain()
        while True:
            head = await process.stdout.readexactly(HEAD)
            number, answer = pickle.loads(  # noqa: S301 - from our own child process
                await process.stdout.readexactly(int.from_bytes(head, "big"))
            )
            if number == self._number and isinstance(answer, BotReply):
                return answer

    def _tell_to_stop(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(framed((self._number, None, 0)))

    # --- the worker process ------------------------------------------------------------------------------------

    async def _start(self) -> Process:
        # In a session of its own, the worker does not receive the keyboard's Ctrl-C: the table ends it in order.
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


def framed(message: object) -> bytes:
    """A message with its length prefix, as sent through a pipe."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEAD, "big") + body
