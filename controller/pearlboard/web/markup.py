"""Markup: one Jinja2 environment for our own templates (`templates/`) and for those of the games.

Its rules are those of `web.templating`. In our own templates a line break between two tags does not reach the page,
where space between buttons or words would be visible.
"""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path
from posixpath import normpath
from typing import Final

from jinja2 import BaseLoader, Environment, FileSystemLoader

from pearlboard.texts import Catalogue
from pearlboard.web.assets import STATIC, address
from pearlboard.web.templating import Words, environment_for

WEB: Final = Path(__file__).parent
BETWEEN_TAGS: Final = re.compile(r"(?<=[>}])(\s*\n\s*)(?=[<{])")
IMPORTED: Final = re.compile(r'^(?:import|export)\b[^"();=]*"(\.[^"]+)"', re.MULTILINE)


class OwnTemplates(FileSystemLoader):
    """The templates of the table. Line breaks between tags become comments, so errors still name the right line."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """See `jinja2.BaseLoader`."""
        source, path, up_to_date = super().get_source(environment, template)
        return BETWEEN_TAGS.sub(r"{#\1#}", source), path, up_to_date


@cache
def environment() -> Environment:
    """The environment, made for the first page."""
    made = environment_for(OwnTemplates(WEB / "templates"))
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    made.filters["local_time"] = local_time
    made.globals["modules"] = modules
    made.globals["static"] = address
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
