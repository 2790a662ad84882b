"""The owner's page of files that tables are asked for: a diagnosis bundle, or the black box alone."""

from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from pearlboard.club.messages import File
from pearlboard.hub import files
from pearlboard.hub.attending import Attendance
from pearlboard.hub.audit import record
from pearlboard.hub.database import Database
from pearlboard.hub.doors import Asked, Door, Doors, download, number
from pearlboard.hub.files import HOLDS, KEPT, State
from pearlboard.hub.house import House
from pearlboard.hub.roles import Right
from pearlboard.hub.shown import present

PATH: Final = "/files"
ASKED: Final = {File.BUNDLE: "asked_bundle", File.BLACK_BOX: "asked_blackbox"}
ENDINGS: Final = {File.BUNDLE: "bundle.tar.gz", File.BLACK_BOX: "blackbox.jsonl.gz"}


class FilePages:
    """The handlers of this page."""

    def __init__(self, base: Database, house: House, attendance: Attendance, doors: Doors) -> None:
        self._base = base
        self._house = house
        self._attendance = attendance
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to this page."""
        page, form = self._doors.page, self._doors.form
        return [
            page(PATH, Right.OWNER, self.page),
            page(f"{PATH}/file", Right.OWNER, self.fetch),
            form(f"{PATH}/ask", Right.OWNER, self.ask),
            form(f"{PATH}/delete", Right.OWNER, self.delete),
        ]

    async def page(self, asked: Asked) -> Response:
        """All questions, and those that can be put."""
        tables = present(await self._house.tables())
        async with self._base.transaction() as cursor:
            found = await files.questions(cursor)
        shown = {
            "tables": tables,
            "connected": self._attendance.here,
            "questions": found,
            "days": KEPT.days,
            "most": files.MOST,
            "hours": round(HOLDS.total_seconds() / 3600),
        }
        return asked.page("files.html", **shown)

    async def ask(self, asked: Asked) -> Response:
        """Ask a table for a file; it hears that now, or once it calls."""
        file = next((each for each in File if each == asked.form.get("file")), None)
        if file is None:
            raise HTTPException(400)
        table = asked.number("table")
        async with self._base.transaction() as cursor:
            if await files.ask(cursor, table, file):
                await record(cursor, asked.visitor, ASKED[file], {"table": table})
        await self._attendance.put_questions(table)
        return asked.to(PATH)

    async def delete(self, asked: Asked) -> Response:
        """Delete a file, or take a question back."""
        async with self._base.transaction() as cursor:
            table = await files.delete(cursor, asked.number("question"))
            if table is not None:
                await record(cursor, asked.visitor, "deleted_file", {"table": table})
        return asked.to(PATH)

    async def fetch(self, asked: Asked) -> Response:
        """The file that has come, under a name of the hub's own."""
        async with self._base.transaction() as cursor:
            found = await files.body_of(cursor, number(asked.request.query_params.get("question", "")))
            if found is None or found[0].state is not State.HERE:
                raise HTTPException(404)
            question, body = found
            if asked.request.method == "GET":
                await record(cursor, asked.visitor, "fetched_file", {"table": question.table})
        called = f"table{question.table}-{question.asked:%Y%m%d-%H%M}-{ENDINGS[question.file]}"
        return download(body, called, "application/gzip")
