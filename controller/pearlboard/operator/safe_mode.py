"""The operator's page while no table runs: put games back, download kept files, settings, the log.

The games are opened only for the duration of a question, and never while a start is tried. Whatever needs a table (a
game, a board, the bench) is not offered.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

from pearlboard.card.wifi import helper_client
from pearlboard.drivers.protocols import Clock
from pearlboard.operator.deeds import Anew, Operating, Started
from pearlboard.operator.machine import Machine
from pearlboard.operator.password import OwnersPassword
from pearlboard.operator.pico import PicoKeeper
from pearlboard.operator.restoring import Restoring
from pearlboard.operator.settings_file import SettingsFile
from pearlboard.operator.settings_form import SettingsForm
from pearlboard.operator.stick import Stick
from pearlboard.operator.updates import Updates
from pearlboard.operator.wall_clock import WallClock
from pearlboard.operator.wifi import WifiKeeper
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.settings import Settings
from pearlboard.store.log import FactLog
from pearlboard.store.tombstones import Contents
from pearlboard.texts import Catalogue, say

Result = TypeVar("Result")


class ClosedGames:
    """The games at `store`, which no table has open. `one`: a lock for whoever opens them."""

    def __init__(self, store: Path, one: asyncio.Lock) -> None:
        self.contents = Contents()
        self._store = store
        self._one = one

    async def ask(self, question: Callable[[FactLog], Result], within_s: float = 0.0) -> Result:  # noqa: ARG002 - nobody else waits
        """The log's answer to a question; any error of the store."""
        async with self._one:
            return await asyncio.to_thread(self._asked, question)

    def _asked(self, question: Callable[[FactLog], Result]) -> Result:
        log = FactLog(self._store)
        try:
            self.contents = log.contents
            return question(log)
        finally:
            log.close()


@dataclass(frozen=True, slots=True)
class Wrong:
    """The glance in safe mode: the one `problem`, and since when."""

    problem: Callable[[], str]
    since: datetime
    offers_pico: bool = False

    def notice(self) -> None:
        """Do nothing: nothing else changes."""

    def look(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """The lines, like those of `operator.glance`."""
        since = self.since.isoformat(timespec="seconds")
        label = catalogue.render(say("safe_mode_title"))
        line = {"name": "start", "label": label, "well": False, "sentence": self.problem(), "since": since}
        return {
            "well": False,
            "sentence": catalogue.render(say("glance_ill", count=1)),
            "since": since,
            "offers_pico": False,
            "host_claimed": False,
            "lines": [line],
        }


def operating_without_table(
    settings: Settings,
    store: Path,
    clock: Clock,
    port: int,
    started: Started,
    anew: Anew,
    problem: Callable[[], str],
    one: asyncio.Lock,
) -> Operating:
    """The deeds of a running table, as far as they work without one."""
    form = SettingsForm(None if started.file is None else SettingsFile(started.file), settings, started.fixed)
    restoring = Restoring(store, ClosedGames(store, one))
    updates = Updates(store.parent, unit=started.unit)
    return Operating(
        lambda: False,
        Wrong(problem, datetime.now(UTC)),
        form,
        started.log,
        Machine(unit=started.unit, card=updates.on_a_card),
        restoring,
        catalogues(),
        anew,
        WifiKeeper(clock, helper_client.SOCKET, port),
        updates,
        WallClock(unit=started.unit),
        OwnersPassword(store),
        Stick(_no_copy, restoring.intake, unit=started.unit),
        PicoKeeper(None, lambda: None, lambda: False, lambda: False, serial=settings.serial),
        has_table=False,
    )


async def _no_copy() -> tuple[str, BinaryIO]:
    refuse()


def refuse() -> NoReturn:
    """Refuse a deed that needs a table."""
    raise Refused("safe_mode", say("safe_mode_title"))
