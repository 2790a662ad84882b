"""The sentences of the hub in every language, its templates, and the language of a request."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection

from pearlboard.hub.shown import Glance
from pearlboard.languages import LANGUAGES, SOURCE, SPOKEN
from pearlboard.regular import toml_in
from pearlboard.texts import Catalogue, Parameter, say

HERE: Final = Path(__file__).parent
TEXTS: Final = HERE / "texts"
STATIC: Final = HERE / "static"


class Words:
    """The sentences of one language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def __call__(self, name: str, /, **parameters: Parameter) -> str:
        """The sentence `hub_<name>`."""
        return self._catalogue.render(say(f"hub_{name}", **parameters))


@cache
def catalogues() -> Mapping[str, Catalogue]:
    """The catalogue of every language; what one lacks is said in the source language."""
    said = {language: _read(language) for language in LANGUAGES}
    return {language: Catalogue(SPOKEN[language], {**said[SOURCE], **said[language]}) for language in LANGUAGES}


def _read(language: str) -> dict[str, Any]:
    file = TEXTS / f"hub.{language}.toml"
    typeset = SPOKEN[language].typeset
    entries = toml_in(file.read_bytes()) if file.is_file() else {}
    return {
        name: typeset(text) if isinstance(text, str) else {form: typeset(words) for form, words in text.items()}
        for name, text in entries.items()
    }


def language_of(request: HTTPConnection) -> str:
    """The language that a page asks for by `?lang=`, or the browser's first one that the hub speaks."""
    wanted = request.query_params.get("lang", "")
    if wanted in LANGUAGES:
        return wanted
    for part in request.headers.get("accept-language", "").split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return SOURCE


@cache
def environment() -> Environment:
    """The templates, made ready for the first page."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["when"] = when
    made.globals["languages"] = {language.code: language.name for language in SPOKEN.values()}
    return made


def render(template: str, language: str, **given: object) -> str:
    """A page of the hub, or a part of one."""
    words = Words(catalogues()[language])
    return environment().get_template(template).render(language=language, words=words, **given)


def tables(language: str, tables: tuple[Glance, ...], *, answers: bool) -> str:
    """The part of a page that changes as tables play; `answers`: the database does."""
    return render("tables.html", language, tables=tables, answers=answers)


def when(at: datetime) -> str:
    """A moment in the house's time zone: the time, on another day with its date."""
    local, now = at.astimezone(), datetime.now().astimezone()
    return f"{local:%H:%M}" if local.date() == now.date() else f"{local:%Y-%m-%d %H:%M}"
