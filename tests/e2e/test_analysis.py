"""A finished game is thought over: while one waits, and once it is done; read by everybody."""

from urllib.error import HTTPError

import pytest
from selenium.webdriver import ActionChains, Keys

from e2e.page import IN_SIGHT, TINY
from e2e.test_accessible import DESK, LOOKS, PHONE, SIDEWAYS, faults, look, looks, over
from pearlboard.games.values import MOST_SEATS
from pearlboard.languages import LANGUAGES
from support.lengths import at_length

pytestmark = pytest.mark.slow

THOUGHT = "return document.querySelector('#progress').value"
STEPS = 8
ANSWER = """
const asked = window.fetch;
window.fetch = async (address, ...more) => {
  const answer = await asked(address, ...more);
  if (!String(address).includes("/analysis")) return answer;
  const found = await answer.json();
  %s
  return new Response(JSON.stringify(found));
};
"""
TURNED = """
  const piece = { site: "h5", kind: "diver", seat: 2, value: 3, necklaces: 0, backup: false, face_up: false };
  found.turning = found.decisive = [3];
  for (const moment of found.moments) moment.better = null;
  if (found.moments[2]) found.moments[2].better = { said: "Ben would have shone.", gain: .3, pieces: [piece] };
"""
"""What was thought of a short game is not worth a picture: say that its third step turned it, and missed something."""
NO_JUDGE = """
  found.chances = false;
  found.turning = found.decisive = found.standings = [];
  for (const side of found.sides) side.points = [];
"""


@pytest.fixture(scope="module")
def number(table):
    """A game that has just been counted; the table is free."""
    over(table)
    record = table.screen()["game"]["result"]["export"]
    table.ask("new_game")
    return int(record.removeprefix("/archive/").removesuffix(".json"))


@pytest.fixture
def analysis(number, unopened):
    """The page about that game, once every step has been thought about."""
    page = unopened.open(path=f"/archive/{number}/analysis")
    for step in range(STEPS + 1):
        page.until(lambda step=step: page.seen("[data-ready]") or page.js(THOUGHT) >= step, f"thought {step}")
    page.until(lambda: page.seen("[data-ready]"), "the end of the thinking")
    return page


def keys(page, *pressed):
    ActionChains(page.driver).send_keys(*pressed).perform()
    return page


def value(page):
    """Where the slider stands."""
    return page.find("#curve").get_attribute("aria-valuenow")


def pretend(page, thoughts=TURNED):
    """Open it again, with something to tell; the window is not used again."""
    page.driver.spoil()
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": ANSWER % thoughts})
    page.driver.refresh()
    page.until(lambda: page.seen("[data-ready]"), "the analysis")


def test_every_step_is_listed_and_the_curve_has_a_line_for_each_side(analysis):
    """From the beginning to what was counted."""
    assert analysis.count("#steps > li") == STEPS + 1
    assert "Anna lays a Diver worth" in analysis.text("#steps > li:nth-child(2)")
    points = analysis.js(
        "return [...document.querySelectorAll('#lines .line polyline:not(.edge)')]"
        ".map((line) => line.getAttribute('points').split(' ').length)"
    )
    assert points == [STEPS + 1, STEPS + 1]
    assert analysis.text("#said") == "The computer has thought about every step."
    assert not analysis.seen("#progress")


CUT_OFF = """
const whole = document.querySelector("#plot").getBoundingClientRect();
return [...document.querySelectorAll("#plot text")].filter((each) => {
  const { left, right, bottom } = each.getBoundingClientRect();
  return left < whole.left - 1 || right > whole.right + 1 || bottom > whole.bottom + 1;
}).map((each) => each.textContent);
"""


def test_what_is_written_at_the_curve_can_be_read(analysis):
    """On the smallest screen, too, and none of it is cut off."""
    for size in ((1366, 657), (1024, 768), (844, 390), (640, 400), (390, 844)):
        analysis.display.size(*size)
        assert (analysis.js(TINY, "#plot"), analysis.js(CUT_OFF)) == ([], []), size


DASHES = """
const [line] = document.querySelectorAll("#lines .line");
return arguments[0].map((side) => {
  line.dataset.side = side;
  return getComputedStyle(line.querySelector("polyline:not(.edge)")).strokeDasharray;
});
"""


def test_no_two_lines_are_told_apart_by_colour_alone(analysis):
    """As many as there may be sides: each has dashes of its own."""
    dashes = analysis.js(DASHES, list(range(1, MOST_SEATS + 1)))
    assert len(set(dashes)) == MOST_SEATS


