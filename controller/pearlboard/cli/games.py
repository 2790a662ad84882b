"""Games by name, as arguments of commands."""

from typing import Final

from pearlboard.errors import BadInput
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES, Broken
from pearlboard.languages import SOURCE

_LONGEST: Final = 40


def printable(name: str) -> str:
    """A name of any origin, on one line."""
    text = name if name.isprintable() else ascii(name)[1:-1]
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def usable(name: str) -> Package:
    """The game of that name; `BadInput` with the reason if it cannot be used."""
    found = GAMES.find(printable(name))
    if isinstance(found, Broken):
        from pearlboard.screens.catalogues import catalogue_of  # noqa: PLC0415 - only a refusal needs words

        raise BadInput("game", catalogue_of(None, SOURCE).render(found.why))
    return found
