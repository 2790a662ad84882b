"""A two-player game by keys alone, the middle hurried. After every key the focus is somewhere, in sight, and shown."""

import pytest
from selenium.webdriver import Keys

from e2e.table_page import Hands, any_turn, mover

pytestmark = pytest.mark.slow

SEED = 23
BY_KEYS, AT_THE_END = 12, 6
"""So many turns are typed, and then those when so few places are open; scripts hurry along between them."""
FOCUS = """
const at = document.activeElement;
if (!at || at === document.body) return null;
const marks = [at, at.querySelector(".ring"), at.nextElementSibling].map((one) => (one ? getComputedStyle(one) : {}));
const box = at.getBoundingClientRect();
return {
  id: at.id, name: at.name ?? "", value: at.value ?? "", site: at.dataset.site ?? "",
  text: at.textContent.trim().slice(0, 40),
  marked: at.matches(":focus-visible") && (
    marks.some((style) => (style.outlineStyle ?? "none") !== "none" && parseFloat(style.outlineWidth) >= 2)
    || parseFloat(marks[1].strokeWidth ?? 0) >= 3),
  inSight: box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0,
};
"""


def focus(page):
    """What has the focus. It is never lost, out of sight, or not to be told from the rest."""
    at = page.until(lambda: page.js(FOCUS), "the focus")
    assert at["inSight"], at
    assert at["marked"], at
    return at


def tab_to(page, wanted):
    """Press Tab until the focus is where it is wanted. Behind the last place of the page comes the browser's own."""
    for _ in range(80):
        if page.js(FOCUS) and wanted(focus(page)):
            return page
        page.keys(Keys.TAB)
    raise AssertionError(f"no Tab leads there; the focus is at {focus(page)}")


def tab_to_id(page, name):
    return tab_to(page, lambda at: at["id"] == name)


def choose(page, name, value):
    """Tab to a group of choices, and walk to one with the arrows."""
    tab_to(page, lambda at: at["name"] == name)
    for _ in range(5):
        if focus(page)["value"] == value:
            return page
        page.keys(Keys.ARROW_RIGHT)
    raise AssertionError(f"no arrow leads to {name} = {value}")


def lattice(site):
    """Column and row among spaces and the lines between them."""
    first, _, second = site.partition("-")
    places = [(ord(name[0]) - 97, int(name[1]) - 1) for name in (first, second or first)]
    return sum(x for x, _ in places), sum(y for _, y in places)


def walk_to(page, site):
    """With the arrows: to a space, then over the spaces, then to the line beside."""
    x, y = lattice(focus(page)["site"])
    if x % 2:
        x -= 1
        page.keys(Keys.ARROW_LEFT)
    if y % 2:
        y -= 1
        page.keys(Keys.ARROW_UP)
    to_x, to_y = lattice(site)
    across, down = to_x // 2 - x // 2, to_y // 2 - y // 2
    if across:
        page.shifted(Keys.ARROW_RIGHT if across > 0 else Keys.ARROW_LEFT, abs(across))
    if down:
        page.shifted(Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP, abs(down))
    if to_x % 2:
        page.keys(Keys.ARROW_RIGHT)
    if to_y % 2:
        page.keys(Keys.ARROW_DOWN)
    assert focus(page)["site"] == site
    return page


def set_up(page):
    """The form: names typed, clans and choices by arrows."""
    page.until_phase("idle").keys(Keys.TAB)
    tab_to_id(page, "start-here").keys(Keys.ENTER)
    choose(page, "players", "2")
    tab_to_id(page, "name-1").keys("Zoé")
    choose(page, "clan-1", "children")
    tab_to_id(page, "name-2").keys("Yan")
    tab_to(page, lambda at: at["text"] == "Rules and help").keys(Keys.ENTER)
    choose(page, "hints", "always")
    tab_to_id(page, "set-up").keys(Keys.ENTER)
    page.until_phase("pearls")


def lay(page, site):
    """Enter lays a piece; it may count at once."""
    walk_to(page, site).keys(Keys.ENTER)
    page.until(lambda: "empty" not in page.label(site), f"a piece at {site}")


