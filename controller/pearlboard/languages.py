"""The languages: one for each `texts/<code>.toml`, which describes it. Nothing else names one."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from pearlboard.errors import ConfigError
from pearlboard.texts.language import Language

TEXTS: Final = Path(__file__).parent / "texts"
DESCRIPTION: Final = "language"
"""The key of the description in a catalogue."""


def read_languages(folder: Path) -> Mapping[str, Language]:
    """The languages of a folder by code, first the one that fills in for the others."""
    found = []
    for file in sorted(folder.glob("*.toml")):
        code = file.stem
        if "." in code:  # `<topic>.<code>.toml` is a further part of a catalogue
            continue
        told = tomllib.loads(file.read_text(encoding="utf-8")).get(DESCRIPTION)
        if not isinstance(told, dict):
            raise ConfigError(f"{file}: a table [{DESCRIPTION}] is missing")
        found.append(Language.from_mapping(code, told))
    if sum(each.source for each in found) != 1:
        raise ConfigError(f"{folder}: one language, and no other, is the source")
    return {each.code: each for each in sorted(found, key=lambda each: not each.source)}


SPOKEN: Final = read_languages(TEXTS)
LANGUAGES: Final = tuple(SPOKEN)
SOURCE: Final = LANGUAGES[0]
ANSWERS: Final = {said: word for each in SPOKEN.values() for said, word in each.answers.items()}


def understood_as(typed: str) -> str:
    """A typed answer, in any language, as the trials understand it."""
    plain = typed.strip().lower()
    return ANSWERS.get(plain, typed)


def language_of(wanted: str | None, accepted: str | None, default: str) -> str:
    """The requested language, or the browser's first one that we have, or the table's."""
    if wanted in LANGUAGES:
        return wanted
    for part in (accepted or "").split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return default


if TYPE_CHECKING:
    LanguageCode = str
else:
    LanguageCode = Literal[LANGUAGES]
    """What a setting may say."""
