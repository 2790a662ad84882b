"""Browsers that have less than today's, or refuse what they have: the game goes on all the same."""

import pytest

from e2e.browsing import CHROMIUM, complaints, open_browser
from e2e.phone_page import PhonePage
from e2e.table_page import TablePage
from support.lengths import at_length

pytestmark = pytest.mark.slow

SERVED = {"mode": "screen"}

GONE = (
    "Element.prototype.checkVisibility",
    "Intl.Segmenter",
    "Array.prototype.findLast",
    "Array.prototype.with",
    "Array.prototype.toSpliced",
    "Array.prototype.toSorted",
    "Array.prototype.toReversed",
    "Object.groupBy",
    "Promise.withResolvers",
    "structuredClone",
    "crypto.randomUUID",
    "AudioContext",
    "Navigator.prototype.userActivation",
    "Navigator.prototype.wakeLock",
    "Navigator.prototype.vibrate",
    "Navigator.prototype.share",
    "Navigator.prototype.canShare",
    "Navigator.prototype.clipboard",
    "Element.prototype.requestFullscreen",
    "HTMLElement.prototype.showPopover",
)
"""What browsers lack that are promised, or may lack or not offer over plain HTTP."""
THROWS = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {get() { throw new DOMException("blocked", "SecurityError"); }});
"""
NO_STORAGE = (
    'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {value: null});'
)
NO_ROOM = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NO_SPEAKER = 'window.AudioContext = class { constructor() { throw new DOMException("none", "NotSupportedError"); } };'
INTERRUPTED = """
window.woken = 0;
window.AudioContext = class extends AudioContext {
  get state() { return window.woken > 1 ? super.state : "interrupted"; }
  resume() {
    window.woken += 1;
    return window.woken > 1 ? super.resume() : Promise.reject(new DOMException("a call", "InvalidStateError"));
  }
};
"""
"""As Safari does while somebody telephones: it cannot be woken, and then it can."""
REFUSES = """
Navigator.prototype.vibrate = () => false;
Element.prototype.requestFullscreen = () => Promise.reject(new TypeError("not allowed"));
Object.defineProperty(Navigator.prototype, "wakeLock", {value: {
  request: () => Promise.reject(new DOMException("low battery", "NotAllowedError")) }});
"""
LESS = {
    **{f"has no {name}": f"delete {name if '.' in name else 'window.' + name};" for name in GONE},
    "has none of them": " ".join(f"delete {name if '.' in name else 'window.' + name};" for name in GONE),
    "blocks what it keeps": THROWS,
    "keeps nothing": NO_STORAGE,
    "has no room": NO_ROOM,
    "has no speaker": NO_SPEAKER,
    "is telephoned": INTERRUPTED,
    "refuses": REFUSES,
}
OFTEN = ("has none of them", "blocks what it keeps", "refuses")
"""What is tried in `make test`; each alone in `make soak`."""


def without(page, script):
    """The page once more, in a browser in which this was done before anything else."""
    page.driver.spoil()
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    page.driver.refresh()
    return page


@pytest.mark.parametrize("kind", at_length(tuple(LESS), OFTEN))
def test_a_game_is_begun_and_played_in_a_browser_that(page, table, kind):
    """A form is filled in, a piece laid and confirmed, and the line holds while a name field has the focus."""
    without(page, LESS[kind])
    page.until_connected().form().fill(["Zoë", "Ben"])
    page.click("#set-up").until(lambda: page.seen("#tray-open"), "the curtain")
    page.click("#tray-open").click("#hand-2").touch("c3").until_verdict("legal")
    page.do("confirm").until_turn(2, "Ben")
    page.driver.get("about:blank")
    assert table.stop() == ""
    table.start()  # one address may not set up as many games in an hour


def test_after_a_call_there_is_sound_again_without_anybody_touching_the_switch(page):
    """Whoever telephones hears nothing of the table; the next touch wakes it."""
    without(page, INTERRUPTED).until_connected().form()
    page.click("#form-back").click("#start-here")
    page.until(lambda: page.js("return window.woken") > 1, "sound that is tried again")


def test_a_browser_that_does_not_say_whether_it_was_touched_makes_sound(page):
    """Firefox 115: the page remembers it by itself."""
    made = "window.AudioContext = class extends AudioContext { constructor() { super(); window.made = true; } };"
    without(page, f"delete Navigator.prototype.userActivation; {made}").until_connected()
    assert not page.js("return window.made ?? false")
    page.form().until(lambda: page.js("return window.made ?? false"), "something that sounds")


def test_a_browser_without_sound_has_no_switch_for_it(page):
    """Nobody is asked what cannot be."""
    assert page.seen("#sound")
    without(page, "delete window.AudioContext;").until_connected()
    assert not page.seen("#sound")


def test_the_screen_stays_awake_while_a_game_is_on_and_no_longer(page, table):
    """Where the browser lets it, which it does not over plain HTTP."""
    locks = """
    window.held = 0;
    Object.defineProperty(Navigator.prototype, "wakeLock", {value: {request: async () => {
      window.held += 1;
      const lock = {released: false, release: async () => { window.held -= 1; lock.released = true; }};
      return lock;
    }}});
    """
    without(page, locks).until_connected().form()
    assert page.js("return window.held") == 0
    page.fill(["Zoë", "Ben"]).click("#set-up")
    page.until(lambda: page.js("return window.held") == 1, "a screen that stays awake")
    table.clear()
    page.until_phase("idle").until(lambda: page.js("return window.held") == 0, "a screen that may sleep")


@pytest.mark.soak
def test_a_chromium_that_blocks_cookies_by_its_own_settings(table, tmp_path, monkeypatch):
    """From the form to a phone's turn, and the operator's page; a phone that is left has to scan its code once more."""
    if not CHROMIUM.exists():
        pytest.skip("settings of the browser need the whole Chromium: on Debian, apt install chromium")
    monkeypatch.setenv("BROWSER", "chromium")
    table.clear()
    browser = open_browser(tmp_path / "profile", cookies=False)
    try:
        browser.turn_to_blank_window()
        page = TablePage(browser, table).open()
        assert page.js("try { return String(localStorage); } catch (error) { return error.name; }") == "SecurityError"
        page.until_phase("idle").form().fill(["Zoë", "Ben"]).click("#set-up").until_phase("playing")
        phone = PhonePage.joined(page, 2)
        phone.driver.refresh()
        phone.until_welcome("No seat").until_welcome("This browser keeps nothing")
        PhonePage.joined(page, 2)
        browser.get(f"{table.address}/operator?lang=en")
        operator = TablePage(browser, table)
        operator.find("#token").send_keys(table.token)
        operator.click("#enter").until(lambda: operator.seen("#views"), "what is behind the door")
        assert [said for said in complaints(browser) if "Password forms" not in said] == []
    finally:
        browser.quit()
