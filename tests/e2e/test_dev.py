"""`make dev` in a browser: nobody has to press "reload"."""

import pytest

from e2e.page import Page
from support.developing import developing
from support.serving import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table for development, on a port that it keeps when it begins again."""
    (folder := tmp_path_factory.mktemp("developing") / "watched").mkdir()
    with developing(folder, free_port()) as table:
        yield table


@pytest.mark.refused
def test_an_open_page_reloads_itself(window, table):
    """When the table has begun again, the page is a new one, and as connected as before."""
    page = Page(window, table).open()
    page.js("document.documentElement.dataset.before = 'yes'")
    table.change()
    page.until(lambda: page.js("return document.documentElement.dataset.before ?? 'new'") == "new", "another page")
    page.until_connected()
