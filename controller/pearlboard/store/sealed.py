"""The table of seals in the database: reading and verifying it at start, and adding to it."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.session.facts import Acted
from pearlboard.store.codec import NAMES
from pearlboard.store.games import COLUMNS, read_row
from pearlboard.store.rows import UNREADABLE, hash_at, rows_between
from pearlboard.store.seals import ROW_WEIGHT, Seal, begins, chained, made_of, to_join, to_seal
from pearlboard.store.tombstones import Contents

ACTED: Final = NAMES[Acted]
SEAL_COLUMNS: Final = "last, weight, games, sensors, facts, digest"
WEIGHED: Final = "SELECT version, game, LENGTH(body) FROM fact WHERE version >= ? AND version < ? ORDER BY version"


def seals_in(connection: sqlite3.Connection) -> tuple[Seal, ...]:
    """All seals, verified against each other and against the fact behind which the last one ends; else `BadInput`."""
    try:
        seals = tuple(read_seals(connection, "ORDER BY last"))
        right = chained(seals)
    except (ValueError, TypeError, OverflowError, sqlite3.OperationalError) as error:  # a damaged text is the last
        raise BadInput("the seals", f"they cannot be read ({error})") from error
    if not right:
        raise BadInput("the seals", "they are not what was written")
    if seals and hash_at(connection, seals[-1].last) != seals[-1].chain:
        raise BadInput("the seals", "the facts are others than those that were sealed")
    return seals


def sealed_contents(connection: sqlite3.Connection, seals: Sequence[Seal]) -> Contents:
    """The contents of the archive as far as it is sealed; `BadInput` if what is kept of a deletion is damaged."""
    finished = (end.number for seal in seals for end in seal.ends if end.finished)
    deleted = list[int]()
    for columns in connection.execute(f"SELECT {COLUMNS} FROM game WHERE remains <> ''"):  # noqa: S608 - never user input
        row = read_row(columns)
        if row is None:
            raise BadInput("a deleted game", "what is kept of it is not what was written")
        deleted.append(row.number)
    return Contents().with_more(finished, deleted)


def add(connection: sqlite3.Connection, seal: Seal, before: Seal | None) -> None:
    """Write a seal in one transaction; it takes the place of all behind the seal `before`."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM seal WHERE last > ?", (0 if before is None else before.last,))
        values = (seal.last, seal.weight, seal.games, seal.sensors, seal.facts, seal.digest)
        connection.execute("INSERT INTO seal VALUES (?, ?, ?, ?, ?, ?)", values)


def next_range(connection: sqlite3.Connection, begun: int, *, join: bool = True) -> tuple[Seal | None, int] | None:
    """The next game to be sealed: the seal before it, and the version of its last fact; None if there is none.

    `begun`: the game whose pieces may still lie on the table; no game from it on is sealed. `join`: small seals, too.
    """
    seals = connection.execute("SELECT last, weight FROM seal ORDER BY last").fetchall()
    if join and (joined := to_join([weight for _, weight in seals])):
        return seal_with(connection, seals[-joined - 1][0]) if joined < len(seals) else None, seals[-1][0]
    before = seal_with(connection, seals[-1][0]) if seals else None
    ends = dict[int, int]()
    with closing(connection.execute(WEIGHED, (begins(before), begun))) as rows:  # no more is read than is sealed

        def weights() -> Iterator[tuple[int, int]]:
            for game, of_game in groupby(rows, key=lambda row: row[1]):
                found = list(of_game)
                ends[game] = found[-1][0]
                yield game, sum(length + ROW_WEIGHT for _, _, length in found)

        number = to_seal(weights())
    return None if number is None else (before, ends[number])


def seal_with(connection: sqlite3.Connection, version: int) -> Seal | None:
    """The seal over the fact with this number; None if it is not sealed."""
    return next(read_seals(connection, "WHERE last >= ? ORDER BY last LIMIT 1", version), None)


def seal_before(connection: sqlite3.Connection, seal: Seal) -> Seal | None:
    """The seal that this one follows on."""
    return next(read_seals(connection, "WHERE last < ? ORDER BY last DESC LIMIT 1", seal.last), None)


def read_seals(connection: sqlite3.Connection, which: str, *values: int) -> Iterator[Seal]:
    """Select the seals matching `which`, an SQL clause; unverified."""
    return (Seal(*row) for row in connection.execute(f"SELECT {SEAL_COLUMNS} FROM seal {which}", values))  # noqa: S608 - never user input


def begun_game(connection: sqlite3.Connection, sealed: Seal | None) -> int | None:
    """The newest game in which a seat or the table has acted; None if there is none. It is never sealed."""
    which = "WHERE version >= ? AND name = ?"
    [[begun]] = connection.execute(f"SELECT MAX(game) FROM fact {which}", (begins(sealed), ACTED))  # noqa: S608
    return begun if begun is None else int(begun)


def adopt(connection: sqlite3.Connection, seals: Sequence[Seal], files: Iterable[tuple[int, int]]) -> tuple[Seal, ...]:
    """Seal what the journal holds in files of several games, as after a power cut in the middle of sealing.

    `files`: of each file behind the seals, the number of its first and its last game. Returns all seals.
    """
    made, files = list(seals), list(files)
    while files and files[-1][0] == files[-1][1]:
        files.pop()
    for _, game in files:
        before = made[-1] if made else None
        which = "WHERE version >= ? AND game <= ?"
        [[last]] = connection.execute(f"SELECT MAX(version) FROM fact {which}", (begins(before), game))  # noqa: S608
        if last is not None:
            seal = made_of(rows_between(connection, begins(before), last), before)
            add(connection, seal, before)
            made.append(seal)
    return tuple(made)


def seal_all(connection: sqlite3.Connection, at_least: int = 0) -> tuple[Seal, ...]:
    """Seal everything that may be sealed, without a journal that would have to follow; up to this fact in any case."""
    begun, joins = begun_game(connection, None) or 0, True
    while (found := next_range(connection, begun, join=joins)) is not None:
        seal = _made(connection, *found)
        joins = seal is not None
        if seal is not None:
            add(connection, seal, found[0])
    seals = seals_in(connection)
    before = seals[-1] if seals else None
    if begins(before) > at_least:
        return seals
    forced = made_of(rows_between(connection, begins(before), at_least), before)
    add(connection, forced, before)
    return (*seals, forced)


def _made(connection: sqlite3.Connection, before: Seal | None, last: int) -> Seal | None:
    """The seal over these facts; None if it would join seals of which facts are damaged: only these say which."""
    seals = read_seals(connection, "WHERE last >= ? ORDER BY last", begins(before))
    joined = [end for seal in seals for end in seal.ends]
    try:
        seal = made_of(rows_between(connection, begins(before), last), before)
    except UNREADABLE:
        if joined:
            return None
        raise
    return seal if joined in ([], list(seal.ends)) else None
