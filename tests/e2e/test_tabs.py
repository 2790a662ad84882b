"""One laptop for all: four seats in four tabs beside the table's, and one tablet that two players share."""

import pytest

from e2e.hurrying import Hurry
from e2e.phone_page import PhonePage, invitation

pytestmark = pytest.mark.slow

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
CLANS = ["fishermen", "foragers", "children", "elders"]
WHOLE = {1: 5, 2: 1, 3: 1, 4: 1}
LABELS = "return [...document.querySelectorAll('.site')].map((site) => site.getAttribute('aria-label')).join()"


@pytest.fixture
def tabs(page):
    """The table's page, and a tab for each of the four seats, opened from the host's dialog one after the other."""
    page.host(NAMES, CLANS).until_turn(1, "Anna")
    tabs = {seat: PhonePage.beside(page, "tab").scan(invitation(page, seat)).until_seated() for seat in range(1, 5)}
    page.until(lambda: page.count("#players .phone-sign.here") == 4, "four connected seats")
    return tabs


@pytest.mark.soak
def test_four_tabs_are_four_seats(page, tabs):
    """Each has a token of its own, which survives a reload; partners see nothing of each other's hands."""
    assert len({tab.token for tab in tabs.values()}) == 4
    for seat, tab in tabs.items():
        tab.driver.refresh()
        tab.until_seated().until(lambda tab=tab, seat=seat: tab.text("#me") == NAMES[seat - 1], "its own seat again")
        assert tab.hand == WHOLE
    laid = {1: 4, 2: 3, 3: 2, 4: 1}
    for (seat, value), space in zip(laid.items(), ("a1", "c1", "e1", "g1"), strict=True):
        tabs[seat].until_mine().choose(value)
        page.touch(space).until_verdict("legal")
        tabs[seat].until_verdict("legal")
        tabs[seat].confirm()
    page.until_turn(5, "Anna")
    for seat, tab in tabs.items():
        assert tab.hand == {**WHOLE, laid[seat]: WHOLE[laid[seat]] - 1}
        assert "you know its value" not in tab.js(LABELS)
        assert tab.count("#pieces .number") == 0
    assert "Team 1" in page.text("#players")


@pytest.mark.soak
def test_an_elder_looks_and_the_partner_does_not_see_it(page, tabs, table):
    """What Dora looks at stands on her page alone, neither on her partner's nor on the table's."""
    hurry = Hurry(table, None, 4, {seat: tab.token for seat, tab in tabs.items()})
    for space, value in (("a1", 4), ("c1", 3), ("e1", 2)):
        hurry.lay(space, value=value)
    dora = tabs[4].until_mine().arm("power")
    dora.tap("a1").until_label("a1", "chosen").until_verdict("legal")
    dora.do("confirm").until(lambda: dora.seen("#seen"), "what Dora sees")
    assert "a1 is worth 4" in dora.text("#seen-text")
    assert "you know its value: 4" in dora.label("a1")
    page.until_says("Dora")
    for other in (page, tabs[1], tabs[2], tabs[3]):
        assert not other.seen("#seen")
        assert "is worth 4" not in other.js("return document.body.innerText")
        assert "you know its value" not in other.js(LABELS)
    dora.choose(1)
    page.touch("g1").until_verdict("legal")
    dora.until_verdict("legal")
    dora.confirm()
    assert not dora.seen("#seen")


def test_a_tablet_for_two(host):
    """While the curtain is drawn nothing of either hand is in the page; who takes the tablet draws it back."""
    tablet = PhonePage.joined(host, 1)
    tablet.scan(invitation(host, 2))
    tablet.until(lambda: len(tablet.kept) == 2, "two seats in one tab")
    tablet.until(lambda: tablet.seen("#uncover"), "the curtain")
    assert covered(tablet)
    tablet.click("#seat-here-1").until(lambda: "Anna" in tablet.text("#uncover"), "Anna's curtain")
    assert covered(tablet)
    tablet.click("#uncover").until(lambda: tablet.seen("#private"), "Anna's hand")
    tablet.until_mine().choose(4)
    host.touch("a1").until_verdict("legal")
    tablet.until_verdict("legal")
    tablet.do("confirm").until(lambda: "Ben" in tablet.text("#curtain-title"), "that Ben gets the tablet")
    assert covered(tablet)
    tablet.click("#uncover").until_mine()
    assert tablet.text("#me") == "Ben"
    assert tablet.hand == {1: 7, 2: 2, 3: 1, 4: 1}
    tablet.click("#cover").until(lambda: tablet.seen("#curtain"), "the curtain, drawn by hand")
    assert covered(tablet)


def covered(tablet):
    """Nothing of any hand is there, neither to be seen nor in the page; nor can a value be said."""
    assert not tablet.seen("#private")
    assert tablet.count("#hand-values *") == 0
    assert all(tablet.text(css) == "" for css in ("#hand-left", "#hand-state", "#hand-unsaid", "#seen-text"))
    assert "you know its value" not in tablet.js(LABELS)
    assert not tablet.seen("#do-confirm")
    return True
