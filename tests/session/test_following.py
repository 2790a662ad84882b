"""Computers whose level follows people's results: when it moves, how far, and that it is said before the next game."""

from dataclasses import replace

import pytest

from pearlboard.games.api import Outcome
from pearlboard.session.decide import fold, number
from pearlboard.session.facts import GameAbandoned, GameAgreed, GameClosed, GameEnded, SeatHandedOver
from pearlboard.session.following import followed, said
from pearlboard.session.state import Session
from pearlboard.store.codec import decode, encode
from support.sessions import AGREEMENT

FOLLOWING = replace(AGREEMENT, computers=(None, "medium"), follows=True)


def told(*facts):
    """The session of these facts."""
    return fold(Session(), number(Session(), facts))


def after(places, agreement=FOLLOWING, *then):
    """The session after a game that ended so."""
    outcome = Outcome(dict(enumerate(places, 1)), dict.fromkeys(range(1, len(places) + 1), 0))
    return told(GameAgreed(agreement), GameEnded(outcome), *then)


@pytest.mark.parametrize(
    ("places", "level", "name"),
    [((1, 2), "hard", "follows_up"), ((2, 1), "easy", "follows_down"), ((1, 1), "medium", None)],
)
def test_a_computer_plays_a_step_stronger_after_a_win_of_people_and_weaker_after_a_loss(places, level, name):
    """The next agreement says so, and a sentence does; after a tie nothing changes."""
    session = after(places)
    assert followed(session).computers == (None, level)
    found = said(session)
    assert (None if found is None else found.name) == name
    assert found is None or dict(found.parameters)["seats"] == (2,)


def test_it_stays_where_there_is_no_further_level_and_says_nothing():
    """The strongest after a win, the weakest after a loss."""
    for level, places in (("expert", (1, 2)), ("easy", (2, 1))):
        session = after(places, replace(FOLLOWING, computers=(None, level)))
        assert (followed(session).computers, said(session)) == ((None, level), None)


def test_only_the_computers_that_lost_or_won_move():
    """Of two computers the one between them and the winner stays; with no people nothing moves."""
    three = replace(AGREEMENT, names=("Anna", "Ben", "Cleo"), computers=(None, "medium", "medium"), follows=True)
    assert followed(after((2, 1, 3), three)).computers == (None, "easy", "medium")
    assert followed(after((1, 2, 3), three)).computers == (None, "hard", "hard")
    alone = replace(FOLLOWING, computers=("medium", "medium"))
    assert followed(after((1, 2), alone)).computers == ("medium", "medium")


def test_who_was_handed_a_seat_in_the_middle_does_not_begin_with_it():
    """Whoever began is asked again, by name; a computer at another level stays at that one."""
    plain = replace(FOLLOWING, follows=False)
    handed = (SeatHandedOver(1, "easy"), SeatHandedOver(2, "hard"))
    for end in (GameAbandoned(), GameEnded(Outcome({1: 1, 2: 2}, {1: 0, 2: 0}))):
        assert followed(told(GameAgreed(plain), *handed, end)).computers == (None, "hard")
    people = told(GameAgreed(AGREEMENT), SeatHandedOver(1, "easy"), GameAbandoned())
    assert followed(people).computers == ()
    over = told(GameAgreed(plain), SeatHandedOver(2, None), GameAbandoned())
    assert followed(over).computers == (None, "medium")


@pytest.mark.parametrize("changed", [{"follows": False}, {"began_from": (3, 2)}])
def test_nothing_follows_unless_it_was_agreed_on(changed):
    """Nor from a game that was tried from a moment of another one."""
    session = after((1, 2), replace(FOLLOWING, **changed))
    assert (followed(session).computers, said(session)) == ((None, "medium"), None)


def test_the_levels_stay_when_the_result_is_closed_and_not_when_a_game_is_given_up():
    """The form begins with them; a game that was given up has no result."""
    assert followed(after((1, 2), FOLLOWING, GameClosed())).computers == (None, "hard")
    assert followed(told(GameAgreed(FOLLOWING), GameAbandoned())).computers == (None, "medium")


def test_what_was_agreed_for_a_seat_is_stored_and_read_back():
    """And an agreement without it is stored as before."""
    wanted = replace(FOLLOWING, helped=(1,))
    fact = GameAgreed(wanted)
    stored = encode(fact)
    assert decode(*stored) == fact
    assert "helped" not in encode(GameAgreed(AGREEMENT))[2]
    assert "follows" not in encode(GameAgreed(AGREEMENT))[2]
