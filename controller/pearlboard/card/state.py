"""The data partition of a card: releases, games, settings, and the card's identity. Runs before everything that uses
it.

    python3 state.py              create, repair or grow it
    python3 state.py mount        mount it: nothing on it is executable but releases
    python3 state.py folders      create missing folders, and the card's identity
    python3 state.py name         set the system's host name
    python3 state.py networks     import network profiles from the boot partition
    python3 state.py settings     install the release's default settings, if there are none; as the service's user
    python3 state.py password     delete the operator password, once used, from the boot partition

At the first start it is created behind the system's, to near the card's end; an existing one, under a system that was
written anew, is kept. Until it has a file system the partition table marks it as being made, so a power cut at any
moment leaves a first start, or a second. Only the standard library is used: Python is the system's own.
"""

import contextlib
import hashlib
import os
import pwd
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

LABEL: Final = "pearlboard"
DATA: Final = Path("/data")
RELEASES: Final = "pearlboard/releases"  # all that is run from the partition
ETC: Final = Path("/etc")
BOOT: Final = Path("/boot/firmware")
SCREEN: Final = Path("/dev/tty1")
BROKEN: Final = """The part of this card that keeps games cannot be used, so no table starts.
Switch it off and on once. If this comes again, take the games off the card
with a computer, and write the image onto a new card.
How that is done stands in docs/image.md, "A card that is broken"."""
GIVEN: Final = ("pearlboard-password.txt", "pearlboard-password.txt.txt")
"""The operator password. Windows hides suffixes, so it may have two."""
SECTOR: Final = 512
MIB: Final = (1 << 20) // SECTOR
LEFT: Final = 4 * MIB
"""The free space at a card's end: Raspberry Pi Imager wipes the last MiB when it writes a system over an old one."""
TABLE: Final = 446  # the first of the four entries of 16 bytes in a card's first sector
LINUX, MAKING = 0x83, 0xDA
"""Partition types: a file system; or data without one, until there is one."""
SHELF: Final = ("releases", "state", "before", "settings", "stick")
TAKEN: Final = "system/networks-taken"
"""The imported profiles, kept outside of NetworkManager's folder."""
SYSTEM: Final = ("journal", "networks", "NetworkManager", "ssh", "systemd")
LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"  # without l and o, which are taken for figures


class NotMade(Exception):
    """The partition cannot be made."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A partition: its first sector, its length, and its type."""

    begin: int
    length: int
    kind: int = LINUX


def wanted(system: Extent, card: int, used: int = 0) -> Extent:
    """The extent of the data partition: behind the system's, nearly to the end of a card of `card` sectors; `NotMade`.

    `used`: the length of a file system that is there already. It is never cut off, also if it is longer.
    """
    begin = system.begin + system.length
    length = (card - LEFT - begin) // MIB * MIB
    if length < 64 * MIB:
        raise NotMade(f"the card has {card // MIB} MB, and the system takes {begin // MIB}; take a larger one")
    return Extent(begin, max(length, used) if begin + used <= card else length)


def third(sector: bytes) -> Extent | None:
    """The third partition in the table; None if there is none."""
    entry = sector[TABLE + 32 : TABLE + 48]
    length = int.from_bytes(entry[12:], "little")
    return Extent(int.from_bytes(entry[8:12], "little"), length, entry[4]) if length else None


def with_third(sector: bytes, extent: Extent) -> bytes:
    """The partition table with a third partition; its cylinder addresses are marked as unused."""
    nowhere = b"\xfe\xff\xff"
    place = extent.begin.to_bytes(4, "little") + extent.length.to_bytes(4, "little")
    entry = b"\x00" + nowhere + bytes([extent.kind]) + nowhere + place
    return sector[: TABLE + 32] + entry + sector[TABLE + 48 :]


def name_of_a_card() -> str:
    """A random name of two letters and two figures, so that several tables in a house differ: pearlboard-ab12."""
    return f"{LABEL}-{secrets.choice(LETTERS)}{secrets.choice(LETTERS)}{secrets.randbelow(90) + 10}"


# --- the partition -----------------------------------------------------------------------------------------------


def system() -> Path:
    """The kernel's description of the system's partition."""
    device = Path("/").stat().st_dev
    return Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()


def device() -> Path:
    """The third partition of that card."""
    return Path("/dev") / f"{system().name[:-1]}3"


def partition() -> None:
    """Create the partition, with a clean file system."""
    own = system()
    disk = own.parent
    whole = Path("/dev") / disk.name
    begin, length, card = (int(path.read_text("ascii")) for path in (own / "start", own / "size", disk / "size"))
    used = file_system(whole, begin + length)
    settle(whole, device(), wanted(Extent(begin, length), card, used))


