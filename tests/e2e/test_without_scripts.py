"""A browser that runs no scripts, or is too old for ours: a television shows the game all the same, others are told."""

import pytest

from e2e.devtools import Refused
from e2e.table_page import TablePage
from e2e.test_accessible import over
from support.lengths import soaked

pytestmark = pytest.mark.slow

NO_CONTAINERS = """
const supports = CSS.supports;
CSS.supports = (...asked) => !asked.join().includes("container-type") && supports.call(CSS, ...asked);
"""
OLD = {
    "Safari 15": NO_CONTAINERS,
    "Chrome 79": f"{NO_CONTAINERS} delete Array.prototype.findLast; delete window.structuredClone;",
    "no modules": "delete HTMLScriptElement.prototype.noModule;",
    "no dialogs": "delete HTMLDialogElement.prototype.showModal;",
    "syntax of tomorrow": 'document.addEventListener("readystatechange", () => dispatchEvent(new ErrorEvent("error", '
    '{error: new SyntaxError("x"), filename: `${location.origin}/static/x.js`})), {once: true});',
}


@pytest.fixture
def plain(unopened):
    """A window in which no script runs."""
    unopened.driver.spoil()
    unopened.line.call("Emulation.setScriptExecutionDisabled", value=True)
    return unopened


def read(page, path):
    page.driver.get(f"{page.table.address}{path}")
    return page


def html(page):
    """What the browser has made of the page; no script is needed to ask for it."""
    try:
        root = page.line.call("DOM.getDocument", depth=0)["root"]["nodeId"]
        return page.line.call("DOM.getOuterHTML", nodeId=root)["outerHTML"]
    except Refused:  # it was renewed between the two
        return html(page)


def test_a_television_without_scripts_follows_a_game(plain, table):
    """The address is that of every television; what happens is seen without anybody touching it."""
    read(plain, "/?tv&lang=fr").until(lambda: "tv=plain" in plain.driver.current_url, "the plain page")
    plain.until(lambda: table.address in html(plain), "the way in")
    table.begin(2)
    plain.until(lambda: "Anna" in html(plain), "whose turn it is")
    table.ask("put", site="c3")
    plain.until(lambda: 'id="at-c3"' in html(plain), "the piece")
    table.clear()
    over(table)
    plain.until(lambda: "/archive/" in html(plain), "the picture of the end")


def test_a_page_without_scripts_says_so(plain):
    """And leads to what can be seen."""
    assert "/?tv=plain&amp;lang=de" in html(read(plain, "/?lang=de"))


@pytest.mark.parametrize("kind", soaked(OLD, ["Chrome 79", "no dialogs", "syntax of tomorrow"]))
def test_a_browser_that_is_too_old_is_told(unopened, kind):
    """In the page's language, with the way to what it can show; a television goes there by itself."""
    unopened.driver.spoil()
    unopened.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OLD[kind]})
    page = unopened
    for path in ("/?lang=de", "/seat?lang=de", "/learn/perladora?lang=de"):
        read(page, path)
        page.until(lambda: page.seen("#too-old"), "that it is too old")
        assert "zu alt" in page.text("#too-old h1")
        assert not page.seen("#main")
    page.click("#too-old a").until(lambda: "tv=plain" in page.driver.current_url, "the plain page")
    read(page, "/?tv&lang=de").until(lambda: "tv=plain&lang=de" in page.driver.current_url, "the plain page")


def test_a_new_browser_is_not_told(page):
    """Nothing of it is seen."""
    assert not page.seen("#too-old")
    assert TablePage.open(page).seen("#main")
