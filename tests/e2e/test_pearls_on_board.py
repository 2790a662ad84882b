"""Pearls beside a board, or a simulated one that stands in for it: the page is its companion, with lists."""

import pytest
from selenium.webdriver import Keys

from e2e.phone_page import PhonePage
from e2e.test_pearls import PEOPLE, PearlsPage

pytestmark = pytest.mark.slow


@pytest.fixture
def pearls(page):
    return PearlsPage(page.driver, page.table)


def lying(pearls):
    """What lies on display, by site."""
    return {each["site"]: each["colour"] for each in pearls.game["display"]}


def test_a_diver_on_a_pearl_takes_its_colour_and_nothing_covers_the_board(pearls):
    """By a click on the board, and by the key of its slot; what it would take is marked by rings of light."""
    pearls.agree(*PEOPLE, hands="open")
    assert not pearls.seen("#stage")
    assert not pearls.seen("#open-tray")
    slot, colour = next((site, colour) for site, colour in lying(pearls).items() if colour in pearls.open_colours)
    key = str([*lying(pearls)].index(slot) + 1)
    pearls.keys(key).until_verdict("legal")
    assert pearls.count(".pearl-slot.chosen") == list(lying(pearls).values()).count(colour)
    pearls.keys(key).until(lambda: pearls.count(".piece") == 0, "the Diver lifted")
    pearls.touch(slot).until_verdict("legal")
    pearls.confirm()
    assert pearls.game["last"]["taken"][0] == colour


def test_cards_are_placed_and_taken_from_lists(pearls):
    """A hand that lies open beside the board, and the display as a list, for whoever cannot reach it."""
    pearls.agree(*PEOPLE, hands="open")
    first = pearls.js("return document.querySelector('#open-groups button').id")
    pearls.click(f"#{first}").click("#open-place")
    pearls.until(lambda: "Ben" in pearls.whose, "the turn of Ben")
    assert pearls.game["last"]["placed"]
    pearls.click(f"#take-{pearls.open_colours[0]}").click("#take-now")
    pearls.until(lambda: "Anna" in pearls.whose, "the next turn")
    assert pearls.game["last"]["taken"]


def test_a_phone_beside_a_board_has_its_hand_and_the_list(pearls):
    """And no stage: what is to be seen lies on the table. It is read in one sentence to whoever wants that."""
    pearls.agree(*PEOPLE)
    phone = PhonePage.joined(pearls, 1)
    phone.until(lambda: phone.count("#mine-groups button"), "a hand")
    assert not phone.seen("#stage")
    phone.js("window.read = []; speechSynthesis.speak = ({text}) => read.push(text)")
    phone.click("#menu-open").click("#read-aloud").until(lambda: phone.js("return read.length") == 2, "what is read")
    phone.keys(Keys.ESCAPE)
    first, held = phone.js("return [document.querySelector('#mine-groups button').id, read[1]]")
    assert held.startswith("They are: ")
    assert "points each" not in held
    phone.click(f"#{first}").click("#mine-place")
    phone.until(lambda: pearls.table.screen()["match"]["players"][1]["to_move"], "the turn of Ben")
