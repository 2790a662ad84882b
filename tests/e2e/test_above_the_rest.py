"""Upright the board stays above all that scrolls, and so does what is said: whose turn it is, what to do, who won."""

import pytest

from e2e.page import BARE, IN_SIGHT
from e2e.phone_page import PhonePage
from e2e.shots import ALONE, PEOPLE, Shown
from support.lengths import at_length

pytestmark = pytest.mark.slow

SERVED = {"game": "support.quick_sand", "mode": "screen"}

PHONE, TABLET = (390, 844), (820, 1180)
SIZES = at_length([PHONE, TABLET], [PHONE])
BOTTOM = "scrollTo(0, 1e6)"


def bare(page, moment, *more):
    """What is said lies bare, in sight, and so does this."""
    for css in ("#sentence", *more):
        page.until(lambda css=css: page.js(BARE, css) and page.js(IN_SIGHT, css), f"{css} bare, {moment}")


@pytest.fixture
def page(unopened):
    """Every test here opens it itself, in its own language."""
    return unopened


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["pearls", "perladora"])
def test_advice_and_what_is_said_are_in_sight_together(page, table, game, size):
    """On a page that goes round, and wherever it is scrolled then; and the hand of cards that is spoken of.

    So it is beside a board that is low and wide.
    """
    shown = Shown(page.open("de"), table)
    hand = [".held-card", ".held-card:last-child"] if game == "pearls" else []
    for window in ((1366, 657), size):
        shown.begin(game, PEOPLE)
        page.display.size(*window)
        shown.hand()
        page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
        bare(page, f"with advice {window}", "#advice li b", *hand)
    page.js(BOTTOM)
    bare(page, "at the bottom")


ASKS = """
const both = ["#advice li", "#asking summary"].map((css) => document.querySelector(css));
const tops = () => both.map((each) => each.getBoundingClientRect().top);
const before = tops();
both[1].click();
requestAnimationFrame(() => requestAnimationFrame(() => {
  const moved = tops().map((top, index) => top - before[index]);
  document.querySelector("#asking").open = false;
  arguments[0](moved);
}));
"""
"""How far the advice, and what opens what the table can be asked, move when that is opened."""


def test_advice_on_the_own_phone_leaves_what_is_said_bare(page, table):
    """However small it is; and the advice stays where it is read when what can be asked is opened."""
    Shown(page.open("de"), table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1, language="de")
    for size in (PHONE, (360, 640)):
        phone.display.size(*size, touch=True)
        if size == PHONE:
            phone.click("#do-advise").until(lambda: phone.seen("#advice li"), "advice")
        phone.js("scrollTo(0, 0), document.querySelector('#advice-part').scrollIntoView({ block: 'nearest' })")
        bare(phone, size, "#advice li b")
        assert phone.driver.execute_async_script(ASKS) == [0, 0], size
        phone.js(BOTTOM)
        bare(phone, size)


