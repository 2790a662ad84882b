"""Markup: one Jinja2 environment for our own templates (`templates/`) and for those of the games.

Values are escaped, so nothing that people type becomes an element; an unknown name is an error. In our own templates a
line break between two tags does not reach the page, where space between buttons or words would be visible.
"""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path
from posixpath import normpath
from typing import Final

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined

from pearlboard.languages import SPOKEN
from pearlboard.texts import Catalogue, Entries, Parameter, say
from pearlboard.web.assets import STATIC, address

WEB: Final = Path(__file__).parent
BETWEEN_TAGS: Final = re.compile(r"(?<=[>}])(\s*\n\s*)(?=[<{])")
IMPORTED: Final = re.compile(r'^(?:import|export)\b[^"();=]*"(\.[^"]+)"', re.MULTILINE)


class Words:
    """The labels of one language, as text."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def __call__(self, name: str, /, **parameters: Parameter) -> str:
        """The label `ui_<name>`."""
        return self._catalogue.render(say(f"ui_{name}", **parameters))

    def for_scripts(self) -> Entries:
        """All labels of the catalogue, by `<name>`."""
        return {name[3:]: text for name, text in self._catalogue.entries.items() if name.startswith("ui_")}


class OwnTemplates(FileSystemLoader):
    """The templates of the table. Line breaks between tags become comments, so errors still name the right line."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """See `jinja2.BaseLoader`."""
        source, path, up_to_date = super().get_source(environment, template)
        return BETWEEN_TAGS.sub(r"{#\1#}", source), path, up_to_date


@cache
def environment() -> Environment:
    """The environment, made for the first page."""
    made = Environment(
        loader=OwnTemplates(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    made.filters["local_time"] = local_time
    made.globals["modules"] = modules
    made.globals["static"] = address
    made.globals["languages"] = {language.code: language.name for language in SPOKEN.values()}
    made.globals["icon"] = vars(made.get_template("parts.html").module)["icon"]
    return made


def environment_of(templates: BaseLoader) -> Environment:
    """An environment with the same rules for the templates of a game."""
    return environment().overlay(loader=templates)


def render(template: str, language: str, catalogue: Catalogue, **given: object) -> str:
    """Render a page of ours, in the language of the catalogue."""
    return environment().get_template(template).render(language=language, words=Words(catalogue), **given)


def local_time(moment: str) -> str:
    """A moment (ISO 8601) in the time zone of the table."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """A module of `static/` and all its imports, each once, so that a browser fetches them in parallel."""
    found = [script]
    for module in found:
        found += [name for name in _imports(module) if name not in found]
    return tuple(found)


def _imports(script: str) -> list[str]:
    text = (STATIC / script).read_text(encoding="utf-8")
    return sorted({normpath(f"{script}/../{name}") for name in IMPORTED.findall(text)})
