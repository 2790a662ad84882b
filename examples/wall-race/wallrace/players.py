"""The computer players of Wall Race: they count who is nearer to the goal."""

from random import Random

from pearlboard.games.api import Candidate, Thought
from wallrace.rules import RaceRules, after, nearest

RULES = RaceRules()
AHEAD = 8
"""The lead, in steps, that counts as won."""
MOST = 8
"""The number of actions that are told as candidates."""


def lead(state, seat):
    """How many steps a player is ahead: the other's way, less the own one."""
    if nearest(state, seat) == 0:
        return AHEAD
    return nearest(state, 3 - seat) - nearest(state, seat)


class Runner:
    """Plays what leaves it furthest ahead; `slips`: how often it plays anything."""

    def __init__(self, slips=0.0):
        self._slips = slips

    def think(self, knowledge, seed, simulations=0, go_on=lambda: True):
        seat, rng = knowledge.to_move, Random(seed)
        actions = RULES.legal(knowledge)
        rng.shuffle(actions)
        if rng.random() < self._slips:
            return Thought(actions[0], result=0.5, points=0.0)
        worth = [(lead(after(knowledge, action), seat), action) for action in actions if go_on()]
        found = sorted(worth or [(0, actions[0])], key=lambda one: -one[0])
        best = [Candidate(action, 1, 0.5 + value / (2 * AHEAD), 0.0) for value, action in found[:MOST]]
        return Thought(found[0][1], best[0].result, 0.0, candidates=tuple(best), cut=len(worth) < len(actions))
