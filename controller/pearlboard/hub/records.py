"""Competitions in the database: rows as values, and values as rows. Each function works in somebody's transaction.

Laws: what a page shows is counted from entries and results, and nothing that was counted is kept. A result that a game
gave is written in the transaction that writes the game's rows.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from pearlboard.hub import database
from pearlboard.hub.competition.linking import (
    Chairs,
    by_itself,
    costing,
    differs,
    followed,
    is_hopeful,
    same_game,
    sided,
    told,
)
from pearlboard.hub.competition.rating import Result
from pearlboard.hub.competition.values import Competition, Entry, Match, Places, System
from pearlboard.hub.database import Cursor
from pearlboard.hub.fold import Game, State
from pearlboard.hub.ingest import game_of

ONE: Final = "SELECT id, name, game, system, seats, rounds FROM competition WHERE id = %s"
ENTRIES: Final = (
    "SELECT e.number, e.absences, e.left_after, p.id, coalesce(p.name, '') FROM entry e "
    "LEFT JOIN person p ON p.id = e.person WHERE e.competition = %s ORDER BY e.number"
)
ROUNDS: Final = "SELECT number FROM drawn_round WHERE competition = %s ORDER BY number"
MATCHES: Final = (
    "SELECT m.round, m.id, m.seats, m.places, m.rated, t.id, coalesce(t.name, ''), m.game_table, m.chairs, "
    "g.number, g.game, g.seats, g.turns, g.began, g.last, g.state, g.places, g.points "
    "FROM drawn_match m LEFT JOIN house_table t ON t.id = m.house_table LEFT JOIN game g ON "
    "(g.house_table, g.log, g.number) = (m.game_table, m.game_log, m.game_number) "
    "WHERE m.competition = %s ORDER BY m.round, m.number"
)
OF_LINK: Final = 6
"""The number of columns that say which game a match is, and how it was played there."""
OF_MATCH: Final = 9
"""The number of columns that are the match's own."""
DRAW: Final = "INSERT INTO drawn_round (competition, number) VALUES (%s, %s)"
BEFORE: Final = (
    "INSERT INTO log_before (competition, round, house_table, log, number) SELECT %s, %s, t.id, t.log, "
    "coalesce((SELECT max(r.number) FROM log_row r WHERE r.house_table = t.id AND r.log = t.log), 0) "
    "FROM house_table t WHERE t.left_at IS NULL"
)
TABLES: Final = "SELECT id FROM house_table WHERE left_at IS NULL AND id = ANY(%s) ORDER BY lower(name), id"
SEAT: Final = "INSERT INTO drawn_match (competition, round, number, house_table, seats) VALUES (%s, %s, %s, %s, %s)"
SET: Final = (
    "UPDATE drawn_match SET settled = CASE WHEN places IS NULL THEN now() ELSE settled END, places = %s, rated = %s, "
    "by_itself = %s, game_table = %s, game_log = %s, game_number = %s, chairs = %s, sides = %s, costs = %s "
    "WHERE id = %s"
)
FOLLOW: Final = (
    "SELECT m.id, m.places, m.chairs, m.game_log, m.round = (SELECT max(r.number) FROM drawn_round r "
    "WHERE r.competition = m.competition), g.number, g.game, g.seats, g.turns, g.began, g.last, "
    "g.state, g.places, g.points FROM drawn_match m LEFT JOIN game g ON "
    "(g.house_table, g.log, g.number) = (m.game_table, m.game_log, m.game_number) WHERE m.game_table = %s "
    "ORDER BY m.id FOR UPDATE OF m"
)
OPEN: Final = (
    "SELECT m.id, m.competition, m.round, c.game, (SELECT array_agg(coalesce(p.name, '') ORDER BY at) "
    "FROM unnest(m.seats) WITH ORDINALITY s (number, at) "
    "JOIN entry e ON (e.competition, e.number) = (m.competition, s.number) LEFT JOIN person p ON p.id = e.person) "
    "FROM drawn_match m JOIN competition c ON c.id = m.competition WHERE m.house_table = %s AND m.places IS NULL "
    "AND m.game_number IS NULL AND m.by_itself ORDER BY m.id FOR UPDATE OF m"
)
SINCE: Final = (
    "SELECT DISTINCT t.id, t.name, g.log, g.number, g.game, g.seats, g.turns, g.began, g.last, g.state, "
    "g.places, g.points FROM log_before b JOIN house_table t ON t.id = b.house_table "
    "JOIN log_row r ON r.house_table = t.id AND ((r.log = b.log AND r.number > b.number) OR "
    """(r.log = t.log AND t.log <> b.log)) AND r.body LIKE '{"type":"ended",%%' """
    "JOIN LATERAL (SELECT * FROM game WHERE (game.house_table, game.log) = (r.house_table, r.log) "
    "AND game.number <= r.number ORDER BY game.number DESC LIMIT 1) g ON true "
    "WHERE b.competition = %s AND b.round = %s AND (t.id = %s OR %s::integer IS NULL) "
    "AND NOT EXISTS (SELECT 1 FROM drawn_match o WHERE "
    "(o.game_table, o.game_log, o.game_number) = (g.house_table, g.log, g.number)) "
    "ORDER BY t.id, g.log, g.number"
)
RESULTS: Final = (
    "SELECT m.competition, m.places, m.sides, m.costs, (SELECT array_agg(e.person ORDER BY at) "
    "FROM unnest(m.seats) WITH ORDINALITY s (number, at) "
    "JOIN entry e ON (e.competition, e.number) = (m.competition, s.number)), m.seats "
    "FROM drawn_match m WHERE m.rated AND m.places IS NOT NULL ORDER BY m.settled, m.id"
)


