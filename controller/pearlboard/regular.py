"""Reads files named by people: only regular files, up to a limit. No pipe, device or giant can block the program.

Text and TOML are parsed here, too, since all of it that people write comes in such files.
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
"""The limit for settings, wirings and themes, in bytes."""
MOST_OF_A_RECORDING: Final = 64 << 20
"""The limit for black boxes, records and journals, far beyond any real one."""


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, without waiting for a pipe; `OSError` for other files."""
    return os.fdopen(regular(path), "rb")


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """The contents of a regular file; `OSError` for other files, or beyond the limit."""
    return _all_of(regular(path), path, most)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a regular file; `ConfigError`, without the file's name, says why it cannot be read.

    Root reads in somebody else's folder as that somebody; `NotSafe` (`privileges`).
    """
    try:
        return text_in(_all_of(opened(path), path, most))
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}") from error
    except BadInput as error:
        raise ConfigError(str(error)) from error


def toml_in(data: bytes) -> dict[str, Any]:
    """Parse the bytes of a TOML file; `ConfigError`."""
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
    """Parse a TOML text; `ConfigError`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"is not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError("is not TOML that anybody writes: it is nested too deep") from error
