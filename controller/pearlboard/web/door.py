"""The door of the operator's page: who types the owner's password, or the token, is given what opens all behind it.

A password that people remember can be guessed, so even the right one waits when too many were wrong: five a minute from
an address, ten in all. The token is none of these and is never kept waiting.

A password is exchanged here for the token of this run of the program, so nothing behind the door knows about passwords.
"""

import asyncio
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.answers import Opened
from pearlboard.web.finished import there
from pearlboard.web.guard import Guard, address_of
from pearlboard.web.port import OperatorPort
from pearlboard.web.rate_limiter import TRIES, WrongTries
from pearlboard.web.receiving import message_of
from pearlboard.web.reception import Reception

ALL_TRIES: Final = 10


class Knock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was typed at the door."""

    word: str


class Door:
    """The handler."""

    def __init__(self, operating: OperatorPort | None, guard: Guard, reception: Reception) -> None:
        """Nobody has tried yet. `operating`: None where nobody asks it."""
        self._operating = operating
        self._guard = guard
        self._reception = reception
        self._tries = WrongTries(TRIES, ALL_TRIES)

    async def enter(self, request: Request) -> Response:
        """Exchange the password for the token of this run; what is a token already is handed back."""
        word = (await message_of(request, Knock)).word
        if self._guard.opens(word.strip()):
            return JSONResponse(Opened(ok=True, token=word.strip()))
        operating = there(self._operating, 503)
        if not operating.has_password:
            return self._refused(request, "no_password", 422)
        address, now = address_of(request), asyncio.get_running_loop().time()
        if not self._tries.allows(address, now):
            return self._refused(request, "too_many_tries", 429)
        self._tries.failed(address, now)  # before it is known, or all that come at once would be let through
        if not await operating.is_password(word):
            return self._refused(request, "wrong_password", 422)
        self._tries.forget(address)
        return JSONResponse(Opened(ok=True, token=self._guard.token))

    def _refused(self, request: Request, why: str, status: int) -> Response:
        return self._reception.refused(request, Refused(why, say(f"door_{why}")), status)
