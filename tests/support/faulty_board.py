"""The simulated board with clumsy hands and faults: slide, bounce, flicker, stick, short, shift the bits.

`support.script` writes these as text.
"""

from functools import partial

from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.geometry import GRID, Space

BOUNCE_MS = (0, 4, 9, 15, 22)
"""When a bouncing piece makes and breaks contact; after all of them, the contact has changed."""
SLIDE_STEP_MS = 30
"""How long a sliding piece takes for half the distance of two spaces."""


class FaultyBoard(SimulatedBoard):
    """A board without faults, until a test injects one.

    `late_ms`: the delay of events, as over a real line; events carry the time at which they were read.
    """

    def __init__(self, wiring, clock):
        super().__init__(wiring, clock)
        self._stuck = {}
        self._trembling = set()
        self._restless = {}
        self._pulled_by = {}
        self._passed = None
        self._shifted = 0
        self._plugs = 0

    def slide(self, start, end):
        """Push a piece over the sensors between; return the ms that this takes."""
        self._check_piece(lie=False, site=end)
        way = _way(start, end)
        self.lift(start)
        at_ms = self.clock()
        for number, passed in enumerate(way, start=1):
            self.clock.call_at(at_ms + number * SLIDE_STEP_MS, partial(self._pass_over, passed))
        self.clock.call_at(at_ms + len(way) * SLIDE_STEP_MS, partial(self._arrive, end))
        return len(way) * SLIDE_STEP_MS

    def _pass_over(self, passed):
        self._passed = passed
        self.scan_if_changed()

    def _arrive(self, end):
        self._passed = None
        self.pieces.add(end)
        self.scan_if_changed()

    def bounce(self, site):
        """Lay a piece, or lift it, with a bouncing contact; return the ms that this takes."""
        at_ms = self.clock()
        for after_ms in BOUNCE_MS:
            self.clock.call_at(at_ms + after_ms, lambda: self._turn_over(site))
        return BOUNCE_MS[-1]

    def _turn_over(self, site):
        self.pieces ^= {site}
        self.scan_if_changed()

    def stick(self, site, value):
        """Make a sensor read a piece (1) or none (0) forever; None repairs it."""
        self._stuck.pop(site, None)
        if value is not None:
            self._stuck[site] = value
        self.scan_if_changed()

    def flicker(self, site, hertz, ms):
        """Make a sensor flicker at `hertz` periods per second; return the ms that this takes."""
        changes = 2 * hertz * ms // 1000 // 2 * 2
        at_ms = self.clock()
        for number in range(changes):
            self.clock.call_at(at_ms + number * 500 // hertz, lambda: self._tremble(site))
        return ms

    def _tremble(self, site):
        self._trembling ^= {site}
        self.scan_if_changed()

    def tremble(self, site, hertz):
        """Make a sensor flicker until it is called with None."""
        self._trembling.discard(site)
        self._restless.pop(site, None)
        if hertz is not None:
            self._restless[site] = hertz
            self._tremble_again(site, hertz)
        self.scan_if_changed()

    def _tremble_again(self, site, hertz):
        if self._restless.get(site) == hertz:
            self._tremble(site)
            self.clock.call_at(self.clock() + 500 // hertz, lambda: self._tremble_again(site, hertz))

    def short(self, site, other):
        """Short two wires: a piece on either site is read on both."""
        self._pulled_by[site] = self._pulled_by[other] = frozenset({site, other})
        self.scan_if_changed()

    def double(self, site, onto):
        """Connect the sensor of one site to the input of another, which has its own; its own input stays open."""
        self._pulled_by |= {site: frozenset(), onto: frozenset({site, onto})}
        self.scan_if_changed()

    def mend(self):
        """Repair every sensor and every wire."""
        for fault in (self._stuck, self._restless, self._pulled_by, self._trembling):
            fault.clear()
        self.scan_if_changed()

    def shift_chain(self, by=1):
        """Delay every bit by `by` places, as with a clock edge too many; 0 repairs this."""
        self._shifted = by
        self.scan_if_changed()

    def unplug(self):
        """Disconnect the board; delayed events are lost."""
        self._plugs += self.plugged
        super().unplug()

    @property
    def bits(self):
        """The chain as its faults let it be read now."""
        faulty = self._stuck.keys() | self._pulled_by.keys() | self._trembling
        passed = set() if self._passed is None else {self._passed}
        bits = self.wiring.as_read((self.pieces | passed) - faulty | set(filter(self._reads, faulty)))
        every = (1 << len(self.wiring.places)) - 1
        idle = (1 << self._shifted) - 1 if self.wiring.active_low else 0
        return (bits << self._shifted | idle) & every

    def _reads(self, site):
        if site in self._stuck:
            return bool(self._stuck[site])
        pulled_by = self._pulled_by.get(site)
        pulled = (site in self.pieces or site == self._passed) if pulled_by is None else bool(pulled_by & self.pieces)
        return pulled != (site in self._trembling)

    def _tell(self, event):
        if self.plugged and self.late_ms:
            self.clock.call_at(self.clock() + self.late_ms, partial(self._arrive_at_host, event, self._plugs))
        else:
            super()._tell(event)

    def _arrive_at_host(self, event, plugs):
        if plugs == self._plugs and self._listener is not None:
            self._listener(event)


def _at(site):
    """The middle of a site, in halves of the distance of two spaces: right, down."""
    if isinstance(site, Space):
        return 2 * site.column, 2 * site.row
    return site.first.column + site.second.column, site.first.row + site.second.row


_SITE_AT = {_at(site): site for site in GRID.sites}


def _way(start, end):
    """The lights under a piece pushed straight from `start` to `end`, without the start; None: a corner."""
    (right, down), (to_right, to_down) = _at(start), _at(end)
    steps = max(abs(to_right - right), abs(to_down - down))
    return [
        _SITE_AT.get((_between(right, to_right, step, steps), _between(down, to_down, step, steps)))
        for step in range(1, steps + 1)
    ]


def _between(start, end, step, steps):
    return start + round((end - start) * step / steps)
