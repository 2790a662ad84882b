"""The finished games of a running table: listed, ranked, replayed and analysed. The web's port for that."""

from collections.abc import Mapping, Sequence
from typing import Any

from pearlboard.computers.analysis import Analyst
from pearlboard.computers.analysis_document import document as analysis
from pearlboard.computers.bot_client import Thinker
from pearlboard.screens.archive import Archive
from pearlboard.session.questions import agreed, package_of
from pearlboard.texts import Catalogue
from pearlboard.web.port import NEWEST, Asked


class FinishedGames:
    """Implements `web.port.FinishedPort`."""

    def __init__(self, archive: Archive, thinker: Thinker, catalogues: Mapping[str, Catalogue]) -> None:
        self.games = archive
        self._analyst = Analyst(thinker)
        self._catalogues = catalogues

    async def archive(self, language: str, asked: Asked = NEWEST) -> Mapping[str, Any]:
        """A page of the finished games, newest first."""
        return await self.games.games(self._catalogues[language], asked)

    def deleted(self, number: int) -> bool:
        """Whether such a game existed and was deleted."""
        return self.games.deleted(number)

    async def family(self, game: str | None, language: str) -> Mapping[str, Any]:
        """The family ranking."""
        return await self.games.family(game, self._catalogues[language])

    async def proposal(
        self, game: str, players: Sequence[tuple[str, str | None]], language: str
    ) -> Mapping[str, Any] | None:
        """The handicap that is proposed to these players."""
        return await self.games.proposal(game, players, self._catalogues[language])

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """The record of a finished game; unfinished ones would reveal secrets."""
        return await self.games.record(number)

    async def replay(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The replay of a finished game."""
        return await self.games.replay(number, self._catalogues[language])

    async def picture(self, number: int, language: str) -> str | None:
        """The picture of a game's end, to keep and to share."""
        return await self.games.picture(number, self._catalogues[language])

    async def analysis(self, number: int, language: str) -> Mapping[str, Any] | None:
        """The analysis of a finished game, as far as it has come; it goes on in the background."""
        found = self._analyst.known(number)
        if found is None:
            session = await self.games.session(number)
            if session is None or package_of(session).analyst_of(agreed(session).setup) is None:
                return None
            found = self._analyst.begin(session)
        self._analyst.forget_failed(number)
        return analysis(found, self._catalogues[language])
