"""Wheels with the search compiled, for x86-64 and aarch64 and both Pythons of Raspberry Pi OS: `make wheels`.

    python tests/service/wheels.py [bookworm-amd64] [trixie-amd64] [bookworm-arm64] [trixie-arm64]

Each is built in a Debian of its own (aarch64 under qemu-user), installed there, and must come to the same, to the bit,
as the sources as they are. Needs root, debootstrap, and for aarch64 qemu-user-static with its binfmt entry; minutes
each the first time. The wheels are put in dist/; each runs on its Debian, the same Raspberry Pi OS, and newer ones with
the same Python.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from service.debian import PACKAGES, Debian, can_be_made  # noqa: E402 - the source tree has to be found first

TARGETS = ("bookworm-amd64", "trixie-amd64", "bookworm-arm64", "trixie-arm64")
"""bookworm has Python 3.11, trixie 3.13."""
BUILT_WITH = f"{PACKAGES},gcc,libc6-dev,python3-dev"
MISSING = (
    "This needs root, debootstrap, and for aarch64 qemu-user-static and a mounted binfmt_misc: on Debian,\n"
    "apt install debootstrap qemu-user-static, and run it as root."
)
SOURCE, BUILDER = "/root/pearlboard", "/root/build/bin/python"
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
BUILT = "import pearlboard.games.perladora.players as package; print(package.__path__[0])"


def can_build(targets):
    """Whether this machine can make a Debian for each of these."""
    foreign = any(target.endswith("arm64") for target in targets)
    return can_be_made() and (not foreign or Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists())


def main(*targets):
    """Build them; the exit code."""
    return in_each(targets or TARGETS, lambda debian, *_: compare(debian, build(debian)))


def in_each(targets, make):
    """Let `make` work in a Debian of each target, with its suite and its machine; it names what it has put in dist/."""
    if unknown := [target for target in targets if target not in TARGETS]:
        return refuse(f"{unknown[0]} is none of {', '.join(TARGETS)}")
    if not can_build(targets):
        return refuse(MISSING)
    for target in targets:
        begun = time.monotonic()
        suite, architecture = target.split("-")
        with Debian(ROOT / "build/wheels" / target, suite, architecture, BUILT_WITH).entered() as debian:
            made = make(debian, suite, architecture)
        sys.stdout.write(f"{time.monotonic() - begun:6.0f} s  dist/{made}\n")
        sys.stdout.flush()
    return 0


def build(debian):
    """The wheel's name; it is copied to dist/."""
    debian.run("rm", "-rf", "/root/build", "/root/dist")
    must(debian.run("python3", "-m", "venv", "/root/build"))
    must(debian.run(BUILDER, *PIP, "install", "--require-hashes", "--no-deps", "-r", f"{SOURCE}/requirements.txt"))
    must(
        debian.run(
            BUILDER,
            *PIP,
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            "/root/dist",
            SOURCE,
            PEARLBOARD_COMPILE="must",
        )
    )
    [wheel] = (debian.folder / "root/dist").glob("*.whl")
    (ROOT / "dist").mkdir(exist_ok=True)
    shutil.copy(wheel, ROOT / "dist")
    return wheel.name


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
