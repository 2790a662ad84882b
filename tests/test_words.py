"""The table knows no game by name: no word of one stands in its program, and no module of one is imported."""

import configparser
import re
from pathlib import Path

import pytest

import pearlboard

ROOT = Path(pearlboard.__file__).parent
TABLE = ROOT / "games" / "registry.py"
"""The one place where a game that comes along is named."""
READ = (".py", ".js", ".css", ".toml", ".html")
ENDINGS = (
    "divers?",
    "pontoons?",
    "clans?",
    "farms?",
    "territor(?:y|ies)",
    "necklaces?",
    "clusters?",
    "perlad[a-zö]*",
    "elders?",
    "fisher(?:man|men)",
    "foragers?",
    "plongeurs?",
    "pontons?",
    "territoires?",
    "colliers?",
)
CAPITAL = ("Backups?", "Children", "Powers?", "Renforts?", "Pouvoirs?", "Aînés?")
"""Words of the game where they are its names; in small letters they are everybody's."""
WORDS = re.compile(rf"(?<![a-zà-ÿ])(?:{'|'.join(ENDINGS)})(?![a-zà-ÿ])", re.IGNORECASE)
NAMES = re.compile(rf"""(?<![A-Za-zÀ-ÿ])(?:{"|".join(CAPITAL)})(?![A-Za-zà-ÿ])|["'](?:backup|children)["']""")


COMMAND = 'Command("backup"'
"""What it is called that copies the games; the command line has its own words."""


def built_in():
    """The folders of the games that come along."""
    return [path for path in (ROOT / "games").iterdir() if path.is_dir() and (path / "package.py").is_file()]


def program():
    """All that the table itself is made of."""
    games = built_in()
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.suffix in READ and path != TABLE and not any(path.is_relative_to(game) for game in games)
    ]


def found(text):
    """The words of a game in a text."""
    return [match.group() for pattern in (WORDS, NAMES) for match in pattern.finditer(text)]


def test_no_word_of_a_game_stands_in_the_program():
    """Not in code, comments, styles or sentences."""
    paths = program()
    assert {path.suffix for path in paths} == set(READ)
    assert [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").replace(COMMAND, "").splitlines(), 1)
        if found(line)
    ] == []


@pytest.mark.parametrize(
    "text",
    [
        "two Divers",
        "clan-1",
        "show_territory",
        ".farm {",
        "Perladöra",
        "perladora.js",
        "the Elders look",
        'kind == "backup"',
        "un Plongeur",
        "FARMS",
        "of_clan",
    ],
)
def test_a_word_would_be_found(text):
    """In whatever it stands."""
    assert found(text)


@pytest.mark.parametrize(
    "text", ["connection.backup(copy)", "element.children", "farmer", "diversity", "Pearlboard", "clandestine"]
)
def test_other_words_are_free(text):
    """They are everybody's."""
    assert not found(text)


def test_games_that_come_along_are_named_in_one_place():
    """And that names all of them."""
    text = TABLE.read_text(encoding="utf-8")
    assert built_in()
    assert all(f"pearlboard.games.{game.name}.package" in text for game in built_in())


def test_the_contract_has_no_exceptions_and_forbids_every_game():
    """Whoever adds a module above the games, or a game, adds it to the contract."""
    linted = configparser.ConfigParser()
    linted.read(ROOT.parent.parent / ".importlinter", encoding="utf-8")
    contract = linted["importlinter:contract:games"]
    assert not any(key.startswith(("ignore", "allow")) for key in contract)
    assert set(contract["forbidden_modules"].split()) == {f"pearlboard.games.{game.name}" for game in built_in()}
    above = {
        f"pearlboard.{path.stem}"
        for path in ROOT.iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").is_file()) and path.stem not in ("__init__", "games")
    }
    beside = {f"pearlboard.games.{path.stem}" for path in (ROOT / "games").glob("*.py") if path.stem != "__init__"}
    assert set(contract["source_modules"].split()) == above | beside