def settle(whole: Path, part: Path, place: Extent) -> None:
    """Write the partition table, and make or repair the file system."""
    listed = third(first_sector(whole))
    made = listed is not None and listed.kind == LINUX
    if listed is not None and made and listed.begin == place.begin and listed.length > place.length:
        place = listed  # of an earlier image, which left nothing free at the card's end
    if listed != place:
        write_table(whole, replace(place, kind=LINUX if made else MAKING))
        run("partx", "--update", "--nr", "3:3", whole)
    fill(part, made=made)
    if not made:
        write_table(whole, place)


def fill(part: Path, *, made: bool) -> None:
    """Make a file system if there was never one; otherwise repair it, and never make it anew."""
    if made or label(part) == LABEL:
        mend(part)
    else:
        # Erasing may take minutes on a card, and nobody needs it.
        run("mkfs.ext4", "-q", "-F", "-E", "nodiscard", "-L", LABEL, "-m", "1", part)


def mounted(part: Path) -> None:
    """Mount it, and grow it to the size of the partition; growing works while mounted, without a check.

    The mount allows no devices, no set-user-ID and no execution, except for releases, which are mounted once more.
    """
    run("mount", "-t", "ext4", "-o", "noatime,nosuid,nodev,noexec", part, DATA)
    try:
        run("resize2fs", part)
    except NotMade as reason:
        say(f"It stays as large as it is: {reason}")
    releases = DATA / RELEASES
    releases.mkdir(parents=True, exist_ok=True)
    run("mount", "--bind", releases, releases)
    run("mount", "-o", "remount,bind,noatime,nosuid,nodev,exec", releases)


def mend(part: Path) -> None:
    """Repair by the journal, which is quick; otherwise by all means, since nobody is there to be asked."""
    for how in ("-p", "-fy"):
        done = subprocess.run(["e2fsck", how, part], capture_output=True, text=True, check=False)  # noqa: S603, S607
        if done.returncode <= 1:  # the file system is well, or has been repaired
            return
        say(f"e2fsck {how} {part}: {done.stdout.strip()[-500:]}")
    raise NotMade(f"{part} cannot be mended; what is on it was left alone")


