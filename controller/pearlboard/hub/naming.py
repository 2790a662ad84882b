"""The owner's page of the people of a house: who is added, a code anew, another name, and who is deleted."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from pearlboard.hub.doors import Asked, Door, Doors
from pearlboard.hub.people import MOST_AT_ONCE, Added, People
from pearlboard.hub.roles import Right

PATH: Final = "/house/people"
LONGEST_LIST: Final = 131_072
"""Bytes of a list of names, each letter of which may be nine."""


class PeoplePages:
    """The handlers of this page."""

    def __init__(self, people: People, doors: Doors) -> None:
        self._people = people
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to this page."""
        page, form = self._doors.page, self._doors.form
        return [
            page(PATH, Right.OWNER, self.page),
            form(f"{PATH}/add", Right.OWNER, self.add, longest=LONGEST_LIST),
            form(f"{PATH}/code", Right.OWNER, self.code),
            form(f"{PATH}/rename", Right.OWNER, self.rename),
            form(f"{PATH}/delete", Right.OWNER, self.delete),
        ]

    async def page(self, asked: Asked) -> Response:
        """The people of the house."""
        return await self._page(asked)

    async def add(self, asked: Asked) -> Response:
        """Add people, one a line; their codes are shown at once, and never again."""
        typed = asked.form.get("names", "")
        names = [name for name in typed.splitlines() if name.strip()]
        if len(names) > MOST_AT_ONCE:
            return await self._page(asked, problem="too_many", typed=typed)
        return await self._page(asked, await self._people.add(asked.visitor, names))

    async def code(self, asked: Asked) -> Response:
        """Make another code for somebody, and show it."""
        found = await self._people.renew(asked.visitor, asked.number("person"))
        return await self._page(asked, [found] if found is not None else [])

    async def rename(self, asked: Asked) -> Response:
        """Give somebody another name."""
        if await self._people.rename(asked.visitor, asked.number("person"), asked.form.get("name", "")):
            return asked.to(PATH)
        return await self._page(asked, problem="name_taken")

    async def delete(self, asked: Asked) -> Response:
        """Delete somebody."""
        await self._people.delete(asked.visitor, asked.number("person"))
        return asked.to(PATH)

    async def _page(self, asked: Asked, added: Sequence[Added] = (), *, problem: str = "", typed: str = "") -> Response:
        shown = {"people": await self._people.all(), "added": added, "typed": typed, "most": MOST_AT_ONCE}
        return asked.form_page("people.html", problem, **shown)