SHIP = "#bid .ship"


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_lies_bare_from_the_bids_to_who_has_won(page, table, size):
    """In a game against the computer, a whole round by clicks, and what bids when the computer has bid.

    On a small phone, too, what was won is read while one bids, and the first advice to its end; and the own ship,
    which a bid has to fit, wherever the page is scrolled.
    """
    shown = Shown(page.open("de"), table)
    shown.begin("piratoons", ALONE, plunder="screen")
    page.display.size(*size, touch=True)
    assert ["Runde 1 von 8" in said for said in (page.sentence, page.text("#whose"))] == [True, False], "said once"
    page.click("#stage-lid")
    for place in (1, 4, 7):
        page.click(f"#chest-{place}")
    page.click("#do-stop").until(lambda: page.seen("#bid-1-more"), "a bid")
    bare(page, "a bid", "#bid-1-more")
    page.until(lambda: len(table.screen()["game"]["auction"]["sealed"]) == 1, "the computer's bid")
    bare(page, "what the computer did", "#bid-1-more")
    page.display.size(360, 640, touch=True)
    bare(page, "what was won", "#bid-1-more", "#came-said > li", SHIP)
    page.js(BOTTOM)
    bare(page, "what a bid has to fit, at the bottom", SHIP)
    page.click("#do-advise").until(lambda: page.seen("#advice li"), "advice")
    bare(page, "advice about a bid, on a small phone", "#bid-1-more", "#advice li")
    page.display.size(*size, touch=True)
    page.js("document.querySelector('#advice-part').scrollIntoView()")
    bare(page, "advice about a bid", "#advice li b")
    page.click("#bid-1-more").click("#bid-1-more").click("#do-confirm")
    page.until(lambda: page.phase.startswith(("choice", "ships")), "what the bids bring")
    bare(page, "what the bids bring")
    page.until(lambda: page.seen("#part-1-0") or shown.buys(), "a tile, or the ship yard")
    bare(page, "then")
    if shown.buys():
        assert page.text("#chest-how") == "", "the sentence says it"
        page.click("#chest-places button:not([aria-disabled])").until_verdict("legal")
        page.click("#do-take_back").until(lambda: not page.count("#chest-places [aria-pressed=true]"), "none chosen")
    page.js(BOTTOM)
    bare(page, "at the bottom")


@pytest.mark.parametrize("size", SIZES)
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


LABELS_APART = """
const boxes = (css) => [...document.querySelectorAll(css)].filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect()).sort((one, other) => one.left - other.left);
const touching = (all) => all.filter((each, at) => all[at + 1] && each.right + 1 > all[at + 1].left).length;
const dock = document.querySelector(".dock").getBoundingClientRect().top;
const cut = [...document.querySelectorAll(".held-card")].filter((each) => {
  const [whole, shown] = [each.querySelector(".card-face"), each].map((one) => one.getBoundingClientRect());
  return Math.min(shown.bottom, dock) - shown.top < 0.8 * whole.height;
}).length;
return [cut, touching(boxes(".hung > small"))];
"""


def test_a_small_phone_shows_cards_and_necklaces_that_do_not_touch(page, table):
    """In German: cards are as good as whole where there is room for them."""
    Shown(page.open("de"), table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1, language="de")
    phone.until(lambda: phone.count(".held-card"), "a hand")
    for size in ((360, 740), (360, 704), (390, 740), PHONE):
        phone.display.size(*size, touch=True)
        assert phone.js(LABELS_APART) == [0, 0], size


ROUND = """
const over = (each) => {
  const { left, bottom, width } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(left + width / 2, bottom - 1));
};
const ring = Number(getComputedStyle(document.querySelector("header")).zIndex)
  > Number(getComputedStyle(document.querySelector(".table")).zIndex);
return ring && [...document.querySelectorAll("header .round")].filter((each) => each.checkVisibility()).every(over);
"""
"""A shadow is not found at a point, so the layers are compared, too."""


def test_the_ring_of_the_board_cuts_no_button_above_it(page, table):
    """On the table page and on an own phone."""
    Shown(page.open(), table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1)
    for each in (page, phone):
        each.display.size(*PHONE, touch=True)
        assert each.js(ROUND)


def test_what_is_chosen_is_taken_back_by_the_button(page, table):
    """Cards of a hand in the first turn, on both pages."""
    Shown(page.open(), table).begin("pearls", ALONE)
    page.until(lambda: page.seen("#tray-cards .held-card"), "a hand")
    page.click("#tray-cards .held-card").until_verdict("legal")
    page.click("#do-take_back").until(lambda: not page.count(".held-card[aria-pressed=true]"), "none chosen")
    Shown(page, table).begin("pearls", PEOPLE)
    phone = PhonePage.joined(page, 1)
    phone.click(".held-card").until_verdict("legal")
    phone.click("#do-take_back").until(lambda: not phone.count(".held-card[aria-pressed=true]"), "none chosen")
