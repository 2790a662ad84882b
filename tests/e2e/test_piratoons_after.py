"""Piratoons after the game and before the first one: the count, the replay, the picture, the analysis, the lesson."""

from dataclasses import replace

import pytest
from selenium.webdriver import ActionChains, Keys

from e2e.page import SIZES, Page
from e2e.serving import ServedTable
from e2e.test_accessible import DESK, PHONE, SIDEWAYS, faults, look
from other_games.tables import GameTable
from pearlboard.languages import LANGUAGES
from pearlboard.store.log import FactLog
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

LEADING_ON = (("/", "#do-rematch"), ("/archive/1", "#go-forward"), ("/archive/1/analysis", "#go-forward"))
READY = "return document.querySelector('#main').hasAttribute('data-ready')"
LETTERS = "return [...document.querySelectorAll('#again-chest .crew')].map((each) => each.firstChild.data)"
FRAMES = (
    "return fetch(`/api/archive/${document.querySelector('#main').dataset.number}`).then((answer) => answer.json())"
)


class Quiet(GameTable):
    """Looks at nothing on the way."""

    def check(self):
        pass


def over(*levels, **options):
    """The log of a game that computers have played to its end."""
    table = Quiet().set_up("piratoons", len(levels), dict(enumerate(levels, 1)), options=options)
    for _ in range(4000):
        if table.page()["phase"] == "over":
            return table
        table.do("wait 1000")
    raise AssertionError("the game does not end")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table that has seen two games: one is in the archive, the other has just ended."""
    folder = tmp_path_factory.mktemp("table")
    first, second = over("hard", "medium", "easy", plunder="screen"), over("easy", "easy")
    first.wish("new_game")
    log = FactLog(folder / "games.db")
    log.append(first.log, "2026-11-22T20:00:00+00:00")
    last = first.log[-1].version
    log.append([replace(entry, version=last + entry.version) for entry in second.log], "2026-11-22T21:00:00+00:00")
    log.close()
    table = ServedTable(folder, mode="screen").start()
    yield table
    assert table.stop() == ""


@pytest.fixture
def open_(window, table):
    """Opens a page of it, and waits until it is there."""

    def opened(path, *, still=True):
        page = Page(window, table)
        page.display.size(*DESK)
        page.display.likes(still=still)
        page.open(path=path)
        if path != "/":
            page.until(lambda: page.js(READY), path)
        return page

    return opened


def everybody_can_read(page, path, short):
    """Nothing for axe to find and nothing that scrolls sideways; in make test, in the language of that number."""
    for number in at_length(range(len(LANGUAGES)), (short,)):
        language = LANGUAGES[number]
        page.open(path=f"{path}?lang={language}")
        page.until(lambda: page.js(READY), language)
        size = (DESK, PHONE)[number % 2]
        look(page, size, dark=number > 0)
        assert faults(page) == [], (language, size)
        for size in ((320, 568), PHONE, DESK):
            page.display.size(*size)
            assert page.js(SIDEWAYS) == [], (language, size)


@pytest.mark.soak
def test_a_game_that_was_over_before_the_program_started_is_not_counted_again(open_):
    """Who has won stands there at once, though things may move."""
    page = open_("/", still=False)
    page.until(lambda: page.seen(".count-of-all"), "the points")
    assert page.count(".count-of-all tbody tr") == 7
    assert page.js("return document.querySelector('#result').getAnimations({subtree: true}).length") == 0
    assert not page.seen("#do-end_count")
    assert page.text("#sentence") == page.text("#result .winner")
    assert page.count("#board .again-ship") == 2
    page.display.likes(still=True)
    assert faults(page) == []


@pytest.mark.parametrize(("path", "button"), soaked(LEADING_ON, LEADING_ON[:1]))
def test_what_leads_on_is_in_sight_beside_the_board(open_, path, button):
    """After the game, in its replay and in its analysis: on a phone, a tablet, a laptop and a TV."""
    page = open_(path)
    for size in SIZES.values():
        page.display.size(*size)
        page.until_in_sight("#board").until_in_sight(button)


def test_a_game_is_walked_through_round_by_round(open_):
    """The chest with its numbers, crews, the loot with its winners; between rounds the ships; in the end the count."""
    page = open_("/archive/1")
    frames = page.js(FRAMES)["frames"]
    press = ActionChains(page.driver).send_keys
    press(Keys.ARROW_RIGHT).perform()
    assert "Round 1" in page.text("#whose")
    assert page.count("#again-chest .chest-tile") == 9
    loot = next(at for at, frame in enumerate(frames) if frame["kind"] == "loot")
    page.driver.find_elements("css selector", "#steps button")[loot].click()
    page.until(lambda: page.text("#whose") == "Round 1 · the loot", "the loot")
    assert page.count("#again-chest .crew.takes") >= 1
    assert page.count("#again-chest .crew") >= page.count("#again-chest .crew.takes")
    assert set(page.js(LETTERS)) <= set("ABC")  # whose they are, not by colour alone
    ActionChains(page.driver).send_keys(Keys.END).perform()
    page.until(lambda: page.text("#again-fleet").count("doubloon") == 3, "what everybody has left")
    assert [page.text(f"#again-fleet figure:nth-child({seat}) b") for seat in (1, 2, 3)] == ["Anna", "Ben", "Cleo"]
    assert "The record shows in which order" in page.text("#again-known")


def test_what_was_bought_is_told_for_everybody(open_):
    """A row for each tile that somebody came by, those that went overboard last."""
    page = open_("/archive/1")
    told = page.js(FRAMES)["bought"]
    assert page.count(".bought-by") == 3
    assert page.count(".bought-table tbody tr") == sum(len(each["tiles"]) for each in told)
    assert "spent" in page.text(".bought-by p")


@pytest.mark.soak
def test_the_replay_can_be_read_by_everybody(open_):
    """In one language and size, the other page in another; in make soak, in every language."""
    everybody_can_read(open_("/archive/1"), "/archive/1", 1)


def test_the_picture_is_offered_and_drawn(open_, table):
    """As an image of its own, with the ships."""
    page = open_("/archive/1")
    page.driver.get(f"{table.address}/archive/1.svg?lang=de")
    assert page.js("return document.documentElement.tagName") == "svg"
    assert page.js("return document.querySelectorAll('path').length") > 60


def test_a_game_is_thought_over_and_its_curve_goes_from_round_to_round(open_):
    """Every plunder as a whole is a step of it; nobody is told of single pieces."""
    page = open_("/archive/1/analysis")
    page.until(lambda: page.find("#main").get_attribute("data-ready") == "true", "the end of the thinking")
    steps = page.text("#steps")
    assert steps.count("The loot is shared out.") == 8
    assert "places a piece" not in steps
    page.driver.find_elements("css selector", "#steps button")[1].click()
    assert "loot" in page.text("#whose")
    lines = page.js(
        "return [...document.querySelectorAll('#lines .line polyline:not(.edge)')]"
        ".map((line) => line.getAttribute('points').split(' ').length)"
    )
    assert lines == [page.count("#steps > li")] * 3
    assert page.count("#decided > li")
    assert page.text("#undecided") == "The board as it was then."
    look(page, PHONE, dark=True)
    assert page.js(SIDEWAYS) == []
    assert faults(page) == []


def test_the_lesson_tells_its_players_by_their_names(open_):
    """By the letter on each crew, and before each bid: not by colour alone."""
    page = open_("/learn/piratoons")
    page.open("de", "/learn/piratoons")
    page.until(lambda: page.js(READY), "the lesson")
    steps = page.count("#dots button")
    told, bids = set(), []
    for number in range(1, steps + 1):
        page.click(f"#dots li:nth-child({number}) button")
        told |= set(page.js(LETTERS))
        bids += page.js(
            "return [...document.querySelectorAll('.opened-bid')].filter((each) => each.checkVisibility())"
            ".map((each) => each.innerText)"
        )
    assert told == {"Bl", "Gr", "Ge"}  # two of them begin alike
    assert bids == ["Blau · 4 Dublonen", "Grün · 4 Dublonen", "Gelb · 1 Dublone", "Blau · 2 Dublonen"]


@pytest.mark.soak
def test_the_lesson_is_gone_through_to_the_first_game(open_):
    """Nine steps, with what is said to another tile: the tile is the button."""
    page = open_("/learn/piratoons")
    kind = "return document.querySelector('#answer').dataset.kind"

    def right():
        page.until(lambda: page.js(kind) == "right", page.text("#step-title"))
        if page.seen("#step-next"):
            page.click("#step-next")

    assert "pocket" not in page.sentence
    page.click("#again-2").until(lambda: page.text("#answer") == "That is another tile.", "what that is")
    page.click("#again-1.pointed")
    right()
    page.click("[data-choice='1']").until(lambda: page.js(kind) == "wrong", "that it is not so")
    for choice in (2, 1, 2):
        page.click(f"[data-choice='{choice}']")
        right()
    assert page.count("button.chest-tile") == 2
    page.click("#again-3").until(lambda: page.text("#answer") == "That is another tile.", "what that is")
    page.click("#again-5")
    right()
    for _ in range(4):
        page.click("[data-choice='1']")
        right()
    assert page.seen("#step-play")


@pytest.mark.soak
def test_the_lesson_can_be_read_by_everybody(open_):
    """In one language and size, the other page in another; in make soak, in every language."""
    everybody_can_read(open_("/learn/piratoons"), "/learn/piratoons", 2)
