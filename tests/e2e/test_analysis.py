"""A finished game is thought over: while one waits, and once it is done; read by everybody."""

from urllib.error import HTTPError

import pytest

from e2e.test_accessible import DESK, PHONE, SIDEWAYS, faults, look, over
from pearlboard.languages import LANGUAGES

THOUGHT = "return document.querySelector('#progress').value"
STEPS = 8


@pytest.fixture(scope="module")
def number(table):
    """A game that has just been counted; the table is free."""
    over(table)
    record = table.screen()["game"]["result"]["export"]
    table.ask("new_game")
    return int(record.removeprefix("/archive/").removesuffix(".json"))


@pytest.fixture
def analysis(number, page):
    """The page about that game, once every step has been thought about."""
    page.open(path=f"/archive/{number}/analysis")
    for step in range(STEPS + 1):
        page.until(lambda step=step: page.seen("[data-ready]") or page.js(THOUGHT) >= step, f"thought {step}")
    page.until(lambda: page.seen("[data-ready]"), "the end of the thinking")
    return page


def test_every_step_is_told_with_what_could_be_expected(analysis):
    """And what the search would have played; the plot has a line for each side, told in words, too."""
    assert analysis.count("#steps > li") == STEPS
    assert "Anna lays a Diver of" in analysis.text("#steps > li")
    assert analysis.count("#steps .expected") == STEPS
    assert analysis.count("#plot .line") == 2
    points = analysis.js(
        "return [...document.querySelectorAll('#plot .line polyline:not(.edge)')]"
        ".map((line) => line.getAttribute('points').split(' ').length)"
    )
    assert points == [STEPS + 1, STEPS + 1]
    assert "percent, from the beginning on." in analysis.js("return document.querySelector('#plot-said').textContent")
    assert analysis.text("#said") == "The computer has thought about every step."
    assert not analysis.seen("#progress")


@pytest.mark.usefixtures("analysis")
def test_it_is_thought_over_only_once(table, number):
    """Whoever comes next has all of it at once, the same, in whatever language."""
    found = table.get(f"/api/archive/{number}/analysis?lang=fr")
    assert found["done"]
    assert [side["points"] for side in found["sides"]] == [
        side["points"] for side in table.get(f"/api/archive/{number}/analysis?lang=en")["sides"]
    ]
    assert "Anna pose un Plongeur" in found["moments"][0]["played"]


def test_one_gets_there_from_the_game_and_back_to_the_step(analysis, number):
    """From the page that shows it again, by its link; each step leads back to its own frame."""
    analysis.open(path=f"/archive/{number}")
    analysis.click(f"a[href^='/archive/{number}/analysis']")
    analysis.until(lambda: analysis.seen("[data-ready]"), "the analysis")
    analysis.driver.find_elements("css selector", "#steps a")[2].click()
    analysis.until(
        lambda: (
            analysis.seen("#slider")
            and analysis.js("return document.querySelector('#place').textContent").startswith("3 of")
        ),
        "the third step",
    )


@pytest.mark.parametrize("path", ["/archive/{}/analysis", "/api/archive/{}/analysis"])
def test_a_game_that_was_not_counted_is_not_told(number, table, path):
    """It would tell values; nor is one that never was."""
    table.begin()
    for other in (number + 1, number + 7):
        with pytest.raises(HTTPError, match="404"):
            table.get(path.format(other))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_read_it(analysis, language):
    """Nothing for axe to find, light or dark, on a desk or on a phone; nothing scrolls sideways."""
    analysis.speak(language)
    analysis.until(lambda: analysis.seen(f"html[lang={language}] [data-ready]"), "the page in that language")
    for size in (DESK, PHONE):
        for dark in (False, True):
            look(analysis, size, dark=dark)
            assert faults(analysis) == [], (size, dark)
    for size in ((320, 568), PHONE, (640, 360), (768, 1024), DESK):
        analysis.display.size(*size)
        assert analysis.js(SIDEWAYS) == [], size
