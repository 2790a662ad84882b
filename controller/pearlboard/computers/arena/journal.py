"""A match on disk: a first line that describes the match, then a line for each finished round.

Playing the same match into the same file resumes it. A truncated last line is played again.
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pearlboard.computers.arena.match import Game, Match, Round
from pearlboard.errors import BadInput, PearlboardError
from pearlboard.games.registry import GAMES

_SOURCES: Final = ("*.py", "*.pxd", "*.toml")


class Journal:
    """A match's file. It is reopened for every round, so that it can be read during the match."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open the file, or create it; `BadInput` if it holds another match."""
        self._path = path
        head = _head(match)
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        whole = [line for line in lines if line.endswith(b"\n")]
        if not whole:
            if lines and not json.dumps(head).encode().startswith(lines[0]):
                raise BadInput("", "this is no file of an arena; give another name")
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
            self.rounds: tuple[Round, ...] = ()
            return
        _check(_read(1, whole[0]), head, match)
        self.rounds = tuple(_round(number, line, match) for number, line in enumerate(whole[1:], 2))
        if whole != lines:
            path.write_bytes(b"".join(whole))

    def append(self, played: Round) -> None:
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(asdict(played)) + "\n")

    def kept(self, rounds: Iterable[Round]) -> Iterator[Round]:
        """Pass rounds on, after writing each to the disk."""
        for played in rounds:
            self.append(played)
            yield played


def simulations_of_b(path: Path) -> int | None:
    """The simulations of "b" recorded in a match's file; None if the file is missing or unreadable."""
    try:
        with path.open("rb") as stream:
            found: Any = json.loads(stream.readline())
        return int(found["b"]["simulations"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _head(match: Match) -> Mapping[str, Any]:
    return {**asdict(match), "players_digest": digest(match.game)}


def digest(game: str) -> str:
    """A digest of the sources of a game's computer players: rounds of different players must never be added up."""
    found = hashlib.sha256()
    for root in sorted({_folder(computer.bot) for computer in GAMES[game].players().values()}):
        for path in sorted(path for pattern in _SOURCES for path in root.rglob(pattern)):
            found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _folder(bot: object) -> Path:
    """The folder of a computer player's sources."""
    return Path(str(sys.modules[type(bot).__module__].__file__)).parent


def _check(told: object, head: Mapping[str, Any], match: Match) -> None:
    found = {"handicap": "", **told} if isinstance(told, dict) else {}
    if found.keys() != head.keys():
        raise BadInput("", "this is no file of an arena; give another name")
    for name, value in head.items():
        if name == "players_digest" and found[name] != value:
            raise BadInput("", "it was played by other versions of the computer players; begin another file")
        if name == "variant" and _same_agreement(found[name], match):
            continue
        if name != "players_digest" and found[name] != value:
            raise BadInput(
                "", f"it holds another match: {name} is {json.dumps(found[name])} there, and {json.dumps(value)} here"
            )


def _same_agreement(variant: object, match: Match) -> bool:
    """Whether a variant leads to the same agreement, however it is written."""
    options = match.package.options
    if not isinstance(variant, dict):
        return False
    try:
        theirs = options.of_trial(match.players, variant, random.Random(0))
    except PearlboardError:
        return False
    return options.encode(theirs) == options.encode(match.agreed(random.Random(0)))


def _round(number: int, line: bytes, match: Match) -> Round:
    found: Any = _read(number, line)
    try:
        played = Round(found["number"], tuple(_game(game) for game in found["games"]))
    except (KeyError, TypeError, IndexError, ValueError):
        raise BadInput("", f"line {number} is no round of an arena") from None
    if type(played.number) is not int or tuple(game.seating for game in played.games) != match.seatings:
        raise BadInput("", f"line {number} is no round of this match")
    return played


def _game(found: Mapping[str, Any]) -> Game:
    score = float(found["score"])
    if not 0 <= score <= 1:
        raise ValueError(score)
    return Game(found["seating"], score, tuple(found["points"]), _pair(found["decisions"]), _pair(found["thinking_ns"]))


def _pair(found: Sequence[int]) -> tuple[int, int]:
    return int(found[0]), int(found[1])


def _read(number: int, line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError:
        raise BadInput("", f"line {number} is not JSON") from None
