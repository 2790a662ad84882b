"""One writer, off the event loop: entries go to the log in order, in a thread of their own, as long as a commit takes.

A failed write stays at the head of the queue and is tried again; until it succeeds nothing behind it counts as saved,
and `failing` says why. The game goes on meanwhile.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from pearlboard.session.facts import Entry
from pearlboard.store.log import FactLog

RETRY_S: Final = 2.0
Answer = TypeVar("Answer")


class Writer:
    """Saves what it is given. `on_change` is called on the loop whenever `saved` or `failing` has changed."""

    def __init__(self, log: FactLog, now: Callable[[], str], saved: int) -> None:
        """`now` gives the time of day for people; `saved` is the version that the log holds already."""
        self.saved = saved
        self.failing: str | None = None
        self.on_change: Callable[[], None] = lambda: None
        self._log = log
        self._now = now
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._pending: list[Entry] = []
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Begin to write; needs a running loop."""
        self._task = asyncio.create_task(self._run())

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Queue entries; returns at once."""
        self._pending.extend(entries)
        self._more.set()

    async def ask(self, question: Callable[[FactLog], Answer]) -> Answer:
        """Read from the log, between two writes."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, question, self._log)

    async def close(self) -> None:
        """Write what is pending, once more if need be, and close the log."""
        self._closing = True
        self._more.set()
        if self._task is not None:
            await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, self._log.close)
        self._thread.shutdown()

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._pending and await self._write():
                pass
            if self._closing:
                return
            if self._pending:
                await asyncio.sleep(RETRY_S)
                self._more.set()

    async def _write(self) -> bool:
        batch = tuple(self._pending)
        failing = None
        try:
            await self.ask(lambda log: log.append(batch, self._now()))
        except sqlite3.Error as error:
            failing = str(error)
        else:
            del self._pending[:len(batch)]
            self.saved = batch[-1].version
        news = failing is None or failing != self.failing
        self.failing = failing
        if news:
            self.on_change()
        return failing is None
