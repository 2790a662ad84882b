"""A seat's own page on a small phone: axe finds nothing, nothing is too wide, nothing too small for a finger."""

import pytest
from selenium.webdriver import Keys

from e2e.hurrying import Hurry
from e2e.phone_page import SIZE, PhonePage, invitation
from e2e.reader import faults_by_ear
from e2e.table_page import CLANS, NAMES
from e2e.test_accessible import AXE, RUN, SIDEWAYS
from pearlboard.languages import LANGUAGES
from support.lengths import at_length, soaked

pytestmark = pytest.mark.slow

TOO_SMALL = """
return [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((each) => each.checkVisibility() && !each.matches(".skip, .site"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([each, box]) => `${each.id || each.textContent}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`);
"""
TARGETS = """
const missed = [];
for (const site of document.querySelectorAll(".site.space:not([aria-disabled])")) {
  site.scrollIntoView({block: "center"});
  const box = site.querySelector(".ring").getBoundingClientRect();
  for (const [dx, dy] of [[0, 0], [11.5, 0], [-11.5, 0], [0, 11.5], [0, -11.5]]) {
    const hit = document.elementFromPoint(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy)?.closest(".site");
    if (hit !== site) missed.push([site.dataset.site, dx, dy, hit?.dataset.site]);
  }
}
return missed;
"""


def own_turn(host, language):
    """A turn from its beginning to its last moment, with what may lie open on the phone; then it is another's."""
    phone = PhonePage.joined(host, 1, language=language).until_mine()
    yield "own_turn", phone
    phone.click("#cover").until(lambda: phone.seen("#curtain"), "the curtain")
    yield "curtain", phone
    phone.click("#uncover").until(lambda: phone.seen("#private"), "the hand")
    phone.click("#menu-open").until(lambda: phone.seen("#menu"), "the menu")
    yield "menu", phone
    phone.keys(Keys.ESCAPE).until(lambda: not phone.seen("#menu"), "no menu")
    host.touch("a1-b1").until_verdict("legal")
    host.touch("a1-a2").until_verdict("illegal")
    phone.until_verdict("illegal")
    yield "wrong", phone
    host.touch("a1-a2").until_verdict("legal")
    host.touch("a1-b1").until_label("a1-b1", "empty")
    host.touch("c3").until_verdict("unfinished")
    phone.until_verdict("unfinished")
    yield "asked", phone
    phone.choose(4).until_verdict("legal")
    yield "chosen", phone
    invitation(host, 1)
    phone.until(lambda: phone.seen("#welcome"), "no seat")
    yield "signed_out", phone


def armed(host, language):
    """A Power with Divers to choose from."""
    hurry = Hurry(host.table, None, 3, {})
    for space in ("a1", "c3", "e2", "g3"):
        hurry.lay(space, value=1)
    phone = PhonePage.joined(host, 2, language=language).until_mine().arm("power")
    phone.until(lambda: phone.count("#targets .target") > 1, "lit targets")
    yield "armed", phone


def seen(host, language):
    """Cleo, of the Elders, has looked at a Diver that was declared."""
    hurry = Hurry(host.table, None, 3, {})
    for space, value in (("a1", 4), ("c3", 1)):
        hurry.lay(space, value=value)
    phone = PhonePage.joined(host, 3, language=language).until_mine().arm("power").tap("a1")
    phone.until_verdict("legal")
    phone.do("confirm").until(lambda: phone.seen("#seen"), "what is seen")
    yield "seen", phone


def others_turn(host, language):
    """Somebody else moves; later Anna wants to take back, and Ben is asked."""
    phone = PhonePage.joined(host, 2, language=language)
    phone.until(lambda: phone.seen("#private"), "the hand")
    yield "others_turn", phone
    hurry = Hurry(host.table, None, 3, {})
    hurry.lay("a1", value=1)
    phone.until_mine()
    host.touch("c3").until_label("c3", "not confirmed")
    phone.choose(1).until_verdict("legal")
    phone.confirm()
    host.touch("e2").until_verdict("legal")
    host.do("take_back")
    phone.until(lambda: phone.seen("#proposal"), "the question")
    yield "proposal", phone


def shared(host, language):
    """Two seats on one device, while it is handed over."""
    phone = PhonePage.joined(host, 1, language=language).scan(invitation(host, 2), language)
    phone.until(lambda: phone.seen("#uncover"), "the curtain")
    yield "shared", phone


def turned_up(host, language):
    """Three Divers of one's own are turned up."""
    host.table.clear()
    host.table.ask(
        "set_up",
        players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "foragers"}],
        edition="fr",
        advanced=True,
        confirm="button",
    )
    host.table.ask("start")
    hurry = Hurry(host.table, None, 2, {})
    for space in ("a1", "c3", "e2", "g3", "h1", "c1"):
        hurry.lay(space, value=1)
    for _ in range(2):
        host.table.ask("pass")
    host.until_phase("reveal")
    phone = PhonePage.joined(host, 1, language=language).until_phase("reveal")
    phone.until(lambda: phone.count("#own-divers li") == 3, "the own Divers")
    return phone


