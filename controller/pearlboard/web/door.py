"""Authentication for the operator's page: the operator password, or the token, is exchanged for the token of this run.

A memorable password can be guessed, so even the right one is delayed after too many wrong ones: five a minute from an
address, ten in all. The token counts as no guess and is never delayed.

Only this handler knows about passwords; everything behind it takes the token.
"""

import asyncio
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.answers import Opened
from pearlboard.web.guard import Guard, address_of
from pearlboard.web.port import OperatorPort
from pearlboard.web.rate_limiter import TRIES, WrongTries
from pearlboard.web.receiving import message_of
from pearlboard.web.reception import Reception, there

ALL_TRIES: Final = 10


class Knock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for the token."""

    word: str


class Door:
    """The handler."""

    def __init__(self, operating: OperatorPort | None, guard: Guard, reception: Reception) -> None:
        """`operating`: None where nobody asks it."""
        self._operating = operating
        self._guard = guard
        self._reception = reception
        self._tries = WrongTries(TRIES, ALL_TRIES)

    async def enter(self, request: Request) -> Response:
        """Exchange the password for the token of this run; a valid token is handed back."""
        word = (await message_of(request, Knock)).word
        if self._guard.opens(word.strip()):
            return JSONResponse(Opened(ok=True, token=word.strip()))
        operating = there(self._operating, 503)
        if not operating.has_password:
            return self._refused(request, "no_password", 422)
        address, now = address_of(request), asyncio.get_running_loop().time()
        if not self._tries.allows(address, now):
            return self._refused(request, "too_many_tries", 429)
        self._tries.failed(address, now)  # counted before the check, or simultaneous guesses would all be let through
        if not await operating.is_password(word):
            return self._refused(request, "wrong_password", 422)
        self._tries.forget(address)
        return JSONResponse(Opened(ok=True, token=self._guard.token))

    def _refused(self, request: Request, why: str, status: int) -> Response:
        return self._reception.refused(request, Refused(why, say(f"door_{why}")), status)
