"""A promise of what chance decides, made before a game, opened after it: nobody can choose it later, or know it early.

The promise is a salted digest. Whoever has it learns nothing, since the salt has 256 random bits; whoever is shown
salt and content afterwards can check that these are what was promised.
"""

from hashlib import sha256
from hmac import compare_digest
from typing import Final

SALT_BYTES: Final = 32
_ABOUT: Final = b"pearlboard: what chance decides, 1\0"


def promised(salt: bytes, content: bytes) -> bytes:
    """The digest (32 bytes) of a content under a salt of 32 random bytes that serves once; `ValueError` for another."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return sha256(_ABOUT + salt + content).digest()


def was_promised(digest: bytes, salt: bytes, content: bytes) -> bool:
    """Whether this is what was promised."""
    return len(salt) == SALT_BYTES and compare_digest(digest, promised(salt, content))
