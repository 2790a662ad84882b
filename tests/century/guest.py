"""A guest's table in the world of a run: its program, its board, its pages, and the line to the host.

The line has the laws of a carrier: packets come in order, or the connection is gone, or it is silent for ever.
Now and then a packet comes twice, or its end is missing. A power cut at either table is silent.
"""

import asyncio
import contextvars
import functools
import json
from types import SimpleNamespace
from unittest import mock

from starlette.websockets import WebSocketDisconnect

from century.world import Clock, Life, Page, World
from pearlboard.carriers.protocols import Gone, Unreachable
from pearlboard.files import with_looks
from pearlboard.games.registry import GAMES
from pearlboard.lights.power import Dimming
from pearlboard.remote.invitation import Way
from pearlboard.remote.line import Phase
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.principal import Principal, digest
from pearlboard.settings import Second, Settings
from pearlboard.together import hosting, visiting
from pearlboard.together.kept import Host
from pearlboard.web.socket import UNKNOWN
from support.across import work_takes_no_time
from support.faulty_board import FaultyBoard
from support.tabling import THEME

AT_GUEST = contextvars.ContextVar("whether a task is the guest's program's", default=False)
LOOKS = functools.reduce(with_looks, GAMES.usable, THEME)
LIES = 0.01
ANSWER_MS, STEP_MS = 5_000, 100
"""How long a page waits for a reply: longer than it takes to see that nobody is there."""
AGAIN_S = 1.0
MEETING_MS = 15_000


