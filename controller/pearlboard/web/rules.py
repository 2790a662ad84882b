"""Who may come in by which route, and how: the one table of it. The server serves no route that does not stand here.

Before any of this the gate asks for the `Host`; behind it the table says who may ask what
(`commands.permissions`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from starlette.datastructures import Headers

from pearlboard.web.guard import Guard, bearer

MOST_BYTES: Final = 4096
"""The longest message, by whatever way it comes."""

PIECE_BYTES: Final = 1 << 19
"""The longest piece of a file that is sent to the table: over a slow Wi-Fi it is there within `web.request_ms`."""


class AccessRule(Enum):
    """Whom a route lets in."""

    ANYBODY = auto()  # who reaches the table: it only shows what all may see
    PAGES = auto()  # a page of ours; or no page, but the operator's token
    TOKENS = auto()  # a page of ours; or no page, but a token, which must then be somebody's
    OPERATOR = auto()  # who shows the operator's token: a page of ours, or no page
    KNOCK = auto()  # a page of ours, or no page: what must be known comes in the message


class Limit(Enum):
    """How often one may come."""

    LOOKS = auto()  # `guard.Gate`, an address
    MESSAGES = auto()  # `rate_limiter.RateLimiter`, an address over HTTP, a connection over a WebSocket
    TRIES = auto()  # `rate_limiter.WrongTries` of what was wrong, and the pace of an address besides


@dataclass(frozen=True, slots=True)
class Rule:
    """One route's. `method` is `WEBSOCKET` for what is none of HTTP; where GET may come, HEAD may."""

    may: AccessRule
    method: str = "GET"
    most_bytes: int = 0
    limit: Limit = Limit.LOOKS

    def lets_in(self, headers: Headers, guard: Guard) -> bool:
        """Whether a request may pass, by its headers alone. A page of another site may nothing, even with a token."""
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


RULES: Final[Mapping[str, Rule]] = {
    "/": Rule(AccessRule.ANYBODY),
    "/seat": Rule(AccessRule.ANYBODY),
    "/operator": Rule(AccessRule.ANYBODY),
    "/family": Rule(AccessRule.ANYBODY),
    "/archive": Rule(AccessRule.ANYBODY),
    "/archive/{number:int}": Rule(AccessRule.ANYBODY),
    "/archive/{number:int}.json": Rule(AccessRule.ANYBODY),
    "/archive/{number:int}.svg": Rule(AccessRule.ANYBODY),
    "/archive/{number:int}/analysis": Rule(AccessRule.ANYBODY),
    "/learn/{game}": Rule(AccessRule.ANYBODY),
    "/games/{game}/lesson.json": Rule(AccessRule.ANYBODY),
    "/games/{game}/puzzle.json": Rule(AccessRule.ANYBODY),
    "/games/{game}/known.json": Rule(AccessRule.ANYBODY),
    "/games/{game}/{part}.html": Rule(AccessRule.ANYBODY),
    "/static/games/{game}/{file}": Rule(AccessRule.ANYBODY),
    "/static/{version}/games/{game}/{file}": Rule(AccessRule.ANYBODY),
    "/static": Rule(AccessRule.ANYBODY),
    "/health": Rule(AccessRule.ANYBODY),
    "/api/archive/{number:int}": Rule(AccessRule.ANYBODY),
    "/api/archive/{number:int}/analysis": Rule(AccessRule.ANYBODY),
    "/api/screen": Rule(AccessRule.ANYBODY),
    "/api/events": Rule(AccessRule.ANYBODY),
    "/api/command": Rule(AccessRule.TOKENS, "POST", MOST_BYTES, Limit.MESSAGES),
    "/api/join": Rule(AccessRule.KNOCK, "POST", MOST_BYTES, Limit.TRIES),
    "/api/enter": Rule(AccessRule.KNOCK, "POST", MOST_BYTES, Limit.TRIES),
    "/api/workshop": Rule(AccessRule.OPERATOR, "POST", MOST_BYTES, Limit.MESSAGES),
    "/api/operator": Rule(AccessRule.OPERATOR, "POST", MOST_BYTES, Limit.MESSAGES),
    "/api/release": Rule(AccessRule.OPERATOR, "POST", PIECE_BYTES, Limit.MESSAGES),
    "/api/language": Rule(AccessRule.PAGES, "POST", MOST_BYTES, Limit.MESSAGES),
    "/api/trouble": Rule(AccessRule.PAGES, "POST", MOST_BYTES, Limit.MESSAGES),
    "/api/restore": Rule(AccessRule.OPERATOR, "POST", PIECE_BYTES, Limit.MESSAGES),
    "/api/backup": Rule(AccessRule.OPERATOR, limit=Limit.MESSAGES),
    "/api/kept": Rule(AccessRule.OPERATOR, limit=Limit.MESSAGES),
    "/ws": Rule(AccessRule.PAGES, "WEBSOCKET", MOST_BYTES, Limit.MESSAGES),
    "/ws/seat": Rule(AccessRule.KNOCK, "WEBSOCKET", MOST_BYTES, Limit.MESSAGES),
}
