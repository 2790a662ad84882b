"""The page of past games, of all tables, for those who look after the house; and the same as CSV for a spreadsheet.

Laws: a name is shown only of somebody who is of the house today; of whoever was deleted, or never came in, it says
nothing. A game that was deleted at its table is not there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from starlette.responses import Response

from pearlboard.club.documents import Seated
from pearlboard.hub import database, words
from pearlboard.hub.competition.linking import called
from pearlboard.hub.database import Database
from pearlboard.hub.doors import Asked, Door, Doors, download, number
from pearlboard.hub.fold import Game, State
from pearlboard.hub.ingest import game_of
from pearlboard.hub.roles import Right
from pearlboard.hub.sheets import CSV, sheet
from pearlboard.hub.shown import moment, title

PATH: Final = "/house/games"
A_PAGE: Final = 50
MOST: Final = 10_000
"""The most games of a sheet."""
COLUMNS: Final = ("began", "ended", "game", "table", "how_ended", "turns_head", "seat", "person", "place", "points")
OVER: Final = (str(State.ENDED), str(State.ABANDONED))
READ: Final = (
    "SELECT g.heard, t.id, t.name, g.number, g.game, g.seats, g.turns, g.began, g.last, g.state, g.places, g.points "
    "FROM game g JOIN house_table t ON t.id = g.house_table "
    "WHERE g.state = ANY(%s) AND g.heard < %s ORDER BY g.heard DESC LIMIT %s"
)
OF_GAME: Final = 3
"""The number of columns that come before the game's own."""
NAMES: Final = "SELECT called, name FROM person WHERE called = ANY(%s)"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a past game: the name of today of a person, a computer by its level; both empty: somebody."""

    name: str
    computer: str
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Past:
    """A game that is over; `heard`: its number in the order in which the hub has heard of games.

    `began` and `ended` by the table's clock, None where that says nothing; `given_up`: nobody has won.
    """

    heard: int
    table: str
    game: str
    turns: int
    began: datetime | None
    ended: datetime | None
    given_up: bool
    seats: tuple[Seat, ...]


class PastPages:
    """The handlers of these pages."""

    def __init__(self, base: Database, doors: Doors) -> None:
        self._base = base
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to these pages."""
        page = self._doors.page
        return [page(PATH, Right.STAFF, self.page), page(f"{PATH}.csv", Right.STAFF, self.table)]

    async def page(self, asked: Asked) -> Response:
        """The latest games, with the way to those before them."""
        before = asked.request.query_params.get("before")
        async with self._base.transaction() as cursor:
            found = await past(cursor, None if before is None else number(before))
        more = found[-1].heard if len(found) == A_PAGE else 0
        return asked.page("past.html", games=found, before=more, most=MOST)

    async def table(self, asked: Asked) -> Response:
        """All games that fit on a sheet, a row for each seat."""
        async with self._base.transaction() as cursor:
            found = await past(cursor, most=MOST)
        heads = [words.said(asked.language, head) for head in COLUMNS]
        return download(sheet([heads, *_cells(found, asked.language)]), "games.csv", CSV)


async def past(cursor: database.Cursor, before: int | None = None, most: int = A_PAGE) -> list[Past]:
    """The games that are over, the latest first, or those before one."""
    await cursor.execute(READ, (list(OVER), (1 << 62) if before is None else before, most))
    found = [(heard, name or f"#{table}", game_of(row)) for heard, table, name, *row in await cursor.fetchall()]
    await cursor.execute(NAMES, (sorted({called(seat.name) for *_, game in found for seat in game.seats}),))
    names: dict[str, str] = dict(await cursor.fetchall())
    return [_past(heard, table, game, names) for heard, table, game in found]


def _past(heard: int, table: str, game: Game, names: dict[str, str]) -> Past:
    seats = tuple(
        Seat(_name(seat, names), seat.computer, _at(game.places, at), _at(game.points, at))
        for at, seat in enumerate(game.seats)
    )
    given_up = game.state == State.ABANDONED
    return Past(heard, table, title(game.game), game.turns, moment(game.began), moment(game.last), given_up, seats)


def _name(seat: Seated, names: dict[str, str]) -> str:
    return "" if seat.computer else names.get(called(seat.name), "")


def _at(values: Sequence[int | None], at: int) -> int | None:
    return values[at] if at < len(values) else None


def _cells(found: Sequence[Past], language: str) -> Iterator[list[str | int | None]]:
    how = {each: words.said(language, "given_up" if each else "played_on") for each in (False, True)}
    somebody = words.said(language, "somebody")
    for game in found:
        began, ended = (None if at is None else at.isoformat() for at in (game.began, game.ended))
        own: list[str | int | None] = [began, ended, game.game, game.table, how[game.given_up], game.turns]
        for at, seat in enumerate(game.seats, 1):
            computer = words.said(language, "computer", level=seat.computer) if seat.computer else ""
            yield [*own, at, seat.name or computer or somebody, seat.place, seat.points]
