"""Behind a proxy whose name nobody has told the table: each page says so, and none waits for an answer for ever."""

import pytest

from e2e.serving import ServedTable
from e2e.test_accessible import over
from support.rehosting import rehosting

pytestmark = [pytest.mark.slow, pytest.mark.line_breaks]

SAID = "The table does not know the address of this page."


class Proxied(ServedTable):
    """A table that is reached by a proxy."""

    proxy = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.proxy or self.port}"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = Proxied(tmp_path_factory.mktemp("table")).start()
    with rehosting(table.port) as table.proxy:
        yield table
        assert table.stop() == ""


@pytest.fixture
def page(unopened):
    return unopened


def opened(page, path):
    page.driver.get(f"{page.table.address}{path}")
    return page


def test_the_table_page_says_so(page):
    """Its line was refused, of which a browser tells a page nothing: it said "reconnecting"."""
    opened(page, "/?lang=en").until(lambda: SAID in page.text("#link"), "why")
    page.driver.refresh()
    page.until(lambda: SAID in page.text("#link"), "why")


def test_a_phone_is_not_told_that_its_code_is_wrong(page, table):
    table.begin(2)
    code = table.invitation(1).rpartition("#")[2]
    opened(page, f"/seat?lang=en#{code}").until(lambda: SAID in page.text("#welcome"), "why")


def test_an_operator_is_not_told_that_the_table_is_away(page, table):
    opened(page, "/operator?lang=en").find("#token").send_keys(table.token)
    page.click("#enter").until(lambda: SAID in page.text("#wrong"), "why")


def test_whoever_would_play_on_from_a_finished_game_is_not_left_waiting(page, table):
    over(table)
    opened(page, table.screen()["finished"]["replay"] + "?lang=en").until(lambda: page.seen("#try"), "a way to play on")
    page.click("#try").until(lambda: SAID in page.text("#try-refusal"), "why")
