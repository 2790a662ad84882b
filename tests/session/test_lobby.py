"""The lobby as a value: joining, names and picks, chairs, and when the game can begin."""

from dataclasses import replace

import pytest

from pearlboard.session.lobby import MOST_GUESTS, Chair, Lobby, arrange, come, introduce, leave, name_of, ready
from pearlboard.session.state import Refused

EMPTY = Lobby("perladora", 4, (Chair(), Chair()), ("fishermen", "foragers", "children", "elders"))


def lobby(*names, begun=EMPTY):
    """A lobby with guests of these names."""
    for name in names:
        begun = come(begun, f"key of {name}")
        begun = introduce(begun, begun.guests[-1].number, name, None)
    return begun


def called(there):
    """The names on the chairs."""
    return [name_of(there, chair) for chair in there.chairs]


def refused(act, *given):
    """The name of the refusal."""
    with pytest.raises(Refused) as error:
        act(*given)
    return error.value.name


def test_whoever_comes_first_sits_first():
    """Guests get free chairs in the order in which they say their names."""
    assert called(lobby("Anna", "Ben")) == ["Anna", "Ben"]


def test_a_guest_without_a_name_has_no_chair():
    """The guest is in the lobby, but gets a chair only with a name."""
    there = come(EMPTY, "key")
    assert [guest.name for guest in there.guests] == [""]
    assert all(chair.free for chair in there.chairs)


def test_a_chair_is_added_as_long_as_the_game_has_seats():
    """In a game for four, the fifth guest waits without a chair."""
    there = lobby("Anna", "Ben", "Cleo", "Dora", "Emil")
    assert called(there) == ["Anna", "Ben", "Cleo", "Dora"]
    assert [there.seated(number) for number in (1, 4, 5)] == [True, True, False]


def test_a_waiting_guest_gets_the_chair_of_one_who_leaves():
    """Nobody else has to move."""
    there = lobby("Anna", "Ben", "Cleo", "Dora", "Emil")
    assert called(leave(there, 2)) == ["Anna", "Emil", "Cleo", "Dora"]


def test_changing_a_name_moves_nobody():
    """A guest keeps its chair, and may change the spelling of its own name."""
    there = introduce(lobby("Anna", "Ben"), 1, "ANNA", "elders")
    assert called(there) == ["ANNA", "Ben"]
    assert there.guest(1).pick == "elders"


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA"])
def test_a_second_guest_of_the_same_name_is_refused(name):
    """Upper and lower case count as the same."""
    there = come(lobby("Anna"), "key")
    assert refused(introduce, there, 2, name, None) == "name_taken"


def test_the_name_of_somebody_without_a_phone_is_taken_too():
    """Names that the host has typed count, too."""
    there = come(arrange(EMPTY, "perladora", 4, [Chair(name="Ida"), Chair()], EMPTY.picks), "key")
    assert refused(introduce, there, 1, "ida", None) == "name_taken"


def test_a_name_cannot_be_empty():
    """Nobody can introduce themselves without a name."""
    assert refused(introduce, come(EMPTY, "key"), 1, "", None) == "your_name_missing"


def test_a_taken_pick_cannot_be_chosen():
    """A pick becomes free again when its guest picks another, or leaves."""
    there = introduce(lobby("Anna", "Ben"), 1, "Anna", "elders")
    assert there.taken(2) == {"elders"}
    assert refused(introduce, there, 2, "Ben", "elders") == "pick_taken"
    for freed in (introduce(there, 1, "Anna", "foragers"), leave(there, 1)):
        assert introduce(freed, 2, "Ben", "elders").guest(2).pick == "elders"


def test_only_what_the_game_has_can_be_chosen():
    """Without picks in the game, nothing can be chosen."""
    there = lobby("Anna")
    assert refused(introduce, there, 1, "Anna", "pirates") == "no_such_pick"
    assert refused(introduce, replace(there, picks=()), 1, "Anna", "elders") == "no_such_pick"


