"""Words longer than anybody's: nothing scrolls sideways and no button is cut off, on any page and in any language.

Besides the languages there are, a made-up one is looked at, two fifths longer than English.
"""

import pytest

from e2e.phone_page import PhonePage
from e2e.serving import ServedTable
from e2e.table_page import CLANS, NAMES
from e2e.test_accessible import SIDEWAYS, count, idle, over, pearls, playing, reveal, turn
from pearlboard.languages import LANGUAGES
from support.lengths import at_length
from support.stretched import CODE, program

pytestmark = pytest.mark.slow

SIZES = ((360, 640), (1024, 768), (1440, 900), (1920, 1080))
EVERY = at_length((*LANGUAGES, CODE), (CODE,))
"""The made-up one is longer than all that there are; those are looked at besides in make soak."""
CUT = """
const wide = document.documentElement.clientWidth;
const near = (one, other) => one <= other + 1.5;
const held = (box, element) => {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    const edge = around.getBoundingClientRect();
    if (around !== document.documentElement && around !== document.body && overflowX !== "visible" &&
        !(near(edge.left, box.left) && near(box.right, edge.right))) return `beyond ${around.className || around.id}`;
    const clips = ["hidden", "clip"].includes(overflowY);
    if (clips && !near(box.bottom, edge.bottom)) return `below ${around.className || around.id}`;
    if (["auto", "scroll"].includes(overflowY)) return "";
  }
  return "";
};
const wrong = (element) => {
  const box = element.getBoundingClientRect();
  if (!near(0, box.left) || !near(box.right, wide)) return "off the page";
  if (element.matches("button, .button, summary, .options span")) {
    if (!near(element.scrollWidth, element.clientWidth) && element.clientWidth) return "wider than itself";
    if (!near(element.scrollHeight, element.clientHeight) && element.clientHeight) return "higher than itself";
  }
  if (arguments[0] && element.closest("#now") && !near(box.bottom, innerHeight)) return "below the screen";
  return held(box, element);
};
return [...document.querySelectorAll("button, a, summary, select, .options span, .switch, input[type=text]")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 2)
  .filter((each) => !each.matches(".skip, .unseen, .scroll *"))
  .map((each) => [each, wrong(each)]).filter(([, why]) => why)
  .map(([each, why]) => `${each.tagName}#${each.id}.${each.className} ${each.textContent.trim().slice(0, 40)}: ${why}`);
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table that speaks that language, too."""
    folder = tmp_path_factory.mktemp("table")
    table = ServedTable(folder, program=program(folder)).start()
    yield table
    assert table.stop() == ""


def look(page, what, *, screen=False):
    """Everything that is seen, in every size. `screen`: what is to be done now is seen without scrolling, on a desk."""
    for size in SIZES:
        page.display.size(*size)
        page.driver.shot(f"{what}-{size[0]}")
        assert page.js(SIDEWAYS) == [], (what, size)
        whole = screen and size[0] >= 1024
        page.until(lambda whole=whole: page.js(CUT, whole) == [], f"nothing cut off: {what} {size}")
    page.display.size(*SIZES[2])


@pytest.mark.parametrize(
    "bring_about",
    [playing, over, *(pytest.param(each, marks=pytest.mark.soak) for each in (idle, pearls, reveal, count))],
)
def test_nothing_is_cut_off_at_the_table(unopened, table, bring_about):
    """In no phase of a game, in no language."""
    bring_about(table)
    for language in EVERY:
        page = unopened.open(language).until_phase(table.screen()["stage"])
        if bring_about is idle:
            look(page, f"start-{language}")
            page.form().click("#more summary").click("input[name=farms][value=type]")
        look(page, f"{bring_about.__name__}-{language}", screen=bring_about is not idle)


@pytest.mark.soak
def test_nothing_is_cut_off_in_an_advanced_game(page, table):
    """With tokens that can be played, one that is armed, and one that says why it cannot be."""
    page.host(NAMES, CLANS)
    for site in ("h1", "h3", "h4"):
        turn(table, site)
    for language in EVERY:
        page.open(language).until_phase("playing")
        page.until(lambda: page.seen("#do-power"), "the Power")
        look(page, f"tokens-{language}", screen=True)
        page.find("#do-backup").click()
        look(page, f"why-{language}", screen=True)
        page.find("#do-power").click()
        page.until(lambda: page.seen("#do-power[aria-pressed=true]"), "the Power armed")
        look(page, f"armed-{language}", screen=True)
        page.find("#do-power").click()
        page.until(lambda: page.seen("#do-power[aria-pressed=false]"), "the Power put back")


def test_nothing_is_cut_off_on_a_phone(host):
    """The page of a seat, whose turn it is."""
    phone = PhonePage.joined(host, 1).until_mine()
    for language in EVERY:
        phone.open(language, "/seat").until_seated()
        look(phone, f"seat-{language}")
        phone.click("#menu-open").click("#languages summary")
        look(phone, f"menu-{language}")


@pytest.mark.soak
def test_nothing_is_cut_off_when_a_game_is_looked_at_again(unopened, table):
    """In the archive, step by step, in the analysis, and in the workshop."""
    over(table)
    number = int(table.screen()["game"]["result"]["export"].removeprefix("/archive/").removesuffix(".json"))
    table.ask("new_game")
    for language in EVERY:
        for name, path in (
            ("archive", "/archive"),
            ("replay", f"/archive/{number}"),
            ("analysis", f"/archive/{number}/analysis"),
            ("operator", "/operator"),
        ):
            page = unopened.open(language, path)
            if name in ("replay", "analysis"):
                page.until(lambda page=page: page.seen("[data-ready]"), "the game")
            page.click("#languages summary")
            look(page, f"{name}-{language}")
