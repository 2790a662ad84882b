"""The pages of those who run competitions: draw rounds, enter results or link games, excuse who cannot come.

Staff run an evening; the owner alone makes competitions, takes back rounds, and deletes.
"""

import re
import secrets
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import ImmutableMultiDict
from starlette.exceptions import HTTPException
from starlette.responses import Response

from pearlboard.hub import words
from pearlboard.hub.board import board
from pearlboard.hub.competing import number_of
from pearlboard.hub.competition.drawing import Undrawn, Why, proposed_rounds
from pearlboard.hub.competition.pairs import swiss_is_there
from pearlboard.hub.competition.values import FEWEST_SEATS, MOST_ENTRIES, MOST_ROUNDS, MOST_SEATS, Places, System
from pearlboard.hub.competitions import Candidate, Competitions, Plan, Unlinkable
from pearlboard.hub.doors import FEED, Asked, Door, Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.house import House
from pearlboard.hub.people import People
from pearlboard.hub.records import Held, Link
from pearlboard.hub.roles import Right
from pearlboard.hub.shown import present
from pearlboard.hub.visiting import followed

PATH: Final = "/house/competitions"
LONGEST_PLAN: Final = 65_536
MOST_FIELDS: Final = 2_000
"""A field for each person or table of a house that is ticked."""
GAME: Final = re.compile(r"([0-9]{1,9})\.([0-9a-f]{32})\.([0-9]{1,16})")
"""A game of a table: the table, its log, the game."""
ABSENT: Final = "absent"
UNDRAWN: Final = {
    Why.WAITS: "undrawn_waits",
    Why.OVER: "over",
    Why.FEW: "undrawn_few",
    Why.NO_SWISS: "no_swiss",
    Why.ALL_MET: "undrawn_all_met",
}
"""The sentence for each reason why no round is drawn."""


class ArrangingPages:
    """The handlers of these pages."""

    def __init__(self, competitions: Competitions, people: People, house: House, feed: Feed, doors: Doors) -> None:
        self._competitions = competitions
        self._people = people
        self._house = house
        self._feed = feed
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page, form, one = self._doors.page, self._doors.form, f"{PATH}/{{number:int}}"
        return [
            page(PATH, Right.STAFF, self.all),
            form(f"{PATH}/make", Right.OWNER, self.make, longest=LONGEST_PLAN, fields=MOST_FIELDS),
            page(one, Right.STAFF, self.one),
            page(f"{one}{FEED}", Right.STAFF, self.feed),
            form(f"{one}/draw", Right.STAFF, self.draw, longest=LONGEST_PLAN, fields=MOST_FIELDS),
            form(f"{one}/undraw", Right.OWNER, self.undraw),
            form(f"{one}/result", Right.STAFF, self.result),
            form(f"{one}/link", Right.STAFF, self.link),
            form(f"{one}/absent", Right.STAFF, self.absent),
            form(f"{one}/leave", Right.STAFF, self.leave),
            form(f"{one}/drop", Right.OWNER, self.drop),
        ]

    async def all(self, asked: Asked) -> Response:
        """All competitions, and a form for a new one."""
        return await self._all(asked)

    async def make(self, asked: Asked) -> Response:
        """Make a competition; a form that cannot be one is shown again as it was filled in."""
        plan = planned(asked.form)
        if not plan.sound:
            return await self._all(asked, "plan_wrong")
        if plan.system == System.SWISS and plan.seats == FEWEST_SEATS and not swiss_is_there():
            return await self._all(asked, "no_swiss")
        made = await self._competitions.make(asked.visitor, plan)
        return await self._all(asked, "people_gone") if made is None else asked.to(f"{PATH}/{made}")

    async def one(self, asked: Asked) -> Response:
        """A competition with all that can be done."""
        return await self._one(asked)

    async def draw(self, asked: Asked) -> Response:
        """Draw the next round."""
        try:
            await self._competitions.draw(
                asked.visitor, number_of(asked), asked.number("round"), _ticked(asked.form, "table-")
            )
        except Undrawn as error:
            return await self._one(asked, UNDRAWN[error.why])
        return await self._one(asked, "")

    async def undraw(self, asked: Asked) -> Response:
        """Take back the last round."""
        done = await self._competitions.undraw(asked.visitor, number_of(asked), asked.number("round"))
        return await self._one(asked, "" if done else "not_undrawn")

    async def result(self, asked: Asked) -> Response:
        """Keep a result, or that there is none."""
        places = None if asked.form.get("none") else _places(asked.form)
        done = await self._competitions.enter(asked.visitor, number_of(asked), asked.number("match"), places)
        return await self._one(asked, "" if done else "no_result")

    async def link(self, asked: Asked) -> Response:
        """Let a game be a match."""
        return await self._one(asked, await linked(self._competitions, number_of(asked), asked, own=False))

    async def absent(self, asked: Asked) -> Response:
        """Excuse somebody from the next round, or no longer."""
        excused = bool(asked.form.get("yes"))
        await self._competitions.absent(asked.visitor, number_of(asked), asked.number("entry"), excused=excused)
        return await self._one(asked, "")

    async def leave(self, asked: Asked) -> Response:
        """Let somebody leave, or stay after all."""
        gone = bool(asked.form.get("yes"))
        await self._competitions.leave(asked.visitor, number_of(asked), asked.number("entry"), gone=gone)
        return await self._one(asked, "")

    async def drop(self, asked: Asked) -> Response:
        """Delete a competition."""
        await self._competitions.drop(asked.visitor, number_of(asked))
        return asked.to(PATH)

    async def _all(self, asked: Asked, problem: str = "") -> Response:
        plan = planned(asked.form)
        shown = {
            "found": await self._competitions.all(),
            "people": await self._people.all(),
            "games": await self._competitions.games(),
            "plan": plan,
            "once": plan.once or secrets.token_urlsafe(16),
            "swiss": swiss_is_there(),
            "seats": range(FEWEST_SEATS, MOST_SEATS + 1),
            "systems": list(System),
            "most": (MOST_ENTRIES, MOST_ROUNDS),
        }
        return asked.form_page("arrange.html", problem, **shown)

    async def _one(self, asked: Asked, problem: str | None = None) -> Response:
        """The page of one; after something was done (no `problem`), by way of its address."""
        number = number_of(asked)
        if problem == "":
            return asked.to(f"{PATH}/{number}")
        held = await self._competitions.read(number)
        if held is None:
            raise HTTPException(404)
        return asked.form_page("arranging.html", problem, held=held, inside=await self._inside(asked, held))

    async def feed(self, asked: Asked) -> Response:
        """Changes of a competition, with its forms, as server-sent events."""
        feed, number = self._feed, number_of(asked)
        if await self._competitions.read(number) is None:
            raise HTTPException(404)

        async def markup() -> str:
            held = await self._competitions.read(number)
            return asked.part("silent.html", gone=True) if held is None else await self._inside(asked, held)

        return followed(feed, self._doors, asked, markup, lambda: (feed.edition, feed.standing), Right.STAFF)

    async def _inside(self, asked: Asked, held: Held) -> str:
        """The part of the page of one that changes by itself. A game that ends elsewhere may be one of its matches."""
        shown = {
            "board": board(held, words.said(asked.language, "somebody")),
            "candidates": await self._candidates(held),
            "tables": present(await self._house.tables()),
        }
        return asked.part("rounds.html", **shown)

    async def _candidates(self, held: Held) -> Mapping[int, list[Candidate]]:
        open_ = [one for each in held.rounds[-1:] for one in each if one.match.places is None and not one.linked]
        return await self._competitions.candidates(held, open_)


