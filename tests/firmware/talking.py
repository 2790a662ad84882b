"""The driver at work in a test: an event loop, what was told so far, and waiting for what is to come."""

import asyncio
import contextlib

from firmware.pico import LONGEST_S
from pearlboard.drivers.clock import LoopClock
from pearlboard.drivers.protocols import Connected, Lost
from pearlboard.drivers.rp2040 import SerialBoard
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Chains

CHAINS = Chains(144, 135)


class Talking:
    """A driver that has started; `events` is all that it told."""

    def __init__(self, board):
        self.board = board
        self.events = []

    async def until(self, condition):
        """Wait for it."""
        async with asyncio.timeout(LONGEST_S):
            while not condition():  # noqa: ASYNC110 - threads and processes bring it about
                await asyncio.sleep(0.001)

    async def connected(self, times=1):
        """Wait until the board has been found so often, and its chain was read."""

        def found():
            kinds = [type(event) for event in self.events]
            return kinds.count(Connected) >= times and Scan in kinds[len(kinds) - kinds[::-1].index(Connected) :]

        await self.until(found)

    async def lost(self, name):
        """Wait until the board is lost for that reason; the reason."""
        await self.until(lambda: self.known and isinstance(self.known[-1], Lost) and self.known[-1].reason.name == name)
        return self.known[-1].reason

    @property
    def known(self):
        """Found and lost, in order."""
        return [event for event in self.events if isinstance(event, Connected | Lost)]

    @property
    def scans(self):
        """The chains that were told."""
        return [event.bits for event in self.events if isinstance(event, Scan)]


@contextlib.asynccontextmanager
async def talking(port, ports=list, chains=CHAINS):
    """The driver on that port, or on the one found among `ports`."""
    board = SerialBoard(str(port), chains, LoopClock(asyncio.get_running_loop()), ports)
    talk = Talking(board)
    board.start(talk.events.append)
    try:
        yield talk
    finally:
        board.close()
