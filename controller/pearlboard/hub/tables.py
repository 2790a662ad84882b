"""The pages of those who look after tables: codes, names, who is sent away, what is to be done where, settings."""

from functools import partial

from starlette.responses import Response

from pearlboard.club.messages import Why
from pearlboard.hub.attending import Attendance
from pearlboard.hub.care import cared
from pearlboard.hub.doors import FEED, Asked, Door, Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.house import House
from pearlboard.hub.roles import Right
from pearlboard.hub.shown import compared, glance, present
from pearlboard.hub.visiting import followed

PATH = "/house"


class TablePages:
    """The handlers of these pages."""

    def __init__(self, house: House, attendance: Attendance, feed: Feed, doors: Doors) -> None:
        self._house = house
        self._attendance = attendance
        self._feed = feed
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page, form = self._doors.page, self._doors.form
        return [
            page(PATH, Right.STAFF, self.page),
            page(f"{PATH}{FEED}", Right.STAFF, self.feed),
            page(f"{PATH}/settings", Right.STAFF, self.settings),
            page("/care", Right.STAFF, self.care),
            form(f"{PATH}/code", Right.STAFF, self.code),
            form(f"{PATH}/rename", Right.OWNER, self.rename),
            form(f"{PATH}/away", Right.OWNER, self.send_away),
            form(f"{PATH}/forget", Right.OWNER, self.forget),
        ]

    async def page(self, asked: Asked) -> Response:
        """All tables, and what may be done with them."""
        return await self._page(asked)

    async def settings(self, asked: Asked) -> Response:
        """Versions and settings of all tables, beside one another."""
        tables = present(await self._house.tables())
        return asked.page("settings.html", tables=tables, rows=compared(tables))

    async def care(self, asked: Asked) -> Response:
        """The page of chores, table by table."""
        found = cared(await self._house.tables(), self._attendance.here)
        return asked.page("care.html", tables=found, ill=sum(bool(each.troubles) for each in found))

    async def code(self, asked: Asked) -> Response:
        """Make a code for a table, and show it."""
        return await self._page(asked, await self._house.new_code(asked.visitor))

    async def rename(self, asked: Asked) -> Response:
        """Give a table another name."""
        await self._house.rename(asked.visitor, asked.number("table"), asked.form.get("name", ""))
        return asked.to(PATH)

    async def send_away(self, asked: Asked) -> Response:
        """Let a table in no more."""
        table = asked.number("table")
        await self._house.send_away(asked.visitor, table)
        await self._attendance.dismiss(table, Why.LEFT)
        return asked.to(PATH)

    async def forget(self, asked: Asked) -> Response:
        """Delete what a table that has left has told."""
        await self._house.forget(asked.visitor, asked.number("table"))
        return asked.to(PATH)

    async def feed(self, asked: Asked) -> Response:
        """Changes of all tables, as server-sent events."""
        feed = self._feed
        markup = partial(self._inside, asked)
        return followed(feed, self._doors, asked, markup, lambda: feed.standing, Right.STAFF)

    async def _page(self, asked: Asked, code: str = "") -> Response:
        address = self._doors.address(asked.request)
        return asked.page("house.html", code=code, address=address, inside=await self._inside(asked))

    async def _inside(self, asked: Asked) -> str:
        """The part of the page that changes by itself."""
        tables = await self._house.tables()
        shown = {
            "tables": glance(tables, self._attendance.here),
            "gone": [each for each in tables if each.left],
            "forks": await self._house.forks(),
        }
        return asked.part("rows.html", **shown)