@dataclass(frozen=True, slots=True)
class Somebody:
    """The player: a person of the house; of one who was deleted, the entry of a competition is all that is known."""

    person: int | None
    competition: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """A game of a table that may be linked."""

    table: int
    name: str
    log: bytes
    game: Game


@dataclass(frozen=True, slots=True)
class Link:
    """A game that is a match, and who sits where; their sides and handicaps are the game's to say (`linked`)."""

    table: int
    log: bytes
    number: int
    chairs: Chairs
    sides: tuple[int, ...] = ()
    costs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldMatch:
    """A match as it stands in the database. `linked`: a game of a table is it; `game`: as it is now."""

    id: int
    match: Match
    rated: bool
    table: int | None
    table_name: str
    linked: bool
    chairs: Chairs
    game: Game | None

    @property
    def deleted(self) -> bool:
        """Whether its game was deleted at its table."""
        return self.linked and (self.game is None or self.game.state == State.DELETED)

    @property
    def differs(self) -> bool:
        """Whether its game says something else by now."""
        return self.linked and self.match.places is not None and differs(self.match.places, self.chairs, self.game)


@dataclass(frozen=True, slots=True)
class Held:
    """A competition as it stands in the database; `names` and `people` (None: deleted) by the numbers of entries."""

    id: int
    name: str
    game: str
    values: Competition
    names: Mapping[int, str]
    people: Mapping[int, int | None]
    rounds: tuple[tuple[HeldMatch, ...], ...]

    def match(self, wanted: int) -> tuple[int, HeldMatch] | None:
        """A match by its id, and the round that it is of."""
        return next(((at, one) for at, each in enumerate(self.rounds, 1) for one in each if one.id == wanted), None)


async def read(cursor: Cursor, competition: int, *, lock: bool = False) -> Held | None:
    """A competition; None: there is none with that number. `lock`: until the transaction ends."""
    await cursor.execute(f"{ONE} FOR UPDATE" if lock else ONE, (competition,))
    found = await cursor.fetchone()
    if found is None:
        return None
    number, name, game, system, seats, rounds = found
    await cursor.execute(ENTRIES, (competition,))
    people = await cursor.fetchall()
    entries = tuple(Entry(each, frozenset(absences), left) for each, absences, left, *_ in people)
    await cursor.execute(ROUNDS, (competition,))
    drawn = await cursor.fetchall()
    await cursor.execute(MATCHES, (competition,))
    matches = await cursor.fetchall()
    held = {at: tuple(map(_match, each)) for at, each in groupby(matches, lambda row: int(row[0]))}
    shown = tuple(held.get(at, ()) for (at,) in drawn)
    values = Competition(
        System(system), seats, rounds, entries, tuple(tuple(one.match for one in each) for each in shown)
    )
    names, ids = {each[0]: each[4] for each in people}, {each[0]: each[3] for each in people}
    return Held(number, name, game, values, names, ids, shown)


async def write_round(cursor: Cursor, held: Held, drawn: Sequence[tuple[int, ...]], tables: Sequence[int]) -> None:
    """Keep a round that was drawn, at these tables in turn."""
    at = len(held.rounds) + 1
    await cursor.execute(TABLES, (list(tables),))
    there: Sequence[int | None] = [int(each[0]) for each in await cursor.fetchall()] or [None]
    await cursor.execute(DRAW, (held.id, at))
    await cursor.execute(BEFORE, (held.id, at))
    for number, seats in enumerate(drawn, 1):
        await cursor.execute(SEAT, (held.id, at, number, there[(number - 1) % len(there)], list(seats)))


