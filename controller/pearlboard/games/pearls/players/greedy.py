"""A player that takes what looks best at once; of what is equal the first, so it needs no chance.

In the last turns it places what brings most points, wilds last. Before, it places for many points at once or for a
necklace with a full hand, and else takes the colour worth most.
"""

from collections.abc import Callable
from typing import Final

from pearlboard.games.bots import Candidate, NothingToPlay, Thought, patiently
from pearlboard.games.pearls.players.knowledge import own_table
from pearlboard.games.pearls.players.table import PLAYING, Move, Table, action_of
from pearlboard.games.pearls.rules.cards import VALUES, WILD
from pearlboard.games.pearls.rules.view import View

ENOUGH: Final = 9
"""The points for which cards are placed at once."""
FULL: Final = 7
"""The number of cards in hand from which a necklace is placed for."""
GROUP: Final = 4
"""The size from which a growing group in the hand counts."""
WILD_WORTH: Final = 1.5
"""The worth of a wild that is taken."""
EVEN: Final = 0.5
"""The expected result of a game: even, since this player looks no turn ahead."""


def gain(move: Move) -> int:
    """The points that a placement brings at once."""
    colour, cards, wilds, necklace = move
    return cards * VALUES[colour] + (cards + wilds if necklace else 0)


def best_take(table: Table, takes: list[Move]) -> Move:
    """The colour worth most: its cards, and the group that they make in the hand; a wild has a worth of its own."""
    display, hand = table.display, table.hands[table.seat]
    best, most = takes[0], float("-inf")
    for move in takes:
        colour = move[0]
        taken = display[colour]
        if colour == WILD:
            worth = WILD_WORTH * taken
        else:
            group = hand[colour] + taken
            worth = taken * (VALUES[colour] + 1) + (group if group >= GROUP else 0)
        if worth > most or (worth == most and best[0] == WILD):
            best, most = move, worth
    return best


def last_choice(table: Table) -> Move:
    """The move in the last turns: most points, and among those the fewest wilds."""
    return max(table.places(), key=lambda move: (gain(move), -(move[1] if move[0] == WILD else move[2])))


def to_place(table: Table, takes: list[Move]) -> Move | None:
    """The placement that is made now; None if it is better to take.

    What each brings at once is worked out here as in `gain`, less a point for each wild that is added (wilds alone are
    a colour): this is where a search spends its time.
    """
    best, most = None, float("-inf")
    for move in table.places():
        colour, cards, wilds, necklace = move
        worth = cards * VALUES[colour] + (cards if necklace else -wilds)
        if worth > most:
            best, most = move, worth
    if best is None or not takes:
        return best
    if gain(best) >= ENOUGH or (best[3] and table.held[table.seat] >= FULL):
        return best
    return None


def choice(table: Table) -> Move:
    """The move; among equals the first, with the fewest wilds."""
    if table.last != PLAYING:
        return last_choice(table)
    takes = table.takes()
    return to_place(table, takes) or best_take(table, takes)


class ByRule:
    """Plays what a rule of thumb says of the table that it sees."""

    def __init__(self, rule: Callable[[Table], Move]) -> None:
        self._rule = rule

    def think(self, knowledge: View, seed: int, simulations: int = 0, go_on: Callable[[], bool] = patiently) -> Thought:
        """See `Bot`."""
        del simulations, go_on, seed
        if knowledge.over or knowledge.viewer != knowledge.to_move:
            raise NothingToPlay("this seat has nothing to play")
        table = own_table(knowledge)
        action = action_of(self._rule(table))
        points = float(table.totals()[table.seat])
        return Thought(action, EVEN, points, candidates=(Candidate(action, 0, EVEN, points),))
