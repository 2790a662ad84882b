"""The pages that everybody in the house sees: all tables at a glance, on a screen or a television."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse

from pearlboard.hub import words
from pearlboard.hub.feed import Feed
from pearlboard.web.guard import address_of


class Visiting:
    """The handlers of these pages."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed

    async def page(self, request: Request) -> Response:
        """All tables."""
        return self._page(request, "glance.html")

    async def television(self, request: Request) -> Response:
        """All tables, for a television in the window: large, and nothing to press."""
        return self._page(request, "tv.html")

    async def feed(self, request: Request) -> Response:
        """What changes, as server-sent events."""
        if self._feed.full(address_of(request)):
            raise HTTPException(503)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        told = self._feed.follow(words.language_of(request), address_of(request))
        return StreamingResponse(told, media_type="text/event-stream")

    async def health(self, request: Request) -> Response:
        """Whether the hub works, for monitoring."""
        del request
        return JSONResponse({"ok": self._feed.answers}, 200 if self._feed.answers else 503)

    def _page(self, request: Request, template: str) -> Response:
        language = words.language_of(request)
        return HTMLResponse(words.render(template, language, inside=self._feed.said(language)))


async def problem(request: Request, error: Exception) -> Response:
    """The answer to errors, in words for a person."""
    status = error.status_code if isinstance(error, HTTPException) else 503
    name = {404: "not_found", 403: "forbidden", 429: "too_fast", 503: "unavailable"}.get(status)
    if name is None:
        return PlainTextResponse(f"{error}\n", status)
    return HTMLResponse(words.render("problem.html", words.language_of(request), problem=name), status)
