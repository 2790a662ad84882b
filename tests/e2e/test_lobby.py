"""Everybody on their phone: one code for all, from the scan to the first turn."""

import pytest

from e2e.page import FRAMED, IN_SIGHT
from e2e.phone_page import PhonePage

pytestmark = pytest.mark.slow
COMPUTER = """
const each = document.querySelector(`#plays-${arguments[0]}`);
each.value = arguments[1];
each.dispatchEvent(new Event("input", {bubbles: true}));
"""
NAMED = """
return [...document.querySelectorAll("#setup .seat:not([hidden]) input[type=text]")].map((field) => field.value);
"""


def opened(page):
    """The host's page asks everybody in."""
    page.until_phase("idle").click("#start-phones").until(lambda: page.seen("#lobby-code .code"), "the code")
    return page


def named(page):
    """The names in the seats of the form."""
    return page.js(NAMED)


def test_two_phones_and_a_computer_from_the_scan_to_the_first_turn(page, table):
    """Guests stand in the form's seats with their clans; each phone becomes its seat's screen without another scan."""
    opened(page)
    anna = PhonePage.guest(page, "Anna", "elders")
    page.until(lambda: page.text("#lobby-here") == "1 here so far", "one who is here")
    ben = PhonePage.guest(page, language="fr")
    ben.until(lambda: "taken" in ben.find("[data-pick=elders]").get_attribute("class"), "the Elders taken")
    ben.until(lambda: ben.js("return document.querySelector('#pick-elders').disabled"), "what others have taken")
    ben.introduce("Ben", "children")
    assert ben.text("#lobby-title") == "Vous y êtes. L’hôte lance la partie."
    ben.click("#lobby-change").find("#lobby-name").send_keys("jamin")
    ben.click("#lobby-cancel").until(lambda: ben.seen("#lobby-inside"), "those who are in, again")
    assert (ben.text("#me"), ben.js("return document.activeElement.id")) == ("Ben", "lobby-change")
    anna.until(lambda: "Ben" in anna.text("#guests"), "the other guest")
    page.until(lambda: named(page) == ["Anna", "Ben"], "the guests in the form")
    page.click("input[name=players][value='3']")
    page.until(lambda: page.seen("#plays-3"), "a third seat")
    page.js(COMPUTER, 3, "easy")
    page.until(lambda: page.count("#seat-1 input[value=elders]:checked") == 1, "the clan of the guest")
    page.until(lambda: [chair["computer"] for chair in table.screen()["lobby"]["chairs"]] == [None, None, "easy"], "it")
    page.click("#set-up")
    for phone, name, clan in ((anna, "Anna", "elders"), (ben, "Ben", "children")):
        phone.until_seated().until(lambda phone=phone, name=name: phone.text("#me") == name, "its seat")
        player = next(each for each in table.screen()["match"]["players"] if each["name"] == name)
        assert (player["clan"], player["phone"]) == (clan, "here")
    assert not page.seen("#phones")
    table.ask("start")
    anna.until_mine()
    assert anna.hand
    assert anna.kept == [{"seat": 1, "name": "Anna", "token": anna.token}]


@pytest.mark.parametrize(
    "size", [(1366, 657), *(pytest.param(each, marks=pytest.mark.soak) for each in ((1366, 768), (1280, 800)))]
)
def test_the_code_and_who_has_come_are_seen_at_once(page, size):
    """Nothing lies over them, and nobody has to scroll between the code and the names."""
    page.display.size(*size)
    opened(page)
    PhonePage.guest(page, "Anna")
    page.until(lambda: page.text("#lobby-here") == "1 here so far", "one who is here")
    for css in ("#lobby-code .code", "#lobby-here"):
        page.until(lambda css=css: page.js(FRAMED, css), f"{css}, whole")


