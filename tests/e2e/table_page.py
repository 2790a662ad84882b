"""The table page as a person uses it: clicking, typing, looking, waiting until something is seen."""

import random

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from e2e.browsing import Display
from pearlboard.games.perladora.state import DIVERS

PATIENCE_S = 20


class TablePage:
    """One window on a table. Whatever it does goes through the page, never around it."""

    def __init__(self, driver, table):
        """In the window that is current."""
        self.driver = driver
        self.table = table
        self.window = driver.current_window_handle
        self.display = Display(driver)

    def open(self, language="en", path="/"):
        """Open the page, and wait until it shows the table."""
        self.driver.get(f"{self.table.address}{path}?lang={language}")
        if path == "/":
            self.until_connected()
        return self

    def forget(self):
        """Let the browser forget what it knows of earlier tests."""
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": self.table.address, "storageTypes": "all"})
        return self

    def look(self):
        """Turn to this window."""
        self.driver.switch_to.window(self.window)
        return self

    # --- seeing -------------------------------------------------------------------------------------------------------

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, seen, what):
        """Wait until `seen` is true; its value."""
        wait = WebDriverWait(self.driver, PATIENCE_S, 0.02, ignored_exceptions=(StaleElementReferenceException,))
        try:
            return wait.until(lambda _: seen())
        except TimeoutException:
            shown = self.js("return [...document.querySelectorAll('#now, .panel')].map((e) => e.innerText).join('\\n')")
            raise AssertionError(f"never seen: {what}. The page says:\n{shown}") from None

    def until_connected(self):
        self.until(lambda: self.js("return document.querySelector('#link').dataset.state") == "connected", "connected")
        return self

    def until_phase(self, phase):
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
        return self.js("return document.querySelector('#main').dataset.phase")

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
        return self.js("return document.querySelector(arguments[0])?.checkVisibility() ?? false", css)

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
        """Scroll there if need be, and click what can be seen there."""
        self.until(lambda: self.seen(css), f"{css} to click")
        self.js("document.querySelector(arguments[0]).scrollIntoView({block: 'nearest'})", css)
        self.find(css).click()
        return self

    def do(self, name):
        """Press the button of a command."""
        return self.click(f"#do-{name}:not([aria-disabled=true])")

    def touch(self, site):
        """Click a space or line of the board."""
        self.find(f"#site-{site}").click()
        return self

    def keys(self, *keys):
        """Type, wherever the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()
        return self

    def shifted(self, key, times=1):
        """Type a key with the shift key held down."""
        ActionChains(self.driver, duration=0).key_down(Keys.SHIFT).send_keys(key * times).key_up(Keys.SHIFT).perform()
        return self

    def fill(self, names, clans=()):
        """Fill in the people of the set-up form."""
        self.until_phase("idle")
        self.click(f"input[name=players][value='{len(names)}']")
        for seat, name in enumerate(names, start=1):
            self.find(f"#name-{seat}").send_keys(Keys.CONTROL + "a" + Keys.NULL, Keys.BACKSPACE, name)
        for seat, clan in enumerate(clans, start=1):
            self.click(f"#seat-{seat} input[value={clan}]")
        return self

    def lay_pearls(self):
        """Two Farms one by one, the others all at once."""
        self.until_phase("pearls")
        for laid in (1, 2):
            self.do("pearls_laid")
            self.until(lambda laid=laid: self.count(".heap:not(.coming)") == laid, f"{laid} clusters laid")
        self.do("start")
        return self.until_phase("playing")

    def confirm(self):
        """Press the button, and wait for the next turn or the end."""
        before = self.whose
        self.do("confirm")
        self.until(lambda: self.whose != before, "the next turn")
        return self

    def diver(self, space):
        """A whole turn: a Diver."""
        self.touch(space).until_label(space, "not confirmed").until_verdict("legal")
        return self.confirm()

    def pontoons(self, first, second=None):
        """A whole turn: one or two Pontoons. A second one that is refused is lifted again."""
        self.touch(first).until_label(first, "not confirmed").until_verdict("legal")
        if second is not None:
            self.touch(second).until_label(second, "not confirmed")
            if self.until_verdict("legal", "illegal") == "illegal":
                self.touch(second).until_label(second, "empty").until_verdict("legal")
        return self.confirm()

    def say(self, space, value, *, on_board):
        """At the reveal: tap a Diver and pick its value, or pick it in the list."""
        if on_board:
            self.touch(space).click(f"#pick-{value}")
        else:
            self.click(f"#say-{space}-{value}")
        return self.until_label(space, f"value {value}")

    def count_pearls(self):
        """From territory to territory, to the standings."""
        self.until_phase("count")
        of = self.table.screen()["count"]["of"]
        for part in range(1, of + 1):
            title = f"Territory {part} of {of} "
            self.until(lambda title=title: self.text("#count h2").startswith(title), title)
            self.until_says(self.text("#count .reason"))
            self.click("#count-next")
        return self.until_phase("over")


def any_turn(screen, chance):
    """A turn that the table's hints allow: its sites. A second Pontoon may turn out not to fit the first."""
    spaces, edges = screen["hints"]["spaces"], screen["hints"]["edges"]
    if spaces and (not edges or chance.random() < 0.6):
        return [chance.choice(spaces)]
    return chance.sample(edges, min(2, len(edges), screen["game"]["pontoons_left"]))


class Hands:
    """What the players hold, and what they really laid: the table does not know until it is told."""

    def __init__(self, players, seed):
        """Every hand in an order of its own."""
        self.chance = random.Random(seed)
        self.laid = {}
        self._hands = {}
        for seat in range(1, players + 1):
            hand = [value for value, many in enumerate(DIVERS[players], 1) for _ in range(many)]
            self.chance.shuffle(hand)
            self._hands[seat] = hand

    def lay(self, seat, space):
        """A seat lays its next Diver there."""
        self.laid[space] = self._hands[seat].pop()
