"""The journal, the second copy of all facts: text, on disk before the database commits.

A game that is on has a file of its own. Sealed games (`store.seals`) lie together in the file of the first of them,
which is written whole and renamed into its place; files of games that it holds as well count no more.

    games.db.journal/00000042.jsonl
    {"journal":1,"id":"9f…","game":42,"before":"e3…"}         the database's identity, and the hash before this game
    [[42,42,"2026-…","game_agreed",4,"{…}",null,"a0…"]]       one batch in one line: all of it or nothing

A line that a power cut has torn was never acknowledged, and can only be the last one. Every other unreadable line is
damage. The files hold what the database holds, secrets too, and are for their owner only.

A version number in a line counts only if the hash of the line, or its place among the others, confirms the number: a
damaged number would otherwise decide what counts as missing.
"""

import contextlib
import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

from pearlboard.regular import MOST_OF_A_RECORDING, open_regular, read_regular
from pearlboard.store.chain import START, Row, link
from pearlboard.store.files import free_name, moved, opened, sync, sync_data
from pearlboard.store.journal_lines import (
    Broken,
    fact_line,
    head_line,
    header_in,
    parsed,
    rows_in,
    sealed_line_in,
    torn,
)
from pearlboard.store.rows import AT_ONCE
from pearlboard.store.seals import Seal
from pearlboard.store.tombstones import follows

NAME: Final = re.compile(r"\d{8,}\.jsonl")
LONGEST_HEAD: Final = 1 << 10


class JournalDamaged(ValueError):
    """The journal is not as it was written. `seen`: the highest version for which any intact line is evidence."""

    def __init__(self, what: str, seen: int) -> None:
        super().__init__(what)
        self.seen = seen


def journal_of(path: Path) -> Path:
    """The journal's folder for the database at `path`."""
    return path.with_name(f"{path.name}.journal")


