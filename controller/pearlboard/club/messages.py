"""The messages between a table and the hub of its house: MessagePack over a WebSocket, a type for each message.

    table                                   hub
    Hello (who it is; a code, or its token) ->
                                            <- Cursor (what it has on its disk), or Farewell
    Rows (after the cursor)                 ->
                                            <- Cursor (what it has on its disk), or Farewell
    Status (how the table is; each change)  ->
                                            <- Ask (the owner asks for a file; the table's operator says whether)
    NotNow, or Piece (of that file)         ->
                                            <- Taken (how much of it is on its disk), after each piece

The table calls. Where the hub's cursor is not a row of the table's, one of the two is a copy: that is a fork.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct, structs

from pearlboard.club.documents import Malformed, Name, RowNumber
from pearlboard.club.rows import HASH_BYTES, Hash, Row

PROTOCOL: Final = 2
"""The newest protocol: a row may say what handicaps cost."""
PLAIN_PROTOCOL: Final = 1
"""The oldest, which any hub reads; a table speaks it as long as nobody has played with a handicap."""
PATH: Final = "/table"
"""Where a hub lets tables in."""
PORT: Final = 8_010
"""The port of a hub that says no other."""
LONGEST: Final = 262_144
"""The longest message, in bytes."""
MOST_ROWS: Final = 50
TOKEN_BYTES: Final = 16
CODE: Final = 12
"""The number of letters and figures of a code, by which a table comes for the first time."""
MOST_SETTINGS: Final = 200
DEVICE: Final = "device"
"""The entry of a table's health that is its name at the MQTT broker."""
MOST_CHECKS: Final = 16
MOST_ASKED_S: Final = 24 * 3_600
LARGEST_FILE: Final = 8 << 20
"""The largest file that a table sends, in bytes, packed: an hour is two."""
PIECE: Final = 1 << 16
"""The most bytes of a file in one message."""
LONGEST_TEXT: Final = 300
Token: TypeAlias = Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
Sequence: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
NOBODY_KNOWS: Final = (1 << 53) - 1
"""The last row of a table that does not say which it is."""
Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Why(StrEnum):
    """The reason why a hub sends a table away."""

    PROTOCOL = "protocol"
    CODE = "code"
    UNKNOWN = "unknown"
    FORK = "fork"
    BROKEN = "broken"
    LEFT = "left"
    BUSY = "busy"


class Hello(Struct, frozen=True, array_like=True, tag=1):
    """Table: who it is. `protocol`: the oldest in which its rows can be read; `token`: its own, made by itself when it
    joined; `code`: empty but for the first time.

    `log`: which public log this is; a table that has lost its log begins another one. `last`: the number of its last
    row. A table that has fewer rows than its hub is a copy, or was put back.
    """

    protocol: Annotated[int, Meta(ge=1, le=255)]
    token: Token
    code: Annotated[str, Meta(max_length=2 * CODE)]
    name: Name
    log: Token
    program: Annotated[str, Meta(max_length=32)]
    last: Sequence = NOBODY_KNOWS


class Cursor(Struct, frozen=True, array_like=True, tag=2):
    """Hub: the last row that is on its disk, and its hash; 0: none. It is the answer to `Hello`, and to `Rows`."""

    number: Sequence
    hash: Annotated[bytes, Meta(max_length=HASH_BYTES)]


class Rows(Struct, frozen=True, array_like=True, tag=3):
    """Table: the rows behind the cursor."""

    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=MOST_ROWS)]


class Check(Struct, frozen=True, array_like=True):
    """A check of one thing, such as a disk: whether it is well (None: the table does not know), and a sentence in the
    table's own language.
    """

    name: Name
    well: bool | None
    said: Text


class Status(Struct, frozen=True, array_like=True, tag=4):
    """Table: how it is. `needs`: why somebody should come, in the table's language, empty: nobody needs to. `health`:
    what people who look after tables compare, such as versions and settings; no secret is among them.

    `checks`: what the table itself has looked at. `at`: the time of its clock, in seconds since 1970; 0: it says none.
    """

    needs: Text
    health: Annotated[dict[Name, Text], Meta(max_length=MOST_SETTINGS)]
    checks: Annotated[tuple[Check, ...], Meta(max_length=MOST_CHECKS)] = ()
    at: Sequence = 0

    @property
    def lasting(self) -> "Status":
        """The part of a state whose change is worth a message at once: not the time, nor numbers of what is well."""
        checks = tuple(structs.replace(each, said="") if each.well else each for each in self.checks)
        return structs.replace(self, checks=checks, at=0)


class Farewell(Struct, frozen=True, array_like=True, tag=5):
    """Hub: it does not go on, and why. `number`: of a fork, the row that differs."""

    why: Why
    number: Sequence = 0


class File(StrEnum):
    """A file that a house may ask its table for: an archive for people who help, or the last hour alone."""

    BUNDLE = "bundle"
    BLACK_BOX = "blackbox"


class Ask(Struct, frozen=True, array_like=True, tag=7):
    """Hub: the owner asks for a file, for so many seconds from now on. The table's operator says whether it is sent."""

    number: RowNumber
    file: File
    within_s: Annotated[int, Meta(ge=0, le=MOST_ASKED_S)]


class NotNow(Struct, frozen=True, array_like=True, tag=8):
    """Table: its operator does not send that file."""

    number: RowNumber


class Piece(Struct, frozen=True, array_like=True, tag=9):
    """Table: a part of a file that it was asked for, which begins at byte `at`; an empty one asks what the hub has.

    `size` and `digest` (SHA-256): of the whole file, packed with gzip.
    """

    number: RowNumber
    size: Annotated[int, Meta(ge=1, le=LARGEST_FILE)]
    digest: Hash
    at: Annotated[int, Meta(ge=0, le=LARGEST_FILE)]
    body: Annotated[bytes, Meta(max_length=PIECE)]


class Taken(Struct, frozen=True, array_like=True, tag=10):
    """Hub: so many bytes of a file are on its disk. `wanted`: whether it still wants the rest."""

    number: RowNumber
    at: Annotated[int, Meta(ge=0, le=LARGEST_FILE)]
    wanted: bool


class Leave(Struct, frozen=True, array_like=True, tag=6):
    """Table: it leaves the house. What it has told stays, unless the house deletes it."""


Message: TypeAlias = Hello | Cursor | Rows | Status | Farewell | Leave | Ask | NotNow | Piece | Taken


def packed(message: Message) -> bytes:
    """The bytes of a message."""
    return msgspec.msgpack.encode(message)


def unpacked(packet: bytes) -> Message:
    """The message in these bytes; `Malformed` if there is none, or they are too many."""
    if len(packet) > LONGEST:
        raise Malformed(f"a message of {len(packet)} bytes is too long")
    try:
        message: Message = msgspec.msgpack.decode(packet, type=_READ)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise Malformed(f"this is no message: {error}") from error
    return message


_READ: Final[Any] = Message
