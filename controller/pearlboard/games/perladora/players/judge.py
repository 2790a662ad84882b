"""Finished games: how a position stood, by playing it to its end at random, and which of some actions was better.

A search thinks for whoever is to move, so its expectation is that side's hope, and falls with the answer. Games that
all sides play at random have no such side: what they bring belongs to the position. At its end nothing is left to
chance, and the expectation is the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.games.bots import Candidate, Chances, Outlook, Thought, patiently
from pearlboard.games.perladora.players.dealing import actions_of, known_position
from pearlboard.games.perladora.players.kernel import Position, Rng
from pearlboard.games.perladora.players.search import Search
from pearlboard.games.perladora.players.searcher import SLICE, Searcher, run
from pearlboard.games.perladora.rules.state import View
from pearlboard.games.perladora.rules.steps import Step

_SEARCHER: Final = Searcher()


@dataclass(frozen=True, slots=True)
class Playouts:
    """See `games.bots.Judge`."""

    def outlook(self, knowledge: View, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Outlook:
        start, rng = known_position(knowledge), Rng(seed)
        position = Position(start.players, start.advanced)
        sides = range(start.sides)
        wins, pearls, done = [0.0 for _ in sides], [0 for _ in sides], 0
        while done < simulations and (done == 0 or done % SLICE or go_on()):
            position.copy_from(start)
            position.playout(rng)
            position.score()
            for side in sides:
                wins[side] += position.win_of(side)
                pearls[side] += position.pearls_of(side)
            done += 1
        chances = {side + 1: Chances(wins[side] / done, pearls[side] / done) for side in sides}
        return Outlook(chances, cut=done < simulations)

    def weigh(
        self,
        knowledge: View,
        actions: Sequence[Step],
        seed: int,
        simulations: int,
        go_on: Callable[[], bool] = patiently,
    ) -> Thought:
        """A look of the Elders is not weighed: no search can tell what knowing is worth."""
        searched = [(step, _searched(knowledge, step, seed, simulations, go_on)) for step in actions]
        found = sorted(
            (_candidate(step, tree) for step, tree in searched if tree is not None), key=lambda each: -each.result
        )
        best = found[0] if found else Candidate(actions[0], 0, 0.5, 0.0)
        done = sum(each.visits for each in found)
        return Thought(best.action, best.result, best.points, done, done < simulations * len(found), tuple(found))


def _searched(knowledge: View, step: Step, seed: int, simulations: int, go_on: Callable[[], bool]) -> Search | None:
    """A search that plays that step first; None if there can be none."""
    first, *then = actions_of(step)
    tree = _SEARCHER.tree(knowledge, seed, simulations)
    if not tree.only(first):
        return None
    for second in then:
        tree.follow(tree.branch(0))
        if not tree.laid():  # The first Pontoon is the last that can be laid: there is no second action.
            tree = _SEARCHER.tree(knowledge, seed, simulations)
            second = first  # noqa: PLW2901
        if not tree.only(second):
            return None
    run(tree, simulations, go_on)
    return tree


def _candidate(step: Step, tree: Search) -> Candidate:
    branch = tree.branch(0)
    return Candidate(step, tree.visits_of(branch), tree.mean_of(branch), tree.pearls_of(branch))
