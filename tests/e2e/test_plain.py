"""A game that brings no page of its own is played all the same: on the table page, on phones, with what is secret."""

import pytest

from e2e.phone_page import PhonePage
from e2e.test_accessible import DESK, LOOKS, PHONE, SIDEWAYS, faults, look, looks
from pearlboard.languages import LANGUAGES
from support.lengths import at_length
from support.sticks import TURN_MS

pytestmark = pytest.mark.slow

SERVED = {"game": "support.sticks"}
"""A table with one game more."""

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.fixture
def game(page):
    """Anna, Ben and Cleo, set up with the form; this page is the host's."""
    page.until_phase("idle").click("#games label:has([value=sticks])")
    page.until(lambda: page.count("#choose-players label:not([hidden])") == 6, "up to six players")
    return page.fill(NAMES).click("#set-up").until_turn(1, "Anna")


def take(page, count):
    """One, two or three, by the button that says so."""
    before = page.sentence
    page.js(
        "[...document.querySelectorAll('#acts button')].find((each) => each.textContent === arguments[0]).click()",
        f"Take {count}",
    )
    page.until(lambda: page.sentence != before, "the next turn")
    return page


def test_the_form_asks_first_which_game(page):
    """And shows what that game needs: six seats, no levels, nothing to confirm, none of another game's own."""
    page.form()
    assert page.seen("input[name=advanced]")
    assert page.seen("#ground circle")
    page.click("#games label:has([value=sticks])")
    page.until(lambda: not page.count("input[name=advanced]"), "nothing of the other game")
    page.click("#more summary").click("#choose-players label[data-count='6']")
    assert page.count("#setup .seat:not([hidden])") == 6
    assert not any(page.seen(css) for css in ("#choose-confirm", "#choose-hints", ".plays", "#ground circle"))
    page.driver.refresh()
    page.until_connected().until_phase("idle")
    page.until(lambda: page.count("#setup .seat:not([hidden])") == 6, "what was chosen, after a reload")
    page.click("#games label:has([value=perladora])").until(lambda: page.seen("input[name=advanced]"), "the other game")
    assert page.count("#setup .seat:not([hidden])") == 2


def test_a_game_that_cannot_be_used_says_why(page):
    """It cannot be chosen, and hurts none of the others."""
    page.until_phase("idle").until(lambda: page.count("#games input") == 4, "four games to choose from")
    assert "The game cracked cannot be used: ValueError" in page.text("#games-why")
    assert page.seen("#games-why li")
    assert page.count("#games [value=cracked]") == 0


def test_a_game_is_played_with_what_it_offers(game, table):
    """Public values as a list, with names; buttons; the time; the result; and the same again."""
    game.until(lambda: "Still lying12" in game.text("#plain-values"), "the game's own label")
    assert "Anna0Ben0Cleo0" in game.text("#plain-values")
    assert "heap12" in game.text("#plain-values").replace("1, 2", "!")
    assert game.js("return document.querySelector('#plain-values details').open") is False
    assert "seatCleosticks0" in game.text("#plain-values")
    assert game.seen("#dial[data-counting]")
    assert 0 < table.screen()["timer"]["ms"] <= TURN_MS
    for count, mover in ((3, "Ben"), (3, "Cleo"), (3, "Anna")):
        take(game, count).until(lambda mover=mover: mover in game.whose, f"{mover}'s turn")
    assert "Still lying3" in game.text("#plain-values")
    assert "seatBensticks3" in game.text("#plain-values")
    assert "heap1, 2, 3" in game.text("#plain-values")
    take(game, 3).until_phase("over").until_says("Anna has taken the last stick.")
    game.do("rematch").until_turn(1, "Ben")
    game.open(path="/archive").click("a[href^='/archive/']:not([href*='json'])")
    game.until(lambda: game.seen("[data-ready]"), "the game, shown again")
    assert "Anna takes 3 sticks." in game.text("#steps")
    assert game.count("#players .player") == 3


def test_a_pause_stops_the_time(game, table):
    """On every page it stands still until somebody goes on."""
    game.do("pause").until(lambda: game.seen("#veil"), "the veil")
    paused = table.screen()["timer"]
    assert not paused["runs"]
    assert table.screen()["timer"]["ms"] == paused["ms"]
    game.do("resume").until(lambda: table.screen()["timer"]["runs"], "the time running on")


def test_a_player_without_a_phone_looks_behind_a_curtain(game, table):
    """On the page that asked and on no other, until it is handed back; and every page says so."""
    other = type(game).beside(game).open()
    game.click("#look-2").until(lambda: "lucky number" in game.text("#private-values"), "what Ben alone may see")
    assert game.text("#private-title") == "Everybody but Ben looks away"
    number = game.text("#private-values dd")
    other.until(lambda: "One page is showing what only Ben may see" in other.text("#notices"), "the notice")
    assert other.js("return document.querySelector('#private-values').textContent") == ""
    assert f'"lucky_number":{number}' not in other.js("return document.documentElement.outerHTML")
    game.click("#private-done").until(lambda: not game.seen("#private"), "no curtain")
    assert game.text("#private-values") == ""
    other.until(lambda: "What Ben alone" not in other.text("#notices"), "that it is over")
    assert table.screen()["curtain"] is None


def test_a_curtain_is_closed_when_its_page_goes(game, table):
    """Whoever comes to the page next sees nothing of it."""
    game.click("#look-1").until(lambda: game.text("#private-values"), "what Anna alone may see")
    game.driver.refresh()
    game.until_connected().until_turn(1, "Anna")
    assert not game.seen("#private")
    table.until(lambda screen: screen["curtain"] is None)


def test_a_phone_shows_what_is_its_players(game, table):
    """With buttons on its turn; drawn over by the curtain nothing of it is left in the page."""
    phone = PhonePage.joined(game, 2)
    game.until(lambda: not game.seen("#look-2"), "nothing of Ben's to be looked at here")
    phone.until(lambda: "lucky number" in phone.text("#private-values"), "what is Ben's")
    assert not phone.seen("#main-acts button")
    take(game, 2)
    phone.until_mine().until(lambda: phone.count("#acts [data-act]") == 3, "three offers")
    phone.click("#cover").until(lambda: phone.seen("#curtain"), "the curtain")
    assert phone.text("#private-values") == ""
    assert not phone.seen("#main-acts button")
    phone.click("#uncover").until(lambda: phone.seen("#private"), "what is Ben's")
    take(phone, 1)
    game.until_turn(3, "Cleo")
    assert table.screen()["game"]["sticks_left"] == 9


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_read_it(game, language):
    """Nothing for axe to find, light or dark, on a desk or on a phone; nothing scrolls sideways."""
    game.open(language).until(lambda: game.seen("#plain"), "the game")
    for size, dark in at_length(LOOKS, looks(LANGUAGES.index(language))):
        look(game, size, dark=dark)
        assert faults(game) == [], (size, dark)
    for size in ((320, 568), PHONE, (640, 360), (768, 1024), DESK):
        game.display.size(*size)
        assert game.js(SIDEWAYS) == [], size
