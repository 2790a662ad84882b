"""The writer: one background thread that appends entries to the log in order, so that no commit blocks the event loop.

A failed write stays at the head of the queue and is retried; until the retry succeeds, nothing behind it counts as
saved, and `failing` says why. The game goes on meanwhile. A disk that does not answer is reported, too, and cannot keep
the program from ending: the thread is a daemon, and `close` waits at most `CLOSE_S` for it.

At start, and when a game rests or is over, the WAL is checkpointed after the commit. When a game has ended and a backup
is due, it is made by a second thread, in steps. Nobody waits for either, and a failure loses nothing: the failure is
reported, and the job runs again the next time. Sealing games, and reading sealed ones again (`store.sealing`), are done
while nothing else is.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any, Final, TypeVar

from pearlboard.session.facts import Entry, GameAbandoned, GameDeleted, GameEnded, GamePaused, set_ups_apart
from pearlboard.store.backups import back_up, is_due
from pearlboard.store.database import Step
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.log import FactLog
from pearlboard.store.tombstones import Contents

_log: Final = logging.getLogger("pearlboard.store")

RETRY_S: Final = 2.0
SLOW_S: Final = 2.0
"""The timeout after which people are told that the disk does not answer."""
CLOSE_S: Final = 5.0
RESTING: Final = (GamePaused, GameEnded, GameAbandoned, GameDeleted)
"""Facts after which nobody plays for a while, or facts were deleted: time for a checkpoint."""
LAST_COPY_S: Final = 2.0
"""The timeout for a backup that is being made when the program ends."""
PAUSE_S: Final = 0.003
"""The pause after a step of copying a larger database."""
SMALL_PAGES: Final = 1024
"""The size in pages up to which a database is copied without pauses."""
Result = TypeVar("Result")


class _Ending(Exception):
    """The program ends, so a backup is not made."""


class _Worker:
    """A daemon thread that runs jobs one after the other, and, while there are none, chores in short steps."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._long: deque[tuple[Iterator[None], asyncio.Future[None]]] = deque()
        self._chores: Iterator[float] | None = None
        self._due_s = 0.0
        Thread(target=self._work, name="store", daemon=True).start()

    def do(self, job: Callable[[], Result]) -> asyncio.Future[Result]:
        """Queue a job; the future resolves on the running loop."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def run() -> None:
            try:
                result = job()
            except Exception as error:  # noqa: BLE001 - the waiting caller gets any error
                _resolve(done, done.set_exception, error)
            else:
                _resolve(done, done.set_result, result)

        self._jobs.put(run)
        return done

    def do_in_steps(self, steps: Callable[[], Iterator[None]]) -> asyncio.Future[None]:
        """Queue a long job: others are done between its steps. The future resolves on the running loop."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(lambda: self._long.append((steps(), done)))
        return done

    def meanwhile(self, chores: Iterator[float] | None) -> None:
        """Set the chores, of which a step is done whenever there is no job; each says how long to pause after it, in
        seconds. Only on this thread.
        """
        self._chores, self._due_s = chores, 0.0

    def soon(self) -> None:
        """End the pause before the next chore. Only on this thread."""
        self._due_s = 0.0

    def _work(self) -> None:
        while True:
            if self._chores is None and not self._long:
                self._jobs.get()()
                continue
            try:
                job = self._jobs.get(timeout=0.0 if self._long else max(0.0, self._due_s - time.monotonic()))
            except queue.Empty:
                self._advance()
            else:
                job()

    def _advance(self) -> None:
        if not self._long:
            if self._chores is not None:
                self._step(self._chores)
            return
        steps, done = self._long[0]
        try:
            next(steps)
        except StopIteration:
            self._long.popleft()
            _resolve(done, done.set_result, None)
        except Exception as error:  # noqa: BLE001 - the waiting caller gets any error
            self._long.popleft()
            _resolve(done, done.set_exception, error)

    def _step(self, chores: Iterator[float]) -> None:
        try:
            pause_s = next(chores)
            self._due_s = time.monotonic() + pause_s  # a deadline: jobs that come meanwhile must not put it off
        except Exception as error:  # noqa: BLE001 - nobody waits for them, and the games go on
            self._chores = None
            if not isinstance(error, StopIteration):
                _log.error("what is done meanwhile has failed: %s", error)


