"""The operator's token, passed on to the next process when the operator restarts the program.

Otherwise whoever pressed the button on a phone would need a new token, which stands in a log. The file lies beside the
games, readable only for their owner, and is deleted when it has been read.

Under systemd the process ends and is started again; elsewhere it replaces itself (`cli/serving.py`).
"""

import os
from pathlib import Path
from typing import Final

from pearlboard.regular import read_regular
from pearlboard.store.files import opened

SHORTEST: Final = 16


def leave_token(store: Path, token: str) -> None:
    """Leave the token for the next start only; `OSError`."""
    with opened(_place(store), os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as file:
        os.write(file, token.encode())


def take_token(store: Path) -> str | None:
    """The token that was left; None if there is none, or nothing that is a token."""
    try:
        token = read_regular(_place(store)).decode("ascii")
        _place(store).unlink()
    except (OSError, UnicodeDecodeError):
        return None
    return token if len(token) >= SHORTEST else None


def _place(store: Path) -> Path:
    return store.with_name(f"{store.name}.token")