def test_keys_lead_through_the_game_and_the_board_follows(analysis):
    """Anywhere on the page, and as a slider with the focus on the curve; it says where one is and how it stood."""
    keys(analysis, Keys.HOME)
    assert (analysis.count("#pieces > .piece"), value(analysis)) == (0, "0")
    keys(analysis, Keys.ARROW_RIGHT)
    assert (analysis.count("#pieces > .piece.latest"), value(analysis)) == (1, "1")
    analysis.js("document.querySelector('#curve').focus()")
    keys(analysis, Keys.ARROW_UP)
    assert value(analysis) == "2"
    keys(analysis, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert value(analysis) == "0"
    assert analysis.count("#go-back[aria-disabled=true]") == 1
    keys(analysis, Keys.END)
    assert value(analysis) == analysis.find("#curve").get_attribute("aria-valuemax") == str(STEPS)
    words = analysis.find("#curve").get_attribute("aria-valuetext")
    assert analysis.text("#sentence") in words
    assert analysis.text("#stands") in words
    assert "won." in analysis.text("#stands") or "level." in analysis.text("#stands")


def test_a_click_on_the_curve_or_a_step_leads_there(analysis):
    """And its address can be kept; on a phone, where the list lies far below, board and sentence come into sight."""
    analysis.driver.find_element("css selector", "#curve").click()
    assert value(analysis) in {"3", "4", "5"}
    analysis.driver.find_elements("css selector", "#steps button")[2].click()
    assert (value(analysis), analysis.js("return location.hash")) == ("2", "#2")
    assert analysis.text("#steps [aria-current]").startswith("2")
    analysis.click("#go-forward")
    assert value(analysis) == "3"
    analysis.display.size(390, 844)
    analysis.click(f"#steps > li:nth-child({STEPS}) button")
    assert value(analysis) == str(STEPS - 1)
    analysis.until_in_sight("#board").until_in_sight("#sentence")  # far above the list


def test_what_turned_the_game_is_drawn_and_what_was_better_lies_pale_on_the_board(analysis):
    """In pictures that say what they show; each leads to the board."""
    pretend(analysis)
    assert analysis.count("#decided > li") == 1
    picture = analysis.find("#decided .board")
    assert picture.get_attribute("role") == "img"
    assert (
        picture.get_attribute("aria-label")
        == analysis.text("#steps > li:nth-child(4) button > span:last-child").split(".")[0] + "."
    )
    assert analysis.text("#undecided").endswith("Pale pieces with a dotted frame would have been better.")
    assert analysis.count("#decided .board .piece.better") == 1
    assert analysis.count("#decided .board .piece.latest") == 1
    told = analysis.text("#decided p")
    assert "After that:" in told
    assert told.endswith("Better: Ben would have shone.")
    keys(analysis, Keys.HOME)
    assert analysis.count("#pieces > .piece.better") == 0
    analysis.click("#decided button")
    assert (value(analysis), analysis.js("return document.activeElement.id")) == ("3", "curve")
    assert analysis.count("#pieces > .piece.better") == 1
    assert analysis.text("#better") == "Better: Ben would have shone."
    assert "would have been better" in analysis.label("h5")
    assert "turned the game" in analysis.text("#steps > li:nth-child(4)")
    assert "better was possible" in analysis.text("#steps > li:nth-child(4)")


def test_page_keys_lead_from_turning_point_to_turning_point(analysis):
    """On the curve, where they mean nothing else."""
    pretend(analysis)
    keys(analysis, Keys.HOME)
    analysis.js("document.querySelector('#curve').focus()")
    keys(analysis, Keys.PAGE_UP)
    assert value(analysis) == "3"
    keys(analysis, Keys.PAGE_UP)
    assert value(analysis) == "3"
    keys(analysis, Keys.ARROW_RIGHT, Keys.PAGE_DOWN)
    assert value(analysis) == "3"


def test_of_a_game_without_chances_the_page_says_so_and_leads_through_it(analysis):
    """The slider moves all the same."""
    assert not analysis.seen("#no-chances")
    pretend(analysis, NO_JUDGE)
    assert analysis.seen("#no-chances")
    keys(analysis, Keys.END)
    assert (value(analysis), analysis.text("#stands")) == (str(STEPS), "")
    assert "No single step" in analysis.text("#undecided")


def test_on_a_phone_the_board_stands_above_the_curve(analysis):
    """On a desk beside it."""
    boxes = "return ['#board', '#curve'].map((css) => document.querySelector(css).getBoundingClientRect().toJSON())"
    look(analysis, PHONE, dark=False)
    board, curve = analysis.js(boxes)
    assert board["bottom"] <= curve["top"]
    look(analysis, DESK, dark=False)
    board, curve = analysis.js(boxes)
    assert board["right"] <= curve["left"]


SCROLLS = """
return [...document.querySelectorAll("main *")].filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
  .filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.id || each.className);
"""
"""What scrolls within the page."""


CUT_OFF = """
const written = (select, text) => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = getComputedStyle(select).font;
  return canvas.measureText(text).width;
};
const room = (select) => select.clientWidth - 2 * parseFloat(getComputedStyle(select).paddingInlineStart);
return [...document.querySelectorAll("select")].filter((each) => each.checkVisibility()).flatMap((select) =>
  [...select.options].map(({ text }) => text).filter((text) => written(select, text) > room(select)));
"""
"""What can be chosen, and is too long for its box."""
ON_ITS_SIDE = ((844, 390), (640, 400), (1024, 768), (1366, 657), DESK)


def test_in_a_window_on_its_side_the_board_stays_beside_the_curve_and_only_the_page_scrolls(analysis):
    """All of the board, with what was played; of the game shown again, beside what leads through it."""
    for size in ON_ITS_SIDE:
        analysis.display.size(*size)
        analysis.until_in_sight(".board").until_in_sight("#sentence").until_in_sight("#curve")
        assert (analysis.js(SCROLLS), analysis.js(CUT_OFF)) == ([], []), size
        analysis.js("scrollTo(0, 400)")
        analysis.until(lambda: analysis.js(IN_SIGHT, "#board"), f"the board beside what follows {size}")
    analysis.js("scrollTo(0, 0)")
    analysis.click("a[href*='/archive/']:not([href*='analysis'], [href*='json'], .wordy)")
    analysis.until(lambda: analysis.seen("#go-play"), "the game again")
    for size in ON_ITS_SIDE:
        analysis.display.size(*size)
        analysis.until_in_sight(".board").until_in_sight("#go-play")
        assert (analysis.js(SCROLLS), analysis.js(CUT_OFF)) == ([], []), size


@pytest.mark.usefixtures("analysis")
def test_it_is_thought_over_only_once(table, number):
    """Whoever comes next has all of it at once, the same, in whatever language."""
    found = table.get(f"/api/archive/{number}/analysis?lang=fr")
    assert found["done"]
    assert [side["points"] for side in found["sides"]] == [
        side["points"] for side in table.get(f"/api/archive/{number}/analysis?lang=en")["sides"]
    ]
    assert "Anna pose un Plongeur" in found["moments"][0]["played"]


def test_one_gets_there_from_the_game_and_back(analysis, number):
    """From the page that shows it again, by its link."""
    analysis.open(path=f"/archive/{number}")
    analysis.click(f"a[href^='/archive/{number}/analysis']")
    analysis.until(lambda: analysis.seen("[data-ready]"), "the analysis")
    analysis.click(f"#thinking a[href^='/archive/{number}?']")
    analysis.until(lambda: analysis.seen("#slider"), "the game")


def test_the_result_card_leads_to_the_game_again_and_thought_over(unopened, table):
    """Once it has been counted."""
    over(table)
    record = table.screen()["game"]["result"]["export"]
    game = record.removesuffix(".json")
    page = unopened.open()
    page.until(lambda: page.seen("#result .onward"), "the result")
    links = page.js(
        "return [...document.querySelectorAll('#result .onward a')].map((link) => link.getAttribute('href'))"
    )
    assert links == [f"{game}?lang=en", f"{game}/analysis?lang=en", record]
    page.click(f"#result a[href^='{game}/analysis']")
    page.until(lambda: page.seen("#curve"), "the analysis")


def test_whoever_missed_something_is_offered_that_turn_again(analysis, table):
    """In the seat that played it, from before it was played; elsewhere whoever moves next goes on from there."""
    offered = "return [document.querySelector('#try-seat').value, document.querySelector('#try').textContent]"
    pretend(analysis)
    keys(analysis, Keys.HOME, Keys.ARROW_RIGHT)
    assert analysis.js(offered) == ["2", "Try it from here"]
    keys(analysis, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert analysis.js(offered) == ["1", "Play this turn again"]
    analysis.click("#try")
    table.until(lambda screen: screen["phase"] == "playing")
    [anna, ben] = table.screen()["match"]["players"]
    assert (anna["computer"], bool(ben["computer"]), anna["to_move"]) == (None, True, True)


@pytest.mark.parametrize("path", ["/archive/{}/analysis", "/api/archive/{}/analysis"])
def test_a_game_that_was_not_counted_is_not_told(number, table, path):
    """It would tell values; nor is one that never was."""
    table.begin()
    for other in (number + 1, number + 7):
        with pytest.raises(HTTPError, match="404"):
            table.get(path.format(other))


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_read_it(analysis, language):
    """Nothing for axe to find, light or dark, on a desk or on a phone; nothing scrolls sideways."""
    analysis.speak(language)
    analysis.until(lambda: analysis.seen(f"html[lang={language}] [data-ready]"), "the page in that language")
    pretend(analysis)
    for size, dark in at_length(LOOKS, looks(LANGUAGES.index(language))):
        look(analysis, size, dark=dark)
        assert faults(analysis) == [], (size, dark)
    for size in ((320, 568), PHONE, (640, 360), (768, 1024), DESK):
        analysis.display.size(*size)
        assert analysis.js(SIDEWAYS) == [], size
