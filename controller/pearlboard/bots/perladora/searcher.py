"""The player that searches, and the two simpler ones that it is measured against: what they have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pearlboard.bots.api import Candidate, Thought, patiently
from pearlboard.bots.perladora import actions
from pearlboard.bots.perladora.dealing import edge_of, search, step_of
from pearlboard.bots.perladora.search import Search
from pearlboard.games.perladora.state import View
from pearlboard.games.perladora.steps import LayPontoons, Step

SLICE: Final = 250
"""Simulations between two looks at whether anybody is in a hurry."""
MOST_BRANCHES: Final = 400_000
SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Searcher:
    """A way to search.

    exploration  the constant of UCB1, for rewards from 0 to 1
    rave         how many simulations all-moves-as-first is worth; 0: it is not used
    expand_at    visits of a branch before the tree grows there
    deepest      actions that a simulation may follow the tree; 1: there is no tree
    """

    exploration: float = 0.0
    rave: float = 1000.0
    expand_at: int = 4
    deepest: int = 100

    def think(self, knowledge: View, seed: int, simulations: int,
              go_on: Callable[[], bool] = patiently) -> Thought:
        tree = search(knowledge, seed, min(MOST_BRANCHES, 3000 + 60 * simulations))
        tree.tune(self.exploration, self.rave, self.expand_at, self.deepest)
        _run(tree, simulations, go_on)
        order = _order(tree)
        best = order[0]
        result, pearls = tree.mean_of(best), tree.pearls_of(best)
        candidates = tuple(Candidate(step_of(tree.action_of(branch)), tree.visits_of(branch), tree.mean_of(branch),
                                     tree.pearls_of(branch)) for branch in order[:SHOWN] if tree.visits_of(branch))
        step = self._completed(tree, best, simulations, go_on)
        return Thought(step, result, pearls, tree.done(), tree.done() < simulations, candidates)

    def _completed(self, tree: Search, best: int, simulations: int, go_on: Callable[[], bool]) -> Step:
        """The step that begins with the best action: after a first Pontoon a second one is looked for."""
        action = tree.action_of(best)
        step = step_of(action)
        if action >= actions.DIVER:
            return step
        tree.follow(best)
        if not tree.laid():
            return step
        _run(tree, simulations // 2, go_on)
        second = tree.action_of(_order(tree)[0])
        if second == actions.ENOUGH:
            return step
        return LayPontoons(tuple(sorted((edge_of(action), edge_of(second)))))


def _run(tree: Search, simulations: int, go_on: Callable[[], bool]) -> None:
    while simulations > 0:
        tree.run(min(SLICE, simulations))
        simulations -= SLICE
        if simulations > 0 and not go_on():
            return


def _order(tree: Search) -> list[int]:
    """The root's branches, the most visited first."""
    branches = [tree.branch(index) for index in range(tree.branches())]
    return sorted(branches, key=lambda branch: (-tree.visits_of(branch), -tree.mean_of(branch), branch))
