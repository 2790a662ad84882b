"""The HTML of the pages: complete, in two languages, and with nothing in it that the policy would block."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath

import pytest

from pearlboard.games.values import SEATINGS
from pearlboard.geometry import GRID
from pearlboard.languages import LANGUAGES, SPOKEN
from pearlboard.screens.catalogues import read_catalogue
from pearlboard.texts import Catalogue
from pearlboard.web import board, pages
from pearlboard.web.assets import STATIC, address
from pearlboard.web.templating import Words
from support.television import television

WEB = Path(pages.__file__).parent
CATALOGUES = {language: read_catalogue(language, [WEB / "texts", WEB.parent / "texts"]) for language in LANGUAGES}
GAME = {"game": "othello", "pages": ("game.js", "replay.js")}
"""What a page about a finished game is told of it."""
KINDS = [("chess", "Chess")]
LISTED = {
    "number": 3,
    "title": "Reef & Co",
    "finished": "2026-11-21T14:03:00+00:00",
    "players": ["<b>Ida</b>", "Tom & Co"],
    "called": "",
    "result": "<i>won</i>",
    "replay": "/archive/3",
    "export": "/archive/3.json",
    "picture": "/archive/3.svg",
}
"""A game in the archive."""
FETCHED_BY_SOME = {"shared/has.js"}
"""What only some browsers fetch."""
VOID = {"meta", "link", "img", "input", "br"}


class Elements(HTMLParser):
    """Every element of a page as (tag, attributes); complains about one that is closed in the wrong place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(params=LANGUAGES)
def language(request) -> str:
    return request.param


@pytest.fixture
def catalogue(language) -> Catalogue:
    return CATALOGUES[language]


@pytest.fixture
def elements(language, catalogue) -> tuple[tuple[str, dict[str, str | None]], ...]:
    return elements_of(pages.table(language, catalogue, version="1.2.3"))


@cache
def elements_of(text):
    """Pages are read by many tests; what they are made of stays as it is."""
    return tuple(Elements(text).found)


@cache
def every_page(language):
    """Each page with scripts: its HTML, and the modules that it runs."""
    catalogue = CATALOGUES[language]
    finished = {"number": 3, "finished": "2026-11-21T14:03:00+00:00", "names": ("Ida", "Tom"), **GAME}
    made = [
        pages.table(language, catalogue, version="1"),
        pages.seat(language, catalogue, version="1"),
        pages.operator(language, catalogue, version="1"),
        pages.replay(language, catalogue, version="1", **finished),
        pages.analysis(language, catalogue, version="1", **finished),
        pages.lesson(language, catalogue, version="1", explains=True, on_board=True, **GAME),
        pages.archive(language, catalogue, {"games": [LISTED], "older": 1, "kinds": KINDS}, version="1"),
    ]
    return tuple((text, re.findall(rf'<link rel="modulepreload" href="{address()}/(.+?)">', text)) for text in made)


def sources(names):
    """What these modules say, all together."""
    return "".join((STATIC / name).read_text(encoding="utf-8") for name in names)


def imported_by(name):
    """The modules that one imports, as paths below `static/`."""
    return {normpath(f"{name}/../{other}") for other in re.findall(r'from "(\..+?)"', sources([name]))}


def known(text: str) -> dict:
    block = re.search(r'<script type="application/json" id="known">(.*?)</script>', text)
    assert block
    return json.loads(block[1])


def test_every_space_and_edge_is_one_named_button(elements):
    """Sites are buttons with a name of their own, each once, in the cells of a grid, each space before its lines."""
    sites = {attributes["data-site"]: attributes for _, attributes in elements if "data-site" in attributes}
    assert list(sites) == [
        str(site) for space in GRID.spaces for site in (space, *(line for line in GRID.edges if line.first == space))
    ]
    cells = [attributes["role"] for _, attributes in elements if attributes.get("role") in ("row", "gridcell")]
    assert cells == ["row", *["gridcell"] * GRID.columns] * GRID.rows
    assert all(site["role"] == "button" for site in sites.values())
    assert len({site["aria-label"] for site in sites.values()}) == len(GRID.sites)


def test_an_id_stands_for_one_element(language):
    """On every page."""
    for text, _ in every_page(language):
        ids = [attributes["id"] for _, attributes in elements_of(text) if "id" in attributes]
        assert len(ids) == len(set(ids))


