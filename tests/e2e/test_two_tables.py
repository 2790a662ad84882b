"""Two programs, one game: the host's page, a page of the guest's table, and a phone in the guest's house."""

import json
import urllib.request

import pytest

from e2e.phone_page import PhonePage, invitation
from e2e.serving import ServedTable, looks
from e2e.table_page import TablePage
from pearlboard.together.kept import TOKEN_BYTES, Host, keep_host
from support.serving import free_port

pytestmark = pytest.mark.slow

SERVED = {"mode": "screen", "second": f'board = "guest"\nname = "Kitchen"\nport = {free_port()}'}
SITS = """
const each = document.querySelector("#sits-2");
each.value = "2";
each.dispatchEvent(new Event("input", {bubbles: true}));
"""
TURNS = ("a1-b1", "c1-c2", "e1-e2", "g1-h1", "a5-b5", "c5-d5", "f4-f5", "g4-h4", "d3-e3", "b2-b3")


def operate(table, deed):
    """A deed of the operator's, by the token for scripts."""
    body = json.dumps({"do": deed}).encode()
    asked = urllib.request.Request(f"{table.address}/api/operator", body, {"Authorization": f"Bearer {table.token}"})
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def guest(table, tmp_path_factory):
    """Another table, that has joined by the host's code."""
    guest = ServedTable(tmp_path_factory.mktemp("guest"), mode="screen", second='name = "Garden"')
    code = operate(table, "table_invite")["invitation"]["spoken"]
    keep_host(guest.folder / "games.db", Host(code, "5a" * TOKEN_BYTES))
    guest.start()
    for _ in looks(60):
        if operate(table, "tables")["tables"]["hosting"]["peer"] == "Garden":
            break
    table.neighbours.append(guest)
    yield guest
    table.neighbours.remove(guest)
    guest.stop()


def beside(page, guest):
    """The page of the guest's table, in a window of its own."""
    there = TablePage.beside(page)
    there.table = guest
    there.display.size(1440, 900)
    there.display.likes(still=True)
    there.driver.get(f"{guest.address}/?lang=en")
    return there.until_connected()


def test_ten_turns_by_clicks_at_two_tables(page, guest):
    """From the form to the tenth turn; each page shows whose turn it is where, and the same board."""
    there = beside(page, guest)
    page.fill(["Anna", "Ben"])
    page.js(SITS)
    page.click("#set-up").until_phase("playing")
    there.until_phase("playing")
    for number, place in enumerate(TURNS):
        mover, other = (page, there) if number % 2 == 0 else (there, page)
        other.until(lambda other=other: "other board" in other.text("#sentence"), "that somebody plays elsewhere")
        mover.until(lambda mover=mover: mover.seen("#tray-hand"), "the own hand")
        mover.touch(place).until_verdict("legal")
        mover.do("confirm")
        for each in (page, there):
            each.until_label(place, "Pontoon")
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def test_a_phone_in_the_guests_house(page, guest):
    """It is invited on the guest's page, comes in by that table's own address, and plays there."""
    there = beside(page, guest)
    page.fill(["Anna", "Ben"])
    page.js(SITS)
    page.click("#set-up").until_phase("playing")
    there.until_phase("playing")
    address = invitation(there, 2)
    assert address.startswith(guest.address)
    phone = PhonePage.new(there).scan(address).until_seated()
    phone.until(lambda: phone.text("#me") == "Ben", "its own name")
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")
