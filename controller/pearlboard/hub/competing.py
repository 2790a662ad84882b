"""The pages of competitions that everybody in the house sees: all, each as it is played, ratings, and sheets."""

from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from pearlboard.hub import words
from pearlboard.hub.board import Board, Cells, board, matches_cells, standings_cells
from pearlboard.hub.competition.rating import SURE
from pearlboard.hub.competitions import Competitions
from pearlboard.hub.doors import FEED, Asked, Door, Doors, download
from pearlboard.hub.feed import Feed
from pearlboard.hub.roles import Right
from pearlboard.hub.sheets import CSV, sheet
from pearlboard.hub.visiting import followed
from pearlboard.rating import Strength

PATH: Final = "/competitions"
STANDINGS: Final = ("position", "person", "points", "played", "byes", "among", "strength", "firsts")
MATCHES: Final = ("round_head", "match", "table", "seat", "person", "place", "points")
RATINGS: Final = ("position", "person", "games", "strong", "unsure", "sure")


class CompetingPages:
    """The handlers of these pages."""

    def __init__(self, competitions: Competitions, feed: Feed, doors: Doors) -> None:
        self._competitions = competitions
        self._feed = feed
        self._doors = doors
        self._said: dict[tuple[int, str], tuple[object, str]] = {}

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page, one = self._doors.page, f"{PATH}/{{number:int}}"
        return [
            page(PATH, Right.PUBLIC, self.all),
            page(one, Right.PUBLIC, self.one),
            page(f"{one}{FEED}", Right.PUBLIC, self.feed),
            page(f"{one}/standings.csv", Right.PUBLIC, self.standings),
            page(f"{one}/matches.csv", Right.PUBLIC, self.matches),
            page("/ratings", Right.PUBLIC, self.ratings),
            page("/ratings.csv", Right.PUBLIC, self.ratings_sheet),
        ]

    async def all(self, asked: Asked) -> Response:
        """All competitions."""
        return asked.page("competitions.html", found=await self._competitions.all())

    async def one(self, asked: Asked) -> Response:
        """A competition: standings and rounds."""
        shown = await self._board(asked)
        inside = words.render("standing.html", asked.language, board=shown)
        return asked.page("competition.html", held=shown.held, inside=inside)

    async def feed(self, asked: Asked) -> Response:
        """Changes of a competition, as server-sent events."""
        await self._board(asked)
        markup = partial(self._inside, number_of(asked), asked.language)
        return followed(self._feed, self._doors, asked, markup, lambda: self._feed.edition)

    async def standings(self, asked: Asked) -> Response:
        """The standings as CSV."""
        return _csv(asked, STANDINGS, standings_cells(await self._board(asked)), "standings")

    async def matches(self, asked: Asked) -> Response:
        """All matches as CSV."""
        return _csv(asked, MATCHES, matches_cells(await self._board(asked)), "matches")

    async def ratings(self, asked: Asked) -> Response:
        """How strong people are."""
        return asked.page("ratings.html", rated=await self._competitions.ratings(), enough=SURE)

    async def ratings_sheet(self, asked: Asked) -> Response:
        """How strong people are, as CSV."""
        found: Cells = [
            [each.rating.position, each.name, each.rating.games, *_numbers(each.rating.strength)]
            for each in await self._competitions.ratings()
        ]
        return _csv(asked, RATINGS, found, "ratings")

    async def _board(self, asked: Asked) -> Board:
        held = await self._competitions.read(number_of(asked))
        if held is None:
            raise HTTPException(404)
        return board(held, words.said(asked.language, "somebody"))

    async def _inside(self, number: int, language: str) -> str:
        """The part of a page that changes; of one that is followed in many places it is made once."""
        edition = self._feed.edition
        of, text = self._said.get((number, language), (None, ""))
        if of == edition:
            return text
        held = await self._competitions.read(number)
        if held is None:
            self._said.pop((number, language), None)
            return words.render("silent.html", language, gone=True)
        text = words.render("standing.html", language, board=board(held, words.said(language, "somebody")))
        self._said[number, language] = edition, text
        return text


def number_of(asked: Asked) -> int:
    """The number in the address of a page; 404 if a database has none like it."""
    number = int(asked.request.path_params["number"])
    if number >= 1 << 31:
        raise HTTPException(404)
    return number


def _numbers(strength: Strength) -> list[float]:
    return [round(each, 2) for each in (strength.mean, strength.unsure, strength.sure)]


def _csv(asked: Asked, heads: tuple[str, ...], cells: Cells, name: str) -> Response:
    text = sheet([[words.said(asked.language, head) for head in heads], *cells])
    return download(text, f"{name}.csv", CSV)
