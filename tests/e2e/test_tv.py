"""The table page on a TV: everything is to be seen, nothing to be pressed, until somebody wants to."""

from contextlib import contextmanager

import pytest
from selenium.webdriver import Keys

from e2e.hurrying import Hurry
from e2e.phone_page import PhonePage
from e2e.table_page import TablePage
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.lobby import MOST_GUESTS

pytestmark = pytest.mark.slow

CONTROLS = """
const controls = [...document.querySelectorAll("button, input, select, summary, a")];
return controls.filter((each) => each.checkVisibility()).length;
"""
CUT = """
const text = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
const written = [...document.querySelectorAll("main *")].filter((each) => !each.closest("svg, .unseen") && text(each));
return written.filter((each) => each.checkVisibility()).filter((each) => {
  const {width, top, left, bottom, right} = each.getBoundingClientRect();
  const off = top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
  const cut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflow !== "visible";
  return width > 1 && (off || cut);
}).map((each) => each.textContent);
"""
"""What is written and not to be seen, or cut off."""
SPILT = """
const text = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
const beyond = (inner, box) => inner.top < box.top - 1 || inner.bottom > box.bottom + 1 || inner.right > box.right + 1;
const panel = document.querySelector(".panel").getBoundingClientRect();
return [".now", ".asks > *", ".panel"].flatMap((css) => [...document.querySelectorAll(css)]).flatMap((part) => {
  const box = part.getBoundingClientRect();
  const written = [...part.querySelectorAll("*")].filter((each) => !each.closest("svg, .unseen") && text(each));
  return written.filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const inner = range.getBoundingClientRect();
    return each.checkVisibility() && each.clientWidth > 1 && inner.left < panel.right - 1 && beyond(inner, box);
  });
}).map((each) => `${each.className} ${each.textContent}`);
"""
"""What reaches out of the place where something is said, or out of the column; what that leaves out whole does not."""
SEEN_WHOLE = """
const boxes = [...document.querySelectorAll(arguments[0])].map((each) => each.getBoundingClientRect());
return boxes.every(({width, top, left, bottom, right}) =>
  width && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth);
"""
TELEVISIONS = ((1920, 1080), (1366, 768), (1280, 720))


