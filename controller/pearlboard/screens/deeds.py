"""The list of all moves of the current game, for every page: who did what, and where. It contains nothing hidden.

The list grows with every move and is needed at every change, so rendered sentences are cached.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pearlboard.geometry import Site
from pearlboard.session.state import Deed
from pearlboard.table.situation import Situation
from pearlboard.texts import Catalogue, Sentence


def deeds(now: Situation, catalogue: Catalogue, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """The moves, oldest first. `catalogue` speaks as the game does."""
    people = tuple(sorted(names.items()))
    return [{**_where(deed), "text": _words(catalogue, deed.said, people)} for deed in now.game.deeds]


def _where(deed: Deed) -> dict[str, Any]:
    return {"turn": deed.turn, "seat": deed.seat, "sites": list(_names(deed.sites)), "back": deed.back}


@lru_cache(maxsize=1024)
def _names(sites: frozenset[Site]) -> tuple[str, ...]:
    return tuple(sorted(map(str, sites)))


@lru_cache(maxsize=1024)
def _words(catalogue: Catalogue, said: Sentence, people: tuple[tuple[int, str], ...]) -> str:
    return catalogue.render(said, dict(people))
