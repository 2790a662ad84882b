"""The door of the operator's page: who types the owner's password, or the token, is given what opens all behind it.

A password that people remember can be guessed, so even the right one waits when too many were wrong: five a minute from
an address, ten in all. The token is none of these and is never kept waiting.

A password is exchanged here for the token of this run of the program, so nothing behind the door knows about passwords.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pearlboard.texts import Sentence, say
from pearlboard.web.answers import Opened
from pearlboard.web.guard import Guard, address_of
from pearlboard.web.port import OperatorPort
from pearlboard.web.rate_limiter import TRIES, WrongTries
from pearlboard.web.receiving import message_of

ALL_TRIES: Final = 10


class Knock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was typed at the door."""

    word: str


class Door:
    """The handler. `keep_pace` refuses who comes too often."""

    def __init__(
        self,
        words: Callable[[Sentence, str], str],
        operating: OperatorPort | None,
        guard: Guard,
        language: Callable[[Request], str],
        keep_pace: Callable[[Request], None],
    ) -> None:
        """Nobody has tried yet. `words`: of a sentence, in a language. `operating`: None where nobody asks it."""
        self._words = words
        self._operating = operating
        self._guard = guard
        self._language = language
        self._keep_pace = keep_pace
        self._tries = WrongTries(TRIES, ALL_TRIES)

    async def enter(self, request: Request) -> Response:
        """Exchange the password for the token of this run; what is a token already is handed back."""
        self._keep_pace(request)
        word = (await message_of(request, Knock)).word
        if self._guard.opens(word.strip()):
            return JSONResponse(Opened(ok=True, token=word.strip()))
        if self._operating is None:
            raise HTTPException(503)
        if not self._operating.has_password:
            return self._refused(request, "no_password", 422)
        address, now = address_of(request), asyncio.get_running_loop().time()
        if not self._tries.allows(address, now):
            return self._refused(request, "too_many_tries", 429)
        self._tries.failed(address, now)  # before it is known, or all that come at once would be let through
        if not await self._operating.is_password(word):
            return self._refused(request, "wrong_password", 422)
        self._tries.forget(address)
        return JSONResponse(Opened(ok=True, token=self._guard.token))

    def _refused(self, request: Request, why: str, status: int) -> Response:
        sentence = self._words(say(f"door_{why}"), self._language(request))
        return JSONResponse({"ok": False, "error": why, "sentence": sentence}, status)
