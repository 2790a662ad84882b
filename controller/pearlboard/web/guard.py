"""Access control. Guests share the network, and any page they open may try to reach the table.

- Host: an address, or a name of this machine (`names`). Any other name that leads here is DNS rebinding.
- While the table's own network is open every name leads here, and requests for other names are redirected to the
  table's address there. The answer is the same for all, so an attacker learns nothing by it.
- Changes and the WebSocket need the same origin, compared by value, or the bearer token printed at start. A proxy may
  send another Host than the browser; pages of the names in the settings count as ours, too.
- The client is the peer of the connection, or whoever a proxy in the settings names.
- None of our pages runs or loads anything foreign.
- Requests are limited. (`connections` limits connections.)
"""

import asyncio
import hmac
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pearlboard.origins import NO_PROXIES, Authority, Proxies, address_in, authority, is_loopback, origin
from pearlboard.texts import Sentence, say
from pearlboard.web.address import HERE, bracketed
from pearlboard.web.rate_limiter import LOOKS_A_SECOND, LOOKS_BURST, RateLimiters, network_of
from pearlboard.web.work_budget import OPERATOR, Payer, WorkBudget, metered

SECURITY_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OPENER: Final = ("Cross-Origin-Opener-Policy", "same-origin")
"""A header for HTTPS and this machine only: elsewhere browsers ignore it, and log an error for every page."""
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy shows that it forwards a request."""
HEALTH: Final = "/health"
"""Cheap, and needed by monitoring however busy the table is."""
TOO_FAST: Final = 429
LATE_S: Final = 0.5
"""The delay of a refusal for excess requests: a refusal costs work, too, and each connection can wait for one only."""
LOOKING: Final = ("GET", "HEAD")
"""Routes without a stricter limit of their own: a page may ask for them as often as it needs (`rules`)."""


@dataclass(frozen=True, slots=True)
class Guard:
    """The rules of access. `names`: the host names of this machine, in lower case; `token`: the bearer token for
    scripts.

    `first_key`: another password for the operator's page until somebody has set the table up; None: there is none.
    `declared`: the names in the settings, under which a proxy may show our pages; `proxies`: trusted proxies.
    `ways`: the origins at which the table is reached.
    """

    names: Container[str]
    token: str
    first_key: Callable[[], str | None] = lambda: None
    declared: tuple[Authority, ...] = ()
    proxies: Proxies = NO_PROXIES
    ways: Callable[[], tuple[str, ...]] = lambda: (f"http://{HERE}",)

    def host_allowed(self, headers: Headers) -> bool:
        """Whether the request names this machine as its host."""
        host = _host(headers)
        return host is not None and (address_in(host.host) is not None or host.host in self.names)

    def origin_allowed(self, headers: Headers) -> bool:
        """Whether the request comes from one of our own pages."""
        page, host = origin(headers.get("origin", "")), _host(headers)
        return page is not None and any(ours.answers(page) for ours in (host, *self.declared) if ours is not None)

    def way(self, scope: Scope) -> str:
        """The origin at which the sender of a misdirected request reaches the table: the address of the connection.

        It reveals nothing new, except to this machine itself, where a proxy may run.
        """
        reached, port = scope.get("server") or ("", None)
        address = address_in(reached)
        if address is None or address.is_loopback:
            return f"{self.ways()[0]}/"
        return f"http://{bracketed(str(address))}:{port}/"

    def is_local(self, connection: HTTPConnection) -> bool:
        """Whether a request or socket comes from this machine's own screen, and not through a proxy.

        Most proxies show in a header. One that does not asks for another host than `localhost`, or comes with a page of
        another origin. A port forwarded by systemd does not show at all: while it is open, nobody counts as local.
        """
        headers, peer = connection.headers, "" if connection.client is None else connection.client.host
        if not is_loopback(peer) or peer in self.proxies or any(name in headers for name in FORWARDED):
            return False
        host, page = _host(headers), headers.get("origin")
        if host is None or not (host.host == HERE or is_loopback(host.host)):
            return False
        return page is None or ((found := origin(page)) is not None and host.answers(found))

    def token_given(self, headers: Headers) -> bool:
        """Whether the request carries the token."""
        token = bearer(headers)
        return token is not None and self.opens(token)

    def opens(self, word: str) -> bool:
        """Whether a word is the token, or as good as it."""
        keys = (self.token, self.first_key())
        return any(key and hmac.compare_digest(word.encode(), key.encode()) for key in keys)

    def may_speak(self, headers: Headers) -> bool:
        """Whether the request may show a token of its own: from one of our pages, or from no page."""
        return "origin" not in headers or self.origin_allowed(headers)

    def may_be_ours(self, headers: Headers) -> bool:
        """Whether a form may come from one of our pages: under `no-referrer` browsers keep its origin to themselves."""
        return headers.get("origin", "null") == "null" or self.origin_allowed(headers)

    def may_change(self, headers: Headers) -> bool:
        """Whether the request may change something. Pages of other sites may not, even with the token."""
        return self.origin_allowed(headers) or ("origin" not in headers and self.token_given(headers))


class Gate:
    """ASGI middleware: refuses foreign hosts and excess requests, and adds the security headers to every answer."""

    def __init__(
        self,
        app: ASGIApp,
        guard: Guard,
        portal: Callable[[], str | None] = lambda: None,
        budget: WorkBudget | None = None,
        words: Callable[[Sentence], str] = str,
    ) -> None:
        """Wrap `app`. `portal`: the table's origin in its own network, while that is open.

        `words`: renders a sentence in the table's language.
        """
        self._app = app
        self._guard = guard
        self._portal = portal
        self._budget = budget or WorkBudget()
        self._words = words
        self._looks = RateLimiters(LOOKS_A_SECOND, LOOKS_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        connection = HTTPConnection(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (*SECURITY_HEADERS.items(), *([OPENER] if _heeded(connection) else [])):
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        scope["local"] = self._portal() is None and self._guard.is_local(connection)
        if connection.client is not None and connection.client.host in self._guard.proxies:
            forwarded = connection.headers.getlist("x-forwarded-for")
            scope["client"] = self._guard.proxies.client(connection.client.host, forwarded), 0
        payer = self._payer(scope)
        refusal = self._refusal(scope, payer)
        if refusal is None:
            await metered(_served(self._app, scope, receive, with_headers), partial(self._budget.charge, payer))
            return
        if refusal.status_code == TOO_FAST:
            await asyncio.sleep(LATE_S)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
        else:
            await refusal(scope, receive, with_headers)

    def _payer(self, scope: Scope) -> Payer:
        connection = HTTPConnection(scope)
        return Payer(address_of(connection), OPERATOR if self._guard.token_given(connection.headers) else None)

    def _refusal(self, scope: Scope, payer: Payer) -> Response | None:
        if (portal := self._portal()) is not None and _is_lost(scope, self._guard, portal):
            if scope.get("method", "") in LOOKING:
                return RedirectResponse(portal, 302)
            return self._not_here(portal)
        wait_s = 0.0 if self._looks.admit(payer.address, asyncio.get_running_loop().time()) else 1.0
        if scope["type"] == "http" and scope["path"] != HEALTH:
            wait_s = max(wait_s, self._budget.wait_s(payer))
        if wait_s == 0.0 and not self._guard.host_allowed(Headers(scope=scope)):
            return self._not_here(self._guard.way(scope))
        if wait_s == 0.0:
            return None
        self._budget.refused(payer.address)
        later = {"Retry-After": str(ceil(wait_s))}
        if scope["path"].startswith("/api/"):
            return JSONResponse({"ok": False, "error": "too_fast"}, TOO_FAST, later)
        return PlainTextResponse("Too many requests at once. Try again in a moment.\n", TOO_FAST, later)

    def _not_here(self, address: str) -> Response:
        """Refuse a foreign host name, and name an address of the table."""
        return PlainTextResponse(f"{self._words(say('foreign_name', address=address))}\n", 403)


async def _served(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def _is_lost(scope: Scope, guard: Guard, portal: str) -> bool:
    """Whether a request in the table's own network is for something else: there every name leads to the table.

    The table's names count as such, too, at the port forwarded by systemd: its clients would share one address, with
    its limits and its wrong passwords.
    """
    headers = Headers(scope=scope)
    host = _host(headers)
    forwarded = host is not None and host.port in (None, 80) and not portal.endswith(":80/")
    return forwarded or (scope.get("method", "") in LOOKING and not guard.host_allowed(headers))


def address_of(connection: HTTPConnection) -> str:
    """The client's address, as `network_of` has it."""
    return network_of(connection.client.host) if connection.client is not None else ""


def by_https(connection: HTTPConnection) -> bool:
    """Whether it has come by HTTPS, if only to a proxy."""
    scheme = connection.headers.get("x-forwarded-proto", connection.scope.get("scheme", "http"))
    return scheme in ("https", "wss")


def bearer(headers: Headers) -> str | None:
    """The token of a request."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


def _heeded(connection: HTTPConnection) -> bool:
    """Whether browsers trust the way by which this has come: HTTPS, if only to a proxy, or this machine's own name."""
    host = _host(connection.headers)
    return by_https(connection) or (host is not None and (host.host == HERE or is_loopback(host.host)))


def _host(headers: Headers) -> Authority | None:
    return authority(headers.get("host", ""))
