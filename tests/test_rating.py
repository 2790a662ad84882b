"""What is true of ratings, whoever plays: at one table, and at all of a house."""

from itertools import permutations
from math import log

import pytest
from openskill.models import PlackettLuce

from pearlboard.rating import Strength, chance, points_of, rated, spread

STRONG, WEAK, FRESH = Strength(30.1, 2.3), Strength(20.7, 2.3), Strength()
KNOWN = {"strong": STRONG, "weak": WEAK}


def test_whoever_begins_is_a_beginner_of_the_model():
    """And the strength that is sure is the one by which the library orders people."""
    begins = PlackettLuce().rating()
    assert (FRESH.mean, FRESH.unsure, FRESH.sure) == pytest.approx((begins.mu, begins.sigma, begins.ordinal()))


def test_a_win_raises_and_a_loss_lowers_by_as_much():
    """Between two beginners; a shared place moves nobody, and every game makes both surer."""
    for places, moved in (((1, 2), 1), ((2, 1), -1), ((1, 1), 0)):
        found = rated([(("a",), places[0]), (("b",), places[1])], {})
        assert found["a"].mean + found["b"].mean == pytest.approx(2 * FRESH.mean)
        assert (found["a"].mean > found["b"].mean) - (found["a"].mean < found["b"].mean) == moved
        assert found["a"].unsure == found["b"].unsure < FRESH.unsure


def test_to_beat_the_strong_counts_more():
    """And whoever is unsure is moved more than whoever is known well."""
    upset = rated([(("weak",), 1), (("strong",), 2)], KNOWN)
    usual = rated([(("strong",), 1), (("weak",), 2)], KNOWN)
    assert upset["weak"].mean - WEAK.mean > usual["strong"].mean - STRONG.mean > 0
    among = rated([(("strong", "new"), 1), (("a", "b"), 2)], KNOWN)
    assert among["new"].mean - FRESH.mean > among["strong"].mean - STRONG.mean > 0


@pytest.mark.parametrize("places", [(1, 2, 3, 4), (1, 1, 3, 3), (1, 2, 2, 2), (1, 1, 1, 1)])
def test_the_order_of_sides_and_seats_decides_nothing(places):
    """To the last decimal, with shared places and with several on a side, one of them with two seats."""
    people = (("strong", "b"), ("weak", "c", "b"), ("d",), ("e", "f"))
    sides = list(zip(people, places, strict=True))
    expected = rated(sides, KNOWN)
    assert set(expected) == {"strong", "weak", *"bcdef"}
    for each in permutations(sides):
        assert rated([(who[::-1], place) for who, place in each], KNOWN) == expected


def test_four_who_are_equal_stay_equal():
    """Whether they share one place, or two and two win together."""
    shared = rated([((who,), 1) for who in "abcd"], {})
    assert len(set(shared.values())) == 1
    teams = rated([(("a", "c"), 1), (("b", "d"), 2)], {})
    assert teams["a"] == teams["c"]
    assert teams["b"] == teams["d"]
    assert teams["a"].mean > teams["b"].mean


def test_of_whoever_sits_on_every_side_a_game_says_nothing():
    """Nor of anybody alone; whoever else sits there is rated."""
    assert rated([], {}) == rated([(("a", "b"), 1)], {}) == rated([(("a",), 1), (("a", "a"), 2)], {}) == {}
    assert set(rated([(("a", "b"), 1), (("a", "c"), 2)], {})) == {"b", "c"}


def test_two_seats_move_as_both_and_make_no_surer_than_one():
    """Not as the last of them alone: a person who has the first and the last place of three has won and lost."""
    apart = rated([(("first",), 1), (("between",), 2), (("last",), 3)], {})
    both = rated([(("twice",), 1), (("between",), 2), (("twice",), 3)], {})
    assert both["between"] == apart["between"]
    moved = apart["first"].mean + apart["last"].mean - 2 * FRESH.mean
    assert both["twice"].mean == pytest.approx(FRESH.mean + moved)
    assert both["twice"].unsure == max(apart["first"].unsure, apart["last"].unsure)


def test_a_thousand_games_stay_within_reason():
    """Ratings do not run away, even if one of two wins every game; nor is anybody ever quite sure."""
    known = {}
    for _ in range(1000):
        known.update(rated([(("a",), 1), (("b",), 2)], known))
    assert 25 < known["a"].mean < 80
    assert 0.5 < known["a"].unsure < FRESH.unsure


def test_seven_more_win_about_three_games_of_four():
    """As the page of a family says; for people who have played each other a lot."""
    known = {}
    for number in range(600):
        known.update(rated([(("a",), 1 if number % 4 else 2), (("b",), 2 if number % 4 else 1)], known))
    assert known["a"].mean - known["b"].mean == pytest.approx(7, abs=1)


def test_a_game_with_a_handicap_moves_ratings_against_what_was_to_be_expected_with_it():
    """Who is as much stronger as the handicap costs is an equal: a win moves as far as a loss, and a tie nobody."""
    known = {"a": Strength(30, 2), "b": Strength(25, 2)}
    elo = 5 * 400 / (spread(known.values()) * log(10))
    moved = {}
    for places in ((1, 2), (2, 1), (1, 1)):
        found = rated([(("a",), places[0]), (("b",), places[1])], known, (elo, 0))
        moved[places] = found["a"].mean - 30
        assert moved[places] == pytest.approx(25 - found["b"].mean)
    assert moved[1, 2] == pytest.approx(-moved[2, 1])
    assert moved[1, 1] == pytest.approx(0, abs=1e-9)
    usual = rated([(("a",), 1), (("b",), 2)], known)
    assert 0 < usual["a"].mean - 30 < moved[1, 2]


def test_elo_points_and_points_of_strength_say_the_same_chance():
    """400 points of Elo are ten wins against one; nobody's strength is known for certain, which blurs it."""
    people = [STRONG, WEAK]
    assert chance(points_of(400, spread(people)), spread(people)) == pytest.approx(10 / 11)
    assert chance(0, spread(people)) == 0.5
    assert chance(5, spread([FRESH, FRESH])) < chance(5, spread(people))
