"""Templates and their words, for a table and for a hub: one Jinja2 environment's rules, one way to say a label.

Values are escaped, so nothing that people type becomes an element; an unknown name is an error.
"""

from jinja2 import BaseLoader, Environment, StrictUndefined

from pearlboard.languages import SPOKEN
from pearlboard.texts import Catalogue, Entries, Parameter, say


class Words:
    """The labels of one language, as text: of a catalogue those that begin with `prefix`."""

    def __init__(self, catalogue: Catalogue, prefix: str = "ui_") -> None:
        self._catalogue, self._prefix = catalogue, prefix

    def __call__(self, name: str, /, **parameters: Parameter) -> str:
        """The label `<prefix><name>`."""
        return self._catalogue.render(say(f"{self._prefix}{name}", **parameters))

    def for_scripts(self) -> Entries:
        """All labels of the catalogue, by `<name>`."""
        entries, prefix = self._catalogue.entries.items(), self._prefix
        return {name.removeprefix(prefix): text for name, text in entries if name.startswith(prefix)}


def environment_for(loader: BaseLoader) -> Environment:
    """A new environment for these templates; it knows all languages."""
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["languages"] = {language.code: language.name for language in SPOKEN.values()}
    return made
