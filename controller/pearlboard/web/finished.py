"""Finished games over HTTP: their list, the family's table, each game again, its record, its picture, thought over."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pearlboard import __version__
from pearlboard.games.api import MOST_SEATS
from pearlboard.games.registry import GAMES
from pearlboard.web import pages
from pearlboard.web.games import pages_of
from pearlboard.web.port import NOTHING, Asked, TablePort
from pearlboard.web.reception import Reception, there

MOST_LETTERS: Final = 128
"""A name as it is typed has at most as many; what is longer is nobody's."""
_Name = Annotated[str, Meta(max_length=MOST_LETTERS)]
_Players = Annotated[list[tuple[_Name, _Name | None]], Meta(max_length=MOST_SEATS)]


class GameDeleted(HTTPException):
    """The answer where there was such a game, and it was deleted."""


class FinishedGames:
    """The handlers, with what they need."""

    def __init__(self, table: TablePort, reception: Reception) -> None:
        self._table = table
        self._page = reception.page
        self._language = reception.language

    @property
    def _visits(self) -> str | None:
        """The name of the table at whose game this one takes part, which keeps that; None: at none."""
        return None if self._table.elsewhere is None else self._table.elsewhere.called

    async def archive_page(self, request: Request) -> Response:
        typed = {key: value for key, value in request.query_params.items() if value}
        asked = _asked(typed)
        found = await self._table.finished.archive(self._language(request), asked or NOTHING)
        about = {"typed": None if asked else typed, "version": __version__, "visits": self._visits}
        page = await self._page(request, pages.archive, found, asked or NOTHING, **about)
        page.status_code = 200 if asked else 422
        return page

    async def family_page(self, request: Request) -> Response:
        table = await self._table.finished.family(request.query_params.get("game"), self._language(request))
        return await self._page(request, pages.family, table, visits=self._visits)

    async def proposal(self, request: Request) -> Response:
        """The handicap proposed to players, who come as the JSON of their names and levels; null if there is none."""
        typed = request.query_params
        try:
            players = msgspec.json.decode(typed.get("players", ""), type=_Players)
        except msgspec.MsgspecError as error:
            raise HTTPException(422) from error
        found = await self._table.finished.proposal(typed.get("game", ""), players, self._language(request))
        return JSONResponse({"proposal": found})

    async def record(self, request: Request) -> Response:
        number = self._number(request)
        found = there(await self._table.finished.record(number))
        name = f"pearlboard-{number}.json"
        return JSONResponse(found, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def picture(self, request: Request) -> Response:
        """A finished game, to keep and to send on."""
        number = self._number(request)
        drawn = there(await self._table.finished.picture(number, self._language(request)))
        named = {"Content-Disposition": f'inline; filename="pearlboard-{number}.svg"'}
        return Response(drawn, media_type="image/svg+xml", headers=named)

    async def replay_page(self, request: Request) -> Response:
        shown = _heading(await self._replay(request))
        return await self._page(request, pages.replay, **shown, lights=self._visits is None)

    async def replay(self, request: Request) -> Response:
        return JSONResponse(await self._replay(request))

    async def _replay(self, request: Request) -> Mapping[str, Any]:
        """A finished game. While this table takes part in another one's, whatever is played is played there."""
        found = there(await self._table.finished.replay(self._number(request), self._language(request)))
        return found if self._visits is None else {**found, "tries": ()}

    async def analysis_page(self, request: Request) -> Response:
        return await self._page(request, pages.analysis, **_heading(await self._replay(request)))

    async def analysis(self, request: Request) -> Response:
        return JSONResponse(there(await self._table.finished.analysis(self._number(request), self._language(request))))

    def _number(self, request: Request) -> int:
        number: int = request.path_params["number"]
        if self._table.finished.deleted(number):
            raise GameDeleted(404)
        return number


def _asked(typed: Mapping[str, str]) -> Asked | None:
    """The search as it was typed; None if there is something in it for which nobody can search."""
    try:
        return msgspec.convert(typed, Asked, strict=False)
    except msgspec.ValidationError:
        return None


def _heading(found: Mapping[str, Any]) -> pages.FinishedGame:
    """The heading of a page about a finished game."""
    return {
        "version": __version__,
        "number": found["number"],
        "finished": found["finished"],
        "called": found["called"],
        "names": [player["name"] for player in found["players"]],
        "game": found["game"],
        "pages": pages_of(GAMES[found["game"]]),
    }
