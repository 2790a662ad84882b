"""A host's whole table with the handler of its pages, and a bare guest's end of the line, which says what a test says.

In virtual time: made and used inside `run_hurried`, where work takes no time. `sent`: every packet of the host, with
the beat in which it was sent.
"""

import asyncio
import contextlib
import itertools
import json
from types import SimpleNamespace
from unittest import mock

from msgspec.structs import replace

from pearlboard.program.building import TableSocket
from pearlboard.remote.admission import Guest
from pearlboard.remote.events import Over, Received
from pearlboard.remote.line import BEAT_MS, Line, Phase, Role
from pearlboard.remote.messages import Button, PageClosed, PageText, reading
from pearlboard.session.principal import Principal, digest
from pearlboard.settings import Second
from pearlboard.together import hosting, limits
from pearlboard.together.meeting import hello
from pearlboard.web import hub, work_budget
from pearlboard.web.doorstep import NoKeys
from support.fuzzing import AnyTable
from support.serving import Shown

HOST_PAGE = Principal(key=digest("the key of the host's page"))


class Page(Shown):
    """A page of the guest's table: what it shows, and what was said to it."""

    def __init__(self, world, channel):
        super().__init__()
        self.world, self.channel = world, channel
        self.texts, self.replies, self.closed = [], [], None

    def say(self, message):
        """Send a message, or a text as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.world.guest.write(self.channel, text, self.world.now)

    def ask(self, name, **fields):
        """Send a command."""
        number = f"across-{self.world.number:06}"
        self.world.number += 1
        self.say({"type": "command", "id": number, "command": {"name": name, **fields}})

    def take(self, text):
        self.texts.append(text)
        message = json.loads(text)
        if message.get("type") == "beat":
            self.say({"type": "beat"})
        elif message.get("type") == "reply":
            self.replies.append(message)
        elif "type" in message:
            self.put_together(message)


class Across:
    """`table`: the host's, with a place for the guest; `over`: why the line is over, if it is."""

    def __init__(self, folder, log=()):
        loop = asyncio.get_running_loop()
        self.table = table = AnyTable(log, second="guest")
        self.number, self.sent, self.pages, self.over = 0, [], {}, None
        self.pieces = set()
        self.hub = hub.Hub(table.stage, now_s=loop.time)
        table.tabletop.listen(self.hub.changed, self._spoken)
        table.seat_access.listen(self.hub.changed)
        place = table.tabletop.places.of(1)
        self.hosting = hosting.Hosting(
            place, table.second_lighting, folder / "games.db", Second(name="Kitchen"), table.clock
        )
        self.hosting._me = replace(self.hosting._me, line=bytes(8))
        self.hosting._guest = Guest("garden", "Garden")
        attends = TableSocket(table.stage, self.hub, NoKeys(), lambda: "en")
        self.hosting._attends, self.hosting._table = attends, table.stage
        self.line = None
        self.lines = (number.to_bytes(8) for number in itertools.count(1))
        self.connect()

    def connect(self):
        """A guest comes, which knows nothing."""
        if self.line is None or self.line.phase is Phase.OVER:
            self.line = Line(Role.HOST, self.hosting._me, self.now)
            self.hosting._end = SimpleNamespace(line=lambda _: self.line, wake=lambda _: None)
        self.guest = Line(Role.GUEST, hello("Garden", next(self.lines), token=bytes(16)), self.now)
        self.over = None
        self._tell(self.line.cut())
        self._tell(self.line.opened(self.now))
        self._hear(self.guest.opened(self.now))
        self.carry()

    @property
    def now(self):
        return self.table.clock()

    def _spoken(self, seat):
        self.hub.tell_alone(lambda principal: self.table.stage.is_told(seat, principal))

    # --- the line ----------------------------------------------------------------------------------------------

    def carry(self):
        """Exchange packets until neither end has one."""
        while True:
            down = self.line.take(self.now)
            self.sent += [(self.now // BEAT_MS, packet) for packet in down]
            for packet in down:
                self._hear(self.guest.feed(packet, self.now))
            up = self.guest.take(self.now)
            for packet in up:
                self._tell(self.line.feed(packet, self.now))
            if not up and not down:
                return

    def _tell(self, events):
        for event in events:
            if isinstance(event, Over):
                self.over = event.goodbye.reason
        self.hosting._notice(self.hosting._guest, events)

    def _hear(self, events):
        for event in events:
            match event:
                case Received(PageText(channel, text)):
                    self.pages[channel].take(text)
                case Received(PageClosed(channel, code)):
                    self.pages[channel].closed = code
                case _:
                    pass

    async def pass_ms(self, ms, step=20):
        """Let time pass, at the host and on the line."""
        for _ in range(ms // step):
            self.table.clock.step(step)
            self._tell(self.line.tick(self.now))
            self._hear(self.guest.tick(self.now))
            self.carry()
            await asyncio.sleep(step / 1_000)
            self.carry()

    # --- the guest's table -------------------------------------------------------------------------------------

    def page(self, kind, token, language="en"):
        """Open a page, which says who it is."""
        page = self.opened(kind, language)
        page.say({"type": "hello", "token": token})
        return page

    def opened(self, kind, language="en"):
        """Open a page, which says nothing."""
        channel = self.guest.open_page(kind, language, self.now, local=False)
        page = self.pages[channel] = Page(self, channel)
        return page

    def lays(self, pieces):
        """Tell what lies on the guest's board."""
        self.pieces = set(pieces)
        self.guest.send(reading(pieces), self.now)

    def presses(self, button="end_turn"):
        for down in (True, False):
            self.guest.send(Button(button, down), self.now)

    async def close(self):
        """Leave, and wait until no page is served any more."""
        tasks = [task for _, task in self.hosting._pages.values()]
        for channel in tuple(self.hosting._pages):
            self.hosting._leave(channel)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.contextmanager
def work_takes_no_time():
    """Charge nothing for work, whose duration depends on the machine."""
    with contextlib.ExitStack() as stack:
        for module in (hub, limits, work_budget):
            stack.enter_context(mock.patch.object(module, "clocked", _free))
        yield


def _free():
    return contextlib.nullcontext(lambda: 0.0)
