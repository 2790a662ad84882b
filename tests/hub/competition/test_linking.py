"""Which game is a match, what it says later, how strong people are, and what spreadsheets are given."""

import csv
import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.club.documents import Abandoned, Agreed, Deleted, Ended, Seated, TakenBack, Turn
from pearlboard.hub.competition.linking import by_itself, called, differs, followed, proposed, same_game, sided, told
from pearlboard.hub.competition.rating import SURE, Result, ratings
from pearlboard.hub.fold import fold
from pearlboard.hub.sheets import sheet
from pearlboard.rating import Strength, rated
from support.house import chained

TWO = Agreed("harbour", (Seated("BEN ", "", 1), Seated("anna Maria", "", 2)))
ENDED = Ended((2, 1), (3, 9))


def game(*documents):
    return fold(chained([TWO, *documents]))[1]


def test_a_game_whose_people_are_those_of_the_match_is_linked_by_itself():
    """Whatever the case and the spaces, and whoever sits where."""
    assert by_itself(game(ENDED), ["AnnaMaria", "Ben"]) == (2, 1)
    assert told(game(ENDED), (2, 1)) == (1, 2)
    assert called("  Ａnna\tMARIA ") == called("annamaria")
    for names in (["Anna", "Ben"], ["Ben"], ["Ben", "Ben"], ["Ben", ""], ["Ben", "AnnaMaria", "Cléo"]):
        assert by_itself(game(ENDED), names) is None
    assert proposed(game(ENDED), ["Anna", "Ben"]) == (None, 1)


def test_a_seat_of_a_computer_or_two_of_one_name_are_nobody():
    seats = (Seated("Ben", "easy", 1), Seated("Anna", "", 2), Seated("ANNA", "", 3))
    found = fold(chained([Agreed("harbour", seats)]))[1]
    assert proposed(found, ["Ben", "Anna"]) == (None, None)


def test_a_game_says_places_only_when_it_has_ended_and_of_all():
    assert told(game(Turn(1, 1)), (1, 2)) is None
    assert told(game(Ended((1, None), (3, 9))), (1, 2)) is None
    assert told(game(ENDED), (1, 3)) is None
    assert told(game(Ended((1, 2, 3), (3, 9, 9))), (1, 3)) is None, "more places than seats"
    assert sided(game(ENDED), (2, 1)) == (2, 1)
    assert told(game(ENDED, Deleted(1, 2)), (1, 2)) is None


@pytest.mark.parametrize(
    ("later", "open_", "closed", "different"),
    [
        ([], (2, 1), (2, 1), False),
        ([TakenBack(0)], None, (2, 1), True),
        ([TakenBack(0), Abandoned()], None, (2, 1), True),
        ([TakenBack(0), Ended((1, 2), (9, 3))], (1, 2), (2, 1), True),
        ([Deleted(1, 2)], (2, 1), (2, 1), False),
    ],
)
def test_what_a_game_says_later_counts_until_the_next_round_is_drawn(later, open_, closed, different):
    """Afterwards the two differ. A deleted game has said all it will, and so has one of a table that was forgotten."""
    found = game(ENDED, *later)
    assert followed((2, 1), (1, 2), found, last=True) == open_
    assert followed((2, 1), (1, 2), found, last=False) == closed
    assert differs((2, 1), (1, 2), found) == different
    assert followed((2, 1), (1, 2), None, last=True) == (2, 1)
    assert not differs((2, 1), (1, 2), None)


def test_the_name_of_a_game_is_the_same_however_it_is_written():
    assert same_game("wall_race", "Wall Race")
    assert same_game("wall-race", "wallrace")
    assert not same_game("wall_race", "wall")


def test_ratings_are_a_fold_of_all_results_in_their_order():
    """The stronger come first, and few games give no position. Matches of two, three and four count together."""
    chance, strength = random.Random(3), dict(zip("abcdef", range(6), strict=True))
    results = []
    for _ in range(80):
        people = tuple(chance.sample(sorted(strength), chance.randint(2, 4)))
        order = sorted(people, key=lambda who: strength[who] + chance.gauss(0, 0.7), reverse=True)
        results.append(Result(tuple(((who,), order.index(who) + 1) for who in people)))
    results.append(Result(((("new",), 1), (("a",), 2))))
    found = ratings(results)
    assert [each.who for each in found] == [*"fedcba", "new"]
    assert [each.position for each in found] == [1, 2, 3, 4, 5, 6, None]
    assert found[-1].games < SURE
    assert ratings(results) == found
    assert ratings([]) == []


def test_two_of_equal_strength_share_a_position():
    found = ratings([Result(((("a",), 1), (("b",), 1)))] * SURE)
    assert [each.position for each in found] == [1, 1]


@pytest.mark.parametrize("costs", [(), (0, 134)])
def test_a_team_is_rated_as_one_side(costs):
    """As at a table, also with a handicap; whoever meets nobody has played, and is a beginner as before."""
    results = [Result(((("a", "c"), 1), (("b", "d"), 2)), costs), Result(((("e", "f"), 1),))]
    found = {each.who: each for each in ratings(results)}
    assert {who: found[who].strength for who in "abcd"} == rated([("ac", 1), ("bd", 2)], {}, costs)
    assert found["e"].strength == Strength()
    assert found["e"].games == 1


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc"))))))
def test_no_cell_is_a_formula(rows):
    """A name that begins like one is quoted; every other cell is what it was."""
    cells = [cell for row in csv.reader(io.StringIO(sheet(rows).removeprefix("\ufeff"))) for cell in row]
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in cells)
    assert sheet([["=1+1", -3, None, 'a,"b']]) == '\ufeff\'=1+1,-3,,"a,""b"\r\n'
