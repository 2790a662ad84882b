"""The whole table in one seeded process, in virtual time: a run is a number, and comes out the same to the byte.

    hands, faults --> FaultyBoard --+                                   +--> pages, by lines that delay and break
                                    +--> the program, as `running_table` builds it
    commands -----------------------+                                   +--> a folder, which outlives a power cut

Only the clock, chance, the disk, the lines and the threads are ours: what threads do is done on the loop, a moment
later. A power cut is the end of everything that waits; the next program finds what was on the disk, and what lies on
the board.
"""

import asyncio
import functools
import gc
import hashlib
import itertools
import json
import logging
import random
import shutil
from contextlib import ExitStack, nullcontext
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from unittest import mock

from pearlboard.drivers.clock import LoopClock
from pearlboard.program import boards, building
from pearlboard.recorder.blackbox import BlackBox
from pearlboard.session.principal import Principal, digest
from pearlboard.session.state import Refused
from pearlboard.settings import Second, Settings
from pearlboard.store import writer
from pearlboard.store.log import FactLog
from pearlboard.web import hub
from support.faulty_board import FaultyBoard
from support.serving import Shown
from support.thinkers import SteppedThinker
from support.virtual_time import Hurried

TWO = Settings(second=Second(board="simulated"))
"""A table with a second board: every third run."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
JOB_S = 0.004
SETTLE_MS = 200


class Loop(Hurried):
    """The event loop of a run: what a thread would do is done here, later. Tasks are numbered as they begin."""

    def __init__(self):
        super().__init__()
        self._numbers = itertools.count(1)

    def create_task(self, work, *, name=None, **how):
        return super().create_task(work, name=name or f"Task-{next(self._numbers)}", **how)

    def run_in_executor(self, executor, func, *args):
        del executor
        done = self.create_future()
        self.call_later(JOB_S, lambda: _finish(done, func, *args))
        return done


def _finish(done, job, *given):
    if done.cancelled():
        return
    try:
        result = job(*given)
    except Exception as error:  # noqa: BLE001 - whoever waits gets any error
        done.set_exception(error)
    else:
        done.set_result(result)


class Worker:
    """The store's thread, `store.writer._Worker`: jobs one after the other, each a moment after the one before."""

    def __init__(self, world):
        self._world, self._life = world, world.life
        self._free_at = 0.0
        self._chores = None

    def _soon(self, job, pause_s=None):
        loop = self._world.loop
        self._free_at = max(self._free_at, loop.time()) + (self._world.disk_s if pause_s is None else pause_s)
        loop.call_at(self._free_at, lambda: None if self._life.dead else job())

    def do(self, job):
        done = self._world.loop.create_future()
        self._soon(lambda: _finish(done, job))
        return done

    def do_in_steps(self, steps):
        return self.do(lambda: list(steps()) and None)

    def meanwhile(self, chores):
        self._chores = chores
        if chores is not None:
            self._world.loop.call_later(JOB_S, self._chore)

    def soon(self):
        """Chores come when they come."""

    def _chore(self):
        if self._chores is None or self._life.dead:
            return
        pause_s = next(self._chores, None)
        if pause_s is not None:
            self._world.loop.call_later(max(pause_s, JOB_S), self._chore)


class Clock(LoopClock):
    """The clock of one program: what it has planned ends with it. Hands step it, and everybody else waits for it."""

    def __init__(self, world, life):
        super().__init__(world.loop)
        self._world, self._life = world, life

    def __call__(self):
        return round(self._loop.time() * 1000)  # what is due at a time is due when the loop has jumped to it

    def call_at(self, at_ms, callback):
        life = self._life
        return super().call_at(at_ms, lambda: None if life.dead else callback())

    def step(self, ms):
        self._world.pass_ms(ms)


