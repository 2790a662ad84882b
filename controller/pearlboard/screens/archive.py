"""The archive of finished games: their list, the record of each, and their replays.

All of this tells secrets, so only games that have ended are available here. A finished game never changes and takes a
while to replay, so sessions and replays are cached; titles may change, and are read anew. A game whose package is gone
is listed with its outcome.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pearlboard.games.registry import FIRST
from pearlboard.screens.family import Result, Row, family
from pearlboard.screens.match import players
from pearlboard.screens.results import result_of, standings, unnamed
from pearlboard.screens.souvenir import souvenir, verdict
from pearlboard.session.decide import fold
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.store.log import FactLog, StoredGame
from pearlboard.store.writer import Writer
from pearlboard.table.exhibit import Replay, began_from, document, replay
from pearlboard.texts import Catalogue

ARCHIVED: Final = 50
"""The number of finished games listed."""
OPEN: Final = 8
"""The number of replays cached; the least recently used one is dropped."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game at its end, and when it ended (ISO 8601)."""

    at: str
    session: Session


class Archive:
    """Reads finished games, after pending writes."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._ended: dict[int, Ended] = {}
        self._open: dict[int, tuple[Replay, str]] = {}
        self._results: dict[int, Result | None] = {}
        self._rated: dict[str | None, tuple[tuple[Result, ...], tuple[Row, ...]]] = {}

    async def games(self, catalogue: Catalogue) -> Sequence[Mapping[str, Any]]:
        """The newest games, newest first."""
        known = frozenset(self._ended)
        stored = await self._writer.ask(lambda log: log.finished_games(ARCHIVED, known))
        self._ended = {game.number: self._ended.get(game.number) or _end(game) for game in stored}
        return [_summary(game, self._ended[game.number], catalogue) for game in stored]

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """The record of a game; None if the game has not ended, or its package cannot be used here."""
        session = await self.session(number)
        if session is None:
            return None
        package = package_of(session)
        record = package.record(session.course)
        if (tried := began_from(agreed(session))) is not None:
            record = {"began_from": tried, **record}
        return record if package.name == FIRST else {"game": package.name, **record}

    async def session(self, number: int) -> Session | None:
        """A game at its end; None as for `record`."""
        ended = await self._find(number)
        return None if ended is None or ended.session.gone else ended.session

    async def called(self, number: int) -> str:
        """The title of a game; empty if nobody has given one."""

        def find(log: FactLog) -> str:
            return log.contents.titles.get(number, "")

        return await self._writer.ask(find)

    async def replay(self, number: int, catalogue: Catalogue) -> Mapping[str, Any] | None:
        """The replay of a game as plain data; None as for `record`. The replay can then be shown on the lights."""
        opened = self._open.pop(number, None)
        if opened is None or self.deleted(number):
            ended = await self._find(number)
            if ended is None or ended.session.gone:
                return None
            opened = replay(ended.session), ended.at
        self._open[number] = opened
        if len(self._open) > OPEN:
            del self._open[next(iter(self._open))]
        return document(*opened, catalogue, await self.called(number))

    async def picture(self, number: int, catalogue: Catalogue) -> str | None:
        """A picture of a finished game, in SVG; None if the game has not ended."""
        ended = await self._find(number)
        return None if ended is None else souvenir(ended.session, ended.at, catalogue, await self.called(number))

    async def results(self) -> tuple[Result, ...]:
        """The results of all finished games; each game is read once."""
        known = frozenset(self._results)

        def find(log: FactLog) -> tuple[frozenset[int], tuple[StoredGame, ...]]:
            finished = log.contents.finished
            return finished, log.outlines(finished - known)

        finished, outlines = await self._writer.ask(find)
        for outline in outlines:
            self._results[outline.number] = result_of(outline)
        return tuple(found for number in sorted(finished) if (found := self._results[number]) is not None)

    async def family(self, game: str | None, catalogue: Catalogue) -> Mapping[str, Any]:
        """The family's ranking, of one game or of all."""
        results = await self.results()
        names = tuple(dict.fromkeys(result.game for result in results))
        chosen = game if game in names else None
        kept = self._rated.get(chosen)
        if kept is None or kept[0] != results:
            kept = self._rated[chosen] = results, family(results, chosen, unnamed())
        return standings(kept[1], names, chosen, catalogue)

    def opened(self, number: int) -> Replay | None:
        """The cached replay of a game, if it was asked for recently."""
        found = self._open.get(number)
        return None if found is None or self.deleted(number) else found[0]

    def keeps(self, number: int) -> bool:
        """Whether the archive has this finished game on disk."""
        return number in self._writer.contents.finished

    def deleted(self, number: int) -> bool:
        """Whether this finished game was deleted."""
        return number in self._writer.contents.deleted

    async def _find(self, number: int) -> Ended | None:
        if number in self._ended and not self.deleted(number):
            return self._ended[number]

        def find(log: FactLog) -> StoredGame | None:
            return log.game(number)

        stored = await self._writer.ask(find)
        session = None if stored is None else _replayed(stored)
        return None if stored is None or session is None else Ended(stored.at, session)


def _replayed(stored: StoredGame) -> Session | None:
    """The session at the end of a game; None if the game has not ended."""
    session = Session()
    for entry in stored.entries:
        session = fold(session, (entry,))
        if session.phase is Phase.OVER and (session.gone or session.state is not None):
            return session
    return None


def _end(stored: StoredGame) -> Ended:
    session = _replayed(stored)
    if session is None:
        raise LookupError(f"game {stored.number} has not ended")
    return Ended(stored.at, session)


def _summary(stored: StoredGame, ended: Ended, catalogue: Catalogue) -> Mapping[str, Any]:
    session, agreement, number = ended.session, agreed(ended.session), stored.number
    told = {
        "number": number,
        "called": stored.title,
        "began_from": began_from(agreement),
        "finished": ended.at,
        "players": list(agreement.names),
        "game": agreement.game,
        "picture": f"/archive/{number}.svg",
    }
    if session.gone:
        return {
            **told,
            "title": agreement.game,
            "replay": None,
            "export": None,
            "result": catalogue.render(verdict(session), players(agreement)),
        }
    package = package_of(session)
    speaking = catalogue.of(package.name)
    return {
        **told,
        "title": speaking.render(package.title),
        "replay": f"/archive/{number}",
        "export": f"/archive/{number}.json",
        "result": speaking.render(verdict(session), players(agreement)),
    }
