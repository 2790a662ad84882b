"""Sealed games in both copies: verifying one game, and restoring what one copy has lost from the other.

A seal says which hash each of its games begins behind and ends with. So every game in it can be verified by itself, and
what is damaged in both copies at different places can still be put together.
"""

import contextlib
import sqlite3
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pearlboard.errors import BadInput
from pearlboard.store.chain import Row
from pearlboard.store.games import stored, verified
from pearlboard.store.journal import Journal, JournalDamaged
from pearlboard.store.rows import OF_GAME, UNREADABLE, rows_of
from pearlboard.store.sealed import seal_before
from pearlboard.store.seals import Seal, begins, hash_after
from pearlboard.store.tombstones import (
    DELETED,
    buried,
    covered,
    deletion_in,
    follows,
    remains_if,
    remains_with,
    without_body,
)

Copy: TypeAlias = Mapping[int, Row]
"""The rows of one copy, by version."""
Span: TypeAlias = tuple[int, int, int, bytes, bytes]
"""A game in a seal: its number, the versions of its first and last fact, and the hashes before it and at its end."""


def spans(seal: Seal, before: Seal | None) -> Iterator[Span]:
    """The games of a seal that have any facts."""
    ends = tuple(seal.ends)
    first, chain = begins(before), hash_after(before)
    for place, end in enumerate(ends):
        last = ends[place + 1].number - 1 if place + 1 < len(ends) else seal.last
        if first <= last:
            yield end.number, first, last, chain, end.chain
        first, chain = last + 1, end.chain


class Deletions(Container[int]):
    """The deleted games, each looked up when it is asked for: in what is kept of games, or else among the facts."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._left: dict[int, str | None] = {}
        self._by_facts: dict[int, str] | None = None

    def __contains__(self, number: object) -> bool:
        """Whether this game was deleted."""
        return isinstance(number, int) and self.left(number) is not None

    def left(self, number: int) -> str | None:
        """The digest over what is left of a deleted game's facts; None if it was not deleted."""
        if number not in self._left:
            self._left[number] = self._found(number) if number > 0 else None
        return self._left[number]

    def _found(self, number: int) -> str | None:
        with contextlib.suppress(BadInput):
            if (row := stored(self._connection, number)) is not None:
                return row.remains or None
        if self._by_facts is None:
            self._by_facts = dict(deletion_in(row) for row in self._deletions())
        return self._by_facts.get(number)

    def _deletions(self) -> Iterator[Row]:
        connection = self._connection
        for [version] in connection.execute("SELECT version FROM fact WHERE name = ?", (DELETED,)).fetchall():
            with contextlib.suppress(*UNREADABLE):  # damaged: it says nothing
                yield from verified(connection, "WHERE version = ?", version)


def whole_game(connection: sqlite3.Connection, seal: Seal, before: Seal | None, number: int) -> list[Row] | None:
    """The rows of a sealed game that was not deleted; None if they are not as they were written."""
    span = next((each for each in spans(seal, before) if each[0] == number), None)
    if span is None:
        return []
    try:
        own = {row[0]: row for row in rows_of(connection, f"WHERE {OF_GAME} ORDER BY version", number)}
        return _linked(span, (own,), Deletions(connection))
    except UNREADABLE:
        return None


def _linked(span: Span, copies: Sequence[Copy], gone: Deletions) -> list[Row] | None:
    """Rows of a game, each from any of these copies, that lead from the hash before it to the one at its end."""
    _, first, last, begin, end = span
    ways: dict[bytes, list[Row]] = {begin: []}
    for version in range(first, last + 1):
        found = dict.fromkeys(row for copy in copies if (row := copy.get(version)) is not None and covered(row, gone))
        ways = {row[7]: [*way, row] for chain, way in ways.items() for row in found if follows(row, chain)}
    return ways.get(end)


