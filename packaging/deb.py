"""Debian packages of the table, for each Debian and machine that is named: `make deb`.

    python packaging/deb.py [--unproven] [bookworm-amd64] [trixie-amd64] [bookworm-arm64] [trixie-arm64]

The wheel of `make wheels` is installed in the Debian it was built in, at the place where it will lie; for arm64 with
what a board wired to the Pi needs. What only builds is taken out, and what Python compiles is put in, for the service
may not write there. Then the package is made of that, put in dist/, and goes through its life in a Debian that is
new: it comes, is played on, comes again, goes, is purged, and takes over what the script has installed; not with
--unproven, for `make image-test` tries it in another way. Needs what `make wheels` needs.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from support import packaged, wheels  # noqa: E402 - the source tree has to be found first
from support.debian import Debian  # noqa: E402

PLACE: Final = "/usr/lib/pearlboard/venv"
DEBIANS: Final = {
    "bookworm": {"name": "deb12", "python": "3.11", "python_after": "3.12", "libc": "2.36"},
    "trixie": {"name": "deb13", "python": "3.13", "python_after": "3.14", "libc": "2.41"},
}
INSTALLED: Final = {"amd64": ("requirements/mqtt.txt", ("mqtt",)), "arm64": ("requirements/pi.txt", ("mqtt", "pi"))}
"""By which lock, and with which extras: only a Pi has pins."""
ANNOUNCED: Final = "etc/avahi/services/pearlboard.service"
"""The service file for avahi, a conffile: whoever takes another port changes it there."""
MAINTAINER: Final = os.environ.get("DEBEMAIL", "The Pearlboard authors <authors@pearlboard.invalid>")
UNPROVEN: Final = "--unproven"
COMMANDS: Final = {"python", "python3", "pearlboard", "mpremote"}
"""What is called in the environment: the rest of its scripts belong to what it is made of."""
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")
NEEDED: Final = """
import sys
from importlib.metadata import distributions, requires
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

def walk(name, extras, seen):
    for requirement in map(Requirement, requires(name) or ()):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": each}) for each in ("", *extras)):
            key = canonicalize_name(requirement.name)
            if key not in seen:
                seen.add(key)
                walk(key, requirement.extras, seen)
    return seen

