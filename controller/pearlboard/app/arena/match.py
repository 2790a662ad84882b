"""Games between two computer players, one of them called "a", the other "b", under the real rules.

They are played by *rounds*: all games of a round have the same Farms, clans and seeds, and the two have every
seating among themselves, so that neither gains from a better seat. Two players and two teams: 2 games. Three
players: 6, since one plays alone against two of the other, and the other way round. The same match and number give
the same round wherever it is played, but for the time it takes.
"""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.bots.api import Bot
from pearlboard.bots.table import BOTS
from pearlboard.errors import PearlboardError
from pearlboard.games.api import Seat, Side
from pearlboard.games.perladora.refusals import IllegalStep
from pearlboard.games.perladora.rules import apply
from pearlboard.games.perladora.scoring import Score, score
from pearlboard.games.perladora.setup import deal, opening, with_edition
from pearlboard.games.perladora.state import Clan, Edition, Setup, State
from pearlboard.games.perladora.steps import Step
from pearlboard.games.perladora.view import view

GAME: Final = "perladora"
SEATINGS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("ab", "ba"),
    3: ("abb", "bab", "bba", "baa", "aba", "aab"),
    4: ("abab", "baba"),
}
"""Who sits where, by number of players: the games of a round. With four, partners are of one kind (ruling 20)."""


class ForbiddenPlay(PearlboardError):
    """A computer player plays what the rules forbid: a fault of ours, and its match counts nothing.

    The message tells where, so that it can be played again. It is all there is, since it comes from other processes.
    """


class NobodySoNamed(PearlboardError, ValueError):
    """No computer player has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no player is called {name!r}; there are {', '.join(BOTS[GAME])}")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by its name in the table, and the number of simulations for each of its decisions."""

    name: str
    simulations: int

    @property
    def bot(self) -> Bot:
        return BOTS[GAME][self.name].bot

    @property
    def simulates(self) -> bool:
        return BOTS[GAME][self.name].simulations > 0


def entrant(name: str, simulations: int | None = None) -> Entrant:
    """The player of that name; `simulations` None: as many as it has in the table. `NobodySoNamed`."""
    if name not in BOTS[GAME]:
        raise NobodySoNamed(name)
    own = BOTS[GAME][name].simulations
    return Entrant(name, own if simulations is None or not own else simulations)


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom at what; `seed` decides everything else."""

    a: Entrant
    b: Entrant
    players: int = 2
    advanced: bool = False
    edition: Edition = Edition.EN
    seed: int = 1

    @property
    def seatings(self) -> tuple[str, ...]:
        return SEATINGS[self.players]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played.

    score      of "a", from 0 to 1
    pearls     by side
    decisions  how often each of "a" and "b" was asked; `thinking_ns`: for how long in all, on its processor
    """

    seating: str
    score: float
    pearls: tuple[int, ...]
    decisions: tuple[int, int]
    thinking_ns: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Round:
    """All games of a round; `number` counts from 0."""

    number: int
    games: tuple[Game, ...]


def play_round(match: Match, number: int) -> Round:
    """The round of that number; `ForbiddenPlay` if a player does not keep to the rules."""
    return Round(number, tuple(_play(match, number, seating) for seating in match.seatings))


def _play(match: Match, number: int, seating: str) -> Game:
    rng = random.Random(f"{match.seed} {number}")
    state = opening(_agreed(match, rng), first=1)
    asked, thinking_ns = {"a": 0, "b": 0}, {"a": 0, "b": 0}
    while not state.public.over:
        who = seating[state.public.to_move - 1]
        entrant = match.a if who == "a" else match.b
        step, took_ns = _asked(entrant, state, rng.getrandbits(63))
        asked[who] += 1
        thinking_ns[who] += took_ns
        try:
            state = apply(state, step)
        except IllegalStep as refusal:
            raise ForbiddenPlay(
                f"{entrant.name} played {step}, which is {refusal.rule}, as step {sum(asked.values())} "
                f"of game {seating!r} of round {number}"
            ) from refusal
    counted = score(state.public, {space: value for space, value in state.values.items() if value is not None})
    return Game(
        seating,
        score_of_a(counted, sides_of(state.public.setup, seating)),
        tuple(counted.pearls.values()),
        (asked["a"], asked["b"]),
        (thinking_ns["a"], thinking_ns["b"]),
    )


def _agreed(match: Match, rng: random.Random) -> Setup:
    clans = tuple(rng.sample(tuple(Clan), match.players))
    return with_edition(Setup(match.players, clans, deal(rng), match.advanced), match.edition)


def _asked(entrant: Entrant, state: State, seed: int) -> tuple[Step, int]:
    """What the seat to move plays, told what it may know, and how many nanoseconds of its processor that took."""
    seat: Seat = state.public.to_move
    knowledge = view(state, seat)
    began = time.thread_time_ns()
    thought = entrant.bot.think(knowledge, seed, entrant.simulations)
    took_ns = time.thread_time_ns() - began
    step: Step = thought.step
    return step, took_ns


def sides_of(setup: Setup, seating: str) -> Mapping[Side, str]:
    """Who plays each side."""
    return {setup.side(seat): seating[seat - 1] for seat in setup.seats}


def score_of_a(counted: Score, players: Mapping[Side, str]) -> float:
    """The mean over all pairs of a side of "a" and a side of "b": 1 for being ahead at the end, 1/2 for level."""
    rank = {side: (counted.pearls[side], counted.clusters[side]) for side in players}
    ahead = [_duel(rank[ours], rank[theirs]) for ours in _of(players, "a") for theirs in _of(players, "b")]
    return sum(ahead) / len(ahead)


def _of(players: Mapping[Side, str], who: str) -> Sequence[Side]:
    return [side for side in players if players[side] == who]


def _duel(ours: tuple[int, tuple[int, ...]], theirs: tuple[int, tuple[int, ...]]) -> float:
    return 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
