"""A game whose pieces move, on a drawn board: by clicks, by keys, by dragging, by a finger, against a computer."""

import os
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Keys

from e2e.serving import ServedTable
from other_games.installing import install

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table whose board is only drawn, where the examples are installed as pip would."""
    points = {"wallrace": "wallrace.package:PACKAGE", "dama": "dama.package:PACKAGE"}
    folder = install(tmp_path_factory.mktemp("installed"), {}, points)
    program = os.pathsep.join(map(str, (folder, EXAMPLES / "wall-race", EXAMPLES / "dama")))
    table = ServedTable(tmp_path_factory.mktemp("table"), program=program, mode="screen").start()
    yield table
    assert table.stop() == ""


@pytest.fixture
def race(page):
    """Anna and Ben at one screen."""
    page.until_phase("idle").click("#games label:has([value=wallrace])")
    page.until(lambda: page.count("#setup .seat:not([hidden])") == 2, "two seats")
    return page.fill(["Anna", "Ben"]).click("#set-up").until_turn(1, "Anna")


def confirmed(page, table, turn, name):
    """The draft is confirmed, and the next one's turn begins."""
    table.until(lambda screen: screen["verdict"] == "legal")
    page.until_verdict("legal")
    page.do("confirm").until_turn(turn, name)


def test_pawns_stand_there_and_look_like_pawns(race):
    race.until(lambda: race.count("#pieces .piece.pawn") == 4, "four pawns")
    race.until(lambda: race.count(".wallrace-end") == 2, "the two ends, by the game's own page")
    assert "Steps to go: 7" in race.text("#players")
    race.driver.shot("race")


def test_tap_a_pawn_and_then_where_it_goes(race, table):
    race.touch("a2")
    table.until(lambda screen: any(piece["status"] == "in_hand" for piece in screen["pieces"]))
    race.until(lambda: race.count("#pieces .piece.in_hand") == 1, "the empty place")
    race.driver.shot("race-in-hand")
    race.touch("b2")
    race.driver.shot("race-drafted")
    confirmed(race, table, 2, "Ben")
    race.touch("g2-h2")
    confirmed(race, table, 3, "Anna")
    race.driver.shot("race-walled")


def test_by_keys(race, table):
    race.js("document.querySelector('#site-a2').focus()")
    race.keys(Keys.ENTER)
    table.until(lambda screen: any(piece["status"] == "in_hand" for piece in screen["pieces"]))
    race.js("document.querySelector('#site-b2').focus()")
    race.keys(Keys.ENTER)
    confirmed(race, table, 2, "Ben")


def test_dragged(race, table):
    start, end = race.find("#site-a2"), race.find("#site-b2")
    ActionChains(race.driver).click_and_hold(start).move_to_element(end).release().perform()
    confirmed(race, table, 2, "Ben")
    assert {piece["site"] for piece in table.screen()["pieces"] if piece["seat"] == 1} == {"b2", "a4"}


def test_taken_up_again(race, table):
    """The draft is put back as a whole."""
    race.touch("a2").touch("b2")
    table.until(lambda screen: screen["verdict"] == "legal")
    race.do("take_back")
    table.until(lambda screen: {piece["site"] for piece in screen["pieces"]} == {"a2", "a4", "h2", "h4"})


def test_dama_against_the_computer(page, table):
    page.until_phase("idle").click("#games label:has([value=dama])")
    page.until(lambda: page.count("#setup .seat:not([hidden])") == 2, "two seats")
    table.ask("set_up", game="dama", players=[{"name": "Anna"}, {"name": "Coral", "computer": "easy"}])
    page.until_turn(1, "Anna")
    page.driver.shot("dama")
    page.touch("c3").touch("d3")
    table.until(lambda screen: screen["verdict"] == "legal")
    page.do("confirm").until_turn(3, "Anna")
    page.driver.shot("dama-3")
