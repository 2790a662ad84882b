"""Finished games: how a position stood, by playing it to its end, and which of some turns was better.

All sides play as the searcher's playouts do, so what comes of it belongs to the position and to no side. The pile stays
unknown: whoever played could not know it either.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pearlboard.games.bots import Candidate, Chances, Outlook, Thought, patiently
from pearlboard.games.pearls.players.knowledge import Unseen
from pearlboard.games.pearls.players.searcher import SLICE, play_on
from pearlboard.games.pearls.players.table import Table, move_of
from pearlboard.games.pearls.rules.actions import Action
from pearlboard.games.pearls.rules.view import View

CHANCE: Final = 0.1
"""How often, in a playout, a turn is any one worth a thought and not the greedy player's."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """See `games.bots.Judge`."""

    def outlook(self, knowledge: View, seed: int, simulations: int, go_on: Callable[[], bool] = patiently) -> Outlook:
        """Each side's share of the victories, and its mean total."""
        unseen, rng = Unseen(knowledge), Random(seed)
        seats = range(knowledge.setup.players)
        wins, points, done = [0.0 for _ in seats], [0 for _ in seats], 0
        while done < simulations and (done == 0 or done % SLICE or go_on()):
            table = unseen.deal(rng)
            play_on(table, rng, CHANCE)
            totals = table.totals()
            for seat, share in enumerate(_shares(table, totals)):
                wins[seat] += share
                points[seat] += totals[seat]
            done += 1
        chances = {seat + 1: Chances(wins[seat] / done, points[seat] / done) for seat in seats}
        return Outlook(chances, cut=done < simulations)

    def weigh(
        self,
        knowledge: View,
        actions: Sequence[Action],
        seed: int,
        simulations: int,
        go_on: Callable[[], bool] = patiently,
    ) -> Thought:
        """Every turn is tried in the same deals, so that a difference is one between the turns."""
        found = sorted(
            (_weighed(knowledge, action, seed, simulations, go_on) for action in actions), key=lambda each: -each.result
        )
        best, done = found[0], sum(each.visits for each in found)
        return Thought(best.action, best.result, best.points, done, done < simulations * len(found), tuple(found))


def _weighed(knowledge: View, action: Action, seed: int, simulations: int, go_on: Callable[[], bool]) -> Candidate:
    unseen, rng, seat = Unseen(knowledge), Random(seed), knowledge.to_move - 1
    won, points, done = 0.0, 0, 0
    while done < simulations and (done == 0 or done % SLICE or go_on()):
        table = unseen.deal(rng)
        table.play(move_of(action))
        play_on(table, rng, CHANCE)
        totals = table.totals()
        won += _shares(table, totals)[seat]
        points += totals[seat]
        done += 1
    return Candidate(action, done, won / done, points / done)


def _shares(table: Table, totals: list[int]) -> list[float]:
    """Each seat's share of one victory: the highest total, then most cards in hand; equal ones share."""
    rank = list(zip(totals, table.held, strict=True))
    best = max(rank)
    return [1 / rank.count(best) if each == best else 0.0 for each in rank]
