"""The settings as a form: what may stand in each field, what does, and what becomes of a change.

Whatever is typed is judged by the code that reads the file. Some settings act at once; the others are said to wait
until the program starts anew.

So the form refuses a value in the same words as the program's start, and cannot write a file that would not start. A
setting that acts at once is passed to its owner by a method.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn, get_args, get_origin

from pearlboard.drivers import BOARDS
from pearlboard.drivers.light_drivers import LIGHT_DRIVERS
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.files import theme_names
from pearlboard.languages import LANGUAGES, SPOKEN
from pearlboard.regular import toml_of
from pearlboard.service.listening import can_listen
from pearlboard.service.settings_file import SettingsFile, changed
from pearlboard.service.settings_refusals import refusal_of, refusals_together
from pearlboard.session.state import Refused
from pearlboard.settings import Settings, from_text, names_in_environment, range_of, settings_of, values, with_values
from pearlboard.texts import Catalogue, Sentence, say

NOT_HERE: Final = frozenset({"store", "web.host"})
"""Who writes nonsense there has no games, or no page any more on which to put it right."""
PORT: Final = "web.port"
LEAST: Final[Mapping[str, float]] = {PORT: 1}
"""The file may say 0, for whichever port is free; nobody would find this page there."""
DEFAULTS: Final = values(Settings())
NOT_SHOWN: Final = "wifi.password"
"""It goes in, and never out."""
OPEN_WORDS: Final[Mapping[str, Callable[[], tuple[str, ...]]]] = {
    "board": lambda: BOARDS,
    "language": lambda: LANGUAGES,
    "lights.theme": theme_names,
    "pi.leds": lambda: tuple(LIGHT_DRIVERS),
}
"""Words that are known, of settings whose type does not say so."""
EVERYDAY: Final[Mapping[str, tuple[str, ...]]] = {
    "table": (
        "board",
        "language",
        "pieces",
        "sound",
        "confirm.by",
        "confirm.still_ms",
        "computer.pause_ms",
        "computer.cap_ms",
    ),
    "lights": ("lights.brightness", "lights.regions", "lights.theme"),
    "wifi": ("wifi.name", "wifi.password"),
}
"""What stands where on the page; all else is for whoever builds a board."""
BUILDING: Final = "building"
Apply = Callable[[Settings], None]


class NotSaved(PearlboardError, ValueError):
    """Some fields are wrong; nothing was written. `fields`: what is wrong with each."""

    def __init__(self, fields: Mapping[str, Sentence]) -> None:
        super().__init__(", ".join(fields))
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Field:
    """One setting. `words` may be chosen; a number is from `low` to `high`."""

    key: str
    kind: Any
    words: tuple[str, ...]
    low: float | None
    high: float | None


def _fields() -> Mapping[str, Field]:
    found = {}
    for _, (key, kind) in names_in_environment():
        if key not in NOT_HERE:
            words = OPEN_WORDS[key]() if key in OPEN_WORDS else get_args(kind) if get_origin(kind) is Literal else ()
            low, high = range_of(key)
            found[key] = Field(key, kind, words, LEAST.get(key, low), high)
    return found


class SettingsForm:
    """What the operator's page shows of the settings, and does with them.

    `file`: None if the program was started without one; `fixed`: what is set elsewhere, and beats the file; `at_once`:
    how settings are taken over by a running table.
    """

    def __init__(
        self, file: SettingsFile | None, running: Settings, fixed: frozenset[str], at_once: Mapping[str, Apply]
    ) -> None:
        self._file = file
        self._running = running
        self._fixed = fixed
        self._at_once = at_once
        self._fields = _fields()
        self._one_at_a_time = asyncio.Lock()

    def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """Every field as it stands in the file; `problem`: why none can be changed."""
        text, mark, problem = "", "", self._hindrance()
        in_file = self._running
        if self._file is not None:
            try:
                text, mark = (written := self._file.read()).text, written.mark
                in_file = settings_of(self._file.path, text)
            except ConfigError as error:
                problem = say("settings_unreadable", problem=str(error))
        running = values(self._running)
        there = {**values(in_file), **{key: running[key] for key in self._fixed}}
        return {
            "file": None if self._file is None else str(self._file.path),
            "mark": mark,
            "problem": None if problem is None else catalogue.render(problem),
            "fields": [
                self._shown(group, self._fields[key], there[key], catalogue)
                for group, keys in self._grouped().items()
                for key in keys
            ],
            "waiting": [key for key in self._fields if there[key] != running[key]],
        }

    def _grouped(self) -> Mapping[str, tuple[str, ...]]:
        placed = {key for keys in EVERYDAY.values() for key in keys}
        return {**EVERYDAY, BUILDING: tuple(key for key in self._fields if key not in placed)}

    def _shown(self, group: str, field: Field, value: str | float, catalogue: Catalogue) -> Mapping[str, Any]:
        secret, said = field.key == NOT_SHOWN, f"setting_{field.key.replace('.', '_')}"
        words = tuple(dict.fromkeys((*field.words, str(value)))) if field.words else ()
        return {
            "group": group,
            "key": field.key,
            "label": catalogue.render(say(said)),
            "hint": catalogue.render(say(f"{said}_hint")),
            "words": {word: _called(field.key, word, catalogue) for word in words},
            "number": field.kind in (int, float),
            "low": field.low,
            "high": field.high,
            "value": None if secret else str(value),
            "given": bool(value),
            "default": None if secret else str(DEFAULTS[field.key]),
            "at_once": field.key in self._at_once,
            "fixed": field.key in self._fixed,
        }

    def unsaid(self, key: str) -> bool:
        """Whether the file could say it and does not, nor anything that beats the file."""
        if self._file is None or key in self._fixed or self._hindrance() is not None:
            return False
        try:
            return key not in toml_of(self._file.read().text)
        except ConfigError:
            return False

    async def say_first(self, key: str, typed: str) -> None:
        """Write what nobody has written yet; `NotSaved`, `Refused`."""
        mark = "" if self._file is None else self._file.read().mark
        await self.save({key: typed}, mark)

    def _hindrance(self) -> Sentence | None:
        return say("settings_no_file") if self._file is None else self._file.hindrance()

    async def save(self, typed: Mapping[str, str], mark: str) -> None:
        """Write what was typed into some fields; `NotSaved` says which are wrong, `Refused` why nothing can be written.

        `mark`: of the file on which the form was filled in.
        """
        file = self._file
        if file is None:
            raise Refused("no_file", say("settings_no_file"))
        if (why := file.hindrance()) is not None:
            raise Refused("not_writable", why)
        given = self._judged(typed)
        async with self._one_at_a_time:
            await self._write(file, given, mark)

    async def _write(self, file: SettingsFile, given: Mapping[str, Any], mark: str) -> None:
        try:
            written = file.read()
            before = settings_of(file.path, written.text)
        except ConfigError as error:
            raise Refused("unreadable", say("settings_unreadable", problem=str(error))) from error
        if written.mark != mark:
            raise Refused("changed_meanwhile", say("settings_changed_meanwhile", path=str(file.path)))
        after = with_values(before, given)
        _check_together(before, after, given)
        await asyncio.to_thread(file.write, changed(written.text, given), mark)
        self._take_over({key: value for key, value in given.items() if key in self._at_once})

    def _judged(self, typed: Mapping[str, str]) -> Mapping[str, Any]:
        """What was typed, as the file would say it."""
        if not typed.keys() <= self._fields.keys() - self._fixed:
            _malformed(sorted(typed.keys() - (self._fields.keys() - self._fixed)))
        given = {key: from_text(text.strip(), self._fields[key].kind) for key, text in typed.items()}
        judged = {key: self._refusal(self._fields[key], value, typed[key].strip()) for key, value in given.items()}
        if wrong := {key: why for key, why in judged.items() if why is not None}:
            raise NotSaved(wrong)
        return given

    def _refusal(self, field: Field, value: Any, typed: str) -> Sentence | None:  # noqa: ANN401  # as in the file
        if (why := refusal_of(field.key, value, typed, field.low)) is not None or field.key != PORT:
            return why
        return None if self._can_be_reached(value) else say("refused_port", typed=typed)

    def _can_be_reached(self, port: int) -> bool:
        """At the next start: a program that cannot have its port ends, and with it the page that would put it right."""
        return port == self._running.web.port or can_listen(self._running.web.host, port)

    def _take_over(self, given: Mapping[str, Any]) -> None:
        self._running = with_values(self._running, given)
        for apply in dict.fromkeys(self._at_once[key] for key in given):
            apply(self._running)


def _called(key: str, word: str, catalogue: Catalogue) -> str:
    """What people call a word of that setting; its own name where there is no other."""
    if key == "language" and word in SPOKEN:
        return SPOKEN[word].name
    said = f"setting_{key.replace('.', '_')}_{word}"
    return catalogue.render(say(said)) if said in catalogue else word


def _malformed(keys: list[str]) -> NoReturn:
    raise Refused("malformed", say("malformed", detail=", ".join(keys)))


def _check_together(before: Settings, after: Settings, given: Mapping[str, Any]) -> None:
    """What was wrong before is no reason to refuse a change of something else."""
    known = refusals_together(before)
    wrong = {key: why for key, why in refusals_together(after).items() if why != known.get(key) or key in given}
    if wrong:
        raise NotSaved(wrong)
