"""Copies a backup to a USB stick, and back from one: the part that needs root.

    python3 stick.py save       copies FOLDER/to-save.db to the stick, under a new name
    python3 stick.py fetch      copies the newest backup on the stick to FOLDER/fetched.db

The table's service, which asks for this, is not root and may be wrong; a stick may be anybody's. So no link is
followed, a name on the stick must look like a backup's, and on the card only the service's folder is touched. The stick
is mounted privately, and only until the copy is done. The result is left for the service in TOLD. Only the standard
library is used: Python is the system's own.
"""

import errno
import json
import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

SYS: Final = Path("/sys")
UDEV: Final = Path("/run/udev/data")
"""udev's data of each device: its file system, and its partition's type."""
SYSTEM: Final = Path("/")
FOLDER: Final = Path("/data/pearlboard/stick")
"""The service's folder, in root's, for files in both directions."""
TO_SAVE, FETCHED = "to-save.db", "fetched.db"
OWN: Final = Path("/run/pearlboard-stick")
TOLD: Final = "told.json"
AT: Final = "mounted"
OPTIONS: Final = {"vfat": "utf8,errors=remount-ro", "exfat": "errors=remount-ro", "ext4": "errors=remount-ro"}
"""File systems of sticks with their mount options: after a fault nothing more is written."""
EFI: Final = "c12a7328-f81f-11d2-ba4b-00c04fc93ec9"
"""The type of a partition that Macs create first."""
MOST: Final = 512 << 20
"""The longest backup in bytes; games of many years have a tenth of that."""
SPARE: Final = 1 << 20
SPARE_HERE: Final = 64 << 20
"""The space to leave free, on the stick and on the card."""
PIECE: Final = 1 << 18
MOST_FILES: Final = 10_000
MOST_NAMES: Final = 999
DATABASE: Final = b"SQLite format 3\x00"
OURS: Final = b"PERL"
"""The application ID in a database's header, and its offset: `store/database.py`."""
OURS_AT: Final = 68
PARTIAL: Final = ".part"
NAME: Final = re.compile(r"\w[\w .()-]{0,120}\.db")
"""Acceptable names of backups: no path, nothing hidden, and nothing unprintable."""
DISK: Final = re.compile(r"sd[a-z]+")
GONE: Final = (errno.EIO, errno.ENODEV, errno.ENXIO)
PROTECTED: Final = (errno.EROFS, errno.EACCES, errno.EPERM)
FULL: Final = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


class NotDone(Exception):
    """No copy was made; the word of the reason, for which the service has a sentence."""


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick: its device, its file system, and whether its switch forbids writing."""

    device: Path
    form: str
    protected: bool


# --- which one ---------------------------------------------------------------------------------------------------


def the_stick() -> Stick:
    """The stick that is plugged in; `NotDone` if there is none, or several, or it is unreadable."""
    found = [part for disk in disks() for part in parts(disk)]
    if not found:
        raise NotDone("none")
    known = [part for part in found if udev(part).get("ID_FS_TYPE") in OPTIONS]
    if not known:
        raise NotDone("unknown")
    if len(known) > 1:
        raise NotDone("several")
    [part] = known
    disk = part if not (part / "partition").exists() else part.parent
    protected = any(read(each / "ro") == "1" for each in (disk, part))
    return Stick(Path("/dev") / part.name, udev(part)["ID_FS_TYPE"], protected)


def disks() -> Iterator[Path]:
    """Removable disks with a medium; never those of the system or its games."""
    ours = {disk_of(path.stat().st_dev) for path in (SYSTEM, FOLDER)}
    for entry in sorted((SYS / "class/block").iterdir()):
        disk = entry.resolve()
        if DISK.fullmatch(disk.name) is None or disk in ours or read(disk / "size") in ("", "0"):
            continue
        if read(disk / "removable") == "1" or any(re.fullmatch(r"usb\d+", part) for part in disk.parts):
            yield disk


def disk_of(device: int) -> Path:
    """The disk of a file system's device number."""
    path = (SYS / f"dev/block/{os.major(device)}:{os.minor(device)}").resolve()
    return path.parent if (path / "partition").exists() else path