@contextmanager
def on_tv(page):
    """A table page as a TV shows it; then with its controls again."""
    page.click("#tv-open").until(lambda: page.count("[data-tv]"), "the page as a TV shows it")
    yield
    page.js("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
    page.until(lambda: not page.count("[data-tv]"), "the controls")


def test_a_tv_shows_the_game_and_no_controls_until_a_key_or_a_touch(host):
    """Also after a reload; and the touch that brings the controls back does nothing else."""
    host.click("#tv-open").until(lambda: host.count("[data-tv]"), "the page as a TV shows it")
    for size in ((1920, 1080), (3840, 2160)):
        host.display.size(*size)
        assert host.js(CONTROLS) == 0
        assert host.js(SEEN_WHOLE, "#board, #sentence, .player, .count"), size
    host.driver.refresh()
    host.until_connected().until_turn(1, "Anna")
    assert host.js(CONTROLS) == 0
    host.touch("c3").until(lambda: not host.count("[data-tv]"), "the controls")
    assert host.table.screen()["pieces"] == []
    assert host.seen("#do-pause")
    host.touch("c3").until_label("c3", "not confirmed")


def test_a_tv_says_where_to_answer(host):
    """A vote cannot be answered there; Escape leads to its buttons."""
    Hurry(host.table, None, 3, {}).lay("c3", value=1)
    host.table.ask("put", site="d3")
    host.until_label("d3", "not confirmed").click("#tv-open")
    assert not host.seen("#tv-how")
    host.table.ask("take_back")
    host.until(lambda: host.seen("#proposal") and host.seen("#tv-how"), "the vote, and where to answer")
    assert "press Escape" in host.text("#tv-how")
    host.keys(Keys.ESCAPE).until(lambda: host.seen("#do-agree_take_back"), "the answers")
    host.click("#do-refuse_take_back").until(lambda: not host.seen("#proposal"), "no vote")


def test_a_tv_with_no_game_on_says_where_one_is_begun(page):
    """A code and an address that open the table on a phone, in sight with what to do; a lobby has its own."""
    page.until_phase("idle")
    assert not page.seen("#way")
    page.driver.get(f"{page.table.address}/?tv&lang=en")
    page.until_connected().until(lambda: page.seen("#way .code"), "the way to the table")
    for size in ((1280, 720), (1920, 1080), (3840, 2160)):
        page.display.size(*size)
        assert page.js(SEEN_WHOLE, "#board, #way .code, #way p, #way .address"), size
        assert page.js(CUT) == [], size
    address = page.text("#way .address")
    phone = TablePage.beside(page)
    phone.driver.get(address)
    phone.until(lambda: phone.seen("#start-phones"), "the ways to begin")
    phone.click("#start-phones")
    page.until(lambda: not page.seen("#way") and page.seen("#lobby-code .code"), "the lobby in its place")


JOINED = """
const body = JSON.stringify({ code: arguments[0] });
return fetch("/api/join", { method: "POST", headers: { "Content-Type": "application/json" }, body })
 .then((answer) => answer.json()).then(({ token }) => token);
"""


def test_the_machines_own_screen_shows_the_lobby_of_another_page(page):
    """What is to be played there, the way in by code or address, and who has come in; then again how to begin."""
    page.until_phase("idle")
    page.driver.get(f"{page.table.address}/?tv&lang=en")
    page.until_connected().until(lambda: page.seen("#way .code"), "the way to the table")
    page.table.ask("open_lobby", game="piratoons", seats=2)
    page.until(lambda: page.text("#way").startswith("Piratoons"), "what is to be played")
    chosen = "return document.querySelector('input[name=game]:checked')?.value"
    page.until(lambda: page.js(chosen) == "piratoons", "the game of the lobby on the board")
    address = page.text("#way .address")
    PhonePage.new(page).scan(address).introduce("Anna")
    page.until(lambda: page.text("#way h3") == "1 here so far", "how many are here")
    for count in range(1, MOST_GUESTS + 1):
        if count > 1:
            guest = page.js(JOINED, address.partition("#")[2])
            page.table.ask("introduce", guest, called=f"Jean-Christophe {count}")
        if count in (1, 4, MOST_GUESTS):
            page.until(lambda count=count: page.count("#way .guest") == count, "everybody's name")
            for size in TELEVISIONS:
                page.display.size(*size)
                assert page.js(SEEN_WHOLE, "#board, #way .code, #way p, #way .address, #way .guest b"), (count, size)
                assert page.js(CUT) == page.js(SPILT) == [], (count, size)
    page.table.ask("close_lobby")
    page.until(lambda: page.seen("#way .address"), "the way to the table")


SAID = """
const [sentence, explanation] = arguments;
document.querySelector("#teaching").hidden = document.querySelector("#tv-how").hidden = false;
document.querySelector("#sentence").textContent = sentence;
document.querySelector("#explanation").textContent = explanation;
dispatchEvent(new Event("resize"));
const { width, height } = document.querySelector("#board").getBoundingClientRect();
return [width, height].map(Math.round);
"""
LONGEST = ("now_any", "announce_elders", "piratoons_closed_box")
"""Sentences that say the most."""


def test_the_longest_sentences_leave_a_tvs_board_its_size(host):
    """The longest sentences are written smaller with what is explained; in every language none is cut off."""
    with on_tv(host):
        for size in TELEVISIONS:
            host.display.size(*size)
            board = host.js(SAID, "Ida: go.", "")
            for language in LANGUAGES:
                words = catalogues()[language].entries
                explained = max((text for name, text in words.items() if "explain_" in name), key=len)
                for name in LONGEST:
                    assert host.js(SAID, words[name], explained) == board, (size, language, name)
                    assert host.js(SPILT) == [], (size, language, name)
