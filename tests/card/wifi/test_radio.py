"""The helper's four verbs before a NetworkManager with moods: what is heard, joined, opened and forgotten."""

import logging
import re
import shutil

import pytest

from pearlboard.card.wifi.messages import Forget, Heard, Join, Networks, Own
from pearlboard.card.wifi.radio import Radio
from support.network_manager import Router, network_manager

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="needs dbus-daemon")]
HOME, PASSWORD = b"Home", "correct horse"


@pytest.fixture(scope="module")
def bus():
    with network_manager() as served:
        yield served


@pytest.fixture
def house(bus):
    bus.house.__init__(air={HOME: Router(PASSWORD)})
    return bus.house


@pytest.fixture
def radio(house, tmp_path):  # noqa: ARG001 - it is in the house
    return Radio("pearlboard-ab12", tmp_path / "password.txt", scan_s=1, join_s=5)


def joined(radio, **more):
    return radio.answer(Join(HOME, PASSWORD, "DE", **more))


def test_what_is_heard_is_told_the_strongest_first(radio, house):
    """Each name once, as strong as it was heard best; what needs more than a password is marked."""
    house.air |= {
        b"Cafe": Router(flags=0, rsn=0, strength=90),
        b"Firm": Router(rsn=0x200, strength=20),
        b"Old": Router(rsn=0, strength=10),
        b"New": Router(rsn=0x400, strength=30),
        b"none": Router(hidden=True),
    }
    state = radio.answer(Networks(scan=True)).state
    assert state.heard == (
        Heard(b"Cafe", 90, "open"),
        Heard(HOME, 70, "password"),
        Heard(b"New", 30, "password"),
        Heard(b"Firm", 20, "other"),
        Heard(b"Old", 10, "other"),
    )
    assert (state.where, state.ssid, state.own) == ("none", None, None)
    assert 0 <= state.heard_s < 5


def test_nothing_was_heard_where_nobody_has_listened(radio, house):
    assert radio.answer(Networks()).state.heard_s is None
    assert "RequestScan" not in house.log


def test_a_network_is_joined_for_good(radio, house):
    """With its country, and as strong as it is."""
    radio.answer(Networks(scan=True))
    answer = joined(radio)
    assert (answer.why, answer.state.where, answer.state.ssid, answer.state.strength) == (None, "house", HOME, 70)
    assert answer.state.known == (HOME,)
    assert (house.in_network, house.country, answer.state.country) == (HOME, "DE", "DE")
    assert house.names() == {f"pearlboard-{HOME.hex()}", "pearlboard-own"}


@pytest.mark.parametrize(
    ("router", "password", "why"),
    [
        (Router(PASSWORD), "wrong horse", "password"),
        (None, PASSWORD, "gone"),
        (Router(PASSWORD, gives_address=False), PASSWORD, "address"),
        (Router(PASSWORD, rsn=0x200), PASSWORD, "kind"),
        (Router(PASSWORD), "refuse me", "refused"),
    ],
)
def test_what_cannot_be_joined_is_said_and_not_kept(radio, house, router, password, why):
    """Only the table's own profile is there afterwards; another network that is known stays."""
    house.air = {} if router is None else {HOME: router}
    radio.answer(Networks(scan=True))
    answer = radio.answer(Join(HOME, password, "DE"))
    assert (answer.why, answer.state.where, answer.state.known) == (why, "none", ())
    assert house.names() <= {"pearlboard-own"}


def test_a_new_password_takes_the_place_of_the_old_one_only_if_it_is_right(radio, house):
    joined(radio)
    radio.answer(Join(HOME, "wrong horse", "DE"))
    assert radio.answer(Join(HOME)).why is None
    house.air[HOME].password = "another horse"
    assert radio.answer(Join(HOME)).why == "password"
    assert radio.answer(Join(HOME, "another horse", "DE")).why is None
    assert len(house.profiles) == 2


def test_a_network_of_wpa3_alone_a_hidden_and_an_open_one(radio, house):
    """Each is joined in its own way."""
    house.air = {
        b"New": Router(PASSWORD, rsn=0x400),
        b"Hidden": Router(PASSWORD, hidden=True),
        b"Cafe": Router(flags=0, rsn=0),
    }
    radio.answer(Networks(scan=True))
    for ssid, password in ((b"New", PASSWORD), (b"Hidden", PASSWORD), (b"Cafe", "")):
        assert radio.answer(Join(ssid, password, "DE")).why is None
        assert house.in_network == ssid


def test_a_name_may_be_any_32_bytes(radio, house):
    ssid = bytes(range(224, 256))
    house.air = {ssid: Router(PASSWORD), b"\0": Router(), b"'; reboot\n": Router()}
    heard = radio.answer(Networks(scan=True)).state.heard
    assert {each.ssid for each in heard} == set(house.air)
    answer = radio.answer(Join(ssid, PASSWORD, "DE"))
    assert (answer.why, answer.state.ssid) == (None, ssid)
    assert radio.answer(Forget(ssid)).state.known == ()


