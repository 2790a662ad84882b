"""axe finds nothing, and nothing has to be scrolled sideways: in every phase, language, light and size."""

from importlib.resources import files

import pytest

from e2e.reader import faults_by_ear
from pearlboard.languages import LANGUAGES
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = """
const done = arguments[arguments.length - 1];
// What is fetched beforehand, style sheets and sounds, only experimental rules look at, which are not asked.
const how = {resultTypes: ["violations"], selectors: false, preload: false};
axe.run(document, how).then(({violations}) => done(violations.map(({id, nodes}) =>
  `${id}: ${nodes.map((node) => node.html.slice(0, 160) + " -- " + node.failureSummary).join(" | ")}`)));
"""
SIDEWAYS = """
const wide = document.documentElement.clientWidth;
return document.documentElement.scrollWidth <= wide ? [] : [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > wide + 1)
  .map((each) => `${each.tagName}#${each.id}.${each.className}`);
"""
DESK, PHONE = (1440, 900), (360, 640)


def idle(table):
    table.clear()


def pearls(table):
    table.clear()
    table.ask("set_up", players=[{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": "children"}])
    table.ask("lay_pearls", farm=table.screen()["game"]["farm_now"])


def lay(table, *sites):
    for site in sites:
        table.ask("put", site=site)
    table.until(lambda screen: set(sites) <= {piece["site"] for piece in screen["pieces"]})


def turn(table, *sites):
    lay(table, *sites)
    table.until(lambda screen: screen["verdict"] == "legal")
    table.ask("confirm")


def playing(table):
    """Four seats, a draft with a Diver, and hints."""
    table.begin(4, confirm="button", hints="always", edition="fr")
    turn(table, "a1")
    turn(table, "c3-d3", "c3-c4")
    turn(table, "h5")
    lay(table, "g3")


def advised(table):
    """A territory is closed off, something was taken back, and the computer is asked what it would play."""
    table.begin(confirm="button")
    turn(table, "b1-c1", "b2-c2")
    turn(table, "a2-a3", "b2-b3")
    turn(table, "a1")
    table.ask("take_back")
    table.ask("tidy")
    turn(table, "b1")
    table.ask("advise")
    table.until(lambda screen: screen["suggestions"])


def illegal(table):
    table.begin(3, confirm="button")
    turn(table, "h1")
    lay(table, "a1-b1", "a1-a2")


def missing(table):
    table.begin(confirm="button")
    turn(table, "c3-d3", "c3-c4")
    turn(table, "f3")
    table.ask("lift", site="c3-d3")
    lay(table, "h1")
    table.until(lambda screen: {piece["status"] for piece in screen["pieces"]} == {"laid", "missing", "draft"})


def paused(table):
    table.begin(confirm="button")
    table.ask("pause")


def reveal(table):
    """Some Divers are said, and others are not."""
    table.begin(confirm="button", edition="fr")
    for space in ("a1", "b1", "c3", "g3", "h5", "e2"):
        turn(table, space)
    for _ in range(2):
        table.ask("pass")
    table.ask("say_value", space="a1", value=5)


def count(table):
    reveal(table)
    table.ask("agree")


def over(table):
    count(table)
    table.ask("counted")
    table.until(lambda screen: screen["stage"] == "over")


PHASES = (idle, pearls, playing, illegal, missing, paused, reveal, count, over, advised)
SHORT = (illegal, reveal, over)
"""What is looked at in `make test`; all others in `make soak`."""
LOOKS = [(size, dark) for size in (DESK, PHONE) for dark in (False, True)]
"""Every size in either light."""


def look(page, size, *, dark):
    page.display.size(*size, touch=size == PHONE)
    page.display.likes(dark=dark, still=True)


def looks(number, most=2):
    """Of `LOOKS`, those in which the page of that number is looked at; the next page is looked at in others.

    The second is of the other size and in the other light.
    """
    return [LOOKS[number % 4], LOOKS[3 - number % 4]][:most]


def faults(page):
    """What axe finds on a page that has just been opened."""
    page.js(AXE)
    return page.driver.execute_async_script(RUN)


@pytest.mark.parametrize("bring_about", soaked(PHASES, SHORT))
def test_everybody_can_read_every_phase(unopened, table, bring_about):
    """Nothing for axe to find, light or dark, on a desk or on a phone; no phone, tablet or TV scrolls sideways.

    Each phase is looked at in one language, size and light, the next in the next ones; in make soak, in all of them.
    """
    bring_about(table)
    first = PHASES.index(bring_about)
    for number in range(first, first + at_length(len(LANGUAGES), 1)):
        language = LANGUAGES[number % len(LANGUAGES)]
        page = unopened.open(language).until_phase(table.screen()["stage"])
        page.js(AXE)
        assert faults_by_ear(page) == []
        page.js("document.querySelector('#log').open = true")
        for size, dark in at_length(LOOKS, looks(number, most=1)):
            look(page, size, dark=dark)
            assert page.driver.execute_async_script(RUN) == [], (language, size, dark)
        for size in ((320, 568), PHONE, (640, 360), (768, 1024), (1024, 768), DESK, (1920, 1080)):
            page.display.size(*size)
            assert page.js(SIDEWAYS) == [], (language, size)


@pytest.mark.parametrize("bring_about", soaked((idle, reveal), [idle]))
def test_axe_finds_nothing_in_front(unopened, table, bring_about):
    """In the help, in the question for a value, in the open half of the form, in the archive."""
    bring_about(table)
    page = unopened.open()
    if bring_about is idle:
        page.form().click("#more summary").click("input[name=farms][value=type]")
    else:
        page.touch("c3").until(lambda: page.seen("#popover"), "the question for a value")
    assert faults(page) == []
    page.keys("\ue00c").click("#help-open").until(lambda: page.seen("#help"), "the help")
    assert faults(page) == []
    page.open(path="/archive")
    assert faults(page) == []
