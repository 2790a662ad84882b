"""The lines of the journal: writing them, and reading them strictly. Pure: bytes in, rows out."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

from pearlboard.store.chain import Row, is_identity

FORM: Final = 1
HASH: Final = re.compile(r"(?:[0-9a-f]{64})?")
KINDS: Final = tuple((int, int, str, str, int, str, command, str) for command in (str, type(None)))
"""The types of a fact's columns, in the order of `Row`."""


class Broken(ValueError):
    """A line is not as it was written."""


def head_line(identity: str, game: int, before: bytes) -> bytes:
    """The first line of a file, with the hash before its game."""
    return _json({"journal": FORM, "id": identity, "game": game, "before": before.hex()})


def fact_line(rows: Iterable[Row]) -> bytes:
    """One batch of facts in one line."""
    return _json([[*row[:7], row[7].hex()] for row in rows])


def _json(document: object) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"


def header_in(line: bytes) -> dict[str, Any]:
    """The first line of a file, parsed; `Broken`."""
    read = _document(line)
    if not isinstance(read, dict) or read.get("journal") != FORM:
        raise Broken("it does not begin as a journal does")
    whole = [type(read.get(key)) for key in ("id", "game", "before")] == [str, int, str]
    if not whole or not is_identity(read["id"]) or HASH.fullmatch(read["before"]) is None:
        raise Broken("its beginning is not what was written")
    return read


def rows_in(line: bytes) -> Iterator[Row]:
    """The facts of a line, unverified; `Broken`."""
    read = _document(line)
    if not isinstance(read, list):
        raise Broken("it is no list of facts")
    for row in read:
        if not isinstance(row, list) or tuple(map(type, row)) not in KINDS or HASH.fullmatch(row[7]) is None:
            raise Broken("it is no fact")
        if rb"\ud" in line and any("\ud800" <= sign <= "\udfff" for part in row for sign in str(part)):
            raise Broken("it is no text")
        yield (*row[:7], bytes.fromhex(row[7]))


def sealed_line_in(line: bytes, *, head: bool) -> tuple[Row, ...]:
    """The facts of a line, which has its end; none in the first, which is a header."""
    if not line.endswith(b"\n"):
        torn()
    if head:
        header_in(line.removesuffix(b"\n"))
        return ()
    return tuple(rows_in(line.removesuffix(b"\n")))


def parsed(line: bytes, before: bytes) -> tuple[tuple[Row, ...], bytes]:
    """The facts of a line (none in a header line), and the hash before them."""
    if line.startswith(b"[") or not line:
        return tuple(rows_in(line)) if line else (), before
    return (), bytes.fromhex(header_in(line)["before"])


def _document(line: bytes) -> Any:  # noqa: ANN401 - any JSON
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Broken("it cannot be read") from error


def torn() -> NoReturn:
    """Raise `Broken` for a line without its end."""
    raise Broken("its end is missing")
