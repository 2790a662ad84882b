"""The settings as a form: fields, their values, and saving changes.

The code that reads the settings file validates typed values. Some settings act at once; for the others the page says
that they wait for a restart.

So the form refuses a value in the same words as the program's start, and cannot write a file that would not start. A
setting that acts at once is passed to its owner by a method. The properties of a setting stand beside its field
(`settings.Form`).
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NoReturn, TypeAlias, get_args, get_origin

from pearlboard.configuration import from_text, settings_of
from pearlboard.drivers import BOARDS
from pearlboard.drivers.light_drivers import LIGHT_DRIVERS
from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.files import theme_names
from pearlboard.languages import LANGUAGES, SPOKEN
from pearlboard.operator.settings_file import SettingsFile, changed
from pearlboard.operator.settings_refusals import refusal_of, refusals_together
from pearlboard.regular import toml_of
from pearlboard.session.state import Refused
from pearlboard.settings import SETTINGS, Setting, Settings, values, with_values
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.voice.devices import devices
from pearlboard.web.listening import can_listen

PORT: Final = "web.port"
DEFAULTS: Final = values(Settings())
OPEN_WORDS: Final[Mapping[str, Callable[[], tuple[str, ...]]]] = {
    "board": lambda: BOARDS,
    "language": lambda: LANGUAGES,
    "lights.theme": theme_names,
    "voice.device": devices,
    "pi.leds": lambda: tuple(LIGHT_DRIVERS),
}
"""The choices of settings whose type does not list them."""
GROUPS: Final = ("table", "lights", "voice", "together", "wifi", "home", "club", "building")
"""The groups of the form, in the order of the page; the last one is for whoever builds a board."""
Taker: TypeAlias = tuple[Callable[[Settings], Any], Callable[[Any], None]]
"""The getter and setter of an owner for its settings."""


class NotSaved(PearlboardError, ValueError):
    """Some fields are wrong, and nothing was written. `fields`: the errors by field."""

    def __init__(self, fields: Mapping[str, Sentence]) -> None:
        super().__init__(", ".join(fields))
        self.fields = fields

    def answer(self, words: Catalogue) -> dict[str, Any]:
        """The errors in words, by field, for a page."""
        return {"wrong": {key: words.render(why) for key, why in self.fields.items()}}


def _words(setting: Setting) -> tuple[str, ...]:
    """The choices of a setting; empty for free text or numbers."""
    if setting.key in OPEN_WORDS:
        return OPEN_WORDS[setting.key]()
    return get_args(setting.kind) if get_origin(setting.kind) is Literal else ()


class SettingsForm:
    """The settings on the operator's page.

    `file`: None if the program was started without one; `fixed`: settings that override the file; `takers`: the owners
    of settings that act at once, empty where no table runs.
    """

    def __init__(
        self, file: SettingsFile | None, running: Settings, fixed: frozenset[str], takers: Sequence[Taker] = ()
    ) -> None:
        self._file = file
        self._running = running
        self._fixed = fixed
        self._takers = takers
        self._fields = {each.key: each for each in SETTINGS.values() if each.form.group}
        self._one_at_a_time = asyncio.Lock()

    def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """Every field with its value in the file; `problem`: why none can be changed."""
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
                self._shown(each, there[each.key], catalogue)
                for each in sorted(self._fields.values(), key=lambda each: GROUPS.index(each.form.group))
            ],
            "waiting": [key for key in self._fields if there[key] != running[key]],
        }

    def _acts_at_once(self, key: str) -> bool:
        return bool(self._takers) and SETTINGS[key].form.at_once

    def _shown(self, field: Setting, value: str | float, catalogue: Catalogue) -> Mapping[str, Any]:
        secret, said = field.form.secret, f"setting_{field.key.replace('.', '_')}"
        words = dict.fromkeys((*known, str(value))) if (known := _words(field)) else ()
        return {
            "group": field.form.group,
            "key": field.key,
            "label": catalogue.render(say(said)),
            "hint": catalogue.render(say(f"{said}_hint")),
            "words": {word: _called(field.key, word, catalogue) for word in words},
            "number": field.kind in (int, float),
            "low": field.least,
            "high": field.high,
            "value": None if secret else str(value),
            "given": bool(value),
            "default": None if secret else str(DEFAULTS[field.key]),
            "at_once": self._acts_at_once(field.key),
            "fixed": field.key in self._fixed,
        }

    def unsaid(self, key: str) -> bool:
        """Whether neither the file nor an override sets that key."""
        if self._file is None or key in self._fixed or self._hindrance() is not None:
            return False
        try:
            return key not in toml_of(self._file.read().text)
        except ConfigError:
            return False

    async def say_first(self, key: str, typed: str) -> None:
        """Write a setting that is not yet in the file; `NotSaved`, `Refused`."""
        mark = "" if self._file is None else self._file.read().mark
        await self.save({key: typed}, mark)

    def with_typed(self, typed: Mapping[str, str]) -> Settings:
        """The settings that are running, with typed values; `NotSaved` lists wrong ones. Nothing is written."""
        return with_values(self._running, self._judged(typed))

    def _hindrance(self) -> Sentence | None:
        return say("settings_no_file") if self._file is None else self._file.hindrance()

    async def save(self, typed: Mapping[str, str], mark: str) -> None:
        """Write typed values; `NotSaved` lists the wrong ones, `Refused` says why nothing can be written.

        `mark`: the version of the file on which the form was filled in.
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
        self._take_over({key: value for key, value in given.items() if self._acts_at_once(key)})

    def _judged(self, typed: Mapping[str, str]) -> Mapping[str, Any]:
        """The typed values as the file would have them."""
        if not typed.keys() <= self._fields.keys() - self._fixed:
            _malformed(sorted(typed.keys() - (self._fields.keys() - self._fixed)))
        given = {key: from_text(text.strip(), self._fields[key].kind) for key, text in typed.items()}
        judged = {key: self._refusal(self._fields[key], value, typed[key].strip()) for key, value in given.items()}
        if wrong := {key: why for key, why in judged.items() if why is not None}:
            raise NotSaved(wrong)
        return given

    def _refusal(self, field: Setting, value: Any, typed: str) -> Sentence | None:  # noqa: ANN401  # as in the file
        if (why := refusal_of(field.key, value, typed)) is not None or field.key != PORT:
            return why
        return None if self._can_be_reached(value) else say("refused_port", typed=typed)

    def _can_be_reached(self, port: int) -> bool:
        """Whether the program could listen at the next start: without its port it ends, and the page could not undo
        that.
        """
        return port == self._running.web.port or can_listen(self._running.web.host, port)

    def _take_over(self, given: Mapping[str, Any]) -> None:
        before, self._running = self._running, with_values(self._running, given)
        for of, take in self._takers:
            if of(before) != (now := of(self._running)):
                take(now)


def _called(key: str, word: str, catalogue: Catalogue) -> str:
    """The label of a choice; the choice itself if it has none."""
    if key == "language" and word in SPOKEN:
        return SPOKEN[word].name
    said = f"setting_{key.replace('.', '_')}_{word}"
    return catalogue.render(say(said)) if said in catalogue else word


def _malformed(keys: list[str]) -> NoReturn:
    raise Refused("malformed", say("malformed", detail=", ".join(keys)))


def _check_together(before: Settings, after: Settings, given: Mapping[str, Any]) -> None:
    """Check settings that depend on each other. An error that was there before does not block another change."""
    known = refusals_together(before)
    wrong = {key: why for key, why in refusals_together(after).items() if why != known.get(key) or key in given}
    if wrong:
        raise NotSaved(wrong)