def parts(disk: Path) -> list[Path]:
    """The partitions of a disk without a Mac's first one; a disk without partitions counts as one."""
    found = [path.parent for path in sorted(disk.glob("*/partition"))]
    return [part for part in found if udev(part).get("ID_PART_ENTRY_TYPE") != EFI] if found else [disk]


def udev(part: Path) -> dict[str, str]:
    """The data that udev has of a partition."""
    lines = read(UDEV / f"b{read(part / 'dev')}").splitlines()
    return dict(line[2:].split("=", 1) for line in lines if line.startswith("E:") and "=" in line)


def read(path: Path) -> str:
    """The text of a file of the kernel or udev; "" if it is gone, for the stick may have been pulled out."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


# --- mounted -----------------------------------------------------------------------------------------------------


@contextmanager
def mounted(stick: Stick, *, to_write: bool) -> Iterator[int]:
    """Mount the stick; yields the open folder's descriptor, and syncs at the end."""
    place = OWN / AT
    place.mkdir(exist_ok=True)
    mount(stick, place, to_write=to_write)
    try:
        with opened(place, os.O_DIRECTORY) as folder:
            yield folder
    except (NotDone, OSError):
        with suppress(NotDone):
            unmount(place)
        raise
    unmount(place)


def mount(stick: Stick, place: Path, *, to_write: bool) -> None:
    """Mount without execution and devices. `-w`: fail rather than mount read-only."""
    options = ",".join(filter(None, ("nosuid", "nodev", "noexec", "noatime", OPTIONS[stick.form])))
    how = "-w" if to_write else "-r"
    run("mount", "--internal-only", "--no-mtab", how, "-t", stick.form, "-o", options, stick.device, place)


def unmount(place: Path) -> None:
    """Unmount, which writes everything."""
    run("umount", "--internal-only", "--no-mtab", place)


def run(*command: object) -> None:
    """Run a tool of the system; `NotDone`, with its message in the log, if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.stderr.write(f"{' '.join(words)}: {done.stderr.strip()[-500:]}\n")
        raise NotDone("unreadable")


# --- copies ------------------------------------------------------------------------------------------------------


def save() -> dict[str, Any]:
    """Copy the service's file to the stick, under an unused name."""
    stick = the_stick()
    if stick.protected:
        raise NotDone("protected")
    with ours(TO_SAVE, os.O_RDONLY) as source, mounted(stick, to_write=True) as folder:
        take_partial(folder)
        if free(folder) < os.fstat(source).st_size + SPARE:
            raise NotDone("full")
        name = free_name(folder)
        write(source, folder, name)
    return {"outcome": "saved", "name": name}


