"""The record of every finished game beside its facts: when it ended, its title, who sat there, how it ended.

A row of the table `game` is made of facts, can be made again from them, and is changed in the transaction that appends
the fact. Lists, searches and the ranking read these rows and no facts, so they cost the same after ten thousand games.
Each row has a digest and counts only if that is right. A deleted game's row loses everything, and keeps the digest over
the facts' remains (`store.tombstones`).
"""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from pearlboard.errors import BadInput
from pearlboard.games.api import Package
from pearlboard.games.registry import GAMES
from pearlboard.session import facts
from pearlboard.session.facts import Agreement, Kept
from pearlboard.session.player_names import known_by
from pearlboard.store.chain import Row
from pearlboard.store.codec import NAMES, decode
from pearlboard.store.rows import OF_GAME, names, rows_of
from pearlboard.store.tombstones import DELETED, ENDED, TITLED, buried, deletion_in, follows_there

OUTLINE: Final = (NAMES[facts.GameAgreed], NAMES[facts.SeatHandedOver], ENDED)
"""Facts that say who has played, and how the game ended."""
TEXTS: Final = ", ".join(f"CAST({name} AS BLOB)" for name in ("at", "title", "about", "words", "said", "remains"))
COLUMNS: Final = f"number, {TEXTS}, digest"
"""Texts are read as bytes: SQLite's error for a damaged one would end the query for all rows."""


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """A seat at the end of a game. `level`: of a computer; `place` and `points`: None for a seat without any;
    `handicap`: the name of its step, or "".
    """

    name: str
    level: str | None
    side: int
    place: int | None
    points: int | None
    handicap: str = ""


class About(msgspec.Struct, frozen=True, array_like=True):
    """A finished game: which, its seats, and the game and step that it began from."""

    game: str
    seats: tuple[Seat, ...]
    began_from: tuple[int, int] | None


class Said(msgspec.Struct, frozen=True, array_like=True):
    """How a game ended, in words, by language, as `program` says it."""

    program: str
    words: dict[str, str]


