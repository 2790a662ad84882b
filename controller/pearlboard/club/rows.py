"""Rows of a public log: numbered from 1, each with a hash over itself and the row before it.

The numbers and hashes are the public log's own. Those of the table's private log never leave the table: a private hash
is unsalted, so whoever has it could try all values that a fact may have held.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pearlboard.club.documents import RowNumber
from pearlboard.errors import PearlboardError

HASH_BYTES: Final = 32
START: Final = bytes(HASH_BYTES)
"""The hash before the first row."""
LONGEST_BODY: Final = 4_096
Hash: TypeAlias = Annotated[bytes, Meta(min_length=HASH_BYTES, max_length=HASH_BYTES)]
When: TypeAlias = Annotated[str, Meta(max_length=32, pattern=r"^[0-9T:.+Z-]*\Z")]


class Broken(PearlboardError, ValueError):
    """Rows that do not follow one another. `number`: of the first that does not."""

    def __init__(self, number: int) -> None:
        super().__init__(f"row {number} does not follow the one before it")
        self.number = number


class Row(Struct, frozen=True, array_like=True):
    """A row: its number, when it was written (ISO 8601, by the table's clock, which may be wrong), its document as
    JSON, its hash. `body` None: the row was deleted, with its time; its hash stays.
    """

    number: RowNumber
    at: When
    body: Annotated[str, Meta(max_length=LONGEST_BODY)] | None
    hash: Hash

    @property
    def buried(self) -> "Row":
        """The row after it was deleted."""
        return Row(self.number, "", None, self.hash)


def following(before: bytes, number: int, at: str, body: str) -> Row:
    """The row after the one with hash `before`."""
    return Row(number, at, body, link(before, number, at, body))


def link(before: bytes, number: int, at: str, body: str) -> bytes:
    """The hash of a row."""
    return sha256(before + msgspec.json.encode((number, at, body))).digest()


def checked(rows: Iterable[Row], number: int, before: bytes) -> tuple[int, bytes]:
    """The number and hash of the last of these rows, which follow row `number` with hash `before`; `Broken`.

    A deleted row is believed: the hash of the row behind it is over its hash.
    """
    for row in rows:
        expected = row.hash if row.body is None else link(before, row.number, row.at, row.body)
        if row.number != number + 1 or row.hash != expected:
            raise Broken(row.number)
        number, before = row.number, row.hash
    return number, before
