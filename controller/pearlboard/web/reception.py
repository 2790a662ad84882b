"""Shared services of all handlers: the language and rate limit of a request, and answers as pages or refusals."""

import asyncio
from collections.abc import Callable, Hashable, Mapping
from typing import Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from pearlboard import __version__
from pearlboard.languages import language_of
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, Sentence
from pearlboard.web.assets import text_of
from pearlboard.web.guard import address_of
from pearlboard.web.rate_limiter import RateLimiters
from pearlboard.web.work_budget import beside

CONFLICTS: Final = ("game_is_on", "changed_meanwhile", "newer_is_here", "at_work", "language_is_set")
"""Refusals for the state of the table, answered with 409, rather than for the request."""

T = TypeVar("T")


class Reception:
    """The services of one application. `words`: renders a sentence in a language; `default_language`: for requests that
    name no language we have.
    """

    def __init__(
        self,
        catalogues: Mapping[str, Catalogue],
        default_language: Callable[[], str],
        words: Callable[[Sentence, str], str],
    ) -> None:
        self.catalogues = catalogues
        self._default_language = default_language
        self._words = words
        self._paces = RateLimiters()
        self._pages: dict[tuple[Hashable, ...], bytes] = {}

    def language(self, request: Request) -> str:
        """The language of a request."""
        asked, accepted = request.query_params.get("lang"), request.headers.get("accept-language")
        return language_of(asked, accepted, self._default_language())

    def keep_pace(self, request: Request) -> None:
        """Raise 429 if its address exceeds the rate limit."""
        if not self._paces.admit(address_of(request), asyncio.get_running_loop().time()):
            raise HTTPException(429)

    async def page(self, request: Request, make: Callable[..., str], *told: object, **about: object) -> Response:
        """Render a page in a thread: the first one compiles its templates, which takes a small Pi a while."""
        language = self.language(request)
        return HTMLResponse(await beside(make, language, self.catalogues[language], *told, **about))

    async def kept_page(self, request: Request, make: Callable[..., str], **about: Hashable) -> Response:
        """A page that depends on nothing but its language and `about`: rendered once, and cached."""
        key = make, self.language(request), *about.values()
        if key not in self._pages:
            self._pages[key] = bytes((await self.page(request, make, version=__version__, **about)).body)
        return await text_of(self._pages[key], "text/html", request.headers)

    def let_through(self, request: Request, refusal: Refused) -> Response:
        """Answer a refusal that a handler has not answered itself."""
        return self.refused(request, refusal, 409 if refusal.name in CONFLICTS else 422)

    def refused(self, request: Request, refusal: Refused, status: int = 422, **more: object) -> Response:
        """The answer to a refusal, with its name and sentence; `more` are further fields."""
        sentence = self._words(refusal.sentence, self.language(request))
        return JSONResponse({"ok": False, "error": refusal.name, "sentence": sentence, **more}, status)


def there(found: T | None, status: int = 404) -> T:
    """The thing that was found; without one, the answer has that status."""
    if found is None:
        raise HTTPException(status)
    return found