class Journal:
    """A journal in one folder; `version` is that of its last fact. Not thread-safe.

    `files`: of each file that was read last, the numbers of its first and its last game.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.version = 0
        self._identity = ""
        self._chain = START
        self._file: Path | None = None
        self._length = 0
        self._untidy = True
        self._next: tuple[Path | None, bytes, int] = None, START, 0
        self._sealed = -1
        self.files: list[tuple[int, int]] = []

    @property
    def exists(self) -> bool:
        """Whether the folder holds any file of a journal."""
        return bool(self._files())

    # --- reading ---------------------------------------------------------------------------------------------------

    def identity(self) -> str:
        """The identity of the journal's database; `JournalDamaged` if it cannot be read."""
        files = self._files()
        if not files:
            raise JournalDamaged(f"{self.folder}: there is none", 0)
        for first in files:
            with contextlib.suppress(Broken, OSError):  # of a sealed game, if another says it: `rereading` mends that
                return str(_head(first)["id"])
        raise JournalDamaged(f"{self.folder}: no file begins as it was written", self.seen())

    def rows(self, sealed: Seal | None = None) -> Iterator[Row]:
        """Yield all facts behind a seal, verified, oldest first. A torn last line is skipped, and cut off before the
        next write.
        """
        self._identity, self._file, self._length, self._untidy = "", None, 0, True
        self.version, self._chain, self._sealed = 0, START, -1
        if sealed is not None:
            self._identity = self.identity()
            self.version, self._chain, self._sealed = sealed.last, sealed.chain, sealed.last_game
        self.files = []
        game, files = self._sealed, self._files_after(self._sealed)
        for file in files:
            if number_of(file) <= game:
                continue
            self.files.append((number_of(file), number_of(file)))
            *lines, rest = self._content(file).split(b"\n")
            if rest:
                lines.append(rest)
            length = 0
            for number, line in enumerate(lines):
                whole = number < len(lines) - 1 or not rest
                try:
                    read = self._read(line, file, head=number == 0) if whole else torn()
                except Broken as error:
                    if file is files[-1] and number == len(lines) - 1:
                        return
                    raise JournalDamaged(f"{file}, line {number + 1}: {error}", self.seen()) from error
                for row in read:
                    self.version, game, self._chain = row[0], row[1], row[7]
                    self.files[-1] = (number_of(file), game)
                    yield row
                length += len(line) + 1
                self._file, self._length = file, length

    def _content(self, file: Path) -> bytes:
        """A file's bytes. One that cannot be read is damaged, unless it is the newest: that may have facts that nobody
        else has.
        """
        try:
            return read_regular(file, MOST_OF_A_RECORDING)
        except OSError as error:
            if file == self._files()[-1]:
                raise
            raise JournalDamaged(f"{file}: {error}", self.seen()) from error

    def _read(self, line: bytes, file: Path, *, head: bool) -> tuple[Row, ...]:
        """The verified facts of a line; `Broken` if they do not continue the chain."""
        if head:
            header = header_in(line)
            self._identity = self._identity or header["id"]
            if header["before"] != self._chain.hex() or header["id"] != self._identity:
                raise Broken("it does not follow on the file before")
            if file.name != _name(header["game"]):
                raise Broken("it is the file of another game")
            return ()
        version, chain, found = self.version, self._chain, []
        for row in rows_in(line):
            if row[0] != version + 1 or not follows(row, chain):
                raise Broken("it, or a line before it, is not what was written")
            version, chain = row[0], row[7]
            found.append(row)
        return tuple(found)

    def seen(self) -> int:
        """The highest version that must have been written here, in spite of damaged lines.

        A fact counts if its hash continues the chain before it, or if its number does: the gap may be as large as the
        number of facts that did not count.
        """
        seen, missing, before = 0, 0, START
        files = self._files()
        for file in files:
            for line in _lines(file, read=file is files[-1]):
                try:
                    found, before = parsed(line, before)
                except Broken:
                    missing += line.count(b"],[") + 2  # at least what it held, and one more whose end is damaged
                    continue
                for row in found:
                    if row[7] == link(before, *row[:7]) or seen < row[0] <= seen + 1 + missing:
                        seen, missing = max(seen, row[0]), 0
                    else:
                        missing += 1
                    before = row[7]
        return seen

    def begins(self, game: int, before: bytes) -> bool:
        """Whether the file that is named after this game begins as it was written. `before`: the hash before it."""
        with contextlib.suppress(Broken, OSError), open_regular(self.folder / _name(game)) as file:
            return file.readline(LONGEST_HEAD) == head_line(self._identity, game, before)
        return False

    def readable(self) -> Iterator[tuple[int, list[Row]]]:
        """Yield, file by file, the number of its first game, and its facts as far as they can be read."""
        for file in self._files():
            found = list[Row]()
            for line in _lines(file):
                with contextlib.suppress(Broken):
                    found += parsed(line, START)[0]
            yield number_of(file), found

    def heads(self) -> Iterator[tuple[int, bytes]]:
        """Yield, file by file, the number of its first game and the hash before that, as far as they can be read."""
        for file in self._files():
            with contextlib.suppress(Broken, OSError):
                head = _head(file)
                if file.name == _name(head["game"]):
                    yield head["game"], bytes.fromhex(head["before"])

    def sealed_lines(self, seal: Seal, *, skip: bool = False) -> Iterator[Row]:
        """Yield the facts in the file of a seal, as far as they can be read; whoever asks has to verify them.

        `JournalDamaged` at a line that cannot be read, unless such lines are skipped (`skip`); `OSError`.
        """
        path = self.folder / _name(seal.first_game)
        with open_regular(path) as file:
            head = True
            while line := file.readline(LONGEST_HEAD if head and not skip else MOST_OF_A_RECORDING):
                try:
                    yield from sealed_line_in(line, head=head)
                except Broken as error:
                    if not skip:
                        raise JournalDamaged(f"{path}: {error}", 0) from error
                head = False

    def sealed_files(self, seals: Sequence[Seal]) -> bool:
        """Whether there is a file for each of these seals."""
        return {seal.first_game for seal in seals} <= {number_of(file) for file in self._files()}

    def drop_left(self, seals: Sequence[Seal]) -> None:
        """Delete what a power cut has left: half-written files, and those of games that the files of seals hold."""
        for left in self.folder.glob("*.new"):
            left.unlink()
        wanted = {seal.first_game for seal in seals}
        for file in self._files():
            if seals and number_of(file) <= seals[-1].last_game and number_of(file) not in wanted:
                file.unlink()

    def _files_after(self, game: int) -> tuple[Path, ...]:
        return tuple(file for file in self._files() if number_of(file) > game)

    def _files(self) -> tuple[Path, ...]:
        try:
            found = (path for path in self.folder.iterdir() if NAME.fullmatch(path.name))
            return tuple(sorted(found, key=lambda path: (len(path.name), path.name)))
        except (FileNotFoundError, NotADirectoryError):
            return ()

    # --- writing ---------------------------------------------------------------------------------------------------

    def prepare(self, rows: Iterable[Row]) -> None:
        """Append rows, synced when this returns. Until `keep` is called, the next `prepare` replaces them.

        After a failure, the state on disk is unknown: the next call truncates and writes again.
        """
        self._cut()
        self._untidy = True
        file, chain, version = self._file, self._chain, self.version
        for game, of_game in groupby(rows, key=lambda row: row[1]):
            written = tuple(of_game)
            path = self.folder / _name(game)
            fresh = path != file
            data = fact_line(written) if not fresh else head_line(self._identity, game, chain) + fact_line(written)
            with opened(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND) as number:
                _write(number, data)
                sync_data(number)
            if fresh:
                sync(self.folder)
            file, chain = path, written[-1][7]
            version = written[-1][0]
        self._next = file, chain, version

    def keep(self) -> None:
        """Confirm the prepared rows, because the database has committed them, too."""
        self._file, self._chain, self.version = self._next
        self._length = self._file.stat().st_size if self._file is not None else 0
        self._untidy = False

    def _cut(self) -> None:
        """Truncate everything behind the confirmed rows."""
        if not self._untidy:
            return
        last = self._sealed if self._file is None else number_of(self._file)
        for file in self._files_after(last):
            file.unlink()
        if self._file is not None:
            os.truncate(self._file, self._length)
            sync(self._file)
        sync(self.folder)
        self._untidy = False

    def write_anew(self, identity: str, rows: Iterable[Row], seals: Sequence[Seal] = ()) -> None:
        """Write the whole journal from the database's rows; the old folder is kept under another name."""
        ends, sealed = [seal.last for seal in seals], seals[-1].last_game if seals else -1
        new = self.folder.with_name(f"{self.folder.name}.new")
        _remove(new)
        new.mkdir(mode=0o700, parents=True)
        fresh = Journal(new)
        fresh._identity = identity
        fresh._write_game(0, ())  # the file before the first game: a journal without facts exists as well

        def file_of(row: Row) -> int:
            at = bisect_left(ends, row[0])
            return row[1] if at == len(ends) else seals[at].first_game

        for game, of_file in groupby(rows, key=file_of):
            fresh._write_game(game, of_file)
        if self.folder.exists():
            self.folder.rename(free_name(self.folder, "damaged"))
        sync(new)
        new.rename(self.folder)
        sync(self.folder.parent)
        self._identity, self._chain, self._untidy = identity, fresh._chain, False
        self.version, self._sealed = fresh.version, sealed
        left = self._files_after(sealed)
        self._file = left[-1] if left else None
        self._length = left[-1].stat().st_size if left else 0

    def rewrite(self, game: int, before: bytes, rows: Iterable[Row]) -> None:
        """Write a file anew, from the game that names it on: after a deletion, or because its games are sealed."""
        for _ in self.rewriting(game, before, rows):
            pass

    def rewriting(self, game: int, before: bytes, rows: Iterable[Row]) -> Iterator[None]:
        """Write a file anew in steps, as `rewrite` does at once. Until the last one nothing has changed."""
        path = self.folder / _name(game)
        new = path.with_suffix(".new")
        try:
            with opened(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as file:
                _write(file, head_line(self._identity, game, before))
                for some in _batched(rows):
                    _write(file, b"".join(fact_line((row,)) for row in some))
                    yield
            moved(new, path)
        except BaseException:  # given up, too: what is deleted next must not remain here
            new.unlink(missing_ok=True)
            raise
        if path == self._file:
            self._length = path.stat().st_size

    def drop_sealed(self, seal: Seal) -> None:
        """Delete the files of games that the file of this seal holds as well; it ends at the last seal."""
        for file in self._files():
            if seal.first_game < number_of(file) <= seal.last_game:
                file.unlink()
        self._sealed = seal.last_game

    def _write_game(self, game: int, rows: Iterable[Row]) -> None:
        path = self.folder / _name(game)
        with opened(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND) as file:
            if os.fstat(file).st_size == 0:
                _write(file, head_line(self._identity, game, self._chain))
            for row in rows:
                _write(file, fact_line((row,)))
                self.version, self._chain = row[0], row[7]
            sync_data(file)


def _name(game: int) -> str:
    return f"{game:08d}.jsonl"


def number_of(file: Path) -> int:
    """The number of the game that a file is named after."""
    return int(file.stem)


def _head(file: Path) -> dict[str, Any]:
    """The first line of a file, parsed; `Broken`, `OSError`."""
    with open_regular(file) as opened_file:
        return header_in(opened_file.readline(LONGEST_HEAD).removesuffix(b"\n"))


def _lines(file: Path, *, read: bool = False) -> Sequence[bytes]:
    """The lines of a file. `read`: `OSError` if it cannot be read, instead of none."""
    try:
        return read_regular(file, MOST_OF_A_RECORDING).split(b"\n")
    except OSError:
        if read:
            raise
        return ()


def _batched(rows: Iterable[Row]) -> Iterator[tuple[Row, ...]]:
    each = iter(rows)
    while some := tuple(islice(each, AT_ONCE)):
        yield some


def _write(file: int, data: bytes) -> None:
    """Write all of `data`: the system may accept less at a time."""
    while data:
        data = data[os.write(file, data) :]


def _remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()