def test_sites_are_named_as_people_say_it():
    """A space by its name, an edge by its two spaces."""
    drawn = pages.table("en", CATALOGUES["en"], version="1")
    for label in ("c4, empty", "b2, empty", "line between c4 and d4, empty"):
        assert f'aria-label="{label}"' in drawn
    assert 'aria-label="ligne entre c4 et d4, libre"' in pages.table("fr", CATALOGUES["fr"], version="1")


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(language):
    """The pages fit the strictest policy: no style or event attribute, scripts and styles only from /static."""
    for tag, attributes in (element for text, _ in every_page(language) for element in elements_of(text)):
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert tag != "style"
        for name in ("src", "href"):
            assert (attributes.get(name) or "/").startswith(("/", "?", "#"))
        if tag == "script":
            assert attributes.get("type") in {"module", "application/json"} or attributes["src"].endswith("/old.js")


def test_every_file_is_there_and_is_referenced(language):
    """Styles, scripts and pictures of the pages exist, and each is of some page."""
    named = {
        attributes.get("src") or attributes.get("href") or ""
        for text in (*(text for text, _ in every_page(language)), television(CATALOGUES[language]))
        for _, attributes in elements_of(text)
    }
    files = {each.removeprefix(f"{address()}/") for each in named if each.startswith("/static/")}
    assert files | FETCHED_BY_SOME == {str(path.relative_to(STATIC)) for path in STATIC.rglob("*.*")}


def test_a_page_names_every_module_that_its_modules_import(language):
    """They are all fetched at once, each is named once, and nothing else is."""
    for text, scripts in every_page(language):
        imported = set().union(*map(imported_by, scripts))
        assert imported == set(scripts[1:])
        assert len(scripts) == len(set(scripts))
        assert f'<script type="module" src="{address()}/{scripts[0]}"></script>' in text


def test_the_scripts_find_every_element_they_ask_for(language):
    """An id that a script looks up stands in every page that runs the script."""
    made_by_scripts = set()
    for text, scripts in every_page(language):
        there = {attributes.get("id") for _, attributes in elements_of(text)}
        asked = set(re.findall(r'byId\("([\w-]+)"\)', sources(scripts)))
        assert asked - there <= made_by_scripts


def test_the_scripts_ask_only_for_labels_that_exist(language, catalogue):
    """A label that a script names is in both catalogues; those with a variable part are, in all their forms."""
    words = known(pages.table(language, catalogue, version="1"))["words"]
    asked = {
        name
        for script in STATIC.rglob("*.js")
        for name in re.findall(r'\bt\("(\w+)"', script.read_text(encoding="utf-8"))
    }
    asked |= {"advice_in_game"}
    words |= {"advice_in_game": "the game's, where it has it"}
    asked |= {"proposal_agreed", "proposal_open"}
    asked |= {f"phone_{state}" for state in ("none", "here", "away", "invited", "sign_here", "sign_away")}
    asked |= {"revoked", "revoked_how", "unknown_token", "unknown_how", "left", "left_how"}
    asked |= {"connecting", "connected", "reconnecting", "foreign", "over_there", "refused"}
    asked |= {
        f"piece_{status}"
        for status in ("draft", "missing", "foreign", "lift", "owed", "looked_at", "in_hand", "better", "better_there")
    }
    assert asked <= set(words)


def test_both_languages_have_the_same_labels_with_the_same_parameters():
    """No label is missing in one language, and none loses a parameter in translation."""
    english, french = (CATALOGUES[language].entries for language in ("en", "fr"))
    assert english.keys() == french.keys()
    for name, text in english.items():
        assert set(re.findall(r"{\w+}", str(text))) == set(re.findall(r"{\w+}", str(french[name]))), name


def test_the_block_of_labels_cannot_end_its_script_early():
    """Even a label that holds markup stays inside the JSON."""
    entries = {**CATALOGUES["en"].entries, "ui_close": "</script><b>"}
    text = pages.table("en", Catalogue(SPOKEN["en"], entries), version="1")
    assert known(text)["words"]["close"] == "</script><b>"
    assert "<b></button>" not in text


def test_the_lights_are_told_in_the_order_of_the_strip():
    """The page learns the order of the bytes from the grid itself."""
    assert known(pages.table("en", CATALOGUES["en"], version="1"))["lights"] == [str(light) for light in GRID.lights]


def test_the_language_can_be_switched(language, elements):
    """The page says its language and links to the other."""
    assert elements[0] == ("html", {"lang": language})
    other = next(each for each in LANGUAGES if each != language)
    assert any(attributes.get("href") == f"?lang={other}" for _, attributes in elements)


def test_everybody_has_a_plate_wherever_they_sit():
    """On every side and corner of the board where some number of players is seated."""
    drawn = pages.table("en", CATALOGUES["en"], version="1")
    assert {place for seats in SEATINGS.values() for place in seats.values()} == set(board.PLATES)
    assert all(f'id="plate-{place}"' in drawn for place in board.PLATES)


