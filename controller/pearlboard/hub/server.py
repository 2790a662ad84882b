"""The application: all routes, behind the gate that the table's pages have, with its headers and limits."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from pearlboard.club.messages import PATH
from pearlboard.errors import PearlboardError
from pearlboard.hub import owner
from pearlboard.hub.attending import Attendance
from pearlboard.hub.feed import Feed
from pearlboard.hub.house import House
from pearlboard.hub.owner import OwnerPages
from pearlboard.hub.visiting import Visiting, problem
from pearlboard.hub.words import STATIC, catalogues
from pearlboard.languages import SOURCE
from pearlboard.texts import Sentence
from pearlboard.web.guard import Gate, Guard


def hub_app(house: House, attendance: Attendance, feed: Feed, guard: Guard) -> ASGIApp:
    """The application of a running hub."""
    visiting, owners = Visiting(feed), OwnerPages(house, attendance, guard)

    def words(sentence: Sentence) -> str:
        return catalogues()[SOURCE].render(sentence)

    routes = [
        Route("/", visiting.page),
        Route("/tv", visiting.television),
        Route("/feed", visiting.feed),
        Route("/health", visiting.health),
        Route(owner.PATH, owners.page),
        Route(f"{owner.PATH}/settings", owners.settings),
        Route(f"{owner.PATH}/enter", owners.enter, methods=["POST"]),
        Route(f"{owner.PATH}/leave", owners.leave, methods=["POST"]),
        Route(f"{owner.PATH}/code", owners.code, methods=["POST"]),
        Route(f"{owner.PATH}/do/{{deed}}", owners.do, methods=["POST"]),
        WebSocketRoute(PATH, attendance.attend),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    handlers = {HTTPException: problem, PearlboardError: problem}
    return Gate(Starlette(routes=routes, exception_handlers=handlers), guard, words=words)
