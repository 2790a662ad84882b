"""Chromium and a table for every test here. Where there is no Chromium the tests are skipped; CI must have one."""

import os

import pytest

from e2e.browsing import browser_program, complaints, open_browser, requests
from e2e.page import DESK
from e2e.serving import ServedTable
from e2e.table_page import CLANS, NAMES, TablePage
from support.serving import free_port

MARKS = {
    "line_breaks": "the page cannot reach its table for a while",
    "undrawn": "a part of the page cannot be drawn",
    "refused": "the table refuses what is asked of it",
}


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    """The browser of all tests."""
    if browser_program() is None:
        missing = "the page's tests need Chromium: on Debian, apt install chromium-headless-shell chromium-driver"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    driver = open_browser(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def port():
    """Where one table after the other is served, so that the browser keeps what all their pages are made of."""
    return free_port()


@pytest.fixture(scope="module")
def table(request, tmp_path_factory, port):
    """A table of the module's own, with an empty archive; `SERVED` says in what it differs."""
    table = ServedTable(tmp_path_factory.mktemp("table"), **getattr(request.module, "SERVED", {}))
    table.port = free_port(port)
    table.start()
    yield table
    assert table.stop() == ""


@pytest.fixture
def window(driver, request):
    """A blank window. Nobody may have complained, and nothing foreign may have been asked for."""
    complaints(driver)
    requests(driver)
    driver.turn_to_blank_window()
    yield driver
    said, asked = complaints(driver), requests(driver)
    driver.hand_all_back()
    if not any(request.node.get_closest_marker(mark) for mark in MARKS):
        assert said == []
    table = request.getfixturevalue("table")
    ours = {each.address.removeprefix("http://") for each in (table, *getattr(table, "neighbours", ()))}
    assert asked
    assert {address for address in asked if address.split("/")[2] not in ours} == set()


@pytest.fixture
def page(unopened):
    """The table page on a desk, in a browser that knows nothing of earlier tests; no game is on."""
    return unopened.open()


@pytest.fixture
def unopened(window, table):
    """That page before it is opened, for whoever goes elsewhere first, or in another language.

    Nothing moves on it: that would have to be drawn sixty times a second. Whoever tests what moves asks for it.
    """
    table.clear()
    page = TablePage(window, table)
    page.display.size(*DESK)
    page.display.likes(still=True)
    return page.forget()


@pytest.fixture
def host(page):
    """The host's page in an advanced game of Anna, Ben and Cleo, who has the Elders, that waits for the button."""
    return page.host(NAMES, CLANS).until_turn(1, NAMES[0])


def pytest_configure(config):
    """The marks of tests in which the browser complains, and rightly."""
    for mark, why in MARKS.items():
        config.addinivalue_line("markers", f"{mark}: {why}")