def _resolve(done: asyncio.Future[Any], act: Callable[[Any], None], outcome: object) -> None:
    """Resolve a future on its loop, unless nobody waits for it any more."""
    _on(done.get_loop(), lambda: None if done.done() else act(outcome))


def _on(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile, so nobody waits
        loop.call_soon_threadsafe(act)


class Writer:
    """Saves entries in the background; `saved` is the version of the last saved entry."""

    def __init__(self, log: FactLog, now: Callable[[], str], saved: int, complain: Callable[[str], None]) -> None:
        """`now` returns the time of day for people; `saved` is the version at which the log ends.

        `complain` receives failures that do not affect the game.
        """
        self.saved = saved
        self.failing: str | None = None
        self._on_change: Callable[[], None] = lambda: None
        self._log = log
        self._now = now
        self._complain = complain
        self._worker = _Worker()
        self._copier = _Worker()
        self._ending = False
        self._pending: list[Entry] = []
        self._more = asyncio.Event()
        self._closing = asyncio.Event()
        self._settled = asyncio.Event()
        self._settled.set()
        self._task: asyncio.Task[None] | None = None

    def listen(self, on_change: Callable[[], None]) -> None:
        """Set the callback, called on the loop whenever `saved` or `failing` has changed."""
        self._on_change = on_change

    @property
    def unsaved(self) -> tuple[Entry, ...]:
        """The entries not known to be on disk, oldest first."""
        return tuple(self._pending)

    @property
    def contents(self) -> Contents:
        """The archive's contents, pending entries included: a deleted game is gone at once."""
        return self._log.contents_after(self._pending)

    def start(self) -> None:
        """Start writing; needs a running loop."""
        self._write_back()
        complain = self._told_from_thread()
        self._worker.do(lambda: self._worker.meanwhile(self._log.sealing.chores(complain)))
        self._task = asyncio.create_task(self._run())

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Queue entries and return at once."""
        self._pending.extend(entries)
        if self._pending and self.failing is None:
            self._settled.clear()
        self._more.set()

    async def ask(self, question: Callable[[FactLog], Result], within_s: float = 2 * SLOW_S) -> Result:
        """Query the log after the pending writes; `StoreUnavailable` if it cannot be read now, or not `within_s`."""
        try:
            async with asyncio.timeout(within_s):
                await self._settled.wait()
                return await self._worker.do(lambda: question(self._log))
        except TimeoutError as error:
            raise StoreUnavailable("the archive cannot be read (the disk does not answer)") from error
        except StoreUnavailable:
            raise
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"the archive cannot be read ({error})") from error

    async def copied(self, copy: Callable[[FactLog, Step], Result], told: Step = lambda *_: None) -> Result:
        """Copy the log after the pending writes, in steps between which others are written; errors as for `ask`.

        `told` is called on the loop after each step.
        """
        loop = asyncio.get_running_loop()

        def step(done: int, of: int) -> None:
            _on(loop, lambda: told(done, of))
            self._step(done, of)

        await self.ask(lambda _: None)
        try:
            return await self._copier.do(lambda: copy(self._log, step))
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"no copy can be made ({error})") from error

    async def verified(self, told: Step = lambda *_: None) -> None:
        """Read both copies again in full, in steps between which others are written; `StoreDamaged`, errors as for
        `ask`. `told` is called on the loop after each step.
        """
        loop = asyncio.get_running_loop()

        def steps() -> Iterator[None]:
            return self._log.verifying(lambda done, of: _on(loop, lambda: told(done, of)))

        await self.ask(lambda _: None)
        try:
            await self._worker.do_in_steps(steps)
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"the archive cannot be read ({error})") from error

    def _step(self, _: int, of: int) -> None:
        """Pause in the middle of copying: whoever writes goes first, and so does the disk."""
        if self._ending:
            raise _Ending("the program ends")
        if of > SMALL_PAGES:
            time.sleep(PAUSE_S)

    def come_round(self, answered: Callable[[], None]) -> None:
        """Call back on the loop when the writer's thread has reached this job: a sign of life for the watchdog."""
        self._worker.do(lambda: None).add_done_callback(lambda _: answered())

    async def close(self) -> tuple[Entry, ...]:
        """Write the pending entries, retrying once if necessary, close the log, and return what could not be saved."""
        self._closing.set()
        self._more.set()
        try:
            async with asyncio.timeout(CLOSE_S):
                if self._task is not None:
                    await self._task
                await self._let_copy()
                await self._worker.do(self._end)
        except TimeoutError:
            self.failing = self.failing or "the disk does not answer"
        except sqlite3.Error as error:
            self.failing = str(error)
        return self.unsaved

    async def _let_copy(self) -> None:
        """Wait for a backup that is being made; after a while end it, since there are older ones."""
        rest = self._copier.do(lambda: None)
        await asyncio.wait({rest}, timeout=LAST_COPY_S)
        self._ending = True
        await rest

    def _end(self) -> None:
        self._worker.meanwhile(None)
        self._log.close()

    def _told_from_thread(self) -> Callable[[str], None]:
        loop = asyncio.get_running_loop()
        return lambda said: _on(loop, lambda: self._complain(said))

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._pending and await self._write():
                pass
            if self._closing.is_set():
                return
            if self._pending:
                await self._wait_for_retry()

    async def _wait_for_retry(self) -> None:
        """Wait for the next retry, or until the program is to end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RETRY_S):
                await self._closing.wait()
        self._more.set()

    async def _write(self) -> bool:
        batch = set_ups_apart(tuple(self._pending))[0]
        writing = self._worker.do(lambda: self._log.append(batch, self._now()))
        done, _ = await asyncio.wait({writing}, timeout=SLOW_S)
        if not done:
            self._report_failure("the disk does not answer")
        try:
            await writing
        except Exception as error:  # noqa: BLE001 - nothing was saved, whatever the error, and everybody must know
            self._report_failure(str(error) or type(error).__name__)
            return False
        del self._pending[: len(batch)]
        self.saved = batch[-1].version
        if self.failing is not None:
            _log.info("saved again")
        self.failing = None
        if not self._pending:
            self._settled.set()
        if any(isinstance(entry.fact, RESTING) for entry in batch):
            self._write_back()
        if any(isinstance(entry.fact, GameEnded) for entry in batch):
            copying = self._copier.do(self._back_up)
            self._complain_of(copying, "the games are saved, but no backup could be made")
        self._on_change()
        return True

    def _back_up(self) -> None:
        if is_due(self._log.path, time.time()):
            back_up(self._log, self._step)

    def _write_back(self) -> None:
        def write_back() -> None:
            self._log.write_back()
            self._worker.soon()

        self._complain_of(self._worker.do(write_back), "the games are saved, but not yet in one file")

    def _complain_of(self, doing: asyncio.Future[Any], complaint: str) -> None:
        """Report a failure of a job; nobody waits for it."""

        def told(done: asyncio.Future[object]) -> None:
            if (error := done.exception()) and not isinstance(error, _Ending):
                self._complain(f"{complaint} ({error})")

        doing.add_done_callback(told)

    def _report_failure(self, failing: str) -> None:
        self._settled.set()
        if failing != self.failing:
            _log.warning("not saved: %s", failing)
            self.failing = failing
            self._on_change()
