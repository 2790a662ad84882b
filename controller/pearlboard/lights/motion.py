"""Motions: the brightness of a light over time, as small functions of integer milliseconds that themes refer to by
name.

Brightness is in thousandths of the light's colour, as the eye sees it. Periodic motions run on the common clock, so
that all lights of one role move together; `once` runs from the moment the light's scene began.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

FULL: Final = 1000


@dataclass(frozen=True, slots=True)
class Motion:
    """The parameters of a motion. `low` and `high` are thousandths, `duty` the thousandths of a period that are bright.

    pattern   for the kind `pattern`: the period in equal slots, "x" bright and "." dim
    """

    kind: str
    period_ms: int = 1000
    high: int = FULL
    low: int = 0
    duty: int = 500
    pattern: str = "x"


def steady(motion: Motion, _at_ms: int) -> int:
    """Constant brightness."""
    return motion.high


def blink(motion: Motion, at_ms: int) -> int:
    """Bright for the first part of each period, dim for the rest."""
    return motion.high if at_ms % motion.period_ms * FULL < motion.duty * motion.period_ms else motion.low


def breathe(motion: Motion, at_ms: int) -> int:
    """Swell from dim to bright and fade back, linearly."""
    phase = at_ms % motion.period_ms * 2 * FULL // motion.period_ms
    return motion.low + (motion.high - motion.low) * min(phase, 2 * FULL - phase) // FULL


def pattern(motion: Motion, at_ms: int) -> int:
    """Repeat a rhythm."""
    slot = at_ms % motion.period_ms * len(motion.pattern) // motion.period_ms
    return motion.high if motion.pattern[slot] == "x" else motion.low


def once(motion: Motion, at_ms: int) -> int:
    """Swell and fade once, then stay dark."""
    return breathe(motion, at_ms) if 0 <= at_ms < motion.period_ms else 0


MOTIONS: Final[Mapping[str, Callable[[Motion, int], int]]] = {
    "steady": steady,
    "blink": blink,
    "breathe": breathe,
    "pattern": pattern,
    "once": once,
}


def brightness(motion: Motion, at_ms: int, elapsed_ms: int) -> int:
    """The brightness in thousandths at `at_ms` of the common clock, `elapsed_ms` after the light began."""
    return MOTIONS[motion.kind](motion, elapsed_ms if motion.kind == "once" else at_ms)
