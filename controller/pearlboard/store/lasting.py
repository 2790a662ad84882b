"""Whether a folder's files survive a power cut: they do not in memory, or on an overlay over memory."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOUNTS: Final = "proc/self/mountinfo"
COMMAND_LINE: Final = "proc/cmdline"
IN_MEMORY: Final = frozenset({"tmpfs", "ramfs", "rootfs"})
MEMORY_DISK: Final = re.compile(r"/dev/z?ram\d+\Z")
OVERLAYS: Final = frozenset({"overlay", "overlayfs", "aufs"})
OVER_MEMORY: Final = ("boot=overlay", "overlayroot=tmpfs")
"""Kernel arguments that lay an overlay in memory over the whole card; its upper folder is invisible later."""
UPPER: Final = re.compile(r"(?:^|,)upperdir=([^,]*)")
OCTAL: Final = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Mount:
    """A line of /proc/self/mountinfo."""

    place: Path
    kind: str
    source: str
    options: str


def lasts(folder: Path, root: Path = Path("/")) -> bool | None:
    """Whether files in a folder survive a power cut; None if the machine does not say. `root`: the folder of /proc."""
    try:
        mounts = _mounts((root / MOUNTS).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    return _lasts(folder.resolve(), mounts, root)


def _lasts(folder: Path, mounts: Sequence[Mount], root: Path, deeper: int = 4) -> bool | None:
    mount = _mount_of(folder, mounts)
    if mount is None or deeper == 0:
        return None
    if mount.kind in IN_MEMORY or MEMORY_DISK.match(mount.source):
        return False
    if mount.kind not in OVERLAYS:
        return True
    upper = UPPER.search(mount.options)
    if upper is not None and (root / _plain(upper[1]).lstrip("/")).is_dir():
        return _lasts(Path(_plain(upper[1])), mounts, root, deeper - 1)
    return False if _has_memory_overlay(root) else None


def _mount_of(folder: Path, mounts: Sequence[Mount]) -> Mount | None:
    """The mount that a folder lies on: the deepest above it, and the last one mounted there."""
    above = [mount for mount in mounts if folder.is_relative_to(mount.place)]
    return max(reversed(above), key=lambda mount: len(mount.place.parts), default=None)


def _mounts(text: str) -> list[Mount]:
    found = []
    for line in text.splitlines():
        before, separator, after = line.partition(" - ")
        where, what = before.split(), after.split()
        if separator and len(where) > 4 and len(what) > 2:
            found.append(Mount(Path(_plain(where[4])), what[0], _plain(what[1]), what[2]))
    return found


def _plain(word: str) -> str:
    """Decode a name of /proc/self/mountinfo, where spaces and the like are in octal."""
    return OCTAL.sub(lambda octal: chr(int(octal[1], 8)), word)


def _has_memory_overlay(root: Path) -> bool:
    try:
        words = (root / COMMAND_LINE).read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False
    return any(word.startswith(OVER_MEMORY) for word in words)
