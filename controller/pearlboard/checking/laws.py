"""A law, and what came of looking at it."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NoReturn

from pearlboard.checking.evidence import CannotPlay, Evidence, LawBroken
from pearlboard.games.api import Package


@dataclass(frozen=True, slots=True)
class Law:
    """`about`: what must be so. `check` raises `LawBroken` where it is not."""

    name: str
    about: str
    check: Callable[[Evidence], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a law is kept; `problem`: what is against it, in a sentence for whoever writes the game."""

    law: Law
    problem: str | None = None


def examine(package: Package, laws: Sequence[Law]) -> Iterator[Finding]:
    """One law after the other. Whatever goes wrong in the game's own program breaks the law that is looked at."""
    evidence = Evidence(package)
    for law in laws:
        try:
            law.check(evidence)
        except LawBroken as broken:
            yield Finding(law, str(broken))
        except CannotPlay:
            yield Finding(law, "it cannot be looked at: no game could be played to its end")
        except Exception as error:  # noqa: BLE001 - somebody else's program: whatever is wrong with it is said
            yield Finding(law, _told(error))
        else:
            yield Finding(law)


def _told(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    words = " ".join(str(error).split())[:200]
    return f"{type(error).__name__} in {PurePath(place.filename).name}, line {place.lineno}: {words}"


def broken(sentence: str) -> NoReturn:
    """Say what is against the law."""
    raise LawBroken(sentence)
