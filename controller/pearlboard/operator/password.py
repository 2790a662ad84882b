"""The password that the owner has chosen for the operator's page: its salted hash, in a file beside the games.

It is read anew whenever somebody types one, so the command line can set it while the table is at work. It is in no
backup, no archive for people who help, no black box, no page and no line of the log, and neither is its hash.
"""

import asyncio
import hashlib
import hmac
import logging
import os
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.regular import read_regular
from pearlboard.store.files import moved, opened

_log: Final = logging.getLogger("pearlboard.operator")

SHORTEST: Final = 8
LONGEST: Final = 128
N, R, P = 1 << 14, 8, 5
"""16 MB, five times over: what OWASP's cheat sheet asks of scrypt where memory is short, as on a Zero 2 W."""
SALT_BYTES: Final = 16


class NoPassword(PearlboardError, ValueError):
    """That cannot be one."""


def plain(typed: str) -> str:
    """As it is hashed: whatever keyboard has made an accent, and without the spaces that phones add."""
    return unicodedata.normalize("NFC", typed).strip()


def may_be_one(typed: str) -> bool:
    """Whether it can be chosen: 8 to 128 letters, figures and symbols that can be typed into one line."""
    password = plain(typed)
    return SHORTEST <= len(password) <= LONGEST and not any(unicodedata.category(each) == "Cc" for each in password)


def place_of(store: Path) -> Path:
    """Where the hash lies."""
    return store.with_name(f"{store.name}.password")


def keep_password(store: Path, typed: str) -> None:
    """From now on this is it, whatever was before; on disk when this returns. `NoPassword`, `OSError`."""
    if not may_be_one(typed):
        raise NoPassword(f"a password is one line of {SHORTEST} to {LONGEST} letters, figures and symbols")
    salt = secrets.token_bytes(SALT_BYTES)
    line = f"{N} {R} {P} {salt.hex()} {_hash(plain(typed), salt, N, R, P).hex()}"
    new = place_of(store).with_name(f"{place_of(store).name}.new")
    new.unlink(missing_ok=True)
    with opened(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as file:
        os.write(file, f"{line}\n".encode())
    moved(new, place_of(store))


def is_password(store: Path, typed: str) -> bool:
    """Whether that is it. What cannot be read opens nothing, and the log says so."""
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
    """The same for a running table: one at a time, in a thread of its own, for each thread that does it keeps 16 MB."""

    def __init__(self, store: Path) -> None:
        """`store`: beside which it lies."""
        self._store = store
        self._thread = ThreadPoolExecutor(1, "password")

    @property
    def chosen(self) -> bool:
        """Whether there is one."""
        return place_of(self._store).exists()

    async def is_it(self, typed: str) -> bool:
        """See `is_password`."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, is_password, self._store, typed)

    async def choose(self, typed: str) -> None:
        """See `keep_password`."""
        await asyncio.get_running_loop().run_in_executor(self._thread, keep_password, self._store, typed)
