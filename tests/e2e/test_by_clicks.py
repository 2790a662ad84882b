"""A whole two-player game by clicks: from the set-up form to the standings, the archive and the record."""

import json
import subprocess
import sys

import pytest

from e2e.page import left
from e2e.table_page import Hands, any_turn, mover
from support.lengths import at_length

pytestmark = pytest.mark.slow

SEED = 11
IN_MOTION = 4
BY_CLICKS, AT_THE_END = at_length((100, 0), (6, 2))
"""So many turns are clicked, and then those when so few places are open; scripts hurry along between them."""
"""So many turns are seen as most people see them, and the count; what moves is drawn sixty times a second.

So long the driver clicks, too: what it finds may be pressed is compared with what `Page.click` finds.
"""


def play(page, hands):
    """Turn by turn, each of them on the page; the table's hints say what is open."""
    while (screen := page.table.screen())["stage"] == "playing":
        seat = mover(screen)
        if screen["match"]["turn"] == IN_MOTION:
            page.display.likes(still=True)
            page.by_driver = False
        sites = any_turn(screen, hands.chance)
        if "-" in sites[0]:
            page.pontoons(*sites)
        else:
            hands.lay(seat, sites[0])
            page.diver(sites[0])
        if screen["match"]["turn"] == BY_CLICKS:
            with left(page):
                hands.hurry(page.table, leave=AT_THE_END)
    return page.until_phase("reveal")


def tell(page, hands):
    """Say every Diver that is not a 1, in turns on the board and in the list beside it."""
    on_board = True
    page.do("turn_up").until(lambda: page.seen("#later"), "what lies there, turned up")
    for part in range(page.table.screen()["game"]["reveal"]["of"]):
        if part:
            page.click("#later:not([aria-disabled])")
        page.until(lambda part=part: f"Territory {part + 1} " in page.text("#reveal-title"), f"territory {part + 1}")
        for diver in page.table.screen()["game"]["reveal"]["territories"][part]["divers"]:
            if hands.laid[diver["space"]] != 1:
                page.say(diver["space"], hands.laid[diver["space"]], on_board=on_board)
                on_board = not on_board
    page.until(lambda: not page.seen("#problems li"), "no problem left")
    page.display.likes()
    return page.do("agree").until_phase("count")


def test_a_whole_game_by_clicks(page, table, tmp_path):
    """Two people click through a standard game; what is exported, `replay` scores as the page did."""
    page.display.likes()
    page.by_driver = True
    hands = Hands(2, SEED)
    page.fill(["Anna", "Ben"], ["elders", "children"]).click("#first input[value='2']")
    page.click("#more summary").click("input[name=hints][value=always]").click("input[name=confirm][value=button]")
    page.click("#set-up").lay_pearls().until_turn(1, "Ben")

    tell(play(page, hands), hands).count_pearls()
    screen = table.screen()
    assert page.text(".winner") == page.sentence == screen["game"]["result"]["text"]
    shown = [(row["place"], row["pearls"]) for row in screen["game"]["result"]["standings"]]
    assert [
        (int(place), int(pearls))
        for place, pearls in page.js("""
        return [...document.querySelectorAll(".standings li")].map((row) =>
          [row.querySelector(".place").textContent, row.querySelector(".sum").firstChild.textContent])""")
    ] == shown
    pieces = screen["game"]["pieces"]
    assert {piece["site"]: piece["value"] for piece in pieces if piece["kind"] == "diver"} == hands.laid

    page.click("nav a[href^='/archive']")
    page.until(lambda: page.seen("#games li"), "the archive")
    assert "Anna, Ben" in page.text("#games li")
    assert screen["game"]["result"]["text"] in page.text("#games li")
    record = table.get(page.find("#games a[href$='.json']").get_dom_attribute("href"))
    assert [turn["seat"] for turn in record["turns"]][:3] == [2, 1, 2]
    (path := tmp_path / "record.json").write_text(json.dumps(record), encoding="utf-8")
    replayed = json.loads(
        subprocess.run(
            [sys.executable, "-m", "pearlboard", "replay", str(path)], check=True, capture_output=True
        ).stdout
    )
    assert replayed["over"]
    assert replayed["pearls"] == {str(row["side"]): row["pearls"] for row in screen["game"]["result"]["standings"]}
    assert replayed["winners"] == screen["game"]["result"]["winners"]
