"""The contract of a computer player: what its seat knows and a seed go in, a step comes out.

It is asked action by action. The same knowledge, seed and number of simulations give the same action, whatever the
others hide.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from pearlboard.errors import PearlboardError
from pearlboard.games.values import GameAction, GameView, Side
from pearlboard.geometry import Site
from pearlboard.texts import Sentence


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was weighed.

    visits  how many simulations began with it
    result  what the own side may expect of it, from 0 (lost) to 1 (won)
    points  how many points the own side may expect at the end of the game
    """

    action: GameAction
    visits: int
    result: float
    points: float


@dataclass(frozen=True, slots=True)
class Thought:
    """An action, and what came of the thinking: `candidates` from the best down, `action` not always the first of them.

    after_ms     so long it takes a person to do that: it is not done sooner
    simulations  how many were run; `cut`: fewer than asked for, because somebody did not want to wait
    """

    action: GameAction
    result: float
    points: float
    simulations: int = 0
    cut: bool = False
    candidates: tuple[Candidate, ...] = ()
    after_ms: int = 0


def patiently() -> bool:
    """Always go on: nobody is in a hurry."""
    return True


class Bot(Protocol):
    """A way to play."""

    def think(self, knowledge: GameView, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Thought:
        """The action of the seat that `knowledge` belongs to, which must be able to act.

        `go_on` is asked now and then; once it says no, the best action so far is the answer.
        """


@dataclass(frozen=True, slots=True)
class Chances:
    """A side's expectation of a position: a result from 0 (lost) to 1 (won), and points at the end of the game."""

    result: float
    points: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """The expectation of every side; the results add up to 1. `cut`: as in `Thought`."""

    chances: Mapping[Side, Chances]
    cut: bool = False


class Judge(Protocol):
    """An analyst of a finished game: how it stood, and how actions compare. The same for every side."""

    def outlook(
        self, knowledge: GameView, seed: int, simulations: int, go_on: Callable[[], bool] = patiently
    ) -> Outlook:
        """How a position stands, known as it was at the end: the same whoever is to move, and whoever looks at it."""

    def weigh(
        self,
        knowledge: GameView,
        actions: Sequence[GameAction],
        seed: int,
        simulations: int,
        go_on: Callable[[], bool] = patiently,
    ) -> Thought:
        """The best of these actions of one seat, with what it knew: `candidates` are those that can be compared.

        Each gets as many simulations as the others, so that a difference is one between the actions.
        """


class Samples(Protocol):
    """Rules that name an open action by chance."""

    def sample(self, view: GameView, rng: Random) -> GameAction | None:
        """One of the open actions; None if there is none."""


class NothingToPlay(PearlboardError, LookupError):
    """A computer player was asked of a seat that cannot act."""


class ByChance:
    """Plays any open action: the first computer player of every game."""

    def __init__(self, rules: Samples) -> None:
        self._rules = rules

    def think(
        self, knowledge: GameView, seed: int, simulations: int = 0, go_on: Callable[[], bool] = patiently
    ) -> Thought:
        """See `Bot`."""
        del simulations, go_on
        action = self._rules.sample(knowledge, Random(seed))
        if action is None:
            raise NothingToPlay("this seat has nothing to play")
        return Thought(action, result=0.5, points=0.0)


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player: a bot, with the number of simulations that it is given if nobody says another."""

    bot: Bot
    simulations: int = 0


@dataclass(frozen=True, slots=True)
class Advising:
    """Advice by a computer player.

    adviser                   the name of the computer player
    advice(action)            the sentence that recommends an action; a shared page shows it of the public part
    reasons(own, action)      the reasons, strongest first, each true for all that the seat of this view knows; none:
                              the simulated games are cited
    expectation(own, points)  the expected points in words; None: the number is shown
    near(action)              the places at which another action counts as the same advice; None: the action's places
    """

    adviser: str
    advice: Callable[[GameAction], Sentence]
    reasons: Callable[[GameView, GameAction], Iterable[Sentence]] = lambda own, action: ()
    expectation: Callable[[GameView, float], Sentence | None] = lambda own, points: None
    near: Callable[[GameAction], frozenset[Site]] | None = None


@dataclass(frozen=True, slots=True)
class Reviewing:
    """Analysis of finished games by computers.

    analyst      the name of the computer player that is asked what it would have played
    judge()      makes the judge of positions and actions, on first use; None: no chances are shown
    simulations  the simulations of each question: as many as a Pi does within seconds
    """

    analyst: str
    judge: Callable[[], Judge] | None = None
    simulations: int = 1000
