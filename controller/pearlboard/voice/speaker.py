"""The speaker: says one text at a time by `espeak-ng`, played by `aplay`, and never keeps the event loop waiting.

    text --> espeak-ng --stdin --stdout --> a pipe --> aplay -D DEVICE

The next `espeak-ng` is started beforehand and waits for its text with its voice already read, so a sentence begins
without that. Both are killed at once when somebody has heard enough. If a program or a device is missing, this is noted
and logged once, nothing is said for a while, and whatever wants to speak goes on as if it had spoken.
"""

import asyncio
import contextlib
import logging
import os
import re
import signal
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.settings import Voice as Wishes
from pearlboard.texts import Sentence, say

SYNTHESIS: Final = "espeak-ng"
PLAYER: Final = "aplay"
RATES: Final[Mapping[str, int]] = {"slow": 130, "usual": 175, "fast": 260}
"""Words a minute."""
LOUDEST: Final = 150
"""The amplitude of `espeak-ng` at full volume: at 200, which is its most, it clips."""
BUFFER_US: Final = 200_000
"""The buffer of `aplay`: the shorter, the sooner the first sound, and the more often a busy Pi would stutter."""
AGAIN_S: Final = 30.0
"""After a failure nothing is tried for so long."""
LONGEST_S: Final = 180.0
"""A speech that takes longer hangs."""
LETTERS: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {"en": (re.compile(r"(?i)\ba (?=[1-9]\b)"), "eh ")}
"""Letters of columns that a voice would take for a word."""
_log: Final = logging.getLogger("pearlboard.voice")


class NoVoice(PearlboardError):
    """A text was not said; `sentence` says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence.name)
        self.sentence = sentence


@dataclass(slots=True)
class _Ready:
    """A synthesis that waits for its text, and the end of the pipe from which its sound is read."""

    process: Process
    sound: int
    how: tuple[str, ...]

    async def drop(self) -> None:
        """End it without a word."""
        os.close(self.sound)
        await _bury(self.process)


class Speaker:
    """Says texts. `problem`: why it cannot; None while it can, or has not tried."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self.problem: Sentence | None = None
        self._now_s = now_s
        self._wishes = Wishes()
        self._language = "en"
        self._ready: asyncio.Task[_Ready] | None = None
        self._saying: asyncio.Task[None] | None = None
        self._failed_s: float | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def line(self) -> tuple[bool, Sentence] | None:
        """The line of the glance; None where the table does not speak."""
        if self._wishes.speaks != "on":
            return None
        return (True, say("voice_speaks")) if self.problem is None else (False, self.problem)

    def use(self, wishes: Wishes) -> None:
        """Take settings; a device that has failed is tried again."""
        self.hush()
        self._wishes, self._failed_s, self.problem = wishes, None, None
        self._forget_ready()
        if wishes.speaks == "on":
            self._make_ready()

    def say(self, text: str, language: str, done: Callable[[], None]) -> None:
        """Say a text, and call `done` when it is over or has failed; not if it was hushed."""
        loop = asyncio.get_running_loop()
        if self._failed_s is not None and self._now_s() - self._failed_s < AGAIN_S:
            loop.call_soon(done)
            return
        self.hush()
        self._language = language
        self._saying = loop.create_task(self._say(text, done))

    def hush(self) -> None:
        """End what is being said."""
        saying, self._saying = self._saying, None
        if saying is not None:
            saying.cancel()
            self._await_end(saying)

    async def try_out(self, wishes: Wishes, text: str, language: str) -> None:
        """Say a text with other settings than those in use; `NoVoice` says what is wrong."""
        self.hush()
        await self._speak(wishes, text, language, None)

    async def close(self) -> None:
        """End what is being said, and the synthesis that waits."""
        self.hush()
        self._forget_ready()
        while self._ending:
            await asyncio.wait(self._ending)

    def _await_end(self, task: "asyncio.Task[None]") -> None:
        """Keep a task until it has ended."""
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    # --- one text ----------------------------------------------------------------------------------------------

    async def _say(self, text: str, done: Callable[[], None]) -> None:
        try:
            await self._speak(self._wishes, text, self._language, self._ready)
        except NoVoice as error:
            if error.sentence != self.problem:
                _log.warning("the voice cannot be heard: %s", error.sentence)
            self.problem, self._failed_s = error.sentence, self._now_s()
        else:
            self.problem = self._failed_s = None
        self._saying = None
        done()

    async def _speak(self, wishes: Wishes, text: str, language: str, ready: "asyncio.Task[_Ready] | None") -> None:
        """Say a text with a synthesis that waits, if it speaks so, or with a new one; `NoVoice`."""
        how = _how(wishes, language)
        synthesis = await self._synthesis(how, ready)
        player: Process | None = None
        try:
            player = await _play(wishes.device, synthesis.sound)
            os.close(synthesis.sound)
            if ready is not None:
                self._make_ready()
            async with asyncio.timeout(LONGEST_S):
                _, (_, said), (_, played) = await asyncio.gather(
                    _give(synthesis.process, pronounced(text, language)), _end(synthesis.process), _end(player)
                )
        except TimeoutError as error:
            raise NoVoice(say("voice_hangs", device=wishes.device or "default")) from error
        finally:
            if player is None:
                os.close(synthesis.sound)
            await _bury(synthesis.process, *(() if player is None else (player,)))
        if player.returncode:
            raise NoVoice(say("voice_no_device", device=wishes.device or "default", problem=played))
        if synthesis.process.returncode:
            raise NoVoice(say("voice_no_speech", language=language, problem=said))

    async def _synthesis(self, how: tuple[str, ...], ready: "asyncio.Task[_Ready] | None") -> _Ready:
        if ready is not None and ready is self._ready:
            self._ready = None
            waiting = await ready
            if waiting.how == how and waiting.process.returncode is None:
                return waiting
            await waiting.drop()
        return await _start(how)

    def _make_ready(self) -> None:
        """Start the synthesis of the next text. Whether that can be done is found out when there is one."""
        if self._ready is None and self._wishes.speaks == "on":
            self._ready = asyncio.get_running_loop().create_task(_start(_how(self._wishes, self._language)))

    def _forget_ready(self) -> None:
        ready, self._ready = self._ready, None
        if ready is not None:
            self._await_end(asyncio.get_running_loop().create_task(_drop(ready)))


