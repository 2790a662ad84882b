"""The pages as HTML: a function a page, from data to text; `templates/` has the markup.

A page with scripts is a scaffold, which the scripts fill with what the WebSocket sends or they fetch.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict, Unpack
from urllib.parse import urlencode

import msgspec

from pearlboard.games.api import MOST_SEATS
from pearlboard.geometry import GRID
from pearlboard.languages import SPOKEN
from pearlboard.session.limits import LONGEST_TITLE
from pearlboard.texts import Catalogue
from pearlboard.web.board import drawing
from pearlboard.web.markup import render
from pearlboard.web.port import NEWEST, Asked, Screen
from pearlboard.web.television import renewed_s, shown
from pearlboard.web.templating import Words


def table(language: str, catalogue: Catalogue, *, version: str, asks: bool = False, tv: bool = False) -> str:
    """The table page, the same for every game: what happens on the table arrives by WebSocket.

    `asks`: nobody has set the table's language yet. `tv`: for a television, which may run no scripts.
    """
    told = {"most_seats": MOST_SEATS, "asks": asks, "tv": tv, "spoken": SPOKEN}
    return _scaffold("table.html", language, catalogue, version=version, **told)


def television(language: str, catalogue: Catalogue, screen: Screen) -> str:
    """The table for a television without scripts, or with old ones; `screen` is a public one."""
    told = {"shown": shown(screen, catalogue), "renewed_s": renewed_s(screen)}
    return render("television.html", language, catalogue, board=drawing(), **told)


def seat(language: str, catalogue: Catalogue, *, version: str) -> str:
    """A seat's own page, or a guest's, filled by WebSocket once it has a seat, or is in the lobby."""
    return _scaffold("seat.html", language, catalogue, version=version)


def operator(language: str, catalogue: Catalogue, *, version: str) -> str:
    """The operator's page, before anything is known."""
    return _scaffold("operator.html", language, catalogue, version=version)


class FinishedGame(TypedDict):
    """The header of a finished game: its `number`, `finished` (ISO 8601; shown in the table's time zone), and `names`.

    `game` is its name, `pages` the files that it brings for our pages; `called`: the title that somebody gave it.
    """

    version: str
    number: int
    finished: str
    names: Sequence[str]
    game: str
    pages: Sequence[str]
    called: NotRequired[str]


def replay(language: str, catalogue: Catalogue, *, lights: bool = True, **finished: Unpack[FinishedGame]) -> str:
    """The replay of a finished game; `lights`: the table's can show it."""
    return _scaffold("replay.html", language, catalogue, lights=lights, **finished)


def analysis(language: str, catalogue: Catalogue, **finished: Unpack[FinishedGame]) -> str:
    """The analysis of a finished game."""
    return _scaffold("analysis.html", language, catalogue, **finished)


def lesson(
    language: str,
    catalogue: Catalogue,
    *,
    version: str,
    game: str,
    pages: Sequence[str],
    explains: bool,
    on_board: bool,
    puzzles_on_board: bool = False,
) -> str:
    """The lesson of a game; `pages` are the files that it brings for our pages.

    `explains`: a first game of it can be explained. `on_board`: the lesson can be taken on the table's board,
    `puzzles_on_board` its puzzles.
    """
    board = {"on_board": on_board, "puzzles_on_board": puzzles_on_board}
    told = {"game": game, "pages": pages, "explains": explains, **board}
    return _scaffold("lesson.html", language, catalogue, version=version, **told)


def archive(
    language: str,
    catalogue: Catalogue,
    found: Mapping[str, Any],
    asked: Asked = NEWEST,
    *,
    typed: Mapping[str, str] | None = None,
    version: str = "",
    visits: str | None = None,
) -> str:
    """Finished games: `games` in the order given, `older`, the number before which the next page begins, or None, and
    `kinds`, the names and titles of what can be played.

    Each game has its `number`, `title` (of what was played), `finished` (ISO 8601; shown in the table's time zone),
    `players` (names), `called` (its own title, or empty), `result` (words), and addresses: `picture`, and, or None,
    `replay` and `export` (its record).

    `typed`: what was asked for instead, if nobody can search for that; it stays in the form. `visits`: at which table
    this one takes part in a game.
    """
    query = {key: str(value or "") for key, value in msgspec.to_builtins(asked).items() if key != "before"}
    query |= {key: value[:LONGEST_TITLE] for key, value in (typed or {}).items() if key in query}
    older = urlencode({key: value for key, value in {**query, "before": found["older"]}.items() if value})
    told = {
        **found,
        "query": query,
        "searched": any(query.values()),
        "older_query": older,
        "wrong": typed is not None,
        "visits": visits,
    }
    return _scaffold("archive.html", language, catalogue, version=version, **told)


def family(language: str, catalogue: Catalogue, table: Mapping[str, object], *, visits: str | None = None) -> str:
    """The family ranking: `rows` (`name about played won streak best rating about_so`), `games`, the one `chosen`.

    `visits`: as in `archive`.
    """
    return render("family.html", language, catalogue, **table, visits=visits)


def problem(language: str, catalogue: Catalogue, title: str, text: str, *, cared_for: bool = False) -> str:
    """An error page: a heading and the remedy, for safe mode and unknown addresses.

    `cared_for`: the operator's page can help.
    """
    return render("problem.html", language, catalogue, title=title, text=text, cared_for=cared_for)


def _scaffold(template: str, language: str, catalogue: Catalogue, *, version: str, **told: object) -> str:
    """A page for scripts, with its language, labels and names embedded."""
    lights, words = [str(light) for light in GRID.lights], Words(catalogue).for_scripts()
    known = {"language": language, "version": version, "lights": lights, "words": words}
    menu = Words(catalogue, "voice_menu_")
    return render(template, language, catalogue, known=known, board=drawing(), menu=menu, **told)
