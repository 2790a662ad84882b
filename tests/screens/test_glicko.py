"""Glicko-2: the numbers of the source, and what must be true of any rating."""

from math import sqrt

import pytest

from pearlboard.screens.glicko import WIDEST, Met, Rating, rated, together

PLAYER = Rating(1500, 200, 0.06)
PERIOD = (Met(Rating(1400, 30), 1), Met(Rating(1550, 100), 0), Met(Rating(1700, 300), 0))


def test_the_example_of_the_source():
    """Glickman 2012: 1500, 200, 0.06 against three opponents, with tau 0.5, becomes 1464.06, 151.52, 0.05999."""
    after = rated(PLAYER, PERIOD, 0.5)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows():
    """The same source, step 6: the deviation grows with the volatility, but never beyond a beginner's."""
    after = rated(PLAYER, ())
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(sqrt(200**2 + (0.06 * 173.7178) ** 2))
    assert rated(Rating(), ()).deviation == WIDEST


def test_a_win_raises_and_a_loss_lowers_by_as_much():
    """Between two beginners; a draw moves neither, and every game makes both ratings more certain."""
    won, lost, shared = (rated(Rating(), [Met(Rating(), score)]) for score in (1, 0, 0.5))
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert won.value > 1600
    assert shared.value == pytest.approx(1500)
    assert won.deviation == pytest.approx(lost.deviation)
    assert shared.deviation < WIDEST


def test_a_great_surprise_raises_the_volatility():
    """Losing repeatedly to beginners shows less steadiness than assumed."""
    strong = Rating(2200, 50, 0.06)
    assert rated(strong, [Met(Rating(1200, 50), 0)] * 6).volatility > 0.0601
    assert rated(strong, [Met(Rating(1200, 50), 1)] * 6).volatility <= 0.06


def test_a_thousand_games_stay_within_reason():
    """Ratings do not diverge, even if one player wins every game."""
    one, other = Rating(), Rating()
    for _ in range(1000):
        one, other = rated(one, [Met(other, 1)]), rated(other, [Met(one, 0)])
    assert 1500 < one.value < 4000
    assert 20 < one.deviation < WIDEST


def test_a_team_is_met_as_one():
    """With the mean of its ratings, and the root mean square of its deviations."""
    assert together([Rating(1400, 30), Rating(1600, 40)]) == Rating(1500, sqrt((30**2 + 40**2) / 2), 0.06)
    assert together([PLAYER]) == PLAYER


def test_the_lower_bound_of_a_rating():
    """The lower bound is two deviations below the rating."""
    assert PLAYER.least == 1100
