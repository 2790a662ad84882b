"""The public pages, for everybody in the house unless its owner has closed them: all tables, also on a television."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse

from pearlboard.hub import words
from pearlboard.hub.database import Away
from pearlboard.hub.doors import FEED, Asked, Door, Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.roles import Right


class Visiting:
    """The handlers of these pages."""

    def __init__(self, feed: Feed, doors: Doors) -> None:
        self._feed = feed
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page = self._doors.page
        return [
            page("/", Right.PUBLIC, self.page),
            page("/tv", Right.PUBLIC, self.television),
            page(FEED, Right.PUBLIC, self.feed),
            page("/health", Right.ANYBODY, self.health),
        ]

    async def page(self, asked: Asked) -> Response:
        """All tables."""
        return asked.page("glance.html", inside=self._feed.said(asked.language))

    async def television(self, asked: Asked) -> Response:
        """All tables, for a television in the window: large, and nothing to press."""
        return asked.page("tv.html", inside=self._feed.said(asked.language))

    async def feed(self, asked: Asked) -> Response:
        """Changes, as server-sent events."""

        async def markup() -> str:
            return self._feed.said(asked.language)

        return followed(self._feed, self._doors, asked, markup, self._feed.number)

    async def health(self, asked: Asked) -> Response:
        """Whether the hub works, for monitoring."""
        del asked
        return JSONResponse({"ok": self._feed.answers}, 200 if self._feed.answers else 503)


def followed(
    feed: Feed,
    doors: Doors,
    asked: Asked,
    markup: Callable[[], Awaitable[str]],
    edition: Callable[[], object],
    right: Right = Right.PUBLIC,
) -> Response:
    """The answer to a page that follows what it shows, until whoever asked may not see it any more.

    While the database is away, `markup` may say so by `Away`: the page is told how it was before, and that.
    """
    address, last = asked.visitor.address, ""

    async def said() -> str:
        nonlocal last
        try:
            last = await markup()
        except Away:
            return words.render("silent.html", asked.language, gone=False) + last
        return last

    if feed.full(address):
        raise HTTPException(503)
    if asked.request.method == "HEAD":
        return Response(media_type="text/event-stream")
    told = feed.follow(address, partial(doors.holds, asked.request, right), said, edition)
    return StreamingResponse(told, media_type="text/event-stream")


async def problem(request: Request, error: Exception) -> Response:
    """The answer to errors, in words for a person."""
    status = error.status_code if isinstance(error, HTTPException) else 503
    name = {404: "not_found", 403: "forbidden", 429: "too_fast", 503: "unavailable"}.get(status)
    if name is None:
        return PlainTextResponse(f"{error}\n", status)
    shown = {"problem": name, "places": (), "role": None, "here": "", "proof": ""}
    return HTMLResponse(words.render("problem.html", words.language_of(request), **shown), status)
