"""How a guest's table takes the end of its line: what nobody has meant is begun anew, what was meant is said."""

import asyncio

import pytest

from pearlboard.drivers.clock import SteppedClock
from pearlboard.files import read_theme
from pearlboard.lights.power import Dimming
from pearlboard.remote.events import Away, Greeted, Over, Why
from pearlboard.remote.invitation import Address, Invitation, Way
from pearlboard.remote.line import Phase
from pearlboard.remote.messages import Goodbye, Reason
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.settings import Settings
from pearlboard.together.kept import Host
from pearlboard.together.meeting import hello
from pearlboard.together.visiting import AGAIN, AWAY, BACK, ENDED, ENDS, PAUSE_MS, OwnTable, Visiting, _Page

CODE = Invitation(Way.WEBSOCKET, bytes(10), bytes(6), (Address("192.0.2.1", 8001),)).text()


class Socket:
    """A page's connection."""

    closed = None

    async def accept(self):
        """Come."""

    async def close(self, code, reason):
        self.closed = code, reason


class Calls:
    """Stands for `GuestEnd`: calls nobody."""

    unreachable = None

    def wake(self):
        """Nothing waits."""

    async def run(self, notice):
        """Call."""


class Table(Visiting):
    """A guest's table that counts its lines."""

    lines = 0

    def _new_line(self):
        self.lines += 1
        return super()._new_line()[0], Calls()


def at_another_table(clock):
    own = OwnTable(None, Senses(reference_wiring(), 1, 1), read_theme(Settings()), Dimming(1, 1, 1), sounds=False)
    return Table(Host(CODE, "00" * 16), own, clock, "Garden", lambda: (), None)


def ended(reason, by_peer):
    """A table after its line has ended, then after the pause; and how a page was closed in between."""

    async def run():
        clock = SteppedClock(1_000)
        table = at_another_table(clock)
        table._line.opened(clock())
        table._line.end(reason)
        table._notice([Over(Goodbye(reason), by_peer)])
        socket = Socket()
        await table.carry(socket, "table", "en")
        over = table.look()["over"]
        clock.step(PAUSE_MS)
        await asyncio.sleep(0)
        await table.close()
        return table, socket.closed, over

    return asyncio.run(run())


@pytest.mark.parametrize("by_peer", [False, True])
@pytest.mark.parametrize("reason", Reason)
def test_a_line_that_nobody_has_ended_on_purpose_is_begun_anew(reason, by_peer):
    """After a pause; for any other reason pages are told that it has ended, and so is the operator."""
    table, closed, over = ended(reason, by_peer)
    again = reason in AGAIN
    assert table.lines == 1 + again
    assert (table._line.phase is Phase.AWAY) is again
    assert closed == (ENDS if again else ENDED)
    assert over == (None if again else reason.value)


def test_what_is_begun_anew_is_what_nobody_meant():
    """A flood, a lie, a giant packet, a line that was behind, a full house."""
    assert set(AGAIN) == {Reason.FLOOD, Reason.TOO_LONG, Reason.LIED, Reason.BEHIND, Reason.FULL}


@pytest.mark.parametrize("why", Why)
def test_pages_are_told_at_once_that_the_host_is_away(why):
    """And that it is back, whose pages know them still. A line that only goes by another connection is not away."""

    async def run():
        table = at_another_table(SteppedClock(1_000))
        table._pages[1] = page = _Page()
        table._notice([Away(why), Greeted(hello("Kitchen", bytes(8)), resumed=True)])
        return [page.out.get_nowait() for _ in range(page.out.qsize())]

    assert asyncio.run(run()) == [AWAY, BACK][why is Why.REPLACED :]