def mended(connection: sqlite3.Connection, journal: Journal, seal: Seal) -> tuple[str, ...]:
    """Restore what is damaged in one copy from the other; return what was done, and what is lost, in words."""
    before, said = seal_before(connection, seal), list[str]()
    restored = restore_database(connection, journal, seal)
    if restored.changed:
        said.append(f"facts among games {seal.first_game} to {seal.last_game} were damaged, and taken from the journal")
    if restored.lost:
        games = ", ".join(map(str, restored.lost))
        said.append(f"of these games facts are damaged in the database and in its journal: {games}; restore a backup")
    elif not restored.alike or not journal.begins(seal.first_game, hash_after(before)):
        journal.rewrite(seal.first_game, hash_after(before), restored.rows)
        said.append(f"the journal of games {seal.first_game} to {seal.last_game} was damaged, and written anew")
    return tuple(said)


@dataclass(frozen=True, slots=True)
class Restored:
    """The rows of a seal as the database has them now.

    changed  whether any was taken from the journal
    alike    whether the journal has the same
    lost     the games that are damaged in both copies
    """

    rows: list[Row]
    changed: bool
    alike: bool
    lost: list[int]


def restore_database(connection: sqlite3.Connection, journal: Journal, seal: Seal) -> Restored:
    """Take from the journal what is damaged in the database among the games of a seal."""
    before, gone = seal_before(connection, seal), Deletions(connection)
    first = begins(before)
    own = {row[0]: row for row in readable(connection, first, seal.last)}
    written = tuple(_written(journal, seal))
    other = {row[0]: without_body(row, gone) for row in written}
    best, lost = _put_together(connection, tuple(spans(seal, before)), own, other, gone)
    changed = best != list(own.values())
    if changed:
        _replace(connection, first, seal.last, best)
    return Restored(best, changed, tuple(best) == written, lost)


def _put_together(
    connection: sqlite3.Connection, games: Iterable[Span], own: Copy, other: Copy, gone: Deletions
) -> tuple[list[Row], list[int]]:
    """The rows of these games, from either copy, and the games that neither has; of those, the database's rows."""
    own, other = _agreed(connection, own, other, gone)
    best, lost = list[Row](), list[int]()
    for span in games:
        rows = _of_game(connection, span, own, other, gone)
        if rows is None:
            lost.append(span[0])
        best += rows or [own[version] for version in range(span[1], span[2] + 1) if version in own]
    return best, lost


def _agreed(connection: sqlite3.Connection, own: Copy, other: Copy, gone: Deletions) -> tuple[Copy, Copy]:
    """Both copies, agreed on rows without a body: no hash says which is true, but the digest over what was left."""
    agreed = dict[int, Row]()
    for version in own.keys() & other.keys():
        number = buried(other[version])
        if own[version] != other[version] and number is not None and number in gone:
            right = remains_if(connection, number, other[version]) == gone.left(number)
            agreed[version] = other[version] if right else own[version]
    return {**own, **agreed}, {**other, **agreed}


def _of_game(connection: sqlite3.Connection, span: Span, own: Copy, other: Copy, gone: Deletions) -> list[Row] | None:
    for copies in ((own, other), (own,), (other,)):
        rows = _linked(span, copies, gone)
        if rows is None:
            continue
        wanted = gone.left(span[0])
        if wanted is None or remains_with(connection, span[0], [row for row in rows if not row[5]]) == wanted:
            return rows
    return None


def readable(connection: sqlite3.Connection, first: int, last: int) -> Iterator[Row]:
    """The database's rows, as far as they can be read: one by one, since one that cannot ends a query."""
    for version in range(first, last + 1):
        with contextlib.suppress(*UNREADABLE):
            yield from tuple(rows_of(connection, "WHERE version = ?", version))


def _written(journal: Journal, seal: Seal) -> Iterator[Row]:
    """The journal's rows, as far as they can be read."""
    with contextlib.suppress(JournalDamaged, OSError):
        yield from journal.sealed_lines(seal, skip=True)


def _replace(connection: sqlite3.Connection, first: int, last: int, rows: Iterable[Row]) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM fact WHERE version BETWEEN ? AND ?", (first, last))
        connection.executemany("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
