"""The pages' queries and deeds: all tables at a glance, and what is done with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pearlboard.club.documents import LONGEST_NAME, Name
from pearlboard.club.messages import Check
from pearlboard.hub import database, joining
from pearlboard.hub.access import Visitor
from pearlboard.hub.audit import record
from pearlboard.hub.database import Database
from pearlboard.hub.fold import plain
from pearlboard.hub.ingest import game_of
from pearlboard.hub.shown import HouseTable, by_name

TABLES: Final = (
    "SELECT t.id, t.name, t.seen, t.joined, t.left_at IS NOT NULL, t.program, t.needs, t.health, "
    "t.checks, t.told_at, t.clock_off, "
    "EXISTS (SELECT 1 FROM fork f WHERE f.house_table = t.id AND f.log = t.log), "
    "g.number, g.game, g.seats, g.turns, g.began, g.last, g.state, g.places, g.points "
    "FROM house_table t LEFT JOIN LATERAL (SELECT * FROM game WHERE game.house_table = t.id AND game.log = t.log "
    "ORDER BY number DESC LIMIT 1) g ON true"
)
SOME: Final = f"{TABLES} WHERE t.id = ANY(%s)"
OF_TABLE: Final = 12
"""The number of columns that are the table's own."""
FORKS: Final = (
    "SELECT t.name, min(f.number), count(*), min(f.came), bool_or(f.log = t.log) FROM fork f "
    "JOIN house_table t ON t.id = f.house_table GROUP BY t.id, t.name, f.log ORDER BY min(f.came) DESC LIMIT 100"
)
FORGET: Final = "DELETE FROM house_table WHERE id = %s AND left_at IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Fork:
    """Two copies of one log: from which row on they differ, how many rows were put aside, and since when.

    `open`: the table still writes that log.
    """

    name: str
    number: int
    rows: int
    came: datetime
    open: bool


class House:
    """The tables of a house."""

    def __init__(self, base: Database) -> None:
        self._base = base

    async def tables(self, only: Sequence[int] | None = None) -> list[HouseTable]:
        """All tables, also those that have left, or those with these numbers; in the order of their names."""
        async with self._base.transaction() as cursor:
            await (cursor.execute(TABLES) if only is None else cursor.execute(SOME, (list(only),)))
            found = [_table(each) for each in await cursor.fetchall()]
        return sorted(found, key=by_name)

    async def forks(self) -> list[Fork]:
        """The forks, the latest first."""
        async with self._base.transaction() as cursor:
            await cursor.execute(FORKS)
            return [Fork(*found) for found in await cursor.fetchall()]

    async def new_code(self, who: Visitor) -> str:
        """A code for a table."""
        async with self._base.transaction() as cursor:
            await record(cursor, who, "code")
            return await joining.new_code(cursor)

    async def rename(self, who: Visitor, table: int, name: Name) -> None:
        """Give a table another name; an empty one changes nothing."""
        if called := plain(name)[:LONGEST_NAME]:
            async with self._base.transaction() as cursor:
                await cursor.execute("UPDATE house_table SET name = %s WHERE id = %s", (called, table))
                if cursor.rowcount:
                    await record(cursor, who, "renamed", {"table": table})
                    await database.tell(cursor, table)

    async def send_away(self, who: Visitor, table: int) -> None:
        """Let a table in no more. What it has told stays."""
        async with self._base.transaction() as cursor:
            if await joining.go(cursor, table):
                await record(cursor, who, "sent_away", {"table": table})

    async def forget(self, who: Visitor, table: int) -> None:
        """Delete all that a table has told, if it has left."""
        async with self._base.transaction() as cursor:
            await cursor.execute(FORGET, (table,))
            if cursor.rowcount:
                await record(cursor, who, "forgot", {"table": table})
                await database.tell(cursor, table)


def _table(found: Sequence[Any]) -> HouseTable:
    own, game = found[:OF_TABLE], found[OF_TABLE:]
    table, name, seen, joined, left, program, needs, health, checks, told, off_s, forked = own
    called = name or f"#{table}"
    last = None if game[0] is None else game_of(game)
    said = tuple(Check(*each) for each in checks)
    return HouseTable(table, called, seen, joined, left, program, needs, health, said, told, off_s, forked, last)
