"""Who may speak with the table. Guests share the network, and any page they open may try to reach it.

- Host: an address, this machine's own name, or localhost. Another name that leads here is a trick (DNS rebinding).
- While the table's own network is open every name leads here, and whoever looks for another one is sent to the
  table's address there. That answer is the same for all, so a trick learns nothing by it.
- Whatever changes something, and the WebSocket: the same origin, or the bearer token printed at start.
- No page of ours runs or loads anything that is not ours.
- Who looks too often is asked to come later. (How many connections there may be is for `connections`.)
"""

import asyncio
import hmac
import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pearlboard.web.rate_limiter import LOOKS_A_SECOND, LOOKS_BURST, RateLimiters, network_of
from pearlboard.web.work_budget import OPERATOR, Payer, WorkBudget, metered

SECURITY_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy says that somebody else has asked."""
HEALTH: Final = "/health"
"""Costs next to nothing, and is asked for by what looks after the table, however busy that is."""
TOO_FAST: Final = 429
LATE_S: Final = 0.5
"""Who is too fast hears so after half a second: a refusal costs work, too, and as many are open as may be connected."""
LOOKING: Final = ("GET", "HEAD")
"""What anybody may do as often as a page needs it; whatever changes something has a stricter pace (`rules`)."""


@dataclass(frozen=True, slots=True)
class Guard:
    """`names`: the host names of this machine, in lower case; `token`: the bearer token for scripts.

    `first_key`: what opens the operator's page besides, as long as nobody has set the table up; None: nothing does.
    """

    names: frozenset[str]
    token: str
    first_key: Callable[[], str | None] = lambda: None

    def host_allowed(self, headers: Headers) -> bool:
        """Whether the request was sent to this machine by a name it answers to."""
        host = _without_port(headers.get("host", ""))
        return host in self.names or _is_address(host)

    def origin_allowed(self, headers: Headers) -> bool:
        """Whether it comes from one of our own pages."""
        host = headers.get("host", "")
        return headers.get("origin") in {f"http://{host}", f"https://{host}"}

    def token_given(self, headers: Headers) -> bool:
        """Whether it carries the token."""
        token = bearer(headers)
        return token is not None and self.opens(token)

    def opens(self, word: str) -> bool:
        """Whether that is the token, or what counts like it."""
        keys = (self.token, self.first_key())
        return any(key and hmac.compare_digest(word.encode(), key.encode()) for key in keys)

    def may_speak(self, headers: Headers) -> bool:
        """Whether it may show a token of its own: one of our pages, or no page at all."""
        return "origin" not in headers or self.origin_allowed(headers)

    def may_change(self, headers: Headers) -> bool:
        """Whether it may change something. A page of another site may not, even with the token."""
        return self.origin_allowed(headers) or ("origin" not in headers and self.token_given(headers))


class Gate:
    """ASGI: refuses foreign hosts and who looks too often, and adds the security headers to every answer."""

    def __init__(
        self,
        app: ASGIApp,
        guard: Guard,
        portal: Callable[[], str | None] = lambda: None,
        budget: WorkBudget | None = None,
    ) -> None:
        """Stand before `app`. `portal`: where the table is in its own network, while that is open."""
        self._app = app
        self._guard = guard
        self._portal = portal
        self._budget = budget or WorkBudget()
        self._looks = RateLimiters(LOOKS_A_SECOND, LOOKS_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        scope["local"] = self._portal() is None and is_local(HTTPConnection(scope))
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
            return PlainTextResponse(f"The table is at {portal}\n", 403)
        wait_s = 0.0 if self._looks.admit(payer.address, asyncio.get_running_loop().time()) else 1.0
        if scope["type"] == "http" and scope["path"] != HEALTH:
            wait_s = max(wait_s, self._budget.wait_s(payer))
        if wait_s == 0.0 and not self._guard.host_allowed(Headers(scope=scope)):
            return PlainTextResponse("This table is not called that. Open it by its address.\n", status_code=403)
        if wait_s == 0.0:
            return None
        self._budget.refused(payer.address)
        later = {"Retry-After": str(ceil(wait_s))}
        if scope["path"].startswith("/api/"):
            return JSONResponse({"ok": False, "error": "too_fast"}, TOO_FAST, later)
        return PlainTextResponse("Too many requests at once. Try again in a moment.\n", TOO_FAST, later)


async def _served(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def _is_lost(scope: Scope, guard: Guard, portal: str) -> bool:
    """Whether somebody in the table's own network looks for something else: there every name leads to the table.

    By its own names, too, if they came by the port that systemd forwards: whom that brings would share one address, its
    limits and its wrong passwords.
    """
    headers = Headers(scope=scope)
    forwarded = ":" not in headers.get("host", "") and not portal.endswith(":80/")
    return forwarded or (scope.get("method", "") in LOOKING and not guard.host_allowed(headers))


def address_of(connection: HTTPConnection) -> str:
    """Where a request or socket comes from, as `network_of` has it."""
    return network_of(connection.client.host) if connection.client is not None else ""


def is_local(connection: HTTPConnection) -> bool:
    """Whether a request or socket comes from this machine's own screen, and not through a proxy that says so.

    The port that systemd forwards says nothing: while that is open, nobody counts as local.
    """
    host = "" if connection.client is None else connection.client.host
    forwarded = any(name in connection.headers for name in FORWARDED)
    return _is_address(host) and ipaddress.ip_address(host).is_loopback and not forwarded


def bearer(headers: Headers) -> str | None:
    """The token that a request carries."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
