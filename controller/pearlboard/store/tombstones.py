"""Deleted games: their rows keep their hashes, so that the chain stays intact, and lose their bodies.

A title loses its text likewise. A row without its body cannot be verified by itself. So the `GameDeleted` fact, which
can be verified, carries a digest over the remaining rows of its game: a row without a body is either covered by that
digest, or it is damage.

The journal of a deleted game is rewritten in the same way. So no game can vanish unnoticed, and nothing of a deleted
game remains on the disk, except in backups.
"""

import contextlib
import hashlib
import json
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.session import facts
from pearlboard.session.facts import Entry
from pearlboard.session.limits import read_json
from pearlboard.store import bodies
from pearlboard.store.chain import Row, link
from pearlboard.store.codec import NAMES, OF_SENSORS, decode
from pearlboard.store.rows import OF_GAME, hash_at, names, rows_of

AGREED: Final = NAMES[facts.GameAgreed]
ENDED: Final = NAMES[facts.GameEnded]
TITLED: Final = NAMES[facts.GameTitled]
DELETED: Final = NAMES[facts.GameDeleted]
MOST_DIGITS: Final = 16
NOT_OF_IT: Final = (NAMES[facts.HostNamed], TITLED, DELETED, *OF_SENSORS)
"""Facts among a game's rows that are not about that game."""


class Numbers(AbstractSet[int]):
    """A set of numbers of games that never changes: eight bytes each, because there may be ten thousand."""

    __slots__ = ("_sorted",)

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        """Take the numbers in any order."""
        self._sorted = array("q", sorted(set(numbers)))

    def __contains__(self, number: object) -> bool:
        """Whether the number is among them."""
        if not isinstance(number, int):
            return False
        at = bisect_left(self._sorted, number)
        return at < len(self._sorted) and self._sorted[at] == number

    def __iter__(self) -> Iterator[int]:
        """The numbers in ascending order."""
        return iter(self._sorted)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._sorted)

    def __or__(self, more: AbstractSet[int]) -> "Numbers":  # type: ignore[override]
        """The set with more numbers."""
        fresh = [number for number in more if number not in self]
        found = Numbers()
        found._sorted = self._sorted + array("q", sorted(fresh))
        if fresh and self and min(fresh) < self._sorted[-1]:
            found._sorted = array("q", sorted(found._sorted))
        return found

    def __sub__(self, fewer: AbstractSet[int]) -> "Numbers":
        """The set without some numbers."""
        found = Numbers()
        found._sorted = self._sorted[:]
        for number in fewer if len(fewer) < len(self) else (number for number in self if number in fewer):
            if number in found:
                found._sorted.pop(bisect_left(found._sorted, number))
        return found


@dataclass(frozen=True, slots=True)
class Contents:
    """The archive's contents, as far as saved: which games have ended, and which were deleted."""

    finished: Numbers = field(default_factory=Numbers)
    deleted: Numbers = field(default_factory=Numbers)

    def after(self, game: int, entries: Iterable[Entry]) -> "Contents":
        """The contents after more entries; `game` is the one that is on before them."""
        now = self
        for entry in entries:
            match entry.fact:
                case facts.GameAgreed():
                    game = entry.version
                case facts.GameEnded():
                    now = now.with_more({game}, ())
                case facts.GameDeleted(number):
                    now = now.with_more((), {number})
        return now

    def with_more(self, finished: Iterable[int], deleted: Iterable[int]) -> "Contents":
        """The contents with these games finished, and these deleted."""
        gone = self.deleted | set(deleted)
        return Contents((self.finished | set(finished)) - (gone if finished else set(deleted)), gone)


class Reader:
    """Collects the archive's contents row by row, and the rows without a body."""

    def __init__(self, before: Contents) -> None:
        """`before`: the contents before the first row."""
        self._before = before
        self._finished: set[int] = set()
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
            decode(name, form, body)
            if name == DELETED:
                number, left = deletion_in(row)
                self._deleted[number] = left

    @property
    def deletes(self) -> Iterable[int]:
        """The games that the rows delete."""
        return self._deleted

    @property
    def ended(self) -> Iterable[int]:
        """The games that have ended by the rows."""
        return self._finished

    def contents(self, connection: sqlite3.Connection | None = None, sealed: int = -1) -> Contents:
        """The contents after the last row; `BadInput` names a game whose remaining rows do not match its deletion.

        `connection`: the database, if it has rows before the first one that was read: a deletion may have touched them.
        What is left of games up to the one that was `sealed` last is compared in the background (`store.rereading`).
        """
        for number in self._buried.keys() | self._deleted.keys():
            if number <= sealed and number in self._deleted:
                continue
            here = self._buried.get(number, _Digest()).hex() if connection is None else remains(connection, number)
            if self._deleted.get(number) != here:
                raise BadInput(f"game {number}", "its facts are gone, and not as they are when a game is deleted")
        return self._before.with_more(self._finished, self._deleted)


