"""Tables of three and of four, from the form to the standings. Scripts hurry the middle of the games along."""

import pytest

from e2e.page import left
from e2e.phone_page import PhonePage
from e2e.serving import PLAYERS
from e2e.table_page import Hands, mover, tells_who_won_what

pytestmark = pytest.mark.slow

NAMES = [player["name"] for player in PLAYERS]


def lay_one_each(page, hands, players):
    """Everybody's first Diver, clicked; whose turn it is goes round."""
    for seat in range(1, players + 1):
        screen = page.table.screen()
        assert mover(screen) == seat
        page.until_turn(seat, NAMES[seat - 1])
        space = hands.chance.choice(screen["game"]["hints"]["spaces"])
        hands.lay(seat, space)
        page.diver(space)


def tell(page, hands):
    """All are turned up, and whoever looks at the page says what is no 1."""
    page.do("turn_up").until(lambda: page.seen("#later"), "what lies there, turned up")
    for space, value in hands.laid.items():
        if value != 1:
            page.say(space, value, on_board=True)


@pytest.mark.soak
@pytest.mark.parametrize("players", [3, 4])
def test_a_game_of_three_or_four(page, table, players):
    """Set-up, a turn of everybody, reveal, count and standings are clicked."""
    hands = Hands(players, players)
    page.fill(NAMES[:players], ["fishermen", "foragers", "children", "elders"][:players])
    page.click("#more summary").click("input[name=hints][value=always]").click("input[name=confirm][value=button]")
    page.click("#set-up").lay_pearls()
    assert page.count("#players .player") == players
    assert ("Team 2" in page.text("#players")) == (players == 4)
    lay_one_each(page, hands, players)
    with left(page):
        hands.hurry(table)

    page.until_phase("reveal")
    tell(page, hands)
    page.do("agree").count_pearls()
    result = table.screen()["game"]["result"]
    assert page.count(".standings li") == {3: 3, 4: 2}[players]
    assert page.text(".winner") == result["text"]
    assert tells_who_won_what(page)
    for row in result["standings"]:
        assert " · ".join(row["names"]) in page.text(".standings")
        assert str(row["pearls"]) in page.text(".standings")
    page.do("rematch").until_says("Clear the board")
    page.do("tidy").lay_pearls().until_turn(1, NAMES[1])


def test_the_turns_so_far_stand_in_the_menu(host):
    """They are listed as on the table page; one that is pressed closes the menu and is marked on the board."""
    phone = PhonePage.joined(host, 2)
    host.diver("c3")
    phone.click("#menu-open")
    phone.until(lambda: phone.seen("#log"), "the list")
    phone.click("#log summary").click("#log-list button")
    phone.until(lambda: phone.count(".mark[data-mark=c3]") == 1 and not phone.seen("#menu"), "the place marked")