# --- the table's own -------------------------------------------------------------------------------------------------


def test_before_the_own_network_is_opened_the_others_are_heard(radio, house):
    """From it none is; what was heard before is still told."""
    answer = radio.answer(Own())
    assert (answer.why, answer.state.where) == (None, "own")
    assert (answer.state.own.name, house.in_network) == ("pearlboard-ab12", b"pearlboard-ab12")
    assert re.fullmatch("[0-9]{12}", answer.state.own.password)
    house.air[b"Late"] = Router()
    again = radio.answer(Networks(scan=True)).state
    assert [each.ssid for each in again.heard] == [HOME]
    assert again.own == answer.state.own
    assert {each.ssid for each in radio.answer(Own()).state.heard} == {HOME, b"Late"}, "asked again, it listens again"


def test_its_password_is_made_once(radio, house, tmp_path):
    """And stays, whoever asks, whatever the country, with whatever name; but what is on the card counts more."""
    own = radio.answer(Own()).state.own
    joined(radio)
    other = Radio("pearlboard-new", tmp_path / "password.txt", scan_s=1).answer(Own()).state
    assert (other.own.password, other.own.name, other.country) == (own.password, "pearlboard-new", "DE")
    (tmp_path / "password.txt").write_text("  chosen by hand\n")
    assert radio.answer(Own()).state.own.password == "chosen by hand"
    (tmp_path / "password.txt").write_text("short")
    assert radio.answer(Own()).state.own.password == "chosen by hand"
    assert len(house.profiles) == 2


@pytest.mark.parametrize("coding", ["ascii", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["password.txt", "password.txt.txt"])
def test_a_password_on_the_card_is_read_as_editors_save_it(radio, tmp_path, coding, name):
    """With Windows' marks and ends of lines, and the ending that it hides and adds once more."""
    (tmp_path / name).write_bytes("chosen by hand\r\n".encode(coding))
    assert radio.answer(Own()).state.own.password == "chosen by hand"


@pytest.mark.parametrize(
    "told", ["pässwörter".encode("latin-1"), "pässwörter".encode(), b"\xff\xfea", b"eight..\neight"]
)
def test_a_password_on_the_card_that_cannot_be_one_is_said_and_one_is_made(radio, tmp_path, caplog, told):
    (tmp_path / "password.txt").write_bytes(told)
    assert re.fullmatch("[0-9]{12}", radio.answer(Own()).state.own.password)
    assert "a password has 8 to 63 letters" in caplog.text


def test_from_the_own_network_a_known_one_is_looked_for(radio, house):
    """Which is joined if it is heard; else it is said that it is gone."""
    joined(radio)
    radio.answer(Own())
    assert radio.answer(Join()).state.where == "house"
    radio.answer(Own())
    house.air = {b"Other": Router()}
    answer = radio.answer(Join())
    assert (answer.why, answer.state.where) == ("gone", "none")


def test_what_is_forgotten_is_not_known(radio):
    joined(radio)
    answer = radio.answer(Forget(HOME))
    assert (answer.why, answer.state.where, answer.state.known) == (None, "none", ())
    assert radio.answer(Forget(HOME)).why == "unknown"
    assert radio.answer(Join(HOME)).why == "unknown"
    radio.answer(Own())
    assert radio.answer(Forget(b"pearlboard-ab12")).why == "unknown", "nobody forgets the table's own"


# --- the machine -----------------------------------------------------------------------------------------------------


def test_a_machine_without_wifi_says_so(radio, house):
    """A cable is a network, too."""
    house.radio, house.cable = False, True
    for request in (Networks(scan=True), Own(), Join(HOME, PASSWORD, "DE")):
        answer = radio.answer(request)
        assert (answer.why, answer.state.where, answer.state.device) == ("no_device", "cable", False)


def test_a_radio_that_is_switched_off_is_switched_on(radio, house):
    house.enabled = False
    assert radio.answer(Own()).why is None
    assert house.enabled


def test_a_country_that_is_known_is_told_the_radio_at_every_start(radio, house, tmp_path):
    joined(radio)
    house.country = None
    radio.answer(Networks())
    assert house.country is None, "once is enough"
    Radio("pearlboard-ab12", tmp_path / "password.txt").answer(Networks())
    assert house.country == "DE"


def test_no_word_of_a_password_is_logged(radio, caplog):
    """Neither ours nor what the bus says in an error."""
    with caplog.at_level(logging.DEBUG):
        own = radio.answer(Own()).state.own.password
        for password in ("wrong horse", "refuse me", PASSWORD):
            radio.answer(Join(HOME, password, "DE"))
    assert len(caplog.records) > 3
    assert not any(word in caplog.text for word in (own, "horse", "refuse me", "secret words"))


def test_where_there_is_no_bus_it_is_said(radio, monkeypatch):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus")
    answer = radio.answer(Networks())
    assert (answer.why, answer.state) == ("system", None)
