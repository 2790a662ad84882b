"""Endpoints: who may use a route, with what message, and its answer. `routes` has them all.

The gate has checked the `Host` before; the table itself checks who may issue which command (`commands.permissions`).
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.assets import CachedFiles
from pearlboard.web.guard import Guard, bearer
from pearlboard.web.reception import Reception

MOST_BYTES: Final = 4096
"""The longest message on any route."""

PIECE_BYTES: Final = 1 << 19
"""The longest piece of an upload: over a slow Wi-Fi it arrives within `web.request_ms`."""

PIECE: Final = "application/octet-stream"
POLICY: Final = 1008
FOREIGN: Final = Refused("forbidden", say("ui_foreign"))
"""The refusal of pages of other sites; of ours, too, behind a proxy whose name is not in the settings."""


class AccessRule(Enum):
    """The access rule of a route."""

    ANYBODY = auto()  # anybody who reaches the table: the answer is public
    PAGES = auto()  # a page of ours; or no page, but the operator's token
    TOKENS = auto()  # a page of ours; or no page, but a token, which must then be valid
    OPERATOR = auto()  # with the operator's token, from a page of ours, or from no page
    KNOCK = auto()  # a page of ours, or no page: the message itself has the credentials


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One route.

    do            the handler, a method of one of the application's parts; or files
    method        `WEBSOCKET`, or one of HTTP; with GET comes HEAD
    takes         the type of a message, or `PIECE` of a file
    query         the parameters of its address, besides `lang`
    answers       the type of an answer's JSON, or its media type; `Mapping` where only the documents list the keys
    in_safe_mode  also served when the table cannot run
    own_pace      its handler limits the rate for clients that are known
    """

    path: str
    may: AccessRule
    do: Callable[..., Awaitable[Any]] | CachedFiles
    method: str = "GET"
    takes: Any = None
    answers: Any = Mapping
    query: tuple[str, ...] = ()
    in_safe_mode: bool = False
    own_pace: bool = False

    @property
    def most_bytes(self) -> int:
        """The longest message accepted."""
        return 0 if self.takes is None else PIECE_BYTES if self.takes == PIECE else MOST_BYTES

    def lets_in(self, headers: Headers, guard: Guard) -> bool:
        """Whether a request's headers allow it. Pages of other sites are refused, even with a token."""
        match self.may:
            case AccessRule.ANYBODY:
                return True
            case AccessRule.PAGES:
                return guard.may_change(headers)
            case AccessRule.TOKENS:
                return guard.may_speak(headers) and ("origin" in headers or bearer(headers) is not None)
            case AccessRule.OPERATOR:
                return guard.may_speak(headers) and guard.token_given(headers)
            case AccessRule.KNOCK:
                return guard.may_speak(headers)

    def served(self, guard: Guard, reception: Reception, *parts: object) -> BaseRoute:
        """The route, answered by one of these parts; the access rule is checked first."""
        if isinstance(self.do, CachedFiles):
            return Mount(self.path, self.do)
        owner, _, name = self.do.__qualname__.partition(".")
        do = getattr({type(part).__name__: part for part in parts}[owner], name)

        async def answer(request: Request) -> Response:
            if not self.lets_in(request.headers, guard):
                if guard.may_speak(request.headers):
                    raise HTTPException(403)
                return reception.refused(request, FOREIGN, 403)
            if self.may is not AccessRule.ANYBODY and not self.own_pace:
                reception.keep_pace(request)
            request.scope["most_bytes"] = self.most_bytes
            response: Response = await do(request)
            return response

        async def attend(socket: WebSocket) -> None:
            if self.lets_in(socket.headers, guard):
                await do(socket)
            else:
                await socket.close(POLICY, "origin")

        if self.method == "WEBSOCKET":
            return WebSocketRoute(self.path, attend)
        return Route(self.path, answer, methods=[self.method])
