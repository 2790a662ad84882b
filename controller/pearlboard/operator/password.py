"""The operator password: its salted hash, in a file beside the games.

The file is read at each attempt, so the command line can set a password while the table runs. Password and hash are in
no backup, no support bundle, no black box, no page and no line of the log.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.regular import read_regular
from pearlboard.store.files import replaced

_log: Final = logging.getLogger("pearlboard.operator")

SHORTEST: Final = 8
LONGEST: Final = 128
N, R, P = 1 << 14, 8, 5
"""16 MB, five times over: OWASP's recommendation for scrypt where memory is short, as on a Zero 2 W."""
SALT_BYTES: Final = 16


class NoPassword(PearlboardError, ValueError):
    """The text cannot be a password."""


def plain(typed: str) -> str:
    """Normalise before hashing: accents of whatever keyboard, and without the spaces that phones add."""
    return unicodedata.normalize("NFC", typed).strip()


def may_be_one(typed: str) -> bool:
    """Whether a password is acceptable: 8 to 128 letters, figures and symbols that can be typed into one line."""
    password = plain(typed)
    return SHORTEST <= len(password) <= LONGEST and not any(unicodedata.category(each) == "Cc" for each in password)


def place_of(store: Path) -> Path:
    """The path of the hash."""
    return store.with_name(f"{store.name}.password")


def keep_password(store: Path, typed: str) -> None:
    """Set the operator password; on disk when this returns. `NoPassword`, `OSError`."""
    if not may_be_one(typed):
        raise NoPassword(f"a password is one line of {SHORTEST} to {LONGEST} letters, figures and symbols")
    salt = secrets.token_bytes(SALT_BYTES)
    line = f"{N} {R} {P} {salt.hex()} {_hash(plain(typed), salt, N, R, P).hex()}"
    replaced(place_of(store), f"{line}\n".encode())


def is_password(store: Path, typed: str) -> bool:
    """Check the password (slow: scrypt). A file that cannot be read opens nothing, and the log says so."""
    try:
        n, r, p, salt, kept = read_regular(place_of(store)).decode("ascii").split()
        found = _hash(plain(typed), bytes.fromhex(salt), int(n), int(r), int(p))
        return hmac.compare_digest(found, bytes.fromhex(kept))
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        _log.warning("%s cannot be read as a password; choose another one", place_of(store))
        return False


def _hash(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, dklen=32)


class OwnersPassword:
    """The operator password of a running table: one check at a time, in a thread, since each takes 16 MB."""

    def __init__(self, store: Path) -> None:
        """Keep the hash beside `store`."""
        self._store = store
        self._thread = ThreadPoolExecutor(1, "password")

    @property
    def chosen(self) -> bool:
        """Whether a password has been chosen."""
        return place_of(self._store).exists()

    async def is_it(self, typed: str) -> bool:
        """See `is_password`."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, is_password, self._store, typed)

    async def choose(self, typed: str) -> None:
        """See `keep_password`."""
        await asyncio.get_running_loop().run_in_executor(self._thread, keep_password, self._store, typed)
