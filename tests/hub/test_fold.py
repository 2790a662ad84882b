"""The fold of a public log: games, and whether the table is free."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.club.documents import (
    Abandoned,
    Agreed,
    Deleted,
    Ended,
    HandedOver,
    Paused,
    Resumed,
    Seated,
    TakenBack,
    Turn,
)
from pearlboard.hub.fold import Game, State, added, fold, is_free, last_of, plain
from support.house import at, chained, evening

TWO = (Seated("Anna", "", 1), Seated("", "easy", 2))
AGREED = Agreed("harbour", TWO)


def folded(*documents):
    return fold(chained(documents))


def test_a_game_is_known_by_the_row_that_agreed_on_it():
    """With its seats, its turns, and when it began and was played last."""
    games = folded(AGREED, Turn(1, 1), Turn(2, 2))
    assert games == {1: Game(1, "harbour", TWO, 2, at(1), at(3), State.PLAYING)}
    assert not is_free(games)
    assert is_free({})


@pytest.mark.parametrize(
    ("documents", "state", "turns"),
    [
        ([Paused()], State.PAUSED, 0),
        ([Paused(), Resumed(), Turn(1, 1)], State.PLAYING, 1),
        ([Turn(1, 1), Turn(2, 2), TakenBack(1)], State.PLAYING, 1),
        ([Abandoned(), Turn(1, 7), TakenBack(0), Resumed()], State.ABANDONED, 0),
        ([Turn(1, 1), Ended((1, 2), (9, None)), Turn(1, 9), Paused()], State.ENDED, 1),
        ([Turn(1, 1), Ended((1, 2), (9, None)), TakenBack(1)], State.PLAYING, 1),
    ],
)
def test_the_state_of_a_game_is_what_was_said_last(documents, state, turns):
    """What is over is not changed, but for a last turn that is taken back."""
    [game] = folded(AGREED, *documents).values()
    assert (game.state, game.turns) == (state, turns)


def test_the_end_has_places_and_points():
    [game] = folded(AGREED, Ended((1, 2), (9, None))).values()
    assert (game.places, game.points) == ((1, 2), (9, None))
    [game] = folded(AGREED, Ended((1, 2), (9, None)), TakenBack(0)).values()
    assert (game.places, game.points) == ((), ())


def test_a_seat_is_handed_over_and_back():
    [game] = folded(AGREED, HandedOver(1, "hard"), HandedOver(2, ""), HandedOver(5, "hard")).values()
    assert [seat.computer for seat in game.seats] == ["hard", ""]


def test_who_begins_a_game_has_given_up_the_one_before():
    games = folded(AGREED, Turn(1, 1), Agreed("march", TWO))
    assert [game.state for game in games.values()] == [State.ABANDONED, State.PLAYING]


def test_a_deleted_game_leaves_its_number_and_no_name():
    """It counts, and whether it was told before it was deleted or not makes no difference."""
    rows = chained([AGREED, Turn(1, 1), Ended((1, 2), (3, 4)), AGREED, Deleted(1, 3), Turn(1, 1)])
    games = fold(rows)
    assert games[1] == Game(1, "", (), 0, "", at(5), State.DELETED)
    assert last_of(games).turns == 1
    assert fold([row.buried if row.number <= 3 else row for row in rows]) == games


def test_nobody_deletes_what_is_still_to_come():
    """Nor a table that names rows backwards, or far away."""
    for wrong in (Deleted(2, 2), Deleted(3, 1), Deleted(1 << 40, 1 << 50)):
        assert folded(AGREED, wrong).keys() == {1}
        assert last_of(folded(AGREED, wrong)).state == State.PLAYING
    assert last_of(folded(Deleted(1, 1 << 50), AGREED, Turn(1, 1))).turns == 1


@given(st.integers(0, 2**32), st.integers(0, 70), st.integers(0, 70))
def test_a_log_that_comes_in_pieces_adds_up_to_the_same(seed, one, two):
    """And of what was before, the last game is enough as long as nothing is deleted."""
    rows = chained(evening(random.Random(seed)))
    one, two = sorted((one, two))
    whole = fold(rows)
    assert added(added(fold(rows[:one]), rows[one:two]), rows[two:]) == whole
    if b'"deleted"' not in b"".join(row.body.encode() for row in rows[one:]):
        before = fold(rows[:one])
        last = {number: game for number, game in before.items() if game == last_of(before)}
        assert {**before, **added(last, rows[one:])} == whole


@given(st.integers(0, 2**32))
def test_an_evening_has_one_game_at_a_time(seed):
    """Every game is there under the number of its first row, and only the last can be going on."""
    rows = chained(evening(random.Random(seed)))
    games = fold(rows)
    assert games.keys() == {row.number for row in rows if '"agreed"' in row.body}
    assert sum(game.on for game in games.values()) == (not is_free(games))
    assert all(not game.on for number, game in games.items() if number != max(games))
    deleted = [game for game in games.values() if game.state == State.DELETED]
    assert len(deleted) == sum('"deleted"' in row.body for row in rows)
    assert not any(game.seats or game.game or game.points for game in deleted)


@given(st.text())
def test_names_can_be_read(text):
    """No control character, no surrogate, nothing that a database refuses."""
    assert plain(text).isprintable()
    assert plain(plain(text)) == plain(text)
    plain(text).encode()
