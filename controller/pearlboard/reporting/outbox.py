"""The public log of a table on its disk, which is also what waits to be sent.

It is made of saved facts alone, and always the same: rows that a power cut has taken come out as they were. What was
played before the table joined is not in it, but for the game that was on. Used on the store's thread.
"""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pearlboard.club.documents import Agreed, Deleted, encoded
from pearlboard.club.messages import MOST_ROWS, PLAIN_PROTOCOL, PROTOCOL, TOKEN_BYTES, Cursor
from pearlboard.club.projecting import Account, Erased, projected
from pearlboard.club.rows import START, Row, following
from pearlboard.session.facts import GameAbandoned, GameEnded
from pearlboard.store.log import FactLog

AT_ONCE: Final = 64
"""Facts that are followed in one transaction."""
MOST_WAITING: Final = 20_000
"""Rows that wait for a hub which is away; after that facts wait in the store, where they are anyway."""
TABLES: Final = """
CREATE TABLE kept (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE row (
    number INTEGER PRIMARY KEY, game INTEGER NOT NULL, at TEXT NOT NULL, body TEXT, hash BLOB NOT NULL
) STRICT;
CREATE INDEX of_game ON row (game);
"""

COLUMNS: Final = "number, at, body, hash"


class Forked(Exception):
    """The hub has another row than this table. `number`: of that row."""

    def __init__(self, number: int) -> None:
        super().__init__(f"row {number} is another one at the hub")
        self.number = number


class Outbox:
    """An open outbox. `log` and `token`: by which the hub knows this public log, and this table; `protocol`: the oldest
    in which every row can be read.
    """

    def __init__(self, path: Path, facts: FactLog) -> None:
        """Open it, or begin one with the facts of the game that is on. `OSError`, `sqlite3.Error`.

        A file that cannot be read is put aside, and another log begins: the hub keeps what it has of the old one.
        """
        self.path, self._facts = path, facts
        try:
            self._connection = _opened(path)
            self.log, self.token, self._seen, self._sent, self.protocol = self._identity()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # a full or slow disk: the file may be well
                raise
            path.replace(path.with_name(path.name + ".damaged"))
            self._connection = _opened(path)
            self.log, self.token, self._seen, self._sent, self.protocol = self._identity()
        self._account: Account | None = None
        self._number, self._hash = self._last()

    def _identity(self) -> tuple[bytes, bytes, int, int, int]:
        kept = dict(self._connection.execute("SELECT name, value FROM kept").fetchall())
        if not kept:
            kept = {
                "log": os.urandom(TOKEN_BYTES),
                "token": os.urandom(TOKEN_BYTES),
                "seen": _before_the_game(self._facts).to_bytes(8),
                "sent": bytes(8),
            }
            with self._connection:
                self._connection.executemany("INSERT INTO kept VALUES (?, ?)", kept.items())
        try:
            numbers = (int.from_bytes(kept["seen"]), int.from_bytes(kept["sent"]))
            return kept["log"], kept["token"], *numbers, int.from_bytes(kept.get("protocol", bytes([PLAIN_PROTOCOL])))
        except KeyError as error:
            raise sqlite3.DatabaseError(f"{self.path} has no {error}") from error

    def _last(self) -> tuple[int, bytes]:
        found = self._connection.execute("SELECT number, hash FROM row ORDER BY number DESC LIMIT 1").fetchone()
        return found or (0, START)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self._number

    @property
    def waiting(self) -> int:
        """The number of rows that no hub is known to have."""
        return self._number - self._sent

    # --- following the store -------------------------------------------------------------------------------------

    def follow(self, *, names: bool) -> None:
        """Take in what was saved since. `names`: people are named from now on."""
        while self.waiting < MOST_WAITING:
            found = self._facts.written_after(self._seen, AT_ONCE)
            if not found:
                return
            account = self._account or self._before()
            number, before, protocol = self._number, self._hash, self.protocol
            with self._connection:
                for _, at, game, entry in found:
                    if entry is None:  # a fact of a game that was deleted before it was told
                        continue
                    account, told = projected(account, entry, names=names)
                    if isinstance(told, Erased):
                        told = self._bury(told.game)
                    if told is not None:
                        row = following(before, number + 1, at, encoded(told))
                        self._connection.execute(
                            "INSERT INTO row VALUES (?, ?, ?, ?, ?)", (row.number, game, row.at, row.body, row.hash)
                        )
                        number, before = row.number, row.hash
                        if isinstance(told, Agreed) and any(seat.costs for seat in told.seats):
                            protocol = PROTOCOL
                self._keep("seen", found[-1][0])
                self._keep("protocol", protocol)
            self.protocol = protocol
            self._account, self._number, self._hash, self._seen = account, number, before, found[-1][0]

    def _before(self) -> Account:
        """The account at the last fact that was seen."""
        account = Account()
        for entry in self._facts.game_until(self._seen):
            account, _ = projected(account, entry, names=False)
        return account

    def _bury(self, game: int) -> Deleted | None:
        [(first, last)] = self._connection.execute("SELECT MIN(number), MAX(number) FROM row WHERE game = ?", (game,))
        self._connection.execute("UPDATE row SET at = '', body = NULL WHERE game = ?", (game,))
        return None if first is None else Deleted(first, last)

    def _keep(self, name: str, number: int) -> None:
        self._connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, number.to_bytes(8)))

    # --- for the line --------------------------------------------------------------------------------------------

    def behind(self, cursor: Cursor) -> tuple[Row, ...]:
        """The rows behind the hub's cursor, at most `MOST_ROWS`; `Forked`."""
        if cursor.number and cursor.hash != self._hash_of(cursor.number):
            raise Forked(cursor.number)
        if cursor.number != self._sent:
            with self._connection:
                self._keep("sent", cursor.number)
            self._sent = cursor.number
        found = self._connection.execute(
            "SELECT number, at, body, hash FROM row WHERE number > ? ORDER BY number LIMIT ?",
            (cursor.number, MOST_ROWS),
        )
        return tuple(Row(*columns) for columns in found)

    def row(self, number: int) -> Row | None:
        """The row with this number, if there is one."""
        found = self._connection.execute(f"SELECT {COLUMNS} FROM row WHERE number = ?", (number,)).fetchone()  # noqa: S608
        return None if found is None else Row(*found)

    def _hash_of(self, number: int) -> bytes:
        found = self.row(number)
        return b"" if found is None else found.hash

    def rows(self) -> Iterator[Row]:
        """All rows."""
        for columns in self._connection.execute(f"SELECT {COLUMNS} FROM row ORDER BY number"):  # noqa: S608
            yield Row(*columns)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = ON")
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'kept'").fetchone():
            connection.executescript(f"BEGIN; {TABLES} COMMIT;")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _before_the_game(facts: FactLog) -> int:
    """The number of the last fact before the game that is on; of the last one at all if none is."""
    entries = facts.game_until(facts.version)
    over = any(isinstance(entry.fact, GameEnded | GameAbandoned) for entry in entries)
    return facts.version if over or not entries else entries[0].version - 1
