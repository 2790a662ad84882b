"""The catalogues of sentences: the table's own, read once, and those of each game, read on first use."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pearlboard.errors import ConfigError
from pearlboard.files import looks_of
from pearlboard.games.api import MOST_SEATS, Package
from pearlboard.games.registry import GAMES
from pearlboard.languages import DESCRIPTION, LANGUAGES, SOURCE, SPOKEN
from pearlboard.regular import toml_in
from pearlboard.session.player_names import known_by
from pearlboard.texts import Catalogue, Entries, say

ROOT = Path(__file__).parent.parent
ALL = ".all.toml"
OWN = (ROOT / "texts", ROOT / "web" / "texts")


def catalogues() -> Mapping[str, Catalogue]:
    """The catalogue of every language, with the sentences of all usable games."""
    return _catalogues(GAMES.edition)


@lru_cache(maxsize=1)
def _catalogues(edition: int) -> Mapping[str, Catalogue]:
    del edition
    return {language: catalogue_of(None, language) for language in LANGUAGES}


def own_catalogues() -> Mapping[str, Catalogue]:
    """The table's own sentences in every language, for pages that know no game."""
    return {language: Catalogue(SPOKEN[language], _own(language)) for language in LANGUAGES}


@lru_cache(maxsize=1)
def unnamed() -> frozenset[str]:
    """The form's default names for people, in every language, normalised by `player_names.known_by`."""
    seats = range(1, MOST_SEATS + 1)
    return frozenset(
        known_by(each.render(say("ui_player", number=seat))) for each in own_catalogues().values() for seat in seats
    )


@lru_cache(maxsize=1)
def _checked(edition: int) -> Sequence[Package]:
    """The usable games, after checking the texts of each."""
    del edition
    for each in GAMES.usable:
        GAMES.try_out(each, _check)
    return GAMES.usable


def _check(package: Package) -> None:
    """Read a game's texts in every language, and its looks."""
    for language in LANGUAGES:
        Catalogue(SPOKEN[language], _said(package, language)).render(package.title)
    looks_of(package)


@cache
def _own(language: str) -> Entries:
    """The table's own sentences; those missing in this language come from the source language."""
    source = {} if language == SOURCE else _own(SOURCE)
    return {**source, **read_catalogue(language, OWN).entries}


def catalogue_of(package: Package | None, language: str) -> Catalogue:
    """The table's sentences with those of one game; None: of all games."""
    packages = _checked(GAMES.edition) if package is None else (package,)
    games = {each.name: _said(each, language) for each in packages}
    entries: dict[str, str | Mapping[str, str]] = {}
    for said in reversed(games.values()):
        entries |= said
    return Catalogue(SPOKEN[language], {**entries, **_own(language)}, games)


def _said(package: Package, language: str) -> Entries:
    """A game's sentences, with missing ones from the source language; a game cannot override the table's."""
    spoken = {**_spoken(package, SOURCE), **_spoken(package, language)}
    return {name: text for name, text in spoken.items() if name not in _own(language)}


def spoken(package: Package, language: str) -> frozenset[str]:
    """The names of the sentences that the table and the game have in this language itself."""
    return frozenset((*_own(language), *_spoken(package, language)))


def brought(package: Package) -> Sequence[str]:
    """The languages in which a game has sentences of its own, and the source language."""
    return tuple(language for language in LANGUAGES if language == SOURCE or _spoken(package, language))


def _spoken(package: Package, language: str) -> Entries:
    words = {name: SPOKEN[language].typeset_entry(text) for name, text in package.words.get(language, {}).items()}
    return words if package.home is None else {**_written(package.home, language, GAMES.edition), **words}


@cache
def _written(home: str, language: str, edition: int) -> Entries:
    """The sentences in a game's folder, cached because pages ask for them again and again."""
    del edition
    folder = files(home) / "texts"
    return read_catalogue(language, [folder]).entries if folder.is_dir() else {}


def read_catalogue(language: str, folders: Iterable[Traversable]) -> Catalogue:
    """Read every `<language>.toml` and `<topic>.<language>.toml` of the folders. `ConfigError` for a name given twice.

    `<topic>.all.toml` has all languages, sentence by sentence: `setting_board.de = "Brett"`.
    A game's texts in languages that the table does not speak are ignored.
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
            entries[name] = SPOKEN[language].typeset_entry(text[language] if shared else text)
    return Catalogue(SPOKEN[language], entries)


def _sentences(file: Traversable) -> dict[str, Any]:
    try:
        return toml_in(file.read_bytes())
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from error
