"""What was set up and nobody has begun: one file beside the database, written over and over, and no part of the chain.

A page may set up games for ever; none of them is a game before a seat acts in it. Until then its facts live in this
slot, on disk like all others, behind the last fact of the chain. They enter the chain with the first act, or give way
to the next set-up. A slot that belongs behind another fact is one that entered the chain just before a power cut.
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
"""What a fact takes beside its body, at the most."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry, when it was written (ISO 8601), and its stored form, which stays whatever becomes of its game."""

    entry: Entry
    at: str
    stored: tuple[str, int, str]

    @classmethod
    def of(cls, entry: Entry, at: str) -> "Waiting":
        """An entry that is new."""
        return cls(entry, at, encode(entry.fact))


class Slot:
    """The slot beside the database at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.name}.set-up")

    def fits(self, waiting: Iterable[Waiting]) -> bool:
        """Whether that is short enough to be read again."""
        return sum(len(each.stored[2].encode()) + LINE for each in waiting) < MOST_BYTES // 2

    def write(self, chain: bytes, waiting: Iterable[Waiting]) -> None:
        """Write over what was there; on disk when this returns. `OSError`: what was there is there still."""
        rows = [[each.entry.version, each.at, *each.stored, each.entry.command] for each in waiting]
        body = json.dumps({"after": chain.hex(), "facts": rows}, ensure_ascii=False)
        new = self.path.with_name(f"{self.path.name}.new")
        with opened(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as file, open(file, "wb", closefd=False) as writing:
            writing.write(f"{_digest(body)}\n{body}\n".encode())
        moved(new, self.path)

    def read(self, chain: bytes, version: int) -> tuple[Waiting, ...]:
        """What waits behind that fact, the last of the chain; `BadInput` if the slot is damaged."""
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
        """Take the slot away; one that stays belongs behind a fact that is not the last any more, and is not read."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def _typed(row: list[Any]) -> tuple[int, str, str, int, str, str | None]:
    """A row as it was written; `TypeError`, `ValueError`."""
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
