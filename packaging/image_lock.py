"""The packages of Debian that a card's system is made of, to the byte: packaging/image/packages.lock.

    python packaging/image_lock.py [MIRROR]      make it anew, from packages.txt and what Debian has today

A line is a package: its name, its version, its SHA-256, and where it lies below a mirror. MIRROR has `{archive}` where
"debian" and "debian-security" stand: `http://deb.debian.org/{archive}`. Once Debian has newer packages the old ones are
only at `http://snapshot.debian.org/archive/{archive}/DAY`, DAY as the first line of the lock has it.

The card's file system is made by the tool that is in the system, so the lock decides the version of that tool, too.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import unquote

FOLDER: Final = Path(__file__).parent / "image"
NAMES: Final = FOLDER / "packages.txt"
LOCK: Final = FOLDER / "packages.lock"
MIRROR: Final = "http://deb.debian.org/{archive}"
SUITES: Final = (("debian", "trixie"), ("debian", "trixie-updates"), ("debian-security", "trixie-security"))
KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
HELPER: Final = "/usr/lib/apt/apt-helper"
DAY: Final = "%Y%m%dT%H%M%SZ"
LINE: Final = re.compile(
    r"([a-z0-9][a-z0-9.+-]+) ([0-9][0-9A-Za-z.+:~-]*) ([0-9a-f]{64}) ((?:[a-z-]+)/pool/[^ ]+\.deb)"
)
SETTINGS: Final = """\
APT::Architecture "arm64";
APT::Architectures {{ "arm64"; }};
APT::Install-Recommends "false";
Acquire::Languages "none";
pkgCacheGen::ForceEssential ",";
Dir::State "{folder}";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}";
Dir::Etc::SourceList "{folder}/sources.list";
Dir::Etc::SourceParts "{folder}/none";
Dir::Etc::PreferencesParts "{folder}/none";
"""


class NotMade(Exception):
    """Why there is no lock or no image, and what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """One line: `sha256` in hexadecimal figures, `path` below the mirror, beginning with the archive."""

    name: str
    version: str
    sha256: str
    path: str

    @property
    def file(self) -> str:
        """The name of the file, in the cache as on the mirror."""
        return self.path.rpartition("/")[2]

    def address(self, mirror: str) -> str:
        """Where it is to be had."""
        archive, _, path = self.path.partition("/")
        return f"{mirror.format(archive=archive)}/{path}"


@dataclass(frozen=True, slots=True)
class Lock:
    """All of them, in the order of their names, and when Debian had them."""

    day: str
    packages: tuple[Package, ...]

    @property
    def moment(self) -> datetime:
        """The date of all that has none of its own."""
        return datetime.strptime(self.day, DAY).replace(tzinfo=UTC)

    @property
    def seconds(self) -> int:
        """The moment, in seconds since 1970."""
        return int(self.moment.timestamp())

    @property
    def text(self) -> str:
        """As it is written."""
        lines = (f"{each.name} {each.version} {each.sha256} {each.path}\n" for each in self.packages)
        return f"# Debian trixie arm64 on {self.day}; made by `make image-lock`\n{''.join(lines)}"


def names(text: str) -> list[str]:
    """The packages that are asked for by name: a line each, but for remarks."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def parsed(text: str) -> Lock:
    """The lock; `NotMade` names the line that cannot be read."""
    first, *lines = text.splitlines() or [""]
    day = re.fullmatch(r"# Debian trixie arm64 on (\d{8}T\d{6}Z); .*", first)
    if day is None:
        raise NotMade(f"{LOCK.name}, line 1, does not say of which day it is; make it anew: make image-lock")
    packages = []
    for number, line in enumerate(lines, 2):
        found = LINE.fullmatch(line)
        if found is None:
            raise NotMade(f"{LOCK.name}, line {number}, is no package: {line[:60]}")
        packages.append(Package(*found.groups()))
    listed = [each.name for each in packages]
    if not listed or listed != sorted(set(listed)):
        raise NotMade(f"{LOCK.name} has to name each package once, in their order; make it anew: make image-lock")
    return Lock(day[1], tuple(packages))


def described(stanzas: str, archives: dict[str, str]) -> list[Package]:
    """The packages that `apt-cache show` prints; `archives` has the archive of each file's name."""
    found = {}
    for stanza in stanzas.strip().split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z0-9-]+): (.*)$", stanza, re.MULTILINE))
        file = fields["Filename"].rpartition("/")[2]
        if file in archives:
            path = f"{archives[file]}/{fields['Filename']}"
            found[fields["Package"]] = Package(fields["Package"], fields["Version"], fields["SHA256"], path)
    return [found[name] for name in sorted(found)]


