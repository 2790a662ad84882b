"""Wheels with the search compiled, for x86-64 and aarch64 and both Pythons of Raspberry Pi OS: `make wheels`.

    python tests/support/wheels.py [bookworm-amd64] [trixie-amd64] [bookworm-arm64] [trixie-arm64]

Each is built in a Debian of its own (aarch64 under qemu-user), installed there, and must come to the same, to the bit,
as the sources as they are. Needs root, debootstrap, and for aarch64 qemu-user-static with its binfmt entry; minutes
each the first time. The wheels are put in dist/; each runs on its Debian, the same Raspberry Pi OS, and newer ones with
the same Python.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from support.debian import PACKAGES, Debian, can_be_made  # noqa: E402 - the source tree has to be found first

TARGETS = ("bookworm-amd64", "trixie-amd64", "bookworm-arm64", "trixie-arm64")
"""bookworm has Python 3.11, trixie 3.13."""
BUILT_WITH = f"{PACKAGES},gcc,libc6-dev,python3-dev"
MISSING = (
    "This needs root, debootstrap, and for aarch64 qemu-user-static and a mounted binfmt_misc: on Debian,\n"
    "apt install debootstrap qemu-user-static, and run it as root."
)
SOURCE, BUILDER, FETCHED, TRANSLATED = "/root/pearlboard", "/root/build/bin/python", "/root/fetched", "/root/translated"
LOCK = "requirements/run.txt"
"""What it takes to build a wheel, and to run it."""
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": FETCHED}
"""What pip is told in a Debian: all has been fetched."""
MANYLINUX = {"bookworm": range(17, 37), "trixie": range(17, 42)}
"""The C libraries whose wheels run there: 2.17 to 2.36, and to 2.41."""
LOCKED = re.compile(r"^(\S+==\S+)(?: ; ([^\\\n]+))?(.*(?:\n +.*)*)", re.MULTILINE)
BUILT = "import pearlboard.games.perladora.players as package; print(package.__path__[0])"


def can_build(targets):
    """Whether this machine can make a Debian for each of these."""
    foreign = any(target.endswith("arm64") for target in targets)
    return can_be_made() and (not foreign or Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists())


def main(*targets):
    """Build them; the exit code."""
    return in_each(targets or TARGETS, compared)


def compared(debian, suite, architecture):
    """The name of a wheel that plays as the sources do."""
    fetch(debian, suite, architecture, LOCK)
    return compare(debian, build(debian))


def in_each(targets, make):
    """Let `make` work in a Debian of each target, with its suite and its machine; it names what it has put in dist/."""
    if unknown := [target for target in targets if target not in TARGETS]:
        return refuse(f"{unknown[0]} is none of {', '.join(TARGETS)}")
    if not can_build(targets):
        return refuse(MISSING)
    for target in targets:
        begun = time.monotonic()
        suite, architecture = target.split("-")
        with Debian(ROOT / "build/wheels" / target, suite, architecture, BUILT_WITH, OFFLINE).entered() as debian:
            made = make(debian, suite, architecture)
        sys.stdout.write(f"{time.monotonic() - begun:6.0f} s  dist/{made}\n")
        sys.stdout.flush()
    return 0


def fetch(debian, suite, architecture, *locks):
    """What these locks name for that Debian, by this machine's own pip: an emulated one is slow, and its connections
    break.
    """
    version = must(debian.run("python3", "-c", "import platform; print(platform.python_version())")).stdout.strip()
    short = version.rpartition(".")[0]
    machine = {"amd64": "x86_64", "arm64": "aarch64"}[architecture]
    target = {"python_version": short, "python_full_version": version, "platform_machine": machine}
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in reversed(MANYLINUX[suite])]
    folder = debian.path(FETCHED)
    folder.mkdir(exist_ok=True)
    for lock in locks:
        wanted = folder / Path(lock).name
        wanted.write_text(for_one((ROOT / lock).read_text(encoding="utf-8"), target), encoding="utf-8")
        kinds = [word for platform in platforms for word in ("--platform", platform)]
        command = [sys.executable, *PIP, "download", "--require-hashes", "--no-deps", "--only-binary", ":all:", *kinds]
        chosen = ["--implementation", "cp", "--python-version", short, "--dest", folder, "-r", wanted]
        must(subprocess.run([*command, *chosen], capture_output=True, text=True, check=False))


def for_one(lock, target):
    """What of a lock is for this target, without saying so: pip asks its own machine, whatever it downloads for."""
    blocks = LOCKED.finditer(lock)
    return "".join(
        f"{name}{rest}\n" for name, marker, rest in (block.groups() for block in blocks) if holds(marker, target)
    )


def holds(marker, target):
    """Whether a marker of the lock is true there; there is no marker where all need it."""
    return marker is None or Marker(marker).evaluate(target)


def build(debian):
    """The wheel's name; it is copied to dist/. What it needs has been fetched."""
    debian.run("rm", "-rf", "/root/build", "/root/dist")
    must(debian.run("python3", "-m", "venv", "--without-pip", "/root/build"))
    lay_pip(debian)
    locked = ("--require-hashes", "--no-deps", "-r", f"{SOURCE}/{LOCK}")
    must(debian.run(BUILDER, *PIP, "install", "--no-compile", *locked))
    source = ("--no-deps", "--no-build-isolation", "-w", "/root/dist", SOURCE)
    translate(debian.path(TRANSLATED))
    must(debian.run(BUILDER, *PIP, "wheel", *source, PEARLBOARD_COMPILE="must", PEARLBOARD_TRANSLATED=TRANSLATED))
    [wheel] = (debian.folder / "root/dist").glob("*.whl")
    (ROOT / "dist").mkdir(exist_ok=True)
    shutil.copy(wheel, ROOT / "dist")
    return wheel.name


