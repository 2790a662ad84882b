"""Every sentence exists in every language, with the same parameters, and everything that is said has a sentence."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import pearlboard
from pearlboard.errors import ConfigError
from pearlboard.geometry import space
from pearlboard.languages import SPOKEN
from pearlboard.screens.catalogues import catalogues, read_catalogue
from pearlboard.texts import Catalogue, say

PACKAGE = Path(pearlboard.__file__).parent
ENGLISH, FRENCH = catalogues()["en"], catalogues()["fr"]


def parameters(entry):
    """The names that a sentence shows, over all its forms."""
    forms = [entry] if isinstance(entry, str) else entry.values()
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def said():
    """The name and parameters of every `say("…")` in the program that can be read off its source."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node, "func", None)
            if isinstance(called, ast.Name) and called.id == "say" and isinstance(node.args[0], ast.Constant):
                names = {keyword.arg for keyword in node.keywords}
                yield node.args[0].value, names, f"{path.name}:{node.lineno}"


def test_both_languages_have_the_same_sentences():
    """No sentence is missing in one language."""
    assert ENGLISH.entries.keys() == FRENCH.entries.keys()


@pytest.mark.parametrize("name", ENGLISH.entries)
def test_a_sentence_tells_the_same_in_both_languages(name):
    """The same parameters are shown, in one form or in forms by number."""
    english, french = ENGLISH.entries[name], FRENCH.entries[name]
    assert parameters(english) == parameters(french)
    for entry in (english, french):
        assert isinstance(entry, str) or entry.keys() == {"one", "other"}


@pytest.mark.parametrize(("name", "given", "where"), list(said()))
def test_what_is_said_has_a_sentence_and_its_parameters(name, given, where):
    """A sentence never fails to be rendered for want of a parameter."""
    entry = ENGLISH.entries.get(name)
    assert entry is not None, where
    needed = parameters(entry) | (set() if isinstance(entry, str) else {"count"})
    assert None in given or needed <= given, where


def test_french_puts_a_space_before_double_signs():
    """French typography: « ; », « : », « ? » and « ! » stand off from the word before them."""
    for name, entry in FRENCH.entries.items():
        for form in [entry] if isinstance(entry, str) else entry.values():
            assert not re.search(r"[a-zà-ÿ}][;:?!](?!//)", form), name


def test_seats_are_shown_as_players_and_lists_are_joined():
    """Names where they are known, numbers where not; lists read like prose."""
    catalogue = Catalogue(SPOKEN["en"], {"seat": "Seat {number}", "hello": "{seat} at {sites}"})
    hello = say("hello", seat=2, sites=(space("a1"), space("b1"), space("c1")))
    assert catalogue.render(hello, {2: "Ben"}) == "Ben at a1, b1 and c1"
    assert catalogue.render(hello) == "Seat 2 at a1, b1 and c1"


def test_french_counts_nought_as_one():
    """Plural begins at two in French, and everywhere but at one in English."""
    forms = {"pearls": {"one": "{count} perle", "other": "{count} perles"}}
    assert Catalogue(SPOKEN["fr"], forms).render(say("pearls", count=0)) == "0 perle"
    assert Catalogue(SPOKEN["en"], forms).render(say("pearls", count=0)) == "0 perles"


def test_a_sentence_nobody_wrote_is_an_error():
    """It is named, so that it can be found."""
    with pytest.raises(ConfigError, match="'nowhere'"):
        ENGLISH.render(say("nowhere"))


def test_a_sentence_in_two_catalogues_is_an_error(tmp_path):
    """Two meanings under one name would hide each other."""
    (tmp_path / "en.toml").write_text('hello = "Hello"')
    (tmp_path / "more.en.toml").write_text('hello = "Hi"')
    with pytest.raises(ConfigError, match="hello"):
        read_catalogue("en", [tmp_path])
