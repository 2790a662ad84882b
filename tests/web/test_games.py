"""The pages that a game brings: served from its folder and nowhere else, in both languages, within the policy."""

import bz2
import re
import sys
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

import pytest
from jinja2 import UndefinedError

from pearlboard.games.api import Lessons, Package, Rules, Shown
from pearlboard.games.registry import GAMES
from pearlboard.geometry import site
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogue_of
from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web import games, pages
from pearlboard.web.games import PARTS, GamePages, pages_of
from pearlboard.web.markup import modules as modules_of

pytestmark = pytest.mark.slow

WEB = Path(games.__file__).parent
VOID = {"meta", "link", "img", "input", "br"}
NAMES = [package.name for package in GAMES.usable if pages_of(package)]
OURS = {
    "table": (pages.table, "table/table.js", {}),
    "seat": (pages.seat, "seat/seat.js", {}),
    "setup": (pages.table, "table/table.js", {}),
    "replay": (
        pages.replay,
        "replay/replay.js",
        {"number": 3, "finished": "2026-11-21T14:03:00+00:00", "names": ("Ida",), "game": "x", "pages": ()},
    ),
}
"""The page of ours into which each part comes, and its script."""
COPY = re.compile(r"/api/backup\b|\b(?:a|[Tt]he|this|pearlboard) backup\b")
"""The copy of all games, which is called so in a terminal, too; the word is also one of a game."""
FORBIDDEN = (
    "perladora",
    "diver",
    "pontoon",
    "clan",
    "farm",
    "territory",
    "territories",
    "necklace",
    "cluster",
    "backup",
    "elder",
    "fishermen",
    "foragers",
)


class Elements(HTMLParser):
    """Every element as (tag, attributes), the outermost besides; complains about one that is closed wrongly."""

    def __init__(self, text):
        super().__init__()
        self.found, self.outermost, self.open = [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if not self.open:
            self.outermost.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


TABLE = SimpleNamespace(words=lambda game, language: catalogue_of(GAMES[game], language))
PAGES = GamePages(TABLE)


@cache
def parts(game):
    """The parts of a game's markup."""
    return tuple(part for part in PARTS if PAGES.markup(game, part, "en") is not None)


def folder(game):
    return files(GAMES[game].home) / "pages"


def ours(part, language):
    """The page of ours that this part comes into."""
    page, script, more = OURS[part]
    return page(language, TABLE.words(NAMES[0], language), version="1", **more), modules_of(script)


def modules(game, part):
    """What `part` runs of the game's own modules: by name, with their text."""
    found, names = {}, [name for name in ("game.js", f"{part}.js") if (folder(game) / name).is_file()]
    while names:
        name = names.pop()
        found[name] = (folder(game) / name).read_text(encoding="utf-8")
        names += [other for other in re.findall(r'from "\./(.+?)"', found[name]) if other not in found]
    return found


CASES = [(game, part) for game in NAMES for part in OURS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "part"), CASES)
def test_the_parts_of_a_game_fit_the_page(game, part, language):
    """Each says where it belongs, and there is room; no id stands twice; nothing is inline or from elsewhere."""
    text, _ = ours(part, language)
    whole = [Elements(text).found]
    rooms = {attributes["data-place"] for _, attributes in whole[0] if "data-place" in attributes}
    for each in ("game", part):
        if (markup := PAGES.markup(game, each, language)) is None:
            continue
        elements = Elements(markup)
        assert {attributes["data-for"] for _, attributes in elements.outermost} <= rooms
        for tag, attributes in elements.found:
            assert tag not in ("style", "script", "link")
            assert "style" not in attributes
            assert "autofocus" not in attributes
            assert not [name for name in attributes if name.startswith("on")]
            assert (attributes.get("href") or "#").startswith("#")
        whole.append(elements.found)
    ids = [attributes["id"] for found in whole for _, attributes in found if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "part"), CASES)
