"""The handlers of a running table; `routes` has all routes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse

from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, say
from pearlboard.web import pages
from pearlboard.web.answers import Done
from pearlboard.web.assets import headers, in_version, is_text, text_of
from pearlboard.web.door import Door
from pearlboard.web.finished import FinishedGames, GameDeleted
from pearlboard.web.games import GamePages
from pearlboard.web.guard import Guard, address_of, bearer
from pearlboard.web.hub import Hub
from pearlboard.web.operator import OperatorPages
from pearlboard.web.port import OperatorPort, TablePort
from pearlboard.web.rate_limiter import WrongTries
from pearlboard.web.receiving import body_of, message_of
from pearlboard.web.reception import Reception, there
from pearlboard.web.socket import CommandMessage, Joining, TableSocket, carried_out, read_message, reply
from pearlboard.web.trouble import Trouble, Troubles
from pearlboard.web.work_budget import beside

FEED_BEAT_S: Final = 15.0
STATUS_NAMES: Final[Mapping[int, str]] = {
    401: "unknown_token",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_big",
    429: "too_fast",
    503: "unavailable",
}
FULL: Final = "lobby_full"
"""The answer to a right code in a full house."""
REFUSED_STATUS: Final[Mapping[str, int]] = {"malformed": 400, "stale_version": 409}


class Pages:
    """The handlers of a running table. `parts` have the handlers of a kind."""

    def __init__(
        self,
        table: TablePort,
        hub: Hub,
        guard: Guard,
        catalogues: Mapping[str, Catalogue],
        default_language: Callable[[], str],
        operating: OperatorPort | None = None,
    ) -> None:
        self._table = table
        self._hub = hub
        self._guard = guard
        self.reception = reception = Reception(catalogues, default_language, table.render)
        self._language = reception.language
        self._tries = WrongTries()
        self._troubles = Troubles()
        self._games = GamePages(table)
        self._operator = OperatorPages(table, operating, reception)
        self.parts = (
            self._operator,
            FinishedGames(table, reception),
            Door(operating, guard, reception),
            TableSocket(table, hub, guard, default_language),
        )

    async def table_page(self, request: Request) -> Response:
        tv = request.query_params.get("tv")
        if tv == "plain":
            screen = self._hub.screen(self._language(request), EVERYBODY)
            return await self.reception.page(request, pages.television, screen)
        asks = self._operator.asks_language()
        return await self.reception.kept_page(request, pages.table, asks=asks, tv=tv is not None)

    async def seat_page(self, request: Request) -> Response:
        return await self.reception.kept_page(request, pages.seat)

    async def lesson_page(self, request: Request) -> Response:
        about = there(self._games.about_lesson(request.path_params["game"]))
        return await self.reception.kept_page(request, pages.lesson, **about)

    async def lesson(self, request: Request) -> Response:
        """The first lesson and the puzzles of a game."""
        game, language = request.path_params["game"], self._language(request)
        return JSONResponse(there(await beside(self._games.lessons, game, language)))

    async def puzzle(self, request: Request) -> Response:
        """The refusal of an answer to a puzzle."""
        game, asked = request.path_params["game"], request.query_params
        about = asked.get("index", ""), asked.get("sites", "")
        return JSONResponse({"said": there(await beside(self._games.against, game, *about, self._language(request)))})

    async def game_known(self, request: Request) -> Response:
        """The constants of a game's scripts."""
        return JSONResponse(there(self._games.known(request.path_params["game"], self._language(request))))

    async def game_markup(self, request: Request) -> Response:
        """A game's part of one of our pages."""
        game, part = request.path_params["game"], request.path_params["part"]
        return HTMLResponse(there(self._games.markup(game, part, self._language(request))))

    async def game_file(self, request: Request) -> Response:
        """A script, a style or a picture of a game."""
        asked = request.path_params
        kind, content = there(self._games.file(asked["game"], asked["file"]))
        said: Mapping[str, str] = {}
        if (version := asked.get("version")) is not None:
            content, said = there(in_version(version, asked["file"], content)), headers(version)
        if is_text(kind):
            return await text_of(content, kind, request.headers, said)
        return Response(content, media_type=kind, headers=said)

    async def screen(self, request: Request) -> Response:
        return JSONResponse(self._hub.screen(self._language(request), self._who(request)))

    def _who(self, request: Request) -> Principal:
        """The principal of a request: the one of its token, if it has one; an unknown token is an error."""
        token = bearer(request.headers)
        if token is None:
            return EVERYBODY
        if not self._guard.may_speak(request.headers):
            raise HTTPException(403)
        if self._guard.token_given(request.headers):
            return OPERATOR
        who = self._table.visitors.holder_of(token)
        if who is None:
            raise HTTPException(401)
        return who

    async def health(self, request: Request) -> Response:
        del request
        return JSONResponse(self._table.health())

    async def command(self, request: Request) -> Response:
        """Carry out a command, as on the WebSocket, and reply."""
        who, body = self._who(request), await body_of(request)
        sent: list[CommandMessage] = []

        def act() -> Mapping[str, Any] | None:
            message = read_message(body)
            if not isinstance(message, CommandMessage):
                raise HTTPException(400)
            sent.append(message)
            return carried_out(self._table, self._hub.budget, message, who, address_of(request))

        answer = reply(self._table, self._language(request), None, act)
        if sent:
            answer["id"] = sent[0].id
        return JSONResponse(answer, status_code=200 if answer["ok"] else REFUSED_STATUS.get(answer["error"], 422))

    async def trouble(self, request: Request) -> Response:
        """Log what a page could not draw."""
        self._troubles.report(await message_of(request, Trouble), address_of(request))
        return JSONResponse(Done(ok=True))

    async def join(self, request: Request) -> Response:
        """Exchange an invitation for a seat's token, or the lobby's code for a guest's.

        Only wrong codes are limited: with 128 bits they cannot be guessed, so nobody with a code is kept out by others.
        A code that works several times is limited by rate.
        """
        try:
            joining = await message_of(request, Joining)
            if (other := self._table.elsewhere) is not None:
                self.reception.keep_pace(request)
                return Response(await other.join(joining.code), media_type="application/json")
            if self._table.visitors.lets_many_in(joining.code):
                self.reception.keep_pace(request)
            return JSONResponse({"ok": True, **self._table.visitors.join(joining.code)})
        except HTTPException:
            self.reception.keep_pace(request)
            raise
        except Refused as refusal:
            self.reception.keep_pace(request)
            address, now = address_of(request), asyncio.get_running_loop().time()
            if refusal.name != FULL:
                if not self._tries.allows(address, now):
                    raise HTTPException(429) from refusal
                self._tries.failed(address, now)
            return self.reception.refused(request, refusal)

    async def events(self, request: Request) -> Response:
        """The screen as server-sent events, without the lights."""
        if self._hub.full(address_of(request)):
            raise HTTPException(503)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        feed = self._feed(self._language(request), address_of(request))
        return StreamingResponse(feed, media_type="text/event-stream")

    async def _feed(self, language: str, address: str) -> AsyncIterator[str]:
        watcher = self._hub.join(language, EVERYBODY, lights=False, address=address)
        try:
            waiting: asyncio.Task[str | bytes | None] | None = None
            while True:
                waiting = waiting or asyncio.create_task(watcher.next())
                done, _ = await asyncio.wait({waiting}, timeout=FEED_BEAT_S)
                if not done:
                    yield ": beat\n\n"
                    continue
                message = waiting.result()
                waiting = None
                if message is None:
                    return
                if isinstance(message, str):
                    yield f"data: {message}\n\n"
        finally:
            if waiting is not None:
                waiting.cancel()
            self._hub.leave(watcher)

    async def problem(self, request: Request, error: Exception) -> Response:
        """The answer to errors: words for a person, JSON for a script."""
        if isinstance(error, Refused):
            return self.reception.let_through(request, error)
        status, headers = 503, None
        if isinstance(error, HTTPException):
            status, headers = error.status_code, error.headers
        language = self._language(request)
        catalogue = self.reception.catalogues[language]
        deleted = isinstance(error, GameDeleted)
        text = catalogue.render(say("game_deleted" if deleted else "not_found"))
        if request.url.path.startswith("/api/"):
            named = (
                {"error": "game_deleted", "sentence": text}
                if deleted
                else {"error": STATUS_NAMES.get(status, "malformed")}
            )
            return JSONResponse({"ok": False, **named}, status, headers)
        if status == 404:
            title = catalogue.render(say("not_found_title"))
            return HTMLResponse(pages.problem(language, catalogue, title, text), status, headers)
        return PlainTextResponse(f"{error}\n", status, headers)
