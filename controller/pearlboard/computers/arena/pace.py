"""Equal time: calibrate the simulations of "b" so that it thinks as long as "a".

A clock beside every decision would make a match depend on the machine's load. So the number is measured once, in games
that do not count, with the same parallelism as the match; then both players have fixed numbers.
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
    """Equal time needs players that simulate."""

    def __init__(self, name: str) -> None:
        super().__init__(f"equal time is for players that simulate; {name} does not")


def equal_time(match: Match, jobs: int) -> Match:
    """Return the match with calibrated simulations for "b"; `NothingToPace`."""
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
    """The ratio of thinking times, "a" to "b". Calibration uses round numbers below 0, which no match has."""
    tally = Tally().with_games(
        game for played in play_rounds(match, range(-ROUNDS_A_JOB * jobs, 0), jobs) for game in played.games
    )
    ours_ms, theirs_ms = tally.thinking_ms
    return ours_ms / theirs_ms
