"""The table's network in a real browser: its own Wi-Fi on the screen, the house's chosen on a phone, and back."""

import contextlib
import os
import socket
import threading
from pathlib import Path

import pytest
from selenium.webdriver.support.select import Select

import own_wifi
from e2e.browsing import Display
from e2e.serving import ServedTable
from e2e.test_accessible import AXE, DESK, PHONE, RUN, SIDEWAYS
from e2e.test_operator import Workshop
from pearlboard.wifi.__main__ import serve
from pearlboard.wifi.messages import Forget, Heard, Join, Own
from wifi.house import DIGITS, HEARD, HOME, House

HOSTILE = b"<img src=x>\xff\xe2\x80\xae0123456789"
SHOTS = os.environ.get("SHOTS")


@pytest.fixture(scope="module")
def house():
    return House("own", heard=(*HEARD, Heard(HOSTILE, 5, "password")))


def answer_until_closed(listening, answer):
    """As systemd's helper does."""
    with contextlib.suppress(OSError):
        serve(listening, answer)


@pytest.fixture(scope="module")
def table(house, tmp_path_factory):
    """On a card, in its own network."""
    folder = tmp_path_factory.mktemp("table")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / own_wifi.NAME))
        listening.listen()
        helper = threading.Thread(target=answer_until_closed, args=(listening, house.answer))
        helper.start()
        table = ServedTable(folder, game="own_wifi").start()
        yield table
        assert table.stop() == ""
        listening.shutdown(socket.SHUT_RDWR)
        helper.join()


class Phone(Workshop):
    """A page in whoever's hand, at the part of it that shows the network."""

    def __init__(self, driver, table):
        self.driver, self.table = driver, table

    def press(self, selector):
        self.until(lambda: self.find(selector).is_displayed())
        self.driver.execute_script("arguments[0].click()", self.find(selector))

    def choose(self, name, password, country="DE"):
        self.until(lambda: name in self.text("#net-list"))
        self.press(f"#net-list li:nth-child({1 + [b.text for b in self.names()].index(name)}) button")
        self.find("#net-password").send_keys(password)
        Select(self.find("#net-country")).select_by_value(country)

    def names(self):
        return self.driver.find_elements("css selector", "#net-list b")

    def shot(self, name):
        if SHOTS:
            self.driver.save_screenshot(str(Path(SHOTS) / f"{name}.png"))

    def looks_well(self):
        assert not self.driver.execute_script(SIDEWAYS)
        self.driver.execute_script(AXE)
        assert self.driver.execute_async_script(RUN) == []


@pytest.fixture
def phone(window, table):
    Display(window).size(*PHONE, touch=True)
    window.get(table.address)
    return Phone(window, table)


@pytest.mark.refused
def test_from_the_first_page_into_the_houses_network(phone, house, table):
    """One press leads to the networks; a wrong password leads back with the reason, a right one away."""
    phone.until(lambda: phone.find("#own-wifi-choose").is_displayed())
    phone.press("#own-wifi-more summary")
    phone.until(lambda: DIGITS in phone.text("#own-wifi"))
    assert phone.find("#own-wifi .code").is_displayed()
    phone.looks_well()
    phone.shot("first-phone")
    phone.press("#own-wifi-choose")
    phone.until(lambda: phone.find("#main").get_attribute("data-state") == "open")
    phone.until(lambda: "pearlboard-ab12" in phone.text("#net-said"))
    assert [each.text for each in phone.names()][:3] == ["Home", "Firm", "Cafe"]
    assert phone.names()[3].text == "<img src=x>\ufffd\ufffd0123456789"
    phone.looks_well()
    phone.shot("networks-phone")
    phone.choose("Home", "wrong horse")
    name = socket.gethostname()
    assert f"http://{name}.local:{table.port}/" in phone.text("#net-next")
    assert f"http://10.42.0.1:{table.port}/" in phone.text("#net-next")
    phone.looks_well()
    phone.shot("join-phone")
    phone.press("#net-join .main")
    phone.until(lambda: f"{name}.local" in phone.text("#net-wait"))
    phone.shot("wait-phone")
    phone.until(lambda: "the password was wrong" in phone.text("#net-failed"))
    phone.shot("failed-phone")
    assert house.asked == [Join(HOME, "wrong horse", "DE"), Own()]
    phone.choose("Home", house.right)
    phone.press("#net-join .main")
    phone.until(lambda: house.state.where == "house")
    assert house.state.ssid == HOME


@pytest.mark.refused
def test_what_is_typed_wrong_is_said_beside_it(window, table, house):
    """And a network is known by its name alone, forgotten, and the own one opened, with the operator's token."""
    house.join(HOME)
    house.asked.clear()
    Display(window).size(*DESK)
    page = Phone(window, table)
    window.get(f"{table.address}/operator?lang=de&view=network#{table.token}")
    page.until(lambda: "WLAN „Home“" in page.text("#net-said"))
    page.looks_well()
    page.shot("house-desk")
    page.press("#net-hidden")
    page.find("#net-name").send_keys("Hinten")
    page.find("#net-password").send_keys("kurz")
    Select(page.find("#net-country")).select_by_value("")
    page.press("#net-join .main")
    page.until(lambda: "Land" in page.text("#net-wrong"))
    Select(page.find("#net-country")).select_by_value("AT")
    page.press("#net-join .main")
    page.until(lambda: "8 bis 63" in page.text("#net-wrong"))
    page.shot("hidden-desk")
    page.press("#net-leave")
    page.press("[data-forget]")
    page.press("#really-yes")
    page.until(lambda: house.asked == [Forget(HOME)])
    page.press("#net-open")
    page.press("#really-yes")
    page.until(lambda: house.asked == [Forget(HOME), Own()])
    page.until(lambda: DIGITS in page.text("#net-own"))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_everybody_can_read_the_part_in_every_language(window, table, house, language):
    """On the narrowest phone, light or dark; on a TV the code is there, and nothing to press."""
    house.open()
    display = Display(window)
    display.size(360, 640, touch=True)
    display.likes(dark=language == "fr")
    page = Phone(window, table)
    window.get(f"{table.address}/operator?lang={language}&view=network#{table.token}")
    page.until(lambda: DIGITS in page.text("#net-own"))
    page.press("#net-hidden")
    page.looks_well()
    page.shot(f"networks-{language}")
    display.size(1920, 1080)
    window.get(f"{table.address}/?tv&lang={language}")
    page.until(lambda: page.find("#own-wifi .code").is_displayed())
    assert not page.find("#own-wifi-choose").is_displayed()
    page.shot(f"tv-{language}")
