"""A route that is what its rule says: whoever may not come in is refused before anything is done."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pearlboard.web.guard import Guard
from pearlboard.web.rules import RULES

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


def by_rule(path: str, handler: Handler, guard: Guard) -> Route:
    """The route of that path."""
    rule = RULES[path]

    async def ruled(request: Request) -> Response:
        if not rule.lets_in(request.headers, guard):
            raise HTTPException(403)
        return await handler(request)

    return Route(path, ruled, methods=[rule.method])
