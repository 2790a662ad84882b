"""The slot: the set-up that nobody has begun to play, in one file beside the database that is overwritten again and
again.

A page may set up games without end; none of them is a game before a seat acts in it. Until then its facts live in the
slot, on disk like all others but outside the chain. The first action moves them into the chain; the next set-up
replaces them. A slot that follows another fact than the chain's last is left over from a power cut just after the move.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pearlboard.errors import BadInput
from pearlboard.regular import read_regular
from pearlboard.session.facts import Entry, not_begun
from pearlboard.store.codec import decode, encode
from pearlboard.store.files import moved, opened

MOST_BYTES: Final = 1 << 20
LINE: Final = 400
"""The most that a fact takes beside its body, in bytes."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry, when it was written (ISO 8601), and its stored form, fixed when the entry was new."""

    entry: Entry
    at: str
    stored: tuple[str, int, str]

    @classmethod
    def of(cls, entry: Entry, at: str) -> "Waiting":
        """Encode a new entry."""
        return cls(entry, at, encode(entry.fact))


class Slot:
    """The slot beside the database at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.name}.set-up")

    def fits(self, waiting: Iterable[Waiting]) -> bool:
        """Whether the entries are short enough to be read again."""
        return sum(len(each.stored[2].encode()) + LINE for each in waiting) < MOST_BYTES // 2

    def write(self, chain: bytes, waiting: Iterable[Waiting]) -> None:
        """Replace the slot, on disk when this returns. After an `OSError` the old slot is still there."""
        rows = [[each.entry.version, each.at, *each.stored, each.entry.command] for each in waiting]
        body = json.dumps({"after": chain.hex(), "facts": rows}, ensure_ascii=False)
        new = self.path.with_name(f"{self.path.name}.new")
        with opened(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as file, open(file, "wb", closefd=False) as writing:
            writing.write(f"{_digest(body)}\n{body}\n".encode())
        moved(new, self.path)

    def read(self, chain: bytes, version: int) -> tuple[Waiting, ...]:
        """The entries that follow the fact `version`, the last of the chain; `BadInput` if the slot is damaged."""
        try:
            text = read_regular(self.path, MOST_BYTES)
        except FileNotFoundError:
            return ()
        try:
            told = json.loads(_verified(text.decode()))
            if told["after"] != chain.hex():
                return ()
            waiting = tuple(
                Waiting(Entry(number, decode(name, form, said), command), at, (name, form, said))
                for number, at, name, form, said, command in map(_typed, told["facts"])
            )
        except (BadInput, ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadInput(str(self.path), f"cannot be read ({error})") from error
        numbers = [each.entry.version for each in waiting]
        right = numbers == list(range(version + 1, version + 1 + len(numbers)))
        if not right or not not_begun([each.entry.fact for each in waiting]):
            raise BadInput(str(self.path), "holds something else than a game that nobody has begun")
        return waiting

    def clear(self) -> None:
        """Delete the slot. If that fails, no harm is done: the slot no longer follows the last fact, and is ignored."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def _typed(row: list[Any]) -> tuple[int, str, str, int, str, str | None]:
    """Check the types of a row; `TypeError`, `ValueError`."""
    number, at, name, form, said, command = row
    kinds = [type(each) for each in (number, at, name, form, said)]
    if kinds != [int, str, str, int, str] or not isinstance(command, str | None):
        raise TypeError("a row is of other kinds than a fact has")
    return number, at, name, form, said, command


def _verified(text: str) -> str:
    digest, body = text.rstrip("\n").split("\n")
    if digest != _digest(body):
        raise ValueError("its digest is another")
    return body


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
