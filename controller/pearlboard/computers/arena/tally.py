"""The statistics of a match: a score with Wilson's interval, and the same in Elo.

The interval treats every game as a coin toss. Draws, fractional scores and swapped seats all reduce the variance, so
the interval is rather too wide than too narrow.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pearlboard.computers.arena.match import Game

Z95: Final = 1.959963984540054
"""The quantile for 95 % confidence."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A sum of games. Pairs are of "a" and "b"."""

    games: int = 0
    points: float = 0.0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    decisions: tuple[int, int] = (0, 0)
    thinking_ns: tuple[int, int] = (0, 0)

    def with_games(self, games: Iterable[Game]) -> "Tally":
        """Add games. Won, drawn, lost: more than half of the points, half, less."""
        tally = self
        for game in games:
            tally = Tally(
                tally.games + 1,
                tally.points + game.score,
                tally.won + (game.score > 0.5),
                tally.drawn + (game.score == 0.5),
                tally.lost + (game.score < 0.5),
                _sum(tally.decisions, game.decisions),
                _sum(tally.thinking_ns, game.thinking_ns),
            )
        return tally

    @property
    def score(self) -> float:
        """The score of "a", from 0 to 1."""
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.games)

    @property
    def elo(self) -> float:
        """The lead of "a" in Elo. A perfect score would be infinite, so it counts as half a game short of perfect."""
        return elo(min(max(self.points, 0.5), self.games - 0.5) / self.games) if self.games > 1 else 0.0

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo(low), elo(high)

    @property
    def thinking_ms(self) -> tuple[float, float]:
        """The mean thinking time per decision of "a" and "b", in milliseconds."""
        (asked_a, asked_b), (took_a, took_b) = self.decisions, self.thinking_ns
        return took_a / max(asked_a, 1) / 1e6, took_b / max(asked_b, 1) / 1e6


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of the score (E. B. Wilson, 1927)."""
    rate, spread = points / games, Z95 * Z95 / games
    middle = (rate + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(score: float) -> float:
    """The rating difference for which this score is expected; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def _sum(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    return first[0] + second[0], first[1] + second[1]
