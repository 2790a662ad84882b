"""The table of all routes: who may use each, and its handler. Nothing else is served.

To add one: a line here, its handler, and a row in `docs/http-reference.md`, which a test compares with this table;
`/api/openapi.json` is made from it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from pearlboard.errors import PearlboardError
from pearlboard.texts import Catalogue, Sentence
from pearlboard.web.answers import Done, Joined, Opened, Reply, Taken
from pearlboard.web.assets import STATIC, CachedFiles
from pearlboard.web.door import Door, Knock
from pearlboard.web.finished import FinishedGames
from pearlboard.web.guard import Gate, Guard
from pearlboard.web.hub import Hub
from pearlboard.web.openapi import Description
from pearlboard.web.operator import OperatorPages, Spoken
from pearlboard.web.port import Operated, OperatorPort, TablePort
from pearlboard.web.rules import PIECE, AccessRule, Endpoint
from pearlboard.web.server import Pages
from pearlboard.web.socket import AtTheBench, ClientMessage, CommandMessage, HelloMessage, Joining, TableSocket
from pearlboard.web.trouble import Trouble

ANYBODY, PAGES, TOKENS, OPERATOR, KNOCK = AccessRule
HTML, SQLITE = "text/html", "application/vnd.sqlite3"

ENDPOINTS: Final = (
    Endpoint("/", ANYBODY, Pages.table_page, answers=HTML, query=("tv",)),
    Endpoint("/seat", ANYBODY, Pages.seat_page, answers=HTML),
    Endpoint("/operator", ANYBODY, OperatorPages.page, answers=HTML, in_safe_mode=True),
    Endpoint("/family", ANYBODY, FinishedGames.family_page, answers=HTML, query=("game",)),
    Endpoint(
        "/archive", ANYBODY, FinishedGames.archive_page, answers=HTML, query=("q", "game", "from", "to", "before")
    ),
    Endpoint("/archive/{number:int}", ANYBODY, FinishedGames.replay_page, answers=HTML),
    Endpoint("/archive/{number:int}.json", ANYBODY, FinishedGames.record),
    Endpoint("/archive/{number:int}.svg", ANYBODY, FinishedGames.picture, answers="image/svg+xml"),
    Endpoint("/archive/{number:int}/analysis", ANYBODY, FinishedGames.analysis_page, answers=HTML),
    Endpoint("/learn/{game}", ANYBODY, Pages.lesson_page, answers=HTML),
    Endpoint("/games/{game}/lesson.json", ANYBODY, Pages.lesson),
    Endpoint("/games/{game}/puzzle.json", ANYBODY, Pages.puzzle, query=("index", "sites")),
    Endpoint("/games/{game}/known.json", ANYBODY, Pages.game_known),
    Endpoint("/games/{game}/{part}.html", ANYBODY, Pages.game_markup, answers=HTML),
    Endpoint("/static/games/{game}/{file}", ANYBODY, Pages.game_file, answers="*/*"),
    Endpoint("/static/{version}/games/{game}/{file}", ANYBODY, Pages.game_file, answers="*/*"),
    Endpoint("/static", ANYBODY, CachedFiles(directory=STATIC), answers="*/*", in_safe_mode=True),
    Endpoint("/health", ANYBODY, Pages.health),
    Endpoint("/api/openapi.json", ANYBODY, Description.show),
    Endpoint("/api/archive/{number:int}", ANYBODY, FinishedGames.replay),
    Endpoint("/api/archive/{number:int}/analysis", ANYBODY, FinishedGames.analysis),
    Endpoint("/api/handicap", ANYBODY, FinishedGames.proposal, query=("game", "players")),
    Endpoint("/api/screen", ANYBODY, Pages.screen),
    Endpoint("/api/events", ANYBODY, Pages.events, answers="text/event-stream"),
    Endpoint("/api/command", TOKENS, Pages.command, "POST", CommandMessage, Reply),
    Endpoint("/api/join", KNOCK, Pages.join, "POST", Joining, Joined, own_pace=True),
    Endpoint("/api/enter", KNOCK, Door.enter, "POST", Knock, Opened, in_safe_mode=True),
    Endpoint("/api/workshop", OPERATOR, OperatorPages.workshop, "POST", AtTheBench),
    Endpoint("/api/operator", OPERATOR, OperatorPages.operate, "POST", Operated, in_safe_mode=True),
    Endpoint("/api/release", OPERATOR, OperatorPages.take_release, "POST", PIECE, Taken, ("at",), in_safe_mode=True),
    Endpoint("/api/restore", OPERATOR, OperatorPages.take_backup, "POST", PIECE, Taken, ("at",), in_safe_mode=True),
    Endpoint("/api/backup", OPERATOR, OperatorPages.copy_of_all, answers=SQLITE),
    Endpoint("/api/kept", OPERATOR, OperatorPages.copy_of_kept, answers=SQLITE, query=("name",), in_safe_mode=True),
    Endpoint("/api/language", PAGES, OperatorPages.speak, "POST", Spoken, Done),
    Endpoint("/api/trouble", PAGES, Pages.trouble, "POST", Trouble, Done),
    Endpoint("/ws", PAGES, TableSocket.attend, "WEBSOCKET", ClientMessage),
    Endpoint("/ws/seat", KNOCK, TableSocket.attend_seat, "WEBSOCKET", HelloMessage),
)


def table_app(
    table: TablePort,
    hub: Hub,
    guard: Guard,
    catalogues: Mapping[str, Catalogue],
    default_language: Callable[[], str],
    operating: OperatorPort | None = None,
    portal: Callable[[], str | None] = lambda: None,
    commands: object = dict[str, Any],
) -> ASGIApp:
    """The application of a running table, behind the gate, which also sees errors.

    `portal`: the table's origin in its own network, while that is open. `commands`: the types of commands.
    """
    served = Pages(table, hub, guard, catalogues, default_language, operating)
    description = Description(ENDPOINTS, commands, {} if operating is None else operating.deeds)

    def words(sentence: Sentence) -> str:
        return catalogues[default_language()].render(sentence)

    return Gate(
        Starlette(
            routes=[each.served(guard, served.reception, served, description, *served.parts) for each in ENDPOINTS],
            exception_handlers={HTTPException: served.problem, PearlboardError: served.problem},
        ),
        guard,
        portal,
        hub.budget,
        words,
    )
