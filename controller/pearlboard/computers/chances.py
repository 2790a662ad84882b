"""How the chances of the sides went in a finished game: the curve, the steps that turned it, and how people say it.

A step has turned a game if the chances were different before it and after it, and stayed so: what is answered at once
turns nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from pearlboard.games.api import Seat, Side
from pearlboard.games.bots import Chances
from pearlboard.texts import Sentence, say

Sides: TypeAlias = Mapping[Side, tuple[Seat, ...]]
TURNING: Final = 0.06
"""So much of a game, from 0 to 1, must go to somebody else for good for a step to be a turning point."""
TURNING_POINTS: Final = 5
DECISIVE: Final = 3
"""So many of them have decided it."""
SURE: Final = 0.95
AHEAD: Final = 0.05
"""Of more than two sides the best must have so much more than the next to be ahead."""
ODDS: Final = ((1, 1), (4, 3), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (8, 1), (10, 1))


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stood in a frame of the replay: the chances of every side, which add up to 1."""

    frame: int
    chances: Mapping[Side, Chances]


Curve: TypeAlias = Sequence[Standing]


def turns(curve: Curve) -> dict[int, float]:
    """By frame: how much of the game the step that led there has given to another side for good."""
    if not curve:
        return {}
    lines = [[standing.chances[side].result for standing in curve] for side in curve[0].chances]
    return {curve[at].frame: max(_lasting(line, at, len(lines)) for line in lines) for at in range(1, len(curve))}


def _lasting(line: Sequence[float], at: int, around: int) -> float:
    """The gap between what was to be expected before the step to `at`, and after it, until all sides have answered."""
    before, after = line[max(0, at - around) : at], line[at : at + around]
    return max(0.0, min(after) - max(before), min(before) - max(after))


def turning_points(turned: Mapping[int, float], most: int = TURNING_POINTS) -> list[int]:
    """The frames of the biggest turns, in the order of the game."""
    big = [frame for frame, turn in turned.items() if turn >= TURNING]
    big.sort(key=lambda frame: -turned[frame])
    return sorted(big[:most])


# --- in words ----------------------------------------------------------------------------------------------------


def said(chances: Mapping[Side, Chances], sides: Sides) -> Sentence:
    """How it stood, as a player would say it."""
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
    """Who has won."""
    won = tuple(seat for side, seats in sides.items() if chances[side].result > 0 for seat in seats)
    alone = any(each.result == 1 for each in chances.values())
    return say("chances_won" if alone else "chances_shared", side_seats=won, count=len(won))
