"""What a computer player is: what its seat knows and a seed go in, a step comes out.

It is asked step by step: an Elder looks before the main action is chosen. The same knowledge, seed and number of
simulations give the same step, whatever the others hide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pearlboard.games.api import GameStep, GameView


@dataclass(frozen=True, slots=True)
class Candidate:
    """A step that was weighed.

    visits  how many simulations began with it
    result  what the own side may expect of it, from 0 (lost) to 1 (won)
    pearls  how many Pearls the own side may expect at the end of the game
    """

    step: GameStep
    visits: int
    result: float
    pearls: float


@dataclass(frozen=True, slots=True)
class Thought:
    """A step, and what came of the thinking: `candidates` from the best down, `step` not always the first of them.

    simulations  how many were run; `cut`: fewer than asked for, because somebody did not want to wait
    """

    step: GameStep
    result: float
    pearls: float
    simulations: int = 0
    cut: bool = False
    candidates: tuple[Candidate, ...] = ()


def patiently() -> bool:
    """Nobody is in a hurry."""
    return True


class Bot(Protocol):
    """A way to play."""

    def think(self, knowledge: GameView, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Thought:
        """The step of the seat that `knowledge` belongs to, which must be to move.

        `go_on` is asked now and then; once it says no, the best step so far is the answer.
        """
