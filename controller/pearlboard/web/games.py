"""The pages that a game brings: the files in its folder `pages/`. The web knows no game by name.

    <part>.html   markup for places of our pages, a template with the game's labels and its `Shown.known()`
    <part>.js     the module that fills it
    <part>.css    its style

A part is one of `PARTS`: `game` comes on every page of ours that shows that game, each other on its own page. A game
brings those that it wants, and any other file that these refer to. Without any, a plain page serves.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from jinja2 import Environment, FunctionLoader

from pearlboard.errors import BadInput, InvalidName
from pearlboard.games.api import Json, Lessons, Package
from pearlboard.games.registry import GAMES
from pearlboard.games.teaching import page_steps
from pearlboard.geometry import site
from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.markup import environment_of
from pearlboard.web.port import TablePort
from pearlboard.web.templating import Words

PARTS: Final = ("game", "table", "seat", "setup", "replay", "lesson")
SERVED: Final[Mapping[str, str]] = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
}
"""Media types of files served unchanged, by suffix. Markup is not among them: it is a template."""
NAME: Final = re.compile(r"[a-z0-9_]+(?:[.-][a-z0-9_]+)*\.([a-z0-9]+)")


def pages_of(package: Package) -> tuple[str, ...]:
    """The files that our pages fetch for a game: names such as `table.js`."""
    there = frozenset[str]() if package.home is None else _there(package.home)
    return tuple(name for part in PARTS for kind in ("css", "html", "js") if (name := f"{part}.{kind}") in there)


@cache
def _there(home: str) -> frozenset[str]:
    folder = files(home) / "pages"
    return frozenset(file.name for file in folder.iterdir()) if folder.is_dir() else frozenset()


def _lessons_of(game: str) -> Lessons | None:
    """The lessons of a game that can be played; None without any."""
    return GAMES[game].lessons if game in GAMES else None


class GamePages:
    """The files of all games, each read at its first request; None for one that does not exist."""

    def __init__(self, table: TablePort) -> None:
        """`table` has the catalogues of the games."""
        self._table = table
        self._environments: dict[str, Environment] = {}

    def file(self, game: str, name: str) -> tuple[str, bytes] | None:
        """A file with its media type."""
        match = NAME.fullmatch(name)
        if match is None or match[1] not in SERVED or (found := self._file(game, name)) is None:
            return None
        return SERVED[match[1]], found.read_bytes()

    def markup(self, game: str, part: str, language: str) -> str | None:
        """A part of the game's markup, in a language."""
        if part not in PARTS or self._file(game, f"{part}.html") is None:
            return None
        if game not in self._environments:
            self._environments[game] = self._environment(game)
        package, words = GAMES[game], Words(self._table.words(game, language))
        template = self._environments[game].get_template(f"{part}.html")
        return template.render(words=words, known=package.shown.known(), seats=list(package.seats), language=language)

    def known(self, game: str, language: str) -> Mapping[str, Any] | None:
        """The constants of a game's scripts: its labels, and what never changes."""
        if game not in GAMES:
            return None
        words = Words(self._table.words(game, language))
        return {"game": game, "words": words.for_scripts(), "known": GAMES[game].shown.known()}

    def about_lesson(self, game: str) -> Mapping[str, Any] | None:
        """The subject of a game's lesson page; None without a lesson.

        Lesson and puzzles can be taken on the board if the game supports it, and the board is not only drawn.
        """
        if (lessons := _lessons_of(game)) is None:
            return None
        package, real = GAMES[game], not self._table.drawn()
        return {
            "game": game,
            "pages": pages_of(package),
            "explains": package.explaining is not None,
            "on_board": real and bool(lessons.board()),
            "puzzles_on_board": real and bool(lessons.puzzles()),
        }

    def lessons(self, game: str, language: str) -> Mapping[str, Sequence[Json]] | None:
        """The first lesson of a game, and its puzzles if it has some; `Refused` names the key that a step lacks."""
        if (lessons := _lessons_of(game)) is None:
            return None
        try:
            return page_steps(lessons.pages(self._table.words(game, language).render))
        except BadInput as error:
            raise Refused("lesson_broken", say("lesson_broken", game=game, detail=str(error))) from error

    def against(self, game: str, index: str, sites: str, language: str) -> str | None:
        """The refusal of an answer to a puzzle, which is the pieces on these places; None if there is none."""
        lessons = _lessons_of(game)
        try:
            laid = frozenset(map(site, sites.split(",")))
        except InvalidName:
            return None
        puzzles = () if lessons is None else lessons.puzzles()
        puzzle = {str(number): each for number, each in enumerate(puzzles)}.get(index)
        said = None if puzzle is None else puzzle.against(laid)
        return None if said is None else self._table.words(game, language).render(said)

    def _file(self, game: str, name: str) -> Traversable | None:
        home = GAMES[game].home if game in GAMES else None
        return files(home) / "pages" / name if home is not None and name in _there(home) else None

    def _environment(self, game: str) -> Environment:
        """The template environment of one game, limited to its folder."""

        def source(name: str) -> str | None:
            found = self._file(game, name) if NAME.fullmatch(name) else None
            return None if found is None else found.read_text(encoding="utf-8")

        return environment_of(FunctionLoader(source))
