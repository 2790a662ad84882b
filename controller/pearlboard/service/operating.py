"""What the operator's page asks of a running table besides the bench, and how it is done; `web.port.OperatorPort`."""

import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pearlboard.service.glance import Glance
from pearlboard.service.log_lines import Log, Remembered, as_document
from pearlboard.service.settings_form import NotSaved, SettingsForm
from pearlboard.session.state import Phase, Refused
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, say

_log: Final = logging.getLogger("pearlboard.service")


@dataclass(frozen=True, slots=True)
class Started:
    """How the program was started: with which settings file, what was given otherwise and beats it, and its log."""

    file: Path | None = None
    fixed: frozenset[str] = frozenset()
    log: Log = field(default_factory=lambda: Log(Remembered(), in_journal=False))


BY_NOBODY: Final = Started()


class Operating:
    """Does what the operator asks; every refusal has a name and a sentence."""

    def __init__(
        self,
        tabletop: Tabletop,
        glance: Glance,
        form: SettingsForm,
        log: Log,
        catalogues: Mapping[str, Catalogue],
        restart: Callable[[], None],
    ) -> None:
        """`restart` ends the program in order, and lets it begin anew; `run` is the name of what runs now."""
        self._tabletop = tabletop
        self._glance = glance
        self._form = form
        self._log = log
        self._catalogues = catalogues
        self._restart = restart
        self.run = secrets.token_hex(4)

    def glance(self, language: str) -> Mapping[str, Any]:
        """See `OperatorPort`."""
        return self._glance.look(self._catalogues[language])

    def notice(self) -> None:
        """Something may be otherwise than before; the page says since when."""
        self._glance.notice()

    async def log(self, language: str) -> Mapping[str, Any]:
        """See `OperatorPort`."""
        lines, whence = await self._log.read()
        return {"lines": as_document(lines), "whence": self._catalogues[language].render(whence)}

    def settings(self, language: str) -> Mapping[str, Any]:
        """See `OperatorPort`."""
        return {**self._form.look(self._catalogues[language]), "game_on": self._game_is_on}

    async def save(self, typed: Mapping[str, str], mark: str) -> Mapping[str, str]:
        """See `OperatorPort`."""
        try:
            await self._form.save(typed, mark)
        except NotSaved as error:
            return error.fields
        _log.info("the operator has changed settings: %s", ", ".join(typed))
        return {}

    def restart(self) -> None:
        """See `OperatorPort`."""
        if self._game_is_on:
            raise Refused("game_is_on", say("restart_in_game"))
        _log.info("the operator lets the program start anew")
        self._restart()

    @property
    def _game_is_on(self) -> bool:
        return self._tabletop.session.phase is Phase.PLAYING
