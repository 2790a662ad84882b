"""The player that searches, and the two simpler ones that it is measured against: what they have in common."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pearlboard.games.bots import Candidate, Thought, patiently
from pearlboard.games.perladora.players import actions
from pearlboard.games.perladora.players.dealing import edge_of, search, step_of
from pearlboard.games.perladora.players.search import Search
from pearlboard.games.perladora.players.suspicion import likings
from pearlboard.games.perladora.rules.state import Clan, View
from pearlboard.games.perladora.rules.steps import Elders, LayPontoons, Step
from pearlboard.games.perladora.rules.targets import has_turn
from pearlboard.geometry import GRID, Space

SLICE: Final = 250
"""Simulations between two looks at whether anybody is in a hurry."""
MOST_BRANCHES: Final = 400_000
SHOWN: Final = 12
SLIP_TO: Final = 9
"""A mistake is still one of the actions that looked as good as that."""
LOOK_AT: Final = 4
"""The number of hidden Divers from which the Elders look at one."""


@dataclass(frozen=True, slots=True)
class Searcher:
    """A way to search.

    exploration  the constant of UCB1, for rewards from 0 to 1
    rave         how many simulations all-moves-as-first is worth; 0: it is not used
    shrink       how many simulations the mean of a space is worth against that of a value on it
    weight       of winning in a reward; the rest is for the margin
    suspicion    in how many of a hundred guesses hidden Divers are taken for what `likings` suspects them to be
    slips        of a thousand decisions, those in which it may overlook the best action
    expand_at    visits of a branch before the tree grows there
    deepest      actions that a simulation may follow the tree; 1: there is no tree
    """

    exploration: float = 0.0
    rave: float = 5000.0
    shrink: float = 80.0
    weight: float = 0.8
    suspicion: int = 100
    slips: int = 0
    expand_at: int = 4
    deepest: int = 100

    def think(self, knowledge: View, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Thought:
        tree = self.tree(knowledge, seed, simulations)
        hidden = worth_a_look(knowledge)
        if hidden:
            tree.watch()
        run(tree, simulations, go_on)
        order = _order(tree)
        best = order[self._slip(seed, len(order))]
        result, pearls = tree.mean_of(best), tree.pearls_of(best)
        candidates = tuple(
            Candidate(
                step_of(tree.action_of(branch)), tree.visits_of(branch), tree.mean_of(branch), tree.pearls_of(branch)
            )
            for branch in order[:SHOWN]
            if tree.visits_of(branch)
        )
        step = _look(tree, hidden) if hidden else self._completed(tree, best, simulations, go_on)
        return Thought(step, result, pearls, tree.done(), tree.done() < simulations, candidates)

    def tree(self, knowledge: View, seed: int, simulations: int) -> Search:
        """A search in this way, in which nothing was thought yet, with room for so many simulations."""
        tree = search(knowledge, seed, min(MOST_BRANCHES, 3000 + 60 * simulations))
        tree.tune(self.exploration, self.rave, self.shrink, self.weight, self.expand_at, self.deepest)
        tree.suspect(self.suspicion)
        if self.suspicion:
            unknown = knowledge.public.divers.keys() - knowledge.values.keys()
            for space, liked in likings(knowledge.public, unknown).items():
                for value, liking in enumerate(liked, 1):
                    tree.like(GRID.index(space), value, liking)
        return tree

    def _slip(self, seed: int, branches: int) -> int:
        """Which branch is taken for the best: mostly the first, now and then one of the next few."""
        rng = random.Random(seed)
        if rng.randrange(1000) >= self.slips:
            return 0
        return rng.randrange(min(branches, SLIP_TO))

    def _completed(self, tree: Search, best: int, simulations: int, go_on: Callable[[], bool]) -> Step:
        """The step that begins with the best action: after a first Pontoon a second one is looked for."""
        action = tree.action_of(best)
        step = step_of(action)
        if action >= actions.DIVER:
            return step
        tree.follow(best)
        if not tree.laid():
            return step
        run(tree, simulations // 2, go_on)
        second = tree.action_of(_order(tree)[0])
        if second == actions.ENOUGH:
            return step
        return LayPontoons(tuple(sorted((edge_of(action), edge_of(second)))))


def worth_a_look(knowledge: View) -> tuple[Space, ...]:
    """The opponents' hidden Divers, if this seat is the Elders and it is time to look at one; else nothing.

    A look costs nothing but the token: early enough to act on it, late enough that there is something to see.
    """
    public = knowledge.public
    seat, setup = public.to_move, public.setup
    if not setup.advanced or setup.clans[seat - 1] is not Clan.ELDERS:
        return ()
    if not public.powers[seat - 1] or public.power_used is not None or not has_turn(public):
        return ()
    hidden = tuple(
        space
        for space, diver in public.divers.items()
        if space not in knowledge.values and setup.side(diver.seat) != setup.side(seat)
    )
    return hidden if len(hidden) >= LOOK_AT else ()


def _look(tree: Search, hidden: tuple[Space, ...]) -> Step:
    """A look at the Diver on whose value the result hangs most."""
    return Elders(max(hidden, key=lambda space: tree.stake_of(GRID.index(space))))


def run(tree: Search, simulations: int, go_on: Callable[[], bool]) -> None:
    """Run simulations, fewer if somebody does not want to wait."""
    while simulations > 0:
        tree.run(min(SLICE, simulations))
        simulations -= SLICE
        if simulations > 0 and not go_on():
            return


def _order(tree: Search) -> list[int]:
    """The root's branches, the most visited first."""
    branches = [tree.branch(index) for index in range(tree.branches())]
    return sorted(branches, key=lambda branch: (-tree.visits_of(branch), -tree.mean_of(branch), branch))