def pronounced(text: str, language: str) -> str:
    """A text as `espeak-ng` reads it: no phonemes of people's names, and letters where it would read a word."""
    text = text.replace("[[", "[ [")
    pattern = LETTERS.get(language)
    return text if pattern is None else pattern[0].sub(pattern[1], text)


def _how(wishes: Wishes, language: str) -> tuple[str, ...]:
    return ("-v", language, "-s", str(RATES[wishes.rate]), "-a", str(round(LOUDEST * wishes.volume)))


async def _start(how: tuple[str, ...]) -> _Ready:
    """A synthesis that waits for its text."""
    sound, into = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            SYNTHESIS, *how, "--stdin", "--stdout", stdin=PIPE, stdout=into, stderr=PIPE
        )
    except (OSError, asyncio.CancelledError) as error:
        os.close(sound)
        if isinstance(error, OSError):
            raise NoVoice(say("voice_no_program", program=SYNTHESIS)) from error
        raise
    finally:
        os.close(into)
    return _Ready(process, sound, how)


async def _play(device: str, sound: int) -> Process:
    """A player of what comes from the pipe."""
    to = ("-D", device) if device else ()
    try:
        return await asyncio.create_subprocess_exec(
            PLAYER, "-q", *to, f"--buffer-time={BUFFER_US}", "-", stdin=sound, stdout=DEVNULL, stderr=PIPE
        )
    except OSError as error:
        raise NoVoice(say("voice_no_program", program=PLAYER)) from error


async def _give(process: Process, text: str) -> None:
    """Hand a synthesis its text. If it has ended, its return code says so."""
    if process.stdin is not None:
        with contextlib.suppress(ConnectionError):
            process.stdin.write(f"{text}\n".encode())
            await process.stdin.drain()
        process.stdin.close()


async def _end(process: Process) -> tuple[int, str]:
    """Wait until a process has ended; its return code, and the last thing that it has complained about."""
    told = b"" if process.stderr is None else await process.stderr.read()
    lines = told.decode(errors="replace").strip().splitlines()
    return await process.wait(), lines[-1] if lines else "?"


async def _bury(*processes: Process) -> None:
    """Kill processes at once, and wait until they are gone."""
    for process in processes:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)  # Popen.kill would reap it before asyncio does
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


async def _drop(ready: "asyncio.Task[_Ready]") -> None:
    """End a synthesis whose voice is no longer wanted; one that could not be started has ended already."""
    with contextlib.suppress(NoVoice):
        await (await ready).drop()