def label(part: Path) -> str:
    """The label of the file system; "" if there is none."""
    command = ["blkid", "-p", "-s", "LABEL", "-o", "value", str(part)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def first_sector(whole: Path) -> bytes:
    """The first sector of the card."""
    with whole.open("rb") as card:
        return card.read(SECTOR)


def file_system(whole: Path, begin: int) -> int:
    """The length in sectors of one of our file systems at sector `begin`, from its superblock; 0 if there is none."""
    with whole.open("rb") as card:
        card.seek(begin * SECTOR + 1024)
        block = card.read(1024)
    if block[0x38:0x3A] != b"\x53\xef" or block[0x78:0x88].rstrip(b"\0") != LABEL.encode():
        return 0
    low, high = (int.from_bytes(block[at : at + 4], "little") for at in (0x04, 0x150))
    return (low + (high << 32)) * ((1024 << block[0x18]) // SECTOR)


def write_table(whole: Path, place: Extent) -> None:
    """Write the partition table, atomically, since it is one sector."""
    with whole.open("r+b", buffering=0) as card:
        sector = card.read(SECTOR)
        card.seek(0)
        card.write(with_third(sector, place))
        os.fsync(card.fileno())


# --- what is in it -----------------------------------------------------------------------------------------------


def folders(data: Path) -> None:
    """Create the folders that others expect; existing ones are left unchanged."""
    owner = pwd.getpwnam("pearlboard")
    for name in SYSTEM:
        (data / "system" / name).mkdir(parents=True, exist_ok=True)
    for name in SHELF:
        (data / "pearlboard" / name).mkdir(parents=True, exist_ok=True)
    for name, mode in (("state", 0o700), ("settings", 0o755), ("stick", 0o700)):
        (data / "pearlboard" / name).chmod(mode)
        os.chown(data / "pearlboard" / name, owner.pw_uid, owner.pw_gid)
    for name in ("networks", "ssh"):
        (data / "system" / name).chmod(0o700)


def identity(data: Path) -> None:
    """Create the card's identity: keep the machine ID of the first start, and make a name and a key."""
    write_once(data / "system/machine-id", (ETC / "machine-id").read_text(encoding="ascii"))
    write_once(data / "system/hostname", f"{name_of_a_card()}\n")
    name = (data / "system/hostname").read_text(encoding="ascii")
    key = data / "system/ssh/ssh_host_ed25519_key"
    if not key.exists():
        new = key.with_name("new")
        new.unlink(missing_ok=True)
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name.strip(), "-f", new)
        new.with_name("new.pub").rename(key.with_name(f"{key.name}.pub"))
        sync(new)
        new.rename(key)
        sync(key.parent)


def named(data: Path) -> None:
    """Set the host name, which the system does not have yet at the first start."""
    name = (data / "system/hostname").read_text(encoding="ascii")
    if (ETC / "hostname").read_text(encoding="ascii") != name:
        run("mount", "--bind", data / "system/hostname", ETC / "hostname")
        socket.sethostname(name.strip())


def networks(boot: Path, data: Path) -> None:
    """Import network profiles from the boot partition, each version once.

    So a network that was forgotten at the table stays forgotten, and a changed file counts anew. No clock is used.
    """
    for profile in sorted(boot.glob("*.nmconnection")):
        try:
            text = profile.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            say(f"{profile} was not taken: save it as a text in UTF-8")
        except OSError as reason:
            say(f"{profile} was not taken: {reason}")
        else:
            take(data, profile.name, text)


def take(data: Path, name: str, text: str) -> None:
    """Import a profile, unless done before. The record of it is written last: after a power cut it is imported
    again.
    """
    told = f"{hashlib.sha256(text.encode()).hexdigest()}\n"
    taken = data / TAKEN / f"{name}.sha256"
    if taken.exists() and taken.read_text(encoding="ascii") == told:
        return
    write(data / "system/networks" / name, text)
    taken.parent.mkdir(exist_ok=True)
    write(taken, told)


def take_away(boot: Path) -> None:
    """Delete the password's file; the boot partition is read-only again afterwards, whatever happens."""
    run("mount", "-o", "remount,rw", boot)
    try:
        for name in GIVEN:
            (boot / name).unlink(missing_ok=True)
        sync(boot)
    finally:
        run("mount", "-o", "remount,ro", boot)


def settings(shelf: Path) -> None:
    """Install the first release's settings, with the Pico as board if one is plugged in; as the service's user."""
    path = shelf / "settings/config.toml"
    if path.exists():
        return
    run("udevadm", "settle", "--timeout=10")
    given = (shelf / "releases/current/usr/share/pearlboard/config.toml").read_text(encoding="utf-8")
    python = shelf / "releases/current/usr/lib/pearlboard/venv/bin/python"
    looked = [str(python), "-I", "-P", "-m", "pearlboard", "flash", "--list"]
    if subprocess.run(looked, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0:  # noqa: S603
        given = re.sub(r"(?m)^# board = .*$", 'board = "rp2040"', given, count=1)
    write(path, given)
    path.chmod(0o640)


def write_once(path: Path, text: str) -> None:
    """Write a file, unless it exists."""
    if not path.exists():
        write(path, text)
        path.chmod(0o644)


def write(path: Path, text: str) -> None:
    """Write a file for root alone, atomically, and sync it."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    sync(new)
    new.rename(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Sync a file or folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- tools -------------------------------------------------------------------------------------------------------


def run(*command: object) -> None:
    """Run a tool of the system; `NotMade` with its message if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NotMade(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[-500:]}")


def say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def show(text: str) -> None:
    """Show a text on an attached screen: without the partition nothing starts that could show it."""
    with contextlib.suppress(OSError):
        SCREEN.write_text(text, encoding="ascii", errors="replace")


def unless_mounted(do: Callable[[], None]) -> None:
    if not os.path.ismount(DATA):
        do()


def lay_out() -> None:
    folders(DATA)
    identity(DATA)
    free = shutil.disk_usage(DATA)
    say(f"{DATA}: {free.free >> 20} MB of {free.total >> 20} are free")


VERBS: Final[Mapping[str, Callable[[], None]]] = {
    "partition": lambda: unless_mounted(partition),
    "mount": lambda: unless_mounted(lambda: mounted(device())),
    "folders": lay_out,
    "name": lambda: named(DATA),
    "networks": lambda: networks(BOOT, DATA),
    "settings": lambda: settings(DATA / "pearlboard"),
    "password": lambda: take_away(BOOT),
}
NEEDED: Final = ("partition", "mount", "folders", "name")
"""Verbs without which no table starts to report their failure."""


def main(verb: str = "partition") -> int:
    """Run a verb; returns the exit code."""
    try:
        done = VERBS[verb]
    except KeyError:
        say(f"{verb}: unknown")
        return 1
    begun = time.monotonic()
    try:
        done()
        say(f"{verb}: {time.monotonic() - begun:.1f} s")
    except (NotMade, OSError, KeyError) as reason:
        say(f"The card's own partition cannot be used ({verb}): {reason}")
        if verb in NEEDED:
            show(f"\n{BROKEN}\n{reason}\n")
        return 1
    return 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