def test_a_games_modules_find_what_they_ask_for(game, part, language):
    """Ids, labels, other modules of its own and of ours."""
    text, scripts = ours(part, language)
    text += "".join(PAGES.markup(game, each, language) or "" for each in ("game", part))
    there = {attributes["id"] for _, attributes in Elements(text).found if "id" in attributes}
    words = PAGES.known(game, language)["words"]
    own = modules(game, part)
    made = {name for source in own.values() for name in re.findall(r'\bid: "([\w-]+)"', source)}
    for name, source in own.items():
        assert set(re.findall(r'byId\("([\w-]+)"\)', source)) <= there | made, name
        assert set(re.findall(r'\bt\("(\w+)"', source)) <= set(words), name
        public = set(re.findall(r'from "/static/(.+?)"', source))
        assert public <= set(scripts), name
        assert all(address.startswith("shared/") for address in public), name


@pytest.mark.parametrize("game", NAMES)
def test_every_file_is_of_some_page(game):
    """A module, a style or markup that nobody asks for is left over."""
    used = {name for part in OURS for name in modules(game, part)} | set(pages_of(GAMES[game]))
    for part in parts(game):
        used |= set(re.findall(r'include "(.+?)"', (folder(game) / f"{part}.html").read_text(encoding="utf-8")))
    for style in [name for name in used if name.endswith(".css")]:
        used |= set(re.findall(r'@import "(.+?)"', (folder(game) / style).read_text(encoding="utf-8")))
    assert {file.name for file in folder(game).iterdir()} == used


@pytest.mark.parametrize(
    "name",
    [
        "../package.py",
        "..",
        ".",
        "",
        "/etc/passwd",
        "table.html",
        "nothing.js",
        "pages/table.js",
        "table.js/",
        "TABLE.JS",
        "..%2fpackage.py",
        "table.js\0",
        "__pycache__",
        "table.toml",
    ],
)
def test_only_files_of_its_pages_are_served(name):
    """And of these none that is a template."""
    assert PAGES.file("perladora", name) is None


@pytest.mark.parametrize("game", ["chess", "", "..", "perladora/pages", "api", "table"])
def test_of_a_game_that_is_not_there_nothing_is(game):
    """Nor of what is no game."""
    assert PAGES.file(game, "table.js") is None
    assert PAGES.markup(game, "table", "en") is None
    assert PAGES.known(game, "en") is None


@pytest.mark.parametrize("part", ["tokens", "../game", "table.html", "drawing", ""])
def test_only_parts_are_rendered(part):
    """What a part includes is none by itself."""
    assert PAGES.markup("perladora", part, "en") is None


def test_a_file_comes_with_its_kind():
    """So that a browser that is told not to guess takes it."""
    kind, content = PAGES.file("perladora", "table.js")
    assert kind == "text/javascript"
    assert content == (folder("perladora") / "table.js").read_bytes()
    assert PAGES.file("perladora", "game.css")[0] == "text/css"


# --- a game of a test ------------------------------------------------------------------------------------------------


