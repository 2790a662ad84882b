"""Equal time: as many simulations for "b" as it can do while "a" thinks.

A clock beside every decision would make a match depend on what else the machine does. So the number is measured once,
in games that count nothing, with as many at one time as in the match; from then on both have fixed numbers.
"""

from dataclasses import replace
from typing import Final

from pearlboard.computers.arena.crew import play_rounds
from pearlboard.computers.arena.match import Match
from pearlboard.computers.arena.tally import Tally
from pearlboard.errors import PearlboardError

ROUNDS_A_JOB: Final = 2
TRIALS: Final = 4
NEAR_ENOUGH: Final = 0.02


class NothingToPace(PearlboardError):
    """Time is no measure of a player that does not simulate."""

    def __init__(self, name: str) -> None:
        super().__init__(f"equal time is for players that simulate; {name} does not")


def equal_time(match: Match, jobs: int) -> Match:
    """The same match with that number for "b"; `NothingToPace`."""
    for entrant in (match.a, match.b):
        if not match.computer(entrant).simulations:
            raise NothingToPace(entrant.name)
    for _ in range(TRIALS):
        ratio = _ratio(match, jobs)
        match = replace(match, b=replace(match.b, simulations=max(1, round(match.b.simulations * ratio))))
        if abs(ratio - 1) < NEAR_ENOUGH:
            break
    return match


def _ratio(match: Match, jobs: int) -> float:
    """How much longer "a" thinks than "b". Rounds with numbers below 0 are never those of a match."""
    tally = Tally().with_games(
        game for played in play_rounds(match, range(-ROUNDS_A_JOB * jobs, 0), jobs) for game in played.games
    )
    ours_ms, theirs_ms = tally.thinking_ms
    return ours_ms / theirs_ms