@pytest.mark.soak
def test_four_in_two_teams(page, table):
    """They are shown before the game begins, and the host can have two change places."""
    opened(page)
    phones = [PhonePage.guest(page, name) for name in ("Anna", "Ben", "Cleo", "Dora")]
    page.until(lambda: "Team 1: Anna and Cleo" in page.text("#lobby-teams"), "the teams")
    page.click("#swap-1").until(lambda: named(page) == ["Ben", "Anna", "Cleo", "Dora"], "other seats")
    for shown in (page, phones[1]):
        shown.until(lambda shown=shown: "Team 1: Ben and Cleo" in shown.text("#lobby-teams"), "other teams")
    page.click("#set-up")
    phones[1].until_seated().until(lambda: phones[1].text("#me") == "Ben", "its seat")
    sides = {player["name"]: player["side"] for player in table.screen()["match"]["players"]}
    assert sides == {"Ben": 1, "Anna": 2, "Cleo": 1, "Dora": 2}


@pytest.mark.soak
def test_a_guest_changes_its_name_and_leaves(page):
    """Two of the same name are told; the seat is free again."""
    opened(page)
    anna, other = PhonePage.guest(page, "Anna"), PhonePage.guest(page)
    other.find("#lobby-name").send_keys("anna")
    other.click("#lobby-in").until(lambda: "already" in other.text("#lobby-refusal"), "that the name is taken")
    other.introduce("Ben")
    page.until(lambda: named(page) == ["Anna", "Ben"], "both")
    anna.click("#lobby-change").introduce("Anne")
    page.until(lambda: named(page) == ["Anne", "Ben"], "the new name")
    anna.click("#lobby-leave").until_welcome("You have left")
    page.until(lambda: named(page) == ["", "Ben"], "a free seat")
    page.click("#remove-2")
    other.until_welcome("You are no longer in")


def test_a_reloaded_page_and_a_reloaded_phone_are_where_they_were(page):
    """The host's page finds its lobby, the phone its place."""
    opened(page)
    anna = PhonePage.guest(page, "Anna")
    anna.driver.refresh()
    anna.until(lambda: anna.seen("#lobby-inside"), "its place")
    page.driver.refresh()
    page.until(lambda: page.text("#lobby-here") == "1 here so far" and named(page)[0] == "Anna", "the lobby")
    page.click("#form-back").until(lambda: "scan again" in page.text("#form-back"), "a question")
    page.click("#form-back").until(lambda: page.seen("#start-phones"), "the ways to begin")
    anna.until_welcome("You are no longer in")


@pytest.mark.soak
@pytest.mark.line_breaks
def test_a_table_that_begins_again_has_forgotten_the_guests(page, table):
    """The phone says so, and offers to scan again."""
    opened(page)
    anna = PhonePage.guest(page, "Anna")
    table.kill()
    table.start()
    anna.until_welcome("The table has forgotten who was here")
    assert "Scan" in anna.text("#welcome-how")
    page.until(lambda: page.seen("#start-phones"), "the ways to begin")


COVERED = """
const [error, button] = ["#setup-error", "#set-up"].map((css) => document.querySelector(css));
const { boxShadow, position } = getComputedStyle(button);
const [, down, , spread] = position === "sticky" ? boxShadow.match(/-?[\\d.]+px/g).map(parseFloat) : [0, 0, 0, 0];
return error.getBoundingClientRect().top < button.getBoundingClientRect().bottom + down + spread - 1;
"""
"""Whether the edge around the button, which covers what is scrolled under it, covers the first line of the refusal."""


def test_why_a_game_cannot_begin_yet_is_read_whole(unopened):
    """Below the button, in sight, and with nothing over it; the button is there again once something is changed."""
    page = unopened.open(language="fr")
    opened(page)
    for size in ((1024, 768), (1366, 768), (1440, 900), (640, 400), (390, 844)):
        page.display.size(*size)
        assert page.js("return document.querySelector('#set-up').ariaDisabled") == "true", size
        assert page.text("#set-up") == "Commencer quand la place 1 sera prise", size
        page.click("#set-up").until(lambda: page.text("#setup-error"), "why not")
        page.until(lambda: page.js(IN_SIGHT, "#setup-error"), f"the refusal in sight {size}")
        assert not page.js(COVERED), size
        page.click("input[name=players][value='3']").until(lambda: not page.text("#setup-error"), "no refusal")
        page.click("input[name=players][value='2']")
