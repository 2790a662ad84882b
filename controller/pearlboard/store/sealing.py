"""Sealing finished games, reading them again, and restoring one copy from the other, while the log is in use.

What takes long is done in steps between which others may write (`Sealing.chores`).
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from pearlboard.errors import BadInput
from pearlboard.store.chain import Row
from pearlboard.store.database import doubt
from pearlboard.store.errors import GameLost, StoreDamaged, StoreUnavailable
from pearlboard.store.journal import Journal
from pearlboard.store.mending import mended, whole_game
from pearlboard.store.rereading import LONGEST_S, PASS_S, Rereading
from pearlboard.store.rows import AT_ONCE, OF_GAME, UNREADABLE, hash_at, rows_between, rows_of
from pearlboard.store.sealed import add, begun_game, next_range, seal_before, seal_with
from pearlboard.store.seals import Seal, Sealer, begins, hash_after
from pearlboard.store.tombstones import follows


class Sealing:
    """The sealed part of an open log. Not thread-safe.

    last      the last seal; None if nothing is sealed
    unburied  deleted games whose bodies the journal still holds
    changes   a number that changes whenever sealed facts do
    rested    set when a game has ended: there may be something to seal
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        journal: Journal,
        seals: Sequence[Seal],
        unburied: frozenset[int],
    ) -> None:
        """Join what a power cut may have left half joined: the file of the journal, and not the seal."""
        self._path = path
        self._connection = connection
        self._journal = journal
        self.last = seals[-1] if seals else None
        self.unburied = set(unburied)
        self.changes = 0
        self.rested = False
        self._joins = True
        self._complained = set[str]()
        while self._joins and (found := next_range(connection, 0)) is not None:
            for _ in self._joining(*found):
                pass

    # --- sealing -----------------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[None]:
        """Seal what may be sealed, in steps between which others may write."""
        while (found := self._next()) is not None:
            before, last = found
            if self.last is not None and last <= self.last.last:
                yield from self._joining(before, last)
                continue
            if self.unburied:
                return  # what was deleted goes from the journal first: a start looks for that behind the last seal
            yield from self._sealing(before, last)

    def _next(self) -> tuple[Seal | None, int] | None:
        return next_range(self._connection, begun_game(self._connection, self.last) or 0, join=self._joins)

    def _joining(self, before: Seal | None, last: int) -> Iterator[None]:
        """Join seals. If that is not possible, games are damaged or the disk is full: it can wait until the next try,
        and nothing else has to wait for it.
        """
        try:
            yield from self._sealing(before, last)
        except (*UNREADABLE, OSError):
            self._joins = False

    def _sealing(self, before: Seal | None, last: int) -> Iterator[None]:
        changes, sealer = self.changes, Sealer(before)
        first = next(self._rows("WHERE version = ?", begins(before)), None)
        if first is None:
            raise StoreDamaged(f"fact {begins(before)} is missing")
        first_game = 0 if before is None else first[1]
        for _ in self._journal.rewriting(first_game, hash_after(before), self._verified(before, last, sealer)):
            yield
            if self.changes != changes:  # something was deleted meanwhile
                return
        seal = sealer.seal()
        add(self._connection, seal, before)
        self._journal.drop_sealed(seal)
        if self.last is None or seal.last >= self.last.last:
            self.last = seal
        self.changes += 1

    def _verified(self, before: Seal | None, last: int, sealer: Sealer) -> Iterator[Row]:
        """The rows to be sealed, in order; `StoreDamaged` if one is not as it was written."""
        chain, expected = hash_after(before), begins(before)
        for row in rows_between(self._connection, begins(before), last):
            if row[0] != expected or not follows(row, chain):
                raise StoreDamaged(f"fact {expected} is not what was written")
            sealer.add(row)
            chain, expected = row[7], expected + 1
            yield row
        if expected != last + 1:
            raise StoreDamaged(f"fact {expected} is missing")

    def note_deleted(self, games: Iterable[int]) -> None:
        """Note that bodies were deleted in these games, in the database."""
        self.unburied |= set(games)
        self.changes += 1

    def rest(self) -> None:
        """Take what was deleted from the journal, too, because a game has ended; look soon for what is to be sealed."""
        self._carry_over()
        self.rested = True

    def _carry_over(self) -> None:
        while self.unburied:
            game = min(self.unburied)
            if self.last is None or game > self.last.last_game:
                rows = self._rows(f"WHERE {OF_GAME} ORDER BY version", game)
                self._journal.rewrite(game, hash_at(self._connection, game - 1), rows)
            else:
                seal, before = self._seal_of(game)
                rows = rows_between(self._connection, begins(before), seal.last)
                self._journal.rewrite(seal.first_game, hash_after(before), rows)
                self.unburied -= {end.number for end in seal.ends}
            self.unburied.discard(game)

    # --- reading -----------------------------------------------------------------------------------------------------

    def holds(self, game: int) -> bool:
        """Whether a game is sealed."""
        return self.last is not None and game <= self.last.last_game

    def game(self, number: int) -> list[Row]:
        """The rows of a sealed game, verified, and if necessary restored from the journal; none if there is none.

        `GameLost` if both copies are damaged.
        """
        seal, before = self._seal_of(number)
        rows = whole_game(self._connection, seal, before, number)
        if rows is None:
            self.mend(seal)
            rows = whole_game(self._connection, seal, before, number)
        if rows is None:
            raise GameLost(
                f"{self._path}: game {number} is damaged, in the database and in its journal; restore a backup"
            )
        return rows

    def _seal_of(self, game: int) -> tuple[Seal, Seal | None]:
        """The seal over a sealed game, and the one before it; `StoreUnavailable` if it is not what was written."""
        seal = seal_with(self._connection, game)
        before = None if seal is None else seal_before(self._connection, seal)
        if seal is None or not seal.follows(before):
            doubt(self._path)
            raise StoreUnavailable(f"{self._path}: the seals are damaged; the next start makes them again")
        return seal, before

    def mend(self, seal: Seal) -> tuple[str, ...]:
        """Restore what is damaged in one copy of a seal from the other, and say what was done, or what is lost."""
        done = mended(self._connection, self._journal, seal)
        self.changes += 1
        return tuple(f"{self._path}: {each}" for each in done)

    def verifying(self) -> Iterator[None]:
        """Read, in steps, everything that is sealed; `StoreDamaged` names what is not as it was written."""

        def found(what: object) -> NoReturn:
            raise StoreDamaged(f"{self._path}: {what} is not what was written")

        try:
            yield from self._reread(found, found)
        except (BadInput, sqlite3.DatabaseError) as error:
            raise StoreDamaged(f"{self._path}: {error}") from error

    def chores(self, complain: Callable[[str], None]) -> Iterator[float]:
        """Seal games and read sealed ones again, without end, in short steps while nobody waits.

        Yields the pause before the next step, in seconds. `complain` is told what was damaged.
        """
        while True:
            self.rested, self._joins = False, True
            yield from self._tried(self.steps(), 0.0, complain)
            for pause in self._tried(self.reading(complain), self._pause_s(), complain):
                yield pause
                if self.rested:
                    self.rested = False
                    yield from self._tried(self.steps(), 0.0, complain)
            if not self.rested:
                yield LONGEST_S

    def _tried(self, steps: Iterator[None], pause_s: float, complain: Callable[[str], None]) -> Iterator[float]:
        """Take steps with pauses. A failure is complained of once, and tried again in the next round."""
        try:
            for _ in steps:
                yield pause_s
        except (sqlite3.OperationalError, OSError) as error:
            self._complain(f"{self._path}: games cannot be sealed or read again at the moment ({error})", complain)
        except (BadInput, StoreDamaged, sqlite3.DatabaseError) as error:
            doubt(self._path)
            self._complain(f"{self._path}: {error}; the next start reads everything", complain)

    def _complain(self, said: str, complain: Callable[[str], None]) -> None:
        if said not in self._complained:
            self._complained.add(said)
            complain(said)

    def reading(self, complain: Callable[[str], None]) -> Iterator[None]:
        """Read once again, in steps, what is sealed, and restore what is damaged; `complain` is told what was."""
        yield from self._reread(self.mend, complain)

    def _reread(self, mend: Callable[[Seal], tuple[str, ...]], complain: Callable[[str], None]) -> Iterator[None]:
        """Read once what is sealed, while the journal has nothing that was deleted: until then the copies differ."""
        if self.unburied:
            return
        for _ in Rereading(self._connection, self._journal, mend, lambda: self.changes, complain).steps():
            yield
            if self.unburied:
                return

    def _pause_s(self) -> float:
        [[games]] = self._connection.execute("SELECT COUNT(*) FROM game")
        facts = 0 if self.last is None else self.last.last
        return min(LONGEST_S, PASS_S / (1 + facts / AT_ONCE + int(games)))

    def _rows(self, which: str, *values: object) -> Iterator[Row]:
        return rows_of(self._connection, which, *values)
