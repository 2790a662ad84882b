"""The oldest browsers that are promised: `tools/js/floor.mjs` finds what they do not have, and nothing else."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pearlboard.web.assets import STATIC

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
JS = ROOT / "tools" / "js"
SUPPORT = JS / "support.mjs"
BEYOND = (
    "/** @param {HTMLElement} element */ export const visible = (element) => element.checkVisibility();",
    "/** @param {any} element */ export const ofNoType = (element) => element.checkVisibility();",
    "/** @param {HTMLElement} e */ export const after = (e) => e.isConnected && e.checkVisibility() && !e.inert;",
    "export const letters = new Intl.Segmenter('en');",
    "export const replaced = [1, 2].with(0, 3);",
    "export const spliced = [1, 2].toSpliced(0, 1);",
    "export const groups = Object.groupBy([1], String);",
    "export const resolvers = Promise.withResolvers();",
    "export const sets = /[\\p{L}--[a-z]]/v;",
    "export const modified = /(?i:a)b/;",
    "export function held() { using lock = /** @type {any} */ (null); return lock; }",
    "import own from './own.json' with { type: 'json' }; export { own };",
    "export const darkened = () => navigator.wakeLock.request('screen');",
    "document.addEventListener('scrollend', () => {});",
    "export const made = Object.assign(document.createElement('dialog'), { oncommand: () => {} });",
)
WITHIN = (
    "export const last = [1].findLast(Boolean);",
    "/** @param {HTMLDialogElement} dialog */ export const dialog = (dialog) => dialog.showModal();",
    "/** @param {HTMLElement} element */ export const asked = (element) => element.checkVisibility?.() ?? true;",
    "export const guarded = (/** @type {any} */ e) => (e.checkVisibility ? e.checkVisibility() : true);",
    "export const read = navigator.userActivation?.hasBeenActive ?? false;",
    "export const awake = () => navigator.wakeLock?.request('screen').then((lock) => lock.release());",
    "export const behind = /(?<=a)b/; export class Once { static { Once.name; } }",
    "export const own = { checkVisibility: () => true }; export const used = own.checkVisibility();",
    "document.addEventListener('pointerup', () => {}, { once: true }); export const on = { onclick: () => {} };",
)


def test_what_an_old_browser_lacks_is_found_and_what_it_has_or_is_asked_for_first_is_not(tmp_path):
    """Methods of objects included, whatever their type is taken for: each line of the first kind, and no other."""
    if shutil.which("node") is None or not (JS / "node_modules" / "@mdn").is_dir():
        pytest.skip("needs Node.js, and what `make check` installs")
    (tmp_path / "page.js").write_text("\n".join((*BEYOND, *WITHIN)))
    settings = {"allowJs": True, "checkJs": True, "noEmit": True, "target": "ESNext", "lib": ["ESNext", "DOM"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": settings, "include": ["page.js"]}))
    command = ["node", JS / "floor.mjs", tmp_path / "tsconfig.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (1, "")
    assert [int(line.split(":")[1]) for line in done.stdout.splitlines()] == [*range(1, len(BEYOND) + 1)]


STYLES_BEYOND = (
    ".a { color: color-mix(in srgb, red 20%, blue); }",
    ".a { .b { color: red; } }",
    ".a { height: 1rlh; }",
    ".a { field-sizing: content; }",
    ".a { display: grid-lanes; }",
    "@starting-style { .a { color: red; } }",
    ".a:user-invalid { color: red; }",
    ".a { height: 1rlh; height: 2rlh; }",
    "@media (scripting: none) { .a { color: red; } }",
)
STYLES_WITHIN = (
    ".a { height: 1px; height: 1rlh; }",
    "@supports (height: 1rlh) { .a { height: 1rlh; } }",
    ".a { text-wrap: balance; }",
    ".a:has(.b) { inset: 0; height: 100dvh; }",
    ".a { --own: color-mix; container-type: size; }",
    ".a { display: flex; gap: 1rem; aspect-ratio: 2; }",
)
OF_2019 = ".a { display: flex; gap: 1rem; }", ".a:is(.b) { color: red; }", ".a { aspect-ratio: 2; }", ".a { inset: 0; }"


def complaints(folder, check="styles.mjs"):
    """The lines that are found in the sheets of a folder, or in its markup."""
    if shutil.which("node") is None or not (JS / "node_modules" / "css-tree").is_dir():
        pytest.skip("needs Node.js, and what `make check` installs")
    command = ["node", JS / check, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    found = [int(line.split(":")[1]) for line in done.stdout.splitlines()]
    assert done.returncode == bool(found)
    return set(found)


def test_what_an_old_browser_does_not_understand_of_a_style_sheet_is_found(tmp_path):
    """Properties, words, functions, units, selectors, rules, media; what is said in an older way too may be missing."""
    (tmp_path / "sheet.css").write_text("\n".join((*STYLES_BEYOND, *STYLES_WITHIN)))
    assert complaints(tmp_path) == set(range(1, len(STYLES_BEYOND) + 1))


NAMES_NOTHING = ".a:has(.b) > *", ".a:has(.b) :not(.c)", ".a:not(:has(.b)) > :hover", ".a:is(:has(.b), .c) > ::before"
NAMED = (
    ".a:has(.b)",
    ".a > :has(.b)",
    ".a:has(> *) .c",
    ".a:has(.b) > [hidden]",
    ".a:has(.b) > :is(p, b)",
    ".a > *",
    ".a:has(.b) p::before",
)


def test_what_makes_a_page_be_styled_anew_whenever_anything_is_added_is_found(tmp_path):
    """What hangs on a `:has()` around it, and could be anything."""
    (tmp_path / "sheet.css").write_text("\n".join(f"{each} {{ color: red; }}" for each in (*NAMES_NOTHING, *NAMED)))
    assert complaints(tmp_path) == set(range(1, len(NAMES_NOTHING) + 1))


def test_a_sheet_for_older_televisions_is_held_to_what_they_understand(tmp_path):
    """As its first comment says."""
    (tmp_path / "sheet.css").write_text("\n".join(("/* For televisions (Chrome 79). */", *OF_2019, ".a { gap: 0; }")))
    assert complaints(tmp_path) == set(range(2, len(OF_2019) + 2))


MARKUP_BEYOND = (
    '<p popover id="a">',
    "<details name=one>",
    '<div class="{{ kind }}" hidden="until-found">',
    "<script blocking=render></script>",
    "<search><form></form></search>",
    '<button {% if left > 2 %}commandfor="{{ it }}"{% endif %}>',
)
MARKUP_WITHIN = (
    '<dialog inert><input type="color" enterkeyhint="done"></dialog>',
    '<a href="?a=1&amp;popover" data-popover title="<search>">{# <search> #}</a>',
    '<link rel="modulepreload" href="a.js">',
)


def test_markup_that_an_old_browser_does_not_understand_is_found(tmp_path):
    """Elements, attributes and their words; not what stands in a comment, a text, or a name of ours."""
    (tmp_path / "page.html").write_text("\n".join((*MARKUP_BEYOND, *MARKUP_WITHIN)))
    assert complaints(tmp_path, "markup.mjs") == set(range(1, len(MARKUP_BEYOND) + 1))
    (tmp_path / "page.html").write_text("{# For televisions (Chrome 79). #}\n<dialog></dialog>\n<p inert>\n<p hidden>")
    assert complaints(tmp_path, "markup.mjs") == {3}


@pytest.mark.parametrize("document", ["README.md", "docs/browsers.md"])
def test_documents_promise_what_is_checked(document):
    """The oldest browsers, by name and version; a television's is what its style sheet says."""
    told = " ".join((ROOT / document).read_text(encoding="utf-8").split())
    checked = dict(re.findall(r"(\w+): ([0-9.]+)", re.search(r"FLOOR = \{(.*)\}", SUPPORT.read_text())[1]))
    assert checked["safari"] == checked["safari_ios"]
    assert checked["chrome"] == checked["edge"]
    sheet = (STATIC / "table/television.css").read_text(encoding="utf-8")
    television = re.search(r"\(Chrome (\d+)\)", sheet)[1]
    for promise in (
        f"Safari and iOS {checked['safari']}",
        f"Firefox {checked['firefox']}",
        f"Chrome and Edge {checked['chrome']}",
        f"Chrome {television}",
    ):
        assert promise in told
