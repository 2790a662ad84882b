"""Cuts: both ends of the link on a cable that is pulled, damaged and blocked, while hands change sensors.

Both ends are the real ones; time and cable are simulated. A thousand cuts with --soak, otherwise fewer.
"""

import random

import pytest

from firmware.both_ends import Source, firmware
from pearlboard.drivers.protocols import Connected, Pressed, Released
from pearlboard.drivers.rp2040_reports import Reports
from pearlboard.link.connection import Connection
from pearlboard.link.events import Gone
from pearlboard.sensing.scan import Scan
from support.lengths import at_length

pytestmark = pytest.mark.slow

STEP_MS = 4
PAUSE_MS = 1_000
BACK_MS = 2_000
LOST_MS = 1_000 + STEP_MS
"""Counted from the last message received, which arrives a step after it was sent."""
CUTS = at_length(1_000, 20)


class Desk:
    """A board, a cable, and a host that reconnects as the driver does."""

    def __init__(self, rng):
        self.rng = rng
        self.at_ms = 0
        self.modules = firmware(SENSORS=16, LEDS=20)
        self.chain = 0xFFFF
        self.read_so_far = {self.chain}
        self.to_host = bytearray()
        self.plugged = self.reads = True
        self.hurt = 0.0
        self.host = None
        self.again_ms, self.gone_ms = 0, []
        self.events = []
        self.shown = b""
        self.start()

    # what main.py's Parts would be, besides the scans

    def show(self, rgb):
        self.shown = bytes(rgb)

    def lamp(self, on):
        pass

    def tone(self, hz):
        pass

    def write(self, data):
        self.to_host += data

    def start(self):
        """Start the board, or restart it."""
        self.born_ms = self.at_ms
        self.source = Source(lambda: self.chain.to_bytes(2, "big") + b"\0")
        self.newest, self.oldest = self.source.newest, self.source.oldest
        self.differs, self.read = self.source.differs, self.source.read
        self.board = self.modules["loop"].Loop(self, self.modules["config"], bytes(8), self.rng.getrandbits(32))

    def touch(self):
        """Change one sensor."""
        self.chain ^= 1 << self.rng.randrange(16)
        self.read_so_far.add(self.chain)

    def on_the_line(self, data):
        """Transmit bytes; return those that arrive."""
        if not self.plugged:
            return b""
        return bytes(
            byte ^ 1 << self.rng.randrange(8) if self.rng.random() < self.hurt else byte
            for byte in data
            if self.rng.random() >= self.hurt
        )

    def run(self, ms):
        for _ in range(ms // STEP_MS):
            self.at_ms += STEP_MS
            self.source.at_ms = self.at_ms - self.born_ms
            self.source.newest()
            if self.rng.random() < 0.02:
                self.touch()
            self._host()
            if self.reads:
                self.board.turn(self.at_ms - self.born_ms)

    def _host(self):
        if self.host is None and self.at_ms >= self.again_ms and self.plugged:
            self.host, self.reports = Connection((16, 20), self.at_ms), Reports()
            self.to_host.clear()
        if self.host is None:
            return
        events = self.host.tick(self.at_ms)
        self.host.show(bytes([self.rng.randrange(8)] * 60), self.at_ms)
        sent, data = self.on_the_line(self.host.take()), self.on_the_line(bytes(self.to_host))
        self.to_host.clear()
        if self.reads:
            for byte in sent:
                self.board.hear(byte, self.at_ms - self.born_ms)
        for event in [*events, *self.host.receive(data, self.at_ms)]:
            if isinstance(event, Gone):
                self.host, self.again_ms = None, self.at_ms + PAUSE_MS
                self.gone_ms.append(self.at_ms)
                return
            self.events += self.reports.feed(event)

    @property
    def up(self):
        return self.host is not None and self.host.up

    @property
    def told(self):
        """The chain as the host knows it."""
        return next((event.bits for event in reversed(self.events) if isinstance(event, Scan)), None)


def turned(chain):
    return int(f"{chain:016b}"[::-1], 2)


def cut(desk):
    """Cause a fault of the cable for a while; return the time to detection, if the board was silent."""
    begun_ms = desk.at_ms
    for_ms = desk.rng.randrange(50, 3_000)
    match desk.rng.randrange(5):
        case 0:
            desk.start()
        case 1:
            desk.plugged = False
            desk.run(for_ms)
            desk.plugged = True
            return silent(desk, begun_ms)
        case 2:
            desk.reads = False
            desk.run(for_ms)
            desk.reads = True
            return silent(desk, begun_ms)
        case 3:
            desk.hurt = desk.rng.choice((0.001, 0.01, 0.1))
            desk.run(for_ms)
            desk.hurt = 0.0
        case _:
            desk.to_host += desk.rng.randbytes(desk.rng.randrange(1, 2_000))
    return 0


def silent(desk, begun_ms):
    """The time until a silent board was reported lost; 0 if it was not silent for long enough."""
    gone_ms = [ms - begun_ms for ms in desk.gone_ms if ms > begun_ms]
    assert gone_ms or desk.at_ms - begun_ms <= LOST_MS, "a silent board is not lost"
    return gone_ms[0] if gone_ms else 0


def back_after(desk):
    """Let the board answer again; return the time until it is stable."""
    begun_ms = back_ms = desk.at_ms
    while desk.at_ms - begun_ms < BACK_MS:
        desk.run(STEP_MS)
        back_ms = back_ms if desk.up else desk.at_ms
    return back_ms - begun_ms


def test_after_all_cuts_nothing_was_invented(record_property):
    """No chain is reported that the board did not read, no button that nobody pressed; the board is soon back."""
    desk, lost_ms, back_ms = Desk(random.Random(1)), 0, 0
    desk.run(500)
    for number in range(CUTS):
        desk.events.clear()
        lost_ms = max(lost_ms, cut(desk))
        back_ms = max(back_ms, back_after(desk))
        assert desk.up, f"cut {number}: it is not back"
        desk.rng, rng = random.Random(0), desk.rng
        quiet, desk.touch = desk.touch, lambda: None
        desk.run(320)
        desk.touch, desk.rng = quiet, rng
        known = [event for event in desk.events if isinstance(event, Scan)]
        for event in known:
            assert all(
                any(not (turned(event.bits) ^ read) & 1 << bit for read in desk.read_so_far) for bit in range(16)
            )
        assert not any(isinstance(event, Pressed | Released) for event in desk.events)
        if known:
            assert turned(desk.told) == desk.chain
        for at, event in enumerate(desk.events):
            if isinstance(event, Connected):
                assert isinstance(desk.events[at + 1], Scan)
        desk.read_so_far = {desk.chain}
    assert lost_ms <= LOST_MS
    record_property(
        "reached", f"{CUTS} cuts, nothing invented, lost after {lost_ms} ms and back after {back_ms} at most"
    )
