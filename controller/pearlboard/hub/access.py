"""Keys and sessions: a key lets a browser in, and a session of its own is what the browser keeps.

Of both the database has digests alone. A session ends by itself (`roles.ENDS`), with its access, when its browser
leaves or enters anew, and when the owner ends it. Every moment is an argument.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from pearlboard.club.documents import LONGEST_NAME
from pearlboard.hub import database
from pearlboard.hub.fold import plain
from pearlboard.hub.roles import Role, is_over

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and figures that nobody mistakes for one another."""
KEY: Final = 24
"""The letters of a key, 120 bits: somebody may have to type them with a television's remote control."""
GROUP: Final = 4
LONGEST_KEY: Final = 64
SESSION_BYTES: Final = 32
TOUCH: Final = timedelta(minutes=1)
"""How exactly it is known when a session was used last: not every look is a write."""
MOST_ACCESSES: Final = 100
MOST_SESSIONS: Final = 20
"""The browsers of one access: whoever enters then ends the one that was used least lately."""

FIND: Final = (
    "SELECT s.id, s.began, s.seen, a.id, a.role, a.name FROM session s JOIN access a ON a.id = s.access "
    "WHERE s.digest = %s AND a.digest IS NOT NULL"
)
CROWDED: Final = (
    "DELETE FROM session WHERE access = %s AND id NOT IN "
    "(SELECT id FROM session WHERE access = %s ORDER BY seen DESC, id DESC LIMIT %s)"
)
BEGIN: Final = "INSERT INTO session (access, digest, began, seen, address) VALUES (%s, %s, %s, %s, %s)"
ACCESSES: Final = (
    "SELECT id, role, name, made FROM access WHERE digest IS NOT NULL "
    "ORDER BY array_position(ARRAY['owner', 'staff', 'screen'], role), lower(name), id"
)
SESSIONS: Final = (
    "SELECT s.id, s.access, a.role, s.began, s.seen, s.address FROM session s JOIN access a ON a.id = s.access "
    "WHERE a.digest IS NOT NULL ORDER BY s.seen DESC, s.id"
)


@dataclass(frozen=True, slots=True)
class Access:
    """A key that the owner has given to somebody."""

    access: int
    role: Role
    name: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has shown a key: since when, when it was used last, and from which address."""

    session: int
    access: int
    role: Role
    began: datetime
    seen: datetime
    address: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person or program that asks: without a role a stranger. `proof`: what each form of this session carries."""

    address: str
    role: Role | None = None
    name: str = ""
    access: int = 0
    session: int = 0
    proof: str = ""


# --- keys ----------------------------------------------------------------------------------------------------------


async def new_owner(cursor: database.Cursor, now: datetime, *, only_first: bool) -> str | None:
    """A new key of the owner, which ends the one before; None if there is one already, and it is to stay."""
    await cursor.execute("LOCK TABLE access")
    await cursor.execute("SELECT id FROM access WHERE role = %s AND digest IS NOT NULL", (Role.OWNER,))
    found = await cursor.fetchone()
    if found is not None:
        if only_first:
            return None
        await end(cursor, found[0], owner_too=True)
    return await _made(cursor, Role.OWNER, "", now)


async def give(cursor: database.Cursor, role: Role, name: str, now: datetime) -> tuple[int, str] | None:
    """A new access of staff or of a screen, and its key; None if there are too many, or `name` says nothing."""
    called = plain(name)[:LONGEST_NAME]
    if not called or len(await accesses(cursor)) >= MOST_ACCESSES:
        return None
    key = await _made(cursor, role, called, now)
    await cursor.execute("SELECT id FROM access WHERE digest = %s", (digest_of(key),))
    [[access]] = await cursor.fetchall()
    return int(access), key


async def end(cursor: database.Cursor, access: int, *, owner_too: bool = False) -> bool:
    """End an access, with all of its sessions; whether it was there. The owner's ends only if that is meant."""
    await cursor.execute(
        "UPDATE access SET digest = NULL WHERE id = %s AND digest IS NOT NULL AND (role <> %s OR %s) RETURNING 1",
        (access, Role.OWNER, owner_too),
    )
    ended = await cursor.fetchone() is not None
    if ended:
        await cursor.execute("DELETE FROM session WHERE access = %s", (access,))
    return ended


async def accesses(cursor: database.Cursor) -> list[Access]:
    """All accesses that have not ended."""
    await cursor.execute(ACCESSES)
    return [Access(access, Role(role), name, made) for access, role, name, made in await cursor.fetchall()]


