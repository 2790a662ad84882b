"""A hand is nobody else's business: whoever does not see it learns nothing of it by asking."""

from itertools import product

import pytest

from other_games.tables import GameTable
from pearlboard.games.pearls.rules.cards import COLOURS
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal, digest

HOST, OTHER = (Principal(key=digest(f"the key of {name}")) for name in ("the host's page", "another page"))
PLACES = [
    ["place", colour.value, cards, 0, necklace] for colour, cards, necklace in product(COLOURS, (1, 3), (True, False))
]


@pytest.fixture
def table():
    """Two people without phones; a page is the host's."""
    table = GameTable().set_up("pearls", 2)
    assert table.wish("claim_host", who=HOST) is None
    return table


def answers(table, who):
    """All that stands against placements of whoever is to move."""
    return {table.wish("act", action=place, actor=mover(table), who=who) for place in PLACES}


def mover(table):
    return next(player["seat"] for player in table.page()["match"]["players"] if player["to_move"])


@pytest.mark.parametrize("who", [EVERYBODY, HOST, OTHER, OPERATOR], ids=["anybody", "host", "another page", "operator"])
def test_a_page_that_does_not_see_the_hand_is_answered_the_same_whatever_is_in_it(table, who):
    """A hand of Pearls was once read in a minute: `no_such_card`, or `no_such_necklace`."""
    log = list(table.log)
    assert answers(table, who) == {"look_first"}
    assert table.log == log
    assert table.wish("act", action=["take", table.page()["game"]["display"][0]["colour"]], actor=1, who=who) is None


def test_whoever_sees_the_hand_plays_it_from_behind_the_curtain(table):
    """On that page and no other, as long as all are told that it is open."""
    seat = mover(table)
    assert table.wish("private", seat=seat, who=HOST) is None
    assert table.page()["curtain"] == seat
    assert answers(table, OTHER) == {"look_first"}
    [card, *_] = table.own(HOST)["game"]["hand"]
    assert table.wish("act", action=["place", card["colour"], 9, 0, False], actor=seat, who=HOST) == "no_such_card"
    assert table.wish("act", action=["place", card["colour"], 1, 0, False], actor=seat, who=HOST) is None
    assert (
        table.wish("act", action=["place", card["colour"], 1, 0, False], actor=mover(table), who=HOST) == "look_first"
    )


def test_it_is_so_on_a_board_that_is_only_drawn():
    """The hand in the tray of the page that goes round is a curtain, too."""
    table = GameTable().set_up("pearls", 2)
    table.tabletop.place.imitate(hardware=False)
    assert answers(table, OPERATOR) == {"look_first"}
    assert table.wish("private", seat=mover(table)) is None
    [card, *_] = table.own(OPERATOR)["game"]["hand"]
    assert table.wish("act", action=["place", card["colour"], 1, 0, False], actor=mover(table)) is None
    assert table.tabletop.place.curtain is None
    assert answers(table, OPERATOR) == {"look_first"}


def test_hands_that_lie_open_are_judged_openly():
    """By agreement; then any page plays them, as it shows them."""
    table = GameTable().set_up("pearls", 2, options={"hands": "open"})
    [card, *_] = table.page()["game"]["hand"]["cards"]
    for count, refused in ((9, "no_such_card"), (1, None)):
        place = ["place", card["colour"], count, 0, False]
        assert table.wish("act", action=place, actor=mover(table), who=EVERYBODY) == refused
