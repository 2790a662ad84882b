"""The shelf: what is kept of finished games beside their facts, to be listed, searched and counted (`store.games`)."""

import contextlib
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from pearlboard.errors import BadInput
from pearlboard.store import games
from pearlboard.store.games import COLUMNS, GameRow, Listed, Said, Search


class Shelf:
    """Reads and keeps what is made of finished games. Not thread-safe."""

    def __init__(self, connection: sqlite3.Connection, verified: Callable[[int], bool]) -> None:
        """`verified`: whether there is a game with this number; any error if its facts are not as they were written."""
        self._connection = connection
        self._verified = verified

    def finished_games(self, search: Search) -> tuple[Listed, ...]:
        """Finished games, newest first, with one more than `search.most` if there are more."""
        which, values = search.sql()
        return self._listed(f"{which} ORDER BY number DESC LIMIT ?", *values, search.most + 1)

    def results(self, after: int, most: int) -> tuple[Listed, ...]:
        """Finished games with higher numbers than `after`, oldest first."""
        return self._listed("AND number > ? ORDER BY number LIMIT ?", after, most)

    def title(self, number: int) -> str:
        """The title of a finished game; empty if nobody has given one, or there is no such game."""
        found = self._listed("AND number = ?", number)
        return found[0].title if found else ""

    def _listed(self, which: str, *values: int | str) -> tuple[Listed, ...]:
        found = self._connection.execute(f"SELECT {COLUMNS} FROM game WHERE remains = '' {which}", values)  # noqa: S608
        rows = [self._row(columns) for columns in found.fetchall()]
        return tuple(row.listed() for row in rows if row is not None and not row.remains)

    def _row(self, columns: tuple[Any, ...]) -> GameRow | None:
        """A row as it was written; a damaged one is made again from the facts."""
        row, number = games.read_row(columns), columns[0]
        if row is not None or not self._verified(number):
            return row
        try:
            made = games.made(self._connection, number)
        except BadInput:  # its title is; the game is listed again when that is mended
            return None
        if made is not None:
            with self._connection:
                games.store(self._connection, made)
        return made

    def say(self, said: Mapping[int, Said]) -> None:
        """Keep how games ended in words, by their numbers, so that they need not be played again to be listed."""
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for number, words in said.items():
                with contextlib.suppress(BadInput):  # then it is made again when it is listed
                    row = games.stored(self._connection, number)
                    if row is not None and not row.remains:
                        games.store(self._connection, games.with_words(row, words))

    def ranking(self) -> str | None:
        """The newest ranking that was kept and still holds; None if there is none."""
        found = self._connection.execute("SELECT number, CAST(said AS BLOB), digest FROM ranking ORDER BY number DESC")
        for number, text, digest in found:
            said = text.decode(errors="replace")
            if digest == games.digest_of(number, said):
                return str(said)
        return None

    def keep_ranking(self, number: int, said: str) -> None:
        """Keep the ranking after a game."""
        values = (number, said, games.digest_of(number, said))
        self._connection.execute("INSERT OR REPLACE INTO ranking VALUES (?, ?, ?)", values)
