"""The table's network in a real browser: its own Wi-Fi on the screen, the house's chosen on a phone, and back."""

import socket
import threading

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from e2e.browsing import Display
from e2e.serving import ServedTable
from e2e.test_accessible import DESK, PHONE
from e2e.test_operator import Workshop
from pearlboard.card.wifi.__main__ import serve
from pearlboard.card.wifi.messages import Forget, Heard, Join, Own
from pearlboard.operator.password import is_password, place_of
from support import own_wifi
from support.wifi_house import DIGITS, HEARD, HOME, House

pytestmark = pytest.mark.slow

HOSTILE = b"<img src=x>\xff\xe2\x80\xae0123456789"


@pytest.fixture(scope="module")
def house():
    return House("own", heard=(*HEARD, Heard(HOSTILE, 5, "password")))


def answer_until(over, listening, answer):
    """As systemd starts the helper: again and again, until it is `over`."""
    while not over.is_set():
        serve(listening, answer, idle_s=0.2)


@pytest.fixture(scope="module")
def table(house, tmp_path_factory):
    """On a card, in its own network."""
    folder = tmp_path_factory.mktemp("table")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / own_wifi.NAME))
        listening.listen()
        over = threading.Event()
        helper = threading.Thread(target=answer_until, args=(over, listening, house.answer))
        helper.start()
        table = ServedTable(folder, game="support.own_wifi").start()
        yield table
        assert table.stop() == ""
        over.set()
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
    phone.looks_well("first-phone")
    phone.press("#own-wifi-choose")
    phone.until(lambda: phone.find("#main").get_attribute("data-state") == "open")
    phone.until(lambda: "pearlboard-ab12" in phone.text("#net-said"))
    assert [each.text for each in phone.names()][:3] == ["Home", "Firm", "Cafe"]
    assert phone.names()[3].text == "<img src=x>\ufffd\ufffd0123456789"
    phone.looks_well("networks-phone")
    phone.choose("Home", "wrong horse")
    name = socket.gethostname()
    assert f"http://{name}.local:{table.port}/" in phone.text("#net-next")
    assert f"http://10.42.0.1:{table.port}/" in phone.text("#net-next")
    phone.looks_well("join-phone")
    phone.press("#net-join .main")
    phone.until(lambda: phone.find("#pass-without").is_displayed())
    assert "no longer open this page" in phone.text("#pass-before")
    assert house.asked == []
    phone.looks_well("password-phone")
    phone.find("#pass-word").send_keys("under the palm")
    phone.press("#pass-keep")
    phone.until(lambda: f"{name}.local" in phone.text("#net-wait"))
    phone.driver.shot("wait-phone")
    phone.until(lambda: "the password was wrong" in phone.text("#net-failed"))
    phone.driver.shot("failed-phone")
    assert house.asked == [Join(HOME, "wrong horse", "DE"), Own()]
    phone.choose("Home", house.right)
    phone.press("#net-join .main")
    phone.until(lambda: house.state.where == "house")
    assert house.state.ssid == HOME
    assert is_password(table.folder / "games.db", "under the palm")
    place_of(table.folder / "games.db").unlink()


@pytest.mark.refused
def test_whoever_goes_on_without_a_password_is_told_what_remains(phone, house, table):
    """Nothing is done before that is said; somebody who cancels stays where they are."""
    house.open()
    house.asked.clear()
    phone.driver.get(f"{table.address}/operator?view=network#{table.token}")
    phone.until(lambda: DIGITS in phone.text("#net-own"))
    phone.choose("Home", house.right)
    phone.press("#net-join .main")
    phone.until(lambda: "only the token opens this page" in phone.text("#pass-without"))
    phone.find("#pass-word").send_keys(Keys.ESCAPE)
    phone.until(lambda: not phone.find("#pass").is_displayed())
    assert house.asked == []
    phone.press("#net-join .main")
    phone.until(lambda: phone.find("#pass").is_displayed())
    phone.press("#pass-leave")
    phone.until(lambda: house.state.where == "house")
    assert not place_of(table.folder / "games.db").exists()


@pytest.mark.refused
def test_what_is_typed_wrong_is_said_beside_it(window, table, house):
    """And a network is known by its name alone, forgotten, and the own one opened, with the operator's token."""
    house.join(HOME)
    house.asked.clear()
    Display(window).size(*DESK)
    page = Phone(window, table)
    window.get(f"{table.address}/operator?lang=de&view=network#{table.token}")
    page.until(lambda: "WLAN „Home“" in page.text("#net-said"))
    page.looks_well("house-desk")
    page.press("#net-hidden")
    page.find("#net-name").send_keys("Hinten")
    page.find("#net-password").send_keys("kurz")
    Select(page.find("#net-country")).select_by_value("")
    page.press("#net-join .main")
    page.until(lambda: "Land" in page.text("#net-wrong"))
    Select(page.find("#net-country")).select_by_value("AT")
    page.press("#net-join .main")
    page.until(lambda: "8 bis 63" in page.text("#net-wrong"))
    page.driver.shot("hidden-desk")
    page.press("#net-leave")
    page.press("[data-forget]")
    page.press("#really-yes")
    page.until(lambda: house.asked == [Forget(HOME)])
    page.press("#net-open")
    page.press("#really-yes")
    page.until(lambda: house.asked == [Forget(HOME), Own()])
    page.until(lambda: DIGITS in page.text("#net-own"))


def test_a_machine_without_wifi_offers_none(window, table, house):
    """Not even a network that cannot be opened."""
    house.become(where="cable", device=False, own=None, ssid=None, heard=())
    page = Phone(window, table)
    window.get(f"{table.address}/operator?view=network#{table.token}")
    page.until(lambda: page.text("#net-said") == "On a cable. This machine has no Wi-Fi.")
    assert not any(page.find(each).is_displayed() for each in ("#net-open", "#net-heard", "#net-again", "#net-hidden"))
    house.become(device=True)


@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.soak)])
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
    page.looks_well(f"networks-{language}")
    display.size(1920, 1080)
    window.get(f"{table.address}/?tv&lang={language}")
    page.until(lambda: page.find("#own-wifi .code").is_displayed())
    assert not page.find("#own-wifi-choose").is_displayed()
    page.driver.shot(f"tv-{language}")
