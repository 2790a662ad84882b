"""What comes in with a request, within the length that its rule allows."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from pearlboard.web.rules import RULES


async def body_of(request: Request) -> str:
    """The message; 413 if it is longer than may be, 400 for none."""
    most_bytes = RULES[request.url.path].most_bytes
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most_bytes:
            raise HTTPException(413)
    return body.decode(errors="replace")
