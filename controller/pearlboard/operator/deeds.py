"""The operator's deeds: each is an entry of `DEEDS`, and `docs/http-reference.md` describes it.

To add one: an entry here, its function in the module of its trade, and a row in `docs/http-reference.md`; a test
compares them.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import isawaitable
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol, cast

from pearlboard.diagnostics.log_lines import Log, Remembered, as_document
from pearlboard.home.broker import NoBroker, tried
from pearlboard.operator.machine import Deed, Machine
from pearlboard.operator.password import LONGEST, SHORTEST, NoPassword, OwnersPassword
from pearlboard.operator.pico import PicoKeeper
from pearlboard.operator.restoring import Restored, Restoring, newer
from pearlboard.operator.settings_form import NotSaved, SettingsForm
from pearlboard.operator.sounding import say_something
from pearlboard.operator.stick import Stick
from pearlboard.operator.updates import Updates, Wish
from pearlboard.operator.wall_clock import WallClock
from pearlboard.operator.wifi import WifiDeed, WifiKeeper
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, say
from pearlboard.together.tables import OtherTables
from pearlboard.voice.speaker import Speaker
from pearlboard.web.port import Operated

LONGEST_NUMBER: Final = 16
_log: Final = logging.getLogger("pearlboard.operator")


@dataclass(frozen=True, slots=True)
class Started:
    """How the program was started: its settings file, the overrides of that file, and its log.

    `unit`: systemd runs it as a service. `restored`: the result of a backup that waited to be put back.
    """

    file: Path | None = None
    fixed: frozenset[str] = frozenset()
    unit: bool = False
    restored: Restored | None = None
    log: Log = field(default_factory=lambda: Log(Remembered(), in_journal=False))


@dataclass(frozen=True, slots=True)
class Anew:
    """How the program restarts itself, and passes its token on."""

    begin: Callable[[], None] = lambda: None
    keep_token: Callable[[], None] = lambda: None


class Look(Protocol):
    """The state of the table at a glance: `operator.glance`, or in safe mode the reason for it."""

    @property
    def offers_pico(self) -> bool:
        """Whether a Pico is plugged in that nobody has chosen."""

    def notice(self) -> None:
        """Look for changes."""

    def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """All of it, in words."""


class HouseAsks(Protocol):
    """The questions of the house's hub to this table; its operator says whether the answer is sent."""

    def asks(self, words: Catalogue) -> Sequence[Mapping[str, Any]]:
        """The questions, in words."""

    async def send(self, number: int) -> None:
        """Send what was asked for; `Refused`."""

    def refuse(self, number: int) -> None:
        """Do not send it; `Refused` if nobody asks for it any more."""


BY_NOBODY: Final = Started()
NEVER: Final = Anew()


@dataclass(slots=True)
class Operating:
    """The operator's deeds, and the objects that carry them out; implements `web.port.OperatorPort`.

    `has_table`: False in safe mode. `run`: the name of this run of the program.
    """

    game_is_on: Callable[[], bool]
    glance: Look
    form: SettingsForm
    log: Log
    machine: Machine
    restoring: Restoring
    catalogues: Mapping[str, Catalogue]
    anew: Anew
    wifi: WifiKeeper
    updates: Updates
    clock: WallClock
    password: OwnersPassword
    stick: Stick
    pico: PicoKeeper
    others: OtherTables | None = None
    house: HouseAsks | None = None
    speaker: Speaker | None = None
    has_table: bool = True
    run: str = field(default_factory=lambda: secrets.token_hex(4))

    @property
    def deeds(self) -> Mapping[str, tuple[str, ...]]:
        return TAKES

    async def do(self, asked: Operated, language: str) -> Mapping[str, Any]:
        spec = DEEDS[asked.do]
        if spec.not_in_game and not (spec.if_sure and asked.sure):
            self.must_not_play(spec.not_in_game)
        if spec.ends_run:
            self.pico.must_be_done()
        answer = spec.do(self, asked, self.catalogues[language])
        if isawaitable(answer):
            answer = await answer
        if spec.logged:
            _log.info("the operator: %s", asked.do)
        return {spec.answers: answer} if spec.answers else cast("Mapping[str, Any]", answer or {})

    def must_not_play(self, sentence: str) -> None:
        """Raise `Refused` with that sentence while a game is on."""
        if self.game_is_on():
            raise Refused("game_is_on", say(sentence))

    def asks_language(self) -> bool:
        return self.form.unsaid("language")

    async def speak(self, language: str) -> None:
        if not self.asks_language():
            raise Refused("language_is_set", say("language_is_set"))
        await self.form.say_first("language", language)
        _log.info("the table was told its language: %s", language)

    @property
    def has_password(self) -> bool:
        return self.password.chosen

    async def is_password(self, typed: str) -> bool:
        return await self.password.is_it(typed)

    async def take(self, at: int, piece: bytes) -> int:
        self.must_not_play("restore_in_game")
        return await self.restoring.intake.take(at, piece)

    async def take_release(self, at: int, piece: bytes) -> int:
        return await self.updates.intake.take(at, piece)

    async def copy_of_kept(self, name: str) -> tuple[str, BinaryIO]:
        """Copy a kept file. If a game began meanwhile, the copy is closed and refused, too."""
        self.must_not_play("kept_tells_secrets")
        called, file = await self.restoring.copy_of_kept(name)
        try:
            self.must_not_play("kept_tells_secrets")
        except Refused:
            file.close()
            raise
        _log.info("the operator fetches what is kept over the network: %s", name)
        return called, file