class Page(Shown):
    """A page: what it was sent, put together as a browser does; its line delays, and breaks with all that is on it."""

    def __init__(self, world, language="en", principal=None, *, lights=False):
        super().__init__()
        self.world, self.language, self.lights = world, language, lights
        self.principal = principal or Principal(key=digest(f"page {next(world.numbers)}"))
        self.delay_s, self._free_at = 0.02, 0.0
        self._watcher = None
        self.replies = {}
        self.refused = False

    @property
    def connected(self):
        return self._watcher is not None and not self._watcher.cut.is_set()

    def connect(self):
        """Come, or come back."""
        self.cut()
        running = self.world.life.running
        self.sequence = 0
        self._watcher = running.hub.join(self.language, self.principal, lights=self.lights, address="192.0.2.8")
        self.world.start(self._listen(self._watcher))
        return self

    def cut(self):
        """The line breaks."""
        if self._watcher is not None and not self.world.life.dead:
            self.world.life.running.hub.leave(self._watcher)
        self._watcher = None

    async def _listen(self, watcher):
        while (item := await watcher.next()) is not None:
            loop = self.world.loop
            self._free_at = max(self._free_at + 1e-6, loop.time() + self.delay_s)  # nothing overtakes on a line
            loop.call_at(self._free_at, self._receive, watcher, item)
        if watcher is self._watcher and not self.world.life.dead:
            self.world.life.running.hub.leave(watcher)

    def _receive(self, watcher, item):
        if watcher is not self._watcher:
            return
        self.world.note(self, item)
        if isinstance(item, bytes):
            return
        message = json.loads(item)
        kind = message["type"]
        if kind == "reply":
            self.replies[message["id"]] = message
        elif kind == "refused":
            self.refused = True
        else:
            self.put_together(message)

    def wait_for(self, number):
        """Wait for the reply to a command."""
        del number
        self.world.pass_ms(round(3000 * self.delay_s) + 100)

    def ask(self, document, version=None, *, twice=False):
        """Send a command by the line, perhaps twice, as a page does that was not answered; the reply comes by it."""
        number = f"page-command-{next(self.world.numbers):06}"
        for late in range(1 + twice):
            arrive = functools.partial(self._arrive, self._watcher, number, document, version, again=late > 0)
            self.world.loop.call_later(self.delay_s * (1 + late), arrive)
        return number

    def _arrive(self, watcher, number, document, version, *, again):
        if watcher is not self._watcher or not self.connected or self.world.life.dead:
            return
        reply = {"type": "reply", "id": number, "refused": None}
        stage, before = self.world.life.running.stage, self.world.life.running.tabletop.session
        try:
            stage.receive(document, number, version, self.principal)
        except Refused as refusal:
            reply["refused"] = refusal.name
            stage.render(refusal.sentence, self.language)
        if again and self.world.life.running.tabletop.session is not before:
            self.world.errors.append(f"{document} came twice, and was done twice")
        self.world.life.running.hub.answer(watcher, reply)


class Life:
    """One program, from its start to its end or to the power cut."""

    def __init__(self):
        self.dead = False
        self.clock = self.context = self.running = self.log = self.box = None
        self.boards = []


