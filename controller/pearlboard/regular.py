"""Files that people name: only plain files are read, and only so long. A pipe, a device or a giant hangs nothing.

Text and TOML are read here, too, since all of it that people write comes by such files.
"""

import errno
import os
import tomllib
from pathlib import Path
from typing import Any, BinaryIO, Final

from pearlboard.errors import BadInput, ConfigError
from pearlboard.privileges import opened, regular
from pearlboard.typed import text_in

MOST_BYTES: Final = 1 << 20
"""Of a settings file, a wiring, a theme."""
MOST_OF_A_RECORDING: Final = 64 << 20
"""Of a black box, a record, a game's journal: far more than any has."""


def open_regular(path: Path) -> BinaryIO:
    """A plain file, to be read; `OSError` if it is none. A pipe is not waited for."""
    return os.fdopen(regular(path), "rb")


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """All of a plain file; `OSError` if it is none, or has more than so many bytes."""
    return _all_of(regular(path), path, most)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a plain file that somebody has typed; `ConfigError` without its name says why it cannot be read.

    Root reads in somebody else's folder as that somebody; `NotSafe` (`privileges`).
    """
    try:
        return text_in(_all_of(opened(path), path, most))
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}") from error
    except BadInput as error:
        raise ConfigError(str(error)) from error


def toml_in(data: bytes) -> dict[str, Any]:
    """Parse the bytes of a file in TOML; `ConfigError` if they are none."""
    try:
        return toml_of(text_in(data))
    except BadInput as error:
        raise ConfigError(str(error)) from error


def _all_of(number: int, path: Path, most: int) -> bytes:
    with os.fdopen(number, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"is longer than {most} bytes", str(path))
    return content


def toml_of(text: str) -> dict[str, Any]:
    """What a text in TOML says; `ConfigError` if it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"is not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError("is not TOML that anybody writes: it is nested too deep") from error
