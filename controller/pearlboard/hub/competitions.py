"""Leagues, tournaments and ratings of a house, each deed in a transaction of its own.

Who does the same twice has done it once.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pearlboard.club.documents import LONGEST_NAME
from pearlboard.errors import PearlboardError
from pearlboard.hub import database, records
from pearlboard.hub.access import Visitor
from pearlboard.hub.audit import record, record_person
from pearlboard.hub.competition.drawing import next_round
from pearlboard.hub.competition.linking import proposed, same_game, told
from pearlboard.hub.competition.rating import Rating, ratings
from pearlboard.hub.competition.values import MOST_ENTRIES, MOST_ROUNDS, Places, System, normal, valid
from pearlboard.hub.database import Database
from pearlboard.hub.fold import Game, plain
from pearlboard.hub.records import Found, Held, HeldMatch, Link, Somebody

ALL: Final = (
    "SELECT c.id, c.name, c.game, c.rounds, (SELECT count(*) FROM drawn_round r WHERE r.competition = c.id), "
    "EXISTS (SELECT 1 FROM drawn_match m WHERE m.competition = c.id AND m.places IS NULL), "
    "(SELECT count(*) FROM entry e WHERE e.competition = c.id) FROM competition c ORDER BY c.made DESC, c.id DESC"
)
MAKE: Final = (
    "INSERT INTO competition (once, name, game, system, seats, rounds) VALUES (%s, %s, %s, %s, %s, %s) "
    "ON CONFLICT DO NOTHING RETURNING id"
)
HERE: Final = "SELECT id FROM person WHERE id = ANY(%s) FOR SHARE"
ENTER: Final = "INSERT INTO entry (competition, number, person) VALUES (%s, %s, %s)"
EXCUSE: Final = "UPDATE entry SET absences = %s WHERE (competition, number) = (%s, %s)"
LEAVE: Final = "UPDATE entry SET left_after = %s WHERE (competition, number) = (%s, %s)"
GAMES: Final = "SELECT DISTINCT game FROM game WHERE game <> '' ORDER BY game"
OF_PERSON: Final = (
    "SELECT DISTINCT c.id, c.made FROM competition c JOIN entry e ON e.competition = c.id WHERE e.person = %s "
    "ORDER BY c.made DESC, c.id DESC"
)


class Unlinkable(PearlboardError):
    """A game that cannot be a match: it has not ended so that everybody has a place, or is another match already."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A competition in the list of all."""

    id: int
    name: str
    game: str
    rounds: int
    drawn: int
    waits: bool
    entries: int

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return self.drawn >= self.rounds and not self.waits