class Connection:
    """One end of a connection; `other` is the other one. A silent one carries nothing, and nobody is told."""

    def __init__(self, wires):
        self.wires, self.other, self.silent = wires, None, False
        self._come, self._free_at, self._gone = asyncio.Queue(), 0.0, False

    async def send(self, packet):
        if self._gone:
            raise Gone("cut")
        world, chance = self.wires.world, self.wires.world.chance
        for carried in (packet, *([packet, packet[: len(packet) // 2]] if chance.random() < LIES else ())):
            self._free_at = max(self._free_at + 1e-6, world.loop.time() + self.wires.delay_s * chance.uniform(0.5, 1.5))
            world.loop.call_at(self._free_at, self.other.come, carried)

    def come(self, packet):
        if not self.silent:
            self._come.put_nowait(packet)

    async def receive(self):
        packet = await self._come.get()
        if packet is None:
            raise Gone("cut")
        return packet

    async def close(self):
        for end in (self, self.other):
            end._gone = True
            end.come(None)


class Wires:
    """The carrier of both tables. `down`: nobody is reached. `key`: the host's."""

    way, key = Way.WEBSOCKET, bytes(range(32))

    def __init__(self, world):
        self.world, self.delay_s, self.down = world, 0.05, False
        self._attend = self._host = None
        self._all = []

    async def listen(self, port, attend):
        self._attend, self._host = attend, contextvars.copy_context()
        return port

    async def dial(self, key, addresses):
        assert self.key.startswith(key)
        await asyncio.sleep(self.delay_s)
        if self.down or self._attend is None:
            raise Unreachable(f"{addresses}: nobody answers")
        ours, theirs = Connection(self), Connection(self)
        ours.other, theirs.other = theirs, ours
        self._all = [ours, theirs]
        self._host.run(self.world.start, self._attend(theirs))
        return ours

    def cut(self, *, silent):
        """End the connection, or let it carry nothing."""
        for end in self._all:
            end.silent = silent
            if not silent:
                end.come(None)

    def power_off(self):
        """The host's machine is off."""
        self._attend = None
        self.cut(silent=True)

    async def close(self):
        """A program that ends has ended its conversations before."""


class GuestTable:
    """The guest's table. It keeps its host's code and token, and what lies on its board."""

    def __init__(self, world, hosting):
        self.world = world
        self._host = Host(hosting.invite(("192.0.2.1",))[0], world.entropy.randbytes(16).hex())
        self._context = contextvars.copy_context()
        self._context.run(AT_GUEST.set, True)  # noqa: FBT003 - a variable's value
        self.left = set(), {}
        self.pages = []
        self.power_on()

    @property
    def up(self):
        """Whether both ends take the line for connected."""
        running, line = self.world.life.running, self.visiting._line
        hosting = None if running is None or self.world.life.dead else running.operating.others.hosting
        return hosting is not None and hosting.peer is not None and line.phase is Phase.UP and not self.life.dead

    def power_on(self):
        world = self.world
        self.life, wiring = Life(), reference_wiring()
        self.life.clock = clock = Clock(world, self.life)
        self.board = FaultyBoard(wiring, clock)
        pieces, stuck = self.left
        self.board.pieces |= pieces
        for place, value in stuck.items():
            self.board.stick(place, value)
        own = visiting.OwnTable(self.board, Senses(wiring, 120, 200), LOOKS, Dimming(2000, 2.2, 1.0), sounds=False)
        self.visiting = visiting.Visiting(self._host, own, clock, "Garden", lambda: (), world.wires)
        self._context.run(self.visiting.start)

    def power_off(self):
        self.left = set(self.board.pieces), dict(self.board._stuck)
        self.life.dead = True
        self.world.wires.cut(silent=True)
        for page in self.pages:
            page.cut()
        self.world.cancel([task for task, of_guest in self.world._of_guest.items() if of_guest])

    def begin(self, work):
        """Start a task of the guest's program."""
        self._context.run(self.world.start, work)


class GuestPage(Page):
    """A page of the guest's table: what it says goes to its table, and over the line. It comes back by itself."""

    def __init__(self, world, token, language="en", principal=None):
        super().__init__(world, language, principal or Principal(key=digest(token), place=1))
        self._token, self._socket = token, None

    @property
    def connected(self):
        return self._socket is not None and self._watcher is self._socket and self.world.guest.up

    def connect(self):
        if self.world.guest is not None and not self.connected and not self.world.guest.life.dead:
            self.cut()
            self.sequence, self._watcher, self._socket = 0, None, GuestSocket(self)
            if self not in self.world.guest.pages:
                self.world.guest.pages.append(self)
            self._socket.say({"type": "hello", "token": self._token})
            kind = "table" if self.principal.seat is None else "seat"
            self.world.guest.begin(self.world.guest.visiting.carry(self._socket, kind, self.language))
        return self

    def cut(self):
        if self._socket is not None:
            self._socket.leave()
        self._watcher = self._socket = None

    def closed(self, socket, code):
        """The table has closed it: a browser opens it again, unless it is told that it is nobody's any more."""
        if socket is self._socket:
            self.cut()
            self.refused = self.refused or code == UNKNOWN
            if not self.refused:
                self.world.loop.call_later(AGAIN_S, self._again)

    def _again(self):
        if self._socket is None and self in self.world.pages:
            self.connect()

    def come(self, socket, text):
        """A text is on its way to the browser."""
        self._free_at = max(self._free_at + 1e-6, self.world.loop.time() + self.delay_s)
        self.world.loop.call_at(self._free_at, self._take, socket, text)

    def _take(self, socket, text):
        if socket is not self._socket:
            return
        self._watcher = socket  # the host's answer: it is served
        message = json.loads(text)
        if message["type"] == "beat":
            socket.say({"type": "beat"})
        elif message["type"] == "reply":
            self.replies[message["id"]] = {"refused": message.get("error")}
        else:
            self._receive(socket, text)

    def ask(self, document, version=None, *, twice=False):
        number = f"page-command-{next(self.world.numbers):06}"
        if self._socket is not None:
            for _ in range(1 + twice):
                self._socket.say({"type": "command", "id": number, "command": document, "version": version})
        return number

    def wait_for(self, number):
        for _ in range(ANSWER_MS // STEP_MS):
            self.world.pass_ms(STEP_MS)
            if number in self.replies or not self.connected:
                return


class GuestSocket:
    """What the guest's program takes for the WebSocket of a browser."""

    def __init__(self, page):
        self._page, self._said = page, asyncio.Queue()

    def say(self, message):
        self._said.put_nowait(json.dumps(message))

    def leave(self):
        self._said.put_nowait(None)

    async def accept(self):
        """Accept the connection, always."""

    async def receive_text(self):
        text = await self._said.get()
        if text is None:
            raise WebSocketDisconnect
        return text

    async def send_text(self, text):
        self._page.come(self, text)

    async def send_bytes(self, frame):
        self._page.world.note(self._page, frame)

    async def close(self, code=1000, reason=""):
        del reason
        self._page.closed(self, code)


class TwoTables(World):
    """A table with a guest's: the host's program and disk are the world's, and the guest's table is `guest`."""

    def __init__(self, seed, folder):
        super().__init__(seed, folder, Settings(second=Second(board="guest", name="Kitchen")))
        self.wires, self.guest, self._of_guest = Wires(self), None, {}
        self.loop.set_task_factory(self._task)
        random_bytes = SimpleNamespace(urandom=self.entropy.randbytes)
        for target, name, replacement in (
            (hosting, "os", random_bytes),
            (visiting, "os", random_bytes),
            (hosting, "of_host", lambda *_: self.wires),
            (hosting, "private_key", lambda *_: bytes(32)),
        ):
            self._stack.enter_context(mock.patch.object(target, name, replacement))
        self._stack.enter_context(work_takes_no_time())

    def _task(self, loop, work, **how):
        """A task that knows whose program it belongs to: a power cut ends those of one table."""
        task = asyncio.Task(work, loop=loop, **how)
        self._of_guest[task] = AT_GUEST.get()
        task.add_done_callback(self._of_guest.pop)
        return task

    def board(self, number):
        return self.guest.board if number else super().board(number)

    def page(self, token, language="en", principal=None, **how):
        """A page that stands beside the guest's board goes by the guest's table."""
        at_guest = principal is not None and principal.place
        return (
            GuestPage(self, token, language, principal) if at_guest else super().page(token, language, principal, **how)
        )

    def within_reach(self, number):
        return number == 0 or self.guest.up

    def power_on(self):
        super().power_on()
        if self.guest is None:
            self.guest = GuestTable(self, self.life.running.operating.others.hosting)
        self.meet()

    def meet(self):
        """Mend the line, and wait until the tables have found each other, with all pages."""
        self.wires.down = False
        for _ in range(MEETING_MS // STEP_MS):
            self.pass_ms(STEP_MS)
            if self.guest.up:
                break
        assert self.guest.up, f"the tables do not find each other: {self.guest.visiting.look()}"
        for page in self.pages:
            if not page.connected and not page.refused:
                page.connect()
        self.pass_ms(10 * STEP_MS)

    def power_off(self):
        self.wires.power_off()
        super().power_off()

    def end(self):
        super().end()
        self.wires.power_off()

    def tasks_to_end(self):
        return [task for task in super().tasks_to_end() if not self._of_guest[task]]
