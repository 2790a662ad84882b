"""The sentences of the hub in every language, its templates, and the language of a request."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from starlette.requests import HTTPConnection

from pearlboard import languages
from pearlboard.hub.shown import Glance, Kind, title
from pearlboard.languages import LANGUAGES, SOURCE, SPOKEN
from pearlboard.regular import toml_in
from pearlboard.texts import Catalogue
from pearlboard.web.templating import Words, environment_for

HERE: Final = Path(__file__).parent
TEXTS: Final = HERE / "texts"
STATIC: Final = HERE / "static"
MOST_TILES: Final = 8_192
"""The tables that are kept as markup; a kilobyte each."""


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """The catalogue of every language; what one lacks is said in the source language."""
    said = {language: _read(language) for language in LANGUAGES}
    return {language: Catalogue(SPOKEN[language], {**said[SOURCE], **said[language]}) for language in LANGUAGES}


def _read(language: str) -> dict[str, Any]:
    file = TEXTS / f"hub.{language}.toml"
    entries = toml_in(file.read_bytes()) if file.is_file() else {}
    return {name: SPOKEN[language].typeset_entry(text) for name, text in entries.items()}


def language_of(request: HTTPConnection) -> str:
    """The language that a page asks for by `?lang=`, or the browser's first one that the hub speaks."""
    return languages.language_of(request.query_params.get("lang"), request.headers.get("accept-language"), SOURCE)


@cache
def environment() -> Environment:
    """The templates, made ready for the first page."""
    made = environment_for(FileSystemLoader(HERE / "templates"))
    made.filters["when"] = when
    made.filters["game"] = title
    return made


def render(template: str, language: str, **given: object) -> str:
    """A page of the hub, or a part of one."""
    words = Words(catalogues()[language], "hub_")
    return environment().get_template(template).render(language=language, words=words, **given)


def said(language: str, name: str, **given: object) -> str:
    """A label by itself, for what is no page."""
    return Words(catalogues()[language], "hub_")(name, **given)


def tables(language: str, tables: Sequence[Glance], *, answers: bool) -> str:
    """The part of a page that changes as tables play; `answers`: the database does."""
    today = date.today()  # noqa: DTZ011 - of the house
    free = sum(each.kind is Kind.FREE for each in tables)
    tiles = [_tile(language, today, each) for each in tables]
    return render("tables.html", language, tiles=tiles, free=free, answers=answers)


@lru_cache(MOST_TILES)
def _tile(language: str, _today: date, table: Glance) -> Markup:
    """One table. Of a thousand few have changed, and on another day times are said with their date."""
    return Markup(render("tile.html", language, table=table))  # noqa: S704 - the template escapes what it is given


def when(at: datetime) -> str:
    """A moment in the house's time zone: the time, on another day with its date."""
    local, now = at.astimezone(), datetime.now().astimezone()
    return f"{local:%H:%M}" if local.date() == now.date() else f"{local:%Y-%m-%d %H:%M}"