kept = walk("pearlboard", sys.argv[1:], {"pearlboard"})
print(*sorted({canonicalize_name(each.name) for each in distributions()} - kept))
"""
"""Prints which distributions the program does not need, with these extras."""


def main(*targets: str) -> int:
    """Make the packages; the exit code."""
    chosen = [target for target in targets if target != UNPROVEN]
    return wheels.in_each(chosen or wheels.TARGETS, made if UNPROVEN in targets else proven)


def proven(debian: Debian, suite: str, architecture: str) -> str:
    """The name of a package that is in dist/ now, and has lived in another Debian."""
    package = made(debian, suite, architecture)
    packaged.prove(ROOT / "dist" / package, suite, architecture, debian.path(wheels.FETCHED))
    return package


def made(debian: Debian, suite: str, architecture: str) -> str:
    """The name of a package that is in dist/ now."""
    wheels.fetch(debian, suite, architecture, *{wheels.LOCK, INSTALLED[architecture][0]})
    install(debian, wheels.build(debian), architecture)
    return pack(debian, suite, architecture).name


def install(debian: Debian, wheel: str, architecture: str) -> None:
    """The environment, as it will be on a table."""
    lock, extras = INSTALLED[architecture]
    pip = (wheels.BUILDER, *wheels.PIP, "--python", f"{PLACE}/bin/python")
    add = (*pip, "install", "--no-deps", "--no-compile")
    place = debian.path(PLACE)
    wheels.must(debian.run("rm", "-rf", "/usr/lib/pearlboard"))
    wheels.must(debian.run("python3", "-m", "venv", "--without-pip", PLACE))
    locked = ("--require-hashes", "--only-binary", ":all:", "-r", f"{wheels.SOURCE}/{lock}")
    wheels.must(debian.run(*add, *locked))
    wheels.must(debian.run(*add, f"/root/dist/{wheel}"))
    unneeded = wheels.must(debian.run(f"{PLACE}/bin/python", "-c", NEEDED, *extras)).stdout.split()
    wheels.must(debian.run(*pip, "uninstall", "--yes", *unneeded))
    compiled = ("-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash", "-j", "0", f"{PLACE}/lib")
    wheels.must(debian.run(f"{PLACE}/bin/python", *compiled))
    (place / ".gitignore").unlink(missing_ok=True)  # as newer Pythons put one into each
    others = [path for path in (place / "bin").iterdir() if path.name not in COMMANDS]
    for path in (*others, *place.rglob("*.exe")):  # launchers of another system
        path.unlink()
    wheels.must(debian.run(f"{PLACE}/bin/pearlboard", "--help"))


def pack(debian: Debian, suite: str, architecture: str) -> Path:
    """The package, in dist/. All that is in it has the date of the last commit, so that two of them are the same.

    This machine's dpkg-deb makes it: an emulated one takes minutes. With more threads it would come out otherwise.
    """
    files, project = ROOT / "packaging/debian", tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = f"{project['project']['version']}~{DEBIANS[suite]['name']}"
    tree = debian.folder / "root/package"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(debian.folder / "usr/lib/pearlboard", tree / "usr/lib/pearlboard", symlinks=True)
    put(files / "pearlboard", tree / "usr/bin/pearlboard", 0o755)
    put(files / "config.toml", tree / "usr/share/pearlboard/config.toml")
    put(ROOT / "systemd/pearlboard.service", tree / "usr/lib/systemd/system/pearlboard.service")
    put(ROOT / "systemd/99-pearlboard.rules", tree / "usr/lib/udev/rules.d/99-pearlboard.rules")
    put(ROOT / "systemd/50-pearlboard.rules", tree / "usr/share/polkit-1/rules.d/50-pearlboard.rules")
    put(ROOT / "systemd/avahi.xml", tree / ANNOUNCED)
    put(files / "lintian-overrides", tree / "usr/share/lintian/overrides/pearlboard")
    document(tree / "usr/share/doc/pearlboard", version)
    control(files, tree, {**DEBIANS[suite], "version": version, "architecture": architecture, "maintainer": MAINTAINER})
    made = ROOT / "dist" / f"pearlboard_{version}_{architecture}.deb"
    command = ("dpkg-deb", "-Zxz", "--threads-max=1", "--root-owner-group", "--build", tree, made)
    dated = {**os.environ, "SOURCE_DATE_EPOCH": date("%ct")}
    wheels.must(subprocess.run(command, env=dated, capture_output=True, text=True, check=False))  # noqa: S603 - Debian's
    return made


def put(source: Path, target: Path, mode: int = 0o644) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def document(folder: Path, version: str) -> None:
    """What Debian wants to be told of every package."""
    folder.mkdir(parents=True)
    (folder / "copyright").write_bytes((ROOT / "LICENSE").read_bytes())
    change = (
        f"pearlboard ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {MAINTAINER}  {date('%cD')}\n"
    )
    (folder / "changelog.gz").write_bytes(gzip.compress(change.encode(), 9, mtime=0))
    (folder / "CHANGELOG.md.gz").write_bytes(gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), 9, mtime=0))


def control(files: Path, tree: Path, fields: dict[str, str]) -> None:
    """DEBIAN/: what the package is, what runs when it comes and goes, and the sums of its files."""
    found = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    listed = [path for path in found if path != tree / ANNOUNCED]
    sums = "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in listed)  # noqa: S324 - Debian's form
    size = sum(-(-path.stat().st_size // 1024) for path in found)
    for script in SCRIPTS:
        put(files / script, tree / "DEBIAN" / script, 0o755)
    text = (files / "control").read_text(encoding="utf-8").format(**fields, size_kb=size)
    (tree / "DEBIAN/control").write_text(text, encoding="utf-8")
    (tree / "DEBIAN/md5sums").write_text(sums, encoding="utf-8")
    (tree / "DEBIAN/conffiles").write_text(f"/{ANNOUNCED}\n", encoding="utf-8")


def date(form: str) -> str:
    """Of the last commit, as git prints it in that form."""
    command = ["git", "log", "-1", f"--format={form}"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - git


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
