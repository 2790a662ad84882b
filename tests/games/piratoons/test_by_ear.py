"""What the menu of Piratoons offers beside what every game needs: pockets, counts put right, hands, real ships."""

import random

import pytest

from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.geometry import space
from support.by_ear import Listener


def ears(**options):
    """Somebody who plays for two without sand, once the chest is open."""
    listener = Listener("piratoons", "en", random.Random(4), **{"plunder": "board", "sand": 0, **options})
    listener.named("piratoons_open")
    return listener


def state(listener):
    return listener.table.tabletop.session.state


def say(listener, *beginnings):
    """Choose an item that begins so in the menu, and then one in each that it leads to; what is said at the end."""
    item = listener.first_item()
    for words in beginnings:
        item = listener.choose(lambda each, words=words: each.startswith(words), item)
        assert item is not None, words
    return item


@pytest.fixture
def counted():
    """Anna was felt on tile 1, Ben on tile 7; both have said how many."""
    listener = ears()
    listener.hear("a1 wait 400 b4 wait 400")
    listener.press()
    say(listener, "Anna: say how many", "Change: 1 on tile 1", "3 on tile 1", "Anna: 3 on tile 1 and 0 spoiled")
    say(listener, "Ben: say how many", "Ben: 1 on tile 7 and 0 spoiled; that is right")
    return listener


def test_a_finger_is_told_whose_pocket_it_has_found():
    """And what lies beside it; of a seat that nobody has, that it is nobody's."""
    listener = ears()
    assert listener.go_to(space("a1")).startswith("on a 1: Anna’s place at tile 1, ")
    assert listener.go_to(space("c1")).startswith("on c 1: nobody’s place at tile 1, ")
    assert listener.go_to(space("f5")) == "on f 5: Ben’s place at the sea."


def test_a_piece_that_is_lifted_in_the_rush_is_spoken_of_until_somebody_says_what_it_was():
    """Answers in the menu: it was nothing, it is spoiled, or somebody is out."""
    listener = ears()
    assert "A piece was lifted, on a 1." in listener.hear("a1 wait 400 -a1 wait 400")
    assert say(listener, "It was nothing that a piece was lifted, on a 1") == ""
    assert listener.table.tabletop.now.board.lifted == ()
    assert listener.choose(lambda each: each.startswith("It was nothing")) is None
    say(listener, "Has something happened?", "Anna: a piece is spoiled, which makes 1")
    say(listener, "Has something happened?", "Ben is out for this round")
    assert (state(listener).now.spoilt, state(listener).now.out) == ((1, 0), {2})
    say(listener, "Has something happened?", "Anna: a piece is not spoiled after all, which leaves 0")
    say(listener, "Has something happened?", "Ben is not out after all")
    assert (state(listener).now.spoilt, state(listener).now.out) == ((0, 0), frozenset())


def test_counts_are_put_right_by_all_together(counted):
    """Each of them anew, before all of it counts."""
    say(
        counted,
        "Correct the count",
        "Change: Anna: 3 on tile 1",
        "Change: 3 on tile 1",
        "2 on tile 1",
        "Change: 0 spoiled",
        "1 spoiled",
        "Anna: 2 on tile 1 and 1 spoiled; that is right",
        "Use these numbers",
    )
    assert state(counted).now.crew[0] == (2, 0)
    assert state(counted).now.spoiled == (1, 0)


def test_pieces_that_are_left_after_the_count_are_named_and_then_hands_close(counted):
    """However long it takes: that everybody is waited for does not hide what is in the way."""
    counted.press()
    assert counted.ask("now").startswith("Lift the pieces on a 1 and b 4")
    counted.hear("wait 200000")
    assert counted.ask("now").startswith("Lift the pieces on a 1 and b 4")
    counted.hear("-a1 -b4 wait 600")
    say(counted, "Everybody holds a bid in a closed fist")
    counted.hear("wait 4000")
    assert "say what was in them" in counted.ask("now")
    say(counted, "Say what was in the hands", "Anna: 2 doubloons", "Ben: 1 doubloon", "Anna: 2 doubloons and Ben: 1")
    assert state(counted).stage is Stage.CHOICE
    assert state(counted).now.bids == (2, 1)
    assert counted.hear("c1 wait 400")[-1].startswith("Anna: put the piece that lies on c 1 into your own pocket")


def test_what_is_waited_for_is_offered_before_going_on_without_it():
    """However long it takes."""
    listener = ears()
    listener.hear("a1 wait 400 b4 wait 400")
    listener.press()
    say(listener, "Anna: say how many", "Change: 1 on tile 1", "3 on tile 1", "Anna: 3 on tile 1 and 0 spoiled")
    listener.hear("wait 200000")
    first = listener.first_item()
    assert first.startswith("Ben: say how many")
    assert listener.choose(lambda each: each.startswith("Go on without Ben"), first) is not None


def test_a_way_back_keeps_what_was_said_before(counted):
    """And what somebody else has done meanwhile ends a way that leads nowhere any more."""
    item = say(counted, "Correct the count", "Change: Anna", "Change: 3 on tile 1", "2 on tile 1")
    assert item.startswith("Anna: 2 on tile 1")
    item = counted.choose(lambda each: each == "Back to the items before", item)
    assert item == "0 on tile 1"
    counted.table.ask("confirm")
    assert "That is not offered any more." in counted.hear("press end_turn")


def test_real_ships_are_told_of_by_numbers():
    """How many tiles went overboard, and in the end the points of each ship, which may be below nothing."""
    listener = ears(tiles="box", plunder="screen")
    for _ in range(8):
        if state(listener).stage is Stage.CLOSED:
            listener.named("piratoons_open")
        while state(listener).stage is Stage.PLUNDER and state(listener).now.turn:
            say(listener, "Pass")
        listener.press()
        say(listener, "Everybody holds a bid in a closed fist")
        listener.hear("wait 4000")
        say(listener, "Say what was in the hands", "Anna: 0", "Ben: 0", "Anna: 0 doubloons and Ben: 0")
        for name in ("Anna", "Ben"):
            say(listener, f"{name}: say how many tiles went overboard", f"{name}: 0 tiles overboard")
    item = say(listener, "Say the points of every ship", "Anna: 40 to 49", "Anna: 43", "Ben: -10 to -1", "Ben: -3")
    assert item == "Anna: 43 and Ben: -3; that is right"
    assert "Anna wins with 43 points." in listener.press()


def test_nobody_bids_aloud_for_a_computer_or_a_phone():
    """Hands close once they have bid; a ship that is on a phone is not built at the table."""
    listener = ears(plunder="screen")
    while state(listener).now.turn:
        say(listener, "Pass")
    listener.press()
    phone = listener.table.phone(2)
    assert say(listener, "Still to bid, before hands are closed: Ben").startswith("Still to bid")
    listener.hear("press hint 1500")
    listener.table.ask("act", who=phone, actor=2, action=["bid", 1])
    say(listener, "Everybody holds a bid in a closed fist")
    listener.hear("wait 4000")
    say(listener, "Say what was in the hands", "Anna: 0 doubloons", "Anna: 0 doubloons; that is right")
    while state(listener).stage is Stage.CHOICE:
        say(listener, "Ben takes it for 1 doubloon")
    assert listener.choose(lambda each: each.startswith("Ben: build")) is None
    assert say(listener, "Anna: build the ship").startswith("Anna: the ship stays like this.")
