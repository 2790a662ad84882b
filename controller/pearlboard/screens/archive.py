"""The finished games: their list, the record of each, and each again step by step.

Only of games that have ended: of any other nothing can be had here, since all of this tells secrets. A finished game
never changes, and to play it again takes a while, so what was made of one is kept for the next time; what it is called
may change, and is asked anew. A game whose package is gone is listed by its outcome.
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
"""How many finished games are listed."""
OPEN: Final = 8
"""How many games are kept ready to be shown again; the one that was not asked for the longest is let go."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game at its end, and when that was (ISO 8601)."""

    at: str
    session: Session


class Archive:
    """Reads the games behind what is being written."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._ended: dict[int, Ended] = {}
        self._open: dict[int, tuple[Replay, str]] = {}
        self._results: dict[int, Result | None] = {}
        self._rated: dict[str | None, tuple[tuple[Result, ...], tuple[Row, ...]]] = {}

    async def games(self, catalogue: Catalogue) -> Sequence[Mapping[str, Any]]:
        """The newest ones, newest first."""
        known = frozenset(self._ended)
        stored = await self._writer.ask(lambda log: log.finished_games(ARCHIVED, known))
        self._ended = {game.number: self._ended.get(game.number) or _end(game) for game in stored}
        return [_summary(game, self._ended[game.number], catalogue) for game in stored]

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """A game as a record; None if it has not ended, or cannot be read here."""
        session = await self.session(number)
        if session is None:
            return None
        package = package_of(session)
        record = package.rules.record(session.course)
        if (tried := began_from(agreed(session))) is not None:
            record = {"began_from": tried, **record}
        return record if package.name == FIRST else {"game": package.name, **record}

    async def session(self, number: int) -> Session | None:
        """A game at its end; None likewise."""
        ended = await self._find(number)
        return None if ended is None or ended.session.gone else ended.session

    async def called(self, number: int) -> str:
        """The title that somebody has given a game; nothing if nobody has."""

        def find(log: FactLog) -> str:
            return log.contents.titles.get(number, "")

        return await self._writer.ask(find)

    async def replay(self, number: int, catalogue: Catalogue) -> Mapping[str, Any] | None:
        """A game step by step, as plain data; None likewise. From now on it can be shown on the lights."""
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
        """A game at its end as a picture, in SVG; None if it has not ended."""
        ended = await self._find(number)
        return None if ended is None else souvenir(ended.session, ended.at, catalogue, await self.called(number))

    async def results(self) -> tuple[Result, ...]:
        """Who has played, and won, in all games that have ended; each game is read once."""
        known = frozenset(self._results)

        def find(log: FactLog) -> tuple[frozenset[int], tuple[StoredGame, ...]]:
            finished = log.contents.finished
            return finished, log.outlines(finished - known)

        finished, outlines = await self._writer.ask(find)
        for outline in outlines:
            self._results[outline.number] = result_of(outline)
        return tuple(found for number in sorted(finished) if (found := self._results[number]) is not None)

    async def family(self, game: str | None, catalogue: Catalogue) -> Mapping[str, Any]:
        """The family's table, of one game or of all."""
        results = await self.results()
        names = tuple(dict.fromkeys(result.game for result in results))
        chosen = game if game in names else None
        kept = self._rated.get(chosen)
        if kept is None or kept[0] != results:
            kept = self._rated[chosen] = results, family(results, chosen, unnamed())
        return standings(kept[1], names, chosen, catalogue)

    def opened(self, number: int) -> Replay | None:
        """A game that was asked for step by step not long ago."""
        found = self._open.get(number)
        return None if found is None or self.deleted(number) else found[0]

    def keeps(self, number: int) -> bool:
        """Whether that is a finished game, and on disk."""
        return number in self._writer.contents.finished

    def deleted(self, number: int) -> bool:
        """Whether it was one, and somebody has deleted it."""
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
    """The session at the end of a game; None if it has not ended."""
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
