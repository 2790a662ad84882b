"""A card's image, for Pi 3, 4 and Zero 2 W with a Pico: `make image`.

    python packaging/image.py [PEARLBOARD.deb] [--mirror MIRROR] [--key KEYRING] [--to FILE]
    python packaging/image.py --root      configure that root and no more, while the package is still being made

Debian's packages are those of packaging/image/packages.lock (`image_lock.py`); their root is configured once and kept
in .venv/image (`image_root.py`); what makes it a card is laid over a copy of it (`card.py`, image/tree), and two
partitions are made of that (`image_disk.py`). The table's own package is the one of dist/ for trixie on arm64, unless
one is named; `make deb ARGS=trixie-arm64` builds it. KEYRING is whose signature counts for updates: `pearlboard.gpg`
of `make repository`.
From the same lock and the same package comes the same image, byte by byte. Beside it lies what is in it
(`image_parts.py`), as FILE.cdx.json.
"""

import os
import shutil
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import image_disk
import image_lock
import image_parts
import image_root
from image_lock import NotMade

import card

ROOT: Final = Path(__file__).parents[1]
FILES: Final = ROOT / "packaging/image"
CACHE: Final = ROOT / ".venv/image"
BUILT: Final = ROOT / "build/image"
DEB: Final = "pearlboard_*~deb13_arm64.deb"
PLACE: Final = "usr/share/pearlboard-card/pearlboard.deb"
REPOSITORY: Final = "usr/share/pearlboard-card/repository"
UNITS: Final = "etc/systemd/system"
MASKED: Final = ("getty@tty1.service", "dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service")
"""Units that are off: nobody logs in at a screen, and nothing of the system is written or scrubbed on a card."""


def main(*words: str) -> int:
    """Make it; the exit code."""
    options = parser().parse_args(words)
    begun = time.monotonic()
    try:
        sums = made(options)
    except NotMade as reason:
        sys.stderr.write(f"No image was made: {reason}\n")
        return 1
    if sums:
        sys.stdout.write(f"{sums}  {options.to}\n")
    sys.stdout.write(f"{time.monotonic() - begun:.0f} s\n")
    return 0


def made(options: Namespace) -> str:
    """The image; its SHA-256, or "" where only Debian's own root is wanted."""
    image_root.check_machine()
    image_root.check_tools(image_disk.TOOLS)
    deb = None if options.root else options.package or own_package(ROOT / "dist")
    lock = image_lock.parsed(image_lock.LOCK.read_text(encoding="utf-8"))
    root = system(lock, options.mirror)
    return "" if deb is None else assembled(root, lock, deb, options)


def assembled(root: Path, lock: image_lock.Lock, deb: Path, options: Namespace) -> str:
    """The image of that root and that package; its SHA-256."""
    image_root.remove(BUILT)
    BUILT.mkdir(parents=True)
    tree = BUILT / "tree"
    image_root.run("cp", "-a", "--reflink=auto", str(root), str(tree))
    image_disk.firmware(tree, FILES, BUILT / "firmware")
    shutil.rmtree(tree / "usr/lib/pearlboard-boot")
    lay(tree, deb, options, lock.seconds)
    image_disk.same_dates(tree, lock.seconds)
    image_disk.fat(BUILT / "firmware", lock.seconds, BUILT / "boot.fat")
    image_disk.ext4(tree, lock.seconds, BUILT / "system.ext4")
    options.to.parent.mkdir(parents=True, exist_ok=True)
    image_disk.assembled(BUILT / "boot.fat", BUILT / "system.ext4", options.to)
    for name in ("boot.fat", "system.ext4", "tree"):
        image_root.remove(BUILT / name)
    sums = image_lock.digest(options.to)
    parts = image_parts.bill(lock, deb, image_lock.digest(deb), options.to, sums)
    options.to.with_name(f"{options.to.name}.cdx.json").write_text(parts, encoding="utf-8")
    return sums


def own_package(folder: Path) -> Path:
    """The one that lies there; `NotMade` if there is none, or several."""
    found = sorted(folder.glob(DEB))
    if len(found) != 1:
        what = "no package" if not found else f"{len(found)} packages"
        raise NotMade(
            f"{what} for trixie on arm64 in {folder}: make deb ARGS=trixie-arm64, or name one: make image DEB=FILE"
        )
    return found[0]


def system(lock: image_lock.Lock, mirror: str) -> Path:
    """The configured root of this lock, from the cache or made now; older ones go."""
    early = FILES / "early"
    sources = (Path(image_root.__file__), *(path for path in early.rglob("*") if path.is_file()))
    root = image_root.kept(lock.packages, sources, CACHE)
    if not root.is_dir():
        debs = image_lock.fetch(lock.packages, mirror, CACHE / "packages")
        image_root.configured(debs, early, lock.seconds, root)
        for old in CACHE.glob("root-*"):
            if old != root:
                image_root.remove(old)
    return root


def lay(tree: Path, deb: Path, options: Namespace, seconds: int) -> None:
    """Lay into a Debian what makes a card of it."""
    card.lay(tree)
    shutil.copytree(FILES / "tree", tree, dirs_exist_ok=True)
    card.put(deb, tree / PLACE)
    if options.key is not None:
        card.put(options.key, tree / card.KEY)
    if options.repository:
        (tree / REPOSITORY).write_text(f"{options.repository}\n", encoding="ascii")
    (tree / "etc/hostname").write_text("pearlboard\n", encoding="ascii")
    (tree / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n", encoding="ascii")
    (tree / "etc/resolv.conf").symlink_to("/run/NetworkManager/resolv.conf")
    for name in MASKED:
        link = tree / UNITS / name
        link.unlink(missing_ok=True)
        link.symlink_to("/dev/null")
    image_root.inside(tree, seconds, "systemd-sysusers")
    for left in ("etc/.pwd.lock", "etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-"):
        (tree / left).unlink(missing_ok=True)


def parser() -> ArgumentParser:
    """The parser of the command line."""
    words = ArgumentParser(prog="make image", description="A card's image.")
    words.add_argument("package", type=Path, nargs="?", help=f"the table's own package (dist/{DEB})")
    words.add_argument("--mirror", default=image_lock.MIRROR, help="where Debian's packages are (%(default)s)")
    words.add_argument(
        "--key", type=Path, help="a keyring: whose signature counts for updates; without it, nothing can be updated"
    )
    words.add_argument("--repository", metavar="ADDRESS", help="where the table looks for newer releases, http://…")
    words.add_argument("--root", action="store_true", help="only Debian's own root, which is kept")
    words.add_argument("--to", type=Path, default=ROOT / "dist/pearlboard.img", help="where the image is put")
    return words


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
