"""Phones get lost, change hands and fall asleep: nothing of the game is lost, and an old phone is out at once."""

import json
import time
import urllib.error

import pytest

from e2e.phone_page import PhonePage, invitation
from pearlboard.web.socket import BEAT_S

pytestmark = pytest.mark.slow

AT_ONCE_S = BEAT_S - 1
"""It was told, and did not only notice at the next beat that nobody answers."""
ALIVE = "return window.alive === true"
SOCKET = """
const [token, done] = arguments;
const socket = new WebSocket(`ws://${location.host}/ws/seat`);
const heard = [];
socket.onopen = () => socket.send(JSON.stringify({type: "hello", token}));
socket.onmessage = (event) => typeof event.data === "string" && heard.push(JSON.parse(event.data));
socket.onclose = (event) => done([event.code, heard]);
"""


def half_entered(host, phone):
    """Anna has chosen a value and laid the Diver, and not confirmed it."""
    phone.until_mine().choose(4)
    host.touch("c3").until_verdict("legal")
    phone.until_label("c3", "not confirmed").until_verdict("legal")


def status(table, token):
    """What the table answers by HTTP to whoever has that token."""
    try:
        table.get("/api/screen", by=token)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    return 200


@pytest.fixture
def anna(host):
    """Anna's phone, in the middle of her turn."""
    phone = PhonePage.new(host)
    phone.display.network(up=True)
    phone.scan(host.table.invitation(1)).until_seated()
    half_entered(host, phone)
    return phone


def test_a_phone_dies_in_mid_turn_and_another_takes_its_place(host, anna, table):
    """The window is closed; the new phone has the same hand and the same turn, and the old token opens nothing."""
    hand, token = anna.hand, anna.token
    anna.close()
    host.until(lambda: host.seen("#players [data-seat='1'] .phone-sign.away"), "that the phone is away")
    phone = PhonePage.joined(host, 1)
    assert phone.token != token
    assert phone.hand == hand
    phone.until_mine().until_label("c3", "not confirmed").until_verdict("unfinished")
    assert phone.chosen is None
    assert status(table, token) == 401
    assert table.try_to("confirm", token)["error"] == "unknown_token"
    code, heard = phone.driver.execute_async_script(SOCKET, token)
    assert (code, heard) == (4401, [{"type": "refused", "error": "unknown_token"}])
    phone.choose(4).until_verdict("legal")
    phone.confirm()
    host.until_turn(2, "Ben")
    assert phone.hand == {1: 7, 2: 2, 3: 1, 4: 0}


def test_the_old_phone_is_out_at_once_and_says_what_to_do(host, anna, table):
    """A new invitation is enough, long before anybody scans it."""
    token = anna.token
    host.click("#phones-open").click("#reinvite-1").click("#invite-1")
    begun = time.monotonic()
    anna.until_welcome("no longer has a seat")
    assert time.monotonic() - begun < AT_ONCE_S
    assert status(table, token) == 401
    assert "ask the host for a new code" in anna.text("#welcome")
    assert anna.kept == []
    assert anna.count("#hand-values *") == 0
    assert anna.count("body[data-colour]") == 0
    code = host.until(lambda: host.text("#invitation .address"), "the code")
    anna.js("location.hash = arguments[0]", code.partition("#")[2])
    anna.until_seated().until(lambda: anna.seen("#my-emblem .emblem"), "her clan again")
    assert "#" not in anna.address
    assert anna.token != token


def test_a_phone_without_a_seat_says_how_to_get_one(host):
    """Somebody opened its page without an invitation."""
    phone = PhonePage.new(host).open(path="/seat")
    phone.until_welcome("No seat on this phone").until_welcome("Scan yours")
    assert phone.count("#hand-values *") == 0


