"""Debian packages of the table, or of a house's hub, for each Debian and machine that is named: `make deb`, `deb-hub`.

    python packaging/deb.py [--hub] [--unproven] [bookworm-amd64] [trixie-amd64] [bookworm-arm64] [trixie-arm64]

The wheel of `make wheels` is installed in the Debian it was built in, at the place where it will lie; a table for arm64
with what a board wired to the Pi needs. What only builds is taken out, and what Python compiles is put in, for the
service may not write there. Then the package is made of that, put in dist/, and goes through its life in a Debian that
is new: it comes, is played on, comes again, goes, is purged, and takes over what the script has installed; a hub with a
PostgreSQL beside it, and without. Not with --unproven, for `make image-test` tries the table in another way. Needs what
`make wheels` needs.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from support import packaged, packaged_hub, wheels  # noqa: E402 - the source tree has to be found first
from support.debian import Debian  # noqa: E402

DEBIANS: Final = {
    "bookworm": {"name": "deb12", "python": "3.11", "python_after": "3.12", "libc": "2.36"},
    "trixie": {"name": "deb13", "python": "3.13", "python_after": "3.14", "libc": "2.41"},
}
MAINTAINER: Final = os.environ.get("DEBEMAIL", "The Pearlboard authors <authors@pearlboard.invalid>")
UNPROVEN: Final = "--unproven"
HUB: Final = "--hub"
COMMANDS: Final = {"python", "python3", "pearlboard", "mpremote"}
"""The commands of the environment: the rest of its scripts belong to what it is made of."""
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


@dataclass(frozen=True, slots=True)
class Parcel:
    """A package: by which lock and with which extras it is installed on each machine, and how it is proved.

    `folder`: what dpkg is told, and its files by what they are called there; `files`: what else is in it, its place by
    its source; `settings`: which of these are conffiles.
    """

    name: str
    folder: str
    installed: Mapping[str, tuple[str, tuple[str, ...]]]
    files: Mapping[str, str]
    settings: tuple[str, ...]
    prove: Callable[[Path, str, str, Path], None]

    @property
    def place(self) -> str:
        """The folder of its environment."""
        return f"/usr/lib/{self.name}/venv"


TABLE: Final = Parcel(
    "pearlboard",
    "packaging/debian",
    {"amd64": ("requirements/mqtt.txt", ("mqtt",)), "arm64": ("requirements/pi.txt", ("mqtt", "pi"))},
    {
        "packaging/debian/pearlboard": "usr/bin/pearlboard",
        "packaging/debian/config.toml": "usr/share/pearlboard/config.toml",
        "systemd/pearlboard.service": "usr/lib/systemd/system/pearlboard.service",
        "systemd/99-pearlboard.rules": "usr/lib/udev/rules.d/99-pearlboard.rules",
        "systemd/50-pearlboard.rules": "usr/share/polkit-1/rules.d/50-pearlboard.rules",
        "systemd/avahi.xml": "etc/avahi/services/pearlboard.service",
    },
    ("etc/avahi/services/pearlboard.service",),  # whoever takes another port changes it there
    packaged.prove,
)
"""Only a Pi has pins."""
ALL_OF_A_HUB: Final = ("requirements/hub.txt", ("mqtt", "hub", "hub-swiss"))
HOUSE: Final = Parcel(
    "pearlboard-hub",
    "packaging/debian-hub",
    {"amd64": ALL_OF_A_HUB, "arm64": ALL_OF_A_HUB},
    {
        "packaging/debian-hub/pearlboard-hub-database": "usr/sbin/pearlboard-hub-database",
        "packaging/debian-hub/hub.env": "etc/pearlboard/hub.env",
        "systemd/pearlboard-hub.service": "usr/lib/systemd/system/pearlboard-hub.service",
    },
    ("etc/pearlboard/hub.env",),
    packaged_hub.prove,
)
"""The lock names no py4swiss for arm64, where a hub has no tournament of two seats."""
PRIVATE: Final = frozenset({"etc/pearlboard/hub.env"})
"""The files that root alone reads: a password may stand there."""


def main(*arguments: str) -> int:
    """Make the packages; the exit code."""
    targets = [each for each in arguments if each not in (UNPROVEN, HUB)]
    make = made if UNPROVEN in arguments else proven
    return wheels.in_each(targets or wheels.TARGETS, partial(make, HOUSE if HUB in arguments else TABLE))


def proven(parcel: Parcel, debian: Debian, suite: str, architecture: str) -> str:
    """The name of a package that is in dist/ now, and has lived in another Debian."""
    package = made(parcel, debian, suite, architecture)
    parcel.prove(ROOT / "dist" / package, suite, architecture, debian.path(wheels.FETCHED))
    return package


def made(parcel: Parcel, debian: Debian, suite: str, architecture: str) -> str:
    """The name of a package that is in dist/ now."""
    wheels.fetch(debian, suite, architecture, *{wheels.LOCK, parcel.installed[architecture][0]})
    install(parcel, debian, wheels.build(debian), architecture)
    return pack(parcel, debian, suite, architecture).name


def install(parcel: Parcel, debian: Debian, wheel: str, architecture: str) -> None:
    """The environment, as it will be on a table or beside a hub's database."""
    lock, extras = parcel.installed[architecture]
    pip = (wheels.BUILDER, *wheels.PIP, "--python", f"{parcel.place}/bin/python")
    add = (*pip, "install", "--no-deps", "--no-compile")
    place = debian.path(parcel.place)
    wheels.must(debian.run("rm", "-rf", f"/usr/lib/{parcel.name}"))
    wheels.must(debian.run("python3", "-m", "venv", "--without-pip", parcel.place))
    locked = ("--require-hashes", "--only-binary", ":all:", "-r", f"{wheels.SOURCE}/{lock}")
    wheels.must(debian.run(*add, *locked))
    wheels.must(debian.run(*add, f"/root/dist/{wheel}"))
    unneeded = wheels.must(debian.run(f"{parcel.place}/bin/python", "-c", NEEDED, *extras)).stdout.split()
    wheels.must(debian.run(*pip, "uninstall", "--yes", *unneeded))
    compiled = ("-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash", "-j", "0")
    wheels.must(debian.run(f"{parcel.place}/bin/python", *compiled, f"{parcel.place}/lib"))
    (place / ".gitignore").unlink(missing_ok=True)  # as newer Pythons put one into each
    others = [path for path in (place / "bin").iterdir() if path.name not in COMMANDS]
    for path in (*others, *place.rglob("*.exe")):  # launchers of another system
        path.unlink()
    for library in place.rglob("*.libs/*"):  # as some wheels bring them, they could be run
        library.chmod(0o644)
    wheels.must(debian.run(f"{parcel.place}/bin/pearlboard", "--help"))


