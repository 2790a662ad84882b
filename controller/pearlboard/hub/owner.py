"""The owner's pages: codes for tables, their names, who is sent away, forks, and what differs between tables.

The owner shows a token once, and has it in a cookie from then on, which no script reads and no other site's page sends.
Other programs of the same machine are the same site to a browser, so each form has a proof made of the token besides.
(`Referrer-Policy: no-referrer` makes browsers keep the `Origin` of a form to themselves.)
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Final
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pearlboard.club.messages import Why
from pearlboard.hub import words
from pearlboard.hub.attending import Attendance
from pearlboard.hub.house import House
from pearlboard.hub.shown import HouseTable, compared, glance
from pearlboard.web.guard import Guard, address_of, by_https
from pearlboard.web.rate_limiter import WrongTries
from pearlboard.web.receiving import body_of

COOKIE: Final = "pearlboard_owner"
LASTS_S: Final = 90 * 24 * 3600
LONGEST_FORM: Final = 4_096
LONGEST_TOKEN: Final = 64
PATH: Final = "/owner"


class OwnerPages:
    """The handlers of the owner's pages."""

    def __init__(self, house: House, attendance: Attendance, guard: Guard) -> None:
        self._house = house
        self._attendance = attendance
        self._guard = guard
        self._tries = WrongTries()
        self._deeds: Mapping[str, Callable[[Mapping[str, str]], Awaitable[None]]] = {
            "rename": self._rename,
            "away": self._send_away,
            "forget": self._forget,
        }

    async def page(self, request: Request) -> Response:
        """The owner's page, or the question for the token."""
        token = await self._token(request)
        return self._ask(request) if token is None else await self._page(request, token)

    async def settings(self, request: Request) -> Response:
        """Versions and settings of all tables, beside one another."""
        if await self._token(request) is None:
            return self._ask(request)
        tables = [each for each in await self._house.tables() if not each.left]
        shown = {"tables": tables, "rows": compared(tables)}
        return HTMLResponse(words.render("settings.html", words.language_of(request), **shown))

    async def enter(self, request: Request) -> Response:
        """Exchange the token for a cookie."""
        form = await self._form(request)
        address, now = address_of(request), asyncio.get_running_loop().time()
        if not self._tries.allows(address, now):
            raise HTTPException(429)
        token = form.get("token", "").strip()[:LONGEST_TOKEN]
        if not await self._house.is_owner(token):
            self._tries.failed(address, now)
            return self._ask(request, wrong=True)
        answer = RedirectResponse(PATH, 303)
        secure = by_https(request)
        answer.set_cookie(COOKIE, token, max_age=LASTS_S, path=PATH, secure=secure, httponly=True, samesite="strict")
        return answer

    async def leave(self, request: Request) -> Response:
        """Forget the token in this browser."""
        await self._proven(request)
        answer = RedirectResponse(PATH, 303)
        answer.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")
        return answer

    async def code(self, request: Request) -> Response:
        """Make a code for a table, and show it."""
        token, _ = await self._proven(request)
        return await self._page(request, token, await self._house.new_code())

    async def do(self, request: Request) -> Response:
        """Do what a button says, and show how things are then."""
        _, form = await self._proven(request)
        deed = self._deeds.get(request.path_params["deed"])
        if deed is None:
            raise HTTPException(404)
        await deed(form)
        return RedirectResponse(PATH, 303)

    async def _rename(self, form: Mapping[str, str]) -> None:
        await self._house.rename(_table(form), form.get("name", ""))

    async def _send_away(self, form: Mapping[str, str]) -> None:
        table = _table(form)
        await self._house.send_away(table)
        await self._attendance.dismiss(table, Why.LEFT)

    async def _forget(self, form: Mapping[str, str]) -> None:
        await self._house.forget(_table(form))

    async def _page(self, request: Request, token: str, code: str = "") -> Response:
        tables = await self._house.tables()
        shown = {
            "code": code,
            "proof": _proof(token),
            "tables": list(zip(glance(tables, self._attendance.here), _present(tables), strict=True)),
            "gone": [each for each in tables if each.left],
            "forks": await self._house.forks(),
            "address": self._address(request),
        }
        return HTMLResponse(words.render("owner.html", words.language_of(request), **shown))

    def _ask(self, request: Request, *, wrong: bool = False) -> Response:
        return HTMLResponse(words.render("enter.html", words.language_of(request), wrong=wrong), 403 if wrong else 200)

    def _address(self, request: Request) -> str:
        """Where tables reach the hub: as the owner does, unless they call this machine `localhost` there."""
        scheme = "https" if by_https(request) else "http"
        return self._guard.ways()[0] if request.scope["local"] else f"{scheme}://{request.url.netloc}"

    async def _token(self, request: Request) -> str | None:
        token = request.cookies.get(COOKIE, "")[:LONGEST_TOKEN]
        return token if token and await self._house.is_owner(token) else None

    async def _proven(self, request: Request) -> tuple[str, Mapping[str, str]]:
        """The token of whoever has sent a form of ours, and the form."""
        form, token = await self._form(request), await self._token(request)
        if token is None or not hmac.compare_digest(_proof(token).encode(), form.get("proof", "").encode()):
            raise HTTPException(403)
        return token, form

    async def _form(self, request: Request) -> Mapping[str, str]:
        """What was sent, if it may come from our pages: some browsers say so, and then it has to be true."""
        if not self._guard.may_be_ours(request.headers):
            raise HTTPException(403)
        request.scope["most_bytes"] = LONGEST_FORM
        try:
            return dict(parse_qsl(await body_of(request), max_num_fields=8))
        except ValueError as error:
            raise HTTPException(400) from error


def _present(tables: list[HouseTable]) -> list[HouseTable]:
    return [each for each in tables if not each.left]


def _table(form: Mapping[str, str]) -> int:
    number = form.get("table", "")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise HTTPException(400)
    return int(number)


def _proof(token: str) -> str:
    return hmac.new(token.encode(), b"a form of the owner's page", "sha256").hexdigest()
