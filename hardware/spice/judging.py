"""Runs the decks by ngspice, and says of each figure whether it is within its limit."""

import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from hardware.electrical.power import BIT_NS, CHIP_NS, HIGH_V
from hardware.spice.deck import WAVES
from hardware.spice.decks import EDGE_NS, STARTS_NS, STRIP_V
from hardware.spice.supply import MOST_V
from pearlboard.drivers.light_timing import WANTED_NS
from pearlboard.errors import PearlboardError

Waves: TypeAlias = Mapping[str, Sequence[float]]
"""Values by node, and the times under `time`."""
Measured: TypeAlias = Mapping[str, Waves]
"""By deck."""
WITHIN: Final = 0.75
"""The part of half a bit in which data must settle: then it is sampled."""
TIME: Final = "time"
WS2812B_ONE: Final = WANTED_NS["WS2812B"][1][0]
V5_ZERO: Final = WANTED_NS["WS2812B-V5"][0][1]
"""The shortest one and the longest zero that the strictest of all kinds takes."""
MISSING: Final = (
    "ngspice is missing, which computes the wires of the chain: on Debian, sudo apt install ngspice. "
    "Nothing was checked."
)


@dataclass(frozen=True, slots=True)
class Band:
    """Between these a chip may take a level for either."""

    low: float
    high: float

    def within(self, value: float) -> float:
        return min(max(value, self.low), self.high)


UNDECIDED: Final = Band(0.3 * HIGH_V, 0.7 * HIGH_V)


class NgspiceError(PearlboardError):
    """ngspice is not there, or did not compute a deck."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit of a figure: it may be no larger, or, if it is the `least`, no smaller."""

    name: str
    unit: str
    bound: float
    figure: Callable[[Measured], float]
    why: str
    least: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A limit with what was found."""

    limit: Limit
    found: float

    @property
    def holds(self) -> bool:
        return self.found >= self.limit.bound if self.limit.least else self.found <= self.limit.bound

    def __str__(self) -> str:
        word = "at least" if self.limit.least else "at most"
        verdict = "ok   " if self.holds else "FAULT"
        found, bound, unit = f"{self.found:.2f}", f"{self.limit.bound:.2f}", self.limit.unit
        return f"{verdict}  {self.limit.name}: {found} {unit}, {word} {bound} ({self.limit.why})"


def most(waves: Waves) -> float:
    """The highest value at any node."""
    return max(max(wave) for node, wave in waves.items() if node != TIME)


def least(waves: Waves) -> float:
    """The lowest one."""
    return min(min(wave) for node, wave in waves.items() if node != TIME)


def turned_back(waves: Waves) -> float:
    """How far any node goes back within what is neither high nor low, on its way up or down."""
    half = (STARTS_NS + BIT_NS / 2) * 1e-9
    found = 0.0
    for node, wave in waves.items():
        if node == TIME:
            continue
        up = [UNDECIDED.within(value) for time, value in zip(waves[TIME], wave, strict=True) if time < half]
        down = [UNDECIDED.within(value) for time, value in zip(waves[TIME], wave, strict=True) if time >= half]
        found = max(found, _drop(up), _drop([-value for value in down]))
    return found


def _drop(wave: Sequence[float]) -> float:
    highest, found = wave[0], 0.0
    for value in wave:
        highest = max(highest, value)
        found = max(found, highest - value)
    return found


def rises_after(waves: Waves) -> float:
    """Until the last node is high for good, in nanoseconds from the edge."""
    half = (STARTS_NS + BIT_NS / 2) * 1e-9
    last = 0.0
    for node, wave in waves.items():
        if node != TIME:
            low = [
                time for time, value in zip(waves[TIME], wave, strict=True) if value < UNDECIDED.high and time < half
            ]
            last = max(last, *low)
    return last * 1e9 - STARTS_NS - EDGE_NS / 2


def high_for(waves: Waves, level: float) -> float:
    """How long the node that is so for the shortest time is above a level, in nanoseconds."""
    return min(
        sum(
            (after - before) * 1e9
            for before, after, value in zip(waves[TIME], waves[TIME][1:], wave, strict=False)
            if value >= level
        )
        for node, wave in waves.items()
        if node != TIME
    )


def last(waves: Waves) -> float:
    """The value that the wave of the one node has come to."""
    return _only(waves)[-1]


def melting(waves: Waves) -> float:
    """The heat that a fuse gets of a current, in ampere squared seconds."""
    times = waves[TIME]
    return sum((after - before) * one**2 for before, after, one in zip(times, times[1:], _only(waves), strict=False))


def _only(waves: Waves) -> Sequence[float]:
    """The wave of a deck that looks at one node."""
    (wave,) = (wave for node, wave in waves.items() if node != TIME)
    return wave


def _at_lights(found: Measured) -> tuple[float, float]:
    """Volts at the lights, for either way to turn the plug."""
    return last(found["inlet.cir"]), last(found["inlet-turned.cir"])


def _sampled(found: Measured) -> float:
    """From the controller's clock edge until the next bit stands at its pin."""
    return rises_after(found["clock.cir"]) + CHIP_NS + rises_after(found["settling.cir"])


