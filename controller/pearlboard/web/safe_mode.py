"""The application of a table that cannot run: every page shows the reason, and the operator's page works.

There games can be put back, and kept files downloaded; whatever needs a table is refused.
"""

from collections.abc import Callable, Mapping
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, say
from pearlboard.web import pages
from pearlboard.web.door import Door
from pearlboard.web.guard import Gate, Guard
from pearlboard.web.operator import OperatorPages
from pearlboard.web.port import OperatorPort
from pearlboard.web.reception import Reception
from pearlboard.web.routes import ENDPOINTS

LOOK_AGAIN_S: Final = 5
"""The interval at which a page reloads itself."""
STATUS_NAMES: Final[Mapping[int, str]] = {400: "malformed", 403: "forbidden", 413: "too_big", 429: "too_fast"}


class SafeModePages:
    """The handlers. `problem`: the reason, as a sentence; `operating`: the operator's deeds."""

    def __init__(
        self,
        problem: Callable[[], str],
        guard: Guard,
        catalogues: Mapping[str, Catalogue],
        default_language: str,
        operating: OperatorPort | None,
    ) -> None:
        self._problem = problem
        self._guard = guard
        self._reception = Reception(
            catalogues, lambda: default_language, lambda said, language: catalogues[language].render(said)
        )
        self._parts = OperatorPages(None, operating, self._reception), Door(operating, guard, self._reception)

    def routes(self) -> list[BaseRoute]:
        """Every route."""
        return [
            *(each.served(self._guard, self._reception, *self._parts) for each in ENDPOINTS if each.in_safe_mode),
            Route("/health", self._health),
            Route("/api/{rest:path}", self._refuse, methods=["GET", "POST"]),
            Route("/{rest:path}", self._explain),
        ]

    async def _explain(self, request: Request) -> Response:
        language = self._reception.language(request)
        catalogue = self._reception.catalogues[language]
        title = catalogue.render(say("safe_mode_title"))
        text = pages.problem(language, catalogue, title, self._problem(), cared_for=True)
        return HTMLResponse(text, status_code=503, headers={"Refresh": str(LOOK_AGAIN_S)})

    async def _health(self, request: Request) -> Response:
        del request
        return JSONResponse({"ok": False, "problem": self._problem()}, status_code=503)

    async def _refuse(self, request: Request) -> Response:
        del request
        return JSONResponse({"ok": False, "error": "safe_mode", "sentence": self._problem()}, status_code=503)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Answer a request that a rule, a limit or a handler has refused."""
        if isinstance(error, Refused):
            return self._reception.let_through(request, error)
        if not isinstance(error, HTTPException) or error.status_code not in STATUS_NAMES:
            return await self._refuse(request)
        named = {"ok": False, "error": STATUS_NAMES[error.status_code]}
        return JSONResponse(named, error.status_code, error.headers)


def safe_mode_app(
    problem: Callable[[], str],
    guard: Guard,
    catalogues: Mapping[str, Catalogue],
    default_language: str,
    operating: OperatorPort | None = None,
) -> ASGIApp:
    """The application, behind the gate."""
    served = SafeModePages(problem, guard, catalogues, default_language, operating)
    return Gate(
        Starlette(routes=served.routes(), exception_handlers={HTTPException: served.refused, Refused: served.refused}),
        guard,
        words=catalogues[default_language].render,
    )
