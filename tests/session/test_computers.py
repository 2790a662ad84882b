"""Computers' seats in a session: owed pieces, take-backs, values, and who may take a seat."""

from dataclasses import replace
from random import Random

import pytest

from pearlboard.games.perladora.rules.steps import Begin, LayPontoons, PlaceDiver, SayValue, ShowTerritory
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import Player
from pearlboard.geometry import edge, space
from pearlboard.session import intents
from pearlboard.session.decide import decide, way_back
from pearlboard.session.facts import Acted, Agreement, GameAgreed, GameDealt, SeatHandedOver, TakenBack
from pearlboard.session.state import Refused, Session
from support.sessions import AGREEMENT, TURNS, follow, together

WITH_ONE = replace(AGREEMENT, computers=(None, "hard"))
C4, E2, A1, B3 = space("c4"), space("e2"), space("a1"), space("b3")
WALL = edge("a1-b1")


def playing(*steps, agreement=WITH_ONE):
    """A session after these steps, in turn."""
    wishes = [intents.AgreeOnGame(agreement), together(Begin())]
    return follow([*wishes, *(intents.Act(1 + number % 2, step) for number, step in enumerate(steps))])[1]


def test_an_agreement_says_who_plays():
    """The seats of people, and the computer's levels; without any, everybody is a person."""
    assert (WITH_ONE.people, WITH_ONE.computer(1), WITH_ONE.computer(2)) == ((1,), None, "hard")
    assert (AGREEMENT.people, AGREEMENT.computer(2), AGREEMENT.computer(None)) == ((1, 2), None, None)


def test_computers_pieces_are_owed_until_a_person_has_played():
    """Pieces of Powers and Pontoons are owed, too; a step that was taken back is not."""
    session = playing(PlaceDiver(C4, 1), LayPontoons((WALL,)))
    assert session.owed == {WALL}
    assert follow([intents.Act(1, PlaceDiver(E2, 1))], session)[1].owed == frozenset()
    assert follow([intents.TakeBack(agreed=True)], session)[1].owed == frozenset()


def test_taking_back_goes_to_the_last_step_of_a_person():
    """The computers' steps since are undone as well; no computer is asked, but a take-back alone is not allowed."""
    session = playing(PlaceDiver(C4, 1), PlaceDiver(E2, 1))
    with pytest.raises(Refused, match="nothing_to_take_back") as refused:
        decide(session, intents.TakeBack())
    assert refused.value.sentence.name == "nothing_to_take_back"  # and nothing became known by it
    assert decide(session, intents.TakeBack(agreed=True)) == (TakenBack(2),)
    after = follow([intents.TakeBack(agreed=True)], session)[1]
    assert (after.played, after.taken_back, after.state.public.to_move) == ((), {C4, E2}, 1)


def test_a_person_takes_the_own_last_step_back_freely():
    """A person may take back the last step until a computer has played."""
    assert decide(playing(PlaceDiver(C4, 1)), intents.TakeBack()) == (TakenBack(2),)


def test_nothing_is_taken_back_where_only_computers_have_played():
    """The computers would only think again."""
    session = playing(PlaceDiver(C4, 1), PlaceDiver(E2, 1), agreement=replace(AGREEMENT, computers=("easy", "hard")))
    assert way_back(session) == ()
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(session, intents.TakeBack(agreed=True))


def test_the_computers_values_count_for_its_own_pieces():
    """Whatever tile people have put there; a person may say any value for their own pieces."""
    session = follow(
        [
            intents.AgreeOnGame(WITH_ONE),
            together(Begin()),
            intents.Act(1, PlaceDiver(C4)),
            intents.Act(2, PlaceDiver(E2, 3)),
            *TURNS[2:],
            together(ShowTerritory(0)),
        ]
    )[1]
    assert session.stage == "reveal"
    for value in (1, 3, None):
        with pytest.raises(IllegalAction, match="computers_diver"):
            decide(session, together(SayValue(E2, value)))
    assert isinstance(decide(session, together(SayValue(C4, 5)))[0], Acted)


def test_a_diver_that_a_person_laid_before_can_still_be_said():
    """The computer that took the seat over does not know the value."""
    session = follow(
        [
            intents.AgreeOnGame(AGREEMENT),
            together(Begin()),
            intents.Act(1, PlaceDiver(C4)),
            intents.Act(2, PlaceDiver(E2)),
            intents.HandOver(2, "easy"),
            *TURNS[2:],
            together(ShowTerritory(0)),
        ]
    )[1]
    assert decide(session, together(SayValue(E2, 3)))


def test_no_phone_takes_the_seat_of_the_computer():
    """A phone loses its seat when the computer takes over; a person who takes over may have a phone."""
    with pytest.raises(Refused, match="computers_seat"):
        decide(playing(), intents.TakeSeat(2, "digest"))
    taken = follow([intents.TakeSeat(1, "digest")], playing())[1]
    over = follow([intents.HandOver(1, "easy")], taken)[1]
    assert (over.phones, over.agreement.computers) == ({}, ("easy", "hard"))
    back = follow([intents.HandOver(1, None), intents.HandOver(2, None)], over)[1]
    assert back.agreement.computers == ()
    assert decide(back, intents.TakeSeat(2, "digest"))


def test_a_seat_is_not_handed_over_to_whoever_has_it():
    """A seat that does not exist cannot be handed over either."""
    with pytest.raises(Refused, match="handed_over_already"):
        decide(playing(), intents.HandOver(2, "hard"))
    with pytest.raises(Refused, match="no_such_seat"):
        decide(playing(), intents.HandOver(3, "hard"))
    assert decide(playing(), intents.HandOver(2, "easy")) == (SeatHandedOver(2, "easy"),)


def test_a_game_that_no_computer_can_play_is_agreed_on_by_people_alone():
    """Piratoons with real tiles: the program does not know how the ships lie."""
    people = [Player("Anna"), Player("Ben")]
    setup = PACKAGE.options.agree({"tiles": "box"}, people, None)
    agreement = Agreement("piratoons", ("Anna", "Ben"), setup, 1, deals=True)
    wish = intents.AgreeOnGame(agreement, deal=PACKAGE.dealt.deal(setup, Random(1)))
    assert [type(fact) for fact in decide(Session(), wish)] == [GameAgreed, GameDealt]
    with pytest.raises(Refused, match="not_for_computers"):
        decide(Session(), replace(wish, agreement=replace(agreement, computers=(None, "easy"))))


def test_in_a_rematch_phones_stay_with_people_only():
    """A seat that the computer plays next loses its screen."""
    session = follow([*TURNS], playing(agreement=AGREEMENT))[1]
    session = follow([intents.TakeSeat(1, "one"), intents.TakeSeat(2, "two"), intents.Abandon()], session)[1]
    assert follow([intents.AgreeOnGame(WITH_ONE)], session)[1].phones == {1: "one"}
