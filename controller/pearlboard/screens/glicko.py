"""Glicko-2: how strong somebody is, and how certain that estimate is. Pure.

Source: Mark E. Glickman, "Example of the Glicko-2 system", Boston University, 2012 (revised 2022), which also gives the
numbers of the tests; the theory is in his "Dynamic paired comparison models with stochastic variances", Journal of
Applied Statistics 28 (2001), 673-689.

A player has a rating r, its deviation RD (one standard deviation) and a volatility s. With mu = (r - 1500) / 173.7178
and phi = RD / 173.7178, and opponents j against whom the scores were s_j (1, 1/2 or 0):

    g(phi)  = 1 / sqrt(1 + 3 phi^2 / pi^2)              E_j = 1 / (1 + exp(-g(phi_j) (mu - mu_j)))
    1 / v   = sum g(phi_j)^2 E_j (1 - E_j)              delta = v sum g(phi_j) (s_j - E_j)
    s'      solves  e^x (delta^2 - phi^2 - v - e^x) / (2 (phi^2 + v + e^x)^2) = (x - ln s^2) / tau^2,  x = ln s'^2
    phi'    = 1 / sqrt(1 / (phi^2 + s'^2) + 1 / v)      mu' = mu + phi'^2 sum g(phi_j) (s_j - E_j)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
TAU: Final = 0.5
"""How fast a volatility may change; the source recommends 0.3 to 1.2."""
EXACT: Final = 1e-6
SURE: Final = 2.0
"""Deviations on both sides of a rating that contain the true strength with 95 % probability."""
WIDEST: Final = 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """`value` and `deviation` in rating points; `volatility`: the expected change of strength."""

    value: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def least(self) -> float:
        """The lower bound of the strength: two deviations below the rating."""
        return self.value - SURE * self.deviation


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent with the rating from before the game, and the score: 1 won, 1/2 shared, 0 lost."""

    opponent: Rating
    score: float


def together(team: Sequence[Rating]) -> Rating:
    """Several players as one opponent: the mean of their ratings, and the root mean square of their deviations."""
    many = len(team)
    return Rating(
        sum(each.value for each in team) / many,
        sqrt(sum(each.deviation**2 for each in team) / many),
        team[0].volatility,
    )


def rated(player: Rating, met: Sequence[Met], tau: float = TAU) -> Rating:
    """The rating after one period with these games; without any game, only the deviation grows."""
    mu, phi = (player.value - MIDDLE) / SCALE, player.deviation / SCALE
    if not met:
        return Rating(player.value, min(WIDEST, SCALE * sqrt(phi**2 + player.volatility**2)), player.volatility)
    informed = surprise = 0.0
    for each in met:
        weight = _weight(each.opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (each.opponent.value - MIDDLE) / SCALE)))
        informed += weight**2 * expected * (1 - expected)
        surprise += weight * (each.score - expected)
    variance = 1 / informed
    volatility = _volatility(player.volatility, phi, variance, variance * surprise, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    return Rating(MIDDLE + SCALE * (mu + phi**2 * surprise), SCALE * phi, volatility)


def _weight(phi: float) -> float:
    """The source's g: an opponent with an uncertain rating tells less."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(before: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the source: find the root of `gap`, its equation, by the Illinois algorithm."""
    start = log(before**2)

    def gap(x: float) -> float:
        power = exp(x)
        far = power * (delta**2 - phi**2 - variance - power) / (2 * (phi**2 + variance + power) ** 2)
        return far - (x - start) / tau**2

    return exp(_root(gap, start, _other_end(gap, start, delta**2 - phi**2 - variance, tau)) / 2)


def _other_end(gap: Callable[[float], float], start: float, beyond: float, tau: float) -> float:
    if beyond > 0:
        return log(beyond)
    steps = 1
    while gap(start - steps * tau) < 0:
        steps += 1
    return start - steps * tau


def _root(gap: Callable[[float], float], one: float, other: float) -> float:
    of_one, of_other = gap(one), gap(other)
    while abs(other - one) > EXACT:
        between = one + (one - other) * of_one / (of_other - of_one)
        of_between = gap(between)
        if of_between * of_other <= 0:
            one, of_one = other, of_other
        else:
            of_one /= 2
        other, of_other = between, of_between
    return one