def write(source: int, folder: int, name: str) -> None:
    """Write the copy whole, or nothing of it."""
    partial = f"{name}{PARTIAL}"
    try:
        with opened(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, folder) as target:
            copy(source, target)
        os.rename(partial, name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    except OSError as error:
        remove(partial, folder)
        raise NotDone(reason(error)) from error


def fetch() -> dict[str, Any]:
    """Copy the newest backup on the stick into the service's file."""
    with ours(FETCHED, os.O_WRONLY) as target, mounted(the_stick(), to_write=False) as folder:
        name = newest(folder)
        with opened(name, os.O_RDONLY | os.O_NONBLOCK, folder) as source:
            size = regular(source).st_size
            if free(target) < size + SPARE_HERE:
                raise NotDone("no_room")
            try:
                copy(source, target)
            except OSError as error:
                raise NotDone("no_room" if error.errno in FULL else reason(error)) from error
    return {"outcome": "fetched", "name": name}


def copy(source: int, target: int) -> None:
    """Copy and sync; `NotDone` if the file is longer than a backup may be."""
    copied = 0
    while piece := os.read(source, PIECE):
        copied += len(piece)
        if copied > MOST:
            raise NotDone("too_big")
        view = memoryview(piece)
        while view:
            view = view[os.write(target, view) :]
    os.fsync(target)


def newest(folder: int) -> str:
    """The name of the newest backup on the stick; `NotDone` if there is none."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_FILES) if NAME.fullmatch(entry.name)]
    found = [(at, name) for name in names if (at := age_of_backup(name, folder)) is not None]
    if not found:
        raise NotDone("no_backup")
    return max(found)[1]


def age_of_backup(name: str, folder: int) -> int | None:
    """The modification time of a backup; None if the file is no database of a table."""
    try:
        with opened(name, os.O_RDONLY | os.O_NONBLOCK, folder) as file:
            about = os.fstat(file)
            head = os.read(file, OURS_AT + len(OURS)) if stat.S_ISREG(about.st_mode) else b""
    except OSError as error:
        if error.errno in GONE:
            raise
        return None
    return about.st_mtime_ns if head.startswith(DATABASE) and head[OURS_AT:] == OURS else None


def free_name(folder: int) -> str:
    """A new name: the table's and the day, and a number from the second backup of a day on."""
    table = re.sub(r"[^A-Za-z0-9-]", "", os.uname().nodename)[:40] or "pearlboard"
    day = time.strftime("%Y-%m-%d")
    names = (f"{table}-{day}{'' if number == 1 else f'-{number}'}.db" for number in range(1, MOST_NAMES + 1))
    if (name := next((name for name in names if not there(name, folder)), None)) is None:
        raise NotDone("full")
    return name


def there(name: str, folder: int) -> bool:
    """Whether that name exists."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def take_partial(folder: int) -> None:
    """Delete incomplete copies, which only take up space."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_FILES)]
    for name in names:
        if name.endswith(PARTIAL) and NAME.fullmatch(name.removesuffix(PARTIAL)):
            remove(name, folder)


def remove(name: str, folder: int) -> None:
    """Delete a file, as far as possible: its disk may be gone."""
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
    except OSError as error:
        sys.stderr.write(f"{name} stays: {error.strerror}\n")


def free(file: int) -> int:
    """The free bytes on the file system of an open file or folder."""
    about = os.fstatvfs(file)
    return about.f_bavail * about.f_frsize


@contextmanager
def ours(name: str, how: int) -> Iterator[int]:
    """A file that the service has put into its folder; links are not followed."""
    with opened(FOLDER, os.O_DIRECTORY) as folder, opened(name, how | os.O_NONBLOCK, folder) as file:
        if regular(file).st_uid != os.fstat(folder).st_uid:
            raise NotDone("not_ours")
        yield file


def regular(file: int) -> os.stat_result:
    """The stat of an open file; `NotDone` if it is no regular file, has another link, or is too long."""
    about = os.fstat(file)
    if not stat.S_ISREG(about.st_mode) or about.st_nlink != 1:
        raise NotDone("not_ours")
    if about.st_size > MOST:
        raise NotDone("too_big")
    return about


@contextmanager
def opened(path: str | Path, how: int, folder: int | None = None) -> Iterator[int]:
    """The descriptor of an open file, closed at the end; links are not followed."""
    file = os.open(path, how | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644, dir_fd=folder)
    try:
        yield file
    finally:
        os.close(file)


# --- what came of it ---------------------------------------------------------------------------------------------


def reason(error: OSError) -> str:
    """The word for an error."""
    if error.errno in GONE:
        return "gone"
    if error.errno in PROTECTED:
        return "protected"
    return "full" if error.errno in FULL else "failed"


def tell(said: dict[str, Any]) -> None:
    """Write the result atomically."""
    new = OWN / f"{TOLD}.new"
    new.write_text(json.dumps(said), encoding="utf-8")
    new.chmod(0o644)
    new.rename(OWN / TOLD)


def main(words: list[str]) -> int:
    """Run a verb; returns the exit code: 2 for an unknown verb."""
    verbs = {"save": save, "fetch": fetch}
    if len(words) != 1 or words[0] not in verbs:
        sys.stderr.write(f"usage: stick.py {'|'.join(verbs)}\n")
        return 2
    (OWN / TOLD).unlink(missing_ok=True)
    try:
        said = verbs[words[0]]()
    except NotDone as refusal:
        said = {"outcome": str(refusal)}
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        said = {"outcome": reason(error)}
    tell(said)
    sys.stdout.write(f"{words[0]}: {said['outcome']}\n")
    return 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(sys.argv[1:]))
