"""Other engines, Firefox and WebKit: from the form to the end of a game, on a phone, on the operator's page."""

import os

import pytest

from e2e.firefox import Firefox, firefox_program
from e2e.phone_page import PhonePage, invitation
from e2e.serving import ServedTable
from e2e.table_page import TablePage
from e2e.test_other_games import play_harbour, set_up
from e2e.webkit import WebKit, webkit_program

pytestmark = pytest.mark.slow

SERVED = {"game": "other_games.served"}
"""A table with a short game besides."""

ENGINES = {
    "Firefox": (Firefox, firefox_program, "firefox-esr"),
    "WebKit": (WebKit, webkit_program, "webkit2gtk-driver xvfb"),
}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request, tmp_path_factory):
    """The browser of these tests."""
    browser, program, packages = ENGINES[request.param]
    if program() is None:
        missing = f"the pages' tests in another engine need {request.param}: on Debian, apt install {packages}"
        if os.environ.get("CI") == "true" and request.param == "Firefox":
            pytest.fail(missing)
        pytest.skip(missing)
    browser = browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.quit()


@pytest.fixture
def page(engine, table):
    """The table page; no game is on, and nobody may have complained at the end."""
    table.clear()
    before = len(engine.complaints)
    engine.turn_to(engine.new_window())
    yield TablePage(engine, table).open()
    assert list(engine.complaints)[before:] == []


def test_a_whole_game(page, table):
    """Begun by the form, played on the board, shown again step by step."""
    play_harbour(page, table)
    page.until(lambda: page.seen("#finished .onward a"), "the way to the game, shown again")
    page.click("#finished .onward a[href^='/archive/']").until(lambda: page.seen("[data-ready]"), "the replay")
    before = page.sentence
    page.click("#go-forward").until(lambda: page.sentence != before, "the next step")


def test_whoever_asks_a_page_that_is_left_is_answered_by_the_next(page):
    """Whatever the engine: a press that leads away is still followed by a look."""
    leave = "if (!name) { name = 'left'; location.reload(); await new Promise(() => {}); } return name;"
    assert page.line.ask(leave) == "left"


def test_a_phone(page, engine, table):
    """It comes in by an invitation, keeps its hand behind the curtain, and plays its turn."""
    set_up(page, "perladora", 2).until_phase("pearls").do("start").until_turn(1, "Anna")
    address = invitation(page, 1)
    engine.turn_to(engine.new_window(360, 640))
    phone = PhonePage(engine, table).scan(address).until_seated().until_mine()
    phone.click("#cover").until(lambda: phone.seen("#curtain"), "the curtain")
    assert not phone.seen("#private")
    phone.click("#uncover").choose(2)
    left = phone.hand[2]
    table.ask("put", site="c3")
    page.until_turn(2, "Ben")
    phone.until(lambda: phone.hand[2] == left - 1, "one less in the hand")


def test_the_operators_page(page, engine, table):
    """The token opens it, and each part shows what it is about."""
    engine.get(f"{table.address}/operator?lang=en")
    page.find("#token").send_keys(table.token)
    page.click("#enter").until(lambda: page.seen("#views"), "what is behind the door")
    for view, shown in (("glance", "#lines dt"), ("settings", "#fields details"), ("games", "#kept li, #kept-none")):
        page.click(f"[data-show={view}]").until(lambda shown=shown: page.count(shown), view)


def test_a_game_without_a_board_is_begun(engine, tmp_path):
    """A table whose board is only drawn: cards lie in its place, and are taken by a tap."""
    table = ServedTable(tmp_path, mode="screen").start()
    engine.turn_to(engine.new_window())
    page = TablePage(engine, table).open()
    page.until_phase("idle").form().click("#games label:has([value=pearls])")
    page.fill(["Anna", "Ben"]).click("#set-up")
    page.until(lambda: table.screen()["phase"] == "playing", "the game")
    page.until(lambda: page.seen(".stage"), "the cards")
    engine.get("about:blank")
    assert table.stop() == ""
