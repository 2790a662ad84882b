"""The doors of the hub: each route names who may ask, and its handler is called for nobody else.

A page is looked at; a form changes something. A form is taken from our own pages alone, within its length, with the
proof of the session that asks: other programs of the same machine are the same site to a browser, which sends them our
cookie. (`Referrer-Policy: no-referrer` makes browsers keep the `Origin` of a form to themselves.)
"""

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias
from urllib.parse import parse_qsl

from starlette.datastructures import ImmutableMultiDict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from pearlboard.hub import access, words
from pearlboard.hub.access import Visitor
from pearlboard.hub.audit import record
from pearlboard.hub.database import Away, Database
from pearlboard.hub.roles import Right, admits
from pearlboard.web.guard import Guard, address_of, bearer, by_https
from pearlboard.web.receiving import body_of

COOKIE: Final = "pearlboard_hub"
ENTRY: Final = "/enter"
FEED: Final = "/feed"
API: Final = "/api/"
LONGEST_FORM: Final = 4_096
"""In bytes."""
MOST_FIELDS: Final = 16
LONGEST_TOKEN: Final = 64
Clock: TypeAlias = Callable[[], datetime]
PLACES: Final = (
    ("/", Right.PUBLIC, "back"),
    ("/tv", Right.PUBLIC, "tv"),
    ("/competitions", Right.PUBLIC, "competitions"),
    ("/house", Right.STAFF, "house"),
    ("/care", Right.STAFF, "care"),
    ("/house/games", Right.STAFF, "past"),
    ("/house/competitions", Right.STAFF, "arrange"),
    ("/house/people", Right.OWNER, "people"),
    ("/house/settings", Right.STAFF, "settings"),
    ("/files", Right.OWNER, "files"),
    ("/access", Right.OWNER, "access"),
    ("/deeds", Right.OWNER, "deeds"),
)
"""The links at the top of a page, for those who may follow them: path, right, label."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that was let in: who asks, and what a form says (empty for a page)."""

    request: Request
    visitor: Visitor
    closed: bool
    form: ImmutableMultiDict[str, str]

    @property
    def language(self) -> str:
        """The language of the answer."""
        return words.language_of(self.request)

    def may(self, right: Right) -> bool:
        """Whether whoever asks has a right."""
        return admits(right, self.visitor.role, closed=self.closed)

    def number(self, name: str) -> int:
        """The number in a field of the form; 400 if there is none."""
        return number(self.form.get(name, ""))

    def page(self, template: str, status: int = 200, /, **given: object) -> HTMLResponse:
        """A page of the hub. Its template knows `role`, `here` and `places`, besides what a part of one does."""
        places = [(path, label) for path, right, label in PLACES if self.may(right)]
        shown = {"role": self.visitor.role, "here": self.request.url.path}
        return HTMLResponse(self.part(template, places=places, **shown, **given), status)

    def part(self, template: str, /, **given: object) -> str:
        """A part of a page, as markup. Templates know `proof` and `may`."""
        return words.render(template, self.language, proof=self.visitor.proof, may=self.may, **given)

    def form_page(self, template: str, problem: str | None, /, **given: object) -> HTMLResponse:
        """A page with a form; if that was sent and not done, it says by `problem` why."""
        return self.page(template, 400 if problem else 200, problem=problem, **given)

    def to(self, path: str) -> RedirectResponse:
        """The way on after a form, in the language of the page."""
        return RedirectResponse(f"{path}?lang={self.language}", 303)


Handler: TypeAlias = Callable[[Asked], Awaitable[Response]]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


class Door(Route):
    """A route that names who may ask; `method` GET or POST."""

    def __init__(self, path: str, right: Right, endpoint: Endpoint, method: str) -> None:
        super().__init__(path, endpoint, methods=[method])
        self.right = right
        self.changes = method == "POST"


