"""The partition of a card that is kept: releases, games, settings, who this card is. Before all that needs it.

    python3 state.py              make, mend or grow it
    python3 state.py mount        mount it: nothing on it is run but releases
    python3 state.py folders      lay out what is not there yet, and who this card is
    python3 state.py name         let the system have that name
    python3 state.py networks     take profiles of networks from the boot partition
    python3 state.py settings     those that the release came with, where there are none; as the service's user
    python3 state.py password     take the operator's password, which was used, away from the boot partition

At the first start it is made behind the system's, to near the card's end; if one is there already, for a new system was
written over the old one, it is taken as it is. Until it has a file system the table of partitions says that it is being
made, so a power cut at any moment leaves a first start, or a second. Only the standard library: it is the system's own.
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
RELEASES: Final = "pearlboard/releases"  # in there: all that is run from that partition
ETC: Final = Path("/etc")
BOOT: Final = Path("/boot/firmware")
SCREEN: Final = Path("/dev/tty1")
BROKEN: Final = """The part of this card that keeps games cannot be used, so no table starts.
Switch it off and on once. If this comes again, take the games off the card
with a computer, and write the image onto a new card.
How that is done stands in docs/image.md, "A card that is broken"."""
GIVEN: Final = ("pearlboard-password.txt", "pearlboard-password.txt.txt")
"""The operator's password. Windows hides endings, so it may have two."""
SECTOR: Final = 512
MIB: Final = (1 << 20) // SECTOR
LEFT: Final = 4 * MIB
"""What stays free at a card's end: Raspberry Pi Imager wipes the last MiB when it writes a system over an old one."""
TABLE: Final = 446  # the first of the four entries of 16 bytes in a card's first sector
LINUX, MAKING = 0x83, 0xDA
"""What the table calls it: a file system; or data without one, until there is one."""
SHELF: Final = ("releases", "state", "before", "settings", "stick")
TAKEN: Final = "system/networks-taken"
"""What was taken from the boot partition: not among the profiles, where NetworkManager would find it."""
SYSTEM: Final = ("journal", "networks", "NetworkManager", "ssh", "systemd")
LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"  # without l and o, which are taken for figures


class NotMade(Exception):
    """Why there is no such partition."""


@dataclass(frozen=True, slots=True)
class Extent:
    """From this sector on, so many; `kind`: what the table calls it."""

    begin: int
    length: int
    kind: int = LINUX


def wanted(system: Extent, card: int, used: int = 0) -> Extent:
    """Behind the system's, nearly to the end of a card of so many sectors; `NotMade` if nothing is left of it.

    `used`: what a file system takes there already. It is never cut off, also if it goes further than one does now.
    """
    begin = system.begin + system.length
    length = (card - LEFT - begin) // MIB * MIB
    if length < 64 * MIB:
        raise NotMade(f"the card has {card // MIB} MB, and the system takes {begin // MIB}; take a larger one")
    return Extent(begin, max(length, used) if begin + used <= card else length)


def third(sector: bytes) -> Extent | None:
    """Where the table of partitions has the third; None if it has none."""
    entry = sector[TABLE + 32 : TABLE + 48]
    length = int.from_bytes(entry[12:], "little")
    return Extent(int.from_bytes(entry[8:12], "little"), length, entry[4]) if length else None


def with_third(sector: bytes, extent: Extent) -> bytes:
    """The table with that one; what counts cylinders says that it does not."""
    nowhere = b"\xfe\xff\xff"
    place = extent.begin.to_bytes(4, "little") + extent.length.to_bytes(4, "little")
    entry = b"\x00" + nowhere + bytes([extent.kind]) + nowhere + place
    return sector[: TABLE + 32] + entry + sector[TABLE + 48 :]


def name_of_a_card() -> str:
    """Two letters and two figures, so that several tables in a house differ: pearlboard-ab12."""
    return f"{LABEL}-{secrets.choice(LETTERS)}{secrets.choice(LETTERS)}{secrets.randbelow(90) + 10}"


# --- the partition -----------------------------------------------------------------------------------------------


def system() -> Path:
    """What the kernel says of the partition that the system lies on."""
    device = Path("/").stat().st_dev
    return Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()


def device() -> Path:
    """The third partition of that card."""
    return Path("/dev") / f"{system().name[:-1]}3"


def partition() -> None:
    """Let there be one, with a file system that is well."""
    own = system()
    disk = own.parent
    whole = Path("/dev") / disk.name
    begin, length, card = (int(path.read_text("ascii")) for path in (own / "start", own / "size", disk / "size"))
    used = file_system(whole, begin + length)
    settle(whole, device(), wanted(Extent(begin, length), card, used))


