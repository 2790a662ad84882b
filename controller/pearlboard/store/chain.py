"""Stored facts, and the hash chain that links each fact to all facts before it.

The chain runs through all games, in the database and in its journal alike: two copies whose hashes agree at one version
agree on everything before it.
"""

import hashlib
import json
import re
import secrets
from typing import Final, TypeAlias

Row: TypeAlias = tuple[int, int, str, str, int, str, str | None, bytes]
"""A row of the table, in the order of its columns: version, game, at, name, form, body, command, chain."""

START: Final = b""
"""The hash before the first fact."""


def link(before: bytes, *parts: str | int | None) -> bytes:
    """The hash of a fact that follows `before`. ASCII JSON reads the same under every version of Python."""
    return hashlib.sha256(before + json.dumps(parts).encode()).digest()


def new_identity() -> str:
    """A new identity, shared by one database and its journal: 32 hexadecimal digits and eight check digits."""
    digits = secrets.token_hex(16)
    return digits + _check(digits)


def is_identity(text: str) -> bool:
    """Whether a text is an intact identity."""
    return re.fullmatch(r"[0-9a-f]{40}", text) is not None and text[32:] == _check(text[:32])


def _check(digits: str) -> str:
    return hashlib.sha256(digits.encode()).hexdigest()[:8]
