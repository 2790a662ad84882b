"""Bodies of requests, within the limit of their route (`rules.Endpoint`)."""

from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

_Message = TypeVar("_Message")


async def message_of(request: Request, kind: type[_Message]) -> _Message:
    """The body as a message of that type; 400 if it is malformed."""
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPException(400) from error


async def body_of(request: Request) -> str:
    """The body as text; 413 if it is too long."""
    return (await bytes_of(request)).decode(errors="replace")


async def bytes_of(request: Request) -> bytes:
    """The body as bytes; 413 if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > request.scope["most_bytes"]:
            raise HTTPException(413)
    return bytes(body)
