"""All of sensing in one piece: scans and time in, what may be said about the table out.

Nothing is read while a frame bit is wrong: the sites stay as they were, and once it has lasted, the bar is named. While
the board is away, or has only just answered, the sites are unknown (None), which is not the same as "all lifted".
"""

from dataclasses import dataclass

from pearlboard.geometry import Site
from pearlboard.sensing.debounce import Debouncer
from pearlboard.sensing.health import Flicker
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring

FRAME_MS = 200
"""How long a frame bit must be wrong before anybody hears of it; a single torn scan is only left out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the sensors say. `unsensed`: sites that take no part, because they are masked or noisy.

    sites      where pieces lie; None while that is not known
    noisy      those of the unsensed sites that flicker
    wrong_bar  the first bar, from 0, whose frame bit has been wrong for a while: input is frozen
    """

    sites: frozenset[Site] | None
    unsensed: frozenset[Site] = frozenset()
    noisy: frozenset[Site] = frozenset()
    wrong_bar: int | None = None


class Senses:
    """Wiring, debouncer and health, fed by one board."""

    def __init__(self, wiring: Wiring, place_ms: int, lift_ms: int, flicker: Flicker | None = None) -> None:
        """Begin with nothing known."""
        self.wiring = wiring
        self._debouncer = Debouncer(place_ms, lift_ms)
        self._flicker = flicker or Flicker()
        self._wrong_bar: int | None = None
        self._wrong_since = 0
        self._now = 0

    def feed(self, scan: Scan) -> Reading:
        """Take a scan as it was read."""
        wrong = self.wiring.wrong_bar(scan.bits)
        if wrong is not None:
            if self._wrong_bar is None:
                self._wrong_since = scan.at_ms
            self._debouncer.drop_changes()
        else:
            upright = Scan(self.wiring.upright(scan.bits), scan.at_ms)
            self._flicker.feed(upright)
            self._debouncer.feed(upright)
        self._wrong_bar = wrong
        return self.tick(scan.at_ms)

    def tick(self, at_ms: int) -> Reading:
        """Let time pass."""
        self._now = max(self._now, at_ms)
        settled = self._debouncer.tick(self._now)
        noisy = self.wiring.sites(self._flicker.noisy(self._now))
        frozen = self._wrong_bar is not None and self._now - self._wrong_since >= FRAME_MS
        return Reading(
            sites=None if settled is None else self.wiring.sites(settled) - noisy,
            unsensed=self.wiring.masked | noisy,
            noisy=noisy,
            wrong_bar=self._wrong_bar if frozen else None,
        )

    def forget(self) -> None:
        """The board is away: nothing is known until it has answered again."""
        self._debouncer.forget()
        self._flicker.forget()
        self._wrong_bar = None

    @property
    def settling(self) -> bool:
        """Whether a sensor that is to be trusted reads otherwise than it has settled: a hand is on the board."""
        return bool(self.wiring.sites(self._debouncer.settling & ~self._flicker.noisy(self._now)))

    @property
    def due_ms(self) -> int | None:
        """When the next tick can change something; None if only a scan can."""
        frame_due = self._wrong_since + FRAME_MS if self._wrong_bar is not None else None
        due = [at_ms for at_ms in (self._debouncer.due_ms, self._flicker.calm_at(), frame_due)
               if at_ms is not None and at_ms > self._now]
        return min(due, default=None)
