"""Sealed games are read again in the background, a few facts at a time, in both copies.

What is damaged in one copy is restored from the other, and what is damaged in both is named (`store.mending`). Whoever
runs this may stop after any step, and makes pauses, so that nobody waits; within the hour everything was read.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final

from pearlboard.errors import BadInput
from pearlboard.store import games
from pearlboard.store.chain import Row
from pearlboard.store.journal import Journal, JournalDamaged
from pearlboard.store.mending import Deletions
from pearlboard.store.rows import AT_ONCE, UNREADABLE, rows_between
from pearlboard.store.sealed import seal_before, seal_with
from pearlboard.store.seals import Seal, Sealer, begins, hash_after
from pearlboard.store.tombstones import DELETED, covered, deletion_in, follows, remains

PASS_S: Final = 3000.0
"""The time that one reading of everything takes; within an hour, everything was read."""
LONGEST_S: Final = 60.0
"""The longest pause, if there is little to be read."""


@dataclass(frozen=True, slots=True)
class Rereading:
    """Reads sealed games again.

    mend      restores a seal, and says in words what was done
    changes   a number that changes whenever sealed facts do, as by a deletion
    complain  is told what was found
    """

    connection: sqlite3.Connection
    journal: Journal
    mend: Callable[[Seal], tuple[str, ...]]
    changes: Callable[[], int]
    complain: Callable[[str], None]
    _broken: list[sqlite3.DatabaseError] = field(default_factory=list)

    def steps(self) -> Iterator[None]:
        """Read all sealed games once. A seal is read again if something is deleted in it meanwhile.

        `sqlite3.DatabaseError` at the end if SQLite can no longer use a part of the database: a start makes it anew.
        """
        last = 0
        while (seal := seal_with(self.connection, last + 1)) is not None:
            before = seal_before(self.connection, seal)
            if not seal.follows(before):
                raise BadInput("the seals", "they are not what was written")
            changes = self.changes()
            right = yield from self._read(seal, before, changes)
            if right is None:
                continue
            if not right:
                self._mend(seal)
            yield from self._read_games(seal)
            last = seal.last
        if self._broken:
            raise self._broken[0]

    def _mend(self, seal: Seal) -> None:
        """Restore a seal; what hinders that, as a full disk or a place of it that cannot be read, is said."""
        try:
            for said in self.mend(seal):
                self.complain(said)
        except (sqlite3.OperationalError, OSError) as error:
            self.complain(f"games {seal.first_game} to {seal.last_game} are damaged, and cannot be restored ({error})")
        except sqlite3.DatabaseError as error:
            self._broken.append(error)

    def _read(self, seal: Seal, before: Seal | None, changes: int) -> Generator[None, None, bool | None]:
        """Whether both copies of a seal are as they were written; None if they were changed meanwhile."""
        try:
            for _ in self._compare(seal, before):
                yield
                if self.changes() != changes:
                    return None
        except (*UNREADABLE, JournalDamaged, OSError):
            return False
        return True

    def _compare(self, seal: Seal, before: Seal | None) -> Iterator[None]:
        """Read both copies side by side; `BadInput` if they are not what was sealed."""
        sealer, chain, gone = Sealer(before), hash_after(before), Deletions(self.connection)
        if not self.journal.begins(seal.first_game, chain):
            raise BadInput("the journal", "it does not begin as it was written")
        rows = rows_between(self.connection, begins(before), seal.last)
        for place, (row, other) in enumerate(zip_longest(rows, self.journal.sealed_lines(seal)), 1):
            if row is None or row != other or not follows(row, chain) or not covered(row, gone):
                raise BadInput(f"fact {row[0] if row else seal.last}", "it is not what was written")
            sealer.add(row)
            chain = row[7]
            if row[3] == DELETED:
                self._read_deletion(row)
            if place % AT_ONCE == 0:
                yield
        if replace(sealer.seal(), weight=seal.weight) != seal:
            raise BadInput("the seals", "they are of other facts")

    def _read_deletion(self, row: Row) -> None:
        number, left = deletion_in(row)
        kept = self._kept(number)
        if kept is None or kept.remains != left:
            with self.connection:
                games.store(self.connection, games.GameRow(number, remains=left))
            self.complain(f"what is kept of the deleted game {number} was damaged, and made again")

    def _kept(self, number: int) -> games.GameRow | None:
        """The record of a game; None if that is damaged or missing."""
        with contextlib.suppress(BadInput):
            return games.stored(self.connection, number)
        return None

    def _read_games(self, seal: Seal) -> Iterator[None]:
        """Compare what is kept of finished games with their facts."""
        for end in seal.ends:
            if end.finished:
                try:
                    self._read_game(end.number)
                except sqlite3.OperationalError as error:
                    self.complain(f"what is kept of game {end.number} cannot be read ({error})")
                except sqlite3.DatabaseError as error:
                    self._broken.append(error)
                yield

    def _read_game(self, number: int) -> None:
        """Compare a row with the facts; what is made of damaged facts replaces nothing, and is made once they are
        mended.
        """
        connection, kept = self.connection, self._kept(number)
        if kept is not None and kept.remains:
            if remains(connection, number) != kept.remains:
                self.complain(f"what is left of the deleted game {number} is not what was left of it")
            return
        try:
            made = games.made(connection, number)
        except BadInput:
            return
        if made is not None and (kept is None or replace(kept, said="") != made):
            with connection:
                games.store(connection, made)
            self.complain(f"what is kept of game {number} was damaged, and made again from its facts")
