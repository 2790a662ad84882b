"""The pages of keys: entering and leaving, and the owner's page of who has access, from which browsers.

A key is shown once, to the owner who has made it. It stands behind the `#` of a link, which browsers send to nobody.
"""

import asyncio
import logging
from typing import Final

import segno
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from pearlboard.hub import access
from pearlboard.hub.access import LONGEST_KEY
from pearlboard.hub.audit import record
from pearlboard.hub.database import Database
from pearlboard.hub.doors import COOKIE, ENTRY, Asked, Door, Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.roles import ENDS, Right, Role
from pearlboard.web.guard import by_https
from pearlboard.web.rate_limiter import WrongTries

LOG: Final = logging.getLogger("pearlboard.hub")
HOMES: Final = {Role.OWNER: "/house", Role.STAFF: "/house", Role.SCREEN: "/tv"}
"""The page that somebody sees first."""
GIVEN: Final = {Role.STAFF: "gave_staff", Role.SCREEN: "gave_screen"}
"""The roles for which the owner makes keys, and the name of that deed."""


class KeyPages:
    """The handlers of these pages."""

    def __init__(self, base: Database, doors: Doors, feed: Feed) -> None:
        self._base = base
        self._doors = doors
        self._feed = feed
        self._tries = WrongTries()

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page, form = self._doors.page, self._doors.form
        return [
            page(ENTRY, Right.ANYBODY, self.ask),
            form(ENTRY, Right.ANYBODY, self.enter),
            form("/leave", Right.INSIDE, self.leave),
            page("/access", Right.OWNER, self.page),
            form("/access/give", Right.OWNER, self.give),
            form("/access/end", Right.OWNER, self.end),
            form("/access/session", Right.OWNER, self.end_session),
            form("/access/others", Right.OWNER, self.end_others),
            form("/access/public", Right.OWNER, self.public),
        ]

    async def ask(self, asked: Asked) -> Response:
        """The question for the key."""
        return asked.page("enter.html", wrong=False)

    async def enter(self, asked: Asked) -> Response:
        """Exchange a key for a session, which replaces the one that this browser had."""
        address, now = asked.visitor.address, asyncio.get_running_loop().time()
        if not self._tries.allows(address, now):
            raise HTTPException(429)
        key = asked.form.get("key", "")[:LONGEST_KEY]
        async with self._base.transaction() as cursor:
            before = self._doors.token_of(asked.request)
            found = await access.enter(cursor, key, before, address, self._doors.clock())
            if found is not None:
                await record(cursor, found[0], "entered")
        if found is None:
            self._tries.failed(address, now)
            LOG.warning("Somebody at %s has shown a wrong key", address)
            return asked.page("enter.html", 403, wrong=True)
        visitor, token = found
        role = visitor.role or Role.SCREEN
        answer = asked.to(HOMES[role])
        lasts_s, secure = int(ENDS[role].after.total_seconds()), by_https(asked.request)
        answer.set_cookie(COOKIE, token, max_age=lasts_s, secure=secure, httponly=True, samesite="strict")
        return answer

    async def leave(self, asked: Asked) -> Response:
        """End the session of this browser."""
        async with self._base.transaction() as cursor:
            if await access.end_session(cursor, asked.visitor.session):
                await record(cursor, asked.visitor, "left")
        self._feed.ask_again()
        answer: RedirectResponse = asked.to(ENTRY)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    async def page(self, asked: Asked) -> Response:
        """All accesses, and the browsers of each."""
        return await self._page(asked)

    async def give(self, asked: Asked) -> Response:
        """Make a key for staff or a screen, and show it."""
        role = next((each for each in GIVEN if each == asked.form.get("role")), None)
        if role is None:
            raise HTTPException(400)
        async with self._base.transaction() as cursor:
            made = await access.give(cursor, role, asked.form.get("name", ""), self._doors.clock())
            if made is not None:
                await record(cursor, asked.visitor, GIVEN[role], {"access": made[0]})
        return await self._page(asked, key="" if made is None else made[1], full=made is None)

    async def end(self, asked: Asked) -> Response:
        """End an access, and all of its sessions."""
        async with self._base.transaction() as cursor:
            if await access.end(cursor, number := asked.number("access")):
                await record(cursor, asked.visitor, "ended", {"access": number})
        return self._done(asked)

    async def end_session(self, asked: Asked) -> Response:
        """End a session: that browser needs the key again."""
        async with self._base.transaction() as cursor:
            if ended := await access.end_session(cursor, asked.number("session")):
                await record(cursor, asked.visitor, "ended_session", {"access": ended})
        return self._done(asked)

    async def end_others(self, asked: Asked) -> Response:
        """End all of the owner's sessions but this one."""
        async with self._base.transaction() as cursor:
            if count := await access.end_others(cursor, asked.visitor):
                await record(cursor, asked.visitor, "ended_others", {"count": count})
        return self._done(asked)

    async def public(self, asked: Asked) -> Response:
        """Close the public pages to strangers, or open them."""
        closed = asked.form.get("closed", "")
        if closed not in ("yes", "no"):
            raise HTTPException(400)
        await self._doors.close(asked.visitor, closed=closed == "yes")
        return self._done(asked)

    def _done(self, asked: Asked) -> Response:
        self._feed.ask_again()
        return asked.to("/access")

    async def _page(self, asked: Asked, *, key: str = "", full: bool = False) -> Response:
        now = self._doors.clock()
        async with self._base.transaction() as cursor:
            sessions, given = await access.sessions(cursor, now), await access.accesses(cursor)
            closed = await access.is_closed(cursor)
        link = f"{self._doors.address(asked.request).rstrip('/')}{ENTRY}#{key}"
        shown = {
            "accesses": [(each, [one for one in sessions if one.access == each.access]) for each in given],
            "closed": closed,
            "key": key,
            "full": full,
            "link": link,
            "picture": _picture(link) if key else "",
            "own": asked.visitor.session,
            "roles": list(GIVEN),
        }
        return asked.page("access.html", **shown)


def _picture(link: str) -> str:
    """The link as a QR code."""
    return str(segno.make(link, error="m", micro=False).svg_data_uri(scale=5, border=3, light="white"))
