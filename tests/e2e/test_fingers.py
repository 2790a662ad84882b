"""What is pressed is large enough for a finger on a phone: on every page, upright and on its side."""

import pytest

from e2e.test_accessible import over, playing

pytestmark = pytest.mark.slow

PHONES = ((360, 640), (844, 390))
SMALL = """
const pressed = "a[href], button, summary, select, input:not([type=radio], [type=checkbox])";
const written = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && /\\p{L}/u.test(node.data));
const inText = (each) => getComputedStyle(each).display === "inline" && written(each.parentElement);
const hidden = ".skip, [inert], details:not([open]) > :not(summary)";
const seen = (each) => each.checkVisibility() && !each.closest(hidden) && each.getBoundingClientRect().width > 1;
const low = (each) => each.getBoundingClientRect().height < 43.9;
return [...document.querySelectorAll(pressed)].filter(seen).filter((each) => low(each) && !inText(each))
  .map((each) => [each.id || each.className, each.textContent.trim(), each.getBoundingClientRect().height]);
"""
"""What is less than 44 px high; a link that stands in a sentence is as high as its line."""


def small(page):
    """What a finger would miss, at both ways of holding a phone."""
    found = {}
    for size in PHONES:
        page.display.size(*size, touch=True)
        found[size] = page.js(SMALL)
    return {size: each for size, each in found.items() if each}


def test_a_finger_finds_what_is_pressed_on_the_pages_of_a_table(page, table):
    """With no game on, in a game, in one that is explained, at its end, and on the pages about it."""
    page.until(lambda: page.seen("#start-computer"), "the ways to begin")
    assert small(page) == {}
    page.click("#start-here").until(lambda: page.seen("#form"), "the form")
    assert small(page) == {}
    playing(table)
    page.until_phase("playing")
    assert small(page) == {}
    table.begin(2, explain=True, confirm="button")
    page.until(lambda: page.seen("#why summary"), "what may be asked")
    assert small(page) == {}
    over(table)
    page.until(lambda: page.seen("#result .onward"), "the ways to look at it")
    assert small(page) == {}
    finished = table.screen()["finished"]
    for path in ("/archive", "/family", finished["replay"], finished["analysis"], "/learn/perladora"):
        page.open(path=path).until(lambda: page.seen("main"), path)
        page.until(lambda: page.js("return document.readyState") == "complete", path)
        assert small(page) == {}, path
