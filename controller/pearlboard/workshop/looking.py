"""Trials that need a person's eyes or hands: `leds` (every light) and `mark` (which face goes down)."""

from collections.abc import Mapping
from typing import Final

from pearlboard.errors import BadInput, InvalidName
from pearlboard.geometry import GRID, Light, Site
from pearlboard.lights.shapes import at
from pearlboard.lights.theme import Colour
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import Sentence, say
from pearlboard.workshop.trial import GREEN, WHITE, TrialResult, Watch, understood

DIM: Final = 60
"""The brightness at which all LEDs at once draw a quarter of the maximum."""
COLOURS: Final[tuple[tuple[Sentence, Colour], ...]] = (
    (say("bench_all_red"), (DIM, 0, 0)),
    (say("bench_all_green"), (0, DIM, 0)),
    (say("bench_all_blue"), (0, 0, DIM)),
)
STRIDE_MS: Final = 80
WALK: Final[tuple[Light, ...]] = tuple(sorted(GRID.lights, key=lambda light: at(light)[::-1]))
"""Line by line, in reading order."""


class Leds:
    """Shows all lights in three colours, then one light after another; the person reports errors."""

    def __init__(self, wiring: Wiring) -> None:
        self._led_of = wiring.led_of
        self._leds = wiring.leds
        self._step = 0
        self._naming = False
        self._now = 0
        self._walk_since: int | None = None
        self._wrong: list[Sentence] = []

    def feed(self, scan: Scan) -> None:
        """Do nothing: this trial reads no sensors."""
        self.tick(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Do nothing: the person sees whether the lights are away."""
        self.tick(at_ms)

    def tick(self, at_ms: int) -> None:
        """Move the light."""
        self._now = max(self._now, at_ms)

    def answer(self, word: str) -> None:
        """Take `yes` or `no`; and after `no` the places that are wrong, then `done`."""
        if self._naming:
            self._name(word)
            return
        match understood(word, "yes", "no", "back"):
            case "no":
                self._naming = True
            case "yes":
                self._go(1)
            case _:
                self._go(-1)

    def _name(self, word: str) -> None:
        try:
            light = GRID.light(word.strip().lower())
        except InvalidName as error:
            try:
                understood(word, "done")
            except BadInput:
                raise BadInput("", f"{error}; or answer done") from None
            self._naming = False
            self._go(1)
            return
        walking = self._step == len(COLOURS)
        self._wrong.append(
            say("bench_led_elsewhere" if walking else "bench_led_wrong", site=light, number=self._led_of[light])
        )

    def _go(self, by: int) -> None:
        self._step = max(0, self._step + by)
        self._walk_since = self._now if self._step == len(COLOURS) else None

    @property
    def due_ms(self) -> int | None:
        """The time of the next step."""
        return None if self._walk_since is None else self._now + STRIDE_MS - (self._now - self._walk_since) % STRIDE_MS

    @property
    def asks(self) -> Sentence:
        """The instruction of what the person should see."""
        if self._naming:
            return say("bench_led_which")
        return COLOURS[self._step][0] if self._step < len(COLOURS) else say("bench_led_walk")

    @property
    def lit(self) -> Mapping[int, Colour]:
        """All LEDs in one colour, or the one that moves."""
        if self._step < len(COLOURS):
            return dict.fromkeys(range(self._leds), COLOURS[self._step][1])
        if self._walk_since is None:
            return {}
        return {self._led_of[WALK[(self._now - self._walk_since) // STRIDE_MS % len(WALK)]]: WHITE}

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """The places that were named."""
        return tuple(self._wrong)

    @property
    def verdict(self) -> TrialResult | None:
        """Whether every light is right."""
        if self._step <= len(COLOURS):
            return None
        if self._wrong:
            return TrialResult(ok=False, sentence=say("bench_leds_bad", count=len(self._wrong)))
        return TrialResult(ok=True, sentence=say("bench_leds_ok", count=len(GRID.lights)))


class Mark:
    """Finds the face of a magnet that sensors read: one face down over a sensor, then the other."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._site = next(space for space in GRID.spaces if space not in wiring.masked)
        self._watch = Watch()
        self._read: list[bool] = []

    def feed(self, scan: Scan) -> None:
        """Take a scan, unless its frame bits are wrong."""
        if self._wiring.wrong_bar(scan.bits) is None:
            self._watch.feed(scan)
        else:
            self._watch.disconnect(scan.at_ms)

    def disconnect(self, at_ms: int) -> None:
        """Forget the reading."""
        self._watch.disconnect(at_ms)

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self._watch.tick(at_ms)

    def answer(self, word: str) -> None:
        """Take `done` (the magnet is there) or `back` (start over)."""
        if understood(word, "done", "back") == "back":
            self._read.clear()
        else:
            self._read.append(self._site in self._sites(self._watch.settled))

    @property
    def _reading(self) -> frozenset[Site]:
        return frozenset() if self._watch.bits is None else self._sites(self._watch.bits)

    def _sites(self, bits: int) -> frozenset[Site]:
        return self._wiring.sites(self._wiring.upright(bits))

    @property
    def due_ms(self) -> int | None:
        """The time at which the magnet counts as held still."""
        return self._watch.due_ms

    @property
    def asks(self) -> Sentence:
        """The face to hold down."""
        return say("bench_turn", site=self._site) if self._read else say("bench_hold", site=self._site)

    @property
    def lit(self) -> Mapping[int, Colour]:
        """Green while the magnet is read."""
        return {self._wiring.led_of[self._site]: GREEN if self._site in self._reading else WHITE}

    @property
    def findings(self) -> tuple[Sentence, ...]:
        """Other places that read the magnet."""
        others = self._reading - {self._site}
        return (say("bench_lying", sites=others),) if others else ()

    @property
    def verdict(self) -> TrialResult | None:
        """The face that goes down."""
        match self._read:
            case [True, False]:
                return TrialResult(ok=True, sentence=say("bench_mark_first"))
            case [False, True]:
                return TrialResult(ok=True, sentence=say("bench_mark_second"))
            case [True, True]:
                return TrialResult(ok=False, sentence=say("bench_mark_both", site=self._site))
            case [False, False]:
                return TrialResult(ok=False, sentence=say("bench_mark_none", site=self._site))
        return None