LIMITS: Final = (
    Limit("CLK, the most at any chip", "V", 3.6, lambda found: most(found["clock.cir"]), "3.3 V and what inputs bear"),
    Limit(
        "CLK, the least at any chip", "V", -0.3, lambda found: least(found["clock.cir"]), "ground, likewise", least=True
    ),
    Limit(
        "CLK, how far it turns back on its way",
        "V",
        0.3,
        lambda found: turned_back(found["clock.cir"]),
        "less than a Schmitt trigger's hysteresis, or an edge shifts twice",
    ),
    Limit(
        "LOAD, the least while CLK runs",
        "V",
        2.5,
        lambda found: least(found["load.cir"]),
        "2.31 V are high",
        least=True,
    ),
    Limit("DATA, into a Pi that is off", "mA", 2.0, lambda found: 1e3 * most(found["data.cir"]), "its diode bears it"),
    Limit(
        "DATA, from a chain at 5 V into a Pi that is on",
        "mA",
        1.0,
        lambda found: 1e3 * most(found["data-5v.cir"]),
        "3V3 and 5V are neighbours on the header",
    ),
    Limit(
        "strip, the most at its first LED",
        "V",
        STRIP_V + 0.5,
        lambda found: most(found["strip.cir"]),
        "its supply and what its input bears",
    ),
    Limit(
        "strip, the least at its first LED",
        "V",
        -0.5,
        lambda found: least(found["strip.cir"]),
        "ground, likewise",
        least=True,
    ),
    Limit(
        "strip, how long a one stays a one",
        "ns",
        WS2812B_ONE,
        lambda found: high_for(found["strip.cir"], 0.7 * STRIP_V),
        "667 are sent, a WS2812B wants 800 less 150 at 0.7 of its supply",
        least=True,
    ),
    Limit(
        "strip, how long a one by SPI stays a one",
        "ns",
        WS2812B_ONE,
        lambda found: high_for(found["strip-spi-one.cir"], 0.7 * STRIP_V),
        "672 are sent on a Pi 3, 4 and Zero 2 W; a WS2812B wants 800 less 150",
        least=True,
    ),
    Limit(
        "strip, how long a zero by SPI is no zero",
        "ns",
        V5_ZERO,
        lambda found: high_for(found["strip-spi-zero.cir"], 0.3 * STRIP_V),
        "340 are sent on a Pi 5; a WS2812B-V5 wants 380 at most",
    ),
    Limit(
        "strip, into one without its supply",
        "mA",
        20.0,
        lambda found: 1e3 * most(found["strip-dead.cir"]),
        "a 74AHCT125's output bears 25",
    ),
    Limit(
        "5 V at the lights, the most, whichever way the plug is turned",
        "V",
        MOST_V,
        lambda found: max(_at_lights(found)),
        "a WS2812B bears 5.3 in use; a source may give 5.5 without load",
    ),
    Limit(
        "5 V at the lights, the least at 2.5 A",
        "V",
        4.5,
        lambda found: min(_at_lights(found)),
        "above what the supervisor takes for too low",
        least=True,
    ),
    Limit(
        "fuse, what a short gives it before the source is off",
        "A2s",
        2.0,
        lambda found: melting(found["short.cir"]),
        "a slow one of 2.5 A melts at 20 and more: it stays whole, the source protects",
    ),
    Limit(
        "supply's input, the least while 5 V just do",
        "V",
        2.0,
        lambda found: min(found["sense.cir"]["v(well)"]),
        "a Pi's high",
        least=True,
    ),
    Limit(
        "supply's input, the most without 5 V or pulled down",
        "V",
        0.8,
        lambda found: max(*found["sense.cir"]["v(none)"], *found["sense.cir"]["v(low)"]),
        "a Pi's low, its own pull-up on",
    ),
    Limit(
        "supply's input, into a controller that is off",
        "mA",
        2.0,
        lambda found: 1e3 * most(found["sense-off.cir"]),
        "its diode bears it",
    ),
    Limit("DATA, from clock to next bit", "ns", WITHIN * BIT_NS / 2, _sampled, f"sampled after {BIT_NS // 2} ns"),
)


def ngspice() -> str | None:
    """Where the program is."""
    return shutil.which("ngspice")


def measured(decks: Mapping[str, str]) -> dict[str, dict[str, list[float]]]:
    """The measurements of ngspice in each deck; `NgspiceError` says what is in the way."""
    program = ngspice()
    if program is None:
        raise NgspiceError(MISSING)
    found = {}
    for name, text in decks.items():
        with TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(text, encoding="utf-8")
            subprocess.run(  # noqa: S603 - a program that was found, and a file that was just written
                [program, "-b", name], cwd=folder, capture_output=True, check=False, timeout=120
            )
            waves = Path(folder) / WAVES
            found[name] = read(name, text, waves.read_text(encoding="utf-8") if waves.exists() else "")
    return found


def read(name: str, deck: str, written: str) -> dict[str, list[float]]:
    """All waves of a run to its end; `NgspiceError` if any is missing."""
    wanted = re.findall(rf"^wrdata {WAVES} (.+)$", deck, re.MULTILINE)[0].split()
    until = float(re.findall(r"^\.tran \S+ ([\d.]+)n", deck, re.MULTILINE)[0]) * 1e-9
    rows = [line.split() for line in written.splitlines()]
    if len(rows) < 2 or len(rows[0]) != len(wanted) + 1 or float(rows[-1][0]) < 0.999 * until:
        raise NgspiceError(f"{name}: ngspice did not compute it to the end: run ngspice -b hardware/spice/{name}")
    columns = zip(*(map(float, row) for row in rows[1:]), strict=True)
    return {node: list(column) for node, column in zip((TIME, *wanted), columns, strict=True)}


def judged(found: Measured) -> tuple[Judged, ...]:
    """Every limit."""
    return tuple(Judged(limit, limit.figure(found)) for limit in LIMITS)
