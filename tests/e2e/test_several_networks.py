"""A table in several networks shows every address with its own code, in the lobby and on a television."""

import pytest

from e2e.browsing import Display
from e2e.table_page import TablePage
from e2e.test_tv import CUT, SEEN_WHOLE
from support.several_networks import HOSTS

pytestmark = pytest.mark.slow

SERVED = {"game": "support.several_networks", "mode": "screen"}

SHOWN = """
const found = [...document.querySelectorAll(`${arguments[0]} .address`)];
return found.filter((each) => each.checkVisibility()).map((each) => new URL(each.textContent).host);
"""


@pytest.fixture
def page(window, table):
    Display(window).size(1280, 720)
    return TablePage(window, table)


def hosts(table, *found):
    return [f"{host}:{table.port}" for host in found or HOSTS]


def test_a_tv_shows_all_of_them_in_sight(page, table):
    page.driver.get(f"{table.address}/?tv&lang=en")
    page.until(lambda: page.count("#way .code") == len(HOSTS), "a code for each network")
    assert page.js(SHOWN, "#way") == hosts(table)
    for size in ((1280, 720), (1920, 1080), (3840, 2160)):
        page.display.size(*size)
        assert page.js(SEEN_WHOLE, "#board, #way .code, #way p, #way .address"), size
        assert page.js(CUT) == [], size


def test_the_lobby_shows_all_of_them(page, table):
    page.driver.get(f"{table.address}/?lang=en")
    page.until(lambda: page.seen("#start-phones"), "the ways to begin")
    page.click("#start-phones").until(lambda: page.count("#lobby-code .code") == len(HOSTS), "a code for each network")
    assert page.js(SHOWN, "#lobby-code") == hosts(table)
    assert "another network" in page.text("#lobby-code .networks")