# --- what is done ----------------------------------------------------------------------------------------------------


async def _lines(on: Operating, words: Catalogue) -> Mapping[str, Any]:
    lines, whence = await on.log.read()
    return {"lines": as_document(lines), "whence": words.render(whence)}


def _settings(on: Operating, words: Catalogue) -> Mapping[str, Any]:
    return {**on.form.look(words), "game_on": on.game_is_on()}


def _all_settings(on: Operating, words: Catalogue) -> Mapping[str, Any]:
    return {"settings": _settings(on, words), "has_password": on.has_password, "has_table": on.has_table}


async def _save(on: Operating, asked: Operated, words: Catalogue) -> Mapping[str, Any]:
    """Save settings; `wrong`: the errors by setting, in which case none was saved."""
    try:
        await on.form.save(asked.values, asked.mark)
    except NotSaved as error:
        return error.answer(words)
    _log.info("the operator has changed settings: %s", ", ".join(asked.values))
    return {"settings": _settings(on, words)}


async def _brokers() -> list[Mapping[str, Any]]:
    from pearlboard.home.finding import brokers  # noqa: PLC0415 - nobody else here speaks with D-Bus

    found = await asyncio.to_thread(brokers)
    return [{"broker": host, "port": str(port), "tls": tls} for host, port, tls in found]


async def _try_home(on: Operating, asked: Operated, words: Catalogue) -> Mapping[str, Any]:
    """Try the broker with typed values, which are not saved; `wrong`: the errors by setting."""
    try:
        home = on.form.with_typed(asked.values).home
        said, well = await tried(home), True
    except NotSaved as error:
        return error.answer(words)
    except NoBroker as error:
        said, well = error.sentence, False
    return {"home": {"well": well, "sentence": words.render(said)}}


async def _use_pico(on: Operating) -> None:
    if not on.glance.offers_pico:
        raise Refused("no_pico", say("no_pico"))
    await on.form.say_first("board", "rp2040")
    on.must_not_play("restart_in_game")
    on.pico.must_be_done()
    on.anew.begin()


async def _choose_password(on: Operating, typed: str) -> None:
    try:
        await on.password.choose(typed)
    except NoPassword as error:
        raise Refused("bad_password", say("password_bad", least=SHORTEST, most=LONGEST)) from error
    except OSError as error:
        raise Refused("not_written", say("password_not_written", problem=error.strerror or str(error))) from error


async def _look_through(on: Operating, words: Catalogue) -> Mapping[str, Any]:
    found, games = await on.restoring.look_through()
    warning = words.render(newer(found)) if found.facts else None
    return {"games": len(found.holds.games), "here": games, "lacks": found.facts, "warning": warning}


async def _kept(on: Operating) -> Sequence[Mapping[str, Any]]:
    return [
        {"name": each.name, "own": each.own, "at": each.at.isoformat(timespec="seconds"), "size": each.size}
        for each in await on.restoring.kept()
    ]


async def _restore(on: Operating, *, sure: bool) -> None:
    await on.restoring.put(sure=sure)
    on.must_not_play("restore_in_game")
    _log.warning("the operator puts a backup in place of the games; what is here will be kept beside it")
    on.anew.begin()


async def _machine(on: Operating, words: Catalogue) -> Mapping[str, Any]:
    why = await on.machine.hindrance()
    return {"problem": None if why is None else words.render(why), "game_on": on.game_is_on()}


async def _switch(on: Operating, deed: Deed) -> None:
    await on.machine.switch(deed)
    if deed == "reboot":
        on.anew.keep_token()


async def _update(on: Operating, wish: Wish) -> None:
    await on.updates.ask(wish)
    on.anew.keep_token()


def _others(on: Operating) -> OtherTables:
    if on.others is None:
        raise Refused("no_table", say("no_table_runs"))
    return on.others


async def _join_table(on: Operating, asked: Operated) -> None:
    await _others(on).join(asked.values.get("code", ""))
    on.must_not_play("restart_in_game")
    on.anew.begin()


async def _leave_table(on: Operating) -> None:
    await _others(on).leave()
    on.anew.begin()


def _house(on: Operating) -> HouseAsks:
    if on.house is None:
        raise Refused("no_table", say("no_table_runs"))
    return on.house


def _question(asked: Operated) -> int:
    """The number of a question of the house; what is none is no question that is open."""
    number = asked.values.get("number", "")
    return int(number) if number.isdecimal() and len(number) < LONGEST_NUMBER else 0


