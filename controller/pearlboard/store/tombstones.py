"""Deleted games: their rows keep their hashes, so that the chain stays intact, and lose their bodies.

A title loses its text likewise. A row without its body cannot be verified by itself. So the `GameDeleted` fact, which
can be verified, carries a digest over the remaining rows of its game: a row without a body is either covered by that
digest, or it is damage.

The journal of a deleted game is rewritten in the same way. So no game can vanish unnoticed, and nothing of a deleted
game remains on the disk, except in backups.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.session import facts
from pearlboard.session.facts import Entry
from pearlboard.session.limits import read_json
from pearlboard.store import bodies
from pearlboard.store.chain import Row, link
from pearlboard.store.codec import NAMES, OF_SENSORS, decode

AGREED: Final = NAMES[facts.GameAgreed]
ENDED: Final = NAMES[facts.GameEnded]
TITLED: Final = NAMES[facts.GameTitled]
DELETED: Final = NAMES[facts.GameDeleted]
MOST_DIGITS: Final = 16
NOT_OF_IT: Final = (NAMES[facts.HostNamed], TITLED, DELETED, *OF_SENSORS)
"""Facts among a game's rows that are not about that game."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The archive's contents, as far as saved: which games have ended, their titles, and which were deleted."""

    finished: frozenset[int] = frozenset()
    titles: Mapping[int, str] = field(default_factory=dict)
    deleted: frozenset[int] = frozenset()

    def after(self, game: int, entries: Iterable[Entry]) -> "Contents":
        """The contents after more entries; `game` is the one that is on before them."""
        now = self
        for entry in entries:
            match entry.fact:
                case facts.GameAgreed():
                    game = entry.version
                case facts.GameEnded():
                    now = replace(now, finished=now.finished | {game})
                case facts.GameTitled(number, title):
                    others = {each: called for each, called in now.titles.items() if each != number}
                    now = replace(now, titles={**others, number: title} if title else others)
                case facts.GameDeleted(number):
                    now = now.without({number})
        return now

    def without(self, numbers: Iterable[int]) -> "Contents":
        """The contents without these games."""
        deleted = self.deleted | frozenset(numbers)
        titles = {number: title for number, title in self.titles.items() if number not in deleted}
        return Contents(self.finished - deleted, titles, deleted)


class Reader:
    """Collects the archive's contents row by row, and the rows without a body."""

    def __init__(self) -> None:
        self._finished: set[int] = set()
        self._titles: dict[int, str] = {}
        self._deleted: dict[int, str] = {}
        self._buried: dict[int, _Digest] = {}

    def read(self, row: Row) -> None:
        """Take the next row; `BadInput` if it cannot be read."""
        _, game, _, name, form, body, *_ = row
        if (number := buried(row)) is not None:
            self._buried.setdefault(number, _Digest()).add(row)
        elif name == ENDED:
            self._finished.add(game)
        elif name in (TITLED, DELETED):
            match decode(name, form, body):
                case facts.GameTitled(number, title):
                    self._titles[number] = title
                case facts.GameDeleted(number):
                    self._deleted[number] = read_json(body, bodies.Deleted).left

    def contents(self) -> Contents:
        """The contents after the last row; `BadInput` names a game whose remaining rows do not match its deletion."""
        for number in self._buried.keys() | self._deleted.keys():
            if self._deleted.get(number) != self._buried.get(number, _Digest()).hex():
                raise BadInput(f"game {number}", "its facts are gone, and not as they are when a game is deleted")
        titles = {number: title for number, title in self._titles.items() if title}
        return Contents(frozenset(self._finished), titles).without(self._deleted)


def follows(row: Row, before: bytes) -> bool:
    """Whether a row continues the chain; a row without its body cannot be checked, and passes."""
    return row[7] == link(before, *row[:7]) or buried(row) is not None


def buried(row: Row) -> int | None:
    """The deleted game that a row without its body belongs to; None for every other row."""
    if not row[5]:
        return row[1]
    return _number(row[5]) if row[3] == TITLED else None


def deleted_number(row: Row) -> int:
    """The number of the game that this row deletes."""
    return read_json(row[5], bodies.Deleted).number


def touched(connection: sqlite3.Connection, number: int) -> tuple[int, ...]:
    """The games whose rows change when this game is deleted: itself, and those among whose rows its title was set."""
    found = connection.execute(
        "SELECT DISTINCT game FROM fact WHERE game = ? OR (name = ? AND body = ?) ORDER BY game",
        (number, TITLED, _untitled(number)),
    )
    return tuple(game for [game] in found)


def bury(connection: sqlite3.Connection, number: int) -> str:
    """Delete the bodies of a game's rows, in the open transaction; return the body of the `GameDeleted` fact."""
    marks = ", ".join("?" for _ in NOT_OF_IT)
    connection.execute(f"UPDATE fact SET body = '' WHERE game = ? AND name NOT IN ({marks})", (number, *NOT_OF_IT))  # noqa: S608
    beginning = _untitled(number)[:-1] + ","
    connection.execute(
        "UPDATE fact SET body = ? WHERE name = ? AND substr(body, 1, ?) = ?",
        (_untitled(number), TITLED, len(beginning), beginning),
    )
    left = connection.execute(
        "SELECT * FROM fact WHERE (game = ? AND body = '') OR (name = ? AND body = ?) ORDER BY version",
        (number, TITLED, _untitled(number)),
    )
    return json.dumps({"number": number, "left": _digest(left)}, separators=(",", ":"))


def _digest(rows: Iterable[Row]) -> str:
    found = _Digest()
    for row in rows:
        found.add(row)
    return found.hex()


class _Digest:
    """A digest over the remaining rows of a game, hashes included."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, row: Row) -> None:
        *parts, chain = row
        self._sum.update(json.dumps([*parts, chain.hex()]).encode())

    def hex(self) -> str:
        return self._sum.hexdigest()


def _untitled(number: int) -> str:
    """The body of a title without its text."""
    return f'{{"number":{number}}}'


def _number(body: str) -> int | None:
    digits = body.removeprefix('{"number":').removesuffix("}")
    wanted = len(digits) <= MOST_DIGITS and digits.isdecimal() and body == _untitled(int(digits))
    return int(digits) if wanted else None
