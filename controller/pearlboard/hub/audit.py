"""The audit log: who has done what, when, and from which address; written in the transaction of the deed.

Law: no name stands in it, only references and numbers. Whatever is deleted elsewhere is a number here from then on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from psycopg.types.json import Jsonb

from pearlboard.hub import database
from pearlboard.hub.access import Visitor
from pearlboard.hub.words import catalogues
from pearlboard.languages import SOURCE

KEPT: Final = timedelta(days=180)
MOST: Final = 5_000
"""The most rows that are kept."""
A_PAGE: Final = 100
TABLE: Final = "table"
HUB: Final = "hub"
PERSON: Final = "person"
NAMED: Final = {
    "table": "SELECT id, name FROM house_table WHERE id = ANY(%s)",
    "access": "SELECT id, name FROM access WHERE id = ANY(%s)",
    "competition": "SELECT id, name FROM competition WHERE id = ANY(%s)",
}
"""Queries for the present names of what references mean. A person is a number even then: no player's name is shown."""
COUNTED: Final = frozenset({"count"})
"""Numbers that refer to nothing."""
ADD: Final = "INSERT INTO audit (role, access, address, deed, about) VALUES (%s, %s, %s, %s, %s) RETURNING id"
FORGET: Final = "DELETE FROM audit WHERE id <= %s OR at < now() - %s"
FORGET_ENDED: Final = (
    "DELETE FROM access a WHERE a.digest IS NULL AND NOT EXISTS "
    "(SELECT 1 FROM audit l WHERE l.access = a.id OR (l.about ->> 'access')::bigint = a.id)"
)
READ: Final = "SELECT id, at, role, access, address, deed, about FROM audit WHERE id < %s ORDER BY id DESC LIMIT %s"


@dataclass(frozen=True, slots=True)
class Done:
    """A deed: who did it (`name` empty: nobody gave one), and what `about` refers to, by its name of today or a `#`."""

    number: int
    at: datetime
    role: str
    name: str
    address: str
    deed: str
    about: Mapping[str, str]


async def record(cursor: database.Cursor, who: Visitor, deed: str, about: Mapping[str, int] | None = None) -> None:
    """Note a deed, in its own transaction. Of `deed` the sentence is `hub_deed_<deed>`; `about`: references by kind."""
    await _add(cursor, who.role or "", who.access or None, who.address, deed, about or {})


async def record_table(cursor: database.Cursor, table: int, address: str, deed: str) -> None:
    """Note what a table has done by itself."""
    await _add(cursor, TABLE, None, address, deed, {"table": table})


async def record_person(cursor: database.Cursor, address: str, deed: str, about: Mapping[str, int]) -> None:
    """Note what somebody of the house has done with their code; who, is not noted."""
    await _add(cursor, PERSON, None, address, deed, about)


async def record_hub(cursor: database.Cursor, deed: str) -> None:
    """Note what was done where the hub is started."""
    await _add(cursor, HUB, None, "", deed, {})


async def done(cursor: database.Cursor, before: int | None = None, most: int = A_PAGE) -> list[Done]:
    """The latest deeds, or those before one, the last one first."""
    await cursor.execute(READ, ((1 << 62) if before is None else before, most))
    found = await cursor.fetchall()
    names = await _names(cursor, [{**about, "access": access or 0} for _, _, _, access, _, _, about in found])
    names |= await _names(cursor, [about for *_, about in found])
    return [
        Done(number, at, role, names.get(("access", access or 0), ""), address, deed, _said(about, names))
        for number, at, role, access, address, deed, about in found
    ]


async def _add(
    cursor: database.Cursor, role: str, access: int | None, address: str, deed: str, about: Mapping[str, int]
) -> None:
    if f"hub_deed_{deed}" not in catalogues()[SOURCE].entries:
        raise LookupError(f"no sentence says {deed}")
    await cursor.execute(ADD, (role, access, address, deed, Jsonb(dict(about))))
    [[number]] = await cursor.fetchall()
    await cursor.execute(FORGET, (number - MOST, KEPT))
    await cursor.execute(FORGET_ENDED)


async def _names(cursor: database.Cursor, abouts: Sequence[Mapping[str, int]]) -> dict[tuple[str, int], str]:
    """The names of what is referred to, by kind and number."""
    found: dict[tuple[str, int], str] = {}
    for kind, question in NAMED.items():
        await cursor.execute(question, (sorted({about[kind] for about in abouts if kind in about}),))
        found |= {(kind, number): name for number, name in await cursor.fetchall() if name}
    return found


def _said(about: Mapping[str, int], names: Mapping[tuple[str, int], str]) -> dict[str, str]:
    return {
        kind: str(number) if kind in COUNTED else names.get((kind, number), f"#{number}")
        for kind, number in about.items()
    }
