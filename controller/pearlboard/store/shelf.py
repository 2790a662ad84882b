"""The shelf: what is kept of finished games beside their facts, to be listed, searched and counted (`store.games`)."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pearlboard.errors import BadInput
from pearlboard.session.limits import MOST_BYTES
from pearlboard.store import games
from pearlboard.store.errors import GameLost
from pearlboard.store.games import COLUMNS, GameRow, Listed, Said, Search

RANKINGS: Final = 8
"""The number of rankings kept: each has everybody who ever played."""
LONGEST_RANKING: Final = 3 * MOST_BYTES
"""In bytes; a backup with a longer value is refused (`store.untrusted`)."""


class Shelf:
    """Reads and keeps what is made of finished games. Not thread-safe."""

    def __init__(self, connection: sqlite3.Connection, verified: Callable[[int], bool]) -> None:
        """`verified`: whether there is a game with this number; any error if its facts are not as they were written."""
        self._connection = connection
        self._verified = verified

    def finished_games(self, search: Search) -> tuple[Listed, ...]:
        """Finished games, newest first, with one more than `search.most` if there are more."""
        found, wanted = list[Listed](), search.most + 1
        while missing := wanted - len(found):
            which, values = search.sql()
            rows = self._rows(f"{which} ORDER BY number DESC LIMIT ?", *values, missing)
            found += self._decoded(rows)
            if len(rows) < missing:
                break
            search = replace(search, before=rows[-1][0])  # damaged ones are left out, and hide none behind them
        return tuple(found)

    def results(self, after: int, most: int) -> tuple[Listed, ...]:
        """Finished games with higher numbers than `after`, oldest first."""
        return self._listed("AND number > ? ORDER BY number LIMIT ?", after, most)

    def title(self, number: int) -> str:
        """The title of a finished game; empty if nobody has given one, or there is no such game."""
        found = self._listed("AND number = ?", number)
        return found[0].title if found else ""

    def _listed(self, which: str, *values: int | str) -> tuple[Listed, ...]:
        return tuple(self._decoded(self._rows(which, *values)))

    def _rows(self, which: str, *values: int | str) -> list[tuple[Any, ...]]:
        return self._connection.execute(f"SELECT {COLUMNS} FROM game WHERE remains = '' {which}", values).fetchall()  # noqa: S608

    def _decoded(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[Listed]:
        for columns in rows:
            row = self._row(columns)
            if row is not None:
                yield row.listed()

    def _row(self, columns: tuple[Any, ...]) -> GameRow | None:
        """A row as it was written; a damaged one is made again from the facts."""
        row, number = games.read_row(columns), columns[0]
        if row is not None:
            return row
        try:
            made = games.made(self._connection, number) if self._verified(number) else None
        except (BadInput, GameLost):  # its title is damaged, or all of it; the game is listed again when it is mended
            return None
        if made is not None:
            with self._keeping():
                games.store(self._connection, made)
        return made

    def say(self, said: Mapping[int, Said]) -> None:
        """Keep how games ended in words, by their numbers, so that they need not be played again to be listed."""
        with self._keeping():
            for number, words in said.items():
                with contextlib.suppress(BadInput):  # then it is made again when it is listed
                    row = games.stored(self._connection, number)
                    if row is not None and not row.remains:
                        games.store(self._connection, games.with_words(row, words))

    @contextlib.contextmanager
    def _keeping(self) -> Iterator[None]:
        """A transaction for what can be made again: on a full disk nothing is kept, and people read all the same."""
        with contextlib.suppress(sqlite3.OperationalError), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def ranking(self) -> str | None:
        """The newest ranking that was kept and still holds; None if there is none."""
        found = self._connection.execute("SELECT number, CAST(said AS BLOB), digest FROM ranking ORDER BY number DESC")
        for number, text, digest in found:
            said = text.decode(errors="replace")
            if digest == games.digest_of(number, said):
                return str(said)
        return None

    def keep_ranking(self, number: int, said: str) -> None:
        """Keep the ranking after a game, and the newest few before it, for when a game is deleted. One that is longer
        than a backup's values may be is not kept.
        """
        if len(said.encode()) > LONGEST_RANKING:
            return
        with self._keeping():
            values = (number, said, games.digest_of(number, said))
            self._connection.execute("INSERT OR REPLACE INTO ranking VALUES (?, ?, ?)", values)
            newest = "SELECT number FROM ranking ORDER BY number DESC LIMIT ?"
            self._connection.execute(f"DELETE FROM ranking WHERE number NOT IN ({newest})", (RANKINGS,))  # noqa: S608
