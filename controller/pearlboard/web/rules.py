"""Who may come in by which route, and how: the one table of it. The server serves no route that does not stand here.

Before any of this the gate asks for the `Host`; behind it the table itself says who may ask what (`app.allowed`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from starlette.datastructures import Headers

from pearlboard.web.guard import Guard, bearer

MOST_BYTES: Final = 4096
"""The longest message, by whatever way it comes."""


class May(Enum):
    """Whom a route lets in."""

    ANYBODY = auto()  # who reaches the table: it only shows what all may see
    PAGES = auto()  # a page of ours; or no page, but the operator's token
    TOKENS = auto()  # a page of ours; or no page, but a token, which must then be somebody's
    OPERATOR = auto()  # who shows the operator's token: a page of ours, or no page
    KNOCK = auto()  # a page of ours, or no page: what must be known comes in the message


class Limit(Enum):
    """How often one may come."""

    NONE = auto()
    MESSAGES = auto()  # `socket.Pace`, an address over HTTP, a connection over a WebSocket
    TRIES = auto()  # `socket.Tries` of what was wrong, and the pace of an address besides


@dataclass(frozen=True, slots=True)
class Rule:
    """One route's. `method` is `WEBSOCKET` for what is none of HTTP; where GET may come, HEAD may."""

    may: May
    method: str = "GET"
    most_bytes: int = 0
    limit: Limit = Limit.NONE

    def lets_in(self, headers: Headers, guard: Guard) -> bool:
        """Whether a request may pass, by its headers alone. A page of another site may nothing, even with a token."""
        match self.may:
            case May.ANYBODY:
                return True
            case May.PAGES:
                return guard.may_change(headers)
            case May.TOKENS:
                return guard.may_speak(headers) and ("origin" in headers or bearer(headers) is not None)
            case May.OPERATOR:
                return guard.may_speak(headers) and guard.token_given(headers)
            case May.KNOCK:
                return guard.may_speak(headers)


RULES: Final[Mapping[str, Rule]] = {
    "/": Rule(May.ANYBODY),
    "/seat": Rule(May.ANYBODY),
    "/operator": Rule(May.ANYBODY),
    "/archive": Rule(May.ANYBODY),
    "/archive/{number:int}": Rule(May.ANYBODY),
    "/archive/{number:int}.json": Rule(May.ANYBODY),
    "/archive/{number:int}/analysis": Rule(May.ANYBODY),
    "/static": Rule(May.ANYBODY),
    "/health": Rule(May.ANYBODY),
    "/api/archive/{number:int}": Rule(May.ANYBODY),
    "/api/archive/{number:int}/analysis": Rule(May.ANYBODY),
    "/api/screen": Rule(May.ANYBODY),
    "/api/events": Rule(May.ANYBODY),
    "/api/command": Rule(May.TOKENS, "POST", MOST_BYTES, Limit.MESSAGES),
    "/api/join": Rule(May.KNOCK, "POST", MOST_BYTES, Limit.TRIES),
    "/api/workshop": Rule(May.OPERATOR, "POST", MOST_BYTES, Limit.MESSAGES),
    "/ws": Rule(May.PAGES, "WEBSOCKET", MOST_BYTES, Limit.MESSAGES),
    "/ws/seat": Rule(May.KNOCK, "WEBSOCKET", MOST_BYTES, Limit.MESSAGES),
}