class Faults(logging.Handler):
    """Whatever the program says at the level of errors."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.found = []

    def emit(self, record):
        if record.name != "pearlboard.sensing":  # a chain that cannot be read is said at this level, too
            self.found.append(f"{record.name}: {record.getMessage()}")


class World:
    """A table, its room and its people; `told`: all that was sent to pages, as a digest; `told_all`: without that
    to a seat's own.
    """

    def __init__(self, seed, folder, settings=None):
        self.seed, self.settings = seed, settings or (TWO if seed % 3 == 0 else Settings())
        self.chance = random.Random(seed)
        self.entropy = random.Random(f"entropy {seed}")
        self.numbers = itertools.count(1)
        self.loop = Loop()
        self.loop.set_exception_handler(self._complain)
        self.folders = (folder / str(number) for number in itertools.count(1))
        self.folder = next(self.folders)
        self.folder.mkdir(parents=True)
        self.life = self.guest = None
        self.pages = []
        self.tasks = []
        self.disk_s, self.disk_failing = JOB_S, None
        self.day_off = timedelta()
        self.told, self.told_all = hashlib.sha256(), hashlib.sha256()
        self.errors = []
        self.faults = Faults()
        self.lives, self.acknowledged = 0, 0
        self.dead = []
        """Programs without power: whenever the collector found one, its end would be played after all."""
        self.entries = []
        self.on_append = lambda _: None
        self.left = [(set(), {}), (set(), {})]
        self._stack = ExitStack()
        for target, name, replacement in (
            (boards, "open_board", lambda _, wiring, clock: self._board(wiring, clock)),
            (building, "ThinkingProcess", lambda *_, **__: SteppedThinker(self.life.clock)),
            (building, "Writer", self._writer),
            (building, "Hub", functools.partial(hub.Hub, now_s=self.loop.time)),
            (hub, "clocked", lambda: nullcontext(lambda: 0.0)),  # work takes no time
            (building, "BlackBox", self._black_box),
            (building, "_now", self._now),
            (building, "secrets", SimpleNamespace(randbits=self.entropy.getrandbits, token_urlsafe=self._token)),
            (building, "time", SimpleNamespace(monotonic=self.loop.time)),
            (writer, "_Worker", lambda: Worker(self)),
            (writer, "time", SimpleNamespace(time=self._today, monotonic=self.loop.time, sleep=lambda _: None)),
        ):
            self._stack.enter_context(mock.patch.object(target, name, replacement))
        logging.getLogger().addHandler(self.faults)

    def board(self, number):
        """The board of this number, 0 or 1."""
        return self.life.boards[number]

    def page(self, token, language="en", principal=None, **how):
        """A page whose key is this token, or that of `principal`."""
        return Page(self, language, principal or Principal(key=digest(token)), **how)

    def within_reach(self, number):
        """Whether the pages beside this board, and its lights, can be told anything now."""
        return number < len(self.life.boards)

    def meet(self):
        """There is no other table."""

    # --- what is ours ------------------------------------------------------------------------------------------------

    def _board(self, wiring, clock):
        board = FaultyBoard(wiring, clock)
        pieces, stuck = self.left[len(self.life.boards)]
        self.life.boards.append(board)
        board.pieces |= pieces
        for place, value in stuck.items():
            board.stick(place, value)
        return board

    def _writer(self, log, now, saved, complain):
        made = writer.Writer(log, now, saved, complain)
        append, life = made.append, self.life

        def told(entries):
            self.entries = [entry for entry in self.entries if entry.version < entries[0].version] + list(entries)
            append(entries)
            self.on_append(entries)

        def kept(entries, at):
            if self.disk_failing is not None:
                raise OSError(28, self.disk_failing)
            return write(entries, at)

        write = log.append
        log.append = kept
        made.append = told
        life.log = log
        return made

    def _black_box(self, *given):
        self.life.box = BlackBox(*given)
        return self.life.box

    def _token(self, size):
        return self.entropy.randbytes(size).hex()

    def _today(self):
        return (BEGAN + self.day_off).timestamp() + self.loop.time()

    def _now(self):
        return datetime.fromtimestamp(self._today(), UTC).isoformat(timespec="seconds")

    def _complain(self, loop, context):
        del loop
        self.errors.append(f"{context['message']}: {context.get('exception')!r}")

    # --- lives -------------------------------------------------------------------------------------------------------

    def power_on(self):
        """Start the program, and let sensors settle. Whatever pages were told to be saved is there again."""
        self.life, self.lives = Life(), self.lives + 1
        log = FactLog(self.folder / "games.db")
        self.life.clock = Clock(self, self.life)
        self.life.context = building.running_table(self.settings, log, self.life.clock, 8000)
        self.life.running = self.run(self.life.context.__aenter__())
        resumed = self.life.running.tabletop.session.version
        assert resumed >= self.acknowledged, f"acknowledged: {self.acknowledged}, resumed at {resumed}"
        self.entries = list(self.whole())
        self.pass_ms(SETTLE_MS)
        for page in self.pages:
            page.connect()
        self.pass_ms(SETTLE_MS)

    def whole(self):
        """The facts of the game that is on, as the store has them."""
        log = self.life.log
        return (*log.to_resume(), *(log.waiting or ()))

    def power_off(self):
        """All that waits is gone: the next program gets what was on the disk."""
        self.acknowledged = self.life.running.writer.saved
        self.remember()
        self.life.dead = True
        self.dead.append(self.life)
        self.life.box.close()
        for page in self.pages:
            page.cut()
        self.cancel(self.tasks_to_end())
        after = next(self.folders)
        shutil.copytree(self.folder, after, ignore=shutil.ignore_patterns("*.blackbox"))
        self.life.log.close()
        shutil.rmtree(self.folder)
        self.folder = after

    def end(self):
        """End the program in order; what could not be saved is lost then, and only that."""
        self.remember()
        for page in self.pages:
            page.cut()
        self.run(self.life.context.__aexit__(None, None, None))
        if self.disk_failing is not None:  # rightly it says that not everything is saved
            self.faults.found = [each for each in self.faults.found if "not everything is saved" not in each]
        self.acknowledged = self.life.running.writer.saved
        self.life.dead = True

    def tasks_to_end(self):
        """The tasks that a power cut ends."""
        return asyncio.all_tasks(self.loop)

    def cancel(self, tasks):
        """Cancel tasks in the order in which they began: a set of tasks has none."""
        for task in sorted(tasks, key=lambda each: int(each.get_name().rpartition("-")[2])):
            task.cancel()
        self.run(asyncio.sleep(JOB_S))

    def remember(self):
        """Keep what lies on the boards: it lies there without power, too."""
        for number, board in enumerate(self.life.boards):
            self.left[number] = set(board.pieces), dict(board._stuck)

    def start(self, work):
        """Start a task that ends with the program."""
        self.tasks.append(self.loop.create_task(work))  # the loop itself would forget it

    def pass_ms(self, ms):
        """Let virtual time pass."""
        self.run(asyncio.sleep(ms / 1000))

    def run(self, work):
        """Run the loop until this is done. Between such times whoever moves a piece is on the loop, too."""
        asyncio._set_running_loop(None)
        try:
            return self.loop.run_until_complete(work)
        finally:
            asyncio._set_running_loop(self.loop)

    def note(self, page, item):
        """Take what a page was sent, and when, into the digests of the run."""
        sent = item if isinstance(item, bytes) else item.encode()
        for digested in (self.told, *((self.told_all,) if page.principal.seat is None else ())):
            digested.update(b"%d %s\n" % (round(self.loop.time() * 1000), sent))

    def close(self):
        """End the run."""
        if self.life is not None and self.life.running is not None and not self.life.dead:
            self.end()
        logging.getLogger().removeHandler(self.faults)
        self._stack.close()
        self.cancel(asyncio.all_tasks(self.loop))
        asyncio._set_running_loop(None)
        self.loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        gc.collect()
