"""The sentences of all that speaks, read once at start."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from pearlboard.errors import ConfigError
from pearlboard.texts import LANGUAGES, Catalogue

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "texts", ROOT / "games" / "perladora" / "texts", ROOT / "web" / "texts")

DOUBLE_SIGN = re.compile(r" (?=[:;?!»])|(?<=«) ")


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """Every language's catalogue."""
    return {language: read_catalogue(language, FOLDERS) for language in LANGUAGES}


def read_catalogue(language: str, folders: Iterable[Path]) -> Catalogue:
    """Read every `<language>.toml` and `<topic>.<language>.toml` of the folders; a name given twice is an error."""
    entries: dict[str, str | Mapping[str, str]] = {}
    for path in (path for folder in folders for path in sorted(folder.glob(f"*{language}.toml"))):
        for name, text in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if name in entries:
                raise ConfigError(f"{path}: {name!r} is already in another catalogue")
            entries[name] = _typeset(text) if language == "fr" else text
    return Catalogue(language, entries)


def _typeset(text: str | Mapping[str, str]) -> str | Mapping[str, str]:
    """French double signs stay on the line of the word before them."""
    if isinstance(text, str):
        return DOUBLE_SIGN.sub("\N{NO-BREAK SPACE}", text)
    return {form: DOUBLE_SIGN.sub("\N{NO-BREAK SPACE}", words) for form, words in text.items()}
