"""The pages' JavaScript: which folder may import what, what games may rely on, and what checks its types."""

import json
import re
from pathlib import Path
from posixpath import normpath

import pytest

from pearlboard.web.assets import STATIC
from pearlboard.web.markup import modules

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "controller" / "pearlboard" / "games"
MODULES = [str(path.relative_to(STATIC)) for path in sorted(STATIC.rglob("*.js"))]


def source(name):
    return (STATIC / name).read_text(encoding="utf-8")


def folder(name):
    return name.partition("/")[0]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_its_neighbours_and_what_is_shared(name):
    """A page knows nothing of another page, and what games import knows nothing of any."""
    allowed = {"shared": {"shared"}, "live": {"live", "shared"}}.get(folder(name), {folder(name), "live", "shared"})
    assert {folder(normpath(f"{name}/../{other}")) for other in re.findall(r'from "(.+?)"', source(name))} <= allowed


def test_what_is_fetched_at_once_is_derived_from_the_imports():
    """A page's script first, then each module that any of them imports, once."""
    found = modules("table/table.js")
    assert found[0] == "table/table.js"
    assert len(found) == len(set(found))
    assert {"shared/dom.js", "live/now.js", "live/device.js"} <= set(found)
    assert not any(folder(name) in ("seat", "replay") for name in found)


REFUSED = {
    r"\b(local|session)Storage\b|\bindexedDB\b|document\.cookie": "storage.js",
    r"new AudioContext|typeof AudioContext": "browser.js",
    r"navigator\.(vibrate|wakeLock|clipboard|share|canShare|userActivation)": "browser.js",
    r"\b(request|exit)Fullscreen\b": "browser.js",
}
"""What a browser may lack or refuse, and the module that says what is done then."""


@pytest.mark.parametrize("pattern", REFUSED)
def test_what_a_browser_may_refuse_is_asked_for_in_one_place(pattern):
    """Storage throws where cookies are blocked, and where there is no room; games ask nobody else either."""
    asking = {
        path.name
        for folder in ("web/static", "games")
        for path in (ROOT / "controller" / "pearlboard" / folder).rglob("*.js")
        if re.search(pattern, path.read_text(encoding="utf-8"))
    }
    assert asking == {REFUSED[pattern]}


BARE = re.compile(r"(?:^|[{},])\s*\.([\w-]+)(?::[\w-]+)?\s*(?=[,{])")
CLASS = re.compile(r"\.([a-z][\w-]*)")
LISTS = re.compile(r":(?:is|not|where)\([^()]*\)")


def test_no_page_styles_what_a_game_calls_by_the_same_name():
    """What one page's scripts make has a name of its own; what stands in its markup, games may refer to."""
    markup = "".join(path.read_text(encoding="utf-8") for path in (STATIC.parent / "templates").glob("*.html"))
    made = {
        (name, path.relative_to(STATIC).as_posix())
        for page in ("seat", "table", "lesson", "replay", "analysis")
        for path in (STATIC / page).glob("*.css")
        for name in BARE.findall(LISTS.sub("", path.read_text(encoding="utf-8")))
        if not re.search(rf'class="[^"]*\b{name}\b', markup)
    }
    of_games = {
        name
        for path in GAMES.rglob("*.css")
        for name in CLASS.findall(re.sub(r"\{[^{}]*\}", " ", path.read_text(encoding="utf-8")))
    }
    assert sorted(each for each in made if each[0] in of_games) == []


def test_what_games_import_is_listed():
    """The guide names the modules that stay where they are, and the games that come along use no other."""
    text = (ROOT / "docs" / "http-games.md").read_text(encoding="utf-8")
    listed = set(
        re.findall(
            r"`(\w+\.js)`", re.search(r"imports what it likes of `/static/shared/`(.*?stay)", text, re.DOTALL)[1]
        )
    )
    used = {
        name
        for path in GAMES.glob("*/pages/*.js")
        for name in re.findall(r'from "/static/shared/(.+?)"', path.read_text(encoding="utf-8"))
    }
    assert used <= listed <= {path.name for path in (STATIC / "shared").glob("*.js")}


def test_what_can_be_dragged_can_be_pressed():
    """Nothing needs a hand that drags, or two fingers: whoever hears of a pointer hears of a press or a key, too."""
    pages = [*STATIC.rglob("*.js"), *GAMES.glob("*/pages/*.js")]
    texts = {path.name: path.read_text(encoding="utf-8") for path in pages}
    drags = {name for name, text in texts.items() if re.search(r'addEventListener\("pointer(down|move)"', text)}
    assert "board.js" in drags
    assert {name for name in drags if not re.search(r'addEventListener\("(click|keydown)"', texts[name])} <= {
        "finger.js"
    }
    # A finger on the board: `board.js` hears it, and the press.
    assert "startFinger(layer, drag)" in texts["board.js"]
    assert not [name for name, text in texts.items() if re.search(r"touches\b.*length|draggable|dragstart", text)]


def test_only_a_seats_own_screen_speaks_by_the_browser():
    """What a page of a table said aloud, all would hear."""
    pages = [*STATIC.rglob("*.js"), *GAMES.glob("*/pages/*.js")]
    speaking = [path for path in pages if "speechSynthesis" in path.read_text(encoding="utf-8")]
    assert speaking == [STATIC / "seat" / "reading_aloud.js"]
    assert "seat/reading_aloud.js" in modules("seat/seat.js")
    assert "seat/reading_aloud.js" not in modules("table/table.js")


ASKED = re.compile(r"\b(?:(?:game|pages)\.(?:of|call)|ask)\(\"(\w+)\"")


def test_a_game_that_throws_in_every_hook_has_every_hook():
    """Whatever the pages ask of a game, and each function of its board, fails in `other_games.throwing`."""
    hooks = {name for module in MODULES for name in ASKED.findall(source(module))} - {"goesOn"}  # that is a value
    types = (ROOT / "tools" / "js" / "types.d.ts").read_text(encoding="utf-8")
    of_board = re.findall(
        r"^  (\w+)\?\(", re.search(r"interface BoardHooks \{(.*?)\n\}", types, re.DOTALL)[1], re.MULTILINE
    )
    pages = ROOT / "tests" / "other_games" / "throwing" / "pages"
    throwing = "".join(path.read_text(encoding="utf-8") for path in pages.glob("*.js"))
    assert len(hooks) > 30
    assert len(of_board) > 5
    assert sorted(hook for hook in {*hooks, *of_board} if not re.search(rf"\b{hook}\b", throwing)) == []


def test_what_checks_the_javascript_is_pinned_by_its_digest():
    """One version of each and its digest; no registry is named, so any can be used."""
    text = (ROOT / "tools" / "js" / "package-lock.json").read_text(encoding="utf-8")
    package = json.loads((ROOT / "tools" / "js" / "package.json").read_text(encoding="utf-8"))
    pinned = {path.removeprefix("node_modules/"): found for path, found in json.loads(text)["packages"].items() if path}
    versions = {name: found["version"] for name, found in pinned.items()}
    assert package["devDependencies"].items() <= versions.items()
    assert all(found["integrity"].startswith("sha512-") for found in pinned.values())
    assert not any("resolved" in found for found in pinned.values())
    assert set(re.findall(r'"(\w+)": "\w+://', text)) <= {"url"}
