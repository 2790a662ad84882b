"""One log put together from two damaged copies, as long as only games of before are damaged in both.

Every fact is taken from the copy in which it follows on the one before it. Where neither copy has one that does, its
game is lost: the game keeps its place in the chain, and the seals that are made at once say that its facts are not what
was written, so nobody is shown any (`store.mending`). The game whose pieces may still lie on the table, and whatever
came after it, must be whole.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pearlboard.store import games
from pearlboard.store.chain import START, Row, link
from pearlboard.store.database import identity_of, make_database
from pearlboard.store.games import GameRow, read_row
from pearlboard.store.journal import Journal, JournalDamaged
from pearlboard.store.mending import readable
from pearlboard.store.rows import AT_ONCE, OF_GAME, UNREADABLE, rows_of
from pearlboard.store.sealed import ACTED, read_seals, seal_all
from pearlboard.store.seals import Seal, hash_after
from pearlboard.store.tombstones import AGREED, DELETED, covered, deletion_in, follows, follows_there, without_body

MISSING: Final = "missing"
"""The stored name of a fact of which nothing is left."""
NO_HASH: Final = bytes(32)
MOST_FORMS: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Way:
    """Rows, each of which follows on the one before it.

    begin    the hash before the first of them
    damaged  the number of damaged facts before the first of them
    """

    begin: bytes
    damaged: int = 0
    rows: Sequence[Row] = ()


class NotFinished(Exception):
    """More is damaged than finished games, or the two copies are of different games."""


@dataclass(slots=True)
class _Best:
    """The best of both copies, fact by fact.

    gone    the digests over what is left of deleted games, by their numbers
    before  hashes that are known to stand before a fact, by its number: from seals, and from the heads of files
    begins  the numbers of games that are known from elsewhere
    lost    the games of which a fact is damaged in both copies
    begun   the newest game in which somebody has acted
    """

    gone: dict[int, str] = field(default_factory=dict)
    before: dict[int, set[bytes]] = field(default_factory=dict)
    begins: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)
    begun: int = 0
    _game: int = 0
    _chain: bytes = START
    _damaged: list[tuple[int, Row | None]] = field(default_factory=list)

    def rows(self, found: Iterable[tuple[int, list[Row]]]) -> Iterator[Row]:
        """Yield one row for each fact; `NotFinished`. `found`: the number of each, and its rows in either copy."""
        ways: dict[bytes, Way] = {START: Way(START)}
        for version, some in found:
            rows = [without_body(row, self.gone) for row in some if _is_plausible(row, version)]
            on = self._on(ways, rows)
            if not on:
                first = next(iter(ways), None)
                if first is not None:
                    yield from self._taken(ways[first])
                on = self._ways_on(version, rows, first)
            elif len(on) == 1:
                [(chain, way_on)] = on.items()
                yield from self._taken(way_on)
                on = {chain: Way(chain)}
            ways = on
        if self._damaged or len(ways) != 1 or any(game >= self.begun for game in self.lost):
            raise NotFinished

    def _on(self, ways: Mapping[bytes, Way], rows: Sequence[Row]) -> dict[bytes, Way]:
        """Each way with a row that follows on it. A row without its body follows on every way: the first one counts,
        which says that what is before it is damaged.
        """
        on = dict[bytes, Way]()
        for chain, way in ways.items():
            for row in rows:
                if covered(row, self.gone) and follows(row, chain):
                    on.setdefault(row[7], replace(way, rows=(*way.rows, row)))
        return on

    def _ways_on(self, version: int, rows: Sequence[Row], chain: bytes | None) -> dict[bytes, Way]:
        """The hashes that the next fact may follow on if this one is damaged, or if only its hash is."""
        before, known = len(self._damaged), self.before.get(version + 1, ())
        self._damaged.append((version, rows[0] if rows else None))
        ways = {end: Way(end, before + 1) for end in (*(row[7] for row in rows), *known)}
        if chain is not None:
            for row in rows:
                end = link(chain, *row[:7])
                ways[end] = Way(chain, before, ((*row[:7], end),))
        return ways

    def _taken(self, way: Way) -> Iterator[Row]:
        """The rows of a way, after the damaged ones before it."""
        if way.rows:
            yield from self._closed(way.rows[0], way)
            self._damaged.clear()
        for row in way.rows:
            self._game, self._chain = row[1], row[7]
            if row[3] == ACTED and row[1] not in self.lost:
                self.begun = max(self.begun, row[1])
            yield row

    def _closed(self, right: Row, way: Way) -> Iterator[Row]:
        """The damaged rows before one that is right again, each in its game; the last one has the hash before that."""
        game, damaged = self._game, self._damaged[: way.damaged]
        for place, (version, row) in enumerate(damaged, 1):
            begins = version in self.begins or (row is not None and row[3] == AGREED and row[1] == version)
            game = right[1] if version >= right[1] else version if begins else game
            at, name, form, body, command, own = ("", MISSING, 0, "", None, NO_HASH) if row is None else row[2:]
            own = way.begin if place == len(damaged) else own
            made = (version, game, at, name, form, body, command, own)
            if not (covered(made, self.gone) and follows(made, self._chain)):
                self.lost.add(game)
            self._chain = own
            yield made


def _is_plausible(row: Row, version: int) -> bool:
    return row[0] == version and 0 <= row[1] <= version and 0 <= row[4] < MOST_FORMS


def put_together(path: Path, journal: Journal, new: Path) -> tuple[int, ...]:
    """Write a database of both copies at `new`, sealed over all games that are lost; return their numbers.

    `NotFinished` if more than finished games is damaged, or if the copies are of different games.
    """
    best = _Best()
    with closing(_opened(path)) as own:
        identity = _identity(own, journal)
        kept = _kept_in(own)
        best.gone = {number: row.remains for number, row in kept.items() if row.remains}
        best.gone |= dict(_deletions(own, journal))
        for game, chain in (*_ends(own), *journal.heads()):
            best.before.setdefault(game, set()).add(chain)
        best.begins = {*kept, *best.before}
        seen = journal.seen()
        last = max(_last(own, seen), seen)
        if last == 0:
            raise NotFinished
        make_database(new, identity, best.rows(_found(own, journal, last)))
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        _keep(connection, [row for row in kept.values() if row.remains or row.number in best.lost])
        seal_all(connection, _end_of(connection, max(best.lost, default=0)))
    return tuple(sorted(best.lost))


def _opened(path: Path) -> sqlite3.Connection:
    """The damaged database; an empty one if there is none, or none that SQLite reads."""
    with contextlib.suppress(sqlite3.Error, UnicodeError):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
        try:
            connection.execute("SELECT COUNT(*) FROM sqlite_master")
        except (sqlite3.Error, UnicodeError):
            connection.close()
        else:
            return connection
    return sqlite3.connect(":memory:")


def _identity(own: sqlite3.Connection, journal: Journal) -> str:
    """The identity of both copies, from whichever says it."""
    said = set[str]()
    with contextlib.suppress(*UNREADABLE):
        said.add(identity_of(own))
    with contextlib.suppress(JournalDamaged):
        said.add(journal.identity())
    if len(said) != 1:
        raise NotFinished
    return said.pop()


def _kept_in(own: sqlite3.Connection) -> dict[int, GameRow]:
    """The records of games, as far as they are as they were written."""
    kept = dict[int, GameRow]()
    with contextlib.suppress(*UNREADABLE):
        for columns in own.execute(f"SELECT {games.COLUMNS} FROM game"):  # noqa: S608 - never user input
            if (row := read_row(columns)) is not None:
                kept[row.number] = row
    return kept


def _deletions(own: sqlite3.Connection, journal: Journal) -> Iterator[tuple[int, str]]:
    """The deletions in either copy that are as they were written: the deleted games, and what is left of each."""
    with contextlib.suppress(*UNREADABLE):
        for row in rows_of(own, "WHERE name = ?", DELETED):
            if follows_there(own, row):
                yield deletion_in(row)
    before = START
    for _, rows in journal.readable():
        for row in rows:
            if row[3] == DELETED and follows(row, before):
                yield deletion_in(row)
            before = row[7]


def _ends(own: sqlite3.Connection) -> Iterator[tuple[int, bytes]]:
    """The hash before each game, from those seals that are as they were written."""
    before: Seal | None = None
    with contextlib.suppress(*UNREADABLE):
        for seal in read_seals(own, "ORDER BY last"):
            if seal.follows(before):
                chain = hash_after(before)
                for end in seal.ends:
                    yield end.number, chain
                    chain = end.chain
                yield seal.last + 1, chain
            before = seal


def _last(own: sqlite3.Connection, seen: int) -> int:
    """The number of the database's last fact, which has to be right if the journal has not `seen` it; 0 if that cannot
    be read.
    """
    with contextlib.suppress(*UNREADABLE):
        for row in rows_of(own, "ORDER BY version DESC LIMIT 1"):
            if row[0] > seen and not follows_there(own, row):
                raise NotFinished
            return row[0]
    return 0


def _found(own: sqlite3.Connection, journal: Journal, last: int) -> Iterator[tuple[int, list[Row]]]:
    """The rows of each fact in either copy, without those that are alike."""
    files, other = journal.readable(), dict[int, Row]()
    begins, rows = next(files, (last + 1, ()))
    for start in range(1, last + 1, AT_ONCE):
        some = {row[0]: row for row in readable(own, start, min(last, start + AT_ONCE - 1))}
        for version in range(start, min(last, start + AT_ONCE - 1) + 1):
            while begins <= version:
                other = {each: row for each, row in other.items() if each >= version} | {row[0]: row for row in rows}
                begins, rows = next(files, (last + 1, ()))
            found = (some.get(version), other.get(version))
            yield version, list(dict.fromkeys(row for row in found if row is not None))


def _keep(connection: sqlite3.Connection, rows: Iterable[GameRow]) -> None:
    """Keep what was kept of games that the facts say nothing of any more."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for row in rows:
            games.store_missing(connection, row)


def _end_of(connection: sqlite3.Connection, game: int) -> int:
    """The number of the last fact of a game."""
    [[last]] = connection.execute(f"SELECT COALESCE(MAX(version), 0) FROM fact WHERE {OF_GAME}", (game,))  # noqa: S608
    return int(last)
