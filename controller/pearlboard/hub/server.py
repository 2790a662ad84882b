"""The application: all routes, behind the gate that the table's pages have, with its headers and limits."""

from collections.abc import Iterable, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from pearlboard.club.messages import PATH
from pearlboard.errors import PearlboardError
from pearlboard.hub.api import Api
from pearlboard.hub.arranging import ArrangingPages
from pearlboard.hub.asking import FilePages
from pearlboard.hub.attending import Attendance
from pearlboard.hub.competing import CompetingPages
from pearlboard.hub.competitions import Competitions
from pearlboard.hub.database import Database
from pearlboard.hub.deeds import Deeds
from pearlboard.hub.doors import Door, Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.house import House
from pearlboard.hub.keys import KeyPages
from pearlboard.hub.naming import PeoplePages
from pearlboard.hub.participating import PersonPages
from pearlboard.hub.past import PastPages
from pearlboard.hub.people import People
from pearlboard.hub.tables import TablePages
from pearlboard.hub.visiting import Visiting, problem
from pearlboard.hub.words import STATIC, catalogues
from pearlboard.languages import SOURCE
from pearlboard.texts import Sentence
from pearlboard.web.guard import Gate, Guard


def hub_doors(base: Database, house: House, attendance: Attendance, feed: Feed, doors: Doors) -> list[Door]:
    """All routes that browsers ask for; each names who may."""
    people, competitions = People(base), Competitions(base)
    return [
        *Visiting(feed, doors).routes(),
        *Api(feed, doors).routes(),
        *KeyPages(base, doors, feed).routes(),
        *TablePages(house, attendance, feed, doors).routes(),
        *Deeds(base, doors).routes(),
        *PastPages(base, doors).routes(),
        *FilePages(base, house, attendance, doors).routes(),
        *PeoplePages(people, doors).routes(),
        *CompetingPages(competitions, feed, doors).routes(),
        *ArrangingPages(competitions, people, house, feed, doors).routes(),
        *PersonPages(people, competitions, doors).routes(),
    ]


def hub_app(doors: Iterable[Door], attendance: Attendance, guard: Guard) -> ASGIApp:
    """The application of a running hub. Tables show tokens of their own, and what lies in `STATIC` is everybody's."""

    def words(sentence: Sentence) -> str:
        return catalogues()[SOURCE].render(sentence)

    routes: Sequence[BaseRoute] = [
        *doors,
        WebSocketRoute(PATH, attendance.attend),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    handlers = {HTTPException: problem, PearlboardError: problem}
    return Gate(Starlette(routes=routes, exception_handlers=handlers), guard, words=words)
