"""A sensor and the stop 20 ms apart: what was done by the board's wires, and what the table makes of it.

Whatever speaks the link can be tried: the firmware under MicroPython on a PC, and on an emulated chip.
"""

import random
from dataclasses import dataclass, field

from pearlboard.drivers.protocols import Button, Lost, Pressed
from pearlboard.geometry import GRID
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.senses import Senses
from pearlboard.sensing.wiring import reference_wiring

APART_MS = 20
SETTLE_MS = 20
HOLD_MS = 150
"""For so long the button is down, and for as long up: no chatter, however late the machine is."""
HELD = 1
"""The end-turn button, as the link has it."""


@dataclass
class Trial:
    """A piece comes or goes at one place, before or after the button goes down."""

    site: object
    sensor_first: bool
    comes: bool
    start_ms: int
    lying: set = field(default_factory=set)

    def moments(self, wiring):
        """What the wires do: (ms from now, the chain, the buttons), the button let go at the end."""
        before = wiring.as_read(self.lying)
        self.lying ^= {self.site}
        after = wiring.as_read(self.lying)
        first = (after, 0) if self.sensor_first else (before, HELD)
        last_ms = self.start_ms + APART_MS
        return (self.start_ms, *first), (last_ms, after, HELD), (last_ms + HOLD_MS, after, 0)

    @property
    def had(self):
        """Whether the last scan before the stop had the piece."""
        return self.comes == self.sensor_first


def trials(number, seed):
    """Both orders, and pieces that come and that go, anywhere on the board."""
    rng, lying = random.Random(seed), set()
    for _ in range(number):
        comes = not lying or (rng.random() < 0.5 and len(lying) < len(GRID.sites))
        site = rng.choice([site for site in GRID.sites if (site in lying) != comes])
        yield Trial(site, rng.random() < 0.5, comes, rng.randrange(100, 140), lying)


class Ears:
    """The senses of a table, fed by the board's events; `stops`: the times at which its button went down."""

    def __init__(self):
        self.senses = Senses(reference_wiring(), SETTLE_MS, SETTLE_MS)
        self.stops = []
        self.released = 0

    def hear(self, event):
        match event:
            case Lost():
                self.senses.forget()
            case Scan():
                self.senses.feed(event)
            case Pressed(Button.END_TURN, at_ms):
                self.stops.append(at_ms)
            case _:
                self.released += event.__class__.__name__ == "Released"

    def told_apart(self, trial):
        """Whether what lay there at the last stop is what the wires did."""
        return (trial.site in self.senses.lying_at(self.stops[-1])) == trial.had