def pack(parcel: Parcel, debian: Debian, suite: str, architecture: str) -> Path:
    """The package, in dist/. All that is in it has the date of the last commit, so that two of them are the same.

    This machine's dpkg-deb makes it: an emulated one takes minutes. With more threads it would come out otherwise.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = f"{project['project']['version']}~{DEBIANS[suite]['name']}"
    tree = debian.folder / "root/package"
    shutil.rmtree(tree, ignore_errors=True)
    place = f"usr/lib/{parcel.name}"
    shutil.copytree(debian.folder / place, tree / place, symlinks=True)
    lay(parcel, tree)
    put(ROOT / parcel.folder / "lintian-overrides", tree / "usr/share/lintian/overrides" / parcel.name)
    document(tree / "usr/share/doc" / parcel.name, parcel.name, version)
    control(parcel, tree, {**DEBIANS[suite], "version": version, "architecture": architecture})
    made = ROOT / "dist" / f"{parcel.name}_{version}_{architecture}.deb"
    command = ("dpkg-deb", "-Zxz", "--threads-max=1", "--root-owner-group", "--build", tree, made)
    dated = {**os.environ, "SOURCE_DATE_EPOCH": date("%ct")}
    wheels.must(subprocess.run(command, env=dated, capture_output=True, text=True, check=False))  # noqa: S603 - Debian's
    return made


def lay(parcel: Parcel, tree: Path) -> None:
    """The files of a package beside its environment."""
    for source, target in parcel.files.items():
        program = target.startswith(("usr/bin/", "usr/sbin/"))
        put(ROOT / source, tree / target, 0o755 if program else 0o640 if target in PRIVATE else 0o644)


def put(source: Path, target: Path, mode: int = 0o644) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def document(folder: Path, name: str, version: str) -> None:
    """Write the documents that Debian wants of every package."""
    folder.mkdir(parents=True)
    (folder / "copyright").write_bytes((ROOT / "LICENSE").read_bytes())
    change = f"{name} ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {MAINTAINER}  {date('%cD')}\n"
    (folder / "changelog.gz").write_bytes(gzip.compress(change.encode(), 9, mtime=0))
    (folder / "CHANGELOG.md.gz").write_bytes(gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), 9, mtime=0))


def control(parcel: Parcel, tree: Path, fields: dict[str, str]) -> None:
    """DEBIAN/: what the package is, what runs when it comes and goes, and the sums of its files."""
    files = ROOT / parcel.folder
    found = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    listed = [path for path in found if str(path.relative_to(tree)) not in parcel.settings]
    sums = "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in listed)  # noqa: S324 - Debian's form
    size = sum(-(-path.stat().st_size // 1024) for path in found)
    for script in filter(lambda name: (files / name).exists(), SCRIPTS):
        put(files / script, tree / "DEBIAN" / script, 0o755)
    text = (files / "control").read_text(encoding="utf-8").format(**fields, maintainer=MAINTAINER, size_kb=size)
    (tree / "DEBIAN/control").write_text(text, encoding="utf-8")
    (tree / "DEBIAN/md5sums").write_text(sums, encoding="utf-8")
    conffiles = "".join(f"/{each}\n" for each in parcel.settings)
    (tree / "DEBIAN/conffiles").write_text(conffiles, encoding="utf-8")


def date(form: str) -> str:
    """The date of the last commit, as git prints it in that form."""
    command = ["git", "log", "-1", f"--format={form}"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - git


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(*sys.argv[1:]))