@dataclass(frozen=True, slots=True)
class Plan:
    """The wishes for a new competition; `once` is known again if the same is asked twice."""

    once: str
    name: str
    game: str
    system: System
    seats: int
    rounds: int
    people: tuple[int, ...]

    @property
    def sound(self) -> bool:
        """Whether it can be played."""
        named = bool(plain(self.name) and plain(self.game) and self.once)
        return named and 1 <= self.rounds <= MOST_ROUNDS and self.seats <= len(self.people) <= MOST_ENTRIES


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game that may be a match. `chairs`: who sits where, as far as names say so."""

    found: Found
    chairs: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """A person of the house and how strong they are."""

    person: int
    name: str
    rating: Rating[Somebody]


class Competitions:
    """The competitions in the database."""

    def __init__(self, base: Database) -> None:
        self._base = base
        self._rated: tuple[object, list[Rating[Somebody]]] = ((), [])

    async def all(self) -> list[Summary]:
        """All competitions, the latest first."""
        async with self._base.transaction() as cursor:
            await cursor.execute(ALL)
            return [Summary(*found) for found in await cursor.fetchall()]

    async def games(self) -> list[str]:
        """The games that tables of this house have played."""
        async with self._base.transaction() as cursor:
            await cursor.execute(GAMES)
            return [str(found[0]) for found in await cursor.fetchall()]

    async def read(self, competition: int) -> Held | None:
        """A competition; None: there is none with that number."""
        async with self._base.transaction() as cursor:
            return await records.read(cursor, competition)

    async def of(self, person: int) -> list[Held]:
        """The competitions of a person, the latest first."""
        async with self._base.transaction() as cursor:
            await cursor.execute(OF_PERSON, (person,))
            found = [await records.read(cursor, number) for number, _ in await cursor.fetchall()]
        return [held for held in found if held is not None]

    async def make(self, who: Visitor, plan: Plan) -> int | None:
        """Make a competition, and return its number; None: some of the people of a sound plan are here no more."""
        name, game = plain(plan.name)[:LONGEST_NAME], plain(plan.game)[:LONGEST_NAME]
        async with self._base.transaction() as cursor:
            await cursor.execute(HERE, (list(plan.people),))
            if len(await cursor.fetchall()) < len(plan.people):
                return None
            await cursor.execute(MAKE, (plan.once, name, game, str(plan.system), plan.seats, plan.rounds))
            found = await cursor.fetchone()
            if found is None:
                await cursor.execute("SELECT id FROM competition WHERE once = %s", (plan.once,))
                found = await cursor.fetchone()
            else:
                entered = [(found[0], number, each) for number, each in enumerate(plan.people, 1)]
                await cursor.executemany(ENTER, entered)
                await _note(cursor, who, "made", found[0])
            return None if found is None else int(found[0])

    async def drop(self, who: Visitor, competition: int) -> None:
        """Delete a competition with all its matches."""
        async with self._base.transaction() as cursor:
            await cursor.execute("DELETE FROM competition WHERE id = %s", (competition,))
            if cursor.rowcount:
                await _note(cursor, who, "dropped", competition)

    async def draw(self, who: Visitor, competition: int, at: int, tables: Sequence[int]) -> None:
        """Draw the round with that number at these tables in turn, unless it is there already. `Undrawn`."""
        while True:
            held = await self.read(competition)
            if held is None or at != len(held.rounds) + 1:
                return
            drawn = await asyncio.to_thread(next_round, held.values)  # of many people it takes a second
            async with self._base.transaction() as cursor:
                if await records.read(cursor, competition, lock=True) == held:
                    await records.write_round(cursor, held, drawn, tables)
                    await _note(cursor, who, "drew", competition, at)
                    return

    async def undraw(self, who: Visitor, competition: int, at: int) -> bool:
        """Take back the last round, if none of its matches has a result or a game; whether it was."""
        async with self._base.transaction() as cursor:
            held = await records.read(cursor, competition, lock=True)
            if held is None or at != len(held.rounds) or any(one.match.places or one.linked for one in held.rounds[-1]):
                return False
            await cursor.execute("DELETE FROM drawn_round WHERE (competition, number) = (%s, %s)", (competition, at))
            await _note(cursor, who, "undrew", competition, at)
            return True

    async def enter(self, who: Visitor, competition: int, match: int, places: Sequence[int | None] | None) -> bool:
        """Keep the result that the owner says; False: it is none, or the next round is drawn, and there must be one."""
        async with self._base.transaction() as cursor:
            held = await records.read(cursor, competition, lock=True)
            found = None if held is None else held.match(match)
            if held is None or found is None:
                return False
            at, one = found
            if places is None and at < len(held.rounds):
                return False
            if places is not None and not valid(places, len(one.match.seats)):
                return False
            told = None if places is None else normal(places)
            if told != one.match.places or one.linked or one.rated:
                await records.write_result(cursor, match, told)
                await _note(cursor, who, "result", competition, at)
            return True

    async def absent(self, who: Visitor, competition: int, number: int, *, excused: bool) -> None:
        """Excuse somebody from the next round, or no longer."""
        async with self._base.transaction() as cursor:
            held = await records.read(cursor, competition, lock=True)
            if held is None or number not in held.names:
                return
            entry, at = held.values.entries[number - 1], len(held.rounds) + 1
            absences = entry.absent | {at} if excused else entry.absent - {at}
            if absences != entry.absent:
                await cursor.execute(EXCUSE, (sorted(absences), competition, number))
                await _note(cursor, who, "excused", competition, at)

    async def leave(self, who: Visitor, competition: int, number: int, *, gone: bool) -> None:
        """Let somebody leave after the last round that is drawn, or stay after all: until the next one is drawn."""
        async with self._base.transaction() as cursor:
            held = await records.read(cursor, competition, lock=True)
            if held is None or held.people.get(number) is None:
                return
            entry, drawn = held.values.entries[number - 1], len(held.rounds)
            if (entry.left is None) == gone and (gone or entry.left == drawn):
                await cursor.execute(LEAVE, (drawn if gone else None, competition, number))
                await _note(cursor, who, "let_leave", competition, drawn)

    async def candidates(self, held: Held, matches: Sequence[HeldMatch]) -> dict[int, list[Candidate]]:
        """The games that may be these matches of the last round, by the id of the match; likely ones first.

        They are of the right game, and ended after the round was drawn.
        """
        if not matches:
            return {}
        async with self._base.transaction() as cursor:
            found = await records.since(cursor, held.id, len(held.rounds))
        games = [each for each in found if same_game(each.game.game, held.game) and _tells_all(each.game)]
        return {one.id: _likely(games, one, [held.names[number] for number in one.match.seats]) for one in matches}

    async def link(self, who: Visitor, competition: int, match: int, link: Link, *, own: bool) -> None:
        """Let a game be a match; `own`: one of its people does, if it has no result. `Unlinkable`."""
        async with self._base.transaction() as cursor:
            held = await records.read(cursor, competition, lock=True)
            found = None if held is None else held.match(match)
            if held is None or found is None or (own and found[1].match.places is not None):
                raise Unlinkable
            games = await records.since(cursor, competition, found[0], link.table)
            places, link = _judged(games, link, held.game, len(found[1].match.seats))
            await records.write_link(cursor, match, places, link)
            if own:
                await record_person(cursor, who.address, "linked", {"competition": competition, "count": found[0]})
                await database.tell(cursor, database.COMPETITIONS)
            else:
                await _note(cursor, who, "linked", competition, found[0])

    async def ratings(self) -> list[Rated]:
        """How strong the people of the house are."""
        async with self._base.transaction() as cursor:
            results = await records.results(cursor)
            await cursor.execute("SELECT id, name FROM person")
            names: Mapping[int, str] = dict(await cursor.fetchall())

        def found() -> list[Rating[Somebody]]:
            return ratings(results, lambda who: who.person in names)

        before, rated = self._rated
        if before != (results, names):
            rated = await asyncio.to_thread(found)  # of thousands of games it takes a second
            self._rated = (results, names), rated
        return [Rated(each.who.person or 0, names[each.who.person or 0], each) for each in rated]


async def _note(cursor: database.Cursor, who: Visitor, deed: str, competition: int, at: int | None = None) -> None:
    """Note a deed, about a round if there is one, and let pages know."""
    await record(cursor, who, deed, {"competition": competition, **({} if at is None else {"count": at})})
    await database.tell(cursor, database.COMPETITIONS)


def _judged(games: Sequence[Found], link: Link, wanted: str, seats: int) -> tuple[Places, Link]:
    """The places that one of these games gives a match with so many seats, and its whole link; `Unlinkable`."""
    for each in games:
        if (each.log, each.game.number) == (link.log, link.number) and same_game(each.game.game, wanted):
            places = told(each.game, link.chairs)
            if places is not None and len(link.chairs) == len(set(link.chairs)) == seats:
                return places, records.linked(each, link.chairs)
    raise Unlinkable


def _tells_all(game: Game) -> bool:
    return told(game, tuple(range(1, 1 + len(game.seats)))) is not None


def _likely(games: Sequence[Found], match: HeldMatch, names: Sequence[str]) -> list[Candidate]:
    """The players with somebody of the match, or at its table, where names may be kept to itself."""
    found = [Candidate(each, proposed(each.game, names)) for each in games if len(each.game.seats) >= len(names)]
    able = [each for each in found if any(each.chairs) or each.found.table == match.table]
    return sorted(able, key=lambda each: (each.chairs.count(None), each.found.table != match.table))
