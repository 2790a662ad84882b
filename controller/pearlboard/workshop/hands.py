"""Simulated hands, which do what a trial asks, on a simulated board with unknown wiring.

The hands see only what a person sees: which lights shine, and where. They know nothing of bits and LED numbers. If
nothing happens after they have done what was asked, they answer `skip`.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.protocols import Lost
from pearlboard.drivers.simulated import SimulatedBoard
from pearlboard.geometry import GRID, Corner, Edge, Light, Site, Space
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import SPARE_TIED, Place, Wiring, reference_wiring
from pearlboard.texts import Sentence
from pearlboard.workshop.looking import STRIDE_MS, WALK
from pearlboard.workshop.trial import Trial

PATIENCE_MS: Final = 2_500
"""The timeout for a reaction to what the hands did."""
SURE_MS: Final = 500
"""The delay before an answer, long enough to look."""
STEP_MS: Final = 100
HOLDING: Final[Mapping[str, tuple[int | None, str]]] = {
    "bench_clear": (0, "done"),
    "bench_soak_lay": (0, "done"),
    "bench_turn": (0, "done"),
    "bench_lift": (0, ""),
    "bench_lay": (1, ""),
    "bench_hold": (None, "done"),
    "bench_lay_all": (None, "done"),
}
"""By question: the number of indicated places that get a piece (None: all), and the answer."""


def hidden_wiring(rng: random.Random) -> Wiring:
    """A random wiring: with bars or by hand, strips in any order and direction, either level for a piece."""
    reference = reference_wiring()
    return Wiring(
        chain=_bars(rng) if rng.random() < 0.5 else _by_hand(rng),
        strips=_strips(rng, reference),
        active_low=rng.random() < 0.7,
    )


def _bars(rng: random.Random) -> tuple[tuple[Place, ...], ...]:
    """Nine bars of sixteen bits, with sites anywhere; each ends in a frame bit with the parity of the bar's number."""
    places: list[Place] = [*GRID.sites, *[None] * (9 * 15 - len(GRID.sites))]
    rng.shuffle(places)
    return tuple((*places[15 * bar : 15 * bar + 15], bar % 2) for bar in range(9))


def _by_hand(rng: random.Random) -> tuple[tuple[Place, ...], ...]:
    """Fourteen chips of eight bits, with sites anywhere; what is to spare is tied as the build guide says."""
    sites = list(GRID.sites)
    rng.shuffle(sites)
    places: list[Place] = [*sites, *SPARE_TIED]
    return tuple(tuple(places[first : first + 8]) for first in range(0, len(places), 8))


def _strips(rng: random.Random, reference: Wiring) -> tuple[tuple[Light | None, ...], ...]:
    strips = [tuple(reversed(strip)) if rng.random() < 0.5 else strip for strip in reference.strips]
    rng.shuffle(strips)
    if rng.random() < 0.2:
        lights = [light for strip in strips for light in strip]
        rng.shuffle(lights)
        strips = [tuple(lights)]
    return tuple(strips)


class Hands:
    """A person at a simulated board, who answers one question after another."""

    def __init__(self, board: SimulatedBoard, clock: SteppedClock) -> None:
        self.board = board
        self.clock = clock
        self._heard: list[Scan | Lost] = []
        self._place_of = {led: light for light, led in board.wiring.led_of.items()}
        board.start(lambda event: self._heard.append(event) if isinstance(event, (Scan, Lost)) else None)

    def work(self, trial: Trial) -> Iterator[tuple[str, str]]:
        """Answer questions until there is a verdict; yield each question's name, and what was done or answered."""
        self._deliver(trial)
        while trial.verdict is None:
            asked = trial.asks
            done, answer = self._obey(trial)
            if not answer and not self._wait(trial, asked) and done:
                answer = "skip"
            if answer and not self._wait(trial, asked, SURE_MS):
                trial.answer(answer)
            yield asked.name, answer or done

    def _obey(self, trial: Trial) -> tuple[str, str]:
        """Move pieces as asked; return what was done, and the answer (empty if the trial waits for sensors)."""
        asked = trial.asks
        lit = [self._place_of[led] for led in trial.lit]
        sites = [light for light in lit if not isinstance(light, Corner)] or [
            value for _, value in asked.parameters if isinstance(value, (Space, Edge))
        ]
        if asked.name in HOLDING:
            most, answer = HOLDING[asked.name]
            return self._hold(sites[:most]), answer
        return "", self._answer(trial, asked, lit)

    def _answer(self, trial: Trial, asked: Sentence, lit: Sequence[Light]) -> str:
        """Answer a question that needs eyes, or only patience."""
        match asked.name:
            case "bench_where":
                return str(lit[0]) if lit else "skip"
            case "bench_all_red" | "bench_all_green" | "bench_all_blue":
                return "yes" if len(trial.lit) == self.board.wiring.leds else "no"
            case "bench_led_walk":
                return "yes" if self._walks(trial) else "no"
            case "bench_led_which":
                return "done"
            case "bench_soak_wait":
                self._wait(trial, asked)
                return "done"
            case _:
                return ""

    def _walks(self, trial: Trial) -> bool:
        """Whether the light walks over the places in reading order."""
        seen = []
        for _ in WALK:
            self._deliver(trial)
            seen += [self._place_of[led] for led in trial.lit]
            self.clock.step(STRIDE_MS)
        return seen == list(WALK)

    def _hold(self, sites: Sequence[Site]) -> str:
        """Put pieces on exactly these places; return a description."""
        for site in self.board.pieces - set(sites):
            self.board.lift(site)
        for site in set(sites) - self.board.pieces:
            self.board.put(site)
        return f"laid {' '.join(map(str, sites))}" if sites else "lifted"

    def _wait(self, trial: Trial, asked: Sentence, longest_ms: int = PATIENCE_MS) -> bool:
        """Wait until the question changes or the trial ends; False after `longest_ms`."""
        for _ in range(longest_ms // STEP_MS):
            self.clock.step(STEP_MS)
            self._deliver(trial)
            if trial.verdict is not None or trial.asks != asked:
                return True
        return False

    def _deliver(self, trial: Trial) -> None:
        heard, self._heard[:] = list(self._heard), []
        for event in heard:
            if isinstance(event, Scan):
                trial.feed(event)
            else:
                trial.disconnect(event.at_ms)
        trial.tick(self.clock())
