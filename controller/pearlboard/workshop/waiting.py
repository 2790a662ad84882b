"""Trials that wait and watch: `frame` (is the chain whole), `noise` (is an empty board quiet), `soak` (for hours)."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.geometry import Site
from pearlboard.lights.theme import Colour
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import Sentence, say
from pearlboard.workshop.trial import UNREADABLE, Away, TrialResult, understood

FRAME_MS: Final = 5_000
NOISE_MS: Final = 10_000
SOAK_MS: Final = 8 * 3_600_000
MINUTE_MS: Final = 60_000
FURTHEST: Final = 8
"""A chain off by more than one chip is more than shifted."""


class FrameTrial:
    """Watches the frame bits, and interprets wrong ones."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._tied = {bit: place for bit, place in enumerate(wiring.places) if isinstance(place, int)}
        self._end_ms: int | None = None
        self._scans = 0
        self._away = Away()
        self._wrong: int | None = None
        self._over = False

    def feed(self, scan: Scan) -> None:
        """Take a scan."""
        self._scans += 1
        self._away.come()
        if self._wiring.wrong_bar(scan.bits) is not None:
            self._wrong = scan.bits
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Count a disconnection."""
        if not self._over:
            self._away.go()
        self.tick(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        if self._end_ms is None:
            self._end_ms = at_ms + FRAME_MS
        self._over = self._over or at_ms >= self._end_ms

    def answer(self, word: str) -> None:
        """Do nothing: nothing is asked."""
        raise BadInput("", f"nothing is asked just now, and {word.strip()!r} is no answer; wait a moment")

    @property
    def due_ms(self) -> int | None:
        """The end of the trial."""
        return None if self._over else self._end_ms

    @property
    def asks(self) -> Sentence:
        """The request to wait."""
        return say("bench_frame_wait", seconds=FRAME_MS // 1000)

    @property
    def lit(self) -> Mapping[int, Colour]:
        """No light."""
        return {}

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """The likely cause of wrong frame bits, and disconnections."""
        return (*(() if self._wrong is None else (self._looks_like(self._wrong),)), *self._away.findings)

    @property
    def verdict(self) -> TrialResult | None:
        """Whether the chain is whole."""
        if not self._over:
            return None
        if not self._scans:
            return TrialResult(ok=False, sentence=say("bench_frame_silent"))
        if self._wrong is not None:
            return TrialResult(ok=False, sentence=say("bench_frame_wrong"))
        if self._away.count:
            return TrialResult(ok=False, sentence=say("bench_away_bad"))
        if not self._tied:
            return TrialResult(ok=True, sentence=say("bench_frame_none"))
        return TrialResult(ok=True, sentence=say("bench_frame_ok", count=len(self._tied)))

    def _looks_like(self, bits: int) -> Sentence:
        length = len(self._wiring.places)
        if bits in (0, (1 << length) - 1):
            return say("bench_frame_stuck", level=bits & 1)
        for by in range(1, FURTHEST + 1):
            if self._fits(bits, by):
                return say("bench_frame_late", bits=by, count=by)
            if self._fits(bits, -by):
                return say("bench_frame_early", bits=by, count=by)
        bar = self._wiring.wrong_bar(bits) or 0
        level = self._level_from(bits, bar)
        if level is None:
            return say("bench_frame_bar", number=bar + 1)
        first = bar
        while first and self._level_from(bits, first - 1) == level:
            first -= 1
        if first < bar:
            return say("bench_frame_cut_or", first=first + 1, number=bar + 1)
        return say("bench_frame_cut", number=bar + 1)

    def _level_from(self, bits: int, bar: int) -> int | None:
        """The level that all bits from this bar on have, as at an open end; None if they differ."""
        begin = sum(map(len, self._wiring.chain[:bar]))
        rest, every = bits >> begin, (1 << len(self._wiring.places) - begin) - 1
        return rest & 1 if rest in (0, every) else None

    def _fits(self, bits: int, by: int) -> bool:
        """Whether the frame bits are right when shifted by `by` bits."""
        moved = {bit + by: level for bit, level in self._tied.items() if 0 <= bit + by < len(self._wiring.places)}
        return len(set(moved.values())) == 2 and all(bits >> bit & 1 == level for bit, level in moved.items())


class Quiet:
    """Counts changes while nothing should change: for ten seconds on an empty board, or for hours on any."""

    def __init__(self, wiring: Wiring, *, empty: bool, lasts_ms: int) -> None:
        """Start when the person says so. `empty`: nothing lies on the board, so no place may read a piece."""
        self._wiring = wiring
        self._empty = empty
        self._lasts_ms = lasts_ms
        self._upright: int | None = None
        self._away = Away()
        self._changes = Counter[Site]()
        self._lying: set[Site] = set()
        self._torn = 0
        self._end_ms: int | None = None
        self._now = 0
        self._over = False

    def feed(self, scan: Scan) -> None:
        """Take a scan."""
        upright = None if self._wiring.wrong_bar(scan.bits) is not None else self._wiring.upright(scan.bits)
        self._away.come()
        if self._watching:
            self._torn += upright is None
            if upright is not None and self._upright is not None:
                self._changes.update(self._wiring.sites(self._upright ^ upright))
        if upright is not None or not self._watching:
            self._upright = upright
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Count a disconnection; later readings are not compared with earlier ones."""
        if not self._over:
            self._away.go()
        self._upright = None
        self.tick(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self._now = max(self._now, at_ms)
        self._over = self._over or (self._end_ms is not None and self._now >= self._end_ms)

    def answer(self, word: str) -> None:
        """Take `done`: start, if there is anything to watch; or end."""
        understood(word, "done")
        if self._end_ms is not None:
            self._over = True
            return
        if self._upright is None:
            raise BadInput("", UNREADABLE)
        self._end_ms = self._now + self._lasts_ms
        self._away.forget()
        if self._empty:
            self._lying |= self._wiring.sites(self._upright)

    @property
    def _watching(self) -> bool:
        return self._end_ms is not None and not self._over

    @property
    def due_ms(self) -> int | None:
        """The end, or the next minute of progress."""
        if self._end_ms is None or self._over:
            return None
        return self._end_ms - (self._end_ms - self._now - 1) // MINUTE_MS * MINUTE_MS

    @property
    def asks(self) -> Sentence:
        """The request to clear the board, or to wait."""
        if self._end_ms is None:
            return say("bench_clear" if self._empty else "bench_soak_lay")
        if self._empty:
            return say("bench_noise_wait", seconds=self._lasts_ms // 1000)
        return say("bench_soak_wait", count=-(-(self._end_ms - self._now) // MINUTE_MS))

    @property
    def lit(self) -> Mapping[int, Colour]:
        """No light: the LEDs' current would disturb the sensors."""
        return {}

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """Places that changed or read a piece, torn scans, and disconnections."""
        restless = tuple(say("bench_restless", site=site, count=count) for site, count in self._changes.most_common())
        lying = self._lying - set(self._changes)
        return (
            *restless,
            *((say("bench_lying", sites=frozenset(lying)),) if lying else ()),
            *((say("bench_torn", count=self._torn),) if self._torn else ()),
            *(self._away.findings if self._end_ms is not None else ()),
        )

    @property
    def verdict(self) -> TrialResult | None:
        """Whether it was quiet."""
        if not self._over:
            return None
        if self._away.count:
            return TrialResult(ok=False, sentence=say("bench_away_bad"))
        if self.findings:
            return TrialResult(ok=False, sentence=say("bench_noise_bad") if self._empty else say("bench_soak_bad"))
        return TrialResult(ok=True, sentence=say("bench_noise_ok") if self._empty else say("bench_soak_ok"))


def noise(wiring: Wiring) -> Quiet:
    """Ten seconds on an empty board."""
    return Quiet(wiring, empty=True, lasts_ms=NOISE_MS)


def soak(wiring: Wiring, lasts_ms: int = SOAK_MS) -> Quiet:
    """Hours on a board on which anything may lie."""
    return Quiet(wiring, empty=False, lasts_ms=lasts_ms)