def fetch(packages: Sequence[Package], mirror: str, folder: Path) -> list[Path]:
    """Their files in `folder`, each with the sum that the lock has; only what is not there is asked for."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [each for each in packages if not is_there(folder / each.file, each.sha256)]
    words = (word for each in wanted for word in (each.address(mirror), folder / each.file, f"SHA256:{each.sha256}"))
    try:
        if wanted:
            run(HELPER, "download-file", *map(str, words))
    except NotMade as error:
        gone = next(each for each in wanted if not is_there(folder / each.file, each.sha256))
        raise NotMade(
            f"{gone.name} {gone.version} cannot be had as the lock has it ({error}). If Debian has a newer one, "
            "`make image-lock`, or name a mirror that keeps old ones: MIRROR='http://snapshot.debian.org/archive/{archive}/DAY'"
        ) from error
    return [folder / each.file for each in packages]


def is_there(path: Path, sha256: str) -> bool:
    """Whether the file is there, and is that one."""
    return path.is_file() and digest(path) == sha256


def digest(path: Path) -> str:
    """Its SHA-256, in hexadecimal figures."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def resolved(wanted: Iterable[str], mirror: str) -> list[Package]:
    """The wanted packages and all that they need, as Debian has them now; apt checks the signatures of its lists."""
    with tempfile.TemporaryDirectory(prefix="locking-") as place:
        folder = Path(place)
        for name in ("lists/partial", "archives/partial", "none"):
            (folder / name).mkdir(parents=True)
        (folder / "status").touch()
        (folder / "apt.conf").write_text(SETTINGS.format(folder=folder), encoding="utf-8")
        (folder / "sources.list").write_text(
            "".join(
                f"deb [signed-by={KEYRING}] {mirror.format(archive=archive)} {suite} main non-free-firmware\n"
                for archive, suite in SUITES
            ),
            encoding="utf-8",
        )
        environment = {**os.environ, "APT_CONFIG": str(folder / "apt.conf"), "LC_ALL": "C.UTF-8"}
        folder.chmod(0o755)
        run("apt-get", "-qq", "update", environment=environment)
        printed = run("apt-get", "-qq", "-y", "--print-uris", "install", "?essential", *wanted, environment=environment)
        archives = {}
        for address in re.findall(r"^'([^']+)'", printed, re.MULTILINE):
            [archive] = {archive for archive, _ in SUITES if address.startswith(f"{mirror.format(archive=archive)}/")}
            archives[unquote(address).rpartition("/")[2]] = archive
        chosen = re.findall(r"^'[^']+' ([^_]+)_", printed, re.MULTILINE)
        shown = run("apt-cache", "show", *sorted(chosen), environment=environment)
        return described(shown, archives)


def run(*command: str, environment: dict[str, str] | None = None) -> str:
    """The output of a command; `NotMade` with it if the command failed, or is missing."""
    if shutil.which(command[0]) is None:
        raise NotMade(f"{Path(command[0]).name} is missing: on Debian, apt install apt")
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    if done.returncode:
        raise NotMade(f"{command[0]} failed: {'; '.join(done.stderr.strip().splitlines()[-3:])}")
    return done.stdout


def main(mirror: str = MIRROR) -> int:
    """Write the lock; the exit code."""
    try:
        lock = Lock(datetime.now(UTC).strftime(DAY), tuple(resolved(names(NAMES.read_text(encoding="utf-8")), mirror)))
        parsed(lock.text)
    except NotMade as reason:
        sys.stderr.write(f"No lock was made: {reason}\n")
        return 1
    LOCK.write_text(lock.text, encoding="utf-8")
    sys.stdout.write(f"{LOCK.relative_to(FOLDER.parents[1])}: {len(lock.packages)} packages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
