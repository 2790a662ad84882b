"""The chances of the sides over a finished game: the curve, the turning points, and how people would put them.

A step is a turning point if the chances changed with it and stayed changed: a step that is answered at once turns
nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from pearlboard.games.api import Seat, Side
from pearlboard.games.bots import Chances
from pearlboard.texts import Sentence, by_side, say

Sides: TypeAlias = Mapping[Side, tuple[Seat, ...]]
TURNING: Final = 0.06
"""The least lasting change of chances at a turning point, as a share of a game (0 to 1)."""
TURNING_POINTS: Final = 5
DECISIVE: Final = 3
"""The number of turning points that are called decisive."""
SURE: Final = 0.95
AHEAD: Final = 0.05
"""With more than two sides, the lead over the second that the best side needs to be called ahead."""
ODDS: Final = ((1, 1), (4, 3), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (8, 1), (10, 1))


@dataclass(frozen=True, slots=True)
class Standing:
    """The chances of every side at a frame of the replay; they add up to 1."""

    frame: int
    chances: Mapping[Side, Chances]


Curve: TypeAlias = Sequence[Standing]


def turns(curve: Curve) -> dict[int, float]:
    """By frame: the lasting change of chances by the step that led there."""
    if not curve:
        return {}
    lines = [[standing.chances[side].result for standing in curve] for side in curve[0].chances]
    return {curve[at].frame: max(_lasting(line, at, len(lines)) for line in lines) for at in range(1, len(curve))}


def _lasting(line: Sequence[float], at: int, around: int) -> float:
    """The gap between the chances just before step `at` and those after it, until all sides have answered."""
    before, after = line[max(0, at - around) : at], line[at : at + around]
    return max(0.0, min(after) - max(before), min(before) - max(after))


def turning_points(turned: Mapping[int, float], most: int = TURNING_POINTS) -> list[int]:
    """The frames of the largest turns, in the order of the game."""
    big = [frame for frame, turn in turned.items() if turn >= TURNING]
    big.sort(key=lambda frame: -turned[frame])
    return sorted(big[:most])


# --- in words ----------------------------------------------------------------------------------------------------


def said(chances: Mapping[Side, Chances], sides: Sides) -> Sentence:
    """The sentence for the chances, as a player would put them."""
    first, *others = sorted(chances, key=lambda side: -chances[side].result)
    result, seats = chances[first].result, sides[first]
    if result >= SURE:
        return say("chances_sure", side_seats=seats, count=len(seats))
    if len(others) == 1:
        more, less = min(ODDS, key=lambda odds: abs(odds[0] / sum(odds) - result))
        if more == less:
            return say("chances_even")
        return say("chances_odds", side_seats=seats, count=len(seats), more=more, less=less)
    if others and result - chances[others[0]].result < AHEAD:
        return say("chances_open")
    return say("chances_best", side_seats=seats, count=len(seats), percent=round(100 * result))


def said_at_the_end(chances: Mapping[Side, Chances], sides: Sides) -> Sentence:
    """The sentence for the winners."""
    won = [seats for side, seats in sides.items() if chances[side].result > 0]
    alone = any(each.result == 1 for each in chances.values())
    return say("chances_won" if alone else "chances_shared", side_seats=by_side(won), count=sum(map(len, won)))
