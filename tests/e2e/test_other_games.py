"""Two games that are not ours, in a real browser: one on the simulated board, and one without any, on phones."""

import pytest

from e2e.phone_page import PhonePage

pytestmark = pytest.mark.slow

SERVED = {"game": "other_games.served"}
"""A table with both games."""

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fanny"]
PRESS = "[...document.querySelectorAll('[data-act]')].find((each) => each.textContent.startsWith(arguments[0])).click()"


def set_up(page, game, players):
    """Choose the game in the form, name who plays, and begin."""
    page.until_phase("idle").click(f"#games label:has([value={game}])")
    page.until(lambda: page.count("#setup .seat:not([hidden])") == players, f"{players} seats")
    return page.fill(NAMES[:players]).click("#set-up")


def press(page, words):
    """The button of the game that begins with these words."""
    page.until(
        lambda: page.js(
            "return [...document.querySelectorAll('[data-act]')].some((each) => "
            "each.checkVisibility() && each.textContent.startsWith(arguments[0]))",
            words,
        ),
        f"the button {words!r}",
    )
    page.js(PRESS, words)
    return page


def play_harbour(page, table):
    """A whole game, from the form to its end: boats stay, crates are lifted, the tide counts what lies there."""
    press(set_up(page, "harbour", 2).until_says("All ready?"), "Open")
    assert page.until_turn(1, "Anna").count("#privates button") == 0  # nobody has secrets in it
    page.touch("c4").until_verdict("legal")
    page.until_turn(2, "Ben").touch("a1")
    page.until_says("Lift the piece on a1").touch("a1")
    page.until_turn(3, "Anna").touch("e5").until_turn(4, "Ben").touch("h1").until_says("Tide!")
    page.touch("h1").touch("a2").touch("b2")
    table.until(lambda screen: screen["stage"] == "tide")
    press(page, "Tide!").until_says("All are paid.")
    page.until(lambda: {"a2", "b2"} <= {piece["site"] for piece in table.screen()["pieces"]}, "the ropes")
    press(page, "Pay").until_phase("over")


def test_the_harbour_is_played_on_the_board(page, table):
    """To its end; then the game is shown again."""
    play_harbour(page, table)
    page.until(lambda: "Over." in page.sentence, "the end")
    assert page.count("#finished a[href$='.json']") == 1
    assert page.count("#finished a[href*='analysis']") == 0  # nobody thinks this game over
    page.click("#finished .onward a[href^='/archive/']").until(
        lambda: page.seen("[data-ready]"), "the game, shown again"
    )
    assert "A boat at c4." in page.text("#steps")
    page.click("#go-last").until(lambda: lying(page) == {"c4", "e5"}, "what lay there at the end")


def lying(page):
    """The sites on which the page draws a piece."""
    return set(page.js("return [...document.querySelectorAll('#pieces .piece')].map((each) => each.dataset.piece)"))


def test_a_lesson_needs_few_keys_and_draws_what_was_laid(unopened):
    """The game brings no page for it."""
    page = unopened.open(path="/learn/harbour")
    page.until(lambda: page.seen("[data-ready]"), "the lesson")
    assert lying(page) == {"b1"}
    page.touch("c4").until(lambda: lying(page) == {"b1", "c4"}, "what was laid")
    page.touch("d4").until(lambda: "Well done." in page.text("#answer"), "that it is right")
    page.click("#step-next").until(lambda: page.count("#choices button") == 2, "the choices")
    page.js("document.querySelector('#choices button:nth-child(2)').click()")
    page.until(lambda: "Well done." in page.text("#answer"), "that it is right")


@pytest.mark.refused
def test_a_lesson_that_lacks_a_key_says_which(unopened):
    """And of which step."""
    page = unopened.open("fr", path="/learn/harbour")
    page.until(lambda: "first[1].choices" in page.sentence, "the key that lacks")


@pytest.mark.soak
def test_the_auction_is_played_on_phones(page, table):
    """A whole step in private, sealed bids of two phones at once, and times that permit and end."""
    set_up(page, "auction", 6).until_says("is for sale")
    anna, ben = PhonePage.joined(page, 1), PhonePage.joined(page, 2)
    assert "card" not in page.text("#plain-values")
    before = anna.until(lambda: anna.text("#private-values dd"), "Anna's card")
    press(anna, "Change").until(lambda: anna.text("#private-values dd") not in ("", before), "another card")
    press(page, "Open it").until_says("Seal your bids")
    for phone in (anna, ben):
        press(phone, "Bid")
    table.until(lambda screen: screen["game"]["sealed"] == [1, 2])
    page.until(lambda: page.seen("#dial[data-counting]"), "the time")
    table.until(lambda screen: screen["stage"] == "looking 2")
    assert sum(table.screen()["game"]["points"]) in (0, *range(1, 13))
    press(page, "Open it").until_says("Seal your bids").until_phase("over")
    page.until_says("All is sold.")