class Doors:
    """Makes doors, and knows who stands before one. `clock`: the time, for the ends of sessions."""

    def __init__(self, base: Database, guard: Guard, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self._base = base
        self._guard = guard
        self.clock = clock
        self._closed = True

    async def open(self) -> None:
        """Look whether the public pages are closed to strangers."""
        async with self._base.transaction() as cursor:
            self._closed = await access.is_closed(cursor)

    async def close(self, who: Visitor, *, closed: bool) -> None:
        """Close the public pages to strangers, or open them."""
        async with self._base.transaction() as cursor:
            await access.close(cursor, closed=closed)
            await record(cursor, who, "closed" if closed else "opened")
        self._closed = closed

    def page(self, path: str, right: Right, handler: Handler) -> Door:
        """A door to something that is looked at."""

        async def looked(request: Request) -> Response:
            return await self._admitted(request, right, handler)

        return Door(path, right, looked, "GET")

    def form(
        self, path: str, right: Right, handler: Handler, *, longest: int = LONGEST_FORM, fields: int = MOST_FIELDS
    ) -> Door:
        """A door to a deed, which a form asks for: of at most so many bytes and fields."""

        async def sent(request: Request) -> Response:
            form = await self._form(request, longest, fields)
            return await self._admitted(request, right, handler, form)

        return Door(path, right, sent, "POST")

    async def holds(self, request: Request, right: Right) -> bool:
        """Whether a request may still be answered, for answers that go on. While nobody can say, it may."""
        try:
            visitor, closed = await self._visitor(request)
        except Away:
            return True
        return admits(right, visitor.role, closed=closed)

    def token_of(self, request: Request) -> str:
        """The session that a browser shows."""
        return request.cookies.get(COOKIE, "")[:LONGEST_TOKEN]

    def address(self, request: Request) -> str:
        """The hub's address, as whoever asks reaches it, unless this machine is called `localhost` there."""
        scheme = "https" if by_https(request) else "http"
        return self._guard.ways()[0] if request.scope["local"] else f"{scheme}://{request.url.netloc}"

    async def _admitted(
        self, request: Request, right: Right, handler: Handler, form: ImmutableMultiDict[str, str] | None = None
    ) -> Response:
        if right == Right.ANYBODY:  # whoever that is
            visitor, closed = Visitor(address_of(request)), self._closed
        else:
            visitor, closed = await self._known(request, right)
        asked = Asked(request, visitor, closed, form or ImmutableMultiDict())
        if not asked.may(right):
            return _refusal(asked)
        if form is not None and right != Right.ANYBODY and not _proven(visitor, form):
            raise HTTPException(403)
        return await handler(asked)

    async def _known(self, request: Request, right: Right) -> tuple[Visitor, bool]:
        """The visitor, and whether the public pages are closed. What everybody sees, is seen without the database."""
        try:
            return await self._visitor(request)
        except Away:
            if admits(right, None, closed=self._closed):
                return Visitor(address_of(request)), self._closed
            raise

    async def _visitor(self, request: Request) -> tuple[Visitor, bool]:
        stranger, token = Visitor(address_of(request)), self.token_of(request)
        key = bearer(request.headers) if request.url.path.startswith(API) else None
        async with self._base.transaction() as cursor:
            self._closed = await access.is_closed(cursor)
            found = await access.find(cursor, token, stranger.address, self.clock()) if token else None
            if key is not None:
                found = await access.holder_of(cursor, key, stranger.address)
        return found or stranger, self._closed

    async def _form(self, request: Request, longest: int, fields: int) -> ImmutableMultiDict[str, str]:
        """The form that was sent, if it may come from our pages: some browsers say so, and then it has to be true."""
        if not self._guard.may_be_ours(request.headers):
            raise HTTPException(403)
        request.scope["most_bytes"] = longest
        try:
            return ImmutableMultiDict(parse_qsl(await body_of(request), keep_blank_values=True, max_num_fields=fields))
        except ValueError as error:
            raise HTTPException(400) from error


def download(body: str | bytes, called: str, media_type: str) -> Response:
    """A file that the browser keeps under that name."""
    return Response(body, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{called}"'})


def number(text: str) -> int:
    """The number in a text of somebody else's; 400 if there is none."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HTTPException(400)
    return int(text)


def _proven(visitor: Visitor, form: ImmutableMultiDict[str, str]) -> bool:
    return hmac.compare_digest(visitor.proof.encode(), form.get("proof", "").encode())


def _refusal(asked: Asked) -> Response:
    """The answer to whoever may not: a page asks strangers for their key."""
    path = asked.request.url.path
    if path.startswith(API):
        return JSONResponse({"ok": False, "error": "forbidden"}, 403)
    if asked.request.method == "POST":
        raise HTTPException(403)
    if path.endswith(FEED):
        return PlainTextResponse("forbidden\n", 403)
    if asked.visitor.role is None:
        return asked.page("enter.html", 403, wrong=False)
    return asked.page("problem.html", 403, problem="not_yours")
