"""What the program leaves for itself when the operator lets it start anew: the token that it was asked with.

Otherwise whoever pressed the button on a phone would stand before a door whose key is in a log. It lies beside the
games, for their owner only, and is gone as soon as it was read.

Under systemd the program ends and is started again; elsewhere the program replaces itself (`cli/serving.py`).
"""

import os
from pathlib import Path
from typing import Final

from pearlboard.regular import read_regular
from pearlboard.store.files import opened

SHORTEST: Final = 16


def leave_token(store: Path, token: str) -> None:
    """For the next start, and that one only; `OSError`."""
    with opened(_place(store), os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as file:
        os.write(file, token.encode())


def take_token(store: Path) -> str | None:
    """What was left; None if nothing was, or nothing that is a token."""
    try:
        token = read_regular(_place(store)).decode("ascii")
        _place(store).unlink()
    except (OSError, UnicodeDecodeError):
        return None
    return token if len(token) >= SHORTEST else None


def _place(store: Path) -> Path:
    return store.with_name(f"{store.name}.token")
