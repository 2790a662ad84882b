"""Files that survive a power cut: written beside their place, and renamed once they are on disk."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def moved(new: Path, path: Path) -> None:
    """Rename a file into its place, syncing first its contents and then its folder."""
    sync(new)
    new.rename(path)
    sync(path.parent)


def replaced(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, in place of the one that is there; `OSError`."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with opened(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as file, open(file, "wb", closefd=False) as writing:
        writing.write(content)
    moved(new, path)


def sync(path: Path) -> None:
    """Sync a file or a folder to the disk; `OSError` if that fails."""
    with opened(path, os.O_RDONLY) as file:
        os.fsync(file)


def sync_data(file: int) -> None:
    """Sync an open file's data to the disk. macOS has no `fdatasync`."""
    getattr(os, "fdatasync", os.fsync)(file)


@contextlib.contextmanager
def opened(path: Path, how: int) -> Iterator[int]:
    """Open a file and yield its descriptor; a new file is readable by its owner only."""
    file = os.open(path, how, 0o600)
    try:
        yield file
    finally:
        os.close(file)


def free_name(path: Path, what: str) -> Path:
    """The first free name of the form `games.db.damaged-1`."""
    number = 1
    while (found := path.with_name(f"{path.name}.{what}-{number}")).exists():
        number += 1
    return found
