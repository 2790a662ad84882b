"""A small phone in the hand: all that matters is in sight, and a finger lays the piece where it points."""

import pytest

from e2e.page import IN_SIGHT
from e2e.phone_page import PhonePage
from pearlboard.geometry import GRID, Edge
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

MIDDLE = """
const box = document.getElementById(`site-${arguments[0]}`).querySelector(".ring").getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""


@pytest.fixture
def phone(unopened, table):
    table.begin(confirm="button")
    unopened.display.size(360, 640, touch=True, scale=2)
    return unopened.open().until_phase("playing").until_turn(1, "Anna")


def finger(page, kind, at=None):
    page.driver.execute_cdp_cmd(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if at is None else [{"x": at[0], "y": at[1]}]}
    )
    return page


def tap(page, site):
    finger(page, "touchStart", page.js(MIDDLE, site))
    finger(page, "touchEnd")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_board_sentence_and_buttons_are_in_sight(phone, language):
    """Without scrolling, with a long sentence, too; what can do nothing need not be."""
    phone.open(language).until_verdict("unfinished")
    for sites in ([], ["a1-b1", "a1-a2"]):
        for site in sites:
            phone.touch(site).until_label(site, {"en": "not confirmed", "fr": "pas encore"}[language])
        for css in ("#board", "#sentence", "#do-confirm", "#do-hint", "#do-take_back"):
            if css == "#do-take_back" and phone.count(f'{css}[aria-disabled="true"]'):
                continue
            assert phone.js(IN_SIGHT, css), (css, sites)
    assert phone.js("return scrollY") == 0


@pytest.mark.parametrize("kind", ["spaces", "lines"])
def test_a_tap_hits_what_it_points_at(phone, kind):
    """In the middle of every third space and line; in make soak, of every one."""
    sites = [str(site) for site in GRID.sites if isinstance(site, Edge) == (kind == "lines")]
    for site in at_length(sites, sites[::3]):
        tap(phone, site)
        phone.until_label(site, "not confirmed")


def test_every_place_is_large_enough_for_a_finger(phone):
    """Around its middle a tap may miss by 8 pixels on a space, and by 6 along and across a line."""
    wrong = phone.js("""
        const missed = [];
        for (const site of document.querySelectorAll(".site")) {
          const box = site.querySelector(".ring").getBoundingClientRect();
          const by = site.classList.contains("space") ? 8 : 6;
          for (const [dx, dy] of [[0, 0], [by, 0], [-by, 0], [0, by], [0, -by]]) {
            const hit = document.elementFromPoint(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
            if (hit?.closest(".site") !== site) missed.push([site.dataset.site, dx, dy]);
          }
        }
        return missed;""")
    assert wrong == []


LARGE = """
const [site, zoom] = arguments;
const { x, y, width, height } = document.querySelector(`#site-${site} .ring`).getBoundingClientRect();
const [midX, midY] = [x + width / 2, y + height / 2];
const hits = (dx, dy) => document.elementsFromPoint(midX + dx, midY + dy)
  .find((each) => !each.closest(".loupe"))?.closest(".site")?.dataset.site === site;
const reach = (dx, dy) => { let far = 0; while (hits(dx * far, dy * far)) far += 0.25; return far; };
return [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)].map((each) => each * zoom);
"""
ROUND = """
const box = document.querySelector(".loupe-round").getBoundingClientRect();
const board = document.querySelector("#layer svg");
const unit = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
const zoom = box.width / document.querySelector(".loupe-round svg").viewBox.baseVal.width / unit;
return [box.x + box.width / 2, box.y + box.height / 2, zoom];
"""
FINGER_PX = 44
CARELESS_PX = 4
"""Beside the middle, and still on the place that is tapped."""
CARELESS = [("c3", "c3-c4"), ("e3-e4", "e3"), ("h1", "g1-h1"), ("a5", "a4-a5")]


@pytest.mark.parametrize(("site", "other"), soaked(CARELESS, CARELESS[1:3]))
def test_one_careless_tap_lays_nothing_and_what_is_tapped_instead_is_as_large_as_a_finger(phone, table, site, other):
    """A space and a line, in the middle and at the border: what is shown of them is, and a tap there counts."""
    phone.display.size(390, 844, touch=True)
    x, y = phone.js(MIDDLE, site)
    finger(phone, "touchStart", (x + CARELESS_PX, y))
    finger(phone, "touchEnd").until(lambda: phone.text(".loupe p").startswith("Which one?"), "the question")
    assert table.screen()["pieces"] == []
    at_x, at_y, zoom = phone.js(ROUND)
    for each in (site, other):
        assert min(phone.js(LARGE, each, zoom)) >= FINGER_PX, each
    to_x, to_y = phone.js(MIDDLE, other)
    finger(phone, "touchStart", (at_x + (to_x - x - CARELESS_PX) * zoom, at_y + (to_y - y) * zoom))
    finger(phone, "touchEnd").until_label(other, "not confirmed")
    assert [piece["site"] for piece in table.screen()["pieces"]] == [other]
    assert not phone.count(".loupe")


def test_the_loupe_goes_with_the_stage(phone, table):
    """Nobody is asked which place was meant in a game that is over."""
    x, y = phone.js(MIDDLE, "c3")
    finger(phone, "touchStart", (x + CARELESS_PX, y))
    finger(phone, "touchEnd").until(lambda: phone.count(".loupe"), "the question")
    table.ask("abandon")
    phone.until(lambda: not phone.count(".loupe"), "no loupe")


def test_the_loupe_says_how_it_is_used_until_somebody_has(phone):
    """Pressed for the first time; whoever has slid and let go knows."""
    for said in ("Slide to the right place, then let go.", ""):
        finger(phone, "touchStart", phone.js(MIDDLE, "c3")).until(lambda: phone.count(".loupe"), "the loupe")
        assert phone.text(".loupe small") == said
        finger(phone, "touchMove", phone.js(MIDDLE, "d3"))
        finger(phone, "touchEnd").until(lambda: not phone.count(".loupe"), "no loupe")


def test_the_help_begins_at_its_beginning(phone):
    """However long it is."""
    phone.click("#help-open").until(lambda: phone.seen("#help"), "the help")
    assert phone.js(IN_SIGHT, "#help-title")
    phone.click("#help button").until(lambda: not phone.seen("#help"), "no help")


def test_a_finger_may_slide_to_the_right_place(phone, table):
    """What lies under it is marked; it counts where it is lifted."""
    finger(phone, "touchStart", phone.js(MIDDLE, "c3"))
    phone.until(lambda: phone.seen("#site-c3.aim"), "the aim")
    finger(phone, "touchMove", phone.js(MIDDLE, "c3-d3"))
    phone.until(lambda: phone.seen("#site-c3-d3.aim"), "the aim")
    assert phone.count(".aim") == 1
    finger(phone, "touchEnd")
    phone.until_label("c3-d3", "not confirmed")
    assert [piece["site"] for piece in table.screen()["pieces"]] == ["c3-d3"]
    assert phone.count(".aim") == 0


def test_nothing_moves_for_those_who_want_stillness(phone):
    """No animation runs while a turn counts down."""
    phone.display.likes(still=True)
    phone.table.begin(confirm="auto")
    phone.until_turn(1, "Anna").js("""
        const dial = document.querySelector("#dial");
        window.running = [];
        new MutationObserver(() => {
          const moving = document.getAnimations().filter((each) => each.playState === "running");
          if ("counting" in dial.dataset) running.push(moving.length);
        }).observe(dial, {attributes: true});""")
    phone.touch("c3").until_turn(2, "Ben")
    assert phone.js("return running") == [0]


def test_a_phone_says_that_the_game_was_given_up(host, table):
    """It has begun, after all; and the next one needs a new code. Nobody is left there: a press leads on."""
    phone = PhonePage.joined(host, 1)
    host.do("abandon").click("#sure button[value=yes]").until_phase("idle")
    phone.until(lambda: phone.seen("#waiting"), "what the phone waits for")
    assert phone.text("#waiting").startswith("The game was given up.")
    assert table.screen()["last"]["given_up"]
    phone.click("#waiting a").until(lambda: phone.seen("#set-up, #start"), "where a game is begun")


COVERED = """
const [board, ...news] = [document.querySelector("#board"), ...document.querySelectorAll("#news li")]
  .map((each) => each.getBoundingClientRect());
return news.length ? news.some((each) => each.bottom > board.top + 1) : null;
"""


def test_news_of_a_code_leaves_the_game_in_sight(host):
    """It stands over the head of the page, not over the board."""
    phone = PhonePage.joined(host, 1)
    host.table.ask("invite", seat=2)
    phone.until(lambda: phone.count("#news li"), "that a code was shown")
    for size in ((360, 640), (390, 844), (844, 390)):
        phone.display.size(*size, touch=True)
        assert phone.js(COVERED) is False, size
