"""Magnets over Hall switches: pieces that hands move, the field at each sensor, and what its output makes of that.

The field is that of `hardware.magnetics`, the places and depths those of `sizes.toml`; all magnets add up at every
sensor, so neighbours and pieces that slide past count. Each switch has thresholds, an oscillator and a place of its
own, spread as far as parts and hands allow; it looks some twenty times a second and does not know what was between.
"""

import heapq
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.generate.layout import Layout
from hardware.generate.sizes import read_sizes
from hardware.magnetics.cylinder import Magnet
from hardware.magnetics.pieces import OPERATES_MT, RELEASES_MT, crew, disc, rod

from pearlboard.geometry import GRID, Edge, Site
from pearlboard.sensing.wiring import reference_wiring

LOOKS_US = 50_000
APART = 0.2
"""How far an oscillator may be off: assumed, a share of its period."""
HYSTERESIS_MT = (0.3, 1.2)
"""The hysteresis between switching on and off: assumed, within what the data sheet's two pairs of thresholds allow."""
FAR_MM = 60.0
"""Beyond this a magnet is not felt: less than 0.02 mT."""
FELT_US = 500
STEP_MM = 0.05
"""Fields are looked up to so many millimetres: at the steepest flank less than 0.5 mT is lost."""
RESTS_WITHIN = 0.8
"""How far from the middle a piece may lie, as a share of the play in its opening."""


@dataclass(slots=True, eq=False)
class Piece:
    """A magnet on its way: moments with x, y and the height of its underside above the plate, in between in a line.

    Before the first moment it is nowhere near, and after the last it stays.
    """

    magnet: Magnet
    way: list[tuple[float, float, float, float]]

    def at(self, us: float) -> tuple[float, float, float] | None:
        """Where it is; None: nowhere near."""
        before = None
        for moment in self.way:
            if moment[0] > us:
                if before is None:
                    return None
                share = (us - before[0]) / (moment[0] - before[0])
                return tuple(a + (b - a) * share for a, b in zip(before[1:], moment[1:], strict=True))
            before = moment
        return before[1:]

    @property
    def rests_from(self) -> float:
        """When it comes to its last place."""
        return self.way[-1][0]


@dataclass(slots=True)
class Switch:
    """A Hall switch: where it is, its thresholds in mT, and how often it looks."""

    site: Site
    x: float
    y: float
    depth: float
    operates: float
    releases: float
    period_us: float
    on: bool = False
    seen_us: float = -1.0
    """When it looked last at what has not moved since."""