def settle(whole: Path, part: Path, place: Extent) -> None:
    """Let the card have it there, with a file system."""
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
    """A file system there: made, if there was never one; else mended, and never made anew."""
    if made or label(part) == LABEL:
        mend(part)
    else:
        # A card may take minutes to erase what nobody has to have erased.
        run("mkfs.ext4", "-q", "-F", "-E", "nodiscard", "-L", LABEL, "-m", "1", part)


def mounted(part: Path) -> None:
    """At its place, and as large as the card lets it be: what is mounted grows without having been looked through.

    Nothing on it counts as a device, gives anybody rights, or is run, but releases, which are mounted once more.
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
    """By the journal, which is quick; else whatever it takes, for nobody is there who could be asked."""
    for how in ("-p", "-fy"):
        done = subprocess.run(["e2fsck", how, part], capture_output=True, text=True, check=False)  # noqa: S603, S607
        if done.returncode <= 1:  # the file system is well, or has been repaired
            return
        say(f"e2fsck {how} {part}: {done.stdout.strip()[-500:]}")
    raise NotMade(f"{part} cannot be mended; what is on it was left alone")


def label(part: Path) -> str:
    """Of the file system there; "" if it has none."""
    command = ["blkid", "-p", "-s", "LABEL", "-o", "value", str(part)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def first_sector(whole: Path) -> bytes:
    """Of the card."""
    with whole.open("rb") as card:
        return card.read(SECTOR)


def file_system(whole: Path, begin: int) -> int:
    """How many sectors one of ours takes that begins there, by its superblock; 0 if there is none."""
    with whole.open("rb") as card:
        card.seek(begin * SECTOR + 1024)
        block = card.read(1024)
    if block[0x38:0x3A] != b"\x53\xef" or block[0x78:0x88].rstrip(b"\0") != LABEL.encode():
        return 0
    low, high = (int.from_bytes(block[at : at + 4], "little") for at in (0x04, 0x150))
    return (low + (high << 32)) * ((1024 << block[0x18]) // SECTOR)


def write_table(whole: Path, place: Extent) -> None:
    """One sector: the card has the old table or the new one."""
    with whole.open("r+b", buffering=0) as card:
        sector = card.read(SECTOR)
        card.seek(0)
        card.write(with_third(sector, place))
        os.fsync(card.fileno())


# --- what is in it -----------------------------------------------------------------------------------------------


def folders(data: Path) -> None:
    """All that others expect there; of what is there already nothing changes."""
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
    """Who this card is: what systemd has made up at the first start stays, and it gets a name and a key."""
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
    """At the first start the system does not have the card's name yet."""
    name = (data / "system/hostname").read_text(encoding="ascii")
    if (ETC / "hostname").read_text(encoding="ascii") != name:
        run("mount", "--bind", data / "system/hostname", ETC / "hostname")
        socket.sethostname(name.strip())


def networks(boot: Path, data: Path) -> None:
    """Profiles for NetworkManager that somebody has laid on the boot partition, each as it stands there once.

    So one that was forgotten at the table stays so, and one whose file has changed counts anew. No clock is asked.
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
    """A profile, unless it was taken as it is. That it was is kept last: a power cut before lets it be taken again."""
    told = f"{hashlib.sha256(text.encode()).hexdigest()}\n"
    taken = data / TAKEN / f"{name}.sha256"
    if taken.exists() and taken.read_text(encoding="ascii") == told:
        return
    write(data / "system/networks" / name, text)
    taken.parent.mkdir(exist_ok=True)
    write(taken, told)


def take_away(boot: Path) -> None:
    """The password's file, from a partition that nobody else writes; it is read-only again, whatever happens."""
    run("mount", "-o", "remount,rw", boot)
    try:
        for name in GIVEN:
            (boot / name).unlink(missing_ok=True)
        sync(boot)
    finally:
        run("mount", "-o", "remount,ro", boot)


def settings(shelf: Path) -> None:
    """Those that the first release came with. The board is the Pico if one is plugged in.

    Else they name none: then the operator's page offers one that is plugged in later. The folder is the service's, and
    so is whoever does this.
    """
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
    """The file, if it is not there yet."""
    if not path.exists():
        write(path, text)
        path.chmod(0o644)


def write(path: Path, text: str) -> None:
    """The file for root alone, whole or not at all, and on disk."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    sync(new)
    new.rename(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """On disk, when this returns."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- tools -------------------------------------------------------------------------------------------------------


def run(*command: object) -> None:
    """A tool of the system's; `NotMade` with what it said if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise NotMade(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[-500:]}")


def say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def show(text: str) -> None:
    """On a screen that hangs at the Pi, if there is one: without that partition nothing starts that could say it."""
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
"""Without these no table starts, and nothing else could say so."""


def main(verb: str = "partition") -> int:
    """One of them; the exit code."""
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
