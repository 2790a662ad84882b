"""The archive of finished games: their list, the record of each, and their replays.

All of this tells secrets, so only games that have ended are available here. The list and the ranking are made of what
the store keeps of each game beside its facts, so they cost the same however many games there are. How a game ended is
put into words once, for which it is played again, and kept as well. A game whose package is gone is listed with its
outcome.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, Final, Generic, TypeVar

from pearlboard import __version__
from pearlboard.games.api import Json, Package
from pearlboard.games.registry import FIRST, GAMES
from pearlboard.screens.catalogues import unnamed
from pearlboard.screens.fairness import proposal
from pearlboard.screens.family import Ranking, Row, Seated, who
from pearlboard.screens.match import players
from pearlboard.screens.results import kept_ranking, ranking_to_keep, result_of, standings
from pearlboard.screens.souvenir import souvenir, verdict
from pearlboard.session.decide import fold
from pearlboard.session.questions import agreed, package_of
from pearlboard.session.state import Phase, Session
from pearlboard.store.errors import GameLost, StoreUnavailable
from pearlboard.store.games import Listed, Said, Search
from pearlboard.store.log import FactLog, StoredGame
from pearlboard.store.writer import Writer
from pearlboard.table.exhibit import Replay, began_from, document, replay
from pearlboard.texts import Catalogue
from pearlboard.web.port import NEWEST, Asked

ARCHIVED: Final = 50
"""The number of finished games on one page of the list."""
OPEN: Final = 8
"""The number of games and of replays cached; the least recently used one is dropped."""
COUNTED: Final = 256
"""The number of games that are counted for the ranking at once; after each such number the ranking is kept."""
PAUSE_S: Final = 0.1
"""The pause between two games that are played again to be put into words by a newer program."""

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class Ended:
    """A game at its end, and when it ended (ISO 8601)."""

    at: str
    session: Session


class Recent(Generic[_Kept]):
    """A cache of what was made of games, by their numbers. What was not used for the longest time is dropped, as is
    what was made of a game that is deleted.
    """

    def __init__(self, deleted: Callable[[int], bool]) -> None:
        self._deleted = deleted
        self._kept: dict[int, _Kept] = {}

    def get(self, number: int) -> _Kept | None:
        """The recent results of work on a game."""
        if self._deleted(number):
            self._kept.pop(number, None)
        return self._kept.get(number)

    def used(self, number: int, made: _Kept) -> _Kept:
        """Keep what was made of a game, or was used again."""
        self._kept.pop(number, None)
        self._kept[number] = made
        if len(self._kept) > OPEN:
            del self._kept[next(iter(self._kept))]
        return made


class Archive:
    """Reads finished games, after pending writes."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._ended = Recent[Ended](self.deleted)
        self._open = Recent[tuple[Replay, str]](self.deleted)
        self._renewing: asyncio.Task[None] | None = None
        self._ranking = Ranking()
        self._without = -1
        self._rows: dict[str | None, tuple[int, tuple[Row, ...]]] = {}
        self._counting = asyncio.Lock()

    async def games(self, catalogue: Catalogue, asked: Asked = NEWEST) -> Mapping[str, Any]:
        """A page of the list, as `web.port.TablePort` has it."""
        search = _search(asked)
        found = await self._writer.ask(lambda log: log.shelf.finished_games(search))
        listed = found[:ARCHIVED]
        said = {game.number: words for game in listed if (words := await self._said(game, catalogue)) is not None}
        fresh = {number: words for number, (words, kept) in said.items() if not kept}
        if fresh:
            await self._say(fresh)
        self._renew([game for game in listed if _is_late(game, catalogue.language)], catalogue)
        return {
            "games": [
                _summary(game, said[game.number][0].words[catalogue.language], catalogue)
                for game in listed
                if game.number in said
            ],
            "older": listed[-1].number if len(found) > ARCHIVED else None,
            "kinds": [(package.name, catalogue.of(package.name).render(package.title)) for package in GAMES.usable],
        }

    async def _said(self, game: Listed, catalogue: Catalogue) -> tuple[Said, bool] | None:
        """The words for how a game ended, and whether they need not be kept; None if it was deleted meanwhile.

        Those of an older program count until they are renewed.
        """
        if _is_usable(game) and catalogue.language in game.said.words:
            return game.said, True
        return await self._told(game, catalogue)

    def _renew(self, late: Sequence[Listed], catalogue: Catalogue) -> None:
        """Put it into words again, meanwhile, how games ended of which an older program has told."""
        if late and (self._renewing is None or self._renewing.done()):
            self._renewing = asyncio.create_task(self._renewed(late, catalogue))

    async def _renewed(self, late: Sequence[Listed], catalogue: Catalogue) -> None:
        with contextlib.suppress(StoreUnavailable):  # then it is tried when the list is asked for again
            for game in late:
                said = await self._told(game, catalogue)
                if said is not None and not said[1]:
                    await self._say({game.number: said[0]})
                await asyncio.sleep(PAUSE_S)

    async def _say(self, said: Mapping[int, Said]) -> None:
        await self._writer.ask(lambda log: log.shelf.say(said))

    async def _told(self, game: Listed, catalogue: Catalogue) -> tuple[Said, bool] | None:
        """The result of `_said`, from the game itself. One that is damaged in both copies is listed without words."""
        known = game.said.words if game.said.program == __version__ else {}
        try:
            ended = await self._find(game.number)
        except GameLost:
            return Said("", {catalogue.language: ""}), True
        if ended is None:
            return None
        session = ended.session
        agreement = agreed(session)
        speaking = catalogue if session.gone else catalogue.of(agreement.game)
        words = speaking.render(verdict(session), players(agreement))
        return Said(__version__, {**known, catalogue.language: words}), session.gone

    async def record(self, number: int) -> Mapping[str, Any] | None:
        """The record of a game; None if the game has not ended, or its package cannot be used here."""
        session = await self.session(number)
        if session is None:
            return None
        package = package_of(session)
        record = package.record(session.course)
        if (tried := began_from(agreed(session).began_from)) is not None:
            record = {"began_from": tried, **record}
        return record if package.name == FIRST else {"game": package.name, **record}

    async def session(self, number: int) -> Session | None:
        """A game at its end; None as for `record`."""
        ended = await self._find(number)
        return None if ended is None or ended.session.gone else ended.session

    async def called(self, number: int) -> str:
        """The title of a game; empty if nobody has given one."""
        return await self._writer.ask(lambda log: log.shelf.title(number))

    async def replay(self, number: int, catalogue: Catalogue) -> Mapping[str, Any] | None:
        """The replay of a game as plain data; None as for `record`. The replay can then be shown on the lights."""
        opened = self._open.get(number)
        if opened is None:
            ended = await self._find(number)
            if ended is None or ended.session.gone:
                return None
            opened = replay(ended.session), ended.at
        return document(*self._open.used(number, opened), catalogue, await self.called(number))

    async def picture(self, number: int, catalogue: Catalogue) -> str | None:
        """A picture of a finished game, in SVG; None if the game has not ended."""
        ended = await self._find(number)
        return None if ended is None else souvenir(ended.session, ended.at, catalogue, await self.called(number))

    async def family(self, game: str | None, catalogue: Catalogue) -> Mapping[str, Any]:
        """The family's ranking, of one game or of all."""
        async with self._counting:
            ranking = await self._counted()
        chosen = game if game in ranking.games else None
        kept = self._rows.get(chosen)
        if kept is None or kept[0] != ranking.last:
            kept = self._rows[chosen] = ranking.last, ranking.rows(chosen)
        return standings(kept[1], ranking.games, chosen, catalogue)

    async def proposal(self, game: str, chairs: Sequence[tuple[str, str | None]], catalogue: Catalogue) -> Json | None:
        """The handicap to propose to players in seat order, each a name and a computer's level or None."""
        package = GAMES.find(game)
        if not isinstance(package, Package):
            return None
        async with self._counting:
            tallies = (await self._counted()).tallies.get(game, {})
        found = proposal(package, [tallies.get(who(Seated(name, 0, 0, level), game)) for name, level in chairs])
        if found is None:
            return None
        people = dict(enumerate((name or level or "" for name, level in chairs), 1))
        steps = [found.steps.get(seat, "") for seat in people]
        return {"said": catalogue.of(game).render(found.said, people), "handicaps": steps}

    async def _counted(self) -> Ranking:
        """The ranking after all finished games. What is new is counted; after a deletion, what follows on it."""
        nameless, without = unnamed(), len(self._writer.contents.deleted)
        if without != self._without:
            self._ranking, self._rows = kept_ranking(await self._writer.ask(lambda log: log.shelf.ranking())), {}
            self._without = without
        ranking = self._ranking
        while found := await self._writer.ask(lambda log: log.shelf.results(ranking.last, COUNTED)):
            await asyncio.to_thread(ranking.count, [(game.number, result_of(game)) for game in found], nameless)
            if len(found) == COUNTED:
                await self._writer.ask(partial(_keep, ranking=ranking, without=without))
        return ranking

    def opened(self, number: int) -> Replay | None:
        """The cached replay of a game, if it was asked for recently."""
        found = self._open.get(number)
        return None if found is None else found[0]

    def keeps(self, number: int) -> bool:
        """Whether the archive has this finished game on disk."""
        return number in self._writer.contents.finished

    def deleted(self, number: int) -> bool:
        """Whether this finished game was deleted."""
        return number in self._writer.contents.deleted

    async def _find(self, number: int) -> Ended | None:
        ended = self._ended.get(number)
        if ended is None:
            stored = await self._writer.ask(lambda log: log.game(number))
            session = None if stored is None else _replayed(stored)
            if stored is None or session is None:
                return None
            ended = Ended(stored.at, session)
        return self._ended.used(number, ended)


