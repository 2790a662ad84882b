"""All of sensing in one object: scans and time in, readings of the table out.

A scan with a wrong frame bit is skipped; if frame bits stay wrong, input is frozen and the bar is named. While the
board is disconnected, or has only just answered, the sites are unknown (None), which is not the same as "all lifted".
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from pearlboard.geometry import Site
from pearlboard.sensing.debounce import Debouncer
from pearlboard.sensing.health import Ailment, Health
from pearlboard.sensing.recent import Recent
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring

FRAME_MS = 200
"""How long a frame bit must be wrong before input is frozen; shorter faults only skip torn scans."""
TORN_SCANS = 10
TORN_MS = 10_000
"""Report a bar after `TORN_SCANS` torn scans within this window."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The sensors' readings. `unsensed`: sites that are ignored because they are masked or noisy.

    sites      sites with pieces; None while unknown
    noisy      the unsensed sites that flicker
    ailing     the diagnoses of sensors, noisy ones included
    wrong_bar  the first bar, from 0, whose frame bit has been wrong for a while: input is frozen
    torn_bar   a bar whose frame bit is wrong now and then: those scans are skipped, the rest are read
    """

    sites: frozenset[Site] | None
    unsensed: frozenset[Site] = frozenset()
    noisy: frozenset[Site] = frozenset()
    ailing: Mapping[Site, Ailment] = field(default_factory=dict)
    wrong_bar: int | None = None
    torn_bar: int | None = None


class Senses:
    """Wiring, debouncer and health, fed by one board."""

    def __init__(self, wiring: Wiring, place_ms: int, lift_ms: int) -> None:
        self.wiring = wiring
        self._times_ms = place_ms, lift_ms
        self._at_once = False
        self._debouncer = Debouncer(place_ms, lift_ms)
        self._health = Health()
        self._recent = Recent()
        self._expected: frozenset[Site] = frozenset()
        self._wrong_bar: int | None = None
        self._wrong_since = 0
        self._torn_bar: int | None = None
        self._torn_ms: deque[int] = deque(maxlen=TORN_SCANS)
        self._now = 0

    def believe_at_once(self, *, at_once: bool) -> None:
        """Switch debouncing and health off (for input that comes from no sensor), or on again."""
        self._at_once = at_once
        self._debouncer.settle_within(*((0, 0) if at_once else self._times_ms))

    def expect(self, sites: frozenset[Site]) -> None:
        """Set the sites of the expected pieces."""
        if sites != self._expected:
            self._expected = sites
            self._health.expect(sum(1 << self.wiring.bit_of[site] for site in sites if site in self.wiring.bit_of))

    def acquit(self, site: Site) -> None:
        """Clear the history of a site's sensor, because people say that it can be trusted again."""
        if site in self.wiring.bit_of:
            self._health.acquit(self.wiring.bit_of[site])

    def feed(self, scan: Scan) -> Reading:
        """Take a scan as it was read."""
        wrong = self.wiring.wrong_bar(scan.bits)
        if wrong is None:
            upright = Scan(self.wiring.upright(scan.bits), scan.at_ms)
            if not self._at_once:
                self._health.feed(upright)
            self._debouncer.feed(upright)
            self._recent.feed(upright)
        else:
            self._torn_bar = wrong
            self._torn_ms.append(scan.at_ms)
            if self._wrong_bar is None:
                self._wrong_since = scan.at_ms
        self._wrong_bar = wrong
        return self.tick(scan.at_ms)

    def tick(self, at_ms: int) -> Reading:
        """Let time pass; return the current reading."""
        self._now = max(self._now, at_ms)
        frozen = self._wrong_bar is not None and self._now - self._wrong_since >= FRAME_MS
        if frozen:
            self._debouncer.drop_changes()
        settled = self._debouncer.tick(self._now) if self._wrong_bar is None else self._debouncer.settled
        ailing = self._ailing()
        noisy = frozenset(site for site, ailment in ailing.items() if ailment is Ailment.NOISY)
        often = len(self._torn_ms) == TORN_SCANS and self._now - self._torn_ms[0] < TORN_MS
        return Reading(
            sites=None if settled is None else self.wiring.sites(settled) - noisy,
            unsensed=self.wiring.masked | noisy,
            noisy=noisy,
            ailing=ailing,
            wrong_bar=self._wrong_bar if frozen else None,
            torn_bar=self._torn_bar if often and not frozen else None,
        )

    def _ailing(self) -> dict[Site, Ailment]:
        found = self._health.ailing(self._now)
        return {site: ailment for bit, ailment in found.items() for site in self.wiring.sites(1 << bit)}

    def forget(self) -> None:
        """Forget everything until the board answers again."""
        self._debouncer.forget()
        self._health.forget()
        self._recent.forget()
        self._wrong_bar = self._torn_bar = None
        self._torn_ms.clear()

    def lying_at(self, at_ms: int) -> Mapping[Site, int]:
        """The sites set in the last scan at or before `at_ms`, settled or not, and since when; masked sensors are left
        out.

        Scans that are still on their way may change the answer for a moment that has only just passed.
        """
        return {
            site: since
            for bit, since in self._recent.lying_at(at_ms).items()
            for site in self.wiring.sites(1 << bit) - self.wiring.masked
        }

    @property
    def settling(self) -> bool:
        """Whether a trusted sensor differs from its settled value: a hand is on the board."""
        return bool(self.wiring.sites(self._debouncer.settling & ~self._health.flicker.noisy(self._now)))

    @property
    def due_ms(self) -> int | None:
        """When the next tick can change something; None if only a scan can."""
        frame_due = self._wrong_since + FRAME_MS if self._wrong_bar is not None else None
        due = [
            at_ms
            for at_ms in (self._debouncer.due_ms, self._health.flicker.calm_at(self._now), frame_due)
            if at_ms is not None and at_ms > self._now
        ]
        return min(due, default=None)