@pytest.fixture
def othello(tmp_path, monkeypatch):
    """A game that is installed: its `pages/` can be written to."""
    home = tmp_path / "othello_game"
    (home / "pages").mkdir(parents=True)
    (home / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    GAMES.add(
        Package(
            "othello",
            say("game_othello"),
            range(2, 3),
            Rules(),
            Shown(),
            home="othello_game",
            words={"en": {"game_othello": "Othello", "ui_discs": "<b>discs</b> & {count}"}},
        )
    )
    yield home / "pages"
    GAMES.remove("othello")
    games._there.cache_clear()
    sys.modules.pop("othello_game", None)


def test_labels_are_text_in_markup(othello):
    """Whatever stands in a label or a value, it becomes no element."""
    (othello / "table.html").write_text('<p data-for="panel">{{ words("discs", count="<i>") }}</p>', encoding="utf-8")
    assert GamePages(TABLE).markup("othello", "table", "en") == (
        '<p data-for="panel">&lt;b&gt;discs&lt;/b&gt; &amp; &lt;i&gt;</p>'
    )


def test_what_a_template_does_not_know_is_an_error(othello):
    """Not an empty place that nobody notices."""
    (othello / "table.html").write_text("<p>{{ disc }}</p>", encoding="utf-8")
    with pytest.raises(UndefinedError, match="disc"):
        GamePages(TABLE).markup("othello", "table", "en")


def test_a_game_without_pages_brings_none():
    """Then the plain page serves."""
    GAMES.add(
        Package(
            "othello",
            say("game_othello"),
            range(2, 3),
            Rules(),
            Shown(),
            words={"en": {"game_othello": "Othello", "ui_discs": "discs"}},
        )
    )
    try:
        assert pages_of(GAMES["othello"]) == ()
        assert PAGES.known("othello", "en")["words"]["discs"] == "discs"
        assert PAGES.markup("othello", "table", "en") is None
    finally:
        GAMES.remove("othello")


def test_the_pages_know_no_game():
    """No word of one stands in what all games share."""
    words = re.compile(rf"\b({'|'.join(FORBIDDEN)})s?\b", re.IGNORECASE)
    ours = [path for path in sorted(WEB.rglob("*")) if path.suffix in (".py", ".js", ".css", ".toml")]
    texts = {path: COPY.sub("", path.read_text(encoding="utf-8")) for path in ours}
    found = [f"{path.name}: {match[0]}" for path, text in texts.items() for match in words.finditer(text)]
    assert len(ours) > 50
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_to_a_puzzle_is_told_what_is_against_it(language):
    """In that language; nothing of a puzzle that there is not, of no place, or of a game without puzzles."""
    puzzle = GAMES["perladora"].lessons.puzzles()[0]
    laid = "b3-b4,c4-d4"
    expected = catalogue_of(GAMES["perladora"], language).render(puzzle.against(frozenset(map(site, laid.split(",")))))
    assert PAGES.against("perladora", "0", laid, language) == expected
    for game, index, sites in (
        ("perladora", "99", laid),
        ("perladora", "-1", laid),
        ("perladora", "0", "a1,z9"),
        ("perladora", "0", ""),
        ("pearls", "0", laid),
        ("chess", "0", laid),
    ):
        assert PAGES.against(game, index, sites, language) is None


def brought(folder, *parts):
    """The files of a game that a page fetches of these parts: they themselves, and whatever those refer to."""
    wanted = [f"{each}.{kind}" for each in parts for kind in ("css", "html", "js")]
    names = [name for name in wanted if (folder / name).is_file()]
    for name in names:  # which grows meanwhile
        text = (folder / name).read_text(encoding="utf-8")
        found = re.findall(r'from "\./([^"]+)"|include "([^"]+)"', text)
        names += [each for each in dict.fromkeys(map("".join, found)) if each not in names]
    return [folder / name for name in names]


@pytest.mark.parametrize("parts", [("table", "setup"), ("seat",), ("replay",), ("lesson",)], ids=lambda each: each[0])
@pytest.mark.parametrize("game", NAMES)
def test_what_a_page_fetches_of_a_game_weighs_little(game, parts):
    """Packed, at most 40 kB: by bzip2, which packs the same everywhere, while gzip depends on its zlib."""
    fetched = brought(files(GAMES[game].home) / "pages", "game", *parts)
    assert 0 < sum(len(bz2.compress(file.read_bytes())) for file in fetched) <= 40_000


def test_a_lesson_that_lacks_a_key_is_refused_by_its_name(monkeypatch):
    """Not "the table is not connected"; and what may be left out is there for the page."""
    step = {
        "name": "one",
        "task": "lay",
        "text": "Lay.",
        "done": "Well.",
        "answers": [["a1"]],
        "pieces": [{"site": "b1"}],
    }
    told = {"first": [step]}
    monkeypatch.setitem(GAMES._found, "pearls", replace(GAMES["pearls"], lessons=Lessons(lambda _: told)))
    [shown] = PAGES.lessons("pearls", "en")["first"]
    assert (shown["hints"], shown["refused"], shown["choices"], shown["elsewhere"]) == ([], {}, [], "")
    assert shown["pieces"] == [{"site": "b1", "kind": None, "seat": None, "face_up": False, "status": "laid"}]
    del step["answers"]
    with pytest.raises(Refused) as refused:
        PAGES.lessons("pearls", "en")
    said = TABLE.words("pearls", "en").render(refused.value.sentence)
    assert (
        said == "The lesson of pearls cannot be shown: first[0].answers: a step whose task is 'lay' needs it ('one')."
    )
