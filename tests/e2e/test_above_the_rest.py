"""Upright the board stays above all that scrolls, and so does what is said: whose turn it is, what to do, who has won."""

import pytest

from e2e.page import BARE, IN_SIGHT
from e2e.phone_page import PhonePage
from e2e.shots import ALONE, DESK, PEOPLE, Shown

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}

PHONE, TABLET = (390, 844), (820, 1180)
BOTTOM = "scrollTo(0, 1e6)"


def bare(page, moment, *more):
    """What is said lies bare, in sight, and so does this."""
    for css in ("#sentence", *more):
        page.until(lambda css=css: page.js(BARE, css) and page.js(IN_SIGHT, css), f"{css} bare, {moment}")


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("game", ["pearls", "perladora"])
def test_advice_and_what_is_said_are_in_sight_together(page, table, game, size):
    """On a page that goes round, and wherever it is scrolled then."""
    shown = Shown(page.open("de"), table)
    shown.begin(game, PEOPLE)
    page.display.size(*size)
    shown.hand()
    page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
    bare(page, "with advice", "#advice li b")
    page.js(BOTTOM)
    bare(page, "at the bottom")
    page.display.size(*DESK)


def test_advice_on_the_own_phone_leaves_what_is_said_bare(page, table):
    """However small it is."""
    Shown(page.open("de"), table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1, language="de")
    for size in (PHONE, (360, 640)):
        phone.display.size(*size, touch=True)
        if size == PHONE:
            phone.click("#do-advise").until(lambda: phone.seen("#advice li"), "advice")
        phone.js("scrollTo(0, 0), document.querySelector('#advice-part').scrollIntoView({ block: 'nearest' })")
        bare(phone, size, "#advice li b")
        phone.js(BOTTOM)
        bare(phone, size)


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_what_is_said_lies_bare_from_the_bids_to_who_has_won(page, table, size):
    """In a game against the computer, a whole round by clicks, and what bids when the computer has bid."""
    shown = Shown(page.open("de"), table)
    shown.begin("piratoons", ALONE, plunder="screen")
    page.display.size(*size, touch=True)
    page.click("#stage-lid")
    for place in (1, 4, 7):
        page.click(f"#chest-{place}")
    page.click("#do-stop").until(lambda: page.seen("#bid-1-more"), "a bid")
    bare(page, "a bid", "#bid-1-more")
    page.until(lambda: len(table.screen()["game"]["auction"]["sealed"]) == 1, "the computer's bid")
    bare(page, "what the computer did", "#bid-1-more")
    page.js(BOTTOM)
    page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
    bare(page, "advice about a bid", "#advice li b")
    page.click("#bid-1-more").click("#bid-1-more").click("#do-confirm")
    page.until(lambda: page.phase.startswith(("choice", "ships")), "what the bids bring")
    bare(page, "what the bids bring")
    page.until(lambda: page.seen("#part-1-0") or shown.buys(), "a tile, or the ship yard")
    bare(page, "then")
    page.js(BOTTOM)
    bare(page, "at the bottom")
    page.display.size(*DESK)


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_who_has_won_lies_bare(page, table, size):
    """Wherever the page was scrolled before."""
    shown = Shown(page.open("de"), table)
    shown.begin("pearls", PEOPLE, hands="open")
    page.display.size(*size)
    shown.pearls_until(lambda game: game["last_turns"])
    page.js(BOTTOM)
    shown.pearls_in_sight_until(lambda game: game["result"])
    page.until_phase("over")
    bare(page, "the count")
    page.do("end_count").until(lambda: "gewinnt" in page.sentence or "teilen" in page.sentence, "who has won")
    bare(page, "the winner")
    page.display.size(*DESK)
