"""Sentences for people: a name and parameters where they arise, words where they are shown.

What speaks holds a `Sentence`; only the edge that shows it knows a language. A catalogue is a TOML file of
`name = "text with {parameters}"`; a text that depends on a count is a table `{one = "...", other = "..."}`, chosen by
the parameter `count`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pearlboard.errors import ConfigError

Parameter: TypeAlias = object
"""Text, a number, anything with a notation (`str`), a `Sentence`, or a sequence of these."""

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to say, by its name in the catalogues. Parameters named `seat` or `*_seat` are shown as a player."""

    name: str
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def __str__(self) -> str:
        return self.name if not self.parameters else f"{self.name}({', '.join(f'{k}={v}' for k, v in self.parameters)})"


def say(name: str, **parameters: Parameter) -> Sentence:
    """`Sentence(name, …)` with its parameters in a fixed order, so that equal sentences compare equal."""
    return Sentence(name, tuple(sorted(parameters.items())))


class Catalogue:
    """The sentences of one language."""

    def __init__(self, language: str, entries: Mapping[str, str | Mapping[str, str]]) -> None:
        """Hold `entries` as read from TOML."""
        self.language = language
        self.entries = entries

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def render(self, sentence: Sentence, players: Mapping[int, str] | None = None) -> str:
        """The words for `sentence`. `players` maps seats to names; `ConfigError` for a sentence nobody translated."""
        entry = self.entries.get(sentence.name)
        if entry is None:
            raise ConfigError(f"the {self.language} catalogue has no sentence {sentence.name!r}")
        shown = {name: self._show(name, value, players or {}) for name, value in sentence.parameters}
        if not isinstance(entry, str):
            entry = entry[self._number(dict(sentence.parameters)["count"])]
        return entry.format_map(shown)

    def _number(self, count: object) -> str:
        singular = (0, 1) if self.language == "fr" else (1,)
        return "one" if count in singular else "other"

    def _show(self, name: str, value: Parameter, players: Mapping[int, str]) -> str:
        if isinstance(value, Sentence):
            return self.render(value, players)
        if isinstance(value, (tuple, list, frozenset)):
            items = sorted(value, key=str) if isinstance(value, frozenset) else value
            return self._join([self._show(name, item, players) for item in items])
        if isinstance(value, int) and (name == "seat" or name.endswith(("_seat", "_seats")) or name == "seats"):
            return players.get(value) or self.render(say("seat", number=value))
        return str(value)

    def _join(self, words: Iterable[str]) -> str:
        *head, last = list(words) or [""]
        return last if not head else f"{', '.join(head)} {'et' if self.language == 'fr' else 'and'} {last}"
