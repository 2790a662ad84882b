"""The computer thinks in one process of its own, of low priority: nothing at the table ever waits for it.

    Question --pickle, pipe--> `computers/bot_worker.py` --pipe, pickle--> Answer

A question holds what a seat knows and never a `State`, which cannot be pickled. The process is started when the first
question comes, started again if it dies, and ended with the table. It answers one question after the other, those that
people wait for first. What it thought is secret as long as the game is on: nothing here prints or logs any of it.
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
"""So long a question may take, for emergencies only: how strong a player is, its number of simulations says."""
GRACE_MS: Final = 5_000
"""A process that says nothing for so long after that is ended."""
TRIES: Final = 2
HEAD: Final = 4
"""Bytes that tell how long the message after them is."""


@dataclass(frozen=True, slots=True)
class Question:
    """What would the player called `name` do, knowing this? `simulations` None: as many as that player always has.

    name    None: of the game's judge, which of the `actions` is best, or, without any, how it stands
    urgent  people wait for it: it is answered before what nobody waits for
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
    """`failed`: why there is no answer, without a word of what was known. `capped`: the time was up.

    outlook  the answer to how it stands; to everything else it is the `thought`
    """

    thought: Thought | None = field(default=None, repr=False)
    ms: int = 0
    capped: bool = False
    failed: str | None = None
    outlook: Outlook | None = field(default=None, repr=False)

    @property
    def cut(self) -> bool:
        """Whether somebody did not want to wait for the whole answer."""
        answer = self.thought or self.outlook
        return answer is not None and answer.cut


class Pending(Protocol):
    """A question that was asked."""

    def hurry(self) -> None:
        """Answer now, with the best so far."""

    def forget(self) -> None:
        """Nobody waits for the answer any more; it will not be given."""


class Thinker(Protocol):
    """Whoever answers questions."""

    def ask(self, question: Question, answered: Callable[[BotReply], None]) -> Pending:
        """Think, and say what came of it later: never before this returns."""


class _Asked:
    """A question on its way."""

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
    """See the head of the file. `complain` is told, in words without any secret, what people should know."""

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
        """Put the question to the process; the answer comes by a call on the loop."""
        asked = _Asked(self, question, answered)
        self._waiting.append(asked)
        if question.urgent and self._current is not None and not self._current.question.urgent:
            self._tell_to_stop()
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._answer_all())
        return asked

    def hurry(self, asked: _Asked) -> None:
        """Let that question be answered now, if it is being thought about; otherwise as soon as it is."""
        if asked is self._current:
            self._tell_to_stop()

    async def close(self) -> None:
        """End the process. Nobody gets an answer any more."""
        self._waiting.clear()
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
        await self._end()

    # --- one question after the other --------------------------------------------------------------------------

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
        """Whether a question that nobody waits for was only put aside for one that somebody does."""
        return not asked.question.urgent and not asked.hurried and answer.cut and not answer.capped

    async def _answer(self, asked: _Asked) -> BotReply:
        """The answer of the process, which gets another chance if it dies or says nothing."""
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
            number, answer = pickle.loads(  # noqa: S301 - from our own child
                await process.stdout.readexactly(int.from_bytes(head, "big"))
            )
            if number == self._number and isinstance(answer, BotReply):
                return answer

    def _tell_to_stop(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(framed((self._number, None, 0)))

    # --- the process -------------------------------------------------------------------------------------------

    async def _start(self) -> Process:
        # In a session of its own the keyboard's Ctrl-C does not reach it: the table ends it, in order.
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
    """A message as it goes through a pipe."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEAD, "big") + body
