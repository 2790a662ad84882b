"""A game whose pages throw in every hook: each part says that it could not be drawn, and everything else goes on."""

import pytest

from e2e.phone_page import PhonePage
from e2e.serving import ServedTable
from e2e.test_accessible import over
from pearlboard.web.trouble import OF_ONE

pytestmark = [pytest.mark.slow, pytest.mark.undrawn]

UNDRAWN = """
return [...document.querySelectorAll(".undrawn")].map((each) => [each.previousElementSibling.id, each.textContent]);
"""
LOST = "window.kept = Element.prototype.getAnimations; delete Element.prototype.getAnimations;"
SAID = {"en": "This part could not be drawn.", "de": "Dieser Teil konnte nicht gezeichnet werden."}
REPORTED = "could not draw its part"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table whose log has some reports of what could not be drawn, each once, and nothing else to complain of."""
    table = ServedTable(tmp_path_factory.mktemp("table"), game="other_games.throwing").start()
    yield table
    said = table.stop().splitlines()
    assert said
    assert [line for line in said if REPORTED not in line] == []
    assert len(said) == len({line.partition("WARNING")[2] for line in said}) <= OF_ONE
    assert not any("secret" in line for line in said)


def undrawn(page):
    """Where the page says that something could not be drawn, by the ids of those parts."""
    said = page.js(UNDRAWN)
    assert {text for _, text in said} <= set(SAID.values())
    return {part for part, _ in said}


def test_a_table_goes_on(page, table):
    """The form begins a game, pieces are laid and confirmed, a phone plays its turn, and nobody loses the line."""
    page.until_phase("idle").fill(["Anna", "Ben"]).click("#set-up")
    page.until_phase("pearls").until_connected()
    assert {"acts", "board", "plain", "seats"} <= undrawn(page)
    assert page.seen("#plain-values")  # what the game does not show, the page shows in its own way
    page.do("start").until_turn(1, "Anna").touch("c3").until_verdict("legal")
    assert "board" in undrawn(page)
    page.do("confirm").until_turn(2, "Ben")
    phone = PhonePage.joined(page, 2, language="de")
    assert {"private", "board"} <= undrawn(phone)
    assert not phone.seen("#own-secret")
    table.ask("put", site="e3-e4")
    phone.until(lambda: phone.seen("#do-confirm:not([aria-disabled=true])"), "the button")
    phone.click("#do-confirm")
    page.until_turn(3, "Anna")
    phone.until_connected()
    page.until_connected()


def test_a_part_of_the_table_itself_is_left_out_where_it_cannot_be_drawn(page):
    """And comes back when it can: the ring that counts down needs what this browser lost for a while."""
    page.driver.spoil()
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LOST})
    page.driver.refresh()
    page.until_connected().until_phase("idle")
    assert "dial" in undrawn(page)
    assert not page.seen("#dial")
    page.fill(["Anna", "Ben"]).click("#set-up").until_phase("pearls").do("start").until_turn(1, "Anna")
    page.touch("c3").until_verdict("legal")
    page.js("Element.prototype.getAnimations = window.kept")
    page.do("confirm").until_turn(2, "Ben").touch("d3-d4").until(lambda: "dial" not in undrawn(page), "the ring")
    assert page.seen("#dial")


@pytest.mark.soak
def test_a_lobby_goes_on(page):
    """A guest comes in, and is seated where the host puts it."""
    page.until_phase("idle").click("#start-phones").until(lambda: page.seen("#lobby-code .code"), "the code")
    guests = [PhonePage.guest(page, name) for name in ("Zoë", "Ben")]
    page.until(lambda: page.text("#lobby-here") == "2 here so far", "both")
    page.click("#set-up")
    for guest in guests:
        assert "board" in undrawn(guest.until_seated())


def test_a_finished_game_is_shown_and_thought_over(page, table):
    """Steps can be walked through, and every page of that game says what it could not draw."""
    over(table)
    address = table.address + table.screen()["game"]["result"]["export"].removesuffix(".json")
    page.driver.get(f"{address}?lang=de")
    page.until(lambda: page.seen("[data-ready]"), "the replay")
    assert "board" in undrawn(page)
    before = page.sentence
    page.click("#go-forward").until(lambda: page.sentence != before, "the next step")
    page.driver.get(f"{address}/analysis?lang=en")
    page.until(lambda: page.count("#steps button") > 1, "the steps")
    assert "board" in undrawn(page)
    page.click("#go-forward").until(lambda: "#" in page.driver.current_url, "the next moment")


def test_a_lesson_goes_on(page, table):
    """What is asked can be answered, though the game cannot even start."""
    page.driver.get(f"{table.address}/learn/perladora?lang=en")
    page.until(lambda: page.js("return document.querySelector('#main').hasAttribute('data-ready')"), "the lesson")
    page.touch("c3").until(lambda: page.js("return document.querySelector('#answer').dataset.kind") == "right", "right")
