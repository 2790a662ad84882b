"""A language is a table in its catalogue: its plurals, its lists, its typography. The program names none."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pearlboard
from pearlboard.errors import ConfigError
from pearlboard.languages import LANGUAGES, SOURCE, SPOKEN, read_languages
from pearlboard.texts import Catalogue, say
from pearlboard.texts.language import OTHER, Language, Rule
from support.polish import program
from support.serving import clean_environment

ROOT = Path(pearlboard.__file__).parent
LISTS = {"two": "{0} & {1}", "more": "{0}; {1}", "last": "{0}; & {1}"}
ABOUT = {"name": "Test", "list": LISTS}

ASKED = """
import json
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues, own_catalogues
from pearlboard.configuration import read_settings
from pearlboard.texts import say
from pearlboard.web import pages
from pearlboard.languages import language_of

polish = catalogues()["pl"]
left = lambda count: polish.render(say("clear_what_is_left", count=count))
game = polish.of("perladora")
table = pages.table("pl", own_catalogues()["pl"], version="1")
print(json.dumps({
    "languages": LANGUAGES,
    "left": {count: left(count) for count in (1, 2, 5, 12, 22, 25, 101, 112)},
    "list": polish.render(say("clear_the_board", count=3, sites=("a1", "b1", "c1"))),
    "english": polish.render(say("pieces_missing", count=2, sites=("a1",))),
    "forms": game.entries["ui_pearls"],
    "title": "<title>Stół</title>" in table and '<html lang="pl">' in table,
    "links": [code for code in LANGUAGES if f'hreflang="{code}"' in table],
    "named": 'lang="pl">Polski</a>' in pages.table("fr", own_catalogues()["fr"], version="1"),
    "asked": language_of(None, "xx, pl-PL;q=0.8", "en"),
    "setting": read_settings(None, {"PEARLBOARD_LANGUAGE": "pl"}).language,
}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What the program says for itself when Polish was added to it."""
    folder = program(tmp_path_factory.mktemp("third"))
    environment = clean_environment(PYTHONPATH=folder, PYTHONIOENCODING="utf-8")
    done = subprocess.run([sys.executable, "-c", ASKED], env=environment, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_language_is_added_by_catalogues_alone(told):
    """It is spoken, linked to, understood from a browser, and can be set; the source stays the first."""
    assert told["languages"] == [SOURCE, *sorted((*LANGUAGES[1:], "pl"))]
    assert told["title"]
    assert told["links"] == told["languages"]
    assert told["named"]
    assert (told["asked"], told["setting"]) == ("pl", "pl")


@pytest.mark.slow
def test_its_sentences_are_counted_as_it_counts(told):
    """Polish has one, few and many."""
    assert told["left"] == {
        "1": "Jeszcze 1 pionek.",
        "2": "Jeszcze 2 pionki.",
        "5": "Jeszcze 5 pionków.",
        "12": "Jeszcze 12 pionków.",
        "22": "Jeszcze 22 pionki.",
        "25": "Jeszcze 25 pionków.",
        "101": "Jeszcze 101 pionków.",
        "112": "Jeszcze 112 pionków.",
    }
    assert told["forms"].keys() == {"one", "few", "many", "other"}


@pytest.mark.slow
def test_its_lists_and_signs_are_its_own(told):
    """A list as Polish joins it, and a space that stays with its sign; a form that is missing is `other`."""
    assert told["list"] == "Zdejmij pionki: a1, b1 i c1!"


@pytest.mark.slow
def test_english_fills_in_for_the_rest(told):
    """What nobody has translated yet."""
    assert told["english"] == "Pieces are missing: put them back on a1."


# --- what a catalogue may say ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "counted"),
    [
        ("n = 1", {1}),
        ("i = 0,1", {0, 1}),
        ("i = 1 and v = 0", {1}),
        ("n % 10 = 2..4 and n % 100 != 12..14", {2, 3, 4, 22, 23, 24}),
        ("i % 10 = 0 or i % 10 = 5..6, 9", {0, 5, 6, 9, 10, 15, 16, 19, 20, 25, 26, 29}),
        ("v != 0", set()),
        ("e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5", set()),
    ],
)
def test_rules_are_those_of_the_cldr(rule, counted):
    """As they are written there."""
    assert {count for count in range(30) if Rule.parse(rule).holds(count)} == counted


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ({"list": LISTS}, "name"),
        ({"name": "Test"}, "list"),
        ({**ABOUT, "list": {"two": "{0} {1}"}}, "more"),
        ({**ABOUT, "plural": {"one": "n is 1"}}, "'n is 1' is no relation"),
        ({**ABOUT, "plural": {"one": "n = 1 and"}}, "is no relation"),
        ({**ABOUT, "plural": "n = 1"}, "plural"),
        ({**ABOUT, "dezimal": ","}, "dezimal"),
    ],
)
def test_what_is_wrong_with_a_table_is_named(about, wrong):
    """With the language that it is about."""
    with pytest.raises(ConfigError, match="language xx: ") as error:
        Language.from_mapping("xx", about)
    assert wrong in str(error.value)


def test_lists_are_joined_by_patterns():
    """Of two, and of more; a word that looks like a place is a word."""
    language = Language.from_mapping("xx", ABOUT)
    assert [language.join(words) for words in ((), ("a",), ("a", "b"), ("{1}", "{0}", "c", "d"))] == [
        "",
        "a",
        "a & b",
        "{1}; {0}; c; & d",
    ]


def test_numbers_and_signs_are_typeset():
    """A decimal comma, and spaces that stay on the line of their sign."""
    language = Language.from_mapping("xx", {**ABOUT, "decimal": ",", "no_break": {"before": "!]", "after": "["}})
    catalogue = Catalogue(language, {"draws": "{amps} A, {count} lights"})
    assert catalogue.render(say("draws", amps=1.5, count=3)) == "1,5 A, 3 lights"
    assert language.typeset("[ a ] b !") == "[\N{NO-BREAK SPACE}a\N{NO-BREAK SPACE}] b\N{NO-BREAK SPACE}!"


def test_a_text_may_have_fewer_forms_than_its_language():
    """It is `other` for the rest: a game's texts may be in no language that counts so."""
    language = Language.from_mapping("xx", {**ABOUT, "plural": {"one": "n = 1", "few": "n = 2..4"}})
    assert (*dict(language.plurals), OTHER) == ("one", "few", "other")
    catalogue = Catalogue(language, {"stones": {"one": "a stone", "other": "{count} stones"}})
    assert [catalogue.render(say("stones", count=count)) for count in (1, 3, 9)] == ["a stone", "3 stones", "9 stones"]


def test_one_language_is_the_source(tmp_path):
    """And every catalogue of the folder describes its own."""
    about = 'name = "X"\nlist = {two = "{0} {1}", more = "{0} {1}", last = "{0} {1}"}\n'
    (tmp_path / "xx.toml").write_text(f"[language]\n{about}", encoding="utf-8")
    with pytest.raises(ConfigError, match="the source"):
        read_languages(tmp_path)
    (tmp_path / "yy.toml").write_text(f"[language]\nsource = true\n{about}", encoding="utf-8")
    (tmp_path / "more.yy.toml").write_text('a = "b"\n', encoding="utf-8")
    assert list(read_languages(tmp_path)) == ["yy", "xx"]
    (tmp_path / "zz.toml").write_text('a = "b"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"zz\.toml"):
        read_languages(tmp_path)


@pytest.mark.parametrize("folder", ["texts", "web", "screens", "checking", "commands", "table", "session"])
def test_no_language_is_named_in_the_program(folder):
    """Neither its code nor its name, but in catalogues."""
    named = {*LANGUAGES, *(language.name for language in SPOKEN.values())}
    for path in sorted((ROOT / folder).rglob("*.py")):
        texts = {node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        assert not named & {text for text in texts if isinstance(text, str)}, path
    for path in sorted((ROOT / folder).rglob("*.js")):
        assert not [code for code in named if f'"{code}"' in path.read_text("utf-8")], path


def test_no_french_word_that_elides_stands_before_a_name():
    """French has no "de Annabelle", and the program does not know with what a name begins."""
    elides = re.compile(r"(?i)\b(?:[dljmnst]e|la|que|lorsque|puisque|jusque) \{(?:seat|name|player|called|winner)s?\}")
    catalogues = list(ROOT.rglob("*.fr.toml"))
    assert len(catalogues) > 10
    assert [found for path in catalogues for found in elides.findall(path.read_text(encoding="utf-8"))] == []