def title_is(page, css, words):
    page.until(lambda: page.text(css).startswith(words), words)


def turn(page, sites, *, wait):
    """Enter lays a piece; C confirms it, or with `wait` the table does by itself."""
    before = page.whose
    lay(page, sites[0])
    if len(sites) == 2:
        lay(page, sites[1])
        if page.verdict == "illegal":
            page.keys(Keys.ENTER).until_label(sites[1], "empty").until_verdict("legal")
            wait = False
    if not wait:
        page.keys("c")
    page.until(lambda: page.whose != before, "the next turn")


@pytest.mark.soak
def test_a_whole_game_by_keys(page, table):
    """Two people type a standard game; now and then a Diver counts by itself, everything else with C."""
    hands = Hands(2, SEED)
    set_up(page)
    assert focus(page)["id"] == "do-pearls_laid"
    page.keys(Keys.ENTER)
    page.until(lambda: page.seen(".heap:not(.coming)"), "a cluster laid")
    tab_to_id(page, "do-start").keys(Keys.ENTER)
    page.until_phase("playing").until_turn(1, "Zoé")
    assert focus(page)["site"]
    while (screen := table.screen())["stage"] == "playing":
        sites = any_turn(screen, hands.chance)
        if "-" not in sites[0]:
            hands.lay(mover(screen), sites[0])
        turn(page, sites, wait=screen["match"]["turn"] % 5 == 1 and (len(sites) == 2 or "-" not in sites[0]))
        if screen["match"]["turn"] == BY_KEYS:
            hands.hurry(table, leave=AT_THE_END)
            page.until_turn(table.screen()["match"]["turn"])

    page.until_phase("reveal").keys("c").until(lambda: page.seen("#later"), "what lies there, turned up")
    for space, value in hands.laid.items():
        if value != 1:
            walk_to(page, space).keys(Keys.ENTER)
            page.until(lambda: focus(page)["id"].startswith("pick-"), "the question for a value")
            page.keys(str(value)).until_label(space, f"value {value}")
            assert focus(page)["site"] == space
    page.until(lambda: not page.seen("#problems li"), "no problem left")
    for phase, title in (("reveal", "#reveal-title"), ("count", "#count h2")):
        page.until_phase(phase)
        for part in range(page.table.screen()["game"][phase]["of"]):
            title_is(page, title, f"Territory {part + 1} ")
            assert focus(page)
            page.keys("c")
    page.until_phase("over")
    pieces = table.screen()["game"]["pieces"]
    assert {piece["site"]: piece["value"] for piece in pieces if piece["kind"] == "diver"} == hands.laid
    tab_to_id(page, "do-new_game").keys(Keys.ENTER)
    page.until_says("Clear the board")
    assert focus(page)
    tab_to_id(page, "do-tidy").keys(Keys.ENTER)
    page.until_says("Who is playing?")
    assert focus(page)


def test_help_and_its_dialog_by_keys(page):
    """`?` opens the help, Escape closes it, and the focus is back where it was."""
    page.table.begin()
    page.until_phase("playing")
    page.keys(Keys.TAB)
    tab_to(page, lambda at: at["site"]).keys("?")
    page.until(lambda: page.seen("#help"), "the help")
    assert focus(page)
    page.keys(Keys.ESCAPE)
    page.until(lambda: not page.seen("#help"), "no help")
    assert focus(page)["site"]


def test_single_keys_can_be_switched_off(page, table):
    """Without them C does nothing, and End still confirms."""
    table.begin(confirm="button")
    page.until_phase("playing").click("#help-open").click("#single-keys").click("#help button")
    page.touch("a1").until_verdict("legal")
    before = table.screen()["version"]
    tab_to(page.keys(Keys.TAB), lambda at: at["site"]).keys("c", Keys.ARROW_RIGHT)
    page.until(lambda: focus(page)["site"] == "a1-b1", "a step to the right")
    page.keys("t", Keys.END).until_turn(2)
    assert table.screen()["version"] == before + 1
