"""The sentences of all that speaks, read once: the table's own, and those of each game on first use."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pearlboard.errors import ConfigError
from pearlboard.files import looks_of
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES
from pearlboard.languages import DESCRIPTION, LANGUAGES, SOURCE, SPOKEN
from pearlboard.regular import toml_in
from pearlboard.texts import Catalogue, Entries

ROOT = Path(__file__).parent.parent
ALL = ".all.toml"
OWN = (ROOT / "texts", ROOT / "web" / "texts")


def catalogues() -> Mapping[str, Catalogue]:
    """Every language's catalogue, with the sentences of all games that can be used."""
    return _catalogues(GAMES.edition)


@lru_cache(maxsize=1)
def _catalogues(edition: int) -> Mapping[str, Catalogue]:
    del edition
    return {language: catalogue_of(None, language) for language in LANGUAGES}


def own_catalogues() -> Mapping[str, Catalogue]:
    """The table's own sentences in every language, for pages that know no game."""
    return {language: Catalogue(SPOKEN[language], _own(language)) for language in LANGUAGES}


@lru_cache(maxsize=1)
def _checked(edition: int) -> Sequence[Package]:
    """The games that can be used, once each was asked for its words."""
    del edition
    for each in GAMES.usable:
        _check(each)
    return GAMES.usable


def _check(package: Package) -> None:
    """A game whose texts cannot be read cannot be used; no other is hurt by it."""
    try:
        for language in LANGUAGES:
            Catalogue(SPOKEN[language], _said(package, language)).render(package.title)
        looks_of(package)
    except Exception as error:  # noqa: BLE001 - somebody else's files: whatever is wrong with them is said
        GAMES.give_up(package.name, error)


@cache
def _own(language: str) -> Entries:
    """What the table says; in the language in which all is said, where this one leaves something out."""
    source = {} if language == SOURCE else _own(SOURCE)
    return {**source, **read_catalogue(language, OWN).entries}


def catalogue_of(package: Package | None, language: str) -> Catalogue:
    """The table's sentences with those of one game; None: of all."""
    packages = _checked(GAMES.edition) if package is None else (package,)
    games = {each.name: _said(each, language) for each in packages}
    entries: dict[str, str | Mapping[str, str]] = {}
    for said in reversed(games.values()):
        entries |= said
    return Catalogue(SPOKEN[language], {**entries, **_own(language)}, games)


def _said(package: Package, language: str) -> Entries:
    """A game has no say in what the table says; what it leaves out in this language it says in the source's."""
    spoken = {**_spoken(package, SOURCE), **_spoken(package, language)}
    return {name: text for name, text in spoken.items() if name not in _own(language)}


def spoken(package: Package, language: str) -> frozenset[str]:
    """What the table and that game say in this language, and not only in the source's."""
    return frozenset((*_own(language), *_spoken(package, language)))


def brought(package: Package) -> Sequence[str]:
    """The languages in which that game says something itself: those that it speaks, and the source's."""
    return tuple(language for language in LANGUAGES if language == SOURCE or _spoken(package, language))


def _spoken(package: Package, language: str) -> Entries:
    words = {name: _set(text, language) for name, text in package.words.get(language, {}).items()}
    return words if package.home is None else {**_written(package.home, language, GAMES.edition), **words}


@cache
def _written(home: str, language: str, edition: int) -> Entries:
    """What stands in the folder of a game. It is read once: pages ask for it again and again."""
    del edition
    folder = files(home) / "texts"
    return read_catalogue(language, [folder]).entries if folder.is_dir() else {}


def read_catalogue(language: str, folders: Iterable[Traversable]) -> Catalogue:
    """Read every `<language>.toml` and `<topic>.<language>.toml` of the folders; a name given twice is an error.

    `<topic>.all.toml` has all languages, sentence by sentence: `setting_board.de = "Brett"`.
    A game may bring words in a language that the table does not speak: nobody asks for them.
    """
    entries: dict[str, str | Mapping[str, str]] = {}
    for file in (file for folder in folders for file in sorted(folder.iterdir(), key=lambda file: file.name)):
        shared = file.name.endswith(ALL)
        if not shared and not f".{file.name}".endswith(f".{language}.toml"):
            continue
        for name, text in _sentences(file).items():
            if name == DESCRIPTION or (shared and language not in text):
                continue
            if name in entries:
                raise ConfigError(f"{file}: {name!r} is already in another catalogue")
            entries[name] = _set(text[language] if shared else text, language)
    return Catalogue(SPOKEN[language], entries)


def _sentences(file: Traversable) -> dict[str, Any]:
    try:
        return toml_in(file.read_bytes())
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from error


def _set(text: str | Mapping[str, str], language: str) -> str | Mapping[str, str]:
    """As that language is typeset."""
    typeset = SPOKEN[language].typeset
    return typeset(text) if isinstance(text, str) else {form: typeset(words) for form, words in text.items()}
