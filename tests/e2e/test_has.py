"""A browser whose style sheets know no `:has()` shows the same: every element is where it would be, as it would be."""

import pytest

from e2e.table_page import TablePage
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

SERVED = {"game": "e2e.hasless", "mode": "screen"}

NO_HAS = """
const supports = CSS.supports;
CSS.supports = (...asked) => !asked.join().includes(":has") && supports.call(CSS, ...asked);
"""
LOOK = """
return [...document.querySelectorAll("body *")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const { display, backgroundColor, outlineStyle, order } = getComputedStyle(each);
  const name = `${each.localName}#${each.id}.${each.getAttribute("class") ?? ""}`;
  return [name, ...[x, y, width, height].map(Math.round), display, backgroundColor, outlineStyle, order].join(" ");
});
"""
SIZES = [(1440, 900), (390, 844), (820, 1180)]
MARKED = """
return [...document.querySelectorAll("*")].some((each) => each.getAttributeNames().join().includes("data-has-"));
"""
GAMES = ("perladora", "pearls", "piratoons")


@pytest.fixture
def old(page):
    """A window of the older browser beside the page."""
    old = TablePage.beside(page)
    old.driver.spoil()
    old.display.likes(still=True)
    old.line.call("Network.enable")
    old.line.call("Network.setCacheDisabled", cacheDisabled=True)
    old.line.call("Network.setExtraHTTPHeaders", headers={"X-Hasless": "1"})
    old.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_HAS})
    return old


def same(page, old, path, sizes):
    """Nothing differs between the two."""
    for each in (page, old):
        each.driver.get(f"{each.table.address}{path}")
        each.until_connected()
    old.until(lambda: old.js(MARKED), "what stands in for it")
    found = []

    def alike():
        one, other = (each.js(LOOK) for each in (page, old))
        found[:] = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]][:6]
        return not found and len(one) == len(other)

    for size in sizes:
        for each in (page, old):
            each.display.size(*size)
        try:
            page.until(alike, "the same")
        except AssertionError:
            raise AssertionError(f"{path} at {size}: {found}") from None


@pytest.mark.parametrize("game", soaked(GAMES, GAMES[:1]))
def test_without_has_everything_is_where_it_was(page, old, table, game):
    """Before a game, in one, and on a television, at three sizes; each game at one of them, and one on a television."""
    at = [*GAMES].index(game)
    sizes = at_length(SIZES, SIZES[at : at + 1])
    same(page, old, "/?lang=en", sizes)
    page.display.size(*SIZES[0])
    page.until_phase("idle").form().click(f"#games label:has([value={game}])")
    page.fill(["Anna", "Ben"]).click("#set-up")
    page.until(lambda: table.screen()["phase"] == "playing", "the game")
    same(page, old, "/?lang=en", sizes)
    if game in at_length(GAMES, GAMES[:1]):
        same(page, old, "/?tv&lang=en", SIZES[:1])
