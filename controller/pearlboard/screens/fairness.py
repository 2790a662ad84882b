"""The handicap that the set-up form proposes, so that each side wins about every second game against each other. Pure.

How strong people are, their finished games say (`family`); what a handicap costs, games between equal computers have
said (`Handicaps`). The weakest side plays without one, and each other side gets the step that brings it nearest to the
weakest. Where a strength is not known well enough nothing is proposed; what is proposed, people may decline.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.games.api import Handicap, Package, Seat
from pearlboard.rating import Strength, chance, points_of, spread
from pearlboard.screens.family import Tally
from pearlboard.texts import Sentence, say

ENOUGH: Final = 5
"""The number of games from which on the strength of somebody says enough for a proposal."""
EVEN: Final = 0.05
"""How far from one half the chance of a side may be; where none is further, nothing is proposed."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The step for each seat that plays with one, and the sentence that proposes them."""

    steps: Mapping[Seat, str]
    said: Sentence


def proposal(package: Package, tallies: Sequence[Tally | None]) -> Proposal | None:
    """The proposal for players in seat order; None if there is nothing to propose, or too little is known of one."""
    known = [tally.rating for tally in tallies if tally is not None and tally.played >= ENOUGH]
    ladder = package.handicaps.ladder(len(tallies))
    if len(known) < len(tallies) or not ladder:
        return None
    sides: dict[int, list[Seat]] = {}
    for seat, side in enumerate(package.sides.sides(len(tallies)), 1):
        sides.setdefault(side, []).append(seat)
    return _of_sides(list(sides.values()), known, ladder)


def _of_sides(sides: list[list[Seat]], known: Sequence[Strength], ladder: Sequence[Handicap]) -> Proposal | None:
    means = [sum(known[seat - 1].mean for seat in seats) for seats in sides]
    wide = spread(known)
    if len(sides) < 2 or _distance(means, wide) <= EVEN:
        return None
    least, chosen, after = min(means), dict[Seat, Handicap](), list(means)
    for index, seats in enumerate(sides):
        costs = [(step, points_of(step.costs, wide)) for step in ladder]
        step, cost = min(costs, key=lambda each: abs(means[index] - each[1] - least))
        if abs(means[index] - cost - least) < means[index] - least:
            after[index] -= cost
            chosen[max(seats, key=lambda seat: known[seat - 1].mean)] = step
    if not chosen:
        return None
    names = {seat: step.name for seat, step in chosen.items()}
    steps = tuple(say("fair_step", seat=seat, step=step.said) for seat, step in sorted(chosen.items()))
    far = _distance(after, wide)
    if far <= EVEN:
        return Proposal(names, say("fair_even", steps=steps))
    return Proposal(names, say("fair_nearer", steps=steps, share=round(100 * (0.5 + far))))


def _distance(means: Sequence[float], wide: float) -> float:
    """How far the most uneven pair of sides is from one half."""
    return chance(max(means) - min(means), wide) - 0.5
