"""A line over connections: the guest calls until it is answered, and again after every cut; the host attends to guests.

`line` is the owner's: whoever has said something on it calls `wake`. Events come by `notice`, on the event loop, in
order.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from pearlboard.carriers.protocols import Carrier, Connection, Gone, Unreachable
from pearlboard.remote.admission import Admission, Guest, Unwelcome
from pearlboard.remote.events import Event, Greeted
from pearlboard.remote.invitation import Address
from pearlboard.remote.line import GREETING_MS, Line, Phase
from pearlboard.remote.messages import Hello, Reason

FIRST_REST_S, LONGEST_REST_S = 0.1, 1.0
"""The pauses between two calls, doubled each time: short, since people wait, and a call costs the host little."""
MOST_PENDING: Final = 32
"""The number of connections that may wait to say who they are; beyond it the one that has waited longest is ended."""
Notice: TypeAlias = Callable[[list[Event]], None]


class Conversation:
    """A line, and the connection over which it goes now."""

    def __init__(self, line: Line, clock: Callable[[], int], notice: Notice) -> None:
        """`clock`: milliseconds, never decreasing."""
        self.line = line
        self._clock, self._notice = clock, notice
        self._more = asyncio.Event()
        self._current: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """Something was said on the line."""
        self._more.set()

    async def over(self, connection: Connection, first: bytes | None = None) -> None:
        """Go on over this connection until it ends, in place of an older one. `first`: a packet that was read."""
        await self.end()
        task = self._current = asyncio.create_task(self._both_ways(connection, first))
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if not task.cancelled():
            task.result()

    async def end(self) -> None:
        """Give up the connection."""
        while self._current is not None and not self._current.done():
            self._current.cancel()
            await asyncio.gather(self._current, return_exceptions=True)

    async def close(self) -> None:
        """Give up the connection, and wait until it is closed."""
        await self.end()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _both_ways(self, connection: Connection, first: bytes | None) -> None:
        self._tell(self.line.opened(self._clock()))
        if first is not None:
            self._tell(self.line.feed(first, self._clock()))
        tasks = [asyncio.create_task(way) for way in (self._receive(connection), self._send(connection))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not self.line.connected and not tasks[1].done():
                self.wake()  # for the last word
                await asyncio.wait([tasks[1]], timeout=1)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            self._tell(self.line.cut())
            closing = asyncio.create_task(connection.close())  # which takes a while if nobody answers
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        for result in results:
            if isinstance(result, Gone) and result.too_long:
                self.line.end(Reason.TOO_LONG)
                self._tell(self.line.tick(self._clock()))
            elif isinstance(result, Exception) and not isinstance(result, Gone):
                raise result

    def _tell(self, events: list[Event]) -> None:
        if events:
            self._notice(events)

    async def _receive(self, connection: Connection) -> None:
        while self.line.connected:
            packet = await connection.receive()
            self._tell(self.line.feed(packet, self._clock()))
            self.wake()

    async def _send(self, connection: Connection) -> None:
        while True:
            self._more.clear()
            for packet in self.line.take(self._clock()):
                await connection.send(packet)
            if not self.line.connected:
                return
            now_ms = self._clock()
            due_ms = self.line.due_ms(now_ms)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if due_ms is None else max(due_ms - now_ms, 0) / 1_000):
                    await self._more.wait()
            self._tell(self.line.tick(self._clock()))


class GuestEnd:
    """A guest's end."""

    def __init__(
        self, line: Line, carrier: Carrier, key: bytes, addresses: Sequence[Address], clock: Callable[[], int]
    ) -> None:
        """Call the host with this key at these addresses."""
        self.line = line
        self.unreachable: Unreachable | None = None
        self._carrier, self._key = carrier, key
        self._addresses = tuple(addresses)
        self._clock = clock
        self._conversation: Conversation | None = None

    def wake(self) -> None:
        """Something was said on the line."""
        if self._conversation is not None:
            self._conversation.wake()

    async def run(self, notice: Notice) -> None:
        """Call, and call again, until the line is over. `unreachable`: why the last call has failed, if it has."""
        rest_s = FIRST_REST_S

        def told(events: list[Event]) -> None:
            nonlocal rest_s
            if any(isinstance(each, Greeted) for each in events):
                rest_s = FIRST_REST_S
            notice(events)

        self._conversation = Conversation(self.line, self._clock, told)
        try:
            while not self._over():
                try:
                    connection = await self._carrier.dial(self._key, self._addresses)
                except Unreachable as error:
                    self.unreachable = error
                else:
                    self.unreachable = None
                    await self._conversation.over(connection)
                if not self._over():
                    await asyncio.sleep(rest_s)
                    rest_s = min(2 * rest_s, LONGEST_REST_S)
        finally:
            await self._conversation.close()

    def _over(self) -> bool:
        return self.line.phase is Phase.OVER


class HostEnd:
    """A host's end: the lines of all guests."""

    def __init__(
        self,
        admission: Admission,
        line_for: Callable[[Guest, Hello], Line],
        clock: Callable[[], int],
        notice: Callable[[Guest, list[Event]], None],
    ) -> None:
        """`line_for` makes the line of a guest that comes for the first time, or after its last one is over."""
        self._admission, self._line_for = admission, line_for
        self._clock, self._notice = clock, notice
        self._conversations: dict[str, Conversation] = {}
        self._pending: dict[asyncio.Task[bytes], None] = {}

    def line(self, guest: Guest) -> Line | None:
        """The line of a guest, if there is one that is not over."""
        found = self._conversations.get(guest.digest)
        return None if found is None else found.line

    def wake(self, guest: Guest) -> None:
        """Something was said on that line."""
        if guest.digest in self._conversations:
            self._conversations[guest.digest].wake()

    async def attend(self, connection: Connection) -> None:
        """Serve one connection; what a carrier's `listen` takes."""
        first = await self._first(connection)
        if first is None:
            return
        try:
            guest, hello = self._admission.admit(first, self._clock())
        except Unwelcome as error:
            if error.farewell is not None:
                with contextlib.suppress(Gone):
                    await connection.send(error.farewell)
            return
        conversation = self._conversation(guest, hello)
        await conversation.over(connection, first)
        if conversation.line.phase is Phase.OVER and self._conversations.get(guest.digest) is conversation:
            del self._conversations[guest.digest]

    async def close(self) -> None:
        """Give up every connection."""
        for conversation in self._conversations.values():
            await conversation.close()

    def _conversation(self, guest: Guest, hello: Hello) -> Conversation:
        known = self._conversations.get(guest.digest)
        if known is not None and known.line.phase is not Phase.OVER:
            return known

        def notice(events: list[Event]) -> None:
            self._notice(guest, events)

        made = Conversation(self._line_for(guest, hello), self._clock, notice)
        self._conversations[guest.digest] = made
        return made

    async def _first(self, connection: Connection) -> bytes | None:
        """The first packet; None if it does not come, or the place is needed."""

        async def received() -> bytes:
            return await connection.receive()

        waiting = asyncio.create_task(received())
        self._pending[waiting] = None
        if len(self._pending) > MOST_PENDING:
            next(iter(self._pending)).cancel()
        try:
            await asyncio.wait([waiting], timeout=GREETING_MS / 1_000)
            return waiting.result() if waiting.done() and not waiting.cancelled() else None
        except Gone:
            return None
        finally:
            waiting.cancel()
            self._pending.pop(waiting, None)