async def write_result(cursor: Cursor, match: int, places: Places | None) -> None:
    """Keep a result that the owner says, None: there is none; no game is linked to it by itself any more."""
    kept = None if places is None else list(places)
    await cursor.execute(SET, (kept, False, False, *(None,) * OF_LINK, match))


async def write_link(cursor: Cursor, match: int, places: Places | None, link: Link | None) -> None:
    """Keep what a game says, and which it is; None: none is linked."""
    kept = None if places is None else list(places)
    columns: Sequence[object] = (None,) * OF_LINK
    if link is not None:
        columns = (link.table, link.log, link.number, list(link.chairs), list(link.sides), list(link.costs))
    await cursor.execute(SET, (kept, places is not None, True, *columns, match))


def linked(found: Found, chairs: Chairs) -> Link:
    """The link of a game whose people sit on these chairs."""
    game = found.game
    return Link(found.table, found.log, game.number, chairs, sided(game, chairs), costing(game, chairs))


async def since(cursor: Cursor, competition: int, at: int, table: int | None = None) -> list[Found]:
    """The games that ended after a round was drawn, as the hub heard, and are no match yet; of one table or all."""
    await cursor.execute(SINCE, (competition, at, table, table))
    return [Found(row[0], row[1], bytes(row[2]), game_of(row[3:])) for row in await cursor.fetchall()]


async def settle(cursor: Cursor, table: int) -> None:
    """Let the matches follow what a table has said of its games."""
    followed_some, linked_some = await _follow(cursor, table), await _link_open(cursor, table)
    if followed_some or linked_some:
        await database.tell(cursor, database.COMPETITIONS)


async def _follow(cursor: Cursor, table: int) -> bool:
    """Let linked matches follow their games; whether that changed anything."""
    await cursor.execute(FOLLOW, (table,))
    changed = False
    for match, places, chairs, log, last, *row in await cursor.fetchall():
        before, game = None if places is None else tuple(places), None if row[0] is None else game_of(row)
        now = followed(before, tuple(chairs), game, last=last)
        keeps = now is not None or (game is not None and is_hopeful(game))
        if now != before or not keeps:
            changed = True
            link = None
            if keeps and game is not None:
                link = linked(Found(table, "", bytes(log), game), tuple(chairs))
            await write_link(cursor, match, now, link)
    return changed


async def _link_open(cursor: Cursor, table: int) -> bool:
    """Link games whose people are those of an open match at the table; whether there were any."""
    await cursor.execute(OPEN, (table,))
    changed = False
    for match, competition, at, wanted, names in await cursor.fetchall():
        found = await since(cursor, competition, at, table)
        link, places = _first_of(found, wanted, names)
        if link is not None:
            changed = True
            await write_link(cursor, match, places, link)
    return changed


def _first_of(found: Sequence[Found], wanted: str, names: Sequence[str]) -> tuple[Link | None, Places | None]:
    """The first of these games that is a match of these people, and what it says."""
    for each in found:
        chairs = by_itself(each.game, names) if same_game(each.game.game, wanted) else None
        places = None if chairs is None else told(each.game, chairs)
        if chairs is not None and places is not None:
            return linked(each, chairs), places
    return None, None


async def results(cursor: Cursor) -> list[Result[Somebody]]:
    """All results that games gave, in their order."""
    await cursor.execute(RESULTS)
    return [_result(*found) for found in await cursor.fetchall()]


def _result(
    competition: int,
    places: list[int],
    sides: list[int] | None,
    costs: list[int] | None,
    people: list[int | None],
    seats: list[int],
) -> Result[Somebody]:
    """The sides of a match; those of a game that was deleted before sides were kept are its people."""
    found: dict[int, tuple[list[Somebody], int]] = {}
    of_side = Counter[int]()
    for side, place, cost, person, number in zip(
        sides or seats, places, costs or [0] * len(seats), people, seats, strict=True
    ):
        found.setdefault(side, ([], place))[0].append(_somebody(competition, person, number))
        of_side[side] += cost
    return Result(tuple(found.values()), tuple(of_side[side] for side in found))


def _somebody(competition: int, person: int | None, number: int) -> Somebody:
    return Somebody(None, competition, number) if person is None else Somebody(person)


def _match(row: Sequence[Any]) -> HeldMatch:
    _, number, seats, places, rated, table, name, linked, chairs = row[:OF_MATCH]
    match = Match(tuple(seats), None if places is None else tuple(places))
    game = None if row[OF_MATCH] is None else game_of(row[OF_MATCH:])
    called = "" if table is None else name or f"#{table}"
    return HeldMatch(number, match, rated, table, called, linked is not None, tuple(chairs or ()), game)
