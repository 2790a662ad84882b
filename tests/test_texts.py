"""Every sentence exists in every language, with the same parameters, and everything that is said has a sentence."""

import ast
import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

import pearlboard
from pearlboard.errors import ConfigError
from pearlboard.geometry import edge, space
from pearlboard.languages import LANGUAGES, SOURCE, SPOKEN
from pearlboard.screens.catalogues import OWN, catalogues, read_catalogue
from pearlboard.texts import Catalogue, say
from pearlboard.texts.language import OTHER

PACKAGE = Path(pearlboard.__file__).parent
GAMES = sorted((PACKAGE / "games").glob("*/texts"))
FOLDERS = [*OWN, *GAMES]
ENGLISH, FRENCH = catalogues()["en"], catalogues()["fr"]
WRITTEN = {
    language: {**read_catalogue(language, OWN).entries, **read_catalogue(language, GAMES).entries}
    for language in LANGUAGES
}
"""What stands in the files, where nothing fills a hole."""
TRANSLATED = LANGUAGES[1:]


def parameters(entry):
    """The names that a sentence shows, over all its forms."""
    forms = [entry] if isinstance(entry, str) else entry.values()
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def said():
    """The name and parameters of every `say("…")` in the program that can be read off its source."""
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "say(" in text else ():
            called = getattr(node, "func", None)
            if isinstance(called, ast.Name) and called.id == "say" and isinstance(node.args[0], ast.Constant):
                names = {keyword.arg for keyword in node.keywords}
                yield node.args[0].value, names, f"{path.name}:{node.lineno}"


def forms(entry):
    """The texts of a sentence."""
    return [entry] if isinstance(entry, str) else list(entry.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_language_has_a_hole(language):
    """Every sentence is written in every language, and none that nobody says."""
    assert WRITTEN[language].keys() == WRITTEN[SOURCE].keys()


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_each_file_of_texts_has_its_like_in_every_language(folder, language):
    """What belongs together stands together, in the same order."""
    for file in (file for file in folder.glob("*.toml") if f".{file.name}".endswith(f".{SOURCE}.toml")):
        other = file.with_name(f"{file.name.removesuffix(f'{SOURCE}.toml')}{language}.toml")
        keys = [list(tomllib.loads(each.read_text(encoding="utf-8"))) for each in (file, other)]
        assert keys[0] == keys[1], other


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_tells_the_same_in_every_language(language):
    """The same parameters are shown, in one form or in forms by number, and every kind of number has its form."""
    for name, told in WRITTEN[SOURCE].items():
        entry = WRITTEN[language][name]
        assert parameters(entry) == parameters(told), name
        assert isinstance(entry, str) == isinstance(told, str), name
        assert isinstance(entry, str) or entry.keys() == {*dict(SPOKEN[language].plurals), OTHER}, name


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_place_that_may_be_a_line_is_said_in_every_language(language):
    """Where one says "between a5 and b5", no other shows the notation."""
    for name, told in WRITTEN[SOURCE].items():
        assert said_places(WRITTEN[language][name]) == said_places(told), name


def said_places(entry):
    """The parameters that are said as places."""
    return {name for form in forms(entry) for _, name, how, _ in Formatter().parse(form) if how == "at"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_one_thing_lies_at_several_places(language):
    """“A piece between a5 and b5 and between c1 and c2” reads as one that lies between four."""
    for name, entry in WRITTEN[language].items():
        several = "" if isinstance(entry, str) else entry[OTHER]
        assert not re.search(r"\b(a|an|ein|eine|einen|un|une) \w+ \{\w+:at\}", several), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_are_of_one_kind(language):
    """Typographic apostrophes and quotes in sentences; straight ones are only in what is typed into a terminal."""
    for name, entry in WRITTEN[language].items():
        for form in forms(entry):
            if "pip install" not in form and "wiring =" not in form:
                assert not set("'\"") & set(form), name
            assert not (re.search("[«»]", form) and re.search("[„“”]", form)), name


def wants(name, given):
    """What a sentence lacks that is said so: itself, or some of its parameters."""
    entry = ENGLISH.entries.get(name)
    if entry is None:
        return {"the sentence"}
    needed = parameters(entry) | (set() if isinstance(entry, str) else {"count"})
    return set() if None in given else needed - given


def test_what_is_said_has_a_sentence_and_its_parameters():
    """A sentence never fails to be rendered for want of a parameter."""
    everything = list(said())
    assert len(everything) > 300
    assert {f"{name}, {where}": lack for name, given, where in everything if (lack := wants(name, given))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_told_of_a_player_runs_into_a_name_that_ends_in_a_number(language):
    """Not "Player 2 3": a word or a sign stands between a name and the number, or whatever else, that comes next."""
    runs = re.compile(r"\{(seat|seats|other_seat|name|names)\}\s*\{")
    assert [name for name, entry in WRITTEN[language].items() if any(map(runs.search, forms(entry)))] == []


def test_french_puts_a_space_before_double_signs():
    """French typography: « ; », « : », « ? » and « ! » stand off from the word before them."""
    for name, entry in FRENCH.entries.items():
        for form in [entry] if isinstance(entry, str) else entry.values():
            assert not re.search(r"[a-zà-ÿ}][;:?!](?!//)", form.replace(":at}", "}")), name


GLUED = re.compile(r"`[^`]*\$\{[^`]*\} ?[:;!?%»][ `]|\}\} ?[:;!?%»](?=[ <\"])")
"""A sign that code puts after a word: how far it stands off, a language says itself."""


def test_no_page_puts_signs_between_words_by_itself():
    """What is put together is a text of its own; styles and errors, which nobody reads as a sentence, are none."""
    pages = [each for suffix in ("js", "html") for each in PACKAGE.rglob(f"*.{suffix}")]
    found = [
        f"{path.name}: {line.strip()}"
        for path in pages
        for line in path.read_text(encoding="utf-8").splitlines()
        if GLUED.search(line) and not re.search(r"Error\(|\.style|inlineSize|^ *(//|\*)", line)
    ]
    assert len(pages) > 100
    assert found == []


def test_places_are_said_as_people_say_them():
    """Spaces together, then each line; as a notation only where the text wants that."""
    words = {"lift": "Lift {sites:at}.", "typed": "{sites}"}
    places = (space("a1"), edge("c1-d1"), space("b2"))
    for language, told in {
        "en": "Lift on a1 and b2 and between c1 and d1.",
        "fr": "Lift en a1 et b2 et entre c1 et d1.",
        "de": "Lift auf a1 und b2 und zwischen c1 und d1.",
    }.items():
        catalogue = Catalogue(SPOKEN[language], {**catalogues()[language].entries, **words})
        assert catalogue.render(say("lift", sites=places)) == told
        assert catalogue.render(say("typed", sites=places[1:2])) == "c1-d1"
        assert catalogue.render(say("lift", sites=places[1])).endswith("c1 " + told.split("c1 ")[1])


def test_places_are_said_whatever_set_holds_them():
    """A frozenset less the keys of a mapping is an ordinary set: people read places, and a sentence stays a value."""
    here = frozenset({space("a5"), space("b5")})
    less = here - {space("b5"): 1}.keys()
    told = say("lift_because", reason="", sites=less)
    assert told == say("lift_because", reason="", sites=frozenset({space("a5")}))
    assert hash(told)
    assert catalogues()[SOURCE].of("perladora").render(told).endswith("on a5.")


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
