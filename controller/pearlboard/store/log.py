"""The log of all facts, in two copies: a database to read and write, and a journal that has every fact first.

Every fact carries a hash over itself and the fact before it, so a row that was changed, lost or cut off is noticed
rather than silently missing from a game: at start if it is behind the last seal (`store.seals`), otherwise when it is
read or, within the hour, in the background (`store.rereading`). The hashes of a deleted game stay (`store.tombstones`).
A copy's losses are restored from the other copy (`store.copies`).

A fact counts as saved when both copies have it: first its line in the journal, synced, then one transaction of the
database, synced as well.
"""

import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pearlboard.errors import BadInput
from pearlboard.session.facts import Entry, GameAgreed, GameDeleted, not_begun, set_ups_apart
from pearlboard.store import copies, games
from pearlboard.store.chain import Row, link
from pearlboard.store.codec import OF_SENSORS, decode
from pearlboard.store.comparing import comparing
from pearlboard.store.database import Step, copy_database
from pearlboard.store.reading import drained
from pearlboard.store.rows import OF_GAME, names, rows_of
from pearlboard.store.sealed import begun_game
from pearlboard.store.sealing import Sealing
from pearlboard.store.seals import begins
from pearlboard.store.shelf import Shelf
from pearlboard.store.slot import Slot, Waiting
from pearlboard.store.tombstones import ENDED, Contents, buried, bury, touched


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in the archive: its number, when it ended (or its last fact was written), its entries and its title."""

    number: int
    at: str
    entries: tuple[Entry, ...]
    title: str = ""


class FactLog:
    """An open log. Not thread-safe, except for `contents`, which is replaced and never changed.

    `repaired`: repairs made to one copy from the other when the log was opened, in words. `caught_up`: the number of
    facts that only the journal had, as after a power cut; the database has them now.
    """

    def __init__(self, path: Path) -> None:
        """Open, or create, the database at `path` with its journal, and verify what is behind the last seal in both."""
        self.path = path
        opened = copies.open_both(path)
        self._connection, self._journal = opened.connection, opened.journal
        self.contents = opened.found.contents
        self.repaired, self.caught_up = opened.repaired, opened.caught_up
        self._game, self._chain = opened.found.game, opened.found.chain
        self._head = opened.found.facts
        self.sealing = Sealing(path, self._connection, self._journal, opened.seals, opened.unburied)
        self.shelf = Shelf(self._connection, self._is_there)
        self._slot = Slot(path)
        self._waiting, problem = self._read_slot()
        self.repaired = (*self.repaired, *problem)

    def _read_slot(self) -> tuple[tuple[Waiting, ...], tuple[str, ...]]:
        try:
            return self._slot.read(self._chain, self._head), ()
        except (BadInput, OSError) as error:
            return (), (f"a game that nobody had begun was set up and is lost: {error}",)

    def close(self) -> None:
        """Checkpoint the WAL and close the file."""
        self._connection.close()

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The facts of a set-up that nobody has begun to play: on disk, but not in the chain (`store.slot`)."""
        return tuple(each.entry for each in self._waiting)

    def append(self, entries: Iterable[Entry], at: str) -> None:
        """Write entries; each part (`set_ups_apart`) entirely or not at all.

        When this returns, the entries are on disk, in both copies of the chain or in the slot. An entry whose number is
        waiting in the slot replaces the waiting entry and all behind it. A `GameDeleted` deletes the bodies of its
        game's rows.

        `ValueError` for a number that is already in the chain, `sqlite3.Error` or `OSError` if a part is not on disk.
        """
        for part in set_ups_apart(tuple(entries)):
            self._take(part, at)

    def _take(self, entries: tuple[Entry, ...], at: str) -> None:
        """Write the entries of one part, in which only the first entry may begin a set-up."""
        if entries[0].version <= self._head:
            raise ValueError(f"fact {entries[0].version} is in the chain already, which ends at {self._head}")
        standing = [each for each in self._waiting if each.entry.version < entries[0].version]
        waiting = (*standing, *(Waiting.of(entry, at) for entry in entries))
        if not_begun([each.entry.fact for each in waiting]) and self._slot.fits(waiting):
            self._slot.write(self._chain, waiting)
            self._waiting = waiting
            return
        self._append(waiting)
        self._waiting = ()
        self._slot.clear()

    def forget_waiting(self) -> None:
        """Discard the entries in the slot, because they cannot have happened."""
        self._waiting = ()
        self._slot.clear()

    def _append(self, waiting: Sequence[Waiting]) -> None:
        game, chain, written = self._game, self._chain, tuple(each.entry for each in waiting)
        rows, unburied = [], set[int]()
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for each in waiting:
                entry, at = each.entry, each.at
                game = entry.version if isinstance(entry.fact, GameAgreed) else game
                name, form, body = each.stored
                if isinstance(entry.fact, GameDeleted):
                    self._connection.execute("DELETE FROM ranking WHERE number >= ?", (entry.fact.number,))
                    body = bury(self._connection, entry.fact.number)
                    unburied.update(touched(self._connection, entry.fact.number))
                chain = link(chain, entry.version, game, at, name, form, body, entry.command)
                row = (entry.version, game, at, name, form, body, entry.command, chain)
                self._connection.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
                games.follow(self._connection, row)
                rows.append(row)
            self._journal.prepare(rows)
        self._journal.keep()
        self.contents = self.contents_after(written)
        self._game, self._chain, self._head = game, chain, written[-1].version
        if unburied:
            self.sealing.note_deleted(unburied)

    def contents_after(self, entries: Iterable[Entry]) -> Contents:
        """The archive's contents once these entries are written."""
        return self.contents.after(self._game, entries)

    def write_back(self) -> None:
        """Checkpoint the WAL into the database file, and carry deletions over into the journal.

        Appended facts are safe without it, but afterwards the one file can be copied, and deleted facts are gone from
        the disk. `sqlite3.Error` or `OSError` if that fails.
        """
        busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("the database is busy")
        self.sealing.rest()

    def copy(self, path: Path, step: Step = lambda *_: None) -> None:
        """Write a backup: one file with all facts, secrets too, for its owner only. `sqlite3.Error`, `OSError`.

        This may run on another thread than everything else; `step` as for `copy_database`.
        """
        copy_database(self._connection, path, step)

    def verify(self) -> None:
        """Read both copies again, in full; `StoreDamaged` names what is not as it was written."""
        drained(self.verifying())

    def verifying(self, told: Step = lambda *_: None) -> Generator[None, None, None]:
        """Read both copies again, in full, in steps between which others may write. `told`: how far that is."""
        changes = None
        while changes != self.sealing.changes:
            changes = self.sealing.changes
            for _ in comparing(self.path, self._connection, told, self._head):
                yield
                if changes != self.sealing.changes:  # something was deleted, so it begins anew
                    break
        yield from self.sealing.verifying()

    def to_resume(self) -> tuple[Entry, ...]:
        """The entries to resume from: the newest game that was begun, and any after it, because its pieces may still
        lie there.

        Facts about the board's sensors from earlier games come first, because they outlive games. The entries in the
        slot (`waiting`) follow these.
        """
        last = self.sealing.last
        begun = begun_game(self._connection, last)
        first = self._game if begun is None else begun
        of_sensors = f"WHERE version >= ? AND game < ? AND name IN ({names(OF_SENSORS)}) ORDER BY version"
        sealed = () if last is None else last.sensor_rows
        said = entries_of((*sealed, *self._rows(of_sensors, begins(last), first)))
        which = "WHERE version >= ? AND game >= ? ORDER BY version"
        return (*said, *entries_of(self._rows(which, max(first, begins(last)), first)))

    def game(self, number: int) -> StoredGame | None:
        """A game by its number; None if there is no such game, or it was deleted.

        A sealed game is verified, and if necessary restored from the journal; `StoreUnavailable` if it is damaged in
        both copies.
        """
        rows = self._rows_of_game(number)
        if not rows:
            return None
        at = next((row[2] for row in rows if row[3] == ENDED), rows[-1][2])
        return StoredGame(number, at, entries_of(rows), self.shelf.title(number))

    def _rows_of_game(self, number: int) -> Sequence[Row]:
        if not 0 < number <= self._game or number in self.contents.deleted:
            return ()
        if self.sealing.holds(number):
            return self.sealing.game(number)
        return tuple(self._rows(f"WHERE {OF_GAME} ORDER BY version", number))

    def _is_there(self, number: int) -> bool:
        return bool(self._rows_of_game(number))

    @property
    def version(self) -> int:
        """The version of the last fact in the chain, 0 if it is empty. The entries in the slot follow."""
        return self._head

    def hash_of(self, version: int) -> bytes:
        """The hash of a fact in the chain."""
        return next(self._rows("WHERE version = ?", version))[7]

    def time_of(self, version: int) -> str:
        """When a fact in the chain was written."""
        return next(self._rows("WHERE version = ?", version))[2]

    def written_after(self, version: int, most: int) -> tuple[tuple[int, str, int, Entry | None], ...]:
        """The facts of the chain with higher numbers, oldest first: number, when it was written, the number of its
        game, the entry; None for one whose body was deleted.
        """
        rows = self._rows("WHERE version > ? ORDER BY version LIMIT ?", version, most)
        return tuple((row[0], row[2], row[1], None if buried(row) is not None else _entry(row)) for row in rows)

    def game_until(self, version: int) -> tuple[Entry, ...]:
        """The facts up to that number of the game to which it belongs; none if it is in no game."""
        game = next((row[1] for row in self._rows("WHERE version = ?", version)), 0)
        return (
            entries_of(self._rows(f"WHERE {OF_GAME} AND version <= ?2 ORDER BY version", game, version)) if game else ()
        )

    def rows(self) -> Iterator[Row]:
        """All stored rows, oldest first."""
        return self._rows("ORDER BY version")

    def _rows(self, which: str, *values: object) -> Iterator[Row]:
        return rows_of(self._connection, which, *values)


def entries_of(rows: Iterable[Row]) -> tuple[Entry, ...]:
    """Decode rows, skipping those whose body was deleted."""
    return tuple(_entry(row) for row in rows if buried(row) is None)


def _entry(row: Row) -> Entry:
    version, _, _, name, form, body, command, _ = row
    return Entry(version, decode(name, form, body), command)
