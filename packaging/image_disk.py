"""From trees to a card: a table of partitions, FAT for what the Pi starts from, ext4 for the system; to the byte.

No device and no mount of them is needed. Where each lies never changes: behind the system's begins the partition that
is kept, which the first start makes, and which a new system that is written over an old one must find again.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from image_lock import NotMade
from image_root import ENTER, check_tools, run

SECTOR: Final = 512
MIB: Final = 1 << 20
BOOT: Final = (4 * MIB, 252 * MIB)
SYSTEM: Final = (256 * MIB, 1280 * MIB)
"""Where they begin, and how large they are, in bytes. Cards that were written have them there: never change them."""
DISK: Final = 0x50454152
"""The card's number in its table; `cmdline.txt` and `fstab` name partitions by it."""
FAT, LINUX = 0x0C, 0x83
UUID: Final = "7065-61726c"
SYSTEM_UUID: Final = "70656172-6c62-4f61-9264-000000000002"
HASHED: Final = "70656172-6c62-4f61-9264-000000000003"
TOOLS: Final = {"mkfs.vfat": "dosfstools", "mcopy": "mtools", "mmd": "mtools"}
FORMAT: Final = (
    "-q",
    "-F",
    "-t",
    "ext4",
    "-b",
    "4096",
    "-O",
    "^has_journal,^resize_inode,metadata_csum,64bit",
    "-m",
    "0",
)
"""Read-only, so without a journal, and nothing set aside for root."""


def table() -> bytes:
    """The card's first sector: two partitions; the third is made at the first start."""
    entries = entry(FAT, *BOOT, active=True) + entry(LINUX, *SYSTEM) + bytes(32)
    return bytes(440) + DISK.to_bytes(4, "little") + bytes(2) + entries + b"\x55\xaa"


def entry(kind: int, begin: int, size: int, *, active: bool = False) -> bytes:
    """A line of the table; what counts cylinders says that it does not."""
    nowhere = b"\xfe\xff\xff"
    place = (begin // SECTOR).to_bytes(4, "little") + (size // SECTOR).to_bytes(4, "little")
    return bytes([0x80 if active else 0]) + nowhere + bytes([kind]) + nowhere + place


def assembled(boot: Path, system: Path, target: Path) -> None:
    """The card, at `target` when it is complete; empty blocks take no room on this disk."""
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    with new.open("wb") as card:
        card.write(table())
        for part, (begin, size) in ((boot, BOOT), (system, SYSTEM)):
            if part.stat().st_size != size:
                raise NotMade(f"{part.name} has {part.stat().st_size} bytes, and {size} are its place")
            card.seek(begin)
            copy_sparse(part, card)
        card.truncate(SYSTEM[0] + SYSTEM[1])
    new.rename(target)


def copy_sparse(part: Path, card: "os.PathLike[str] | object") -> None:
    with part.open("rb") as file:
        while block := file.read(MIB):
            if block.count(0) == len(block):
                card.seek(len(block), os.SEEK_CUR)
            else:
                card.write(block)


def fat(tree: Path, seconds: int, target: Path, size: int = BOOT[1]) -> None:
    """A file system for the firmware, of that tree, in which all is `seconds` old."""
    check_tools(TOOLS)
    target.unlink(missing_ok=True)
    with target.open("wb") as file:
        file.truncate(size)
    run("mkfs.vfat", "-F", "32", "-n", "PEARLBOARD", "-i", f"{DISK:08x}", "--invariant", str(target))
    environment = {
        "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin",
        "SOURCE_DATE_EPOCH": str(seconds),
        "TZ": "UTC",
        "LC_ALL": "C",
        "MTOOLS_SKIP_CHECK": "1",
    }
    for path in sorted(tree.rglob("*")):
        os.utime(path, (seconds, seconds))
        inside = f"::{path.relative_to(tree)}"
        command = ("mmd", "-i", target, inside) if path.is_dir() else ("mcopy", "-m", "-i", target, path, inside)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise NotMade(f"{inside[2:]} does not go onto the boot partition: {done.stderr.strip()}")


def same_dates(tree: Path, seconds: int) -> None:
    """Nothing is younger than the lock; folders are as old as it, for each was made here."""
    for folder, _, names in os.walk(tree):
        for name in names:
            path = Path(folder, name)
            if path.lstat().st_mtime > seconds:
                os.utime(path, (seconds, seconds), follow_symlinks=False)
        os.utime(folder, (seconds, seconds))


def ext4(tree: Path, seconds: int, target: Path) -> None:
    """A file system of that tree, by the tool that is in it: so the lock says which one."""
    target.unlink(missing_ok=True)
    with target.open("wb") as file:
        file.truncate(SYSTEM[1])
    own = ("-U", SYSTEM_UUID, "-E", f"hash_seed={HASHED},root_owner=0:0,lazy_itable_init=0", "-L", "system")
    mounts = f'mount --bind "$0" "$0/mnt" && mount --bind {target.parent.absolute()} "$0/media" && '
    words = (
        "unshare",
        "--mount",
        "sh",
        "-c",
        mounts + ENTER.strip(),
        str(tree),
        "mkfs.ext4",
        *FORMAT,
        *own,
        "-d",
        "/mnt",
        f"/media/{target.name}",
    )
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SOURCE_DATE_EPOCH": str(seconds), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NotMade(f"mkfs.ext4 failed: {done.stderr.strip()[-500:]}")


def firmware(root: Path, own: Path, target: Path) -> None:
    """The tree of the boot partition: Debian's firmware of the Pi, kernel and device trees, and our two files."""
    shutil.copytree(root / "usr/lib/raspi-firmware", target, symlinks=False)
    [broadcom] = (root / "usr/lib").glob("linux-image-*/broadcom")
    for path in sorted(broadcom.glob("bcm2*.dtb")):
        shutil.copyfile(path, target / path.name)
    for name in ("vmlinuz", "initrd.img"):
        shutil.copyfile(root / "usr/lib/pearlboard-boot" / name, target / name)
    for name in ("config.txt", "cmdline.txt"):
        shutil.copyfile(own / name, target / name)
