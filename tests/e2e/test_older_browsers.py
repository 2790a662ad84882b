"""Browsers that have less than today's, or refuse what they have: the game goes on all the same."""

import pytest

from e2e.serving import ServedTable

pytestmark = pytest.mark.slow

OLD = """
delete Element.prototype.checkVisibility;
delete Intl.Segmenter;
for (const name of ["with", "toSpliced", "toSorted", "toReversed"]) delete Array.prototype[name];
delete Object.groupBy; delete Promise.withResolvers; delete window.structuredClone;
"""
NOTHING_KEPT = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {get() { throw new DOMException("blocked", "SecurityError"); }});
"""
NO_ROOM = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
LESS = {"three years old": OLD, "keeps nothing": NOTHING_KEPT, "has no room": NO_ROOM}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table whose board is only drawn."""
    table = ServedTable(tmp_path_factory.mktemp("table"), mode="screen").start()
    yield table
    assert table.stop() == ""


@pytest.mark.parametrize("kind", LESS)
def test_a_game_is_begun_and_played_in_a_browser_that(page, kind):
    """A form is filled in, a piece laid and confirmed, and the line holds while a name field has the focus."""
    page.driver.spoil()
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LESS[kind]})
    page.driver.refresh()
    page.until_connected().form().fill(["Zoë", "Ben"])
    page.click("#set-up").until(lambda: page.seen("#tray-open"), "the curtain")
    page.click("#tray-open").click("#hand-2").touch("c3").until_verdict("legal")
    page.do("confirm").until_turn(2, "Ben")
