"""The second half of the wizard: which bit of the chain is which place, with one piece carried from place to place.

A place has found its bit when, on a board that was empty, exactly one bit that was at rest has changed and kept still.
The bit must return to rest before the next place is asked for, so a piece left lying answers for no other place.
Nothing else is accepted: the person answers `skip`, and the observations are kept as a symptom.

The level that means a piece is inferred: the one that most bits changed to.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.geometry import GRID, Light, Site
from pearlboard.lights.shapes import at
from pearlboard.lights.theme import Colour
from pearlboard.sensing.debounce import ones
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import SPARE_TIED
from pearlboard.texts import Sentence, say
from pearlboard.workshop.faults import Kind, SensorFault, Symptom, diagnose
from pearlboard.workshop.trial import GREEN, UNREADABLE, WHITE, Watch, understood

REST_MS: Final = 3_000
"""The time for which the empty board is watched. Bits that change then are restless."""
RESTLESS: Final = 5
"""The number of changes, while one piece is laid, that makes a bit restless; an honest bit changes once, a bouncing one
three times.
"""
ROUND: Final[tuple[Site, ...]] = tuple(sorted(GRID.sites, key=lambda site: at(site)[::-1]))
"""The order in which places are asked for: line by line."""


class Waits(Enum):
    """The event that the wizard waits for."""

    CLEAR = auto()
    REST = auto()
    LAY = auto()
    LIFT = auto()
    OVER = auto()


class Touching:
    """The bits of sites. `found`: the bit of each, and its level at rest; `symptoms`: observations at sites without
    one.
    """

    def __init__(self, bits: int, found: Mapping[Site, tuple[int, int]] | None = None) -> None:
        self.bits = bits
        self.found: dict[Site, tuple[int, int]] = dict(found or {})
        self.symptoms: dict[Site, Symptom] = {}
        self.restless = 0
        self._rest = 0
        self._stage = Waits.CLEAR
        self._since = 0
        self._watch = Watch()
        self._history: list[Site] = []

    # --- what comes in -----------------------------------------------------------------------------------------

    def feed(self, scan: Scan) -> None:
        """Take a scan, as read."""
        if self._stage is Waits.REST and self._watch.bits is not None:
            self.restless |= self._watch.bits ^ scan.bits
        self._watch.feed(scan, ignored=self.restless)
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Note that nothing can be read: an empty board must be watched again."""
        self._watch.disconnect(at_ms)
        if self._stage is Waits.REST:
            self._stage = Waits.CLEAR

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self._watch.tick(at_ms)
        if self._stage is Waits.REST and at_ms - self._since >= REST_MS and self._watch.bits is not None:
            self._rest = self._watch.bits
            self._go_on()
        elif self._stage is Waits.LAY and self._watch.stable:
            self._accept()
        elif self._stage is Waits.LIFT and self._watch.stable and not self._differing:
            self._go_on()

    def answer(self, word: str) -> None:
        """Take `done`, `skip` or `back`."""
        match self._stage:
            case Waits.CLEAR:
                understood(word, "done")
                self._must_read()
                self._stage, self._since, self.restless = Waits.REST, self._watch.now, 0
            case Waits.REST | Waits.OVER:
                raise BadInput("", "nothing is asked just now; wait a moment")
            case Waits.LAY | Waits.LIFT if understood(word, "skip", "back") == "back":
                self._back()
            case Waits.LIFT:
                self._stage = Waits.CLEAR
            case Waits.LAY:
                self._must_read()
                self._skip()

    # --- what goes out -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether every place was asked for."""
        return self._stage is Waits.OVER

    @property
    def due_ms(self) -> int | None:
        """The time at which the next tick can change something."""
        if self._stage is Waits.REST:
            return self._since + REST_MS
        return self._watch.due_ms if self._stage in (Waits.LAY, Waits.LIFT) else None

    @property
    def site(self) -> Site | None:
        """The place that is asked for."""
        return next((site for site in ROUND if site not in self.found and site not in self.symptoms), None)

    @property
    def asks(self) -> Sentence:
        """The instruction for the piece."""
        match self._stage:
            case Waits.CLEAR:
                return say("bench_clear")
            case Waits.REST:
                return say("bench_hands_off")
            case Waits.LIFT:
                return say("bench_lift")
            case _:
                left = sum(site not in self.found and site not in self.symptoms for site in ROUND)
                return say("bench_lay", site=self.site, count=left)

    def lit(self, led_of: Mapping[Light, int]) -> Mapping[int, Colour]:
        """The place that is asked for in white, or the one that was found in green."""
        site, colour = self.site, WHITE
        if self._stage is Waits.LIFT:
            site, colour = (self._history[-1] if self._history else None), GREEN
        led = led_of.get(site) if site is not None else None
        return {led: colour} if self._stage in (Waits.LAY, Waits.LIFT) and led is not None else {}

    @property
    def remark(self) -> tuple[Sentence, ...]:
        """Anything odd at this moment."""
        if self._stage is not Waits.LAY or not self._watch.stable or self.site is None:
            return ()
        answering = tuple(ones(self._differing))
        if len(answering) > 1:
            return (say("bench_several", site=self.site, bits=answering),)
        others = [site for site, (bit, _) in self.found.items() if bit in answering]
        return (say("bench_others_bit", site=self.site, other=others[0]),) if others else ()

    @property
    def active_low(self) -> bool:
        """Whether a piece pulls its bit down."""
        return sum(level for _, level in self.found.values()) * 2 >= len(self.found)

    @property
    def faults(self) -> tuple[SensorFault, ...]:
        """All faults known so far."""
        idle = int(self.active_low)
        odd = tuple(
            SensorFault(site, Kind.FLICKERING if self.restless >> bit & 1 else Kind.INVERTED, (bit,))
            for site, (bit, level) in self.found.items()
            if level != idle or self.restless >> bit & 1
        )
        taken = {bit for bit, _ in self.found.values()}
        pressed = frozenset(
            bit
            for bit in range(self.bits)
            if self._rest >> bit & 1 != idle
            and bit not in taken
            and bit not in self.frame_bits
            and not self.restless >> bit & 1
        )
        return odd + diagnose(
            self.symptoms, {site: bit for site, (bit, _) in self.found.items()}, frozenset(ones(self.restless)), pressed
        )

    @property
    def frame_bits(self) -> Mapping[int, int]:
        """The bits of both ways to build that are tied, with their levels: the last of every sixteen, or the last five.

        None of them may ever have changed. Bits of unused places all have the same level, so differing ones are tied
        on purpose.
        """
        moved = {bit for bit, _ in self.found.values()} | set(ones(self.restless))
        moved |= {bit for symptom in self.symptoms.values() for bit in symptom.answering | symptom.restless}
        resting = [self._rest >> bit & 1 for bit in range(self.bits)]
        bars = dict(list(enumerate(resting))[15::16]) if self.bits % 16 == 0 else {}
        spare = dict(list(enumerate(resting))[-len(SPARE_TIED) :])
        by_hand = spare if tuple(spare.values()) == SPARE_TIED else {}
        return next((tied for tied in (bars, by_hand) if len(set(tied.values())) == 2 and not moved & set(tied)), {})

    # --- inside ------------------------------------------------------------------------------------------------

    @property
    def _differing(self) -> int:
        return ((self._watch.bits or 0) ^ self._rest) & ~self.restless

    def _must_read(self) -> None:
        if self._watch.bits is None:
            raise BadInput("", UNREADABLE)

    def _go_on(self) -> None:
        self._watch.restart()
        self._stage = Waits.OVER if self.site is None else Waits.LAY

    def _accept(self) -> None:
        site, answering = self.site, list(ones(self._differing))
        if site is None or len(answering) != 1 or any(bit == answering[0] for bit, _ in self.found.values()):
            return
        self.found[site] = answering[0], self._rest >> answering[0] & 1
        self._history.append(site)
        self._stage = Waits.LIFT

    def _skip(self) -> None:
        site = self.site
        if site is None:
            return
        restless = frozenset(
            bit for bit, times in self._watch.changes.items() if times >= RESTLESS and not self.restless >> bit & 1
        )
        self.symptoms[site] = Symptom(frozenset(ones(self._differing)) - restless, restless)
        self._history.append(site)
        self._stage = Waits.LIFT

    def _back(self) -> None:
        if not self._history:
            raise BadInput("", "there is nothing to go back to")
        site = self._history.pop()
        self.found.pop(site, None)
        self.symptoms.pop(site, None)
        self._stage = Waits.LIFT