def lay_pip(debian):
    """The one that its Debian brings: an emulated machine takes minutes to install and compile it."""
    [pip] = debian.path("/usr/share/python-wheels").glob("pip-*.whl")
    [packages] = debian.path("/root/build/lib").glob("python3*/site-packages")
    shutil.unpack_archive(pip, packages, "zip")


def translate(folder):
    """By this machine's own Cython, of the same version: an emulated one takes minutes, and makes the same of it."""
    shutil.rmtree(folder, ignore_errors=True)
    made = "from pathlib import Path; import sys, hatch_build; hatch_build.translate_into(Path(sys.argv[1]), Path())"
    must(subprocess.run([sys.executable, "-c", made, folder], cwd=ROOT, capture_output=True, text=True, check=False))


def compare(debian, wheel):
    """Install it where it was built, and let it play; its name again; the same sources play here, uncompiled."""
    script = debian.folder / SOURCE.lstrip("/") / "tests/games/perladora/players/twice.py"
    plain = subprocess.run([sys.executable, script, "python"], capture_output=True, text=True, check=True).stdout
    must(debian.run(BUILDER, *PIP, "install", "--no-deps", f"/root/dist/{wheel}"))
    folder = must(debian.run(BUILDER, "-c", BUILT)).stdout.strip()
    twice = f"{SOURCE}/tests/games/perladora/players/twice.py"
    found = must(debian.run(BUILDER, twice, folder)).stdout
    if found != plain:
        raise SystemExit(f"{wheel} does not play as the sources do")
    told = must(debian.run(BUILDER, "-m", "pearlboard", "doctor")).stdout
    if "ok  search    the computer players of Perladöra are compiled" not in told:
        raise SystemExit(f"{wheel}: {told}")
    return wheel


def must(done):
    if done.returncode:
        raise SystemExit(f"wheels: {done.args}: {done.stdout[-1000:]}{done.stderr[-3000:]}")
    return done


def refuse(sentence):
    sys.stderr.write(f"{sentence}\n")
    return 2


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
