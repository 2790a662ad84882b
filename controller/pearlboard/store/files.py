"""Files that are there after a power cut: written beside their place, and moved there when they are on disk."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def moved(new: Path, path: Path) -> None:
    """Let what is whole on disk take its place, and its name be on disk, too."""
    sync(new)
    new.rename(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """A file, or the names in a folder, are on disk when this returns; `OSError` if not."""
    with opened(path, os.O_RDONLY) as file:
        os.fsync(file)


def sync_data(file: int) -> None:
    """What was written to an open file is on disk when this returns. Macs know only the sync of everything."""
    getattr(os, "fdatasync", os.fsync)(file)


@contextlib.contextmanager
def opened(path: Path, how: int) -> Iterator[int]:
    """The number of an open file; one that is made is for its owner only."""
    file = os.open(path, how, 0o600)
    try:
        yield file
    finally:
        os.close(file)


def free_name(path: Path, what: str) -> Path:
    """`games.db.damaged-1`, or the first such name that nothing has."""
    number = 1
    while (found := path.with_name(f"{path.name}.{what}-{number}")).exists():
        number += 1
    return found
