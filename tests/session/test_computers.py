"""Seats of the computer in a session: what is owed, how far is taken back, whose word counts, who may sit there."""

from dataclasses import replace

import pytest

from pearlboard.games.perladora.steps import LayPontoons, PlaceDiver
from pearlboard.geometry import edge, space
from pearlboard.session import intents
from pearlboard.session.decide import decide, steps_back
from pearlboard.session.facts import SeatHandedOver, StepTakenBack
from pearlboard.session.state import Phase, Refused
from sessions import AGREEMENT, TURNS, follow

WITH_ONE = replace(AGREEMENT, computers=(None, "hard"))
C4, E2, A1, B3 = space("c4"), space("e2"), space("a1"), space("b3")
WALL = edge("a1-b1")


def playing(*steps, agreement=WITH_ONE):
    """A session after these steps, in turn."""
    wishes = (intents.AgreeOnGame(agreement), intents.Begin(), *map(intents.Confirm, steps))
    return follow(wishes)[1]


def test_an_agreement_says_who_plays():
    """The seats of people, and the computer's levels; without any, everybody is a person."""
    assert (WITH_ONE.people, WITH_ONE.computer(1), WITH_ONE.computer(2)) == ((1,), None, "hard")
    assert (AGREEMENT.people, AGREEMENT.computer(2), AGREEMENT.computer(None)) == ((1, 2), None, None)


def test_what_computers_have_laid_is_owed_until_a_person_has_played():
    """Pieces of Powers and Pontoons too; a step that was taken back is owed no more."""
    session = playing(PlaceDiver(C4, 1), LayPontoons((WALL,)))
    assert session.owed == {WALL}
    assert follow([intents.Confirm(PlaceDiver(E2, 1))], session)[1].owed == frozenset()
    assert follow([intents.TakeBack(agreed=True)], session)[1].owed == frozenset()


def test_taking_back_goes_to_the_last_step_of_a_person():
    """The computer's steps since go with it; it needs no word of the computer, but the free way is closed."""
    session = playing(PlaceDiver(C4, 1), PlaceDiver(E2, 1))
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(session, intents.TakeBack())
    assert decide(session, intents.TakeBack(agreed=True)) == (StepTakenBack(2), StepTakenBack(1))
    after = follow([intents.TakeBack(agreed=True)], session)[1]
    assert (after.played, after.taken_back, after.state.public.to_move) == ((), {C4, E2}, 1)


def test_a_person_takes_the_own_last_step_back_freely():
    """As long as the computer has not played."""
    assert decide(playing(PlaceDiver(C4, 1)), intents.TakeBack()) == (StepTakenBack(1),)


def test_nothing_is_taken_back_where_only_computers_have_played():
    """They would only think again."""
    session = playing(PlaceDiver(C4, 1), PlaceDiver(E2, 1), agreement=replace(AGREEMENT, computers=("easy", "hard")))
    assert steps_back(session) == ()
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(session, intents.TakeBack(agreed=True))


def test_the_word_of_the_computer_counts_for_what_it_laid():
    """Whatever tile people have put there; they may say what they like of their own."""
    session = follow(
        [
            intents.AgreeOnGame(WITH_ONE),
            intents.Begin(),
            intents.Confirm(PlaceDiver(C4)),
            intents.Confirm(PlaceDiver(E2, 3)),
            *TURNS[2:],
            intents.ShowTerritory(0),
        ]
    )[1]
    assert session.phase is Phase.REVEAL
    for value in (1, 3, None):
        with pytest.raises(Refused, match="computers_diver"):
            decide(session, intents.SayValue(E2, value))
    assert decide(session, intents.SayValue(C4, 5))


def test_a_diver_that_a_person_laid_before_can_still_be_said():
    """The computer that took the seat over knows nothing of it."""
    session = follow(
        [
            intents.AgreeOnGame(AGREEMENT),
            intents.Begin(),
            intents.Confirm(PlaceDiver(C4)),
            intents.Confirm(PlaceDiver(E2)),
            intents.HandOver(2, "easy"),
            *TURNS[2:],
            intents.ShowTerritory(0),
        ]
    )[1]
    assert decide(session, intents.SayValue(E2, 3))


def test_no_phone_takes_the_seat_of_the_computer():
    """Nor does one stay when the computer takes over; a person who takes over may have one."""
    with pytest.raises(Refused, match="computers_seat"):
        decide(playing(), intents.TakeSeat(2, "digest"))
    taken = follow([intents.TakeSeat(1, "digest")], playing())[1]
    over = follow([intents.HandOver(1, "easy")], taken)[1]
    assert (over.phones, over.agreement.computers) == ({}, ("easy", "hard"))
    back = follow([intents.HandOver(1, None), intents.HandOver(2, None)], over)[1]
    assert back.agreement.computers == ()
    assert decide(back, intents.TakeSeat(2, "digest"))


def test_a_seat_is_not_handed_over_to_whoever_has_it():
    """Nor can one that is not there be."""
    with pytest.raises(Refused, match="handed_over_already"):
        decide(playing(), intents.HandOver(2, "hard"))
    with pytest.raises(Refused, match="no_such_seat"):
        decide(playing(), intents.HandOver(3, "hard"))
    assert decide(playing(), intents.HandOver(2, "easy")) == (SeatHandedOver(2, "easy"),)


def test_in_a_rematch_phones_stay_with_people_only():
    """A seat that the computer plays next keeps no screen."""
    session = follow([*TURNS], playing(agreement=AGREEMENT))[1]
    session = follow([intents.TakeSeat(1, "one"), intents.TakeSeat(2, "two"), intents.Abandon()], session)[1]
    assert follow([intents.AgreeOnGame(WITH_ONE)], session)[1].phones == {1: "one"}
