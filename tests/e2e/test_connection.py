"""What breaks between a page and its table, and how both come back: reloads, a power cut, a network that goes away."""

import pytest
from selenium.webdriver import Keys

from e2e.table_page import TablePage

pytestmark = pytest.mark.slow

ALIVE = "return window.alive === true"
HURRIED = "window.waits = setTimeout; window.setTimeout = (act, ms, ...more) => waits(act, ms / 10, ...more);"
"""A page that is soon out of patience: Chromium takes a whole processor while a line that is open has no network."""


@pytest.fixture
def game(unopened, table):
    """Anna and Ben play, and every turn waits for the button. The page knows whether it was ever reloaded."""
    unopened.display.network(up=True)
    page = unopened.open()
    table.begin(confirm="button")
    page.js("window.alive = true")
    return page.until_phase("playing").until_turn(1, "Anna")


def other_window(page, language="en"):
    """A second window on the same table."""
    return TablePage.beside(page).open(language)


def state(page):
    """The connection as the page shows it."""
    return page.text("#link"), page.js("return document.querySelector('#link').dataset.state")


@pytest.mark.soak
def test_a_reload_in_the_middle_of_a_turn_changes_nothing(game):
    """The draft lies there, and goes on."""
    game.pontoons("c3-d3").touch("e2").until_verdict("legal")
    game.driver.refresh()
    game.until_connected().until_turn(2, "Ben").until_verdict("legal")
    assert "not confirmed" in game.label("e2")
    assert game.label("c3-d3").endswith("Pontoon")
    game.confirm().until_turn(3, "Anna")


def test_a_page_says_connected_once_it_knows_what_a_tap_means(game):
    """Not before the game's own pages have come: a tap would be taken for a hand that lifts a piece."""
    game.display.network(up=True, latency_ms=300)
    game.driver.refresh()
    assert state(game.until_connected())[1] == "connected"
    assert (
        game.js("return document.querySelector('#popover') !== null && document.querySelector('#main').dataset.phase")
        == "playing"
    )


@pytest.mark.soak
def test_two_windows_on_one_table_show_the_same(game):
    """What is clicked in one is seen in both, and either may go on."""
    other = other_window(game).until_turn(1, "Anna")
    other.touch("e2").until_verdict("legal")
    game.until_label("e2", "not confirmed").until_verdict("legal")
    game.confirm()
    other.until_turn(2, "Ben").until_label("e2", "Diver of Anna")
    assert other.sentence == game.sentence


def test_what_was_seen_too_late_is_refused(game, table):
    """A confirmation of a screen that has moved on does nothing, and says so."""
    game.touch("e2").until_verdict("legal")
    game.display.network(up=False)
    table.ask("confirm")
    table.ask("put", site="c3")
    table.until(lambda screen: screen["verdict"] == "legal")
    game.do("confirm")
    game.display.network(up=True)
    game.until(lambda: "The table has moved on" in game.text("#refusal"), "that it has moved on")
    game.until_turn(2, "Ben").until_verdict("legal")
    assert table.screen()["match"]["turn"] == 2


@pytest.mark.line_breaks
def test_a_power_cut_in_the_middle_of_a_turn(game, table):
    """The page waits, comes back without a reload, and asks; the pieces are laid again, and the same turn goes on."""
    game.diver("c3").pontoons("d3-e3", "g3-g4").until_turn(3, "Anna")
    table.kill()
    game.until(lambda: state(game) == ("The table does not answer. Reconnecting …", "reconnecting"), "no answer")
    game.touch("a1").until(lambda: "not connected" in game.text("#refusal"), "that nothing was sent")
    table.start()
    game.until_connected().until_says("The board is empty, but a game is unfinished.")
    assert game.js(ALIVE)
    game.click("#question [data-answer=continue]").until_says(
        "put them back on c3, between d3 and e3 and between g3 and g4"
    )
    assert game.badges("put") == 3
    game.do("tidy").until_turn(3, "Anna").until_says("Anna: lay one Diver")
    assert game.badges("put") == 0
    game.diver("e2").until_turn(4, "Ben")
    assert game.js(ALIVE)


@pytest.mark.soak
@pytest.mark.line_breaks
def test_after_a_power_cut_a_new_game_may_begin(game, table):
    """The other answer leaves the old game."""
    game.diver("c3").diver("e2")
    table.kill()
    game.until(lambda: state(game)[1] == "reconnecting", "no answer")
    table.start()
    game.click("#question [data-answer=new]").until_phase("idle").until_says("Who is playing?")


@pytest.mark.line_breaks
def test_the_question_waits_for_its_answer(game, table):
    """It cannot be closed away by a key."""
    game.diver("c3").diver("e2")
    table.kill()
    game.until(lambda: state(game)[1] == "reconnecting", "no answer")
    table.start()
    game.until(lambda: game.seen("#question"), "the question")
    game.keys(Keys.ESCAPE)
    game.until(lambda: game.seen("#question"), "the question again")
    game.click("#question [data-answer=continue]").until(lambda: not game.seen("#question"), "the game again")


@pytest.mark.line_breaks
def test_a_network_that_goes_away_and_comes_back(game, table):
    """The page notices the silence; whatever happened meanwhile is shown when the line is back, without a reload."""
    game.diver("c3").until_turn(2, "Ben")
    game.js(HURRIED)
    game.diver("e2").until_turn(3, "Anna")
    game.display.network(up=False)
    for turn, site in enumerate(("f3", "h1"), start=4):
        table.ask("put", site=site)
        table.until(lambda screen: screen["verdict"] == "legal")
        table.ask("confirm")
        table.until(lambda screen, turn=turn: screen["match"]["turn"] == turn)
    game.until(lambda: state(game)[1] == "reconnecting", "the silence")
    game.js("window.setTimeout = window.waits")
    assert game.label("f3").endswith("empty")
    game.display.network(up=True)
    game.until_connected().until_turn(5, "Anna").until_label("f3", "Diver of Anna")
    assert game.js(ALIVE)


def test_a_gap_in_the_numbers_is_filled(page, table):
    """A change that never arrived is noticed at the next one, and everything is asked for again."""
    table.begin(confirm="button")
    page.driver.spoil()
    page.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": """
        const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
        const { send } = WebSocket.prototype;
        window.heard = [];
        window.asked = [];
        Object.defineProperty(WebSocket.prototype, "onmessage", { set(listener) {
          set.call(this, (event) => {
            const message = typeof event.data === "string" ? JSON.parse(event.data) : {};
            heard.push(message.type);
            if (message.type !== "change" || !window.deaf) listener(event);
          });
        } });
        WebSocket.prototype.send = function (text) {
          asked.push(JSON.parse(text).type);
          send.call(this, text);
        };"""
        },
    )
    page.driver.refresh()
    page.until_connected().until_turn(1).js("window.deaf = true; window.before = heard.length")
    table.ask("put", site="c3")
    page.until(lambda: page.js("return heard.slice(before).includes('change')"), "a change that arrives")
    assert page.label("c3").endswith("empty")
    page.js("window.deaf = false")
    table.ask("put", site="e2")
    page.until_label("c3", "not confirmed").until_label("e2", "not confirmed")
    assert page.js("return asked.filter((type) => type === 'resync').length") == 1
    at_once, greeted, asked = 1, 1, 1
    assert page.js("return heard.filter((type) => type === 'snapshot').length") == at_once + greeted + asked
