"""What every page is told of a game of Piratoons: who stands where at its end, and what is beside each name."""

from random import Random
from types import SimpleNamespace

import pytest

from pearlboard.games.piratoons.rules.scoring import scores
from pearlboard.games.piratoons.shown.screen import rows, seat_of, standings
from pearlboard.games.values import TABLE
from piratoons_games import RULES, opened, played

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}


@pytest.fixture(scope="module")
def end():
    """A game by chance, at its end."""
    *_, last = played(opened(3, seed=5, plunder="screen"), Random(5))
    return last


def test_who_has_more_stands_before_and_as_many_stand_as_one(end):
    """A place is one more than the number of those who have more; the best comes first."""
    counted = scores(end.ships, end.doubloons)
    told = rows(counted, NAMES)
    totals = [row["total"] for row in told]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) > 1
    for row in told:
        assert row["total"] == counted[row["seat"]].points.total
        assert row["name"] == NAMES[row["seat"]]
        assert row["place"] == [other > row["total"] for other in totals].count(True) + 1
    assert [row["place"] for row in rows({1: counted[2], 2: counted[2]}, NAMES)] == [1, 1]


def test_where_the_ships_are_known_the_standings_say_what_for(end):
    """Not the sum alone."""
    assert standings(RULES.view(end, TABLE), NAMES) == rows(scores(end.ships, end.doubloons), NAMES)


def test_of_real_ships_the_standings_say_what_people_have_counted():
    """The sum alone, the best first; as many points are one place."""
    game = SimpleNamespace(setup=SimpleNamespace(boxed=True), tally=(40, 52, 40))
    assert standings(game, NAMES) == [
        {"place": 1, "seat": 2, "name": "Ben", "total": 52},
        {"place": 2, "seat": 1, "name": "Anna", "total": 40},
        {"place": 2, "seat": 3, "name": "Cleo", "total": 40},
    ]


def test_before_a_game_nothing_stands_beside_a_name():
    """No doubloons, and nobody is out, has bid, is ready or is captain."""
    assert set(seat_of(None, 1).values()) == {None, False}
    assert [key for key, value in seat_of(None, 1).items() if value is None] == ["doubloons", "stock"]


def test_who_is_out_and_who_is_captain_is_told_of_that_seat_alone(end):
    """And at the end everybody's doubloons."""
    view = RULES.view(end, TABLE)
    for seat in NAMES:
        told = seat_of(view, seat)
        assert told["out"] == (seat in view.out)
        assert told["captain"] == (view.captain == seat)
        assert told["doubloons"] == end.doubloons[seat - 1]
        assert (told["sealed"], told["ready"], told["stock"]) == (False, False, None)


def test_a_game_with_its_secrets_does_not_print_the_stacks(end):
    """Whoever reads a log knows no tile that is still to come."""
    assert "doubloons=" in repr(end)
    assert "stacks=" not in repr(end)
    assert "boats=" not in repr(end)
