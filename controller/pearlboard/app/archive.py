"""The finished games: their list, the record of each, and each again step by step.

Only of games that were counted to their end: of any other nothing can be had here, since all of this tells values. A
finished game never changes, and to play it again takes a while, so what was made of one is kept for the next time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pearlboard.app.replay import Replay, document, replay
from pearlboard.app.screen import players
from pearlboard.games.perladora.scoring import score
from pearlboard.session.decide import fold
from pearlboard.session.evolve import agreed, game_of
from pearlboard.session.state import Phase, Session
from pearlboard.store.log import FactLog, StoredGame
from pearlboard.store.writer import Writer
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
        """No game was asked for yet."""
        self._writer = writer
        self._ended: dict[int, Ended] = {}
        self._open: dict[int, tuple[Replay, str]] = {}

    async def games(self, catalogue: Catalogue) -> Sequence[Mapping[str, Any]]:
        """The newest ones, newest first."""
        stored = await self._writer.ask(lambda log: log.finished_games(ARCHIVED))
        self._ended = {game.number: self._ended.get(game.number) or _end(game) for game in stored}
        return [_summary(number, ended, catalogue) for number, ended in self._ended.items()]

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """A game as a record; None if it was not counted."""
        ended = await self._find(number)
        if ended is None:
            return None
        session = ended.session
        return game_of(session).record(session.start, session.played, session.state)

    async def session(self, number: int) -> Session | None:
        """A game at its end; None if it was not counted."""
        ended = await self._find(number)
        return None if ended is None else ended.session

    async def replay(self, number: int, catalogue: Catalogue) -> Mapping[str, Any] | None:
        """A game step by step, as plain data; None if it was not counted. From now on it can be shown on the lights."""
        opened = self._open.pop(number, None)
        if opened is None:
            ended = await self._find(number)
            if ended is None:
                return None
            opened = replay(ended.session), ended.at
        self._open[number] = opened
        if len(self._open) > OPEN:
            del self._open[next(iter(self._open))]
        return document(*opened, catalogue)

    def opened(self, number: int) -> Replay | None:
        """A game that was asked for step by step not long ago."""
        found = self._open.get(number)
        return None if found is None else found[0]

    async def _find(self, number: int) -> Ended | None:
        if number in self._ended:
            return self._ended[number]

        def find(log: FactLog) -> StoredGame | None:
            return log.game(number)

        stored = await self._writer.ask(find)
        session = None if stored is None else _replayed(stored)
        return None if stored is None or session is None else Ended(stored.at, session)


def _replayed(stored: StoredGame) -> Session | None:
    """The session at the end of a game; None if it was not counted."""
    session = Session()
    for entry in stored.entries:
        session = fold(session, (entry,))
        if session.phase is Phase.OVER:
            return session
    return None


def _end(stored: StoredGame) -> Ended:
    session = _replayed(stored)
    if session is None:
        raise LookupError(f"game {stored.number} was not counted")
    return Ended(stored.at, session)


def _summary(number: int, ended: Ended, catalogue: Catalogue) -> Mapping[str, Any]:
    session = ended.session
    result = score(session.state.public, session.state.values)
    agreement = agreed(session)
    return {
        "finished": ended.at,
        "players": list(agreement.names),
        "result": catalogue.render(result.verdict, players(agreement)),
        "replay": f"/archive/{number}",
        "export": f"/archive/{number}.json",
    }