@dataclass(frozen=True, slots=True)
class Listed:
    """A finished game as it is listed: its number, when it ended (ISO 8601), its title, and what else is kept of it."""

    number: int
    at: str
    title: str
    about: About
    said: Said


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of the table. `remains`: of a deleted game, the digest over what is left of its facts; else empty."""

    number: int
    at: str = ""
    title: str = ""
    about: str = ""
    words: str = ""
    said: str = ""
    remains: str = ""

    def stored(self) -> tuple[int, str, str, str, str, str, str, bytes]:
        """The columns, with the digest over them."""
        parts = (self.number, self.at, self.title, self.about, self.words, self.said, self.remains)
        return (*parts, digest_of(*parts))

    def listed(self) -> Listed:
        """The row, decoded; `ValueError` if it holds something else."""
        about = msgspec.json.decode(self.about, type=About)
        said = msgspec.json.decode(self.said, type=Said) if self.said else Said("", {})
        return Listed(self.number, self.at, self.title, about, said)


def digest_of(*parts: str | int) -> bytes:
    """The digest that a row is stored with."""
    return hashlib.sha256(json.dumps(parts).encode()).digest()


def read_row(columns: tuple[Any, ...]) -> GameRow | None:
    """The row with these columns; None if it is not as it was written."""
    number, *texts, digest = columns
    try:
        row = GameRow(number, *(text.decode() for text in texts))
    except (TypeError, ValueError):
        return None
    return row if row.stored()[-1] == digest else None


# --- from facts ------------------------------------------------------------------------------------------------------


def of_facts(number: int, outline: Iterable[Row], title: str) -> GameRow | None:
    """The row of a game from its outline; None if that has no end, or was deleted."""
    agreement: Agreement | None = None
    for row in outline:
        if buried(row) is not None:
            return None
        match decode(row[3], row[4], row[5]):
            case facts.GameAgreed(agreed_on):
                agreement = agreed_on
            case facts.SeatHandedOver(seat, level) if agreement is not None:
                levels = [agreement.computer(each) for each in range(1, len(agreement.names) + 1)]
                levels[seat - 1] = level
                agreement = replace(agreement, computers=tuple(levels))
            case facts.GameEnded(outcome) if agreement is not None:
                about = About(agreement.game, tuple(_seats(agreement, outcome)), agreement.began_from)
                written = msgspec.json.encode(about).decode()
                return GameRow(number, row[2], title, written, _words(about, title))
    return None


def _seats(agreement: Agreement, outcome: Any) -> Iterator[Seat]:  # noqa: ANN401 - `Outcome`, also of a game that is gone
    package = None if isinstance(agreement.setup, Kept) else GAMES.find(agreement.game)
    for seat, name in enumerate(agreement.names, 1):
        side, handicap = seat, ""
        if isinstance(package, Package):
            with contextlib.suppress(Exception):  # whatever a game does, the end of this one is saved
                side = package.sides.side(agreement.setup, seat)
                handicap = package.handicaps.of(agreement.setup).get(seat, "")
        place, points = outcome.places.get(seat), outcome.points.get(seat)
        yield Seat(name, agreement.computer(seat), side, place, points, handicap)


def _words(about: About, title: str) -> str:
    return "\n".join((known_by(title), *(known_by(seat.name) for seat in about.seats if seat.level is None)))


def titled(row: GameRow, title: str) -> GameRow:
    """The row with another title."""
    return replace(row, title=title, words=_words(row.listed().about, title))


def with_words(row: GameRow, said: Said) -> GameRow:
    """The row with the words for how the game ended."""
    return replace(row, said=msgspec.json.encode(said).decode())


# --- searching -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Search:
    """The finished games to be listed, the newest first.

    most     at most so many
    before   only games with smaller numbers: the next page
    text     part of the title, or of a person's name
    game     only this game
    since    only games that ended at this moment or later, before `until` (UTC, ISO 8601)
    """

    most: int
    before: int | None = None
    text: str = ""
    game: str = ""
    since: str = ""
    until: str = ""

    def sql(self) -> tuple[str, tuple[str | int, ...]]:
        """The conditions in SQL, each led by AND, and their values."""
        begins = f'["{self.game}",'
        conditions: tuple[tuple[bool, str, tuple[str | int, ...]], ...] = (
            (self.before is not None, "number < ?", (self.before or 0,)),
            (bool(self.text), "instr(words, ?) > 0", (known_by(self.text),)),
            (bool(self.game), "substr(about, 1, ?) = ?", (len(begins), begins)),
            (bool(self.since), "at >= ?", (self.since,)),
            (bool(self.until), "at < ?", (self.until,)),
        )
        asked = [(term, values) for wanted, term, values in conditions if wanted]
        return "".join(f" AND {term}" for term, _ in asked), tuple(value for _, values in asked for value in values)


# --- in the database -------------------------------------------------------------------------------------------------


def stored(connection: sqlite3.Connection, number: int) -> GameRow | None:
    """The row of a game; `BadInput` if it is not as it was written."""
    found = connection.execute(f"SELECT {COLUMNS} FROM game WHERE number = ?", (number,)).fetchone()  # noqa: S608
    if found is None:
        return None
    row = read_row(found)
    if row is None:
        raise BadInput(f"game {number}", "what is kept of it is not what was written")
    return row


def store(connection: sqlite3.Connection, row: GameRow) -> None:
    """Write a row, in the open transaction."""
    connection.execute("INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.stored())


def store_missing(connection: sqlite3.Connection, row: GameRow) -> None:
    """Write a row unless its game has one, in the open transaction."""
    connection.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.stored())


def outline_of(connection: sqlite3.Connection, number: int) -> Iterator[Row]:
    """The rows of a game that say who has played, and how it ended; `BadInput` if one is not as it was written."""
    return verified(connection, f"WHERE {OF_GAME} AND name IN ({names(OUTLINE)}) ORDER BY version", number)


def verified(connection: sqlite3.Connection, which: str, *values: object) -> Iterator[Row]:
    """Select rows, each compared with its hash and the one before it; `BadInput` for one that is not as written."""
    for row in rows_of(connection, which, *values):
        if not follows_there(connection, row):
            raise BadInput(f"fact {row[0]}", "it is not what was written")
        yield row


def follow(connection: sqlite3.Connection, row: Row) -> None:
    """Keep the table in step with a row that was just appended, in the open transaction.

    What is damaged is left: it is made again when it is listed, at the next start, or in the background.
    """
    with contextlib.suppress(BadInput):
        if row[3] == ENDED and row[5]:
            complete(connection, row[1])
        elif row[3] == TITLED and buried(row) is None:
            number, title = _title_in(row)
            kept = stored(connection, number)
            if kept is not None and not kept.remains:
                store(connection, titled(kept, title))
    if row[3] == DELETED:
        number, remains = deletion_in(row)
        store(connection, GameRow(number, remains=remains))


def complete(connection: sqlite3.Connection, number: int) -> None:
    """Make the row of a game that has ended, if there is none; `BadInput` if its facts are damaged."""
    if connection.execute("SELECT 1 FROM game WHERE number = ?", (number,)).fetchone() is None:
        row = made(connection, number)
        if row is not None:
            store(connection, row)


def made(connection: sqlite3.Connection, number: int) -> GameRow | None:
    """The row of a game as its facts have it; None if the game has not ended; `BadInput` if they are damaged."""
    return of_facts(number, outline_of(connection, number), title_of(connection, number))


def title_of(connection: sqlite3.Connection, number: int) -> str:
    """The title that a game was given last, by its facts; empty if it has none; `BadInput` if that is damaged."""
    begins = f'{{"number":{number}'
    which = f"WHERE name = '{TITLED}' AND body > ? AND body < ? ORDER BY version DESC LIMIT 1"
    for row in verified(connection, which, f"{begins},", f"{begins}-"):
        return _title_in(row)[1]
    return ""


def _title_in(row: Row) -> tuple[int, str]:
    match decode(row[3], row[4], row[5]):
        case facts.GameTitled(number, title):
            return number, title
        case _:
            raise BadInput(f"fact {row[0]}", "it is no title")


def make_table(connection: sqlite3.Connection) -> None:
    """Fill the empty table from all facts that are as they were written, in the open transaction."""
    titled_rows = rows_of(connection, f"WHERE name = '{TITLED}' ORDER BY version")
    titles = dict(_title_in(row) for row in titled_rows if buried(row) is None and follows_there(connection, row))
    game, outline, lost = 0, list[Row](), 0
    for row in rows_of(connection, f"WHERE name IN ({names((*OUTLINE, DELETED))}) ORDER BY version"):
        if row[1] == lost or not follows_there(connection, row):
            lost = row[1]
            continue
        if row[3] == DELETED:
            number, remains = deletion_in(row)
            store(connection, GameRow(number, remains=remains))
            continue
        if row[1] != game:
            game, outline = row[1], []
        outline.append(row)
        if row[3] == ENDED and row[5]:
            ended = of_facts(game, outline, titles.get(game, ""))
            if ended is not None:
                store_missing(connection, ended)