@dataclass(frozen=True, slots=True)
class DeedSpec:
    """A deed: `do` gets the operator's objects, the request, and the catalogue of the answer.

    answers      the key in the answer for what `do` returns; "": that is the whole answer
    not_in_game  the sentence of the refusal while a game is on; `if_sure`: unless the operator insists
    ends_run     may end this run of the program, so it waits until a Pico has its firmware
    logged       the log says that it was done
    takes        the fields of the request that it reads, separated by blanks; `if_sure`: `sure`, too
    """

    do: Callable[[Operating, Operated, Catalogue], object]
    answers: str = ""
    not_in_game: str = ""
    if_sure: bool = False
    ends_run: bool = False
    logged: bool = False
    takes: str = ""


def _switches(deed: Deed) -> DeedSpec:
    return DeedSpec(
        lambda on, _, __: _switch(on, deed), "", "machine_in_game", if_sure=True, ends_run=True, logged=True
    )


def _updates(wish: Wish) -> DeedSpec:
    return DeedSpec(lambda on, _, __: _update(on, wish), "", "update_in_game", ends_run=True, logged=True)


def _changes_wifi(deed: WifiDeed, takes: str = "values sure") -> DeedSpec:
    return DeedSpec(lambda on, asked, _: on.wifi.change(deed, asked.values, sure=asked.sure), logged=True, takes=takes)


DEEDS: Final[Mapping[str, DeedSpec]] = {
    "glance": DeedSpec(lambda on, _, words: on.glance.look(words), "glance"),
    "log": DeedSpec(lambda on, _, words: _lines(on, words), "log"),
    "settings": DeedSpec(lambda on, _, words: _all_settings(on, words)),
    "save": DeedSpec(_save, takes="values mark"),
    "password": DeedSpec(
        lambda on, asked, _: _choose_password(on, asked.values.get("new", "")), logged=True, takes="values"
    ),
    "kept": DeedSpec(lambda on, _, __: _kept(on), "kept"),
    "look_through": DeedSpec(lambda on, _, words: _look_through(on, words), "sent", "restore_in_game"),
    "restore": DeedSpec(
        lambda on, asked, _: _restore(on, sure=asked.sure), "", "restore_in_game", ends_run=True, takes="sure"
    ),
    "stick": DeedSpec(lambda on, _, __: on.stick.is_here, "stick"),
    "stick_save": DeedSpec(lambda on, _, words: on.stick.use("stick_save", words), "stick"),
    "stick_fetch": DeedSpec(lambda on, _, words: on.stick.use("stick_fetch", words), "stick", "restore_in_game"),
    "machine": DeedSpec(lambda on, _, words: _machine(on, words), "machine"),
    "poweroff": _switches("poweroff"),
    "reboot": _switches("reboot"),
    "restart": DeedSpec(lambda on, _, __: on.anew.begin(), "", "restart_in_game", ends_run=True, logged=True),
    "updates": DeedSpec(lambda on, _, words: on.updates.look(words), "updates"),
    "update": _updates("update"),
    "sent": _updates("sent"),
    "back": _updates("back"),
    "back-anyway": _updates("back-anyway"),
    "wifi": DeedSpec(lambda on, _, words: on.wifi.look(words, scan=False), "wifi"),
    "wifi_scan": DeedSpec(lambda on, _, words: on.wifi.look(words, scan=True), "wifi"),
    "wifi_join": _changes_wifi("wifi_join"),
    "wifi_own": _changes_wifi("wifi_own", "sure"),
    "wifi_forget": _changes_wifi("wifi_forget"),
    "clock": DeedSpec(
        lambda on, asked, words: on.clock.compare(int(asked.values["now"]), words), "clock", takes="values"
    ),
    "home": DeedSpec(lambda *_: _brokers(), "brokers"),
    "home_try": DeedSpec(_try_home, takes="values"),
    "say_something": DeedSpec(
        lambda on, asked, words: say_something(on.speaker, on.form, asked.values, words), takes="values"
    ),
    "tables": DeedSpec(lambda on, _, words: _others(on).look(words), "tables"),
    "table_invite": DeedSpec(lambda on, _, __: _others(on).invite(), "invitation", logged=True),
    "table_forget": DeedSpec(lambda on, _, __: _others(on).forget(), logged=True),
    "table_join": DeedSpec(
        lambda on, asked, _: _join_table(on, asked), "", "restart_in_game", ends_run=True, logged=True, takes="values"
    ),
    "table_leave": DeedSpec(lambda on, _, __: _leave_table(on), "", ends_run=True, logged=True),
    "house": DeedSpec(lambda on, _, words: _house(on).asks(words), "asks"),
    "house_send": DeedSpec(lambda on, asked, _: _house(on).send(_question(asked)), logged=True, takes="values"),
    "house_refuse": DeedSpec(lambda on, asked, _: _house(on).refuse(_question(asked)), logged=True, takes="values"),
    "pico": DeedSpec(lambda on, _, words: on.pico.look(words), "pico"),
    "fill_pico": DeedSpec(lambda on, _, __: on.pico.put()),
    "use_pico": DeedSpec(lambda on, _, __: _use_pico(on), "", "restart_in_game", ends_run=True, logged=True),
}

TAKES: Final = {name: (*spec.takes.split(), *["sure"] * spec.if_sure) for name, spec in DEEDS.items()}
"""The fields of the request that each deed reads."""
