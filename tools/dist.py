"""The files of a release, in dist/: the sources, a wheel for every machine, what is in them, and sums: `make dist`.

    python tools/dist.py

The wheel has no compiled search, so it runs on any machine with Python; pip compiles the sources where there is a C
compiler. Two builds of one commit are alike, byte by byte. The lists of what is in it (CycloneDX, JSON) are of an
environment into which the wheel was installed with the very versions of requirements/run.txt, which proves that it can
be, of requirements/pi.txt, and of requirements/hub.txt. The sums are of all that lies in dist/, packages and other
wheels among it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
SUMS: Final = "SHA256SUMS"
PIP: Final = ("-m", "pip", "--quiet", "--disable-pip-version-check")


class NotMade(Exception):
    """Why there is no release, and what to do."""


def run(*command: str | Path, folder: Path = ROOT, **environment: str) -> str:
    """The output of a program."""
    words = [str(word) for word in command]
    environment = os.environ | environment
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise NotMade(f"{' '.join(words)} ended with {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def version() -> str:
    """As pyproject.toml has it."""
    project: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["version"]


def committed() -> str:
    """When the last commit was made, in seconds since 1970; what is not committed cannot be released."""
    if shutil.which("git") is None:
        raise NotMade("git is missing: on Debian, apt install git")
    if run("git", "status", "--porcelain"):
        raise NotMade("some files are not committed (git status names them): a release is made of a commit")
    return run("git", "log", "-1", "--format=%ct").strip()


def build(target: Path, epoch: str) -> list[Path]:
    """Sources and wheel, in `target`."""
    target.mkdir(parents=True, exist_ok=True)
    made = ("build", "-t", "sdist", "-t", "wheel", "-d", target)
    run(sys.executable, "-m", "hatchling", *made, SOURCE_DATE_EPOCH=epoch, PEARLBOARD_COMPILE="no")
    return [target / f"pearlboard-{version()}.tar.gz", target / f"pearlboard-{version()}-py3-none-any.whl"]


def list_parts(wheel: Path, target: Path) -> list[Path]:
    """The bills of materials (CycloneDX) of the environments of the wheel, of a board wired to the Pi, and of a hub."""
    runs, *others = (target / f"pearlboard-{which}{version()}.cdx.json" for which in ("", "pi-", "hub-"))
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin/python"
        run(python, *PIP, "install", "--require-hashes", "-r", ROOT / "requirements/run.txt")
        run(python, *PIP, "install", "--no-deps", wheel)
        run(python.with_name("pearlboard"), "--help")
        run(python, *PIP, "uninstall", "--yes", "pip", "setuptools")
        reproducible = ("--output-reproducible", "--pyproject", ROOT / "pyproject.toml")
        run(sys.executable, "-m", "cyclonedx_py", "environment", *reproducible, "-o", runs, python)
        for lock, listed in zip(("requirements/pi.txt", "requirements/hub.txt"), others, strict=True):
            run(sys.executable, "-m", "cyclonedx_py", "requirements", *reproducible, "-o", listed, lock)
    return [runs, *others]


def sum_up(target: Path) -> Path:
    """The sums of all files there, as `sha256sum -c` reads them."""
    sums = target / SUMS
    files = sorted(file for file in target.iterdir() if file.is_file() and not file.name.startswith(SUMS))
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    sums.write_text("".join(lines), encoding="utf-8")
    return sums


def main() -> int:
    """Make them; the exit code."""
    try:
        made = build(DIST, committed())
        for file in (*made, *list_parts(made[1], DIST), sum_up(DIST)):
            sys.stdout.write(f"{file.stat().st_size // 1024:6} KiB  {file.relative_to(ROOT)}\n")
    except NotMade as reason:
        sys.stderr.write(f"No release was made: {reason}.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
