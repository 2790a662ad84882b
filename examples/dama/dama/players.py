"""The computer players of Dama: they look a few turns ahead, and count pieces."""

from random import Random

from dama.rules import LAST, QUIET, after, open_to
from pearlboard.games.api import Candidate, Thought

KING = 4
WON = 100
MOST = 8


def worth(state, seat):
    """How much better a player stands, in men; a man that is further ahead is worth a little more."""
    value = 0.0
    for place, owner, king in state.pieces:
        ahead = 7 - abs(LAST[owner] - place.column)
        value += (1 if owner == seat else -1) * (KING if king else 1 + ahead / 20)
    return value


def best(state, seat, depth, low, high):
    """What a position is worth to `seat` if both play well for so many turns (alpha-beta)."""
    actions = open_to(state.pieces, state.to_move)
    if not actions or state.quiet >= QUIET:
        return 0.0 if state.quiet >= QUIET else -WON if state.to_move == seat else WON
    if depth <= 0 and not actions[0].taken:
        return worth(state, seat)
    for action in actions:
        found = best(after(state, action), seat, depth - 1, low, high)
        if state.to_move == seat:
            low = max(low, found)
        else:
            high = min(high, found)
        if low >= high:
            break
    return low if state.to_move == seat else high


class Looker:
    """Looks so many turns ahead; `slips`: how often it plays anything."""

    def __init__(self, depth, slips=0.0):
        self._depth, self._slips = depth, slips

    def think(self, knowledge, seed, simulations=0, go_on=lambda: True):
        seat, rng = knowledge.to_move, Random(seed)
        actions = open_to(knowledge.pieces, seat)
        rng.shuffle(actions)
        if rng.random() < self._slips:
            return Thought(actions[0], result=0.5, points=0.0)
        found = []
        for action in actions:
            if not found or go_on():
                low = max((value for value, _ in found), default=-WON - 1)
                found.append((best(after(knowledge, action), seat, self._depth - 1, low - 0.01, WON + 1), action))
        found.sort(key=lambda one: -one[0])
        told = [Candidate(action, 1, 0.5 + value / (2 * WON + 2), 0.0) for value, action in found[:MOST]]
        return Thought(found[0][1], told[0].result, 0.0, candidates=tuple(told), cut=len(found) < len(actions))
