"""Rows onto the disk, each once, with what they add up to, in one transaction.

What is here already with the same hash is no error: the answer to it was lost. Another hash at a known number is a
fork, one of two tables being a copy of the other: its rows are put aside, and nothing is overwritten.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from psycopg.types.json import Jsonb

from pearlboard.club.documents import Deleted, Malformed, Seated, decoded
from pearlboard.club.messages import Cursor, Farewell, Why
from pearlboard.club.rows import START, Broken, Row, checked
from pearlboard.hub import database
from pearlboard.hub.fold import Game, State, added, fold

MOST_ASIDE: Final = 200
"""The most rows of forks that are kept of one log."""

LAST: Final = "SELECT number, hash FROM log_row WHERE house_table = %s AND log = %s ORDER BY number DESC LIMIT 1"
KNOWN: Final = "SELECT number, hash FROM log_row WHERE house_table = %s AND log = %s AND number BETWEEN %s AND %s"
ALL: Final = "SELECT number, at, body, hash FROM log_row WHERE house_table = %s AND log = %s ORDER BY number"
ADD: Final = "INSERT INTO log_row (house_table, log, number, at, body, hash) VALUES (%s, %s, %s, %s, %s, %s)"
ASIDE: Final = (
    "INSERT INTO fork (house_table, log, number, at, body, hash) SELECT %s, %s, %s, %s, %s, %s "
    "WHERE (SELECT count(*) FROM fork WHERE house_table = %s AND log = %s) < %s ON CONFLICT DO NOTHING"
)
BURY: Final = (
    "UPDATE log_row SET at = '', body = NULL WHERE house_table = %s AND log = %s AND number BETWEEN %s AND %s "
    """AND body NOT LIKE '{"type":"deleted",%%'"""
)
"""The deletion. Rows that say that something was deleted hold numbers alone, and stay: they count the games gone."""
BURY_ASIDE: Final = (
    "UPDATE fork SET at = '', body = NULL WHERE house_table = %s AND log = %s AND number BETWEEN %s AND %s"
)
GAMES: Final = (
    "SELECT number, game, seats, turns, began, last, state, places, points FROM game "
    "WHERE house_table = %s AND log = %s ORDER BY number DESC"
)
FORGET: Final = "DELETE FROM game WHERE house_table = %s AND log = %s AND number <> ALL(%s)"
KEEP: Final = (
    "INSERT INTO game (house_table, log, number, game, seats, turns, began, last, state, places, points) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (house_table, log, number) DO UPDATE SET "
    "game = excluded.game, seats = excluded.seats, turns = excluded.turns, began = excluded.began, "
    "last = excluded.last, state = excluded.state, places = excluded.places, points = excluded.points"
)


async def position(cursor: database.Cursor, table: int, log: bytes) -> Cursor:
    """The part of a log that the hub has."""
    await cursor.execute(LAST, (table, log))
    found = await cursor.fetchone()
    return Cursor(0, START) if found is None else Cursor(int(found[0]), bytes(found[1]))


async def take(cursor: database.Cursor, table: int, log: bytes, rows: Sequence[Row]) -> Cursor | Farewell:
    """Keep these rows of a log; the answer to the table."""
    await cursor.execute("SELECT 1 FROM house_table WHERE id = %s AND left_at IS NULL FOR UPDATE", (table,))
    if await cursor.fetchone() is None:
        return Farewell(Why.LEFT)
    at = await position(cursor, table, log)
    differs = await _fork(cursor, table, log, rows) if min(row.number for row in rows) <= at.number else None
    if differs is not None:
        return Farewell(Why.FORK, differs)
    new = [row for row in rows if row.number > at.number]
    try:
        number, last = checked(new, at.number, at.hash)
        deleted = _deleted(new)
    except Broken as broken:
        return Farewell(Why.BROKEN, broken.number)
    if new:
        await cursor.executemany(ADD, [(table, log, row.number, row.at, row.body, row.hash) for row in new])
        await _count(cursor, table, log, new, deleted)
        await database.tell(cursor, table)
    return Cursor(number, last)


def _deleted(rows: Sequence[Row]) -> list[tuple[int, Deleted]]:
    """The rows that delete others, by number; `Broken` if one of all is not read."""
    found = []
    for row in rows:
        try:
            document = None if row.body is None else decoded(row.body)
        except Malformed as error:
            raise Broken(row.number) from error
        if isinstance(document, Deleted):
            found.append((row.number, document))
    return found


async def games_of(cursor: database.Cursor, table: int, log: bytes) -> dict[int, Game]:
    """The rows that stand there as the games of a log."""
    await cursor.execute(GAMES, (table, log))
    return {each.number: each for each in map(game_of, await cursor.fetchall())}


async def rows_of(cursor: database.Cursor, table: int, log: bytes) -> list[Row]:
    """All rows of a log."""
    await cursor.execute(ALL, (table, log))
    return [Row(number, at, body, bytes(hashed)) for number, at, body, hashed in await cursor.fetchall()]


def game_of(found: Sequence[Any]) -> Game:
    """The game in a row of the database."""
    number, game, seats, turns, began, last, state, places, points = found
    seated = msgspec.convert(seats, tuple[Seated, ...])
    return Game(number, game, seated, turns, began, last, State(state), tuple(places), tuple(points))


def _reads(row: Row) -> bool:
    try:
        return row.body is None or bool(decoded(row.body))
    except Malformed:
        return False


async def _fork(cursor: database.Cursor, table: int, log: bytes, rows: Sequence[Row]) -> int | None:
    """The first row that is known with another hash; it and what comes with it behind it are put aside."""
    numbers = [row.number for row in rows]
    await cursor.execute(KNOWN, (table, log, min(numbers), max(numbers)))
    known = {number: bytes(hashed) for number, hashed in await cursor.fetchall()}
    differs = next((row.number for row in rows if known.get(row.number, row.hash) != row.hash), None)
    if differs is None:
        return None
    behind = [row for row in rows if row.number >= differs and known.get(row.number) != row.hash]
    await put_aside(cursor, table, log, behind)
    return differs


async def put_aside(cursor: database.Cursor, table: int, log: bytes, rows: Iterable[Row]) -> None:
    """Keep rows of a fork, as many as may be."""
    for row in rows:
        kept = (table, log, row.number, row.at, row.body if _reads(row) else None, row.hash)
        await cursor.execute(ASIDE, (*kept, table, log, MOST_ASIDE))
    await database.tell(cursor, table)


async def _count(
    cursor: database.Cursor, table: int, log: bytes, new: Sequence[Row], deleted: Sequence[tuple[int, Deleted]]
) -> None:
    """Write what the rows add up to now."""
    for number, each in deleted:
        where = (table, log, each.first, min(each.last, number - 1))
        await cursor.execute(BURY, where)
        await cursor.execute(BURY_ASIDE, where)
    if deleted:
        before, games = {}, fold(await rows_of(cursor, table, log))
        await cursor.execute(FORGET, (table, log, list(games)))
    else:
        await cursor.execute(f"{GAMES} LIMIT 1", (table, log))
        before = {each.number: each for each in map(game_of, await cursor.fetchall())}
        games = added(before, new)
    changed = [game for game in games.values() if before.get(game.number) != game]
    if changed:
        await cursor.executemany(KEEP, [(table, log, *_columns(game)) for game in changed])


def _columns(game: Game) -> tuple[object, ...]:
    seats = Jsonb(msgspec.to_builtins(game.seats))
    places, points = list(game.places), list(game.points)
    return game.number, game.game, seats, game.turns, game.began, game.last, str(game.state), places, points
