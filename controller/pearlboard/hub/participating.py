"""The page of one person of the house: their matches and their rating, for whoever types their code.

The code is kept in a cookie then, which no script reads and no other site sends, and each form has a proof made of it.
"""

import asyncio
import hmac
from collections.abc import Sequence
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from pearlboard.hub import words
from pearlboard.hub.arranging import linked
from pearlboard.hub.board import board
from pearlboard.hub.competition.rating import SURE
from pearlboard.hub.competitions import Candidate, Competitions
from pearlboard.hub.doors import Asked, Door, Doors
from pearlboard.hub.people import People, Person
from pearlboard.hub.records import Held, HeldMatch
from pearlboard.hub.roles import Right
from pearlboard.web.guard import by_https
from pearlboard.web.rate_limiter import WrongTries

PATH: Final = "/me"
COOKIE: Final = "pearlboard_person"
LASTS_S: Final = 30 * 24 * 3600
LONGEST_CODE: Final = 32


class PersonPages:
    """The handlers of this page. It is open to everybody, as somebody with a code is no stranger to a closed house."""

    def __init__(self, people: People, competitions: Competitions, doors: Doors) -> None:
        self._people = people
        self._competitions = competitions
        self._doors = doors
        self._tries = WrongTries()

    def routes(self) -> list[Door]:
        """The doors to this page."""
        return [
            self._doors.page(PATH, Right.ANYBODY, self.page),
            self._doors.form(f"{PATH}/enter", Right.ANYBODY, self.enter),
            self._doors.form(f"{PATH}/leave", Right.ANYBODY, self.leave),
            self._doors.form(f"{PATH}/link", Right.ANYBODY, self.link),
        ]

    async def page(self, asked: Asked) -> Response:
        """The page of a person's choices, or of the question for the code."""
        code, person = await self._known(asked)
        return asked.page("my_code.html", wrong=False) if person is None else await self._page(asked, code, person)

    async def enter(self, asked: Asked) -> Response:
        """Let somebody in who types a code."""
        address, now = asked.visitor.address, asyncio.get_running_loop().time()
        if not self._tries.allows(address, now):
            raise HTTPException(429)
        code = "".join(each for each in asked.form.get("code", "").upper() if each.isalnum())[:LONGEST_CODE]
        if await self._people.known(code) is None:
            self._tries.failed(address, now)
            return asked.page("my_code.html", 403, wrong=True)
        answer = asked.to(PATH)
        secure = by_https(asked.request)
        answer.set_cookie(COOKIE, code, max_age=LASTS_S, path=PATH, secure=secure, httponly=True, samesite="strict")
        return answer

    async def leave(self, asked: Asked) -> Response:
        """Forget the code in this browser."""
        if await self._proven(asked) is None:
            return asked.to(PATH)
        answer: RedirectResponse = asked.to(PATH)
        answer.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")
        return answer

    async def link(self, asked: Asked) -> Response:
        """Let a game be a match of theirs that has no result."""
        known = await self._proven(asked)
        if known is None:
            return asked.to(PATH)
        code, person = known
        held = await self._competitions.read(asked.number("competition"))
        found = None if held is None else held.match(asked.number("match"))
        if held is None or found is None or not _is_of(held, found[1], person):
            return await self._page(asked, code, person, "not_linked")
        problem = await linked(self._competitions, held.id, asked, own=True)
        return await self._page(asked, code, person, problem) if problem else asked.to(PATH)

    async def _page(self, asked: Asked, code: str, person: Person, problem: str = "") -> Response:
        nobody = words.said(asked.language, "somebody")
        held = await self._competitions.of(person.id)
        rated = [each.rating for each in await self._competitions.ratings() if each.person == person.id]
        numbers = {each.id: next(at for at, who in each.people.items() if who == person.id) for each in held}
        shown = {
            "own": _proof(code),
            "person": person,
            "boards": [(board(each, nobody), numbers[each.id]) for each in held],
            "candidates": await self._candidates(held, person),
            "rating": rated[0] if rated else None,
            "enough": SURE,
        }
        return asked.form_page("me.html", problem, **shown)

    async def _candidates(self, held: Sequence[Held], person: Person) -> dict[int, list[Candidate]]:
        """The games that may be matches of theirs which have no result."""
        found: dict[int, list[Candidate]] = {}
        for each in held:
            last = each.rounds[-1] if each.rounds else ()
            mine = [one for one in last if one.match.places is None and not one.linked and _is_of(each, one, person)]
            found |= await self._competitions.candidates(each, mine)
        return found

    async def _known(self, asked: Asked) -> tuple[str, Person | None]:
        code = asked.request.cookies.get(COOKIE, "")[:LONGEST_CODE]
        return code, await self._people.known(code) if code else None

    async def _proven(self, asked: Asked) -> tuple[str, Person] | None:
        """The code and the person of whoever has sent a form of this page; None: nobody any more."""
        code, person = await self._known(asked)
        if person is None:
            return None
        if not hmac.compare_digest(_proof(code).encode(), asked.form.get("proof", "").encode()):
            raise HTTPException(403)
        return code, person


def _is_of(held: Held, match: HeldMatch, person: Person) -> bool:
    return any(held.people[number] == person.id for number in match.match.seats)


def _proof(code: str) -> str:
    return hmac.new(code.encode(), b"a form of a person's page", "sha256").hexdigest()
