"""Files beside the games about other tables: the guests that are known, or the host with whom this table plays."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from pearlboard.regular import read_text
from pearlboard.store.files import replaced

HOST: Final = ".host"
GUESTS: Final = ".guests"
KEYS: Final = ".keys"
TOKEN_BYTES: Final = 16
"""The length of the token by which a host knows its guest."""
T = TypeVar("T")


class Known(Struct, frozen=True):
    """A guest, as kept."""

    digest: str
    table: str


class Host(Struct, frozen=True):
    """The host with whom this table plays: its code as it was typed, and the token by which it knows this table."""

    code: str
    token: str


def beside(store: Path, ending: str) -> Path:
    """The file, or folder, with that ending."""
    return store.with_name(store.name + ending)


def guests(store: Path) -> Sequence[Known]:
    """The guests that are known; `ConfigError` or `ValueError` if the file is none of ours."""
    return _read(beside(store, GUESTS), list[Known]) or []


def keep_guests(store: Path, known: Sequence[Known]) -> None:
    """Keep them; `OSError`."""
    _write(beside(store, GUESTS), [{"digest": guest.digest, "table": guest.table} for guest in known])


def host(store: Path) -> Host | None:
    """The host with whom this table plays; `ConfigError` or `ValueError` if the file is none of ours."""
    return _read(beside(store, HOST), Host)


def keep_host(store: Path, found: Host | None) -> None:
    """Keep it, or (None) forget it; `OSError`."""
    path = beside(store, HOST)
    if found is None:
        path.unlink(missing_ok=True)
    else:
        _write(path, {"code": found.code, "token": found.token})


def _read(path: Path, kind: type[T]) -> T | None:
    return msgspec.json.decode(read_text(path), type=kind) if path.exists() else None


def _write(path: Path, document: object) -> None:
    replaced(path, json.dumps(document).encode())
