"""A finished game is looked at again: from the archive, step by step, by hand and by itself, and on the lights."""

import pytest
from selenium.webdriver import ActionChains, Keys

from e2e.test_accessible import DESK, LOOKS, PHONE, SIDEWAYS, faults, look, looks, over, turn
from pearlboard.languages import LANGUAGES
from support.lengths import at_length

pytestmark = pytest.mark.slow

PLACE = "return document.querySelector('#place').textContent"
SENTENCE = "return document.querySelector('#sentence').textContent"
LAID = "return document.querySelectorAll('.piece').length"
CURRENT = "return document.querySelector('[aria-current=step]').textContent"


@pytest.fixture(scope="module")
def number(table):
    """A game that was counted; the table is free."""
    over(table)
    record = table.screen()["game"]["result"]["export"]
    table.ask("new_game")
    return int(record.removeprefix("/archive/").removesuffix(".json"))


@pytest.fixture
def replay(unopened, table, number):
    """The page of that game, at its beginning."""
    page = unopened.open(path="/archive")
    page.click(f"a[href^='/archive/{number}']:not([href*='json'])")
    page.until(lambda: page.seen("[data-ready]"), "the game")
    yield page
    if table.screen()["exhibit"] is not None:
        table.ask("end_exhibit")


def keys(page, *pressed):
    ActionChains(page.driver).send_keys(*pressed).perform()
    return page


def test_a_game_is_walked_through_by_keys(replay):
    """Arrows, Home and End; the board, the sentence and the list say the same."""
    assert replay.js(LAID) == 0
    assert "begins" in replay.js(SENTENCE)
    keys(replay, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert (replay.js(PLACE)[0], replay.js(LAID)) == ("2", 2)
    assert replay.js(SENTENCE) in replay.js(CURRENT)
    keys(replay, Keys.ARROW_LEFT)
    assert (replay.js(PLACE)[0], replay.js(LAID)) == ("1", 1)
    keys(replay, Keys.END)
    assert "game goes to" in replay.js(SENTENCE)
    keys(replay, Keys.HOME)
    assert replay.js(PLACE).startswith("0 of")


def test_a_game_is_walked_through_by_clicks_and_the_address_keeps_the_place(replay):
    """Buttons, the list, the slider; after a reload the same step is shown."""
    replay.click("#go-forward").click("#go-forward").click("#go-back")
    assert replay.js(PLACE).startswith("1 of")
    replay.driver.find_elements("css selector", "#steps button")[4].click()
    assert replay.js(PLACE).startswith("4 of")
    replay.driver.find_element("css selector", "#slider").send_keys(Keys.ARROW_RIGHT)
    assert replay.js(PLACE).startswith("5 of")
    replay.driver.refresh()
    replay.until(lambda: replay.seen("[data-ready]") and replay.js(PLACE).startswith("5 of"), "the same step")


def test_it_plays_by_itself_until_it_is_stopped(replay):
    """And what it shows is not read aloud meanwhile."""
    replay.click("#go-play")
    replay.until(lambda: replay.js(LAID) >= 2, "two steps")
    assert replay.driver.find_element("css selector", "#sentence").get_attribute("aria-live") == "off"
    replay.click("#go-play")
    stopped = replay.js(PLACE)
    assert replay.driver.find_element("css selector", "#go-play").get_attribute("aria-pressed") == "false"
    assert replay.js(PLACE) == stopped


def test_the_values_can_be_turned_down(replay):
    """As the table saw it; in the count they are up again."""
    keys(replay, Keys.ARROW_RIGHT)
    assert replay.count(".piece .number") == 1
    replay.click("#values")
    assert replay.count(".piece .number") == 0
    keys(replay, Keys.END)
    assert replay.count(".piece .number") == replay.js(LAID)


def test_the_lights_follow_the_page_and_the_page_the_boards_buttons(replay, table):
    """What is shown on the lights is what the page shows, whoever turned the page."""
    keys(replay, Keys.ARROW_RIGHT).click("#exhibit")
    table.until(lambda screen: screen["exhibit"] is not None and screen["exhibit"]["index"] == 1)
    keys(replay, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    table.until(lambda screen: screen["exhibit"]["index"] == 3)
    table.ask("button", button="end_turn")
    replay.until(lambda: replay.js(PLACE).startswith("4 of"), "the next step")
    replay.click("#exhibit")
    table.until(lambda screen: screen["exhibit"] is None)


def test_while_a_game_is_on_the_lights_are_not_lent(replay, table):
    """The page says so, and goes on without them."""
    table.begin(confirm="button")
    turn(table, "a1")
    replay.until(lambda: replay.seen("#exhibit[aria-disabled=true]"), "no lights to lend")
    replay.click("#exhibit")
    replay.until(lambda: "A game is on" in replay.text("#refusal"), "why not")
    assert table.screen()["exhibit"] is None
    assert not replay.seen("#exhibit[aria-pressed=true]")


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_read_it(replay, language):
    """Nothing for axe to find, light or dark, on a desk or on a phone; nothing scrolls sideways."""
    replay.speak(language)
    replay.until(lambda: replay.seen(f"html[lang={language}] [data-ready]"), "the page in that language")
    keys(replay, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    for size, dark in at_length(LOOKS, looks(LANGUAGES.index(language))):
        look(replay, size, dark=dark)
        assert faults(replay) == [], (size, dark)
    for size in ((320, 568), PHONE, (640, 360), (768, 1024), DESK):
        replay.display.size(*size)
        assert replay.js(SIDEWAYS) == [], size
