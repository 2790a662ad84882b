"""Fetches a package that is signed by the table's key, from a repository, or as a file with its signature.

Everything is first copied to a folder of root's, then checked there, so that nobody changes it in between. No list is
parsed before its signature was verified, and then only the signed part. The date of the newest list is remembered where
only root may write: an older list is refused afterwards, however well signed.
"""

import hashlib
import os
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import IO, Final

from pearlboard.card.releases.decisions import Machine, Newer, Offer, Refused, fitting, listed, newest, stanzas
from pearlboard.card.releases.shelf import run
from pearlboard.privileges import opened
from pearlboard.store.files import moved

WAIT_S: Final = 30
LONGEST_LIST: Final = 4 << 20
LONGEST_PACKAGE: Final = 512 << 20
SIGNED: Final = ".gpg"
"""The suffix of a package that is signed as a whole."""
KIB: Final = 1 << 10
STALE: Final = timedelta(days=365)
"""How long a list without an expiry date is believed to be the newest."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A verified package: its path, its version, and its size unpacked."""

    path: Path
    version: str
    size: int


@dataclass(frozen=True, slots=True)
class Checker:
    """Verifies files signed by a key of `keyring`, made for `machine`, in `folder`.

    `seen`: the file with the date of the newest list so far.
    """

    keyring: Path
    machine: Machine
    folder: Path
    newer: Newer
    seen: Path

    def latest(self, source: str, now: datetime) -> tuple[Offer, str | None]:
        """The offer of a repository (a folder, or an address of http or https), and a remark about its list;
        `Refused`.
        """
        suite = f"dists/{self.machine.suite}"
        signed = self._fetched(source, f"{suite}/InRelease", LONGEST_LIST)
        release = self._content(signed, "the repository").read_text(encoding="utf-8")
        path, size, sha256 = listed(release, self.machine)
        made, until = dated(release)
        refuse_older(made, self._newest_seen())
        packages = self._fetched(source, f"{suite}/{path}", size)
        _must_be(packages, size, sha256, "the repository's list of packages")
        offer = newest(packages.read_text(encoding="utf-8"), self.newer)
        self._remember(made)
        return offer, None if now <= until else f"The repository's list is of {made:%Y-%m-%d}: there may be newer ones."

    def _newest_seen(self) -> datetime | None:
        """The date of the newest list so far; None without any. An unreadable file is an error."""
        try:
            return datetime.fromisoformat(self.seen.read_text(encoding="utf-8").strip())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Refused(f"{self.seen}: does not say how new the newest list was ({error}); take it away") from error

    def _remember(self, made: datetime) -> None:
        new = self.seen.with_name(f"{self.seen.name}.new")
        new.write_text(f"{made.isoformat()}\n", encoding="utf-8")
        moved(new, self.seen)

    def fetched(self, source: str, offer: Offer, current: str) -> Checked:
        """Fetch that package; `Refused` if it is not what the repository has signed."""
        if offer.size > LONGEST_PACKAGE:
            raise Refused(f"{offer.version} is said to have {offer.size >> 20} MB; that is no package of Pearlboard")
        package = self._fetched(source, offer.filename, offer.size)
        _must_be(package, offer.size, offer.sha256, f"the package {offer.version}")
        checked = described(package, self.machine, current)
        if checked.version != offer.version:
            raise Refused(f"the repository calls it {offer.version}, and the package itself {checked.version}")
        return checked

    def dropped(self, package: Path, current: str) -> Checked:
        """A single file that is signed as a whole (`….deb.gpg`); `Refused` if it is not signed by the table's key."""
        if package.suffix != SIGNED:
            raise Refused(f"{package.name} is not signed; take {package.name}{SIGNED}, which lies beside it")
        taken = self._fetched(str(package.parent), package.name, LONGEST_PACKAGE)
        return described(self._content(taken, package.name), self.machine, current)

    def _content(self, path: Path, what: str) -> Path:
        """The signed content, without anything around it; `Refused` calls it `what`."""
        content = path.with_name(f"{path.name}.content")
        content.unlink(missing_ok=True)
        if not self.keyring.is_file():
            raise Refused(f"{self.keyring}: the key of Pearlboard is not there, so nothing can be checked")
        try:
            said = run(
                "gpgv",
                "--keyring",
                str(self.keyring.absolute()),
                "--status-fd",
                "1",
                "--output",
                str(content),
                str(path),
            )
        except subprocess.CalledProcessError as error:
            unknown = "NO_PUBKEY" in error.stdout
            why = "it is signed by another key" if unknown else "its signature is bad, or it has none"
            raise Refused(f"{what} is not signed by the key of Pearlboard: {why}") from error
        if "[GNUPG:] GOODSIG " not in said:
            raise Refused(f"{what} is signed by a key that has expired or was withdrawn")
        return content

    def _fetched(self, source: str, name: str, most: int) -> Path:
        """A copy in the folder, of at most one byte more than allowed."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = self.folder / name.replace("/", "_")
        try:
            with _opened(source, name) as found, target.open("wb") as copied:
                left = most + 1
                while left > 0 and (block := found.read(min(left, 1 << 16))):
                    copied.write(block)
                    left -= len(block)
        except urllib.error.HTTPError as error:
            raise Refused(f"{source}/{name}: {error.code} {error.reason}") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
            raise Refused(f"{source}/{name}: cannot be had ({reason})") from error
        if left <= 0:
            raise Refused(f"{source}/{name}: is larger than it may be; nothing was changed")
        return target


def dated(release: str) -> tuple[datetime, datetime]:
    """The date of the list, and its expiry; `Refused` if it has no date."""
    [fields, *_] = stanzas(release)
    try:
        made = _time(fields["Date"])
        return made, _time(fields["Valid-Until"]) if "Valid-Until" in fields else made + STALE
    except (KeyError, ValueError) as error:
        raise Refused("the repository's list does not say when it was made, so it may be an old one") from error


def _time(written: str) -> datetime:
    """Parse a date of mail, as lists have them; in UTC."""
    return parsedate_to_datetime(written.replace(" UTC", " +0000")).astimezone(UTC)


def refuse_older(made: datetime, seen: datetime | None) -> None:
    """Raise `Refused` for a list older than one seen before: an attacker may replay it to hide updates."""
    if seen is not None and made < seen:
        raise Refused(
            f"the repository's list is of {made:%Y-%m-%d %H:%M}, and this table has seen one of {seen:%Y-%m-%d %H:%M}: "
            "take a newer copy of the repository, or send the package itself, FILE.deb.gpg"
        )


def described(package: Path, machine: Machine, current: str | None = None) -> Checked:
    """A package's own description; `Refused` if it is not for this machine, or not for the Debian of `current`."""
    try:
        [control, *_] = stanzas(run("dpkg-deb", "--field", str(package)))
    except subprocess.CalledProcessError as error:
        raise Refused(f"{package.name.removesuffix('.content')} is no Debian package") from error
    version = fitting(control, machine, control.get("Version", "") if current is None else current)
    size = control.get("Installed-Size", "0")
    return Checked(package, version, int(size) * KIB if size.isdecimal() else 0)


def _opened(source: str, name: str) -> IO[bytes]:
    """Open a file of a repository; only addresses of the web."""
    if source.startswith(("http://", "https://")):
        found: IO[bytes] = urllib.request.urlopen(f"{source.rstrip('/')}/{name}", timeout=WAIT_S)  # noqa: S310 - as said
        return found
    return os.fdopen(opened(Path(source) / name), "rb")


def _must_be(path: Path, size: int, sha256: str, what: str) -> None:
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if path.stat().st_size != size or found != sha256:
        raise Refused(f"{what} is not what was signed: it was changed or did not come whole")


def newer(first: str, second: str) -> bool:
    """Whether the first version is newer for Debian."""
    return subprocess.run(["dpkg", "--compare-versions", first, "gt", second], check=False).returncode == 0  # noqa: S603, S607