async def linked(competitions: Competitions, competition: int, asked: Asked, *, own: bool) -> str:
    """Link the game that a form names; the name of the sentence that says why it was not linked, empty: it was."""
    game = GAME.fullmatch(asked.form.get("game", ""))
    try:
        chairs = tuple(asked.number(f"chair-{seat}") for seat in range(_count(asked.form, "chair-")))
        table, log, number = game.groups() if game else ("", "", "")
        link = Link(int(table), bytes.fromhex(log), int(number), chairs)
        await competitions.link(asked.visitor, competition, asked.number("match"), link, own=own)
    except (ValueError, Unlinkable, HTTPException):
        return "not_linked"
    return ""


def planned(form: ImmutableMultiDict[str, str]) -> Plan:
    """The competition that a form describes; without a number of rounds, as many as are worth proposing."""
    system = System(form["system"]) if form.get("system") in list(System) else System.ROUND_ROBIN
    seats = min(max(_number(form.get("seats", ""), FEWEST_SEATS), FEWEST_SEATS), MOST_SEATS)
    people = tuple(_ticked(form, "person-"))
    rounds = _number(form.get("rounds", ""), proposed_rounds(system, seats, len(people)))
    return Plan(form.get("once", "")[:64], form.get("name", ""), form.get("game", ""), system, seats, rounds, people)


def _number(typed: str, otherwise: int) -> int:
    typed = typed.strip()
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else otherwise


def _ticked(form: ImmutableMultiDict[str, str], prefix: str) -> list[int]:
    found = (name.removeprefix(prefix) for name in form if name.startswith(prefix))
    return [int(each) for each in found if each.isascii() and each.isdigit() and len(each) < 10]


def _count(form: ImmutableMultiDict[str, str], prefix: str) -> int:
    return sum(name.startswith(prefix) for name in form)


def _places(form: ImmutableMultiDict[str, str]) -> Places:
    told = [form.get(f"place-{seat}", "") for seat in range(_count(form, "place-"))]
    return tuple(None if each == ABSENT else _number(each, 0) for each in told)
