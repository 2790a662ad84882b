"""How markup is made: what is put in is text, what is not known an error, and line breaks are only for the reader."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import DictLoader, TemplateSyntaxError, UndefinedError

from pearlboard.languages import LANGUAGES, SPOKEN
from pearlboard.screens.catalogues import read_catalogue
from pearlboard.texts import Catalogue
from pearlboard.web import markup, pages
from pearlboard.web.port import Asked

TEMPLATES = Path(markup.__file__).parent / "templates"
NASTY = """</title></script><b x='"&"'>&lt;{{ 7 * 6 }}"""
"""Whatever would end an attribute, an element or a script, and what only a template would understand."""
KINDS = [("chess", "Chess")]
FINISHED = {"version": "1", "number": 3, "finished": "2026-11-21T14:03:00+00:00"}
ROW = {
    "number": 3,
    "title": "Reef",
    "finished": FINISHED["finished"],
    "replay": "/archive/3",
    "export": "/archive/3.json",
    "picture": "/archive/3.svg",
}


class Read(HTMLParser):
    """A page as a browser reads it: its elements with their attributes, and all its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.said = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, *(name for name, _ in attrs)))

    def handle_data(self, data):
        self.said += data


def filled(language, name):
    """Every page that shows what people typed, with `name` in all places."""
    catalogue = read_catalogue(language, [TEMPLATES.parent / "texts", TEMPLATES.parents[1] / "texts"])
    game = {**FINISHED, "names": (name, "Tom"), "game": "chess", "pages": ("game.js",)}
    return {
        "replay": pages.replay(language, catalogue, **game),
        "analysis": pages.analysis(language, catalogue, **game),
        "archive": pages.archive(
            language,
            catalogue,
            {
                "games": [{**ROW, "players": [name, "Tom"], "result": name, "called": name}],
                "older": None,
                "kinds": KINDS,
            },
            Asked(text=name[:60]),
        ),
        "problem": pages.problem(language, catalogue, name, f"{name}\n{name}"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["replay", "analysis", "archive", "problem"])
def test_a_name_cannot_break_out(language, page):
    """With a name like markup a page has the same elements as with a tame one, and says the name as it was typed."""
    nasty, tame = Read(filled(language, NASTY)[page]), Read(filled(language, "Ida")[page])
    assert nasty.elements == tame.elements
    assert NASTY in nasty.said
    assert nasty.said.replace(NASTY, "Ida") == tame.said


def test_an_attribute_cannot_be_broken_out_of():
    """Names of games and of their files stand in attributes."""
    catalogue = read_catalogue("en", [TEMPLATES.parent / "texts", TEMPLATES.parents[1] / "texts"])
    text = pages.replay("en", catalogue, **FINISHED, names=("Ida",), game='x" onclick="y', pages=("'><i>",))
    [main] = [element for element in Read(text).elements if element[0] == "main"]
    assert main == ("main", "id", "class", "data-number", "data-game", "data-pages")


def test_a_label_cannot_break_out():
    """Not of an element, not of an attribute, not of the block of labels for scripts."""
    tame = read_catalogue("en", [TEMPLATES.parent / "texts", TEMPLATES.parents[1] / "texts"])
    for name in ("ui_help", "ui_close", "ui_board", "ui_title"):
        nasty = Catalogue(SPOKEN["en"], {**tame.entries, name: NASTY.replace("{{ 7 * 6 }}", "")})
        read = Read(pages.table("en", nasty, version="1"))
        assert read.elements == Read(pages.table("en", tame, version="1")).elements, name


def test_only_our_own_drawings_are_not_escaped():
    """`safe` stands in templates for what stands in them."""
    trusted = [
        match for path in sorted(TEMPLATES.iterdir()) for match in re.findall(r"(\S+) \| safe", path.read_text("utf-8"))
    ]
    assert sorted(trusted) == ["shapes[name]", "symbol"]
    assert not [path.name for path in TEMPLATES.iterdir() if "autoescape" in path.read_text("utf-8")]


def test_what_a_template_does_not_know_is_an_error():
    """In ours as in those of games; the error names the line of the template."""
    made = markup.environment_of(DictLoader({"a": "<p>\n{{ nothing }}</p>", "b": "<p>\n<p>\n{% if %}"}))
    with pytest.raises(UndefinedError, match="'nothing' is undefined"):
        made.get_template("a").render()
    with pytest.raises(TemplateSyntaxError) as error:
        made.get_template("b")
    assert error.value.lineno == 3
    with pytest.raises(UndefinedError):
        markup.environment().from_string("{{ icon('nothing') }}").render()


def test_line_breaks_between_tags_are_for_the_reader(tmp_path):
    """They do not reach the page; those within a text or a tag do. Errors still name the right line."""
    (tmp_path / "a.html").write_text("<ul>\n  <li\n  id='x'>one\n  two</li>\n  {{ after }}\n</ul>\n{{ away }}")
    made = markup.environment().overlay(loader=markup.OwnTemplates(tmp_path))
    text = made.get_template("a.html").render(after="<", away="")
    assert text == "<ul><li\n  id='x'>one\n  two</li>&lt;</ul>"
    with pytest.raises(UndefinedError) as error:
        made.get_template("a.html").render(after="")
    assert [entry.lineno + 1 for entry in error.traceback if str(entry.path).endswith("a.html")] == [7]


def test_the_environment_is_made_once():
    """And not before a page is asked for: nothing at the start waits for it."""
    assert markup.environment() is markup.environment()
    assert markup.environment_of(DictLoader({})).globals is markup.environment().globals


def test_every_template_is_of_some_page():
    """Each is rendered by a page, or a part of one."""
    sources = {path.name: path.read_text("utf-8") for path in TEMPLATES.iterdir()}
    used = set(re.findall(r'"([a-z]+\.html)"', Path(pages.__file__).read_text("utf-8")))
    for source in sources.values():
        used |= set(re.findall(r'(?:extends|include|from) "([a-z]+\.html)"', source))
    assert used == set(sources)


def test_no_markup_stands_in_the_program():
    """What a page looks like stands in templates."""
    tag = re.compile(r"</?[a-z]+[ >]")
    for path in sorted(TEMPLATES.parent.glob("*.py")):
        code = re.sub(r'"""(.*?)"""', "", path.read_text("utf-8"), flags=re.DOTALL)
        assert not tag.findall(code), path.name