@pytest.mark.refused
def test_a_code_works_once(host, table):
    """A second phone is told so, and how to come in; the first one stays."""
    address = invitation(host, 1)
    anna = PhonePage.new(host).scan(address).until_seated()
    other = PhonePage.new(host).scan(address).until_welcome("This invitation does not work")
    assert "#" not in other.address
    assert "a new code" in other.text("#welcome-how")
    assert other.kept == []
    anna.until_mine().choose(2)
    assert status(table, anna.token) == 200


def test_a_seat_goes_on_without_a_phone_and_another_gets_one(host, anna):
    """Anna gives hers back in mid-game, and Ben, who had none, is invited; both play on."""
    anna.click("#menu-open").click("#leave").click("#leave-yes").until_welcome("Anna plays on at the table")
    host.until(lambda: not host.seen("#players [data-seat='1'] .phone-sign"), "no phone of Anna's")
    host.until_verdict("legal")
    host.click("#value button[data-value='4']").until(lambda: host.seen("#value.noted"), "a note on the table page")
    host.confirm().until_turn(2, "Ben")
    ben = PhonePage.joined(host, 2)
    assert ben.hand == {1: 7, 2: 2, 3: 1, 4: 1}
    host.until(lambda: not host.seen("#value"), "that Ben says it on his phone")
    ben.until_mine().choose(3)
    host.touch("e3").until_verdict("legal")
    ben.until_verdict("legal")
    ben.confirm()
    host.until_turn(3, "Cleo").touch("g3").until_verdict("legal")
    host.confirm().until_turn(4, "Anna")


def test_news_over_the_board_makes_way(host, anna):
    """All of the board is seen again, long before the news are old; what was before the phone came is none."""
    assert anna.count("#news li") == 0
    invitation(host, 2)
    anna.until(lambda: anna.count("#news li"), "news")
    anna.js("for (const each of document.getAnimations()) each.finish()")
    assert anna.js("return getComputedStyle(document.querySelector('#news li')).opacity") == "0"


@pytest.mark.soak
def test_every_page_says_that_a_code_is_shown(host, anna):
    """On the table's page and on a phone, where it leaves the hand where it was."""
    below = anna.js("return document.querySelector('#private').getBoundingClientRect().top")
    PhonePage.joined(host, 2)
    for page, box in ((host, "#notices"), (anna, "#news")):
        page.until(
            lambda page=page, box=box: "A code for Ben’s seat was shown." in page.text(box).replace("'", "’"),
            "that a code was shown",
        )
    assert anna.js("return document.querySelector('#private').getBoundingClientRect().top") == below


@pytest.mark.soak
@pytest.mark.line_breaks
def test_a_phone_that_sleeps_wakes_to_the_right_state(host, anna):
    """Its network goes away without a word and comes back: it shows what happened by itself, without a reload."""
    anna.js("window.alive = true")
    anna.display.network(up=False)
    host.touch("c3").until_label("c3", "empty").touch("d3").until_verdict("legal")
    anna.until(lambda: anna.js("return document.querySelector('#link').dataset.state") == "reconnecting", "the silence")
    anna.display.network(up=True)
    anna.until_connected().until_label("d3", "not confirmed").until_label("c3", "empty").until_verdict("legal")
    assert anna.chosen == 4
    assert anna.js(ALIVE)
    anna.confirm()
    host.until_turn(2, "Ben")
    assert anna.hand == {1: 7, 2: 2, 3: 1, 4: 0}


@pytest.mark.soak
@pytest.mark.line_breaks
def test_nothing_is_told_to_a_phone_that_slept_through_its_own_end(host, anna, table):
    """It was signed out while it slept: when it wakes it says so, and keeps nothing."""
    anna.display.network(up=False)
    host.click("#phones-open").click("#refree-1").click("#free-1").click("#phones .head button")
    host.confirm().until_turn(2, "Ben")
    anna.until(lambda: anna.js("return document.querySelector('#link').dataset.state") == "reconnecting", "the silence")
    anna.display.network(up=True)
    anna.until_welcome("has forgotten this phone")
    assert anna.kept == []
    assert json.dumps(table.screen()["match"]["players"][0]["phone"]) == '"none"'
