"""Files that people name: only plain files are read, and only so long. A pipe, a device or a giant hangs nothing.

TOML is read here, too, since all of it that people write comes by such files.
"""

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any, BinaryIO, Final

from pearlboard.errors import ConfigError

MOST_BYTES: Final = 1 << 20
"""Of a settings file, a wiring, a theme."""
MOST_OF_A_RECORDING: Final = 64 << 20
"""Of a black box, a record, a game's journal: far more than any has."""
AT_ONCE: Final = os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK


def open_regular(path: Path) -> BinaryIO:
    """A plain file, to be read; `OSError` if it is none."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise _refusal(errno.EINVAL, "it is no plain file", path)
    opened = os.fdopen(os.open(path, AT_ONCE), "rb")
    if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
        opened.close()
        raise _refusal(errno.EINVAL, "it is no plain file", path)
    return opened


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """All of a plain file; `OSError` if it is none, or has more than so many bytes."""
    with open_regular(path) as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise _refusal(errno.EFBIG, f"it is longer than {most} bytes", path)
    return content


def toml_of(text: str) -> dict[str, Any]:
    """What a text in TOML says; `ConfigError` if it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"is not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError("is not TOML that anybody writes: it is nested too deep") from error


def _refusal(number: int, what: str, path: Path) -> OSError:
    return OSError(number, what, str(path))
