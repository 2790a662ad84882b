"""Sealed games in both copies: verifying one game, and restoring what one copy has lost from the other.

A seal says which hash each of its games begins behind and ends with. So every game in it can be verified by itself, and
what is damaged in both copies at different places can still be put together.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pearlboard.store.chain import Row
from pearlboard.store.games import COLUMNS, read_row
from pearlboard.store.journal import Journal, JournalDamaged
from pearlboard.store.rows import OF_GAME, rows_of
from pearlboard.store.sealed import begins, hash_after, seal_before
from pearlboard.store.seals import Seal
from pearlboard.store.tombstones import buried, follows, remains_if, remains_with, without_body

Copy: TypeAlias = Mapping[int, Row]
"""The rows of one copy, by version."""
UNREADABLE = (sqlite3.DatabaseError, ValueError, TypeError)
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


def whole_game(connection: sqlite3.Connection, seal: Seal, before: Seal | None, number: int) -> list[Row] | None:
    """The rows of a sealed game; None if they are not as they were written."""
    span = next((each for each in spans(seal, before) if each[0] == number), None)
    if span is None:
        return []
    try:
        own = {row[0]: row for row in rows_of(connection, f"WHERE {OF_GAME} ORDER BY version", number)}
        return _linked(span, (own,))
    except UNREADABLE:
        return None


def _linked(span: Span, copies: Sequence[Copy]) -> list[Row] | None:
    """Rows of a game, each from any of these copies, that lead from the hash before it to the one at its end."""
    _, first, last, begin, end = span
    ways: dict[bytes, list[Row]] = {begin: []}
    for version in range(first, last + 1):
        found = dict.fromkeys(row for copy in copies if (row := copy.get(version)) is not None)
        ways = {row[7]: [*way, row] for chain, way in ways.items() for row in found if follows(row, chain)}
    return ways.get(end)


def mended(connection: sqlite3.Connection, journal: Journal, seal: Seal) -> tuple[str, ...]:
    """Restore what is damaged in one copy from the other; return what was done, and what is lost, in words."""
    before, gone = seal_before(connection, seal), _deleted(connection)
    own = _readable(_rows_in(connection, begins(before), seal.last))
    written = tuple(_readable(journal.sealed_lines(seal)).values())
    best, lost = _put_together(
        connection, tuple(spans(seal, before)), own, {row[0]: without_body(row, gone) for row in written}, gone
    )
    said = list[str]()
    if best != list(own.values()):
        _replace(connection, begins(before), seal.last, best)
        said.append(f"facts among games {seal.first_game} to {seal.last_game} were damaged, and taken from the journal")
    if lost:
        games = ", ".join(map(str, lost))
        said.append(f"of these games facts are damaged in the database and in its journal: {games}; restore a backup")
    elif tuple(best) != written:
        journal.rewrite(seal.first_game, hash_after(before), best)
        said.append(f"the journal of games {seal.first_game} to {seal.last_game} was damaged, and written anew")
    return tuple(said)


def _put_together(
    connection: sqlite3.Connection, games: Iterable[Span], own: Copy, other: Copy, gone: Mapping[int, str]
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


def _agreed(connection: sqlite3.Connection, own: Copy, other: Copy, gone: Mapping[int, str]) -> tuple[Copy, Copy]:
    """Both copies, agreed on rows without a body: no hash says which is true, but the digest over what was left."""
    agreed = dict[int, Row]()
    for version in own.keys() & other.keys():
        number = buried(other[version])
        if own[version] != other[version] and number is not None and number in gone:
            right = remains_if(connection, number, other[version]) == gone[number]
            agreed[version] = other[version] if right else own[version]
    return {**own, **agreed}, {**other, **agreed}


def _of_game(
    connection: sqlite3.Connection, span: Span, own: Copy, other: Copy, gone: Mapping[int, str]
) -> list[Row] | None:
    for copies in ((own, other), (own,), (other,)):
        rows = _linked(span, copies)
        if rows is None:
            continue
        wanted = gone.get(span[0])
        if wanted is None or remains_with(connection, span[0], [row for row in rows if not row[5]]) == wanted:
            return rows
    return None


def _rows_in(connection: sqlite3.Connection, first: int, last: int) -> Iterator[Row]:
    return rows_of(connection, "WHERE version BETWEEN ? AND ? ORDER BY version", first, last)


def _readable(rows: Iterable[Row]) -> dict[int, Row]:
    """The rows, by version, as far as they can be read."""
    found = dict[int, Row]()
    try:
        for row in rows:
            found[row[0]] = row
    except (*UNREADABLE, JournalDamaged, OSError):
        return found
    return found


def _deleted(connection: sqlite3.Connection) -> dict[int, str]:
    """The deleted games, and the digest over what is left of each."""
    found = connection.execute(f"SELECT {COLUMNS} FROM game WHERE remains <> ''")  # noqa: S608 - never user input
    rows = (read_row(columns) for columns in found)
    return {row.number: row.remains for row in rows if row is not None}


def _replace(connection: sqlite3.Connection, first: int, last: int, rows: Iterable[Row]) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM fact WHERE version BETWEEN ? AND ?", (first, last))
        connection.executemany("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
