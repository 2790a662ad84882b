"""A drawn board that cannot be played from a page, or not yet, says so before it is touched, and offers nothing."""

import pytest

from e2e.phone_page import PhonePage
from e2e.table_page import AS_THIS_PAGE, TablePage
from support.perladora_table import command

pytestmark = pytest.mark.slow

SERVED = {"mode": "screen"}

PLAYABLE = """
const offered = "#do-confirm, #do-take_back, #do-redo, #do-hint, #do-advise, #do-power, #do-backup, #value, #do-pass";
return [...document.querySelectorAll(`${offered}, .take[data-site], #privates button`)]
  .filter((each) => each.checkVisibility() && each.getAttribute("aria-disabled") !== "true").map((each) => each.id)
  .concat(getComputedStyle(document.querySelector("#layer .site")).cursor === "pointer" ? ["the board"] : []);
"""
"""What looks as if it could be played."""
HELD = {
    "perladora": {
        "advanced": True,
        "players": [{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": "children"}],
    },
    "pearls": {"players": [{"name": "Anna"}, {"name": "Ben"}], "options": {"hands": "hidden"}},
}
"""Games with hands that nobody else may see."""


def begin_held(page, game):
    """A game of Anna and Ben at this page, which is the host's then."""
    asked = command("set_up", game=game, confirm="button", hints="request", **HELD[game])
    assert page.driver.execute_async_script(AS_THIS_PAGE, asked)["ok"]
    page.until(lambda: page.seen("#tray-open"), "the curtain")
    return page


LATE = """
const { send } = WebSocket.prototype;
window.asked = 0;
WebSocket.prototype.send = function (text) {
  const first = text.includes('"private"') && (window.asked += 1) === 1;
  const late = text.includes('"private"') ? text.replace(/"version":[0-9]+/, '"version":0') : text;
  send.call(this, first ? late.replace(/"seat":[0-9]+/, '"seat":6') : late);
};
"""
"""Whoever asks for a hand has not heard of what is on the table by now, and is refused the first time."""


def test_who_plays_alone_has_a_hand_whatever_happens_while_it_is_asked_for(page):
    """A hand is not refused for the time that an answer takes, and after a refusal asked for again."""
    page.js(LATE)
    players = [{"name": "Anna"}, {"name": "", "computer": "easy"}]
    assert page.driver.execute_async_script(AS_THIS_PAGE, command("set_up", players=players))["ok"]
    page.until_bare("#hand-1")
    assert page.js("return window.asked") >= 2


def test_a_page_that_comes_after_the_hosts_has_gone_says_for_what_it_waits(page):
    """At once, not after the half minute in which the host's may come back."""
    begin_held(page, "perladora").js("localStorage.removeItem('pearlboard.device')")
    other = TablePage.beside(page)
    page.driver.get("about:blank")
    other.open().until(lambda: "in half a minute" in other.text("#notices"), "what becomes of the host's part")


@pytest.mark.parametrize("game", HELD)
def test_a_page_offers_only_what_can_be_played_on_it(page, game):
    """While it waits for whoever is to move, whose hand it shows then; on a page that is not the host's; while whoever
    moves has a phone. Each says why, before anything is pressed.
    """
    begin_held(page, game)
    page.until_says("First press “I am Anna”")
    assert page.js(PLAYABLE) == []
    page.click("#tray-open").until(lambda: not page.seen("#tray-open"), "the hand")
    page.until(lambda: "Anna" in page.text("#sentence") and page.js(PLAYABLE), "what can be played")
    page.js("localStorage.removeItem('pearlboard.device')")  # as another device would come
    other = TablePage.beside(page).open()
    other.until_says("Anna plays at the host’s page. This page looks on.")
    assert other.js(PLAYABLE) == []
    PhonePage.joined(page, 1)
    for each in (page, other):
        each.until_says("Anna plays on a phone.")
    assert other.js(PLAYABLE) == []
    assert not page.seen("#do-confirm")
    assert not {*page.js(PLAYABLE)} - {"do-take_back"}
