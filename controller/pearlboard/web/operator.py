"""Requests of the operator's page: the bench, the doctor, copies, settings. The guard has checked the token."""

from collections.abc import Awaitable, Callable
from typing import BinaryIO

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pearlboard.languages import LANGUAGES
from pearlboard.session.state import Refused
from pearlboard.web import pages
from pearlboard.web.answers import Done, Taken
from pearlboard.web.port import NUMBER, Operated, OperatorPort, TablePort
from pearlboard.web.receiving import bytes_of, message_of
from pearlboard.web.reception import Reception, there
from pearlboard.web.sending import Download
from pearlboard.web.socket import AtTheBench
from pearlboard.web.work_budget import beside


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to set the table's language."""

    language: str


class OperatorPages:
    """The handlers."""

    def __init__(self, table: TablePort | None, operating: OperatorPort | None, reception: Reception) -> None:
        """`table`: None in safe mode; `operating`: None without an operator."""
        self._table = table
        self._operating = operating
        self._reception = reception

    async def page(self, request: Request) -> Response:
        """The operator's page, empty without the token."""
        return await self._reception.kept_page(request, pages.operator)

    async def workshop(self, request: Request) -> Response:
        """The state of the bench, after a deed there if one is asked for."""
        language, table = self._reception.language(request), there(self._table, 503)
        asked = await message_of(request, AtTheBench)
        if asked.do == "doctor":
            return JSONResponse({"ok": True, "doctor": await beside(table.bench.examine, language)})
        try:
            if asked.do != "look":
                table.bench.at_the_bench(asked.do, asked.word)
        except Refused as refusal:
            return self._reception.refused(request, refusal, state=table.bench.workshop(language))
        return JSONResponse({"ok": True, "state": table.bench.workshop(language)})

    async def copy_of_all(self, request: Request) -> Response:
        """A copy of all games, as a download."""
        return await self._copy(request, there(self._table, 503).bench.copy_of_all())

    async def copy_of_kept(self, request: Request) -> Response:
        """A file kept beside the games, by its name, as a download."""
        name = request.query_params.get("name", "")
        return await self._copy(request, there(self._operating, 503).copy_of_kept(name))

    async def _copy(self, request: Request, copy: Awaitable[tuple[str, BinaryIO]]) -> Response:
        try:
            return Download(*await copy)
        except Refused as refusal:
            status = {"game_is_on": 409, "not_kept": 404}.get(refusal.name, 503)  # the disk, not the request
            return self._reception.refused(request, refusal, status)

    async def operate(self, request: Request) -> Response:
        """Carry out a deed of the operator."""
        operating, language = there(self._operating, 503), self._reception.language(request)
        asked = await message_of(request, Operated)
        if asked.do not in operating.deeds:
            raise HTTPException(400)
        answer = await operating.do(asked, language)
        if wrong := answer.get("wrong"):
            return JSONResponse({"ok": False, "error": "wrong_values", "wrong": wrong}, 422)
        return JSONResponse({"ok": True, "run": operating.run, **answer})

    def asks_language(self) -> bool:
        """Whether nobody has set the table's language yet."""
        return self._operating is not None and self._operating.asks_language()

    async def speak(self, request: Request) -> Response:
        """Set the table's language: anybody at the table once, afterwards only the operator."""
        operating = there(self._operating, 503)
        asked = await message_of(request, Spoken)
        if asked.language not in LANGUAGES:
            raise HTTPException(400)
        await operating.speak(asked.language)
        return JSONResponse(Done(ok=True))

    async def take_backup(self, request: Request) -> Response:
        """A piece of an uploaded copy of games, to be put back."""
        return await self._take(request, there(self._operating, 503).take)

    async def take_release(self, request: Request) -> Response:
        """A piece of a package to be installed."""
        return await self._take(request, there(self._operating, 503).take_release)

    async def _take(self, request: Request, take: Callable[[int, bytes], Awaitable[int]]) -> Response:
        piece = await bytes_of(request)
        at = _number(request.query_params.get("at", ""))
        if not piece:
            raise HTTPException(400)
        return JSONResponse(Taken(ok=True, at=await take(at, piece)))


def _number(text: str) -> int:
    if not NUMBER.match(text):
        raise HTTPException(400)
    return int(text)
