"""A law, and what came of looking at it."""

import json
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from types import FrameType
from typing import NoReturn

from pearlboard.checking.evidence import CannotPlay, Evidence, Happening, LawBroken, named, what
from pearlboard.games.api import Actor, GameAction, Package


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
            yield Finding(law, _told(package, error))
        else:
            yield Finding(law)


def _told(package: Package, error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    words = " ".join(str(error).split())[:200]
    doing = [_doing(package, frame) for frame, _ in traceback.walk_tb(error.__traceback__)]
    during = [*filter(None, doing)][-1:] + getattr(error, "__notes__", [])
    where = f"{type(error).__name__} in {PurePath(place.filename).name}, line {place.lineno}: {words}"
    return f"{where} ({'; '.join(during)})" if during else where


def _doing(package: Package, frame: FrameType) -> str | None:
    """The action that a function of this suite looks at, with its data; None if it looks at none."""
    here = frame.f_locals
    if not str(frame.f_globals.get("__name__")).startswith(__name__.rpartition(".")[0]):
        return None
    happening = here.get("happening")
    if isinstance(happening, Happening):
        return what(happening) if happening.actor is None else _action(package, happening.actor, happening.action)
    return _action(package, here["actor"], here["action"]) if {"actor", "action"} <= set(here) else None


def _action(package: Package, actor: Actor, action: GameAction) -> str:
    try:
        data = f" {json.dumps(package.rules.encode(action))}"
    except Exception:  # noqa: BLE001 - the error that is told must not be lost to one of `encode`, which `encodings` tells
        data = ""
    return f"{type(action).__name__}{data} of {named(actor)}"


def broken(sentence: str) -> NoReturn:
    """Say what is against the law."""
    raise LawBroken(sentence)
