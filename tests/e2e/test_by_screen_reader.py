"""By a screen reader alone: the pages are walked and played by what is spoken, and each change is said once."""

import pytest
from selenium.webdriver import Keys

from e2e.phone_page import PhonePage

pytestmark = pytest.mark.slow

GRID = """
return [...document.querySelectorAll("[role=grid] > [role=row]")].map((row) =>
  [...row.querySelectorAll(":scope > [role=gridcell]")].map((cell) => cell.firstElementChild.dataset.site));
"""
RECORD = """
window.told = [];
const live = "[role=status], [role=alert], [role=log], output, [aria-live]";
new MutationObserver((news) => {
  const batch = news.filter(({target}) => (target.nodeType === 1 ? target : target.parentElement)?.closest(live))
    .flatMap(({addedNodes}) => [...addedNodes].map(({textContent}) => textContent)).filter(Boolean);
  if (batch.length) told.push(batch);
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
FOCUS = "return document.activeElement.dataset.site ?? null"


def test_the_board_is_a_grid_of_cells_that_are_called_as_they_are_counted(page, table):
    """Chromium makes of it five rows of eight cells; each has a space and the lines that begin there."""
    table.begin(confirm="button")
    page.until_phase("playing")
    assert page.js(GRID) == [[f"{column}{row}" for column in "abcdefgh"] for row in range(1, 6)]
    page.touch("c3-d3").until_label("c3-d3", "not confirmed")
    nodes = page.line.call("Accessibility.getFullAXTree")["nodes"]
    cells = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "gridcell"]
    assert len(cells) == 40
    assert cells[18] == "c3, empty line between c3 and d3, a Pontoon, not confirmed yet line between c3 and c4, empty"


def test_arrows_lead_to_what_takes_nothing_and_it_is_read(host):
    """On a phone most places are not to be pressed; all can be read, the same way as all others."""
    phone = PhonePage.joined(host, 2)
    assert phone.count(".site:not([aria-disabled])") == 0
    phone.js("document.querySelector('#site-c3').focus()")
    walked = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_DOWN):
        phone.keys(key)
        walked.append(phone.js(FOCUS))
    assert walked == ["c3-d3", "d3", "d3-d4", "d4"]


def test_each_change_is_said_once(page, table):
    """Legal, illegal, lifted, confirmed: on the page where it is done, nothing is told twice, whatever shows it."""
    table.begin(confirm="button", hints="always")
    page.until_phase("playing").until_turn(1)
    page.js(RECORD)
    page.touch("b2").until_verdict("illegal")
    page.click("#do-confirm").until(lambda: page.text("#refusal") == page.sentence, "why not")
    page.touch("b2").until_says("lay one Diver")
    page.touch("a1").until_verdict("legal")
    page.confirm()
    told = page.js("return told")
    why = "Pearl Farms stay free of Divers: lift the piece on b2."
    assert told[:2] == [[why], [why]]
    assert len(told) >= 5
    assert all(len(set(batch)) == len(batch) for batch in told), told


def test_nobody_who_types_is_talked_to(page):
    """What comes meanwhile waits until they leave the field, and is said then if it is still so."""
    page.form().find("#name-1").send_keys("Zo")
    page.js(RECORD)
    page.js("const line = document.querySelector('#refusal'); line.textContent = 'First'; line.textContent = 'Then'")
    assert page.js("return told") == []
    page.keys(Keys.TAB)
    assert page.until(lambda: page.js("return told"), "what came meanwhile") == [["Then"]]