def _is_usable(game: Listed) -> bool:
    return isinstance(GAMES.find(game.about.game), Package)


def _is_late(game: Listed, language: str) -> bool:
    """Whether an older program has put it into words how a game ended."""
    return _is_usable(game) and game.said.program != __version__ and language in game.said.words


def _keep(log: FactLog, ranking: Ranking, without: int) -> None:
    """Keep a ranking made when `without` games were deleted, unless there are more by now."""
    if len(log.contents.deleted) == without:
        log.shelf.keep_ranking(ranking.last, ranking_to_keep(ranking))


def _search(asked: Asked) -> Search:
    """The filter that was asked for, with days as moments in the table's time zone."""
    return Search(
        ARCHIVED,
        asked.before,
        asked.text,
        asked.game,
        _moment(asked.since),
        _moment(asked.until and asked.until + timedelta(days=1)),
    )


def _moment(day: date | None) -> str:
    if day is None:
        return ""
    return datetime(day.year, day.month, day.day).astimezone().astimezone(UTC).isoformat(timespec="seconds")


def _replayed(stored: StoredGame) -> Session | None:
    """The session at the end of a game; None if the game has not ended."""
    session = Session()
    for entry in stored.entries:
        session = fold(session, (entry,))
        if session.phase is Phase.OVER and (session.gone or session.state is not None):
            return session
    return None


def _summary(listed: Listed, result: str, catalogue: Catalogue) -> Mapping[str, Any]:
    about, number = listed.about, listed.number
    package = GAMES.find(about.game)
    usable = isinstance(package, Package)
    return {
        "number": number,
        "called": listed.title,
        "began_from": began_from(about.began_from),
        "finished": listed.at,
        "players": [seat.name for seat in about.seats],
        "game": about.game,
        "picture": f"/archive/{number}.svg",
        "title": catalogue.of(package.name).render(package.title) if isinstance(package, Package) else about.game,
        "replay": f"/archive/{number}" if usable else None,
        "export": f"/archive/{number}.json" if usable else None,
        "result": result,
    }