def test_a_lobby_has_a_maximum_of_guests():
    """One guest more is refused."""
    there = EMPTY
    for number in range(MOST_GUESTS):
        there = come(there, f"key {number}")
    assert refused(come, there, "key") == "lobby_full"


def test_an_absent_nameless_guest_makes_room():
    """A guest with a name keeps its place, however long it is away."""
    there = lobby("Anna")
    for number in range(MOST_GUESTS - 1):
        there = come(there, f"key {number}")
    after = come(there, "key", away={1, 4})
    assert [guest.number for guest in after.guests] == [1, 2, 3, *range(5, MOST_GUESTS + 2)]
    assert refused(come, there, "key", {1}) == "lobby_full"


def test_a_number_is_given_once():
    """A guest who joins after another has left gets a new number."""
    there = lobby("Cleo", begun=leave(lobby("Anna", "Ben"), 2))
    assert [guest.number for guest in there.guests] == [1, 3]


def test_seats_can_be_swapped():
    """With four players of Perladöra this changes the teams."""
    there = lobby("Anna", "Ben", "Cleo", "Dora")
    first, second, *others = there.chairs
    assert called(arrange(there, "perladora", 4, [second, first, *others], EMPTY.picks)) == [
        "Ben",
        "Anna",
        "Cleo",
        "Dora",
    ]


def test_nobody_gets_two_chairs_and_a_guest_who_left_gets_none():
    """Whatever the host's page sends, because it may be out of date."""
    there = lobby("Anna", "Ben")
    assert called(arrange(there, "perladora", 4, [Chair(1), Chair(1), Chair(9)], EMPTY.picks)) == ["Anna", "Ben", ""]


def test_a_nameless_guest_cannot_be_seated():
    """A game must not begin with a nameless player."""
    there = come(EMPTY, "key")
    assert all(chair.free for chair in arrange(there, "perladora", 4, [Chair(1), Chair()], ()).chairs)


def test_fewer_chairs_leave_guests_waiting():
    """The host decides how many play; fewer chairs send nobody away."""
    there = arrange(lobby("Anna", "Ben", "Cleo"), "perladora", 4, [Chair(1), Chair(level="medium")], EMPTY.picks)
    assert called(there) == ["Anna", ""]
    assert len(there.guests) == 3


def test_picks_that_another_game_lacks_are_dropped():
    """Names are kept."""
    there = introduce(lobby("Anna"), 1, "Anna", "elders")
    guest = arrange(there, "sailing", 2, [Chair(), Chair()], ["red"]).guest(1)
    assert (guest.name, guest.pick) == ("Anna", None)


def test_picks_hold_again_after_the_table_was_to_draw():
    """Meanwhile nobody may choose; whoever had chosen need not do it again."""
    there = introduce(lobby("Anna"), 1, "Anna", "elders")
    drawn = arrange(there, "perladora", 4, there.chairs, ())
    assert refused(introduce, drawn, 1, "Anna", "elders") == "no_such_pick"
    assert arrange(drawn, "perladora", 4, drawn.chairs, EMPTY.picks).guest(1).pick == "elders"


def test_a_game_begins_when_no_chair_is_free():
    """With the seats of guests, and the others as arranged."""
    there = lobby("Anna")
    assert refused(ready, there) == "chair_free"
    there = arrange(there, "perladora", 4, [Chair(level="medium"), Chair(1)], EMPTY.picks)
    assert {seat: guest.name for seat, guest in ready(there).items()} == {2: "Anna"}


def test_a_guest_that_has_gone_can_do_nothing():
    """Neither introduce itself nor leave again."""
    there = leave(lobby("Anna"), 1)
    assert refused(introduce, there, 1, "Anna", None) == "no_such_guest"
    assert refused(leave, there, 1) == "no_such_guest"


def test_a_repr_tells_no_key():
    """Not even the digest of a token."""
    assert "key of Anna" not in repr(lobby("Anna"))