@dataclass
class Magnets:
    """The board's sensors and all that lies on them.

    outputs  (moment, site, whether it is on), each change
    on       the sites whose outputs are on now
    """

    seed: int
    outputs: list = field(default_factory=list)

    def __post_init__(self) -> None:
        """Solder the switches."""
        self.layout = Layout(read_sizes())
        self.wiring = reference_wiring()
        self.rng = random.Random(self.seed)
        self.pieces: dict[Site, list[Piece]] = {}
        self.held = 0
        self._loose: list[Piece] = []
        self._fields: dict[tuple[int, int, int], float] = {}
        self._presses: list[tuple[float, int]] = []
        self._moved_us = 0.0
        self.on: set[Site] = set()
        self.switches = [self._switch(site) for site in GRID.sites]
        self._due = [(self.rng.uniform(0, each.period_us), number) for number, each in enumerate(self.switches)]
        heapq.heapify(self._due)

    def _switch(self, site: Site) -> Switch:
        rng, sensor = self.rng, self.layout.sizes.sensor
        x, y = self.layout.at(site)
        operates = rng.uniform(*OPERATES_MT)
        releases = max(RELEASES_MT[0], min(RELEASES_MT[1], operates - rng.uniform(*HYSTERESIS_MT)))
        period = LOOKS_US * rng.uniform(1 - APART, 1 + APART)
        depth = sensor.depth_wanted + rng.uniform(-sensor.depth_play, sensor.depth_play)
        aside = [rng.uniform(-0.5, 0.5) for _ in range(2)]
        return Switch(site, x + aside[0], y + aside[1], depth, operates, releases, period)

    # --- hands -----------------------------------------------------------------------------------------------------

    def magnet(self, site: Site, crewed: int | None = None) -> Magnet:
        """What a piece for this place has in it; `crewed`: one of a crew, which stands on so many others."""
        sizes = self.layout.sizes
        if crewed is not None:
            return crew(sizes, crewed)
        return rod(sizes) if isinstance(site, Edge) else disc(sizes)

    def place(self, site: Site) -> tuple[float, float]:
        """Where a piece comes to lie there: somewhere within its opening's play."""
        x, y = self.layout.at(site)
        play = self.layout.sizes.play
        loose = RESTS_WITHIN * (play.slot if isinstance(site, Edge) else play.pocket) / 2
        return x + self.rng.uniform(-loose, loose) * 0.7, y + self.rng.uniform(-loose, loose) * 0.7

    def move(self, piece: Piece, moments: Iterable[tuple[float, float, float, float]]) -> None:
        """Move a piece on along these moments."""
        moments = list(moments)
        piece.way = [each for each in piece.way if each[0] < moments[0][0]] + moments
        self._moved_us = max(self._moved_us, moments[-1][0])
        if piece not in self._loose and not any(piece in lying for lying in self.pieces.values()):
            self._loose.append(piece)

    def rests(self, piece: Piece, site: Site) -> None:
        """Lay a piece down: it lies there from now on."""
        self._loose = [each for each in self._loose if each is not piece]
        self.pieces.setdefault(site, []).append(piece)

    def takes(self, site: Site) -> Piece:
        """Take the uppermost piece that lies there into a hand."""
        piece = self.pieces[site].pop()
        if not self.pieces[site]:
            del self.pieces[site]
        self._loose.append(piece)
        return piece

    def clear(self, us: float) -> None:
        """Put all pieces back into the box."""
        self.pieces.clear()
        self._loose.clear()
        self._moved_us = max(self._moved_us, us)

    def away(self, piece: Piece) -> None:
        """Put a piece from a hand back into the box."""
        self._loose = [each for each in self._loose if each is not piece]

    def press(self, us: float, held: int) -> None:
        """Set the buttons' contacts, from that moment on."""
        heapq.heappush(self._presses, (us, held))

    # --- sensors ---------------------------------------------------------------------------------------------------

    def bits(self) -> int:
        """The chain as the outputs are now."""
        return self.wiring.as_read(self.on)

    def inputs(self, from_us: float, to_us: float) -> list[tuple[float, int, int]]:
        """What the wires do in that time; every switch looks when it is due."""
        told = []
        while True:
            look = self._due[0][0]
            press = self._presses[0][0] if self._presses else to_us + 1
            if min(look, press) > to_us:
                return told
            if press <= look:
                _, self.held = heapq.heappop(self._presses)
                told.append((max(from_us, press), self.bits(), self.held))
            elif self._look():
                told.append((max(from_us, look), self.bits(), self.held))

    def _look(self) -> bool:
        """The switch that is due looks; whether its output changes."""
        us, number = self._due[0]
        switch = self.switches[number]
        heapq.heapreplace(self._due, (us + switch.period_us, number))
        if switch.seen_us > self._moved_us:
            return False
        switch.seen_us = us
        felt = self.field_at(switch, us)
        on = felt >= (switch.releases if switch.on else switch.operates)
        if on == switch.on:
            return False
        switch.on = on
        (self.on.add if on else self.on.discard)(switch.site)
        self.outputs.append((us, switch.site, on))
        return True

    def felt_from(self, piece: Piece, site: Site) -> float:
        """From when on a sensor would answer to this piece, had it looked: it never falls below its threshold again."""
        switch, us = self.switch_at(site), piece.rests_from
        while us > piece.way[0][0] and self.field_at(switch, us) >= switch.operates:
            us -= FELT_US
        return us + FELT_US

    def last_on(self, site: Site) -> float:
        """When the output of that place's sensor went on last."""
        return next(us for us, place, on in reversed(self.outputs) if place == site and on)

    def switch_at(self, site: Site) -> Switch:
        """The sensor of that place."""
        return next(each for each in self.switches if each.site == site)

    def next_look(self, switch: Switch, us: float) -> float:
        """When it looks for the first time at that moment or after."""
        missing = max(0.0, us - self._next_of(switch))
        return self._next_of(switch) + -(-missing // switch.period_us) * switch.period_us

    def _next_of(self, switch: Switch) -> float:
        return next(us for us, number in self._due if self.switches[number] is switch)

    def field_at(self, switch: Switch, us: float) -> float:
        """The sum of all magnets there, in mT."""
        felt = 0.0
        for piece in [*(each for lying in self.pieces.values() for each in lying), *self._loose]:
            where = piece.at(us)
            if where is None:
                continue
            aside = hypot(where[0] - switch.x, where[1] - switch.y)
            if aside < FAR_MM and where[2] < FAR_MM:
                felt += self._field(piece.magnet, aside, switch.depth + where[2])
        return felt

    def _field(self, magnet: Magnet, aside: float, depth: float) -> float:
        key = hash(magnet), round(aside / STEP_MM), round(depth / STEP_MM)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = magnet.field(key[1] * STEP_MM, key[2] * STEP_MM)
        return found
