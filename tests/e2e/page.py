"""A page as a person uses it, whichever it is: looking, waiting until something is seen, clicking, typing."""

from contextlib import contextmanager, suppress

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By

from e2e.browsing import Display
from e2e.serving import PATIENCE_S, looks

SIZES = {"phone": (360, 640), "tablet": (1024, 768), "laptop": (1440, 900), "tv": (1920, 1080)}
IN_SIGHT = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
"""
DESK = (1440, 900)
BARE = """
const lines = document.querySelector(arguments[0])?.getClientRects();
if (!lines?.length) return false;
const [first, last] = [lines[0], lines[lines.length - 1]];
const at = ({ x, width }, y) => document.elementFromPoint(x + width / 2, y)?.closest(arguments[0]);
return Boolean(at(first, first.top + 2) && at(last, last.bottom - 2));
"""
"""Whether nothing lies over an element, and nobody has to scroll; the last of its lines may be short."""
TINY = """
const own = (each) => [...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join("");
const all = [...document.querySelectorAll(`${arguments[0] ?? "body"} :is(text, :not(svg *))`)];
return all.filter((each) => /[\\p{L}\\p{N}]/u.test(own(each))
  && each.checkVisibility({ visibilityProperty: true, opacityProperty: true })).filter((each) => {
  const drawn = each.getScreenCTM?.();
  const high = parseFloat(getComputedStyle(each).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
  return high > 0 && high < (drawn ? 10.1 : 10.4); // without any height a name is for those who hear it
}).map((each) => each.textContent);
"""
"""What is written in less than ten and a half pixels, or on a drawn board, which is as large as the window allows, in
less than ten."""
FRAMED = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
const inside = box.left > 0 && box.right < innerWidth && box.top > 0 && box.bottom < innerHeight;
return inside && [box.top + 1, box.bottom - 1].every((y) =>
  document.elementFromPoint((box.left + box.right) / 2, y)?.closest(arguments[0]));
"""
"""Whether an element is inside the window to its last pixel, and nothing lies over it."""
SEEN = """
const element = document.querySelector(arguments[0]);
return Boolean(element?.getClientRects().length) && !element.closest("details:not([open]) > :not(summary)");
"""
"""As every browser can tell it."""
TO_PRESS = """
const [css] = arguments;
const drawn = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); });
const place = () => document.querySelector(css)?.getClientRects()[0] ?? {};
const element = document.querySelector(css);
const folded = element?.closest("details:not([open]) > :not(summary)");
if (!element?.getClientRects().length || folded) return {why: "it is not to be seen"};
if (element.matches(":disabled")) return {why: "it is disabled"};
element.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
const before = place();
await drawn();
await drawn();
const now = place();
if (!["x", "y", "width", "height"].every((each) => before[each] === now[each])) return {why: "it moves"};
const x = (Math.max(0, now.left) + Math.min(innerWidth, now.right)) / 2;
const y = (Math.max(0, now.top) + Math.min(innerHeight, now.bottom)) / 2;
const top = document.elementFromPoint(x, y);
if (!document.querySelector(css).contains(top)) return {why: `under ${top?.outerHTML.slice(0, 200)}`};
window.missed = false;
const look = (event) => { window.missed = !document.querySelector(css)?.contains(event.target); };
addEventListener("pointerdown", look, {capture: true, once: true});
return {at: [x, y]};
"""
"""Where a person would press it, who sees what lies there and lets it come to rest; or why nobody could."""
MISSED = "return window.missed ?? false"
"""Whether it went away in the moment between the look and the press: the same person would press again."""


@contextmanager
def left(*pages):
    """Nobody looks while scripts play: each page that is open would draw all that happens. Then they come back."""
    addresses = [page.driver.current_url for page in pages]
    for page in pages:
        page.driver.get("about:blank")
    yield
    for page, address in zip(pages, addresses, strict=True):
        page.driver.get(address)
        page.until_connected()


class Page:
    """One window on a table. Whatever it does goes through the page, never around it.

    Several windows may be open: everything is done and seen in this one.
    """

    def __init__(self, driver, table):
        """In the window that is current."""
        self._driver = driver
        self.table = table
        self.by_driver = False
        """Whether the driver clicks, slowly, as everybody's browser tests do."""
        self.window = driver.current

    @classmethod
    def beside(cls, other, kind="window"):
        """A new window, or a new tab, of the same browser at the same table; as on a desk, whatever it was before."""
        driver = other.driver
        if kind == "window":
            driver.turn_to_blank_window()
        else:
            driver.turn_to_new(kind)
            driver.spoil()
        made = cls(driver, other.table)
        made.display.size(*DESK)
        return made

    @property
    def driver(self):
        """The browser, turned to this window."""
        self._driver.turn_to(self.window)
        return self._driver

    @property
    def line(self):
        """The straight line to this window, whichever the driver is turned to."""
        return self._driver.line(self.window)

    @property
    def display(self):
        """This window's."""
        return Display(self.driver)

    def open(self, language="en", path="/"):
        """Open the page, and wait until it shows the table."""
        self.driver.get(f"{self.table.address}{path}?lang={language}")
        if path == "/":
            self.until_connected()
        return self

    def forget(self):
        """Let the browser forget what it knows of earlier tests."""
        self.line.call("Storage.clearDataForOrigin", origin=self.table.address, storageTypes="all")
        return self

    def close(self):
        """Close the window: whatever it knew is gone."""
        self.driver.close()

    # --- seeing -------------------------------------------------------------------------------------------------------

    def js(self, script, *arguments):
        return self.line.ask(script, *arguments)

    def until(self, seen, what):
        """Wait until `seen` is true; its value."""
        for _ in looks(PATIENCE_S):
            with suppress(StaleElementReferenceException):
                if found := seen():
                    return found
        raise AssertionError(f"never seen: {what}. The page says:\n{self.js('return document.body.innerText')}")

    def until_connected(self):
        self.until(lambda: self.js("return document.querySelector('#link')?.dataset.state") == "connected", "connected")
        return self

    def until_phase(self, phase):
        """Wait for what the game is busy with: idle, its own word, over."""
        self.until(lambda: self.phase == phase, f"phase {phase}")
        return self

    def until_says(self, words):
        """Wait until the sentence contains these words."""
        self.until(lambda: words in self.sentence, f"{words!r} in the sentence")
        return self

    def until_verdict(self, *verdicts):
        return self.until(lambda: self.verdict in verdicts and self.verdict, f"verdict {verdicts}")

    def until_turn(self, number, name=""):
        self.until(lambda: f"Turn {number}" in self.whose and name in self.whose, f"turn {number} of {name}")
        return self

    @property
    def phase(self):
        """What the game is busy with, in its own word; `idle` and `over` are the table's."""
        return self.js("return document.querySelector('#main').dataset.stage")

    @property
    def sentence(self):
        return self.text("#sentence")

    @property
    def verdict(self):
        return self.js("return document.querySelector('#now').dataset.verdict")

    @property
    def whose(self):
        return self.text("#whose")

    def text(self, css):
        """What is written there, seen or not."""
        return self.js("return document.querySelector(arguments[0])?.textContent ?? ''", css)

    def seen(self, css):
        """Whether there is such a thing to be seen."""
        return self.js(SEEN, css)

    def until_in_sight(self, css):
        """Wait until all of it is seen, without scrolling."""
        self.js("scrollTo(0, 0)")
        self.until(lambda: self.js(IN_SIGHT, css), f"{css} in sight")
        return self

    def until_bare(self, css, *where):
        """Wait until it is seen where it stands, with nothing over it: what a page is told comes when it comes."""
        self.until(lambda: self.js(BARE, css), f"{css} bare {where}")
        return self

    def label(self, site):
        """What screen readers call a site."""
        return self.js("return document.getElementById(arguments[0]).getAttribute('aria-label')", f"site-{site}")

    def until_label(self, site, words):
        """Wait until a site is called so."""
        self.until(lambda: words in self.label(site), f"{words!r} at {site}")
        return self

    def badges(self, kind):
        """How many pieces wear that badge: `lift`, `put` or `eye`."""
        return self.count(f"#pieces .badge.{kind}")

    def count(self, css):
        """How many such things there are."""
        return self.js("return document.querySelectorAll(arguments[0]).length", css)

    # --- hands --------------------------------------------------------------------------------------------------------

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def click(self, css):
        """Scroll there if need be, and press the mouse where a person would: on what can be seen and is not covered."""
        try:
            place = self.until(lambda: self.js(TO_PRESS, css).get("at"), f"{css} to press")
        except AssertionError as never:
            raise AssertionError(f"{self.js(TO_PRESS, css).get('why')}: {never}") from None
        if self.by_driver:
            self.find(css).click()
        else:
            self.line.press(*place)
        return self.click(css) if self.js(MISSED) else self

    def do(self, name):
        """Press the button of a command, and say yes where the page asks whether a turn is to be undone."""
        self.click(f"#do-{name}:not([aria-disabled=true])")
        return self.click("#undo [value=yes]") if name == "take_back" and self.seen("#undo[open]") else self

    def speak(self, language):
        """Choose that language, as people do."""
        return self.click("#languages summary").click(f"#to-{language}")

    def touch(self, site):
        """Click a space or line of the board."""
        return self.click(f"#site-{site}")

    def keys(self, *keys):
        """Type, wherever the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()
        return self

    def shifted(self, key, times=1):
        """Type a key with the shift key held down."""
        ActionChains(self.driver, duration=0).key_down(Keys.SHIFT).send_keys(key * times).key_up(Keys.SHIFT).perform()
        return self
