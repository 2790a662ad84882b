"""The bot worker, the process in which the computer thinks: `python -m pearlboard.computers.bot_worker`.

The worker knows only what the seat in question knows. Of an error it reports only the type and the line, because the
message may contain secrets. It exits when the other end of its pipe is closed.
"""

import os
import pickle
import select
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, Final

from pearlboard.computers.bot_client import HEAD, BotReply, Question, framed
from pearlboard.games.bots import Outlook, Thought
from pearlboard.games.registry import GAMES

NICE: Final = 10
CHUNK: Final = 65_536


class Inbox:
    """Messages from a pipe, read with or without waiting."""

    def __init__(self, descriptor: int) -> None:
        self.ended = False
        self._descriptor = descriptor
        self._bytes = bytearray()
        self._messages: list[tuple[int, Question | None, int]] = []

    def next(self) -> tuple[int, Question | None, int] | None:
        """Wait for the next message; None at the end of the pipe."""
        while not self._messages and not self.ended:
            self._read()
        return self._messages.pop(0) if self._messages else None

    def told_to_stop(self, number: int) -> bool:
        """Whether a stop message for this question has arrived, or the pipe has ended; does not wait."""
        while not self.ended and select.select([self._descriptor], [], [], 0)[0]:
            self._read()
        return self.ended or any(told == number for told, question, _ in self._messages if question is None)

    def _read(self) -> None:
        chunk = os.read(self._descriptor, CHUNK)
        self.ended = not chunk
        self._bytes += chunk
        while len(self._bytes) >= HEAD:
            end = HEAD + int.from_bytes(self._bytes[:HEAD], "big")
            if len(self._bytes) < end:
                return
            self._messages.append(pickle.loads(self._bytes[HEAD:end]))  # noqa: S301 - from our own parent process
            del self._bytes[:end]


def think(question: Question, number: int, cap_ms: int, inbox: Inbox) -> BotReply:
    """Answer a question; an exception becomes a reply, too."""
    begun = time.monotonic()

    def passed_ms() -> int:
        return int((time.monotonic() - begun) * 1000)

    capped = False

    def go_on() -> bool:
        nonlocal capped
        capped = capped or passed_ms() >= cap_ms
        return not capped and not inbox.told_to_stop(number)

    try:
        answer = _answer(question, go_on)
    except Exception as error:  # noqa: BLE001 - any error is reported, without its message
        place = traceback.extract_tb(error.__traceback__)[-1]
        return BotReply(
            ms=passed_ms(),
            failed=f"{type(error).__name__} in {os.path.basename(place.filename)}, "  # noqa: PTH119
            f"line {place.lineno}",
        )
    if isinstance(answer, Outlook):
        return BotReply(None, passed_ms(), capped, outlook=answer)
    return BotReply(answer, passed_ms(), capped)


def _answer(question: Question, go_on: Callable[[], bool]) -> Thought | Outlook:
    package, knowledge, seed = GAMES[question.game], question.knowledge, question.seed
    if question.name is None:
        if package.reviewing is None or package.reviewing.judge is None:
            raise LookupError("this game has no judge")
        judge, simulations = package.reviewing.judge(), question.simulations or 0
        if question.actions:
            return judge.weigh(knowledge, question.actions, seed, simulations, go_on)
        return judge.outlook(knowledge, seed, simulations, go_on)
    player = package.players()[question.name]
    simulations = player.simulations if question.simulations is None else question.simulations
    return player.bot.think(knowledge, seed, simulations, go_on)


def serve(inbox: Inbox, outbox: BinaryIO) -> None:
    """Answer questions until the pipe ends."""
    while (message := inbox.next()) is not None:
        number, question, cap_ms = message
        if question is None:
            continue
        answer = think(question, number, cap_ms, inbox)
        if inbox.ended:
            return
        outbox.write(framed((number, answer)))
        outbox.flush()


def main() -> None:
    """Serve with low priority, so that the table and its lights go first."""
    with suppress(OSError):
        os.nice(NICE)
    with suppress(BrokenPipeError):
        serve(Inbox(sys.stdin.fileno()), sys.stdout.buffer)


if __name__ == "__main__":
    main()
