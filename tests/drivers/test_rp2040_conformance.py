"""The board on USB under the conformance suite: the real driver, a pty, and the real firmware under MicroPython."""

import asyncio

import pytest

from drivers.conformance import Bench, BoardConformance
from firmware.pico import LONGEST_S, Pico
from pearlboard.drivers.clock import LoopClock
from pearlboard.drivers.protocols import Connected, Lost, Pressed, Released
from pearlboard.drivers.rp2040 import SerialBoard
from pearlboard.link.messages import Held
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import reference_wiring

pytestmark = pytest.mark.slow

BITS = {"end_turn": Held.END_TURN, "hint": Held.HINT, "take_back": Held.TAKE_BACK}
QUIET_S = 0.05
"""How long to wait where no event is expected."""


class Hands:
    """Acts on the Pico, and waits for the driver's event. To the suite, this is the board."""

    def __init__(self, folder):
        self.loop = asyncio.new_event_loop()
        self.wiring = reference_wiring()
        self.pico = Pico(folder).plug()
        self.pico.bits = self.wiring.as_read([])
        self.real = SerialBoard("", self.wiring.chains, LoopClock(self.loop), self.pico.ports)
        self.events = []
        self.lying = set()
        self.wanted = None
        self.closed = False
        self.lamp, self.play = self.real.lamp, self.real.play

    def until(self, condition):
        async def wait():
            async with asyncio.timeout(LONGEST_S):
                while not condition():  # noqa: ASYNC110 - threads and processes bring it about
                    await asyncio.sleep(0.001)

        self.loop.run_until_complete(wait())

    def start(self, listener):
        async def start():
            def listen(event):
                self.events.append(event)
                listener(event)

            self.real.start(listen)

        self.loop.run_until_complete(start())

    def show(self, frame):
        self.real.show(frame)
        self.wanted = frame

    def close(self):
        self.real.close()
        self.closed = True

    def put(self, site):
        self.lying.add(site)
        self.pico.bits = self.wiring.as_read(self.lying)

    def lift(self, site):
        self.lying.remove(site)
        self.pico.bits = self.wiring.as_read(self.lying)

    def press(self, button):
        for held, kind in ((BITS[button], Pressed), (0, Released)):
            self.pico.held = held
            self.until(lambda kind=kind: not self.pico.running or isinstance(self.events[-1], kind))

    def follow(self, site, button, after_ms):
        before = self.wiring.as_read(self.lying)
        self.lying.add(site)
        after, held = self.wiring.as_read(self.lying), BITS[button]
        first = (after, 0) if after_ms > 0 else (before, held)
        last_ms = 5 + abs(after_ms)
        self.pico.follow((5, *first), (last_ms, after, held), (last_ms + 60, after, 0))
        self.until(lambda: any(isinstance(event, Released) for event in self.events))

    def settle(self):
        self.until(self.settled)
        self.loop.run_until_complete(asyncio.sleep(QUIET_S))

    def settled(self):
        if self.closed:
            return not any(self.pico.shown)
        known = [type(event) for event in self.events if isinstance(event, Connected | Lost)]
        if not self.pico.running:
            return known[-1:] == [Lost]
        scans = [event.bits for event in self.events if isinstance(event, Scan)]
        return known[-1:] == [Connected] and scans[-1:] == [self.pico.bits] and self.wanted in (None, self.pico.shown)


@pytest.fixture
def bench(tmp_path):
    """A connected board, and hands for it."""
    hands = Hands(tmp_path)
    yield Bench(
        hands,
        hands.wiring,
        hands.put,
        hands.lift,
        hands.press,
        hands.pico.unplug,
        hands.pico.plug,
        hands.settle,
        hands.follow,
        lambda: hands.pico.shown,
    )
    hands.close()
    hands.pico.close()
    hands.loop.close()
    assert hands.pico.errors == b""


class TestSerialBoard(BoardConformance):
    """The conformance suite."""
