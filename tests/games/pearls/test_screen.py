"""What every page is told of a game of Pearls: cards, necklaces, what may be taken, whose hand lies open, the end."""

from dataclasses import replace

import pytest

from pearlboard.games.api import TABLE, Moment, Sitting, Table
from pearlboard.games.pearls.board.draft import draft
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.standings import standings
from pearlboard.games.pearls.rules.state import Hands, Last, Setup
from pearlboard.games.pearls.shown.private import private
from pearlboard.games.pearls.shown.screen import cards_of, rows, screen
from support.pearls_positions import RULES, position, seen, table

OPEN = Setup(3, hands=Hands.OPEN)


def told(view, *there, **moment):
    """The screen of a view while pieces lie on these slots."""
    lying = Table(sensed=frozenset(SLOTS[slot] for slot in there), thinking=moment.pop("thinking", False))
    drafted = None if view.over else draft(view, lying)
    return screen(view, Moment(table=lying, draft=drafted, words=lambda sentence: sentence.name, **moment))


def test_each_slot_tells_its_card_and_whether_it_is_new():
    """What a card is worth goes by its colour; a gap has none."""
    last = Last(1, Take(Colour.BLUE), 1, dealt=(1, 3))
    shown = told(seen("wg.btp", last=last))["display"]
    assert [slot["site"] for slot in shown] == [str(slot) for slot in SLOTS]
    assert [slot["colour"] for slot in shown] == ["wild", "green", None, "blue", "turquoise", "purple"]
    assert [slot["value"] is None for slot in shown] == [False, False, True, False, False, False]
    assert [slot["new"] for slot in shown] == [False, True, False, True, False, False]
    assert not any(slot["new"] for slot in told(seen("wg.btp"))["display"])


def test_of_each_length_it_is_told_how_many_necklaces_are_left():
    """From four to nine, also of those that are gone; others never come."""
    assert told(seen(necklaces=(4, 6, 6, 9)))["necklaces"] == [
        {"value": value, "left": left, "of": of}
        for value, left, of in ((4, 1, 2), (5, 0, 2), (6, 2, 2), (7, 0, 2), (8, 0, 1), (9, 1, 1))
    ]


def test_a_colour_that_does_not_fit_into_the_hand_is_told_with_why():
    """Whoever holds eight cards takes no three; in the last turns nothing is taken at all."""
    takes = told(seen("rrrgbb", hands=["yyyyyyyy"]))["takes"]
    assert [(take["colour"], take["count"], take["why"]) for take in takes] == [
        ("red", 3, "pearls_hand_limit"),
        ("green", 1, None),
        ("blue", 2, None),
    ]
    assert told(seen("rrrgbb", last_turns=2))["takes"] == []


def test_what_the_diver_stands_on_is_chosen_if_it_may_be_taken():
    """Nothing is while it stands nowhere, or on what does not fit."""
    view = seen("rrrgbb", hands=["yyyyyyyy"])
    assert [told(view, *there)["chosen"] for there in ((), (0,), (3,))] == [None, None, "green"]


def test_who_has_the_last_turns_is_told_from_whoever_is_to_move():
    """As long as there are any; before the end is near there is nothing to tell."""
    assert told(seen())["last_turns"] is None
    assert told(seen(to_move=2, last_turns=2))["last_turns"] == [2, 3]
    assert told(seen(last_turns=0))["last_turns"] is None


def test_an_open_hand_is_shown_while_a_person_is_to_play_it():
    """Hidden ones never are, nor is that of a computer, nor any once the game is over."""
    assert told(seen(hands=["rrg"]))["hand"] is None
    view = seen(hands=["rrg"], setup=OPEN)
    cards = [{"colour": "red", "value": 1, "count": 2}, {"colour": "green", "value": 2, "count": 1}]
    assert told(view)["hand"] == {"seat": 1, "cards": cards}
    assert told(view, thinking=True)["hand"] is None
    assert told(seen(hands=["rrg"], setup=OPEN, last_turns=0))["hand"] is None


def test_what_a_turn_has_moved_is_told_card_by_card():
    """The colour first, then the wilds; a take places nothing, and a placement takes nothing."""
    placed = Last(2, Place(Colour.GREEN, 3, 2, necklace=True), 3, necklace=5)
    shown = {"taken": [], "placed": ["green"] * 3 + ["wild"] * 2, "necklace": 5, "dealt": []}
    assert cards_of(placed) == shown
    taken = Last(2, Take(Colour.RED), 2, dealt=(0, 5))
    dealt = [str(SLOTS[0]), str(SLOTS[5])]
    assert cards_of(taken) == {"taken": ["red", "red"], "placed": [], "necklace": None, "dealt": dealt}
    assert told(seen(last=replace(placed, seat=3)))["last"]["seat"] == 3
    assert told(seen())["last"] is None


def test_at_the_end_all_who_have_most_have_won():
    """With what they have placed, their necklaces, and what is left in their hands."""
    state = position("", "y", "", placed=("gggg", "gg", "gggg"), won=((4,), (), (4,)), last_turns=0)
    view = RULES.view(state, TABLE)
    people = {seat: Sitting(name) for seat, name in enumerate(("Anna", "Ben", "Cleo"), 1)}
    result = told(view, sittings=people, number=7)["result"]
    assert result["winners"] == [1, 3]
    assert (result["export"], result["picture"]) == ("/archive/7.json", "/archive/7.svg")
    assert [
        (row["place"], row["name"], row["cards"], row["necklaces"], row["left"]) for row in result["standings"]
    ] == [(1, "Anna", 8, 4, 0), (1, "Cleo", 8, 4, 0), (3, "Ben", 4, 0, 1)]
    assert [row["name"] for row in rows(standings(view), {2: "Ben"})] == ["", "", "Ben"]
    assert told(seen())["result"] is None


@pytest.mark.parametrize(("seat", "moves"), [(1, True), (2, False)])
def test_a_seat_is_told_its_own_hand_and_whether_it_is_to_move(seat, moves):
    """When all is over nobody is."""
    state = table(hands=["rrg", "b"])
    own = private(RULES.view(state, seat))
    assert [(card["colour"], card["count"]) for card in own["hand"]] == [[("red", 2), ("green", 1)], [("blue", 1)]][
        seat - 1
    ]
    assert own["to_move"] is moves
    over = table(hands=["rrg", "b"], last_turns=0)
    assert private(RULES.view(over, seat))["to_move"] is False
