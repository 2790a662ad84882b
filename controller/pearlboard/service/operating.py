"""What the operator's page asks of a running table besides the bench, and how it is done; `web.port.OperatorPort`."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, Protocol

from pearlboard.service.log_lines import Log, Remembered, as_document
from pearlboard.service.machine import Machine
from pearlboard.service.password import LONGEST, SHORTEST, NoPassword, OwnersPassword
from pearlboard.service.pico import PicoKeeper
from pearlboard.service.restoring import Restored, Restoring, newer
from pearlboard.service.settings_form import NotSaved, SettingsForm
from pearlboard.service.stick import Stick, StickDeed
from pearlboard.service.updates import Updates, Wish
from pearlboard.service.wall_clock import WallClock
from pearlboard.service.wifi import WifiDeed, WifiKeeper
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, say

_log: Final = logging.getLogger("pearlboard.service")


@dataclass(frozen=True, slots=True)
class Started:
    """How the program was started: with which settings file, what was given otherwise and beats it, and its log.

    `unit`: systemd runs it as a service. `restored`: what became of a backup that waited.
    """

    file: Path | None = None
    fixed: frozenset[str] = frozenset()
    unit: bool = False
    restored: Restored | None = None
    log: Log = field(default_factory=lambda: Log(Remembered(), in_journal=False))


@dataclass(frozen=True, slots=True)
class Anew:
    """How the program ends in order to begin anew, and how it leaves its token for whoever begins next."""

    begin: Callable[[], None] = lambda: None
    keep_token: Callable[[], None] = lambda: None


class Look(Protocol):
    """How everything is at a glance: `service.glance`, or in safe mode what is wrong."""

    @property
    def offers_pico(self) -> bool:
        """Whether a Pico is plugged in that nobody has chosen."""

    def notice(self) -> None:
        """Something may be otherwise than before."""

    def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """All of it, in words."""


BY_NOBODY: Final = Started()
NEVER: Final = Anew()


class Operating:
    """Does what the operator asks, as `OperatorPort` describes; every refusal has a name and a sentence."""

    def __init__(
        self,
        game_is_on: Callable[[], bool],
        glance: Look,
        form: SettingsForm,
        log: Log,
        machine: Machine,
        restoring: Restoring,
        catalogues: Mapping[str, Catalogue],
        anew: Anew,
        wifi: WifiKeeper,
        updates: Updates,
        clock: WallClock,
        password: OwnersPassword,
        stick: Stick,
        pico: PicoKeeper,
        *,
        has_table: bool = True,
    ) -> None:
        """`run` is the name of what runs now. `has_table`: it is no safe mode."""
        self._game_on = game_is_on
        self.has_table = has_table
        self._glance = glance
        self._form = form
        self._log = log
        self._catalogues = catalogues
        self._machine = machine
        self._restoring = restoring
        self._anew = anew
        self._wifi = wifi
        self._updates = updates
        self._clock = clock
        self._password = password
        self._stick = stick
        self._pico = pico
        self.run = secrets.token_hex(4)

    def glance(self, language: str) -> Mapping[str, Any]:
        return self._glance.look(self._catalogues[language])

    def notice(self) -> None:
        """Something may be otherwise than before; the page says since when."""
        self._glance.notice()

    async def log(self, language: str) -> Mapping[str, Any]:
        lines, whence = await self._log.read()
        return {"lines": as_document(lines), "whence": self._catalogues[language].render(whence)}

    def settings(self, language: str) -> Mapping[str, Any]:
        return {**self._form.look(self._catalogues[language]), "game_on": self._game_is_on}

    async def save(self, typed: Mapping[str, str], mark: str, language: str) -> Mapping[str, str]:
        try:
            await self._form.save(typed, mark)
        except NotSaved as error:
            return {key: self._catalogues[language].render(why) for key, why in error.fields.items()}
        _log.info("the operator has changed settings: %s", ", ".join(typed))
        return {}

    def asks_language(self) -> bool:
        return self._form.unsaid("language")

    async def speak(self, language: str) -> None:
        if not self.asks_language():
            raise Refused("language_is_set", say("language_is_set"))
        await self._form.say_first("language", language)
        _log.info("the table was told its language: %s", language)

    async def use_pico(self) -> None:
        self._must_not_restart()
        if not self._glance.offers_pico:
            raise Refused("no_pico", say("no_pico"))
        await self._form.say_first("board", "rp2040")
        _log.info("the operator has chosen the board with a Pico that is plugged in")
        self.restart()

    async def pico(self, language: str) -> Mapping[str, Any]:
        return await self._pico.look(self._catalogues[language])

    async def fill_pico(self) -> None:
        await self._pico.put()

    @property
    def has_password(self) -> bool:
        return self._password.chosen

    async def is_password(self, typed: str) -> bool:
        return await self._password.is_it(typed)

    async def choose_password(self, typed: str) -> None:
        try:
            await self._password.choose(typed)
        except NoPassword as error:
            raise Refused("bad_password", say("password_bad", least=SHORTEST, most=LONGEST)) from error
        except OSError as error:
            raise Refused("not_written", say("password_not_written", problem=error.strerror or str(error))) from error
        _log.info("a password was chosen for the operator's page")

    def restart(self) -> None:
        self._must_not_restart()
        _log.info("the operator lets the program start anew")
        self._anew.begin()

    def _must_not_restart(self) -> None:
        if self._game_is_on:
            raise Refused("game_is_on", say("restart_in_game"))
        self._pico.must_be_done()

    async def take(self, at: int, piece: bytes) -> int:
        self._must_not_play()
        return await self._restoring.intake.take(at, piece)

    async def look_through(self, language: str) -> Mapping[str, Any]:
        self._must_not_play()
        found, games = await self._restoring.look_through()
        warning = self._catalogues[language].render(newer(found)) if found.facts else None
        return {"games": len(found.holds.games), "here": games, "lacks": found.facts, "warning": warning}

    async def kept(self) -> Sequence[Mapping[str, Any]]:
        return [
            {"name": each.name, "own": each.own, "at": each.at.isoformat(timespec="seconds"), "size": each.size}
            for each in await self._restoring.kept()
        ]

    async def copy_of_kept(self, name: str) -> tuple[str, BinaryIO]:
        """See `OperatorPort`. A game may have begun while it was copied: then that copy is nobody's, too."""
        self._must_not_tell()
        called, file = await self._restoring.copy_of_kept(name)
        try:
            self._must_not_tell()
        except Refused:
            file.close()
            raise
        _log.info("the operator fetches what is kept over the network: %s", name)
        return called, file

    def _must_not_tell(self) -> None:
        if self._game_is_on:
            raise Refused("game_is_on", say("kept_tells_secrets"))

    @property
    def reaches_stick(self) -> bool:
        return self._stick.is_here

    async def use_stick(self, deed: StickDeed, language: str) -> str:
        if deed == "stick_fetch":
            self._must_not_play()
        return await self._stick.use(deed, self._catalogues[language])

    async def restore(self, *, sure: bool) -> None:
        self._must_not_play()
        self._pico.must_be_done()
        await self._restoring.put(sure=sure)
        self._must_not_play()
        _log.warning("the operator puts a backup in place of the games; what is here will be kept beside it")
        self._anew.begin()

    def _must_not_play(self) -> None:
        if self._game_is_on:
            raise Refused("game_is_on", say("restore_in_game"))

    async def wifi(self, language: str, *, scan: bool) -> Mapping[str, Any]:
        return await self._wifi.look(self._catalogues[language], scan=scan)

    def change_wifi(self, deed: WifiDeed, values: Mapping[str, str], *, sure: bool) -> None:
        self._wifi.change(deed, values, sure=sure)
        _log.info("the operator changes the network: %s", deed)

    async def compare_clock(self, told_s: int, language: str) -> str | None:
        return await self._clock.compare(told_s, self._catalogues[language])

    async def machine(self, language: str) -> Mapping[str, Any]:
        why = await self._machine.hindrance()
        problem = None if why is None else self._catalogues[language].render(why)
        return {"problem": problem, "game_on": self._game_is_on}

    async def switch(self, deed: Literal["poweroff", "reboot"], *, sure: bool) -> None:
        if self._game_is_on and not sure:
            raise Refused("game_is_on", say("machine_in_game"))
        self._pico.must_be_done()
        _log.info("the operator switches the machine off%s", " and on again" if deed == "reboot" else "")
        await self._machine.switch(deed)
        if deed == "reboot":
            self._anew.keep_token()

    async def updates(self, language: str) -> Mapping[str, Any]:
        return await self._updates.look(self._catalogues[language])

    async def take_release(self, at: int, piece: bytes) -> int:
        return await self._updates.intake.take(at, piece)

    async def update(self, wish: Wish) -> None:
        if self._game_is_on:
            raise Refused("game_is_on", say("update_in_game"))
        self._pico.must_be_done()
        await self._updates.ask(wish)
        _log.info("the operator asks for another release: %s", wish)
        self._anew.keep_token()

    @property
    def _game_is_on(self) -> bool:
        return self._game_on()
