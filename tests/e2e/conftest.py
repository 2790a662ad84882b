"""Chromium and a table for every test here. Where there is no Chromium the tests are skipped; CI must have one."""

import os
import socketserver
from contextlib import suppress
from threading import Thread

import pytest
from selenium.common.exceptions import WebDriverException

from e2e.browsing import browser_program, complaints, open_browser
from e2e.page import DESK
from e2e.serving import ServedTable
from e2e.table_page import CLANS, NAMES, TablePage
from support.serving import free_port

MARKS = {
    "line_breaks": "the page cannot reach its table for a while",
    "undrawn": "a part of the page cannot be drawn",
    "refused": "the table refuses what is asked of it",
}


class Stranger(socketserver.BaseRequestHandler):
    """Any other machine: it notes how it is spoken to, and says nothing."""

    def handle(self):
        self.server.asked.append(self.request.recv(999))


@pytest.fixture(scope="session")
def elsewhere():
    """The whole world but for this machine.

    A browser that tells of each request takes a fifth more for every page. That a page asks another port of this
    machine, its policy forbids; the browser would complain.
    """
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Stranger) as server:
        server.daemon_threads, server.asked = True, []
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="session")
def driver(tmp_path_factory, elsewhere):
    """The browser of all tests."""
    if browser_program() is None:
        missing = "the page's tests need Chromium: on Debian, apt install chromium-headless-shell chromium-driver"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    driver = open_browser(tmp_path_factory.mktemp("profile"), elsewhere="{}:{}".format(*elsewhere.server_address))
    with suppress(WebDriverException):  # nobody answers
        driver.get("http://elsewhere.test/")
    assert elsewhere.asked, "what goes to other machines is not heard"
    elsewhere.asked.clear()
    complaints(driver)
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
def window(driver, elsewhere, request):
    """A blank window. Nobody may have complained, and nothing foreign may have been asked for."""
    complaints(driver)
    driver.turn_to_blank_window()
    yield driver
    said = complaints(driver)
    driver.hand_all_back()
    if not any(request.node.get_closest_marker(mark) for mark in MARKS):
        assert said == []
    assert elsewhere.asked == []


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
