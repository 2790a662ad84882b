"""The sentences of all that speaks, read once at start."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pearlboard.texts import LANGUAGES, Catalogue, read_catalogue

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "texts", ROOT / "games" / "perladora" / "texts", ROOT / "web" / "texts")


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """Every language's catalogue."""
    return {language: read_catalogue(language, FOLDERS) for language in LANGUAGES}
