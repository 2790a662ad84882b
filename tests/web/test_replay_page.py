"""The page of a finished game: complete, in two languages, and with nothing in it that the policy would block."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath

import pytest

from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import read_catalogue
from pearlboard.web import pages
from pearlboard.web.assets import STATIC, address
from pearlboard.web.markup import modules

WEB = Path(pages.__file__).parent
SCRIPT = "replay/replay.js"
MOVES = ("first", "back", "play", "forward", "last")
AT = "2026-11-21T14:03:00+00:00"


class Elements(HTMLParser):
    """Every element of a page as (tag, attributes)."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.fixture(params=LANGUAGES)
def text(request):
    catalogue = read_catalogue(request.param, [WEB / "texts"])
    return pages.replay(
        request.param,
        catalogue,
        version="1.2.3",
        number=7,
        finished=AT,
        names=("<b>Ida</b>", "Tom & Co"),
        game="othello",
        pages=("game.js", "replay.js"),
    )


def scripts():
    """The page's own script and every module that it imports, with what they import."""
    names, found = [SCRIPT], {}
    while names:
        name = names.pop()
        found[name] = (STATIC / name).read_text(encoding="utf-8")
        imported = [normpath(f"{name}/../{other}") for other in re.findall(r'from "(\..+?)"', found[name])]
        names += [other for other in imported if other not in found]
    return found


def test_all_its_modules_are_loaded_at_once(text):
    """What the script imports is what the head of the page names."""
    named = {
        attributes["href"].removeprefix(f"{address()}/")
        for tag, attributes in Elements(text).found
        if tag == "link" and attributes["rel"] == "modulepreload"
    }
    assert named == set(modules(SCRIPT)) == set(scripts())


def test_the_script_finds_every_element_that_it_asks_for(text):
    """An id that it looks up stands in the page, once."""
    ids = [attributes["id"] for _, attributes in Elements(text).found if "id" in attributes]
    source = scripts()[SCRIPT]
    asked = set(re.findall(r'byId\("([\w-]+)"\)', source)) | {f"go-{name}" for name in MOVES}
    assert len(ids) == len(set(ids))
    assert asked <= set(ids)
    assert set(re.findall(r"^const MOVES = \{\n(.*?)\};", source, re.DOTALL | re.MULTILINE))
    assert all(f"{name}: () =>" in source for name in MOVES)


def test_the_script_asks_only_for_labels_that_exist(text):
    """In both languages."""
    block = json.loads(re.search(r'id="known">(.*?)</script>', text)[1])
    asked = set(re.findall(r'\bt\("(\w+)"', scripts()[SCRIPT]))
    assert "replay_turn" in asked
    assert asked | {"piece_latest"} <= set(block["words"])


def test_names_are_text(text):
    """What people typed is escaped, in the title, too."""
    assert "<b>Ida" not in text
    assert re.search(r"<title>[^<]*&lt;b&gt;Ida&lt;/b&gt; (and|et|und) Tom &amp; Co", text)


def test_the_record_and_the_archive_are_linked(text):
    """And the page knows the number of its game, the time it was finished, and the other language."""
    assert 'href="/archive/7.json"' in text
    assert 'data-number="7"' in text
    assert f'<time datetime="{AT}">' in text
    assert re.search(r'href="\?lang=(en|fr)"', text)


def test_it_knows_its_game_and_what_that_brings(text):
    """The scripts fetch the game's own part of the page."""
    assert 'data-game="othello" data-pages="game.js replay.js"' in text
