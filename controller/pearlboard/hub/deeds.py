"""The owner's page of what was done, by whom and from where; and the same as CSV for a spreadsheet."""

from collections.abc import Iterable
from typing import Final

from starlette.responses import Response

from pearlboard.hub import audit, words
from pearlboard.hub.audit import Done
from pearlboard.hub.database import Database
from pearlboard.hub.doors import Asked, Door, Doors, download, number
from pearlboard.hub.roles import Right
from pearlboard.hub.sheets import CSV, sheet
from pearlboard.texts import say

PATH: Final = "/deeds"
COLUMNS: Final = ("at", "role", "name", "address", "deed", "what")


class Deeds:
    """The handlers of these pages."""

    def __init__(self, base: Database, doors: Doors) -> None:
        self._base = base
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page = self._doors.page
        return [page(PATH, Right.OWNER, self.page), page(f"{PATH}.csv", Right.OWNER, self.table)]

    async def page(self, asked: Asked) -> Response:
        """A hundred deeds, with the way to those before them."""
        before = asked.request.query_params.get("before")
        async with self._base.transaction() as cursor:
            found = await audit.done(cursor, None if before is None else number(before))
        shown = {
            "deeds": [(each, said(each, asked.language)) for each in found],
            "before": found[-1].number if len(found) == audit.A_PAGE else 0,
            "most": audit.MOST,
            "days": audit.KEPT.days,
        }
        return asked.page("deeds.html", **shown)

    async def table(self, asked: Asked) -> Response:
        """All deeds that are kept."""
        async with self._base.transaction() as cursor:
            found = await audit.done(cursor, most=audit.MOST)
        return download(written(found, asked.language), "deeds.csv", CSV)


def said(done: Done, language: str) -> str:
    """A deed in words."""
    return words.catalogues()[language].render(say(f"hub_deed_{done.deed}", **done.about))


def written(found: Iterable[Done], language: str) -> str:
    """The deeds as CSV, with their columns' names; times in UTC."""
    rows = [
        (each.at.isoformat(), each.role, each.name, each.address, each.deed, said(each, language)) for each in found
    ]
    return sheet([COLUMNS, *rows])
