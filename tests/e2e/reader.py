"""A screen reader in the page: Guidepup's virtual one walks the real document and plays by what it speaks.

It speaks the role and the name of each element, and `polite: …` for what a live region says.
"""

import re
from pathlib import Path

import pytest

LIBRARY = Path(__file__).parents[2] / "tools/js/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
EXPORTS = re.compile(r"export\s*\{[^}]*?([\w$]+) as virtual\s*\}")
OUTLINE = """
const seen = (css) => [...document.querySelectorAll(css)].filter((each) => each.checkVisibility());
const reports = "[role=status], [role=alert], [role=log], output, [aria-live]";
const live = seen(reports).filter((each) => !each.closest("dialog"));
return [
  ["main", "h1", "header nav"].filter((css) => seen(css).length !== 1),
  live.filter((each) => each.matches("[role=alert], [aria-live=assertive]")).map((each) => each.id),
  live.length,
];
"""
MOST_LIVE = 3
"""The regions of a page that report for themselves: what is new, the line to the table, and one of a form."""
START = """
await window.virtual.start({container: document.body});
await window.virtual.clearSpokenPhraseLog();
"""
HEAR = """
const heard = await window.virtual.spokenPhraseLog();
await window.virtual.clearSpokenPhraseLog();
return heard;
"""
POLITE, ASSERTIVE = "polite: ", "assertive: "


def faults_by_ear(page):
    """What is wrong with a page's outline: its landmarks, its one heading of the first level, what speaks by itself."""
    missing, shouting, live = page.js(OUTLINE)
    return [*missing, *shouting, *([f"{live} live regions"] if live > MOST_LIVE else [])]


def script():
    """The library as a script of a page, which names it `virtual`; the test is skipped where it is not installed."""
    if not LIBRARY.is_file():
        pytest.skip("the virtual screen reader is missing, which make check installs")
    text = LIBRARY.read_text(encoding="utf-8")
    return EXPORTS.sub(lambda found: f"window.virtual = {found[1]};", text)


class Reader:
    """Somebody who hears one page. `heard`: everything that was spoken since, in order."""

    def __init__(self, page):
        """Begin to listen: what the page says from now on."""
        self.page = page
        self.heard = []
        page.js(script())
        page.js(START)

    def stop(self):
        self.page.js("await window.virtual.stop()")

    def listen(self):
        """What was spoken since the last call."""
        new = self.page.js(HEAR)
        self.heard += new
        return new

    def reads(self):
        """The whole page from its beginning, as one who only goes on and on hears it."""
        self.listen()
        self.page.js(READ)
        return self.listen()

    def go(self, words):
        """Go on through the page until an element is spoken that begins with these words; what was spoken of it."""
        found = self.page.js(GO, words)
        said = self.listen()
        assert found, f"nowhere {words!r}: {said[-40:]}"
        return found

    def act(self):
        """Press what was spoken last."""
        self.page.js("await window.virtual.act()")
        return self

    def press(self, key):
        """Press a key where the reader is."""
        self.page.js("await window.virtual.press(arguments[0])", key)
        return self

    def until(self, words):
        """Wait until a live region says something with these words; it."""
        told = []

        def said():
            told.extend(each.removeprefix(POLITE) for each in self.listen() if each.startswith((POLITE, ASSERTIVE)))
            return next((each for each in told if words in each), None)

        return self.page.until(said, f"{words!r} said; said was {told}")


READ = """
await window.virtual.stop();
await window.virtual.start({container: document.body});
for (let step = 0; step < 1500; step += 1) {
  await window.virtual.next();
  if ((await window.virtual.lastSpokenPhrase()) === "end of document") break;
}
"""
GO = """
const [words] = arguments;
for (let step = 0; step < 1500; step += 1) {
  await window.virtual.next();
  const said = await window.virtual.lastSpokenPhrase();
  if (said.startsWith(words) || said.slice(said.indexOf(", ") + 2).startsWith(words)) return said;
}
return null;
"""
