"""The Diver at the table: sensors, confirming, coming up for air, ways back, screens; in virtual time."""

import pytest

from other_games.tables import GameTable
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import Colour


@pytest.fixture
def table():
    """A game of two with hidden hands, at Anna's first turn."""
    return GameTable().set_up("pearls", 2)


def colour_at(table, slot):
    """What lies in a slot."""
    return table.page()["game"]["display"][slot]["colour"]


def held(table, seat):
    """A colour in a hand, and how many of it."""
    cards = table.state.hands[seat - 1]
    return next(
        (colour.value, count) for colour, count in zip(Colour, cards, strict=True) if count and colour != "wild"
    )


# --- taking --------------------------------------------------------------------------------------------------------


def test_a_diver_on_a_slot_takes_after_three_quiet_seconds(table):
    """All cards of the colour, and the display is filled up."""
    colour, pile = colour_at(table, 0), table.page()["game"]["pile"]
    count = [slot["colour"] for slot in table.page()["game"]["display"]].count(colour)
    table.do("c2")
    assert (table.page()["verdict"], table.page()["game"]["chosen"]) == ("legal", colour)
    table.do("wait 3200")
    assert table.session.played == ((1, Take(colour)),)
    assert table.page()["game"]["pile"] == pile - count
    assert table.page()["match"]["players"][0]["hand"] == 6 + count
    assert len(table.page()["game"]["last"]["dealt"]) == count


def test_a_diver_that_has_counted_must_come_up_first(table):
    """It is no draft of the next player, also after a restart."""
    table.do("c2 wait 3200")
    assert table.page()["lift"] == ["c2"]
    table.do("wait 9000")
    again = table.reboot()
    assert again.page()["lift"] == ["c2"]
    again.do("press end_turn wait 600")
    assert len(again.session.played) == 1
    again.do("-c2 e2 wait 3200")
    assert [seat for seat, _ in again.session.played] == [1, 2]


def test_a_diver_that_slides_over_others_says_the_last(table):
    """Only what lies there when all is still counts."""
    table.do("c2 wait 300 -c2 e2 wait 500 -e2 b4 wait 300")
    assert table.page()["game"]["chosen"] == colour_at(table, 3)
    assert not table.session.played


def test_a_diver_beside_the_display_is_refused_with_words(table):
    """And nothing is lost: it goes where it should, and counts."""
    table.do("d3")
    assert (table.page()["verdict"], table.page()["lift"]) == ("illegal", ["d3"])
    table.do("-d3 wait 300 c2 wait 3200")
    assert len(table.session.played) == 1


def test_a_colour_is_taken_from_a_screen_where_a_sensor_is_dead(table):
    """Without the Diver, from the shared page and from the own."""
    assert table.wish("act", action=["take", colour_at(table, 0)], actor=1) is None
    assert table.wish("act", action=["take", colour_at(table, 0)], actor=2, who=table.phone(2)) is None
    assert [seat for seat, _ in table.session.played] == [1, 2]


def test_a_diver_that_was_drafted_when_cards_were_placed_must_be_lifted(table):
    """It is no draft of whoever comes next."""
    phone = table.phone(1)
    colour, count = held(table, 1)
    table.do("c2")
    assert table.wish("act", action=["place", colour, count, 0, False], actor=1, who=phone) is None
    assert table.page()["lift"] == ["c2"]


# --- placing -------------------------------------------------------------------------------------------------------


def test_cards_are_placed_on_the_own_screen_and_shown_to_all(table):
    """The page tells them, the lights string them up."""
    phone = table.phone(1)
    colour, count = held(table, 1)
    assert table.wish("act", action=["place", colour, count, 0, False], actor=1, who=phone) is None
    assert table.session.played == ((1, Place(colour, count)),)
    assert table.page()["game"]["last"]["placed"] == [colour] * count
    lit = {str(light): mark.role for light, mark in table.lighting._scene.lights.items()}
    assert lit["b3"] == f"pearls_string_{colour}"
    table.do("wait 4100")
    table.lighting._step()
    lit = {str(light): mark.role for light, mark in table.lighting._scene.lights.items()}
    assert lit["b3"] == "pearls_necklace"


def test_who_has_a_screen_does_not_place_from_the_page_that_all_share(table):
    """There a refusal would tell of the hand."""
    table.phone(1)
    colour, count = held(table, 1)
    assert table.wish("act", action=["place", colour, count, 0, False], actor=1) == "on_the_phone"
    assert not table.session.played


@pytest.mark.parametrize(
    ("step", "refused"),
    [
        (["place", "wild", 1, 1, False], "wild_with_wild"),
        (["place", "red", 0, 1, False], "nothing_placed"),
        (["place", "purple", 9, 0, False], "no_such_card"),
        (["take", "yellow"], "not_on_display"),
        (["take", "pink"], "malformed"),
        (["place", "red", -1, 0, False], "malformed"),
        (["place", "red", 1, 0], "malformed"),
        ("take", "malformed"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name_and_changes_nothing(table, step, refused):
    """With two players there are no yellow cards."""
    before = list(table.log)
    assert table.wish("act", action=step, actor=1, who=table.phone(1)) == refused
    assert [entry for entry in table.log if "Acted" in repr(entry)] == [e for e in before if "Acted" in repr(e)]


# --- ways back -----------------------------------------------------------------------------------------------------


def test_a_placement_is_taken_back_alone_and_a_take_by_all(table):
    """A take turned up new cards."""
    anna, ben = table.phone(1), table.phone(2)
    colour, count = held(table, 1)
    assert table.wish("act", action=["place", colour, count, 0, False], actor=1, who=anna) is None
    assert table.wish("take_back", who=anna) is None
    assert not table.session.played
    assert table.wish("act", action=["take", colour_at(table, 0)], actor=1) is None
    assert table.wish("take_back", who=anna) is None
    assert len(table.session.played) == 1
    assert table.wish("agree_take_back", who=ben) is None
    assert not table.session.played
    assert table.page()["match"]["players"][0]["hand"] == 6


# --- on a drawn board ----------------------------------------------------------------------------------------------


def test_with_open_hands_everybody_sees_the_hand_of_whoever_moves():
    """And with hidden ones nobody does."""
    opened = GameTable().set_up("pearls", 3, options={"hands": "open"})
    assert opened.page()["game"]["hand"]["seat"] == 1
    assert all(player["cards"] for player in opened.page()["match"]["players"])
    hidden = GameTable().set_up("pearls", 3)
    assert hidden.page()["game"]["hand"] is None
    assert not any(player["cards"] for player in hidden.page()["match"]["players"])


def test_every_slot_can_be_dived_for(table):
    """By its own sensor."""
    for slot in SLOTS:
        table.do(f"{slot}")
        assert table.page()["verdict"] == "legal"
        table.do(f"-{slot} wait 300")
