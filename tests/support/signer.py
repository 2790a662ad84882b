"""Keys of gpg's, and what is signed by them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "packaging"))
import repository

TOOLS = (*repository.TOOLS, "gpgv", "dpkg", "dpkg-deb")
ADDRESS, OTHER, WITHDRAWN = "table@pearlboard.invalid", "other@pearlboard.invalid", "gone@pearlboard.invalid"
AT_2020 = ("--faked-system-time", "20200102T030405!")


class Signer:
    """Has the table's key, another one, and one that ran out a while ago."""

    def __init__(self, home):
        self.home = home
        home.chmod(0o700)
        for address, since, until in (
            (ADDRESS, (), "never"),
            (OTHER, (), "never"),
            (WITHDRAWN, AT_2020, "seconds=864000"),
        ):
            without = ("--pinentry-mode", "loopback", "--passphrase", "")
            self._gpg(*since, *without, "--quick-generate-key", address, "ed25519", "sign", until)
        self.keyring = home / "pearlboard.gpg"
        self.keyring.write_bytes(self.exported(ADDRESS))

    def exported(self, address):
        """The public key."""
        return self._gpg("--export", address)

    def sign(self, path, address=ADDRESS):
        """The same, signed as a whole, beside that file."""
        since = AT_2020 if address == WITHDRAWN else ()
        self._gpg(*since, "--yes", "--local-user", address, "--sign", "--output", f"{path}.gpg", path)
        return path.with_name(f"{path.name}.gpg")

    def repository(self, folder, packages, address=ADDRESS):
        """As `make repository` makes it."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("GNUPGHOME", str(self.home))
            repository.make(packages, address, folder)
        return folder

    def redate(self, folder, made, until=None, address=ADDRESS):
        """The lists of a repository signed anew, as of that day, or of none."""
        for release in (folder / "dists").glob("*/Release"):
            lines = [
                line for line in release.read_text().splitlines() if not line.startswith(("Date:", "Valid-Until:"))
            ]
            dates = (("Date", made), ("Valid-Until", until))
            said = [f"{name}: {at:%a, %d %b %Y %H:%M:%S} UTC" for name, at in dates if at is not None]
            release.write_text("\n".join([*said, *lines, ""]))
            with pytest.MonkeyPatch.context() as patched:
                patched.setenv("GNUPGHOME", str(self.home))
                repository.sign(release.parent, address)

    def close(self):
        """Its agent goes."""
        subprocess.run(["gpgconf", "--kill", "all"], env=self._environment, check=False)

    @property
    def _environment(self):
        return {**os.environ, "GNUPGHOME": str(self.home)}

    def _gpg(self, *words):
        command = ["gpg", "--batch", *map(str, words)]
        return subprocess.run(command, env=self._environment, check=True, capture_output=True).stdout
