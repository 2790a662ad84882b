"""The board of a running table, for the operator: trials, the doctor, and a copy of all games."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, BinaryIO, Final

from pearlboard.diagnostics.doctor import DoctorContext, examine
from pearlboard.errors import InvalidName
from pearlboard.geometry import GRID
from pearlboard.session.state import Phase, Refused
from pearlboard.store.backups import copy_to_send
from pearlboard.store.errors import StoreUnavailable
from pearlboard.store.writer import Writer
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence, say
from pearlboard.workshop.lending import Workshop

_log: Final = logging.getLogger("pearlboard.program")


class Bench:
    """Implements `web.port.BenchPort`. `health`: of the running table, for the doctor."""

    def __init__(
        self,
        tabletop: Tabletop,
        workshop: Workshop,
        writer: Writer,
        patient: DoctorContext,
        catalogues: Mapping[str, Catalogue],
        health: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._tabletop = tabletop
        self._workshop = workshop
        self._writer = writer
        self._patient = patient
        self._catalogues = catalogues
        self._health = health

    def workshop(self, language: str) -> Mapping[str, Any]:
        """The readings of every sensor, and the trial in progress."""
        return {
            **self._workshop.state(self._catalogues[language].render),
            "simulated": self._tabletop.places.home.simulated is not None,
        }

    def at_the_bench(self, deed: str, word: str) -> None:
        """Carry out the operator's request at the bench."""
        match deed:
            case "begin":
                self._workshop.begin(word)
            case "answer":
                self._workshop.answer(word)
            case "leave":
                self._workshop.leave()
            case "hand":
                self._by_hand(word)

    def examine(self, language: str) -> Sequence[Mapping[str, Any]]:
        """The findings of the doctor."""
        catalogue = self._catalogues[language]
        return [
            {"name": finding.name, "well": finding.well, "sentence": catalogue.render(finding.sentence)}
            for finding in examine(replace(self._patient, health=self._health()))
        ]

    async def copy_of_all(self) -> tuple[str, BinaryIO]:
        """A copy of everything. If a game began meanwhile, the copy is closed and refused, too."""
        self._no_game_is_on()
        try:
            name, file = await self._writer.copied(copy_to_send)
        except StoreUnavailable as error:
            raise Refused("not_copied", say("not_copied", problem=str(error))) from error
        try:
            self._no_game_is_on()
        except Refused:
            file.close()
            raise
        _log.info("the operator fetches a backup over the network: %s", name)
        return name, file

    def _by_hand(self, word: str) -> None:
        board = self._tabletop.places.home.simulated
        if board is None:
            raise Refused("not_simulated", say("not_simulated"))
        try:
            place = GRID.site(word)
        except InvalidName as error:
            raise Refused("unknown_site", say("malformed", detail=str(error))) from error
        (board.lift if place in board.pieces else board.put)(place)

    def _no_game_is_on(self) -> None:
        """Raise `Refused` while a game is on: a copy would carry its secrets away."""
        if self._tabletop.session.phase is Phase.PLAYING:
            raise Refused("game_is_on", say("backup_tells_secrets"))

    @property
    def lost(self) -> Sentence | None:
        """The reason why the board does not answer. A board lent to the bench does, though the game waits for it."""
        return self._tabletop.places.home.lost if self._workshop.trial is None else self._workshop.lost