def the_end(host, language):
    """From the reveal from territory to territory to the standings."""
    phone = turned_up(host, language)
    yield "reveal", phone
    phone.do("turn_up").until(lambda: phone.count("#own-divers [aria-pressed=true]") == 3, "what was said, turned up")
    phone.do("agree").until_phase("count")
    phone.until(lambda: phone.seen("#do-count_next"), "the first territory")
    yield "count", phone
    of = host.table.screen()["game"]["count"]["of"]
    for part in range(1, of + 1):
        phone.until(lambda part=part: f"{part}" in phone.text("#count h2"), f"territory {part}")
        phone.click("#do-count_next")
    yield "over", phone.until_phase("over")


def refused(host, language):
    """A code that does not work."""
    phone = PhonePage.new(host).scan(f"{host.table.address}/seat#not-a-code", language)
    phone.until(lambda: phone.seen("#welcome-why"), "why")
    yield "refused", phone


WAYS = (own_turn, armed, seen, others_turn, shared, the_end, refused)
SHORT = (armed, refused)
"""What is looked at in `make test`; all others in `make soak`."""


@pytest.mark.refused
@pytest.mark.parametrize("way", soaked(WAYS, SHORT))
def test_everybody_can_use_a_phone(host, way):
    """Nothing for axe to find, nothing wider than the phone, and everything as large as a fingertip; light or dark.

    Each way through states is gone in one language, the next in the next one, and each state is looked at in one light;
    in make soak, in all languages.
    """
    first = WAYS.index(way)
    for number in range(first, first + at_length(len(LANGUAGES), 1)):
        language = LANGUAGES[number % len(LANGUAGES)]
        for state, (name, phone) in enumerate(way(host if number == first else host_anew(host), language), number):
            assert phone.js("return document.documentElement.lang") == language
            look_at(phone, f"{name}-{language}", dark=state % 2 == 1)


OUTSIDE = """
return [...document.querySelectorAll("#own-divers button")].map((each) => [each.id, each.getBoundingClientRect()])
  .filter(([, { left, right, width }]) => left < 0 || right > innerWidth || width < 44).map(([id]) => id);
"""


def test_every_value_of_an_own_diver_is_inside_a_phone_that_is_held_upright(host):
    """In German, whose words are longest; what was said is not asked for before all are turned up."""
    phone = turned_up(host, "de")
    assert phone.count("#own-divers button") == 0
    phone.do("turn_up").until(lambda: phone.count("#own-divers [aria-pressed=true]") == 3, "what was said, turned up")
    for size in ((320, 568), SIZE, (390, 844), (640, 360)):
        phone.display.size(*size, touch=True)
        assert phone.js(OUTSIDE) == [], size
        assert phone.js(SIDEWAYS) == [], size


def host_anew(host):
    """The same page, in another game that has just begun."""
    host.table.clear()
    host.open()
    return host.host(NAMES, CLANS).until_turn(1, NAMES[0])


@pytest.mark.soak
def test_a_phone_in_another_language_is_where_it_was(host):
    """Loaded again at the reveal."""
    phone = turned_up(host, "en")
    phone.open("fr", "/seat").until_seated().until_phase("reveal")
    assert phone.js("return document.documentElement.lang") == "fr"


def look_at(phone, name, *, dark):
    """All that is looked for, in a state and language of that name."""
    phone.display.size(*SIZE, touch=True)
    phone.display.likes(dark=dark, still=True)
    phone.driver.shot(name)
    assert faults_by_ear(phone) == [] or not phone.seen("#main")  # a welcome has no board, and no turn
    assert (
        phone.count("#main > aside[aria-label]") == 1
    )  # the landmark of what stands below the board, as on the table's page
    phone.js(AXE)
    assert phone.driver.execute_async_script(RUN) == []
    for size in ((320, 568), SIZE, (640, 360), (768, 1024)):
        phone.display.size(*size, touch=True)
        assert phone.js(SIDEWAYS) == [], size
        if size != (320, 568):
            assert phone.js(TOO_SMALL) == [], size
    phone.display.size(*SIZE, touch=True)
    if phone.seen("#site-c3"):  # without a seat there is no board
        assert phone.js(TARGETS) == []


@pytest.mark.soak
def test_a_french_phone_beside_an_english_table(host):
    """Each speaks its language, of the same turn; the link of the code speaks the phone's."""
    phone = PhonePage.joined(host, 1, language="fr").until_mine()
    assert phone.js("return document.documentElement.lang") == "fr"
    assert host.js("return document.documentElement.lang") == "en"
    host.touch("b2").until_says("Pearl Farms stay free of Divers")
    phone.until_says("Pas de Plongeur sur une Ferme perlière").until_verdict("illegal")
    host.touch("b2").touch("c3").until_verdict("unfinished")
    phone.choose(3).until_label("c3", "un Plongeur à Anna").until_verdict("legal")
    assert phone.text("#hand-title") == "Vos Plongeurs"
    assert phone.text("#do-confirm") == "Confirmer"
    assert host.text("#do-confirm") == "Confirm"
    phone.confirm()
    host.until_turn(2, "Ben")
    assert "À Ben de jouer" in phone.whose
