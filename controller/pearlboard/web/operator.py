"""What the operator's page asks: the bench, the doctor, a backup, the settings. The guard has let nobody else in."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from pearlboard import __version__
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue
from pearlboard.web import pages
from pearlboard.web.port import OperatorPort, TablePort
from pearlboard.web.receiving import body_of, bytes_of
from pearlboard.web.sending import Download
from pearlboard.web.socket import AtTheBench

MOST_DIGITS: Final = 12
_Message = TypeVar("_Message")


class Operated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the operator wants. `values` are settings by their keys, as they were typed; `mark`: of the file before.

    `sure`: also while a game is on, or where something newer is here. Of a network `values` are `ssid` as base64,
    `password` and `country`.
    """

    do: Literal[
        "glance",
        "log",
        "settings",
        "save",
        "restart",
        "machine",
        "poweroff",
        "reboot",
        "look_through",
        "restore",
        "wifi",
        "wifi_scan",
        "wifi_join",
        "wifi_own",
        "wifi_forget",
    ]
    values: dict[str, str] = {}
    mark: str = ""
    sure: bool = False


class OperatorPages:
    """The handlers. `keep_pace` refuses who comes too often."""

    def __init__(
        self,
        table: TablePort,
        operating: OperatorPort | None,
        catalogues: Mapping[str, Catalogue],
        language: Callable[[Request], str],
        keep_pace: Callable[[Request], None],
    ) -> None:
        """`operating`: None where nobody looks after the table."""
        self._table = table
        self._operating = operating
        self._catalogues = catalogues
        self._language = language
        self._keep_pace = keep_pace

    async def page(self, request: Request) -> Response:
        """The page, before anything is known."""
        language = self._language(request)
        return HTMLResponse(
            await asyncio.to_thread(pages.operator, language, self._catalogues[language], version=__version__)
        )

    async def workshop(self, request: Request) -> Response:
        """The operator looks at the board, or does something at the bench."""
        self._keep_pace(request)
        language, table = self._language(request), self._table
        asked = await _message(request, AtTheBench)
        if asked.do == "doctor":
            return JSONResponse({"ok": True, "doctor": await asyncio.to_thread(table.examine, language)})
        answer: dict[str, Any] = {"ok": True}
        try:
            if asked.do != "look":
                table.at_the_bench(asked.do, asked.word)
        except Refused as refusal:
            answer = self._refused(refusal, language)
        return JSONResponse({**answer, "state": table.workshop(language)}, 200 if answer["ok"] else 422)

    async def copy_of_all(self, request: Request) -> Response:
        """A copy of everything, for the operator to keep."""
        self._keep_pace(request)
        try:
            return Download(*await self._table.copy_of_all())
        except Refused as refusal:
            status = 409 if refusal.name == "game_is_on" else 503
            return JSONResponse(self._refused(refusal, self._language(request)), status)

    async def operate(self, request: Request) -> Response:
        """The operator looks after the table."""
        self._keep_pace(request)
        asked, language = await _message(request, Operated), self._language(request)
        if self._operating is None:
            raise HTTPException(503)
        try:
            if asked.do.startswith("wifi"):
                return JSONResponse(await _network(self._operating, asked, language))
            return JSONResponse(*await self._done(self._operating, asked, language))
        except Refused as refusal:
            status = 409 if refusal.name in ("game_is_on", "changed_meanwhile", "newer_is_here") else 422
            return JSONResponse(self._refused(refusal, language), status)

    async def take(self, request: Request) -> Response:
        """A piece of a backup that is to be put back."""
        self._keep_pace(request)
        at, piece = request.query_params.get("at", ""), await bytes_of(request)
        if not (at.isascii() and at.isdigit() and len(at) <= MOST_DIGITS and piece):
            raise HTTPException(400)
        if self._operating is None:
            raise HTTPException(503)
        try:
            return JSONResponse({"ok": True, "at": await self._operating.take(int(at), piece)})
        except Refused as refusal:
            status = 409 if refusal.name == "game_is_on" else 422
            return JSONResponse(self._refused(refusal, self._language(request)), status)

    async def _done(self, operating: OperatorPort, asked: Operated, language: str) -> tuple[Mapping[str, Any], int]:
        match asked.do:
            case "glance":
                return {"ok": True, "run": operating.run, "glance": operating.glance(language)}, 200
            case "log":
                return {"ok": True, "run": operating.run, "log": await operating.log(language)}, 200
            case "restart":
                operating.restart()
                return {"ok": True, "run": operating.run}, 200
            case "poweroff" | "reboot":
                await operating.switch(asked.do, sure=asked.sure)
                return {"ok": True, "run": operating.run}, 200
            case "machine":
                return {"ok": True, "run": operating.run, "machine": await operating.machine(language)}, 200
            case "look_through":
                return {"ok": True, "run": operating.run, "sent": await operating.look_through(language)}, 200
            case "restore":
                await operating.restore(sure=asked.sure)
                return {"ok": True, "run": operating.run}, 200
            case "save":
                if wrong := await operating.save(asked.values, asked.mark):
                    return {"ok": False, "error": "wrong_values", "wrong": wrong}, 422
        return {"ok": True, "run": operating.run, "settings": operating.settings(language)}, 200

    def _refused(self, refusal: Refused, language: str) -> dict[str, Any]:
        return {"ok": False, "error": refusal.name, "sentence": self._table.render(refusal.sentence, language)}


async def _network(operating: OperatorPort, asked: Operated, language: str) -> Mapping[str, Any]:
    match asked.do:
        case "wifi_join" | "wifi_own" | "wifi_forget":
            operating.change_wifi(asked.do, asked.values, sure=asked.sure)
            return {"ok": True, "run": operating.run}
    return {"ok": True, "run": operating.run, "wifi": await operating.wifi(language, scan=asked.do == "wifi_scan")}


async def _message(request: Request, kind: type[_Message]) -> _Message:
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPException(400) from error