async def _made(cursor: database.Cursor, role: Role, name: str, now: datetime) -> str:
    key = new_key()
    await cursor.execute(
        "INSERT INTO access (role, name, digest, made) VALUES (%s, %s, %s, %s)", (role, name, digest_of(key), now)
    )
    return key


def new_key(letters: int = KEY) -> str:
    """A random key, in groups for people."""
    key = "".join(secrets.choice(LETTERS) for _ in range(letters))
    return "-".join(key[begin : begin + GROUP] for begin in range(0, letters, GROUP))


def digest_of(key: str) -> bytes:
    """The digest of a key, however it was typed."""
    return sha256("".join(letter for letter in key[:LONGEST_KEY].upper() if letter.isalnum()).encode()).digest()


# --- sessions ------------------------------------------------------------------------------------------------------


async def enter(
    cursor: database.Cursor, key: str, before: str, address: str, now: datetime
) -> tuple[Visitor, str] | None:
    """A new session for whoever has this key, and its token; None: nobody has. `before`: the browser's, which ends."""
    await cursor.execute("SELECT id, role, name FROM access WHERE digest = %s FOR UPDATE", (digest_of(key),))
    found = await cursor.fetchone()
    if found is None:
        return None
    await leave(cursor, before)
    await _forget_ended(cursor, now)
    access, token = int(found[0]), secrets.token_urlsafe(SESSION_BYTES)
    await cursor.execute(CROWDED, (access, access, MOST_SESSIONS - 1))
    await cursor.execute(BEGIN, (access, _digest(token), now, now, address))
    visitor = await find(cursor, token, address, now)
    return None if visitor is None else (visitor, token)


async def holder_of(cursor: database.Cursor, key: str, address: str) -> Visitor | None:
    """The owner of this key, for a program that shows it each time, and has no forms; None: nobody has it."""
    await cursor.execute("SELECT id, role, name FROM access WHERE digest = %s", (digest_of(key),))
    found = await cursor.fetchone()
    return None if found is None else Visitor(address, Role(found[1]), found[2], int(found[0]))


async def find(cursor: database.Cursor, token: str, address: str, now: datetime) -> Visitor | None:
    """The owner of this session, which is used now; None: nobody, or it has ended."""
    await cursor.execute(FIND, (_digest(token),))
    found = await cursor.fetchone()
    if found is None:
        return None
    session, began, seen, access, role, name = found
    if is_over(Role(role), began, seen, now):
        await end_session(cursor, session)
        return None
    if now - seen >= TOUCH:
        await cursor.execute("UPDATE session SET seen = %s WHERE id = %s", (now, session))
    return Visitor(address, Role(role), name, access, session, _proof(token))


async def leave(cursor: database.Cursor, token: str) -> None:
    """End the session of a browser, if it has one."""
    await cursor.execute("DELETE FROM session WHERE digest = %s", (_digest(token),))


async def end_session(cursor: database.Cursor, session: int) -> int | None:
    """End one session; the access that it belonged to, None if it was not there."""
    await cursor.execute("DELETE FROM session WHERE id = %s RETURNING access", (session,))
    found = await cursor.fetchone()
    return None if found is None else int(found[0])


async def end_others(cursor: database.Cursor, visitor: Visitor) -> int:
    """End all sessions of an access but this one; how many there were."""
    await cursor.execute("DELETE FROM session WHERE access = %s AND id <> %s", (visitor.access, visitor.session))
    return cursor.rowcount


async def sessions(cursor: database.Cursor, now: datetime) -> list[Session]:
    """All sessions that hold, the one that was used last first."""
    await _forget_ended(cursor, now)
    await cursor.execute(SESSIONS)
    return [
        Session(session, access, Role(role), began, seen, address)
        for session, access, role, began, seen, address in await cursor.fetchall()
    ]


async def _forget_ended(cursor: database.Cursor, now: datetime) -> None:
    await cursor.execute(SESSIONS)
    over = [each[0] for each in await cursor.fetchall() if is_over(Role(each[2]), each[3], each[4], now)]
    await cursor.execute("DELETE FROM session WHERE id = ANY(%s)", (over,))


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _proof(token: str) -> str:
    return hmac.new(token.encode(), b"a form of this house", "sha256").hexdigest()


# --- the public pages ----------------------------------------------------------------------------------------------


async def is_closed(cursor: database.Cursor) -> bool:
    """Whether strangers see no public pages."""
    await cursor.execute("SELECT closed FROM house")
    found = await cursor.fetchone()
    return found is not None and bool(found[0])


async def close(cursor: database.Cursor, *, closed: bool) -> None:
    """Close the public pages to strangers, or open them."""
    await cursor.execute("UPDATE house SET closed = %s", (closed,))
