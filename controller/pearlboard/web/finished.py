"""Finished games over HTTP: their list, the family's table, each game again, its record, its picture, thought over."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from pearlboard import __version__
from pearlboard.games.registry import GAMES
from pearlboard.texts import Catalogue
from pearlboard.web import pages
from pearlboard.web.games import pages_of
from pearlboard.web.port import TablePort
from pearlboard.web.work_budget import beside

T = TypeVar("T")


class GameDeleted(HTTPException):
    """There was such a game."""


class FinishedGames:
    """The handlers, with what they need. `language`: the one that a request is answered in."""

    def __init__(
        self, table: TablePort, catalogues: Mapping[str, Catalogue], language: Callable[[Request], str]
    ) -> None:
        self._table = table
        self._catalogues = catalogues
        self._language = language

    async def archive_page(self, request: Request) -> Response:
        language = self._language(request)
        games = await self._table.archive(language)
        return HTMLResponse(
            await beside(pages.archive, language, self._catalogues[language], games, version=__version__)
        )

    async def family_page(self, request: Request) -> Response:
        language = self._language(request)
        table = await self._table.family(request.query_params.get("game"), language)
        return HTMLResponse(await beside(pages.family, language, self._catalogues[language], table))

    async def record(self, request: Request) -> Response:
        number = self._number(request)
        found = there(await self._table.record(number))
        name = f"pearlboard-{number}.json"
        return JSONResponse(found, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def picture(self, request: Request) -> Response:
        """A finished game, to keep and to send on."""
        number = self._number(request)
        drawn = there(await self._table.picture(number, self._language(request)))
        named = {"Content-Disposition": f'inline; filename="pearlboard-{number}.svg"'}
        return Response(drawn, media_type="image/svg+xml", headers=named)

    async def replay_page(self, request: Request) -> Response:
        language, found = self._language(request), await self._replay(request)
        return HTMLResponse(await beside(pages.replay, language, self._catalogues[language], **_heading(found)))

    async def replay(self, request: Request) -> Response:
        return JSONResponse(await self._replay(request))

    async def _replay(self, request: Request) -> Mapping[str, Any]:
        return there(await self._table.replay(self._number(request), self._language(request)))

    async def analysis_page(self, request: Request) -> Response:
        language, found = self._language(request), await self._replay(request)
        return HTMLResponse(await beside(pages.analysis, language, self._catalogues[language], **_heading(found)))

    async def analysis(self, request: Request) -> Response:
        return JSONResponse(there(await self._table.analysis(self._number(request), self._language(request))))

    def _number(self, request: Request) -> int:
        number: int = request.path_params["number"]
        if self._table.deleted(number):
            raise GameDeleted(404)
        return number


def there(found: T | None) -> T:
    """That, or 404 where there is no such thing."""
    if found is None:
        raise HTTPException(404)
    return found


def _heading(found: Mapping[str, Any]) -> pages.FinishedGame:
    """What stands at the head of a page about a finished game."""
    return {
        "version": __version__,
        "number": found["number"],
        "finished": found["finished"],
        "called": found["called"],
        "names": [player["name"] for player in found["players"]],
        "game": found["game"],
        "pages": pages_of(GAMES[found["game"]]),
    }
