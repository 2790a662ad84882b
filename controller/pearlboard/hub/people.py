"""The people of a house: a name, and a code of their own, of which the hub has the digest alone.

Law: of a person who is deleted no name and no link is left; what others played against them stays, with nobody's name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.club.documents import LONGEST_NAME
from pearlboard.club.messages import CODE
from pearlboard.hub import database
from pearlboard.hub.access import Visitor, digest_of, new_key
from pearlboard.hub.audit import record
from pearlboard.hub.competition.linking import called
from pearlboard.hub.database import Database
from pearlboard.hub.fold import plain

MOST_AT_ONCE: Final = 200

ADD: Final = "INSERT INTO person (name, called, digest) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING id"
RENEW: Final = "UPDATE person SET digest = %s WHERE id = %s RETURNING name"
RENAME: Final = (
    "UPDATE person SET name = %s, called = %s WHERE id = %s "
    "AND NOT EXISTS (SELECT 1 FROM person other WHERE other.called = %s AND other.id <> %s) RETURNING 1"
)
LEAVE: Final = (
    "UPDATE entry e SET left_after = least(e.left_after, "
    "(SELECT coalesce(max(number), 0) FROM drawn_round r WHERE r.competition = e.competition)) WHERE person = %s"
)
UNLINK: Final = (
    "UPDATE drawn_match m SET game_table = NULL, game_log = NULL, game_number = NULL, chairs = NULL FROM entry e "
    "WHERE e.person = %s AND e.competition = m.competition AND e.number = ANY(m.seats)"
)
"""The game of a match has names, and says which of them nobody is."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the house."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Added:
    """A name that was entered, with its new code, shown once; empty if somebody is called like that already."""

    name: str
    code: str


class People:
    """The people in the database."""

    def __init__(self, base: Database) -> None:
        self._base = base

    async def all(self) -> list[Person]:
        """Everybody, by name."""
        async with self._base.transaction() as cursor:
            await cursor.execute("SELECT id, name FROM person ORDER BY called")
            return [Person(*found) for found in await cursor.fetchall()]

    async def add(self, who: Visitor, names: Sequence[str]) -> list[Added]:
        """Add these people; who is here already stays as they are. Empty names are passed over."""
        found = []
        async with self._base.transaction() as cursor:
            for name in filter(None, (plain(each)[:LONGEST_NAME] for each in names[:MOST_AT_ONCE])):
                code = new_key(CODE)
                await cursor.execute(ADD, (name, called(name), digest_of(code)))
                found.append(Added(name, code if await cursor.fetchone() is not None else ""))
            if new := sum(bool(each.code) for each in found):
                await record(cursor, who, "people_added", {"count": new})
                await database.tell(cursor, database.COMPETITIONS)
        return found

    async def renew(self, who: Visitor, person: int) -> Added | None:
        """A new code for somebody, in the place of the old one; None: there is no such person."""
        code = new_key(CODE)
        async with self._base.transaction() as cursor:
            await cursor.execute(RENEW, (digest_of(code), person))
            found = await cursor.fetchone()
            if found is None:
                return None
            await record(cursor, who, "person_code", {"person": person})
        return Added(found[0], code)

    async def rename(self, who: Visitor, person: int, name: str) -> bool:
        """Give somebody another name; False: it is empty, or somebody else's."""
        shown = plain(name)[:LONGEST_NAME]
        if not shown:
            return False
        async with self._base.transaction() as cursor:
            await cursor.execute(RENAME, (shown, called(shown), person, called(shown), person))
            renamed = await cursor.fetchone() is not None
            if renamed:
                await record(cursor, who, "person_renamed", {"person": person})
                await database.tell(cursor, database.COMPETITIONS)
            return renamed

    async def delete(self, who: Visitor, person: int) -> None:
        """Delete somebody: they leave their competitions, and nothing says any more who they were."""
        async with self._base.transaction() as cursor:
            for statement in (LEAVE, UNLINK, "DELETE FROM person WHERE id = %s"):
                await cursor.execute(statement, (person,))
            if cursor.rowcount:
                await record(cursor, who, "person_deleted", {"person": person})
                await database.tell(cursor, database.COMPETITIONS)

    async def known(self, code: str) -> Person | None:
        """The person with that code, however it was typed."""
        async with self._base.transaction() as cursor:
            await cursor.execute("SELECT id, name FROM person WHERE digest = %s", (digest_of(code),))
            found = await cursor.fetchone()
        return None if found is None else Person(*found)