def test_a_name_in_the_archive_is_text(language, catalogue):
    """What people typed is escaped."""
    text = pages.archive(language, catalogue, {"games": [LISTED], "older": None, "kinds": KINDS})
    assert "&lt;b&gt;Ida&lt;/b&gt;, Tom &amp; Co" in text
    assert "Reef &amp; Co · <time" in text, "which game was played"
    assert "<i>" not in text
    assert '<time datetime="2026-11-21T14:03:00+00:00">2026-11-2' in text
    assert 'href="/archive/3.json"' in text
    assert f'href="/archive/3?lang={language}"' in text
    Elements(text)


def test_an_empty_archive_says_so(language, catalogue):
    """No table without games."""
    text = pages.archive(language, catalogue, {"games": [], "older": None, "kinds": KINDS})
    assert '<ul class="games"' not in text
    assert Words(catalogue)("archive_empty") in text


def test_a_table_that_takes_part_in_anothers_games_says_where_those_are_kept(language, catalogue):
    """With its name, once that is known. Nothing in the list can be changed: there these numbers are of other games."""
    found = {"games": [LISTED], "older": None, "kinds": KINDS}
    at_home, there = (pages.archive(language, catalogue, found, visits=visits) for visits in (None, "Kitchen"))
    assert ("data-host" in at_home, "data-host" in there) == (True, False)
    assert "Kitchen" in there
    unnamed = Words(catalogue)("archive_elsewhere")
    ranking = {"rows": [], "games": [], "chosen": None}
    assert unnamed in pages.archive(language, catalogue, found, visits="")
    assert "Kitchen" in pages.family(language, catalogue, ranking, visits="Kitchen")
    assert 'role="note"' not in at_home + pages.family(language, catalogue, ranking)


def test_the_familys_table_says_what_it_is_given(language, catalogue):
    """Names are text; a link for each game where there are several; nothing played, no table.

    Who stands where needs no number but counts: those of the rating are behind a press.
    """
    row = {"name": "<b>Ida</b>", "about": "Reef & Co", "played": 12, "won": 7, "streak": 2, "best": 4}
    row |= {"rating": 31.2, "about_so": 6.4}
    games = [{"name": "reef", "title": "Reef"}, {"name": "othello", "title": "Othello"}]
    text = pages.family(language, catalogue, {"chosen": "reef", "games": games, "rows": [row]})
    assert "&lt;b&gt;Ida&lt;/b&gt;<small>Reef &amp; Co</small>" in text
    seen, behind = text.split('<details class="card strength"')
    assert all(f'number">{each}</td>' in seen for each in (12, 7, 2))
    seen = re.sub(r"/static/\w{16}/", "", seen)  # a digest of all files may have any digits
    assert not any(each in seen for each in ("31", "±", "Plackett"))
    sign = "." if language == "en" else ","
    assert f'<b>31{sign}2</b> <span class="quiet">± 6{sign}4</span>' in behind
    assert f'href="/family?game=othello&amp;lang={language}"' in text
    assert text.count('aria-current="page"') == 1
    Elements(text)
    assert "<table" not in pages.family(language, catalogue, {"chosen": None, "games": [], "rows": []})


def test_a_problem_page_needs_no_script(language, catalogue):
    """Safe mode works without a table behind it; every line is a paragraph, and all of it text."""
    text = pages.problem(language, catalogue, "A <problem>", "First line\n\nSecond & last")
    assert "<h1>A &lt;problem&gt;</h1><p>First line</p><p>Second &amp; last</p>" in text
    assert "<script" not in text
    Elements(text)


def test_what_stands_on_the_board_and_is_no_place_is_in_the_help(elements):
    """A draft, the last turn, and the lights at the corners of spaces, which answer no pointer."""
    classes = [attrs.get("class") or "" for _, attrs in elements]
    assert {"sign sign-draft", "sign sign-latest", "sign sign-rim"} <= set(classes)
    corners = [attrs for tag, attrs in elements if tag == "circle" and attrs.get("class") == "crossing"]
    assert len(corners) == len(GRID.corners)
    assert not any("data-site" in attrs or "role" in attrs for attrs in corners)


@pytest.mark.parametrize("template", sorted((WEB / "templates").glob("*.html")), ids=lambda each: each.stem)
def test_a_link_to_another_page_keeps_the_language(template):
    """Else the page that it leads to speaks that of the browser."""
    links = re.findall(r'<a [^>]*href="(/[^"]*)"', template.read_text(encoding="utf-8"))
    assert [each for each in links if "lang={{ language }}" not in each and not each.endswith(".json")] == []
