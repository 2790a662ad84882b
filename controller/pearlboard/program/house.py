"""A table's part in a house of tables: what its hub is told, and how it is. A table in no house imports no line."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pearlboard import __version__
from pearlboard.club.documents import LONGEST_NAME
from pearlboard.club.messages import DEVICE, LONGEST_TEXT, Check, Status
from pearlboard.games.registry import GAMES
from pearlboard.home.publishing import device_of
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.settings import SETTINGS, Club, Settings, values
from pearlboard.store.writer import Writer
from pearlboard.texts import Catalogue, Sentence, say

if TYPE_CHECKING:
    from pearlboard.reporting.asked import Pack
    from pearlboard.reporting.line import Reporting

UNSAID: Final = frozenset({"club.code", "club.hub", "store"})
"""Settings that no hub needs; nor those that are secret."""


CHECKED: Final = frozenset({"board", "sensors", "heat", "power", "disk", "saved", "put_back", "games"})
"""The lines of the glance that whoever looks after all tables compares."""


class House:
    """Tells the hub that the settings name; nothing without one."""

    def __init__(
        self,
        store: Path,
        writer: Writer,
        look: Callable[[Catalogue], Mapping[str, Any]],
        settings: Settings,
        pack: "Pack",
    ) -> None:
        """`look`: the glance, in a language; `pack`: makes a file that the house asks for."""
        self._pack = pack
        self._hub = ""
        self._store, self._writer, self._look, self._settings = store, writer, look, settings
        self._reporting: Reporting | None = None

    def use(self, club: Club) -> None:
        """Tell this hub from now on; an empty address ends it."""
        self._hub = club.hub
        if self._reporting is None:
            if not club.hub:
                return
            from pearlboard.reporting.line import Reporting  # noqa: PLC0415 - a table in no house has no line

            self._reporting = Reporting(self._store, self._writer.ask, self._status, self._pack)
        from pearlboard.together.meeting import called  # noqa: PLC0415 - which knows the line to another table

        self._reporting.use(club, called(self._settings.second.name))

    @property
    def line(self) -> tuple[bool, Sentence] | None:
        """The line of the glance; None without a hub."""
        return None if self._reporting is None else self._reporting.line

    def notice(self) -> None:
        """Something may have changed, or was saved."""
        if self._reporting is not None:
            self._reporting.notice()

    def asks(self, words: Catalogue) -> Sequence[Mapping[str, Any]]:
        """The house's questions, in words, and whether the answers are on their way."""
        if self._reporting is None:
            return ()
        return [
            {
                "number": str(each.number),
                "sentence": words.render(say(f"club_asks_{each.file.value}", hub=self._hub)),
                "agreed": each.agreed,
            }
            for each in self._reporting.wishes.open
        ]

    async def send(self, number: int) -> None:
        """Send what the house asks for; `Refused`."""
        try:
            if self._reporting is not None and await self._reporting.wishes.send(number):
                self._reporting.notice()
                return
        except OSError as error:
            raise Refused("not_packed", say("club_not_packed", problem=error.strerror or str(error))) from error
        raise Refused("nothing_asked", say("club_nothing_asked"))

    def refuse(self, number: int) -> None:
        """Do not send that; `Refused` if nobody asks for it any more."""
        if self._reporting is None or not self._reporting.wishes.refuse(number):
            raise Refused("nothing_asked", say("club_nothing_asked"))
        self._reporting.notice()

    async def close(self) -> None:
        """End the line."""
        if self._reporting is not None:
            await self._reporting.close()

    def _status(self) -> Status:
        lines = self._look(catalogues()[self._settings.language])["lines"]
        ill = [line["sentence"] for line in lines if line["well"] is False and line["name"] != "club"]
        games = ", ".join(game.name for game in GAMES.usable)[:LONGEST_TEXT]
        health = {"program": __version__, "games": games, **told_settings(self._settings)}
        if self._settings.home.broker:
            health[DEVICE] = device_of(self._store)
        return Status(" ".join(ill)[:LONGEST_TEXT], health, told_checks(lines), int(time.time()))


def told_checks(lines: Sequence[Mapping[str, Any]]) -> tuple[Check, ...]:
    """The lines of the glance that a hub is told: of the machine and the board, of no network and no person."""
    return tuple(
        Check(line["name"], line["well"], line["sentence"][:LONGEST_TEXT]) for line in lines if line["name"] in CHECKED
    )


def told_settings(settings: Settings) -> Mapping[str, str]:
    """The settings that a hub is told: those that are not as they are at first, and hold no secret."""
    first = values(Settings())
    return {
        f"setting {key}"[:LONGEST_NAME]: str(value)[:LONGEST_TEXT]
        for key, value in values(settings).items()
        if value != first[key] and not SETTINGS[key].form.secret and key not in UNSAID
    }