def follows(row: Row, before: bytes) -> bool:
    """Whether a row continues the chain; a row without its body cannot be checked, and passes."""
    return row[7] == link(before, *row[:7]) or buried(row) is not None


def follows_there(connection: sqlite3.Connection, row: Row) -> bool:
    """Whether a row continues the chain in its database."""
    return follows(row, hash_at(connection, row[0] - 1))


def buried(row: Row) -> int | None:
    """The deleted game that a row without its body belongs to; None for every other row."""
    if not row[5]:
        return row[1]
    return _number(row[5]) if row[3] == TITLED else None


def covered(row: Row, deleted: Container[int]) -> bool:
    """Whether a row has its body, or lost it by one of these deletions: any other row without a body is damaged."""
    number = buried(row)
    return number is None or number in deleted


def deletion_in(row: Row) -> tuple[int, str]:
    """The number of the game that this row deletes, and the digest over what is left of its facts."""
    deletion: bodies.Deleted = read_json(row[5], bodies.Deleted)
    return deletion.number, deletion.left


def without_body(row: Row, deleted: Container[int]) -> Row:
    """The row as it is once these games are deleted; one that is not what was written stays as it is."""
    if row[1] in deleted and row[3] not in NOT_OF_IT:
        return (*row[:5], "", *row[6:])
    if row[3] == TITLED and buried(row) is None:
        with contextlib.suppress(BadInput):
            match decode(row[3], row[4], row[5]):
                case facts.GameTitled(number, _) if number in deleted:
                    return (*row[:5], _untitled(number), *row[6:])
    return row


def touched(connection: sqlite3.Connection, number: int) -> tuple[int, ...]:
    """The games whose rows change when this game is deleted: itself, and those among whose rows its title was set."""
    which = f"WHERE name = '{TITLED}' AND body = ?"
    found = connection.execute(f"SELECT DISTINCT game FROM fact {which}", (_untitled(number),))  # noqa: S608
    return tuple(sorted({number, *(game for [game] in found)}))


def bury(connection: sqlite3.Connection, number: int) -> str:
    """Delete the bodies of a game's rows, in the open transaction; return the body of the `GameDeleted` fact."""
    connection.execute(
        f"UPDATE fact SET body = '' WHERE {OF_GAME} AND name NOT IN ({names(NOT_OF_IT)})",  # noqa: S608 - never user input
        (number,),
    )
    begins = _untitled(number)[:-1]
    connection.execute(
        f"UPDATE fact SET body = ? WHERE name = '{TITLED}' AND body > ? AND body < ?",  # noqa: S608 - never user input
        (_untitled(number), f"{begins},", f"{begins}-"),
    )
    return json.dumps({"number": number, "left": remains(connection, number)}, separators=(",", ":"))


def remains(connection: sqlite3.Connection, number: int) -> str:
    """The digest over what is left of a deleted game's facts."""
    return remains_with(connection, number, _emptied(connection, number))


def remains_if(connection: sqlite3.Connection, number: int, row: Row) -> str:
    """The digest over what is left of a deleted game's facts, if this row is one of them."""
    others = (*_emptied(connection, number), *_titles(connection, number))
    return _digest(sorted([row, *(each for each in others if each[0] != row[0])]))


def remains_with(connection: sqlite3.Connection, number: int, its_own: Iterable[Row]) -> str:
    """The digest over these rows of a deleted game, and its titles, which may be among the rows of other games."""
    return _digest(sorted((*its_own, *_titles(connection, number))))


def _emptied(connection: sqlite3.Connection, number: int) -> Iterator[Row]:
    return rows_of(connection, f"WHERE {OF_GAME} AND body = ''", number)


def _titles(connection: sqlite3.Connection, number: int) -> Iterator[Row]:
    """The rows of a deleted game's titles, which have lost their text."""
    return rows_of(connection, f"WHERE name = '{TITLED}' AND body = ?", _untitled(number))


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
