"""What a table keeps of others, in files beside its games: the guests that it knows, or the host that it plays with."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from pearlboard.regular import read_text

HOST: Final = ".host"
GUESTS: Final = ".guests"
KEYS: Final = ".keys"
TOKEN_BYTES: Final = 16
"""Of the token by which a host knows its guest."""


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
    found: list[Known] | None = _read(beside(store, GUESTS), list[Known])
    return found or []


def keep_guests(store: Path, known: Sequence[Known]) -> None:
    """Keep them; `OSError`."""
    _write(beside(store, GUESTS), [{"digest": guest.digest, "table": guest.table} for guest in known])


def host(store: Path) -> Host | None:
    """The host with whom this table plays; `ConfigError` or `ValueError` if the file is none of ours."""
    found: Host | None = _read(beside(store, HOST), Host)
    return found


def keep_host(store: Path, found: Host | None) -> None:
    """Keep it, or (None) forget it; `OSError`."""
    path = beside(store, HOST)
    if found is None:
        path.unlink(missing_ok=True)
    else:
        _write(path, {"code": found.code, "token": found.token})


def _read(path: Path, kind: Any) -> Any:  # noqa: ANN401 - as `kind` says
    return msgspec.json.decode(read_text(path), type=kind) if path.exists() else None


def _write(path: Path, document: object) -> None:
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(document, file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
