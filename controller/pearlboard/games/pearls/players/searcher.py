"""The player that searches: it tries each turn worth a thought in games that might be, and plays the one that won most.

Each simulation deals the unseen cards anew, plays one of the turns (by UCB1) and goes on to the end as everybody might:
mostly as the greedy player, now and then by chance. There is no tree: what is found in one deal says little of another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from typing import Final

from pearlboard.games.bots import Candidate, NothingToPlay, Thought, patiently
from pearlboard.games.pearls.players import greedy
from pearlboard.games.pearls.players.knowledge import Unseen, own_table
from pearlboard.games.pearls.players.table import PLAYING, Move, Table, action_of
from pearlboard.games.pearls.rules.view import View

SLICE: Final = 10
"""Simulations between two looks at whether anybody is in a hurry."""
MARGIN: Final = 40
"""A lead of so many points is as good as a greater one."""
SHOWN: Final = 12
"""The number of turns that are reported, the best first."""
SLIP_TO: Final = 5
"""A slip plays one of this many best turns."""


class _Branch:
    """A turn, and what came of it: simulations, rewards, and points of the own seat."""

    __slots__ = ("move", "points", "reward", "visits")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.visits = 0
        self.reward = 0.0
        self.points = 0

    def learn(self, reward: float, points: int) -> None:
        self.visits += 1
        self.reward += reward
        self.points += points

    @property
    def mean(self) -> float:
        return self.reward / self.visits if self.visits else 0.0

    def promise(self, spread: float) -> float:
        """UCB1; `spread` is the constant times the root of the logarithm of all simulations."""
        return self.reward / self.visits + spread / sqrt(self.visits) if self.visits else inf


@dataclass(frozen=True, slots=True)
class Searcher:
    """A way to search.

    exploration  the constant of UCB1, for rewards from 0 to 1
    weight       of winning in a reward; the rest is for the margin
    chance       how many of a thousand turns in a simulation are any one worth a thought, not the greedy player's
    slips        in how many of a thousand decisions it may overlook the best turn
    """

    exploration: float = 0.4
    weight: float = 0.8
    chance: int = 100
    slips: int = 0

    def think(self, knowledge: View, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Thought:
        """See `Bot`."""
        if knowledge.over or knowledge.viewer != knowledge.to_move:
            raise NothingToPlay("this seat has nothing to play")
        rng = Random(seed)
        branches = [_Branch(move) for move in worth_a_thought(own_table(knowledge))]
        done = self._search(knowledge, branches, rng, simulations, go_on) if len(branches) > 1 else simulations
        order = sorted(branches, key=lambda branch: (-branch.visits, -branch.mean))
        best = order[self._slip(rng, len(order))]
        candidates = tuple(
            Candidate(action_of(branch.move), branch.visits, branch.mean, branch.points / branch.visits)
            for branch in order[:SHOWN]
            if branch.visits
        )
        points = best.points / best.visits if best.visits else 0.0
        return Thought(action_of(best.move), best.mean, points, done, done < simulations, candidates)

    def _search(
        self, knowledge: View, branches: list[_Branch], rng: Random, simulations: int, go_on: Callable[[], bool]
    ) -> int:
        """Run simulations, fewer if somebody does not want to wait; returns their number."""
        unseen, seat = Unseen(knowledge), knowledge.to_move - 1
        for number in range(simulations):
            if number % SLICE == 0 and number and not go_on():
                return number
            spread = self.exploration * sqrt(log(number + 1))
            branch = max(branches, key=lambda branch: branch.promise(spread))
            table = unseen.deal(rng)
            table.play(branch.move)
            play_on(table, rng, self.chance / 1000)
            totals = table.totals()
            branch.learn(self._reward(totals, table.held, seat), totals[seat])
        return simulations

    def _reward(self, totals: list[int], held: list[int], seat: int) -> float:
        """The reward from 0 to 1: whether the seat has won, and by how much."""
        rank = list(zip(totals, held, strict=True))
        best = max(rank)
        won = 1 / rank.count(best) if rank[seat] == best else 0.0
        lead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
        return self.weight * won + (1 - self.weight) * (0.5 + max(-0.5, min(0.5, lead / (2 * MARGIN))))

    def _slip(self, rng: Random, branches: int) -> int:
        """Which branch is taken for the best: mostly the first, now and then one of the next few."""
        return rng.randrange(min(branches, SLIP_TO)) if rng.randrange(1000) < self.slips else 0


def play_on(table: Table, rng: Random, chance: float) -> None:
    """To the end: as the greedy player, and with that chance any turn worth a thought."""
    while table.last:
        table.play(any_move(table, rng) if rng.random() < chance else greedy.choice(table))


def worth_a_thought(table: Table) -> list[Move]:
    """Takes, and the placements that bring most; where the last necklace could be taken also those that leave it."""
    places = table.places()
    if table.last == PLAYING and table.lying == 1:
        places += [(colour, cards, wilds, False) for colour, cards, wilds, necklace in places if necklace]
    return [*table.takes(), *places]


def any_move(table: Table, rng: Random) -> Move:
    """A random turn worth a thought; in the last turns the one with most points."""
    if table.last != PLAYING:
        return greedy.last_choice(table)
    return rng.choice([*table.takes(), *table.places()])
