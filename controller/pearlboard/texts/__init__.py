"""Sentences for people: a name and parameters where they arise, words where they are shown.

What speaks holds a `Sentence`; only the edge that shows it knows a language. A catalogue is a TOML file of
`name = "text with {parameters}"`; a text that depends on a count is a table `{one = "...", other = "..."}`, with a form
for each kind of number that its language knows, chosen by the parameter `count`. How a language works is a table in its
own catalogue (`texts.language`).

A place stands in a text as its notation, `{site}`, where people read or type it like that; and as it is said,
`{site:at}`: "on a5", "between a5 and b5". What is said there stands in the catalogues, as `ui_at_spaces` and
`ui_at_line`. A catalogue that speaks aloud (`Catalogue.aloud`) says every place in a letter and a number that a voice
reads one by one, as they are printed on the board: `voice_space`, "a 5"; `voice_line`, "the line between a 5 and b 5".
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Final, Protocol, TypeAlias, runtime_checkable

from pearlboard.errors import ConfigError
from pearlboard.texts.language import Language

Parameter: TypeAlias = object
"""Text, a number, anything with a notation (`str`), a `Sentence`, or a sequence of these."""

Entries: TypeAlias = Mapping[str, str | Mapping[str, str]]
"""Sentences by name; of some there are several, such as `one` and `other`, by a number."""


AT: Final = "at"
"""Behind the name of a parameter: as the place is said."""


@runtime_checkable
class Line(Protocol):
    """A place between two others."""

    @property
    def first(self) -> object:
        """The one."""

    @property
    def second(self) -> object:
        """And the other."""


@runtime_checkable
class Square(Protocol):
    """A place in a row and a column, both from 0."""

    @property
    def row(self) -> int:
        """The row, from the top."""

    @property
    def column(self) -> int:
        """The column, from the left."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to say, by its name in the catalogues. Parameters named `seat` or `*_seat` are shown as a player."""

    name: str
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def __str__(self) -> str:
        return self.name if not self.parameters else f"{self.name}({', '.join(f'{k}={v}' for k, v in self.parameters)})"


def say(name: str, /, **parameters: Parameter) -> Sentence:
    """`Sentence(name, …)` with its parameters in a fixed order, so that equal ones compare equal and can be kept."""
    return Sentence(name, tuple(sorted((key, _held(value)) for key, value in parameters.items())))


def _held(value: Parameter) -> Parameter:
    """A parameter that nobody can change. What a frozenset shares with the keys of a mapping is an ordinary set."""
    if isinstance(value, list):
        return tuple(value)
    return frozenset(value) if isinstance(value, AbstractSet) else value


def by_side(sides: Sequence[Sequence[int]]) -> tuple[Parameter, ...]:
    """The players on several sides, given by their seats, for a sentence: two players of one side are one item."""
    if len(sides) == 1:
        return tuple(sides[0])
    return tuple(
        seats[0] if len(seats) == 1 else say("side_together", first_seat=seats[0], second_seat=seats[1])
        for seats in sides
    )


class Catalogue:
    """The sentences of one language. Two games may call different sentences the same, so each is asked for its own."""

    def __init__(
        self, language: Language, entries: Entries, games: Mapping[str, Entries] | None = None, *, aloud: bool = False
    ) -> None:
        """Hold `entries` as read from TOML; `games`: those that belong to one game, by its name. `aloud`: for ears."""
        self.language = language.code
        self._speech = language
        self._aloud = aloud
        self.entries = entries
        self._games = {
            name: Catalogue(language, {**entries, **own}, aloud=aloud) for name, own in (games or {}).items()
        }

    def of(self, game: str | None) -> "Catalogue":
        """As that game speaks."""
        return self if game is None else self._games.get(game, self)

    @cached_property
    def aloud(self) -> "Catalogue":
        """The catalogue as a voice reads it."""
        games = {name: game.entries for name, game in self._games.items()}
        return Catalogue(self._speech, self.entries, games, aloud=True)

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def render(self, sentence: Sentence, players: Mapping[int, str] | None = None) -> str:
        """The words for `sentence`. `players` maps seats to names; `ConfigError` for a sentence nobody translated."""
        entry = self.entries.get(sentence.name)
        if entry is None:
            raise ConfigError(f"the {self.language} catalogue has no sentence {sentence.name!r}")
        shown = {name: _Shown(self, name, value, players or {}) for name, value in sentence.parameters}
        if not isinstance(entry, str):
            entry = self._speech.form(entry, dict(sentence.parameters)["count"])
        return entry.format_map(shown)

    def at(self, places: Parameter) -> str:
        """Where that is: the spaces first, together, and then each line."""
        every = places if isinstance(places, (tuple, list, frozenset)) else (places,)
        listed = sorted(every, key=str) if isinstance(places, frozenset) else every
        lines = [place for place in listed if isinstance(place, Line)]
        spaces = tuple(place for place in listed if place not in lines)
        said = [self.render(say("ui_at_spaces", spaces=spaces))] if spaces else []
        said += [self.render(say("ui_at_line", first=line.first, second=line.second)) for line in lines]
        return self._speech.join(said)

    def show(self, name: str, value: Parameter, players: Mapping[int, str]) -> str:
        value = _spelled(value) if self._aloud else value
        if isinstance(value, Sentence):
            return self.render(value, players)
        if isinstance(value, (tuple, list, frozenset)):
            items = sorted(value, key=str) if isinstance(value, frozenset) else value
            return self._speech.join([self.show(name, item, players) for item in items])
        if isinstance(value, int) and (name == "seat" or name.endswith(("_seat", "_seats")) or name == "seats"):
            return players.get(value) or self.render(say("seat", number=value))
        return self._speech.number(value) if isinstance(value, float) else str(value)


def _spelled(value: Parameter) -> Parameter:
    """A place as it is printed on the board, for a voice; whatever is none stays as it is."""
    if isinstance(value, Square):
        return say("voice_space", column=ascii_lowercase[value.column], row=value.row + 1)
    return say("voice_line", first=value.first, second=value.second) if isinstance(value, Line) else value


@dataclass(frozen=True, slots=True)
class _Shown:
    """A parameter, put into words as the text wants it."""

    catalogue: Catalogue
    name: str
    value: Parameter
    players: Mapping[int, str]

    def __format__(self, how: str) -> str:
        if how == AT:
            return self.catalogue.at(self.value)
        return format(self.catalogue.show(self.name, self.value, self.players), how)
