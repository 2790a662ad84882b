"""The trials of a board, in the order in which it is built. To add one: a class, and a line here.

A trial gets the wiring that the settings name, or the reference board's; `map` uses only the lengths of its chains. All
implement the protocol `workshop.trial`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import Sentence, say
from pearlboard.workshop.looking import Leds, Mark
from pearlboard.workshop.mapping import Mapper
from pearlboard.workshop.trial import Trial
from pearlboard.workshop.waiting import FrameTrial, noise, soak
from pearlboard.workshop.walking import Ghost, Walk


@dataclass(frozen=True, slots=True)
class TrialSpec:
    """A trial: its summary, and its start."""

    summary: Sentence
    begin: Callable[[Wiring], Trial]


TRIALS: Final[Mapping[str, TrialSpec]] = {
    "frame": TrialSpec(say("bench_about_frame"), FrameTrial),
    "leds": TrialSpec(say("bench_about_leds"), Leds),
    "noise": TrialSpec(say("bench_about_noise"), noise),
    "mark": TrialSpec(say("bench_about_mark"), Mark),
    "map": TrialSpec(say("bench_about_map"), lambda wiring: Mapper(wiring.chains)),
    "walk": TrialSpec(say("bench_about_walk"), Walk),
    "ghost": TrialSpec(say("bench_about_ghost"), Ghost),
    "soak": TrialSpec(say("bench_about_soak"), soak),
}
