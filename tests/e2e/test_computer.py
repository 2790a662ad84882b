"""A person plays the computer in a real browser: the form, its turns and pieces, taking back, handing over, reveal."""

import random

import pytest

from e2e.page import left
from e2e.table_page import any_turn

pytestmark = pytest.mark.slow


def play(page, level, **choices):
    """Set a game up against the computer with the form, and begin it."""
    page.fill(["Anna", ""])
    page.js(
        "const each = document.querySelector('#plays-2'); each.value = arguments[0];"
        "each.dispatchEvent(new Event('input', {bubbles: true}))",
        level,
    )
    page.click("#more summary")
    for name, value in {"confirm": "button", "hints": "always", **choices}.items():
        page.click(f"input[name={name}][value={value}]")
    page.click("#set-up").until_phase("pearls")
    page.table.ask("start")
    return page.until_phase("playing")


def answer(page):
    """Wait for the computer, and lay what it asks for, piece by piece, where the page shows it."""
    page.until(lambda: page.badges("put") or page.phase != "playing", "a piece of the computer to be laid")
    while page.table.screen()["put"]:
        for site in page.table.screen()["put"]:
            page.touch(site)
            page.until(lambda site=site: site not in page.table.screen()["put"], f"{site} laid")
    return page


def test_a_person_plays_the_computer_and_its_pieces_are_asked_for(page):
    """Its name is found, its level stands beside it; it thinks, plays, and says where its piece goes."""
    play(page, "hard")
    assert "computer, hard" in page.text("#players")
    page.diver("c4")
    answer(page)
    page.until(lambda: "Turn 3" in page.whose, "the person's turn")
    assert "Coral" in page.text("#told")
    assert page.seen("#told-part")


def test_the_page_asks_for_the_piece_and_shows_a_wrong_place(page):
    """The sentence names seat and place; a piece on a farm must go."""
    play(page, "easy").diver("c4")
    page.until_says("For ")
    [asked] = page.table.screen()["put"]
    assert "lay it here" in page.label(asked)
    page.touch("d1").until_says("What lies on d1 is wrong there")
    assert page.badges("lift") == 1
    page.touch("d1")
    ends = asked.split("-")  # of a line it is said between which spaces it lies
    page.until(
        lambda: "on d1 is wrong" not in page.sentence and all(end in page.sentence for end in ends),
        "the piece that is asked for alone",
    )


def test_a_step_back_takes_the_computers_with_it(page):
    """One press; then the person plays again."""
    play(page, "easy").diver("c4")
    answer(page).until(lambda: "Turn 3" in page.whose, "the person's turn")
    page.do("take_back").until_says("Taken back")
    for site in page.table.screen()["lift"]:
        page.touch(site)
    page.until_says("Anna: lay")
    page.until_turn(1, "Anna")


def test_advice_is_shown_where_it_would_play(page):
    """On the table page the places and the reasons, and no value, for a player without a phone."""
    play(page, "easy", hints="request").do("advise")
    page.until(lambda: page.seen("#advice-part"), "advice")
    places = page.table.screen()["advice"]
    assert places
    assert all(place.replace("-", " and ") in page.text("#advice") for place in places)
    assert page.count("#advice li") == page.count("#advice .reason-why") == len(page.table.screen()["suggestions"])
    assert "Diver of" not in page.text("#advice")


def test_a_seat_changes_hands_in_the_dialog(page):
    """From the computer to a person and back, after being asked whether that is right."""
    play(page, "easy").click("#phones-open")
    for level, sign in (("person", ""), ("medium", "computer, medium")):
        page.js(
            "const each = document.querySelector('#who-2'); each.value = arguments[0];"
            "each.dispatchEvent(new Event('change', {bubbles: true}))",
            level,
        )
        page.click("#over-2")
        page.until(
            lambda sign=sign: (
                (sign or "computer") in page.text("#players") if sign else "computer" not in page.text("#players")
            ),
            "the seat handed over",
        )


@pytest.mark.soak
def test_a_whole_game_ends_with_the_computers_word(page):
    """Its last piece is laid first; at the reveal its Divers stand as it says, without a button to say otherwise."""
    chance = random.Random(3)
    with left(play(page, "easy")):
        while (screen := page.table.screen())["stage"] == "playing" or screen["put"]:
            if screen["put"]:
                page.table.ask("tidy")
            elif screen["thinking"]:
                page.table.ask("hurry")
            elif not screen["paused"] and screen["stage"] == "playing":
                for site in any_turn(screen, chance)[:1]:
                    page.table.ask("put", site=site)
                page.table.until(lambda now: now["verdict"] == "legal")
                page.table.ask("confirm")
            page.table.until(lambda now: now["put"] or now["stage"] != "playing" or not now["thinking"])
    page.until_phase("reveal").do("turn_up")
    page.until(lambda: page.table.screen()["game"]["reveal"]["problems"], "the values that were said")
    while not page.count(".said .fixed"):
        index = page.table.screen()["game"]["reveal"]["index"]
        page.click("#later").table.until(lambda now, index=index: now["game"]["reveal"]["index"] > index)
    assert not page.seen(".said li:has(.fixed) button")
    divers = [diver for part in page.table.screen()["game"]["reveal"]["territories"] for diver in part["divers"]]
    theirs = next(diver["space"] for diver in divers if diver["seat"] == 2)
    page.touch(theirs)
    assert not page.seen("#popover")
